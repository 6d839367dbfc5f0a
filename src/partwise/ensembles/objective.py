"""Mean distance from clusterings to a candidate, as a function of pair counts alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise.catalogue import Index, UndefinedPolicy
from partwise.ensembles.distances import as_distances
from partwise.tables import PairCounts


@dataclass(frozen=True, eq=False)
class Objective:
    """What a consensus makes as small as possible.

    Parameters
    ----------
    index : Index
        A pair-counting index.
    same : array of m integers
        Pairs inside clusters of each input clustering, m_A.
    total : int
        All pairs, N.
    weights : array of m floats
        Weights of the inputs; their sum is 1.
    undefined : str
        What to do where the formula divides by zero.
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
