"""The cell of each item, held against a dictionary of all cells."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.kernels import cell_positions, count_cells


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("n", "rows", "columns"), [(1, 1, 1), (40, 3, 5), (500, 60, 2), (9, 9, 9)])
def test_every_item_is_in_the_cell_of_its_row_and_column(
    n: int, rows: int, columns: int, threads: int
) -> None:
    rng = np.random.default_rng(n)
    a = np.unique(rng.integers(0, rows, n), return_inverse=True)[1]
    b = np.unique(rng.integers(0, columns, n), return_inverse=True)[1]
    cells = count_cells(a, b)
    place = {cell: i for i, cell in enumerate(zip(cells.rows, cells.columns, strict=True))}
    first = np.searchsorted(cells.rows, np.arange(a.max() + 2))
    positions = cell_positions(first, cells.columns, a, b, threads)
    assert positions.tolist() == [place[cell] for cell in zip(a, b, strict=True)]


@pytest.mark.parametrize(
    ("row", "column", "problem"),
    [(0, 1, "no such cell"), (1, 9, "no such cell"), (2, 0, "no such row"), (-1, 0, "no such row")],
)
def test_items_outside_the_table_are_refused(row: int, column: int, problem: str) -> None:
    first, columns = np.array([0, 1, 3]), np.array([0, 0, 1], np.int32)
    with pytest.raises(ValueError, match=problem):
        cell_positions(first, columns, np.array([row]), np.array([column]), 1)


@pytest.mark.parametrize("first", [[], [0, 2], [1, 3], [0, 2, 1, 3]])
def test_rows_that_do_not_divide_the_cells_are_refused(first: list[int]) -> None:
    columns = np.array([0, 0, 1], np.int32)
    with pytest.raises(ValueError, match="must divide the cells"):
        cell_positions(np.array(first, np.int64), columns, np.array([0]), np.array([0]), 1)
