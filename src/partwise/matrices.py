"""Dense and sparse matrices of counts → their non-zero cells."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.counts import exact_counts
from partwise.errors import InputError
from partwise.factorize import Codes

__all__ = ["matrix_cells"]


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
            raise InputError("a contingency matrix has two dimensions, not 1: pass a list of rows")
        if len({len(row) for row in lists}) > 1:
            raise InputError("the rows of a contingency matrix must all have the same length")
        matrix = np.array([[*row, None] for row in lists], object)[:, :-1]
    if matrix.ndim != 2:
        raise InputError(f"a contingency matrix has two dimensions, not {matrix.ndim}")
    counts = exact_counts(matrix, "count").reshape(matrix.shape)
    rows, columns = np.nonzero(counts)
    return rows, columns, counts[rows, columns], counts.shape
