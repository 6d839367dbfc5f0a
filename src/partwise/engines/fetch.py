"""Joined label columns → clusterings in memory."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, in_threads
from partwise.clusterings import Clustering, Items, factorize, named_items, settle_missing
from partwise.engines.item_join import JoinedItems
from partwise.engines.source_columns import ITEM, WEIGHT
from partwise.kernels import threads_for

_BYTES_OF_A_LABEL = 24  # as fetched, as a code, and once more while codes are made
_BYTES_OF_A_CELL = 40
_BYTES_OF_A_WEIGHT = 24


def fetch(joined: JoinedItems, *, items: bool = False) -> dict[str, Clustering]:
    """Bring label columns out of their engine.

    Examples
    --------
    >>> import narwhals as nw, pyarrow as pa
    >>> from partwise.engines.item_join import join
    >>> from partwise.engines.label_columns import LabelColumns
    >>> frame = nw.from_native(pa.table({"a": [1, 1, 2], "b": [5, 5, 5]}))
    >>> labels = LabelColumns(frame, ("a", "b"))
    >>> fetch(join({"a": labels["a"], "b": labels["b"]}))["a"]
    <Clustering of 3 items into 2 clusters>
    """
    columns = joined.frame.collect_schema().names()
    if items and ITEM not in columns:
        raise InputError("item ids were not kept; pass items=True to join")
    wanted = [*map(joined.column, joined.names), *([ITEM] if items else [])]
    frame = joined.backend.collect(joined.frame.select(wanted))
    known = named_items(frame[ITEM].to_list(), len(frame)) if items else Items(len(frame))

    def clustering(name: str) -> Clustering:
        return _clustering(frame[joined.column(name)], known)

    workers = min(threads_for(None, len(frame)), len(joined.names))
    return dict(zip(joined.names, in_threads(clustering, joined.names, workers), strict=True))


def fetch_columns(joined: JoinedItems) -> list[Clustering | NDArray[Any]]:
    """Bring label columns out of their engine: whole numbers as they are, others as clusterings."""
    wanted = [*map(joined.column, joined.names)]
    frame = joined.backend.collect(joined.frame.select(wanted))
    return [_plain(frame[column]) for column in wanted]


def fetch_weighted(joined: JoinedItems, *names: str) -> tuple[list[Clustering], Any]:
    """Bring label columns and the weights beside them out of their engine."""
    columns = [*map(joined.column, names)]
    frame = joined.backend.collect(joined.frame.select(*dict.fromkeys(columns), WEIGHT))
    items = Items(len(frame))
    weights = frame[WEIGHT]
    is_plain = weights.dtype in (nw.Int64, nw.Float64)
    labels = [_clustering(frame[column], items) for column in columns]
    return labels, weights.to_numpy() if is_plain else weights.to_list()


def _plain(column: nw.Series[Any]) -> Clustering | NDArray[Any]:
    if column.dtype.is_integer() and column.null_count() == 0:
        return np.asarray(column.to_numpy())
    return _clustering(column, Items(len(column)))


def _clustering(column: nw.Series[Any], items: Items) -> Clustering:
    labelled = settle_missing(factorize(nw.to_native(column)), items, "singletons")
    return Clustering.from_codes(labelled, items)


def is_near(joined: JoinedItems) -> bool:
    """Tell whether clusterings are to be brought into memory and counted there.

    That is so for frames in memory, and for files if it fits: counting there is faster.
    """
    if isinstance(joined.frame, nw.DataFrame):
        return True
    if not joined.frame.implementation.is_duckdb():
        return False
    from partwise.engines.duck import is_ours, memory_left

    return is_ours(joined.frame.to_native()) and _needed(joined) < memory_left()


def _needed(joined: JoinedItems) -> int:
    """Return how many bytes it takes at most to hold the labels and to count them."""
    weight = 0 if joined.weighting is None else _BYTES_OF_A_WEIGHT
    return joined.n * (_BYTES_OF_A_LABEL * len(joined.names) + _BYTES_OF_A_CELL + weight)
