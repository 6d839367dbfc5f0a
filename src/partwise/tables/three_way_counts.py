"""Two tables with the same reference, and how their cells cross each other."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.clusterings import renumber
from partwise.kernels import are_plain, count_cells
from partwise.tables.aggregated import AggregatedTable
from partwise.tables.contingency_table import Contingency, counted


class ThreeWayCounts(NamedTuple):
    """Two tables with the same rows, and for each three-way cell its count and its two cells.

    ``same`` tells whether the two candidates are the same clustering.
    """

    tables: tuple[AggregatedTable, AggregatedTable]
    same: bool
    counts: NDArray[np.int64]
    cells: tuple[NDArray[np.int64], NDArray[np.int64]]


def three_way(reference: NDArray[Any], first: NDArray[Any], second: NDArray[Any]) -> ThreeWayCounts:
    """Count three columns of integers.

    Examples
    --------
    >>> found = three_way(*np.array([[0, 0, 0, 1], [5, 5, 7, 7], [1, 2, 2, 2]]))
    >>> found.counts.tolist(), [cells.tolist() for cells in found.cells]
    ([1, 1, 1, 1], [[0, 0, 1, 2], [0, 1, 1, 2]])
    """
    if not are_plain(reference, first, second):
        raise InputError("the reference and both candidates must be integer arrays of one length")
    a, b, c = (renumber(codes)[0] for codes in (reference, first, second))
    tables = counted(a, b), counted(a, c)
    occupied = count_cells(a, b * tables[1].k_b + c)
    labels = np.divmod(occupied.column_labels[occupied.columns], max(tables[1].k_b, 1))
    cells = [
        cell_positions(table, occupied.rows.astype(np.int64), column)
        for table, column in zip(tables, labels, strict=True)
    ]
    return ThreeWayCounts(tables, np.array_equal(b, c), occupied.counts, (cells[0], cells[1]))


def cell_positions(
    table: Contingency, rows: NDArray[Any], columns: NDArray[Any]
) -> NDArray[np.int64]:
    """Return where the cells with these rows and columns are among the cells of a table."""
    keys = table.cells.rows.astype(np.int64) * table.k_b + table.cells.columns
    places: NDArray[np.int64] = np.searchsorted(keys, rows * table.k_b + columns)
    return places
