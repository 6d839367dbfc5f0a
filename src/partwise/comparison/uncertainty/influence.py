"""How much each item moves a score: the common form of every standard error here.

All items of one cell of the table move a score alike, so an influence is a number for each cell.
It is a weighted sum of a few features of the cells, which all indices share: second and fourth
moments of the features then give those of every influence without looking at the cells again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

_CELLS_AT_ONCE = 2**12  # so that their products stay in the cache


class Features:
    """Numbers for each cell, less their means over the items.

    Parameters
    ----------
    counts : array
        How many items each cell has.
    values : array of shape (features, cells)
        The features; their mean over items is subtracted here.
    """

    def __init__(self, counts: Vector, values: Vector) -> None:
        self.counts = counts
        self.n = float(counts.sum())
        self.values = values - (values @ counts / self.n)[:, None]

    @cached_property
    def _pairs(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        pairs = list(combinations_with_replacement(range(len(self.values)), 2))
        first, second = np.array(pairs, np.int64).T
        return first, second

    @cached_property
    def _moments(self) -> tuple[Vector, Vector]:
        """Sums over items of products of two features, and of products of two such products."""
        first, second = self._pairs
        seconds, fourths = np.zeros(len(first)), np.zeros((len(first), len(first)))
        for start in range(0, len(self.counts), _CELLS_AT_ONCE):
            chunk = slice(start, start + _CELLS_AT_ONCE)
            values, counts = self.values[:, chunk], self.counts[chunk]
            products = values[first] * values[second]
            seconds += products @ counts
            fourths += (products * counts) @ products.T
        return seconds, fourths

    def sums_of_powers(self, weights: Vector) -> tuple[float, float]:
        """Return the sums over items of the second and fourth powers of a weighted sum."""
        first, second = self._pairs
        square = np.where(first == second, 1.0, 2.0) * weights[first] * weights[second]
        seconds, fourths = self._moments
        return max(0.0, float(square @ seconds)), max(0.0, float(square @ fourths @ square))


@dataclass(frozen=True, eq=False)
class Influence:
    """An estimate, and how leaving out an item of each cell moves it.

    Parameters
    ----------
    value : float
        The score of the sample.
    estimate : float
        What the sample says about the score of the whole.
    features, weights
        What leaving out an item adds to the estimate is the weighted sum of the features, up to a
        constant.
    method : str
        How it was computed.
    unseen : float
        How much of the estimate rests on what the sample has not seen.
    caveat : str or None
        Why there is no interval although there is a standard error.
    """

    value: float
    estimate: float
    features: Features
    weights: Vector
    method: str
    unseen: float = 0.0
    caveat: str | None = None

    @property
    def per_cell(self) -> Vector:
        """What leaving out an item of each cell adds to the estimate, less the mean."""
        return self.weights @ self.features.values

    @cached_property
    def powers(self) -> tuple[float, float]:
        """Sums over items of the influence's second and fourth powers.

        The first squared over the second is the number of items that decide about the first.
        """
        return self.features.sums_of_powers(self.weights)

    @property
    def standard_error(self) -> float:
        """The jackknife's standard error of the estimate."""
        n = self.features.n
        return math.sqrt((n - 1) / n * self.powers[0])

    @property
    def corrected(self) -> float | None:
        """The estimate, if it is another number than the value."""
        return None if self.estimate == self.value else self.estimate


Outcome: TypeAlias = Influence | str
"""An influence, or the reason why there is none."""
