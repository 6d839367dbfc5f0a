"""Columns of labels → counts, on the compiled kernels and as many threads as are worth it."""

from __future__ import annotations

import os
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.kernels import _kernels

MOST_AT_ONCE = 2**32 - 1
"""The kernel counts in 32 bits; more items are counted in pieces that add up."""

_WORTH_A_THREAD = 2**17
_MOST_THREADS = 256


class CountedCells(NamedTuple):
    """What the kernel returns: labels and sizes of rows and columns, and the non-zero cells."""

    row_labels: NDArray[Any]
    column_labels: NDArray[Any]
    row_sizes: NDArray[np.int64]
    column_sizes: NDArray[np.int64]
    rows: NDArray[np.int32]
    columns: NDArray[np.int32]
    counts: NDArray[np.int64]


@cache
def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def threads_for(threads: int | None, n: int) -> int:
    """Return how many threads to use for n items: those asked for, or as many as are worth it."""
    if threads is None:
        return max(1, min(_cores(), n // _WORTH_A_THREAD))
    if not isinstance(threads, int) or threads < 1:
        raise InputError(f"threads= must be a whole number of at least 1, not {threads!r}")
    return min(threads, max(1, n), _MOST_THREADS)


def count_cells(a: NDArray[Any], b: NDArray[Any], threads: int | None = None) -> CountedCells:
    """Count the cells of two columns of integers of equal length, fewer than 2^32.

    Examples
    --------
    >>> counted = count_cells(np.array([7, 7, 5]), np.array([1, 1, 2]))
    >>> counted.row_labels.tolist(), counted.row_sizes.tolist(), counted.counts.tolist()
    ([5, 7], [1, 2], [1, 2])
    """
    a, b = _readable(a), _readable(b)
    return CountedCells(*_kernels.count_cells(a, b, threads_for(threads, len(a))))


def square_sums(
    a: NDArray[Any], b: NDArray[Any], threads: int | None = None
) -> tuple[int, int, int]:
    """Return the sums of squares of cells, rows and columns: all that pair counts need.

    For up to 3,037,000,499 items, whose square fits in 63 bits.
    """
    return _kernels.square_sums(_readable(a), _readable(b), threads_for(threads, len(a)))


def factorize(
    labels: NDArray[Any], threads: int | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give integers numbers by first appearance; return these, and where each appears first.

    Examples
    --------
    >>> [numbers.tolist() for numbers in factorize(np.array([7, 3, 7, 5]))]
    [[0, 1, 0, 2], [0, 1, 3]]
    """
    return _kernels.factorize(_readable(labels), threads_for(threads, len(labels)))


def _readable(column: NDArray[Any]) -> NDArray[Any]:
    """Copy a column that does not step by whole items, such as a field of packed records."""
    return column if column.strides[0] % column.itemsize == 0 else column.copy()
