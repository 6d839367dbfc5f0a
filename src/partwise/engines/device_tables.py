"""Two columns of whole numbers on a GPU → their table or pair counts: only these leave the GPU.

A table of few lines is counted cell by cell, whether or not cells are empty; one of many lines by
sorting the numbers of the cells. Both give the counts that the host gives.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.clusterings import Lone
from partwise.engines.device_kernels import Array, Lines
from partwise.engines.device_libraries import Library, counter_of
from partwise.tables import (
    AggregatedTable,
    Blocks,
    Cells,
    Contingency,
    PairCounts,
    SizeHistogram,
)

MOST_DENSE = 2**24
"""So many cells are counted whether or not they are empty: as many as fit in the cache of a GPU."""

_MOST_FETCHED = 2**16  # cells of a table that is fetched whole: that takes as long as one sum
_SQUARES_FIT = math.isqrt(2**63 - 1)  # items up to which a sum of squares fits in int64
_HOST = Library(np)


@dataclass(frozen=True)
class Column:
    """Labels on a GPU as whole numbers, and how to tell the labels from the numbers.

    ``names`` has the label of each number where the numbers are new ones, on the GPU; labels from
    ``lone`` on stand for single items, by position.
    """

    library: Library
    lines: Lines
    names: Array | None = None
    lone: int | None = None
    is_boolean: bool = False

    @classmethod
    def of(
        cls,
        library: Library,
        array: Array,
        bounds: tuple[int, int],
        lone: int | None = None,
        is_boolean: bool = False,
    ) -> Column:
        """Take numbers within bounds; those that are far apart get new ones, in their order."""
        low, high = bounds
        width = high - low + 1
        if width <= MOST_DENSE or width <= 2 * len(array):
            return cls(library, Lines(array, low, width), None, lone, is_boolean)
        names, codes = library.module.unique(array, return_inverse=True)
        return cls(library, Lines(codes, 0, len(names)), names, lone, is_boolean)

    def labels(self, numbers: NDArray[np.int64]) -> NDArray[Any] | list[Hashable]:
        """Return the labels of clusters, by their numbers from 0."""
        values = numbers + self.lines.low
        if self.names is not None:
            values = self.library.fetch(self.names)[numbers]
        if self.lone is None:
            return values.astype(bool) if self.is_boolean else values
        kind, lone = bool if self.is_boolean else int, self.lone
        return [kind(label) if label < lone else Lone(label - lone) for label in values.tolist()]


class _Counts(NamedTuple):
    """Counts of cells and the sizes of their rows and columns, by number, where they are.

    ``numbers`` has the cells, line by line, if those that are empty are left out.
    """

    library: Library
    numbers: Array | None
    cells: Array
    row_sizes: Array
    column_sizes: Array


def device_pair_counts(rows: Column, columns: Column) -> PairCounts:
    """Count pairs of items; three sums leave the GPU."""
    n = rows.lines.array.shape[0]
    if n == 0:
        return PairCounts(0, 0, 0, 0)
    with rows.library.at_work(rows.lines.array):
        library, _, *counts = _counted(rows, columns)
        return PairCounts.from_square_sums(
            n, *(_sum_of_squares(library, sizes, n) for sizes in counts)
        )


def device_table(rows: Column, columns: Column, max_cells: int) -> AggregatedTable:
    """Count cells; those that are not empty leave the GPU, unless there are too many of them."""
    if len(rows.lines.array) == 0:
        return Contingency(Cells(*(np.zeros(0, np.int64) for _ in range(3))), (), ())
    with rows.library.at_work(rows.lines.array):
        library, numbers, counts, *sizes = _counted(rows, columns)
        if numbers is None and len(counts) <= max_cells and bool((counts > 0).all()):
            row, column = np.indices([len(side) for side in sizes], np.int32).reshape(2, -1)
        else:
            if numbers is None:
                numbers = library.nonzero(counts)
                counts = counts[numbers]
            row = numbers // columns.lines.width
            places = row, numbers - row * columns.lines.width
            if len(counts) > max_cells:
                return _aggregated(library, library.cast(counts, "int64"), places, sizes)
            row, column = (library.fetch(library.cast(place, "int32")) for place in places)
        cells = Cells(row, column, library.fetch(counts).astype(np.int64, copy=False))
        return _named(cells, (rows, columns), [library.fetch(side) for side in sizes])


def _counted(rows: Column, columns: Column) -> _Counts:
    if rows.lines.width * columns.lines.width <= MOST_DENSE:
        return _dense(rows, columns)
    library = rows.library
    codes = library.codes(rows.lines, columns.lines)
    numbers, cells = library.module.unique(codes, return_counts=True)
    sizes = (
        library.module.bincount(library.shifted(side.lines), minlength=side.lines.width)
        for side in (rows, columns)
    )
    return _Counts(library, numbers, *(library.cast(part, "int64") for part in (cells, *sizes)))


def _dense(rows: Column, columns: Column) -> _Counts:
    library, both = counter_of(rows.library, (rows.lines, columns.lines))
    with library.at_work(both[0].array):
        cells = library.dense(*both)
        if both[0].width * both[1].width <= _MOST_FETCHED:
            library, cells = _HOST, library.fetch(cells).astype(np.int64, copy=False)
        matrix = cells.reshape(both[0].width, both[1].width)
        return _Counts(library, None, cells, matrix.sum(1), matrix.sum(0))


def _sum_of_squares(library: Library, sizes: Array, n: int) -> int:
    sizes = library.cast(sizes, "int64")
    if n <= _SQUARES_FIT and library is _HOST:
        return int(sizes @ sizes)
    if n <= _SQUARES_FIT:
        return int((sizes * sizes).sum())
    return _histogram(library, sizes).sum_of(lambda size: size * size)


def _histogram(library: Library, sizes: Array) -> SizeHistogram:
    """Count equal sizes; 0 is none."""
    distinct, times = map(library.fetch, library.module.unique(sizes, return_counts=True))
    start = int(distinct[0] == 0)
    return SizeHistogram(distinct[start:].astype(np.int64), times[start:].astype(np.int64))


def _named(cells: Cells, sides: tuple[Column, Column], sizes: list[NDArray[Any]]) -> Contingency:
    """Leave out numbers that no item has, and give the others their labels."""
    (row, kept_rows), (column, kept_columns) = (
        _closed_up(place, all_sizes) for place, all_sizes in zip(cells[:2], sizes, strict=True)
    )
    return Contingency(
        Cells(row, column, cells.counts),
        sides[0].labels(kept_rows),
        sides[1].labels(kept_columns),
        (sizes[0][kept_rows], sizes[1][kept_columns]),
    )


def _closed_up(
    numbers: NDArray[Any], sizes: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return numbers among the lines that have items, and which lines these are."""
    kept = np.flatnonzero(sizes)
    if len(kept) == len(sizes):
        return numbers, kept
    return (np.cumsum(sizes > 0, dtype=np.int32) - np.int32(1))[numbers], kept


