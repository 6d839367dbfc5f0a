"""Values of an index as distances: 0 for the same clustering, more for less alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Option
from partwise.catalogue import Index, UndefinedPolicy
from partwise.properties import holds
from partwise.tables import PairCounts

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
    far = values - best if index.direction == "distance" else best - values
    return np.where((far < 0) & (far > -_ROUNDING), 0.0, far)


def with_best(index: Index, values: NDArray[np.float64], names: Sequence[str]) -> Index:
    """Return the index with its best value: what each clustering has with itself.

    For an index without a known range, such as a formula of yours, if all clusterings have the
    same value with themselves and none is on the other side of it.

    Examples
    --------
    >>> import partwise as pw
    >>> half = pw.index("rand").evaluate  # a function declares no range
    >>> from partwise.catalogue import as_index
    >>> rand = as_index(lambda table: half(table).value)
    >>> with_best(rand, np.array([[1, 0.25], [0.25, 1]]), ["a", "b"]).best
    1.0
    """
    if math.isfinite(index.best):
        return index
    if index.builtin:
        raise InputError(
            f"{index.key} has no best value, so it cannot measure distances",
            remedy="choose an index with a best value, such as correlation_distance",
        )
    own, other = np.diag(values), values[~np.eye(len(values), dtype=bool)]
    best = float(own[0])
    if not (abs(own - best) <= _ROUNDING).all():
        far = int(np.argmax(abs(own - best)))
        raise InputError(
            f"by {index.key}, {names[0]!r} scores {best:g} with itself, but {names[far]!r} scores "
            f"{float(own[far]):g} with itself, so the index has no best value to measure distances "
            "from",
            remedy="choose an index with a best value, such as correlation_distance",
        )
    if (other <= best + _ROUNDING).all():
        return replace(index, range=(-math.inf, best), direction="similarity")
    if (other >= best - _ROUNDING).all():
        return replace(index, range=(best, math.inf), direction="distance")
    raise InputError(
        f"by {index.key}, some clusterings are more similar to others than to themselves "
        "and some less, so its values are not distances",
        remedy="choose another index, such as correlation_distance",
    )


def undefined_values(index: Index, which: str, undefined: UndefinedPolicy) -> InputError:
    """Say that an index has no value, and what would have one."""
    other = "choose an index that is defined for them, such as correlation_distance"
    remedy: list[str | Option] = ["leave these out, or "]
    if undefined == "nan":
        remedy += ["pass ", Option("undefined", "convention")]
        remedy += [] if index.conventions.vs_other is not None else [f" and {other}"]
    else:
        remedy.append(other)
    return InputError(f"{index.key} is undefined for {which}", remedy=remedy)


def checked_matrix(
    index: Index, values: NDArray[np.float64], names: Sequence[str], undefined: UndefinedPolicy
) -> NDArray[np.float64]:
    """Return values of each with each as distances; refuse what cannot be distances."""
    gaps = np.argwhere(np.isnan(values))
    if len(gaps):
        i, j = gaps[0].tolist()
        raise undefined_values(index, f"{names[i]!r} and {names[j]!r}", undefined)
    distances = as_distances(with_best(index, values, names), values)
    if not np.allclose(distances, distances.T, rtol=0, atol=_ROUNDING):
        raise InputError(f"{index.key} is not symmetric, so its values are not distances")
    own = np.flatnonzero(abs(np.diag(distances)) > _ROUNDING)
    if len(own):
        raise InputError(
            f"by {index.key}, the distance of {names[own[0]]!r} from itself is not 0; choose an "
            "index with maximal agreement, such as correlation_distance"
        )
    distances = (distances + distances.T) / 2
    np.fill_diagonal(distances, 0)
    return distances


def metric_note(index: Index) -> str | None:
    """Say what is missing if the distances are not known to be a metric."""
    verdict = holds(index, "distance")
    if verdict:
        return None
    known = "breaks the triangle inequality" if verdict is False else "is not known to be a metric"
    return (
        f"{index.short} {known}: two clusterings that are close to a third one need not be close "
        "to each other; correlation_distance is a metric"
    )


@dataclass(frozen=True, eq=False)
class Objective:
    """What a consensus makes as small as possible: its mean distance to the inputs.

    ``same`` are the pairs inside clusters of each input, m_A; ``total`` all pairs, N. The weights
    of the inputs add up to 1.
    """

    index: Index
    same: NDArray[np.int64]
    total: int
    weights: NDArray[np.float64]
    undefined: UndefinedPolicy = "convention"

    def distances(self, both: NDArray[np.int64], same_b: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the distance of each input (row) to each candidate (column).

        ``both`` holds the pairs that are together in both, N11; ``same_b`` those that are together
        in the candidate, m_B. Where the index is undefined, the distance is infinite.
        """
        same_a = self.same[:, None]
        rest = self.total - same_a - same_b + both
        counts = PairCounts(both, same_a - both, same_b - both, rest)
        values = self._by_formula(counts)
        if values is None:
            values = self.index.from_counts(*counts, undefined=self.undefined)
        far = as_distances(self.index, values)
        return np.where(np.isnan(far), np.inf, far)

    def _by_formula(self, counts: PairCounts) -> NDArray[np.float64] | None:
        """Evaluate the formula without checks; None where it needs care or is undefined."""
        if self.total >= 2**53 or not self.index.stable:
            return None
        floats = PairCounts(*(count.astype(np.float64) for count in counts))
        with np.errstate(all="ignore"):
            values = np.asarray(self.index.formula(floats), np.float64)
        return values if values.shape == floats.n11.shape and np.isfinite(values).all() else None

    def means(self, both: NDArray[np.int64], same_b: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the weighted mean distance to each candidate."""
        return weighted(self.weights, self.distances(both, same_b))


def weighted(weights: NDArray[np.float64], distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean of each column; what has no weight does not count, be it infinite.

    Examples
    --------
    >>> weighted(np.array([0.5, 0.5, 0]), np.array([[1.0], [2.0], [np.inf]]))
    array([1.5])
    """
    counts = weights > 0
    return weights[counts] @ distances[counts]
