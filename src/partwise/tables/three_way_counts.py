"""Two tables with the same reference, and how their cells cross each other."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise import kernels
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
        raise InputError(
            "the reference and both candidates must be integer arrays of the same length"
        )
    a, b, c = (renumber(codes)[0] for codes in (reference, first, second))
    tables = counted(a, b), counted(a, c)
    occupied = count_cells(cell_positions(tables[0], a, b), cell_positions(tables[1], a, c))
    cells = (
        occupied.row_labels[occupied.rows],
        occupied.column_labels[occupied.columns],
    )
    return ThreeWayCounts(tables, np.array_equal(b, c), occupied.counts, cells)


def cell_positions(
    table: Contingency, rows: NDArray[Any], columns: NDArray[Any]
) -> NDArray[np.int32]:
    """Return where the cells with these rows and columns are among the cells of a table.

    Examples
    --------
    >>> rows, columns = np.array([0, 1, 1]), np.array([0, 1, 0])
    >>> cell_positions(counted(rows, columns), rows, columns)
    array([0, 2, 1], dtype=int32)
    """
    first_of_row = np.searchsorted(table.cells.rows, np.arange(table.k_a + 1))
    return kernels.cell_positions(
        first_of_row,
        table.cells.columns,
        np.ascontiguousarray(rows, np.int64),
        np.ascontiguousarray(columns, np.int64),
        kernels.threads_for(None, len(rows)),
    )