def _aggregated(
    library: Library, counts: Array, places: tuple[Array, Array], sizes: list[Array]
) -> AggregatedTable:
    """Send cells that are alike together."""
    histograms = [_histogram(library, side) for side in sizes]
    maxima = [_sum_of_maxima(library, place, counts) for place in places]
    packed, known = None, []
    for values in (counts, *(side[place] for side, place in zip(sizes, places, strict=True))):
        distinct = library.module.unique(values)
        rank = library.module.searchsorted(distinct, values)
        packed = rank if packed is None else packed * len(distinct) + rank
        known.append(library.fetch(distinct))
    codes, times = map(library.fetch, library.module.unique(packed, return_counts=True))
    cell, row, column = np.unravel_index(codes, [len(distinct) for distinct in known])
    blocks = Blocks(known[0][cell], known[1][row], known[2][column], times.astype(np.int64))
    return AggregatedTable(blocks, histograms[0], histograms[1], maxima[0], maxima[1])


def _sum_of_maxima(library: Library, lines: Array, counts: Array) -> int:
    """Sum the largest cells of lines: each is the last one of its line when they are sorted."""
    base = int(counts.max()) + 1
    ordered = library.module.unique(library.cast(lines, "int64") * base + counts)
    line = ordered // base
    largest = ordered - line * base
    is_last = line[1:] != line[:-1]
    return int(largest[:-1][is_last].sum()) + int(largest[-1])
