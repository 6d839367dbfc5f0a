"""Which thresholds to look at where looking at all of them takes too long."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]


def spread(progress: NDArray[np.float64], most: int, also: Iterable[int] = ()) -> Places:
    """Return places at which a quantity that never falls has made about equal progress.

    Parameters
    ----------
    progress : array
        The quantity at each place.
    most : int
        How many places to return at most, those in ``also`` aside.
    also : iterable of int
        Places to return in any case.

    Examples
    --------
    >>> spread(np.array([0.0, 1, 1, 1, 2, 9, 10]), 3).tolist()
    [0, 5, 6]
    """
    wanted = np.linspace(progress[0], progress[-1], most) if len(progress) else progress
    places = np.minimum(np.searchsorted(progress, wanted), len(progress) - 1)
    return np.unique(np.concatenate([places, np.fromiter(also, np.int64)]))


def joined(clusters: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how many clusters there are less than at the start, made to never fall.

    For clusterings that coarsen, it is how many were joined, and the same for the same clustering.

    Examples
    --------
    >>> joined(np.array([5, 3, 3, 2])).tolist(), joined(np.array([2, 5, 4])).tolist()
    ([0.0, 2.0, 2.0, 3.0], [0.0, 3.0, 4.0])
    """
    return np.abs(np.diff(clusters, prepend=clusters[:1])).cumsum().astype(np.float64)


def around_best(
    clusters: NDArray[np.int64], scores: NDArray[np.float64], best: int, most: int
) -> Places:
    """Return places for a comparison with the best one, which is among them.

    Most of them are at growing distances from the best one, counted in joins, so that a plateau of
    any width has some of them inside and some outside. The others are the best ones of equal parts
    of the sweep, so that a second peak is not missed. Where several places have the
    same clustering, only the first counts.

    Parameters
    ----------
    clusters : array of int
        Number of clusters, which falls as clusters are joined.
    scores : array of float
        Higher is better.
    best : int
        The place of the best one.
    most : int
        How many places to return at most.

    Examples
    --------
    >>> clusters = 500 - np.arange(500)
    >>> around_best(clusters, -np.abs(np.arange(500.0) - 100), 100, 12).tolist()
    [0, 78, 95, 99, 100, 101, 107, 154, 250, 499]
    """
    joins = joined(clusters)
    parts = max(1, most // 5)
    side = (most - parts - 1) // 2
    ends = joins[best] - joins[0], joins[-1] - joins[best]
    steps = [np.geomspace(1, max(end, 1), side) for end in ends]
    wanted = joins[best] + np.concatenate([-steps[0], steps[1]]).round()
    near = np.minimum(np.searchsorted(joins, wanted), len(joins) - 1)
    starts = np.searchsorted(joins, np.linspace(joins[0], joins[-1], parts + 1)[:-1])
    bounds = zip(starts.tolist(), [*starts[1:].tolist(), len(joins)], strict=True)
    peaks = [start + int(scores[start:end].argmax()) for start, end in bounds if end > start]
    places = np.unique(np.concatenate([near, peaks, [best]]).astype(np.int64))
    return np.unique(np.searchsorted(joins, joins[places]))
