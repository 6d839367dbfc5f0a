"""Tables of a candidate of which one mistake has been undone."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.comparison.errors.cluster_lines import wide
from partwise.tables import Cells, Contingency, PairCounts, margin


def split_up(table: Contingency, column: int) -> Contingency:
    """Split one cluster of the candidate along the reference.

    Examples
    --------
    >>> table = Contingency.from_matrix([[1, 1], [0, 2]])
    >>> split_up(table, 1).to_dense().tolist()
    [[1, 1, 0], [0, 0, 2]]
    """
    return _with_new_columns(table, np.flatnonzero(table.cells.columns == column)[1:])


def taken_out(table: Contingency, row: int) -> Contingency:
    """Take the parts of one reference cluster out of the clusters that they share with others.

    Examples
    --------
    >>> table = Contingency.from_matrix([[1, 1], [0, 2]])
    >>> taken_out(table, 0).to_dense().tolist()
    [[1, 0, 1], [0, 2, 0]]
    """
    _, columns, counts = table.cells
    mine = _row(table, row)
    return _with_new_columns(table, mine[counts[mine] < table.column_sizes[columns[mine]]])


def joined(table: Contingency, row: int) -> Contingency:
    """Give one reference cluster a cluster of its own in the candidate.

    Examples
    --------
    >>> table = Contingency.from_matrix([[1, 1], [0, 2]])
    >>> joined(table, 0).to_dense().tolist()
    [[0, 2], [2, 0]]
    """
    rows, columns, counts = table.cells
    mine = _row(table, row)
    emptied = columns[mine[counts[mine] == table.column_sizes[columns[mine]]]]
    stays = np.ones(table.k_b, np.bool_)
    stays[emptied] = False
    place = np.cumsum(stays) - 1
    cells = Cells(
        np.delete(rows, mine[1:]),
        np.delete(place[columns], mine[1:]),
        np.delete(counts, mine[1:]),
    )
    cells.columns[mine[0]] = stays.sum()
    cells.counts[mine[0]] = table.row_sizes[row]
    labels = [table.column_labels[j] for j in np.flatnonzero(stays).tolist()]
    return Contingency(cells, table.row_labels, [*labels, (table.row_labels[row],)])


def _row(table: Contingency, row: int) -> NDArray[Any]:
    return np.arange(*np.searchsorted(table.cells.rows, [row, row + 1]))


def _with_new_columns(table: Contingency, leaving: NDArray[Any]) -> Contingency:
    """Move cells, some but not all of each column that they leave, to columns of their own."""
    rows, columns, counts = table.cells
    columns = columns.copy()
    labels = [
        (table.column_labels[j], table.row_labels[i])
        for i, j in zip(rows[leaving].tolist(), columns[leaving].tolist(), strict=True)
    ]
    columns[leaving] = table.k_b + np.arange(len(leaving))
    keys = rows.astype(np.int64) * (table.k_b + len(leaving)) + columns
    order = np.argsort(keys, kind="stable")  # quick, since all but a few are in order
    cells = Cells(rows[order], columns[order], counts[order])
    return Contingency(cells, table.row_labels, [*table.column_labels, *labels])


class WrongPairs(NamedTuple):
    """The mistakes of a candidate as aligned arrays: splits by row, then merges by column.

    ``line`` is the row of a split cluster, or the column of a merged one. ``pairs`` is how many
    pairs the mistake gets wrong; over all mistakes these add up to n10 + n01. ``mixed`` is, for a
    split, how many pairs of an item of the cluster and a foreign one the candidate puts together.
    Taking the parts out puts them right; these are merges' mistakes, not the split's.
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
    >>> wrong = wrong_pairs(Contingency.from_matrix([[2, 1], [0, 3]]))
    >>> wrong.is_split.tolist(), wrong.line.tolist(), wrong.pairs.tolist(), wrong.mixed.tolist()
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
