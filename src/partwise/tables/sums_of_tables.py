"""Tables of items together, and without some of them: cells are matched by the clusters' labels."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, total
from partwise.clusterings import Codes, Lone
from partwise.tables.shown_cells import ShownCells


class NamedCells(NamedTuple):
    """Cells, of which some may be alike or empty, and the labels of their rows and columns."""

    rows: Codes
    columns: Codes
    counts: NDArray[Any]
    row_labels: Sequence[Hashable]
    column_labels: Sequence[Hashable]


def joined(first: ShownCells, second: ShownCells) -> NamedCells:
    """Return the cells of two tables, with the labels of both."""
    rows_of = (first.row_labels, _apart(second.row_labels, first.row_labels))
    columns_of = (first.column_labels, _apart(second.column_labels, first.column_labels))
    row_labels = list(dict.fromkeys((*rows_of[0], *rows_of[1])))
    column_labels = list(dict.fromkeys((*columns_of[0], *columns_of[1])))
    kind = object if first.n + second.n >= 2**63 else np.int64
    parts = [
        (
            _lines_of(row_labels, its_rows)[table.cells.rows],
            _lines_of(column_labels, its_columns)[table.cells.columns],
            table.cells.counts.astype(kind),
        )
        for table, its_rows, its_columns in zip((first, second), rows_of, columns_of, strict=True)
    ]
    rows, columns, counts = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return NamedCells(rows, columns, counts, row_labels, column_labels)


def remaining(whole: ShownCells, part: ShownCells) -> NamedCells:
    """Return the cells of a table without the items of another; an error if it lacks some."""
    rows, columns = (np.asarray(places, np.int64) for places in whole.places)
    keys = rows * whole.k_b + columns
    part_rows = _lines_of(whole.row_labels, part.row_labels)[part.cells.rows]
    part_columns = _lines_of(whole.column_labels, part.column_labels)[part.cells.columns]
    is_known = (part_rows >= 0) & (part_columns >= 0)
    part_keys = np.where(is_known, part_rows * whole.k_b + part_columns, -1)
    places = np.searchsorted(keys, part_keys)
    is_lacking = np.append(keys, -2)[places] != part_keys
    for cell, place in _places_of_lone_items(whole, part).items():
        is_lacking[cell], places[cell] = place is None, place or 0
    places, taken = places[~is_lacking], part.cells.counts[~is_lacking]
    counts = whole.cells.counts.astype(np.result_type(whole.cells.counts, taken))
    np.subtract.at(counts, places, taken)
    is_lacking[~is_lacking] = counts[places] < 0
    if is_lacking.any():
        raise _lacking(part, np.flatnonzero(is_lacking))
    counts = counts if total(counts) >= 2**63 else counts.astype(np.int64)
    return NamedCells(rows, columns, counts, whole.row_labels, whole.column_labels)


def _places_of_lone_items(whole: ShownCells, part: ShownCells) -> dict[int, int | None]:
    """Return where a table has each lone item of another, by cell; None if it does not.

    It is that of the item itself, or else one of the same name and with the same other label.
    """
    wanted = _lone_cells(part)
    cells = _lone_cells(whole) if wanted else {}
    itself = {labels: place for place, labels in cells.items()}
    chosen = {cell: itself.get(labels) for cell, labels in wanted.items()}
    taken = set(chosen.values())
    alike: dict[tuple[Hashable, ...], list[int]] = {}
    for place, labels in cells.items():
        if place not in taken:
            alike.setdefault(tuple(map(name_of, labels)), []).append(place)
    for cell, labels in wanted.items():
        others = alike.get(tuple(map(name_of, labels)))
        if chosen[cell] is None and others:
            chosen[cell] = others.pop()
    return chosen


def _lone_cells(table: ShownCells) -> dict[int, tuple[Hashable, Hashable]]:
    """Return the labels of those cells that have an item which is a cluster of its own."""
    if not any(isinstance(label, Lone) for label in (*table.row_labels, *table.column_labels)):
        return {}
    pairs = zip(*(places.tolist() for places in table.places), strict=True)
    labels = ((table.row_labels[i], table.column_labels[j]) for i, j in pairs)
    return {
        cell: both
        for cell, both in enumerate(labels)
        if isinstance(both[0], Lone) or isinstance(both[1], Lone)
    }


def _apart(labels: Sequence[Hashable], others: Sequence[Hashable]) -> Sequence[Hashable]:
    """Return labels with new ones for the lone items that others are, too: none is joined."""
    known = {label for label in others if isinstance(label, Lone)}
    return [
        Lone(label.item) if isinstance(label, Lone) and label in known else label
        for label in labels
    ]


def name_of(label: Hashable) -> Hashable:
    """Return what makes two labels the same in different tables."""
    return (Lone, label.item) if isinstance(label, Lone) else label


def _lines_of(labels: Sequence[Hashable], wanted: Sequence[Hashable]) -> Codes:
    """Return where labels of another table are among these; -1 for those that are not."""
    line: dict[Hashable, int] = {}
    for i, label in enumerate(labels):
        line[label] = i  # a lone item itself is better than another one of the same name
        line.setdefault(name_of(label), i)
    places = [line.get(label, line.get(name_of(label), -1)) for label in wanted]
    return np.array(places, np.int64)


def _lacking(part: ShownCells, where: Codes) -> InputError:
    rows, columns = (places[where].tolist() for places in part.places)
    labels = [
        (part.row_labels[i], part.column_labels[j]) for i, j in zip(rows, columns, strict=True)
    ]
    return InputError(
        "the table to subtract has items that this one does not have",
        examples=labels,
        what="in cells" if len(labels) > 1 else "in cell",
        remedy="subtract a table whose items are all in this one",
    )
