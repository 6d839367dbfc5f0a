"""Every pair of clusterings of n items once, up to the names of items and clusters.

Such a pair is its contingency table up to the order of rows and columns. There are 1, 4, 10, 33,
91, 298, 910, 3017, 9945, 34207, 119369 and 429250 of them for n = 1 … 12 (OEIS A007716).

Tables come in a fixed order, the simple ones first: by the number of clusters k_A + k_B, then by
k_A, then by the row sizes and the column sizes (the largest first; larger before smaller), then by
the cells. Within a table, rows and columns come in the order of their sizes, the largest first.
"""

from __future__ import annotations

import contextlib
import io
import os
import zipfile
import zlib
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise import kernels
from partwise.base import InputError, write_whole
from partwise.properties.verdict import LabelTuple
from partwise.tables import Cells, Contingency

Small: TypeAlias = NDArray[np.int8]
Numbers: TypeAlias = NDArray[np.int64]

KNOWN_COUNTS = (1, 4, 10, 33, 91, 298, 910, 3017, 9945, 34207, 119369, 429250)  # OEIS A007716
MOST_ITEMS = len(KNOWN_COUNTS)

_FIRST_KEPT = 8  # below, tables are made as quickly as they are read

_TABLE_TYPES = {
    "offsets": np.int64,
    "cells": np.int8,
    "rows": np.int8,
    "columns": np.int8,
    "transpose": np.int32,
    "weight": np.int64,
}
_MOVE_TYPES = {"source": np.int32, "target": np.int32, "kind": np.int8}


class Moves(NamedTuple):
    """All perfect splits and merges of candidates, each once, by source, kind and target."""

    # source, target: numbers of the tables before and after
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    kind: Small  # 0 for a split of the candidate (a column), 1 for a merge


