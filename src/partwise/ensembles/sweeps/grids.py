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

    Of clusterings that coarsen, it is how many were joined, and the same for the same clustering.

    Examples
    --------
    >>> joined(np.array([5, 3, 3, 2])).tolist(), joined(np.array([2, 5, 4])).tolist()
    ([0.0, 2.0, 2.0, 3.0], [0.0, 3.0, 4.0])
    """
    return _travelled(clusters.astype(np.float64))


def _travelled(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far a curve has moved up and down, from its start to each place."""
    steps = np.abs(np.diff(values, prepend=values[:1]))
    return np.cumsum(np.where(np.isfinite(steps), steps, 0.0))


def around_best(
    clusters: NDArray[np.int64], scores: NDArray[np.float64], best: int, most: int
) -> Places:
    """Return places for a comparison with the best one, which is among them.

    Half of them are spread over what was joined, so that they tell a flat curve from one that
    does not move, and half over the ups and downs of the curve. Of places with the same clustering
    there is only the first.

    Examples
    --------
    >>> around_best(np.array([4, 3, 3, 2, 1]), np.array([0.0, 0.5, 0.5, 1.0, 0.2]), 3, 9).tolist()
    [0, 1, 3, 4]
    """
    by_joins = joined(clusters)
    half = max(2, (most - 1) // 2)
    places = [spread(by_joins, half), spread(_travelled(scores), half), np.array([best])]
    return np.unique(np.searchsorted(by_joins, by_joins[np.concatenate(places)]))
