"""Pairs of matched items as columns of labels: their connected components."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.engines.backends.duckdb import DuckDB
from partwise.engines.columns import find_item
from partwise.engines.duck import (
    Relation,
    as_relation,
    database,
    errors_explained,
    name,
    run,
    unique_name,
)
from partwise.engines.label_columns import Frame, LabelColumns
from partwise.engines.label_types import item_kind
from partwise.engines.readers import relation_of
from partwise.engines.sources import find_files
from partwise.engines.text_layouts import components, half_pairs, strange_items

_CODES = unique_name()
_DUCKDB = DuckDB()
_EXACT = 2**53


def clusters_of_pairs(labels: LabelColumns, items: Any = None) -> LabelColumns:
    """Return the connected components of matched pairs, as columns item and cluster.

    The label columns have the two items of a pair. Items are numbered inside DuckDB; numbers alone
    leave it. With ``items``, those in no pair are clusters of their own, and a pair with another
    item is an error.
    """
    source = labels.source
    left, right = labels.columns
    pairs = as_relation(labels.frame).project(f"{name(left)} AS one, {name(right)} AS other")
    ends = {f"column {left}": pairs.project("one"), f"column {right}": pairs.project("other")}
    everything, typed = None, labels.typed
    if items is not None:
        everything, items_typed = _all_items(items)
        ends["items="] = everything
        typed = typed and items_typed
    casts = _casts(source, ends, typed)
    one, other, *_ = casts
    pairs = pairs.project(f"{one.format('one')} AS one, {other.format('other')} AS other")
    _check_ends(source, pairs, left, right)
    used = pairs.project("one AS item").union(pairs.project("other AS item"))
    if everything is not None:
        column = casts[-1].format(name(everything.columns[0]))
        used = _known(source, used, everything.project(f"{column} AS item"))
    numbered = used.distinct().project("item, row_number() OVER (ORDER BY item) - 1 AS code")
    nodes: Relation = _DUCKDB.keep(nw.from_native(numbered)).to_native()
    first = nodes.project("item AS one, code AS first")
    second = nodes.project("item AS other, code AS second")
    codes = _join(_join(pairs, first, "one"), second, "other").project("first, second")
    edges = run(codes.fetchnumpy, "reading pairs")
    cluster = components(edges["first"], edges["second"], _rows(nodes))
    return LabelColumns(_labelled(nodes, cluster), ("cluster",), "item", source, typed)


def _all_items(items: Any) -> tuple[Relation, bool]:
    """Return all items as a relation with one column, and whether they have a type."""
    typed = True
    if isinstance(items, LabelColumns):
        frame, typed = items.frame, items.typed
    elif isinstance(items, str | os.PathLike):
        files = find_files(items)
        frame, typed = nw.from_native(relation_of(files)), files.has_types
    else:
        frame = _items_frame(items)
    known = as_relation(frame)
    return known.project(name(find_item("items=", known.columns))), typed


def _items_frame(items: Any) -> Frame:
    try:
        if isinstance(items, list | tuple | range | np.ndarray):
            return nw.new_series("item", list(items), backend="pyarrow").to_frame()
        frame = nw.from_native(items, allow_series=True)
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            "items= must be a path, a list, a series or a frame with all items, of one type",
            remedy="pass ids as text if they mix types or do not fit into 64 bits",
        ) from None
    return frame.to_frame() if isinstance(frame, nw.Series) else frame


def _casts(source: str, ends: Mapping[str, Relation], typed: bool) -> list[str]:
    """Return as SQL how ids become of one type, so that nothing is cast in silence.

    Numbers and text are different items, unless they are in text files, where all is text.
    """
    kinds = {
        place: item_kind(next(iter(nw.from_native(ids).collect_schema().values())))
        for place, ids in ends.items()
    }
    known = set(kinds.values())
    if len(known) == 1:
        nan = "CASE WHEN NOT isnan({0}) THEN {0} END" if known == {"floats"} else "{0}"
        return [nan] * len(kinds)
    if typed and known != {"integers", "floats"}:
        listed = " and ".join(f"{kind} in {place}" for place, kind in kinds.items())
        raise InputError(
            f"item ids have different types: {listed}",
            subject=source,
            remedy="cast them to one type, such as text",
        )
    for place, kind in kinds.items():
        if kind == "floats":
            _check_whole(source, place, ends[place])
    whole = {place: "{0}::BIGINT" if kind == "floats" else "{0}" for place, kind in kinds.items()}
    return [cast if typed else f"({cast})::VARCHAR" for cast in whole.values()]


def _check_whole(source: str, place: str, ids: Relation) -> None:
    column = name(ids.columns[0])
    inexact = ids.filter(f"{column} != floor({column}) OR abs({column}) > {_EXACT}")
    values = [value for (value,) in run(inexact.limit(3).fetchall)]
    if values:
        raise InputError(
            f"item ids in {place} cannot be compared with ids that are integers or text: they are "
            "not whole numbers, or are beyond 2^53",
            subject=source,
            examples=values,
            remedy="cast all ids to one type",
        )


def _check_ends(source: str, pairs: Relation, left: str, right: str) -> None:
    halves = _rows(pairs.filter("one IS NULL OR other IS NULL"))
    if halves:
        raise half_pairs(source, halves, left, right)


def _known(source: str, used: Relation, items: Relation) -> Relation:
    """Return all items; those that pairs name are among them."""
    items = items.filter("item IS NOT NULL")
    strange = _join(used, items, "item", "anti").distinct()
    values = [item for (item,) in run(strange.order("item").limit(4).fetchall)]
    if values:
        raise strange_items(source, values)
    return items


@errors_explained()
def _labelled(nodes: Relation, cluster: NDArray[np.int64]) -> Frame:
    """Give each item the number of its cluster."""
    connection = database()
    connection.register(_CODES, {"code": np.arange(len(cluster)), "cluster": cluster})
    try:
        clusters = connection.view(_CODES)
        joined = _join(nodes, clusters, "code").order("code").project("item, cluster")
        return _DUCKDB.keep(nw.from_native(joined))
    finally:
        connection.unregister(_CODES)


def _join(one: Relation, other: Relation, column: str, how: str = "inner") -> Relation:
    return one.set_alias("one").join(other.set_alias("other"), column, how)


def _rows(relation: Relation) -> int:
    return int(run(relation.aggregate("count(*)").fetchall)[0][0])
