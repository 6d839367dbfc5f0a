"""Which pairs of items each split and each merge gets wrong, counted exactly."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.cells import margin
from partwise.comparison.clusters.lines import wide
from partwise.contingency import Contingency
from partwise.pairs import PairCounts

__all__ = ["WrongPairs", "wrong_pairs"]


class WrongPairs(NamedTuple):
    """The mistakes of a candidate as aligned arrays: splits by row, then merges by column.

    Parameters
    ----------
    is_split : array of bool
        Whether it is a split; else a merge.
    line : array
        Row of the split cluster, or column of the merged one.
    pairs : array of whole numbers
        How many pairs the mistake gets wrong. Over all mistakes these add up to n10 + n01.
    mixed : array of whole numbers
        For a split: how many pairs of an item of the cluster and a foreign one the candidate puts
        together. Taking the parts out puts them right; these are merges' mistakes, not the split's.
    """

    is_split: NDArray[np.bool_]
    line: NDArray[Any]
    pairs: NDArray[Any]
    mixed: NDArray[Any]

    def take(self, chosen: NDArray[Any]) -> WrongPairs:
        """Return some of the mistakes."""
        return WrongPairs(*(array[chosen] for array in self))

    def before(self, counts: PairCounts) -> PairCounts:
        """Return the pair counts from which the cost counts: the parts of a split taken out."""
        return _moved(counts, 0 * self.pairs, self.mixed)

    def after(self, counts: PairCounts) -> PairCounts:
        """Return the pair counts once the mistake is undone."""
        parted = np.where(self.is_split, self.mixed, self.pairs)
        return _moved(counts, np.where(self.is_split, self.pairs, 0), parted)


def _moved(counts: PairCounts, joined: NDArray[Any], parted: NDArray[Any]) -> PairCounts:
    """Put some pairs together that only the reference has so, and part some others."""
    n11, n10, n01, n00 = counts
    return PairCounts(n11 + joined, n10 - joined, n01 - parted, n00 + parted)


def wrong_pairs(table: Contingency) -> WrongPairs:
    """Find all splits and merges, and count the pairs that each gets wrong.

    Examples
    --------
    >>> found = wrong_pairs(Contingency.from_matrix([[2, 1], [0, 3]]))
    >>> found.is_split.tolist(), found.line.tolist(), found.pairs.tolist(), found.mixed.tolist()
    ([True, False], [0, 1], [2, 3], [3, 0])
    """
    rows, columns, cell = table.cells
    cell, a, b = (
        array.astype(wide(table)) for array in (cell, table.row_sizes, table.column_sizes)
    )
    of_rows = (a * a - margin(rows, cell * cell, table.k_a)) // 2
    of_columns = (b * b - margin(columns, cell * cell, table.k_b)) // 2
    mixed = margin(rows, cell * (b[columns] - cell), table.k_a)
    split, merged = np.flatnonzero(of_rows > 0), np.flatnonzero(of_columns > 0)
    return WrongPairs(
        np.repeat([True, False], [len(split), len(merged)]),
        np.concatenate((split, merged)),
        np.concatenate((of_rows[split], of_columns[merged])),
        np.concatenate((mixed[split], 0 * of_columns[merged])),
    )
