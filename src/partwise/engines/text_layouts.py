"""Pairs and stacked clusterings of text files that are read without DuckDB."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable
from typing import Any, cast

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Option, many, require
from partwise.clusterings import is_missing
from partwise.engines.columns import Choice, find_item, no_item_column
from partwise.engines.label_columns import Frame, LabelColumns
from partwise.engines.sources import find_files
from partwise.engines.stacked import check_clustering_names, checked_names, several_clusters
from partwise.engines.text_files import TextTable, is_text_table, read_table


def clusters_of_pairs(labels: LabelColumns, items: Any = None) -> LabelColumns:
    """Return the connected components of matched pairs, as columns item and cluster."""
    left, right = (labels.frame[column] for column in labels.columns)
    halves = sum(one is None or other is None for one, other in zip(left, right, strict=True))
    if halves:
        raise half_pairs(labels.source, halves, *labels.columns)
    everything = {*left, *right}
    if items is not None:
        known = {_as_text(item) for item in _all_items(items) if not is_missing(item)}
        if strange := sorted(everything - known)[:4]:
            raise strange_items(labels.source, strange)
        everything = known
    names = sorted(everything)
    code = {item: number for number, item in enumerate(names)}
    one, other = (np.array([code[item] for item in side], np.int64) for side in (left, right))
    cluster = components(one, other, len(names)).tolist()
    table = TextTable({"item": names, "cluster": cluster})
    return LabelColumns(cast("Frame", table), ("cluster",), "item", labels.source, False)


def components(one: Any, other: Any, n: int) -> NDArray[np.int64]:
    """Return the connected component of each of n nodes, from the two ends of the edges."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    ends = (np.ma.getdata(one), np.ma.getdata(other))
    graph = coo_array((np.ones(len(ends[0]), np.int8), ends), shape=(n, n))
    cluster = connected_components(graph, directed=False)[1] if n else np.zeros(0)
    return np.asarray(cluster, np.int64)


def half_pairs(source: str, count: int, left: str, right: str) -> InputError:
    """Return the error for pairs with one item."""
    return InputError(
        f"{many(count, 'pair')} {'has' if count == 1 else 'have'} no item in column {left} or "
        f"{right}; a pair needs two items",
        subject=source,
        remedy=["list items without a match in ", Option("items")],
    )


def strange_items(source: str, items: list[Hashable]) -> InputError:
    """Return the error for items of pairs that are not among all items."""
    return InputError(
        "pairs name items that are not among all items",
        subject=source,
        examples=items,
        remedy=["add them to ", Option("items")],
    )


def _all_items(items: Any) -> Iterable[Any]:
    """Return all items: of a file of text, a column of labels, a series, an array or a list."""
    frame: Any = items.frame if isinstance(items, LabelColumns) else None
    if isinstance(items, str | os.PathLike):
        files = find_files(items)
        if files.has_types:
            require("duckdb", f"files such as {files.source}")
        frame = read_table(files.source, files.paths, files.format)[0]
    if is_text_table(frame):
        return frame[find_item("items=", list(frame.columns))]
    if isinstance(items, list | tuple | range | np.ndarray):
        return list(items)
    data: Any = nw.from_native(items if frame is None else frame, allow_series=True)
    data = data.collect() if isinstance(data, nw.LazyFrame) else data
    is_series = isinstance(data, nw.Series)
    return cast(
        "list[Any]", (data if is_series else data[find_item("items=", data.columns)]).to_list()
    )


def _as_text(item: Any) -> str:
    """Return how a text file writes an item: numbers that are whole without a fraction."""
    is_whole = isinstance(item, float | np.floating) and item.is_integer()
    return str(int(item) if is_whole else item)


def unstacked(source: str, table: TextTable, choice: Choice) -> LabelColumns:
    """Return a column for each clustering of rows (item, clustering, cluster)."""
    clustering, cluster = choice.labels
    if choice.item is None:
        raise no_item_column(source, list(table.columns))
    names = list(checked_names(source, clustering, set(table[clustering])).values())
    check_clustering_names(source, choice.item, names)
    cells: dict[tuple[str, str], str | None] = {}
    for key, label in zip(
        zip(table[choice.item], table[clustering], strict=True), table[cluster], strict=True
    ):
        other = cells.setdefault(key, label)
        if other != label:
            one, two = sorted((label, other), key=lambda text: (text is None, text))
            raise several_clusters(source, *key, one, two)
    items = sorted({item for item, _ in cells}, key=lambda item: (item is not None, item))
    wide = {name: [cells.get((item, name)) for item in items] for name in names}
    columns = cast("Frame", TextTable({choice.item: items, **wide}))
    return LabelColumns(columns, tuple(names), choice.item, source, False)
