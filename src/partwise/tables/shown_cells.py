"""A contingency table as people read it and as data frames hold it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.base import Backend, Cell, InputError, Result, Table, frame_of, listed, many
from partwise.tables.aggregated import AggregatedTable
from partwise.tables.cells import Cells

_MOST_ROWS, _MOST_COLUMNS = 60, 20
"""Clusters that are printed: if there are more, the largest ones."""
_MOST_WIDE = 10**7
"""Cells of a wide frame or an array, the zeros included."""


class ShownCells(AggregatedTable, Result):
    """A table whose cells and labels are here: it prints, and leaves as a data frame."""

    row_labels: Any
    column_labels: Any
    counted: ClassVar[str] = "items"
    """What cells are numbers of."""

    @property
    @abstractmethod
    def cells(self) -> Cells:
        """The non-zero cells."""

    @property
    @abstractmethod
    def row_sizes(self) -> NDArray[Any]:
        """Sizes of the reference's clusters."""

    @property
    @abstractmethod
    def column_sizes(self) -> NDArray[Any]:
        """Sizes of the candidate's clusters."""

    @abstractmethod
    def to_dense(self) -> NDArray[Any]:
        """Return the table as a dense matrix."""

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the dense matrix, where NumPy asks for an array."""
        if copy is False:
            raise ValueError("a contingency table cannot be turned into an array without a copy")
        if self.k_a * self.k_b > _MOST_WIDE:
            raise InputError(
                f"an array would have {self.k_a:,} × {self.k_b:,} cells, most of them zero",
                remedy="use to_frame(), which has one row per cell that is not zero, or to_dense() "
                "to get the array anyway",
            )
        return np.asarray(self.to_dense(), dtype)

    def to_frame(self, backend: Backend | None = None, *, wide: bool = False) -> Any:
        """Return the table as a data frame.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            The library of the data frame; by default, the first of them that is installed.
        wide : bool
            True: one row per cluster of the reference and one column per cluster of the candidate,
            zeros included, as in :func:`pandas.crosstab`. False: one row for each pair of clusters
            that share items, with columns ``reference``, ``candidate`` and ``items``.

        Examples
        --------
        >>> import partwise as pw
        >>> table = pw.contingency(["cat", "cat", "dog"], [0, 1, 1])
        >>> table.to_frame("polars").rows()
        [('cat', 0, 1), ('cat', 1, 1), ('dog', 1, 1)]
        >>> table.to_frame(wide=True).loc["cat", 1]
        np.int64(1)
        """
        if not wide:
            return frame_of(self._full_table(), backend)
        if self.k_a * self.k_b > _MOST_WIDE:
            raise InputError(
                f"a wide frame would have {self.k_a:,} × {self.k_b:,} cells, most of them zero",
                remedy="leave out wide=True to get one row per cell that is not zero",
            )
        rows, columns = range(self.k_a), range(self.k_b)
        return frame_of(self._crosstab(rows, columns), backend, labelled=True)

    def to_table(self) -> Table:
        """Return clusters × clusters, the largest ones if there are many."""
        rows = _largest(self.row_sizes, _MOST_ROWS)
        columns = _largest(self.column_sizes, _MOST_COLUMNS)
        table = self._crosstab(rows, columns)
        weight = "" if self.n == self.item_count else f" of weight {float(self.n):g}"
        title = (
            f"{many(self.item_count, 'item')}{weight}, "
            f"{many(self.k_a, 'reference cluster')} (rows), "
            f"{many(self.k_b, 'candidate cluster')} (columns)"
        )
        rest = {"row": self.k_a - len(rows), "column": self.k_b - len(columns)}
        left_out = [many(count, f"more {what}") for what, count in rest.items() if count]
        notes = [f"Only the largest clusters are shown; {listed(left_out)}"] if left_out else []
        return Table(table.columns, table.rows, title, notes)

    def _crosstab(self, rows: Iterable[int], columns: Iterable[int]) -> Table:
        """Return the counts of some rows and columns, in the order of their labels."""
        row_of, column_of = (
            {place: i for i, place in enumerate(_by_label(chosen, labels))}
            for chosen, labels in ((rows, self.row_labels), (columns, self.column_labels))
        )
        counts: list[list[Any]] = [[0] * len(column_of) for _ in row_of]
        for i, j, count in zip(*(array.tolist() for array in self.cells), strict=True):
            if i in row_of and j in column_of:
                counts[row_of[i]][column_of[j]] = count
        labels = [as_cell(self.row_labels[i]) for i in row_of]
        heads = [as_cell(self.column_labels[j]) for j in column_of]
        lines = [[label, *line] for label, line in zip(labels, counts, strict=True)]
        return Table(["reference", *heads], lines)  # type: ignore[list-item]  # numbers, in pandas

    def _full_table(self) -> Table:
        labels, heads = ([*map(as_cell, of)] for of in (self.row_labels, self.column_labels))
        cells = zip(*(array.tolist() for array in self.cells), strict=True)
        rows = [[labels[i], heads[j], count] for i, j, count in cells]
        return Table(["reference", "candidate", self.counted], rows)

    def _content(self) -> dict[str, Any]:
        cells = self._full_table()
        return {
            "n": self.item_count,
            "reference_clusters": self.k_a,
            "candidate_clusters": self.k_b,
            "cells": [dict(zip(cells.columns, row, strict=True)) for row in cells.rows],
        }


def as_cell(label: Hashable) -> Cell:
    """Return a label as a table can hold it: numbers and text as they are, else as text.

    Examples
    --------
    >>> as_cell(7), as_cell("x"), as_cell((1, 2))
    (7, 'x', '(1, 2)')
    """
    return label if isinstance(label, str | int | float) else str(label)


def _largest(sizes: NDArray[Any], most: int) -> list[int]:
    """Return the places of the largest sizes."""
    return [int(place) for place in np.argsort(-sizes, kind="stable")[:most]]


def _by_label(places: Iterable[int], labels: Sequence[Any]) -> list[int]:
    """Return places in the order of their labels; as they come if these have none."""
    try:
        return sorted(places, key=lambda place: labels[place])
    except TypeError:
        return sorted(places)
