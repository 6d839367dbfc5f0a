"""The rows and columns of a table one by one: which clusters share items with a given one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.tables import Contingency


class Part(NamedTuple):
    """A cluster of the other clustering: its label, how many items are shared, and its size."""

    label: Hashable
    items: int
    size: int


@dataclass(frozen=True)
class Lines:
    """The cells of a table, grouped by row or by column.

    ``others`` and ``counts`` are the column (or row) and the count of each cell, line by line;
    ``starts`` is where each line begins, and where the last ends. ``labels`` and ``sizes`` are
    those of the clusters that cross the lines.
    """

    others: NDArray[Any]
    counts: NDArray[Any]
    starts: NDArray[Any]
    labels: Sequence[Hashable]
    sizes: NDArray[Any]

    def cells(self, line: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return which lines cross this one in a cell that is not zero, and the counts there."""
        where = slice(self.starts[line], self.starts[line + 1])
        return self.others[where], self.counts[where]

    def parts(self, line: int) -> tuple[Part, ...]:
        """Return the parts of this line, largest first."""
        others, counts = self.cells(line)
        order = largest_first(counts)
        cells = zip(others[order].tolist(), counts[order].tolist(), strict=True)
        return tuple(Part(self.labels[j], count, int(self.sizes[j])) for j, count in cells)


def rows_of(table: Contingency) -> Lines:
    """Group the cells by cluster of the reference.

    Examples
    --------
    >>> from partwise import contingency
    >>> rows_of(contingency([0, 0, 0, 1], ["x", "y", "y", "y"])).parts(0)
    (Part(label='y', items=2, size=3), Part(label='x', items=1, size=1))
    """
    rows, columns, counts = table.cells
    counts = counts.astype(wide(table), copy=False)
    starts = np.searchsorted(rows, np.arange(table.k_a + 1))
    return Lines(columns, counts, starts, table.column_labels, table.column_sizes)


def columns_of(table: Contingency) -> Lines:
    """Group the cells by cluster of the candidate."""
    rows, columns, counts = table.cells
    counts = counts.astype(wide(table), copy=False)
    is_narrow = table.k_b <= 2**16  # NumPy sorts numbers of 16 bits in one pass
    order = np.argsort(columns.astype(np.uint16) if is_narrow else columns, kind="stable")
    starts = np.searchsorted(columns[order], np.arange(table.k_b + 1))
    return Lines(rows[order], counts[order], starts, table.row_labels, table.row_sizes)


def wide(table: Contingency) -> np.dtype[Any]:
    """Return in which type products of two counts cannot overflow."""
    return np.dtype(np.int64 if table.n**2 < 2**63 else object)


def largest_first(values: NDArray[Any], most: int | None = None) -> NDArray[Any]:
    """Return the order of values from the largest on, all or the first so many; ties as they come.

    Examples
    --------
    >>> largest_first(np.array([1, 5, 5, 3]), 3).tolist()
    [1, 2, 3]
    """
    where = np.arange(len(values))
    if most is not None and 0 < most < len(values):
        where = np.flatnonzero(values >= np.partition(values, -most)[-most])
    return where[np.argsort(-values[where], kind="stable")][:most]


def listing(parts: Sequence[Part], in_all: int) -> str:
    """Write some parts in a line, and how many more there are.

    Examples
    --------
    >>> listing([Part("x", 5, 6)], 2)
    'x (5 of 6) and 1 more'
    """
    text = ", ".join(f"{part.label} ({part.items} of {part.size})" for part in parts)
    return text if len(parts) == in_all else f"{text} and {in_all - len(parts)} more"
