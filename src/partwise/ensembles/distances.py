"""Values of an index as distances: 0 for the same clustering, more for less alike."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.catalogue import Index
from partwise.properties import holds

_ROUNDING = 1e-9


def as_distances(index: Index, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far values are from the best one; what rounding made negative becomes 0.

    Examples
    --------
    >>> import partwise as pw
    >>> as_distances(pw.index("rand"), np.array([1, 0.25]))
    array([0.  , 0.75])
    """
    best = float(index.best)
    if not math.isfinite(best):
        raise InputError(
            f"{index.key} has no best value to measure distances from; choose an index with one, "
            "such as correlation_distance"
        )
    far = values - best if index.direction == "distance" else best - values
    return np.where((far < 0) & (far > -_ROUNDING), 0.0, far)


def checked_matrix(
    index: Index, values: NDArray[np.float64], names: Sequence[str]
) -> NDArray[np.float64]:
    """Return values of each with each as distances; refuse what cannot be distances."""
    refuse_asymmetric(index)
    undefined = np.argwhere(np.isnan(values))
    if len(undefined):
        i, j = undefined[0].tolist()
        raise InputError(
            f"{index.key} is undefined for {names[i]!r} and {names[j]!r}; leave one of them out, "
            "or choose an index that has a value there, such as correlation_distance"
        )
    distances = as_distances(index, values)
    if not np.allclose(distances, distances.T, rtol=0, atol=_ROUNDING):
        raise InputError(f"{index.key} is not symmetric, so its values are no distances")
    own = np.flatnonzero(abs(np.diag(distances)) > _ROUNDING)
    if len(own):
        raise InputError(
            f"by {index.key}, {names[own[0]]!r} is not at distance 0 from itself; choose an index "
            "with maximal agreement, such as correlation_distance"
        )
    distances = (distances + distances.T) / 2
    np.fill_diagonal(distances, 0)
    return distances


def refuse_asymmetric(index: Index) -> None:
    """Refuse an index that is known not to be symmetric."""
    if index.symmetric is False:
        raise InputError(
            f"{index.key} is not symmetric: how far A is from B is not how far B is from A; choose "
            "a symmetric index, such as correlation_distance"
        )


def metric_note(index: Index) -> str | None:
    """Say what is missing if the distances are not known to be a metric."""
    verdict = holds(index, "distance")
    if verdict:
        return None
    known = "breaks the triangle inequality" if verdict is False else "is not known to be a metric"
    return (
        f"{index.short} {known}: two clusterings that are near a third one need not be near each "
        "other; correlation_distance is a metric"
    )
