"""The same question, asked of the engine and of the path in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeAlias

import narwhals as nw
import numpy as np

import partwise as pw
from every_engine.engines import Columns
from partwise.clusterings.policies import Lone, Policies
from partwise.engines.engine_tables import engine_table
from partwise.engines.item_join import JoinedItems, join
from partwise.engines.label_columns import LabelColumns
from partwise.tables.aggregated import AggregatedTable
from partwise.tables.contingency_table import Contingency
from partwise.tables.information import SizeHistogram

Frame: TypeAlias = Callable[[Columns], Any]
Named: TypeAlias = Mapping[Any, Any]


def labels_of(native: Any, *columns: str, item: str | None = None, **more: Any) -> LabelColumns:
    return LabelColumns(nw.from_native(native), columns, item, **more)


def joined_wide(
    frame: Frame, columns: Columns, item: str | None = None, **policies: Any
) -> JoinedItems:
    """Join the label columns of one frame."""
    names = [name for name in columns if name != item]
    labels = labels_of(frame(columns), *names, item=item)
    return join({name: labels[name] for name in names}, Policies(**policies))


def joined_two(
    frame: Frame, a: Named, b: Named, items: bool = False, **policies: Any
) -> JoinedItems:
    """Join two frames whose columns have different names, rows in different orders."""
    left = frame({"id": list(a), "gold": list(a.values())})
    right = frame({"mine": list(b.values())[::-1], "key": list(b)[::-1]})
    return join(
        {
            "gold": labels_of(left, "gold", item="id", source="left"),
            "mine": labels_of(right, "mine", item="key", source="right"),
        },
        Policies(**policies),
        items=items,
    )


def cells_of(table: Any) -> Counter[tuple[Any, Any, int]]:
    """Return the named cells of a table; clusters made for one item are all called alike."""
    rows, columns, counts = (array.tolist() for array in table.cells)
    return Counter(
        (_name(table.row_labels[i]), _name(table.column_labels[j]), count)
        for i, j, count in zip(rows, columns, counts, strict=True)
    )


def _name(label: Hashable) -> Hashable:
    return (type(label), "lone" if isinstance(label, Lone) else label)


def same_as_memory(joined: JoinedItems, a: object, b: object, **policies: Any) -> None:
    """Check cells, and the summary, against the table that is counted in memory."""
    expected = pw.contingency(a, b, **policies)
    first, second = joined.names[:2]
    table = engine_table(joined, first, second)
    assert isinstance(table, Contingency)
    assert joined.n == table.n == expected.n
    assert cells_of(table) == cells_of(expected)
    assert sorted(table.row_sizes.tolist()) == sorted(expected.row_sizes.tolist())
    assert sorted(table.column_sizes.tolist()) == sorted(expected.column_sizes.tolist())
    summary = engine_table(joined, first, second, most_cells=0)
    if expected.n:
        assert not isinstance(summary, Contingency)
    same_summary(summary, expected)
    joined.forget()


def same_summary(summary: Any, table: Contingency) -> None:
    """Check a summary against the definition, applied to a table in memory."""
    if isinstance(summary, Contingency):
        assert summary.n == table.n == 0
        return
    rows, columns, counts = table.cells
    found = Counter(
        zip(
            counts.tolist(),
            table.row_sizes[rows].tolist(),
            table.column_sizes[columns].tolist(),
            strict=True,
        )
    )
    blocks = summary.blocks
    told = {key[:3]: key[3] for key in zip(*(array.tolist() for array in blocks), strict=True)}
    assert all(array.dtype == np.int64 for array in blocks)
    assert len(told) == len(blocks.times)
    assert told == dict(found)
    assert pairs_of(summary.row_histogram) == Counter(table.row_sizes.tolist())
    assert pairs_of(summary.column_histogram) == Counter(table.column_sizes.tolist())
    assert summary.row_maxima == _maxima(rows, counts)
    assert summary.column_maxima == _maxima(columns, counts)


def pairs_of(histogram: SizeHistogram) -> Counter[int]:
    assert histogram.sizes.tolist() == sorted(histogram.sizes.tolist())
    return Counter(dict(zip(histogram.sizes.tolist(), histogram.counts.tolist(), strict=True)))


def _maxima(lines: Any, counts: Any) -> int:
    best: dict[int, int] = {}
    for line, count in zip(lines, counts, strict=True):
        best[int(line)] = max(best.get(int(line), 0), int(count))
    return sum(best.values())


def brute_force(a: Sequence[Hashable], b: Sequence[Hashable]) -> Counter[tuple[Any, Any]]:
    return Counter(zip(a, b, strict=True))


__all__ = [
    "AggregatedTable",
    "Frame",
    "brute_force",
    "cells_of",
    "joined_two",
    "joined_wide",
    "labels_of",
    "pairs_of",
    "same_as_memory",
    "same_summary",
]