class Enumeration:
    """All tables of n items; made by :func:`enumeration`.

    Attributes
    ----------
    cells, rows, columns : array of int8
        Of each non-zero cell of each table: its count, its row and its column.
    offsets : array of int64
        The cells of table i are those from ``offsets[i]`` to ``offsets[i + 1]``.
    transpose : array of int32
        The number of the table with reference and candidate swapped.
    weight : array of int64
        How many candidates B make the table with one fixed reference A. The weights of all tables
        with the same margins add up to the number of clusterings with the column sizes.

    Examples
    --------
    >>> tables = enumeration(4)
    >>> tables.count, tables.labels(6)
    (33, ((0, 0, 0, 1), (0, 0, 1, 0)))
    >>> tables.contingency(6).to_dense().tolist(), int(tables.weight[6])
    ([[2, 1], [1, 0]], 3)
    """

    def __init__(self, n: int, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.n = n
        self.offsets: Numbers = arrays["offsets"]
        self.cells: Small = arrays["cells"]
        self.rows: Small = arrays["rows"]
        self.columns: Small = arrays["columns"]
        self.transpose: NDArray[np.int32] = arrays["transpose"]
        self.weight: Numbers = arrays["weight"]
        for array in arrays.values():
            array.flags.writeable = False

    @property
    def count(self) -> int:
        """How many tables there are."""
        return len(self.weight)

    @cached_property
    def k_a(self) -> Numbers:
        """Number of clusters of the reference, for each table."""
        return np.maximum.reduceat(self.rows, self.offsets[:-1]).astype(np.int64) + 1

    @cached_property
    def k_b(self) -> Numbers:
        """Number of clusters of the candidate, for each table."""
        return np.maximum.reduceat(self.columns, self.offsets[:-1]).astype(np.int64) + 1

    @cached_property
    def table_of_cell(self) -> Numbers:
        """The number of the table, for each cell."""
        return np.repeat(np.arange(self.count), np.diff(self.offsets))

    @cached_property
    def row_offsets(self) -> Numbers:
        """The rows of table i are those from ``row_offsets[i]`` to ``row_offsets[i + 1]``."""
        return np.concatenate(([0], np.cumsum(self.k_a)))

    @cached_property
    def column_offsets(self) -> Numbers:
        """The columns of table i are from ``column_offsets[i]`` to ``column_offsets[i + 1]``."""
        return np.concatenate(([0], np.cumsum(self.k_b)))

    @cached_property
    def row_of_cell(self) -> Numbers:
        """The place of each cell's row in ``row_sizes``."""
        return self.row_offsets[self.table_of_cell] + self.rows

    @cached_property
    def column_of_cell(self) -> Numbers:
        """The place of each cell's column in ``column_sizes``."""
        return self.column_offsets[self.table_of_cell] + self.columns

    @cached_property
    def row_sizes(self) -> Numbers:
        """Sizes of the reference's clusters, table after table, the largest first."""
        return np.bincount(self.row_of_cell, self.cells).astype(np.int64)

    @cached_property
    def column_sizes(self) -> Numbers:
        """Sizes of the candidate's clusters, table after table, the largest first."""
        return np.bincount(self.column_of_cell, self.cells).astype(np.int64)

    @cached_property
    def row_margin(self) -> Numbers:
        """Which of ``partitions(n)`` the row sizes are, for each table."""
        return self._margin(self.row_sizes, self.row_offsets)

    @cached_property
    def column_margin(self) -> Numbers:
        """Which of ``partitions(n)`` the column sizes are, for each table."""
        return self._margin(self.column_sizes, self.column_offsets)

    def _margin(self, sizes: Numbers, offsets: Numbers) -> Numbers:
        lengths = np.diff(offsets)
        places = np.arange(len(sizes)) - np.repeat(offsets[:-1], lengths)
        digits = sizes * (self.n + 1) ** (self.n - 1 - places)
        known = [_digits(sizes, self.n) for sizes in partitions(self.n)]  # the largest first
        return np.searchsorted(-np.array(known), -np.add.reduceat(digits, offsets[:-1]))

    @cached_property
    def moves(self) -> Moves:
        """All perfect splits and merges of candidates; made when first asked for."""
        return Moves(**_kept("moves", self.n, _make_moves, _are_moves))

    @cached_property
    def _by_margins(self) -> tuple[Numbers, Numbers]:
        pairs = self.row_margin * len(partitions(self.n)) + self.column_margin
        order = np.argsort(pairs, kind="stable")
        return order, pairs[order]

    def with_margins(self, row_margin: int, column_margin: int) -> Numbers:
        """Return the numbers of the tables with these row and column sizes.

        Examples
        --------
        >>> tables = enumeration(4)
        >>> two_and_two = partitions(4).index((2, 2))
        >>> found = tables.with_margins(two_and_two, two_and_two)
        >>> tables.weight[found].tolist()
        [2, 1]
        """
        order, pairs = self._by_margins
        wanted = row_margin * len(partitions(self.n)) + column_margin
        start, end = np.searchsorted(pairs, (wanted, wanted + 1))
        return order[start:end]

    def labels(self, i: int) -> tuple[LabelTuple, LabelTuple]:
        """Return two clusterings that make table i; clusters are numbered as they appear."""
        cells = slice(*self.offsets[i : i + 2])
        columns = np.repeat(self.columns[cells], self.cells[cells]).tolist()
        seen: dict[int, int] = {}
        candidate = tuple(seen.setdefault(column, len(seen)) for column in columns)
        return tuple(np.repeat(self.rows[cells], self.cells[cells]).tolist()), candidate

    def contingency(self, i: int) -> Contingency:
        """Return table i."""
        start, end = self.offsets[i : i + 2].tolist()
        arrays = (self.rows, self.columns, self.cells)
        cells = Cells(*(array[start:end].astype(np.int64) for array in arrays))
        return Contingency(cells, np.arange(self.k_a[i]), np.arange(self.k_b[i]))

    def __repr__(self) -> str:
        return f"<Enumeration of {self.count} tables of {self.n} items>"


@cache
def enumeration(n: int) -> Enumeration:
    """Enumerate all pairs of clusterings of n items; kept in memory and on disk.

    Examples
    --------
    >>> [enumeration(n).count for n in range(1, 7)]
    [1, 4, 10, 33, 91, 298]
    """
    if not 1 <= n <= MOST_ITEMS:
        raise InputError(f"all pairs are enumerated for n = 1 … {MOST_ITEMS} items, not {n}")
    return Enumeration(n, _kept("tables", n, _make_tables, _are_tables))


@cache
def partitions(n: int) -> tuple[tuple[int, ...], ...]:
    """All ways to write n as a sum of sizes, largest first; those with large sizes come first.

    Examples
    --------
    >>> partitions(4)
    ((4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1))
    """
    return tuple(_partitions(n, n))


def _partitions(n: int, most: int) -> list[tuple[int, ...]]:
    if n == 0:
        return [()]
    largest = range(min(n, most), 0, -1)
    return [(size, *rest) for size in largest for rest in _partitions(n - size, size)]


def _digits(sizes: tuple[int, ...], n: int) -> int:
    """Read sizes as the digits of a number, so that numbers are in the order of partitions."""
    return sum(size * (n + 1) ** (n - 1 - place) for place, size in enumerate(sizes))


def _kept(name: str, n: int, make: Any, is_whole: Any) -> Arrays:
    if n < _FIRST_KEPT:
        return make(n)  # type: ignore[no-any-return]
    return cached_arrays(f"{name}-{n}", lambda: make(n), lambda arrays: is_whole(n, arrays))


def _make_tables(n: int) -> Arrays:
    return dict(zip(_TABLE_TYPES, kernels.enumerate_tables(n), strict=True))


def _make_moves(n: int) -> Arrays:
    return dict(zip(_MOVE_TYPES, kernels.enumerate_moves(n), strict=True))


def _have_types(arrays: Arrays, types: Mapping[str, Any]) -> bool:
    return {name: array.dtype for name, array in arrays.items()} == types


def _are_tables(n: int, arrays: Arrays) -> bool:
    if not _have_types(arrays, _TABLE_TYPES):
        return False
    count, cells = KNOWN_COUNTS[n - 1], arrays["cells"]
    return (
        len(arrays["offsets"]) == count + 1
        and len(arrays["transpose"]) == len(arrays["weight"]) == count
        and arrays["offsets"][-1] == len(cells) == len(arrays["rows"]) == len(arrays["columns"])
        and int(cells.sum(dtype=np.int64)) == n * count
    )


def _are_moves(n: int, arrays: Arrays) -> bool:
    if not _have_types(arrays, _MOVE_TYPES):
        return False
    source, target, kind = arrays.values()
    return len(source) == len(target) == len(kind) > 0 and all(
        side.min() >= 0 and side.max() < KNOWN_COUNTS[n - 1] for side in (source, target)
    )


Arrays: TypeAlias = Mapping[str, NDArray[Any]]

_VERSION = 1  # to be raised whenever the contents of a file change their meaning or their order
_UNREADABLE = (
    OSError,
    ValueError,
    KeyError,
    EOFError,
    AttributeError,
    NotImplementedError,
    zipfile.BadZipFile,
    zlib.error,
)


def cache_folder() -> Path:
    """Return the folder: ``partwise`` in $XDG_CACHE_HOME, or in ~/.cache."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "partwise"


def cached_arrays(
    name: str, compute: Callable[[], Arrays], is_whole: Callable[[Arrays], bool]
) -> Arrays:
    """Read arrays from the cache, or compute and keep them.

    A file that cannot be read, or that holds something else, is written again. Where nothing can be
    written, nothing is kept.

    """
    try:
        path = cache_folder() / f"{name}-v{_VERSION}.npz"
    except RuntimeError:  # there is no home folder
        return compute()
    stored = _read(path)
    if stored is not None and is_whole(stored):
        return stored
    arrays = compute()
    with contextlib.suppress(InputError):
        write_whole(path, _packed(arrays))
    return arrays


def _read(path: Path) -> Arrays | None:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except _UNREADABLE:
        return None


def _packed(arrays: Arrays) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()
