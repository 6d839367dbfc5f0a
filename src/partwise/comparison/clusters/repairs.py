"""Tables of a candidate of which one mistake has been undone."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.cells import Cells
from partwise.contingency import Contingency

__all__ = ["joined", "split_up", "taken_out"]


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
