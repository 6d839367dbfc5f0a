"""The non-zero cells of a table as aligned arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, exact_counts, total
from partwise.clusterings import Codes


class Cells(NamedTuple):
    """The non-zero cells of a table as three aligned arrays, sorted by row, then column."""

    rows: NDArray[Any]
    columns: NDArray[Any]
    counts: NDArray[Any]


def margin(codes: NDArray[Any], counts: NDArray[Any], size: int) -> NDArray[Any]:
    """Sum the counts of each line, exactly."""
    if counts.dtype != object and total(counts) < 2**53:
        return np.bincount(codes, counts, size).astype(np.int64)
    sums = np.zeros(size, counts.dtype)
    np.add.at(sums, codes, counts)
    return sums


def gathered(rows: Codes, columns: Codes, counts: NDArray[Any]) -> tuple[Cells, Codes, Codes]:
    """Sum equal cells and leave out zeros; return the cells and the lines that are left.

    Examples
    --------
    >>> cells, rows, columns = gathered(np.array([5, 5]), np.array([0, 0]), np.array([2, 3]))
    >>> cells.counts.tolist(), rows.tolist(), columns.tolist()
    ([5], [5], [0])
    """
    present = counts > 0
    rows, columns, counts = rows[present], columns[present], counts[present]
    kept_rows, rows = np.unique(rows, return_inverse=True)
    kept_columns, columns = np.unique(columns, return_inverse=True)
    keys, where = np.unique(rows * len(kept_columns) + columns, return_inverse=True)
    sums = margin(where.ravel(), counts, len(keys))
    cells = Cells(*np.divmod(keys, len(kept_columns)), sums)
    return cells, kept_rows, kept_columns


def sum_of_maxima(lines: NDArray[Any], counts: NDArray[Any], size: int) -> int:
    """Sum the largest cells of the lines.

    Examples
    --------
    >>> sum_of_maxima(np.array([0, 0, 1]), np.array([2, 3, 1]), 2)
    4
    """
    maxima = np.zeros(size, counts.dtype)
    np.maximum.at(maxima, lines, counts)
    return sum(maxima.tolist())


def matrix_cells(matrix: Any) -> tuple[Codes, Codes, NDArray[Any], tuple[int, ...]]:
    """Return the non-zero cells of a dense or sparse matrix, checked, and its shape."""
    if getattr(matrix, "ndim", 2) != 2:
        raise InputError(f"a contingency matrix has two dimensions, not {matrix.ndim}")
    if hasattr(matrix, "tocoo"):
        sparse = matrix.tocoo()
        rows, columns = np.asarray(sparse.row, np.int64), np.asarray(sparse.col, np.int64)
        return rows, columns, exact_counts(sparse.data, "count"), sparse.shape
    if np.ma.is_masked(matrix):
        raise InputError("the matrix has masked cells; fill them with counts first")
    if not isinstance(matrix, np.ndarray):
        lists = matrix.to_numpy().tolist() if hasattr(matrix, "to_numpy") else list(matrix)
        if not all(isinstance(row, Sized) and isinstance(row, Iterable) for row in lists):
            raise InputError(
                "a contingency matrix needs two dimensions, not 1; pass a list of rows"
            )
        if len({len(row) for row in lists}) > 1:
            raise InputError("the rows of a contingency matrix must all have the same length")
        matrix = np.array([[*row, None] for row in lists], object)[:, :-1]
    if matrix.ndim != 2:
        raise InputError(f"a contingency matrix has two dimensions, not {matrix.ndim}")
    counts = exact_counts(matrix, "count").reshape(matrix.shape)
    rows, columns = np.nonzero(counts)
    return rows, columns, counts[rows, columns], counts.shape
