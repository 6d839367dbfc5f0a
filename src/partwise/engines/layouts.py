"""Pairs of matched items, and clusterings on top of each other, as columns of labels."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.clusterings import examples
from partwise.engines.backends.duckdb import DuckDB
from partwise.engines.duck import Relation, database, name, run, unique_name
from partwise.engines.label_columns import Frame

_FOUND = unique_name()
_DUCKDB = DuckDB()


def clusters_of_pairs(
    source: str, pairs: Relation, columns: tuple[str, ...], items: Relation | None = None
) -> Frame:
    """Return the connected components of matched pairs, as columns item and cluster.

    Items are numbered inside DuckDB; numbers alone leave it. With ``items``, a relation with one
    column, those in no pair are clusters of their own, and a pair with another item is an error.
    """
    left, right = columns
    pairs = pairs.project(f"{name(left)} AS one, {name(right)} AS other")
    _check_ends(source, pairs, left, right)
    ends = pairs.project("one AS item").union(pairs.project("other AS item"))
    if items is not None:
        items = items.project(f"{name(items.columns[0])} AS item").filter("item IS NOT NULL")
        _check_known(source, ends, items)
    everything = (ends if items is None else items).distinct()
    numbered = everything.project("item, row_number() OVER (ORDER BY item) - 1 AS code")
    nodes: Relation = _DUCKDB.keep(nw.from_native(numbered)).to_native()
    first = nodes.project("item AS one, code AS first")
    second = nodes.project("item AS other, code AS second")
    codes = _join(_join(pairs, first, "one"), second, "other").project("first, second")
    edges = run(codes.fetchnumpy, "reading pairs")
    cluster = _components(edges["first"], edges["second"], _rows(nodes))
    return _labelled(nodes, cluster)


def _components(one: Any, other: Any, n: int) -> NDArray[np.int64]:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    ends = (np.ma.getdata(one), np.ma.getdata(other))
    graph = coo_array((np.ones(len(ends[0]), np.int8), ends), shape=(n, n))
    found = connected_components(graph, directed=False)[1] if n else np.zeros(0)
    return np.asarray(found, np.int64)


def _labelled(nodes: Relation, cluster: NDArray[np.int64]) -> Frame:
    """Give each item the number of its cluster."""
    connection = database()
    connection.register(_FOUND, {"code": np.arange(len(cluster)), "cluster": cluster})
    try:
        found = connection.view(_FOUND)
        joined = _join(nodes, found, "code").order("code").project("item, cluster")
        return _DUCKDB.keep(nw.from_native(joined))
    finally:
        connection.unregister(_FOUND)


def _join(one: Relation, other: Relation, column: str, how: str = "inner") -> Relation:
    return one.set_alias("one").join(other.set_alias("other"), column, how)


def _rows(relation: Relation) -> int:
    return int(run(relation.aggregate("count(*)").fetchall)[0][0])


def _check_ends(source: str, pairs: Relation, left: str, right: str) -> None:
    halves = _rows(pairs.filter("one IS NULL OR other IS NULL"))
    if halves:
        raise InputError(
            f"{source}: {halves} pairs have no item in column {left} or {right}; a pair has two "
            "items, and items without a match are told by items="
        )


def _check_known(source: str, ends: Relation, items: Relation) -> None:
    strange = _join(ends, items, "item", "anti")
    some = [item for (item,) in run(strange.distinct().order("item").limit(4).fetchall)]
    if some:
        raise InputError(f"{source}: pairs name {examples(some)}, which are not in items=")


def unstacked(
    source: str, frame: Frame, item: str, clustering: str, cluster: str
) -> tuple[Frame, tuple[str, ...]]:
    """Return a column for each clustering of rows (item, clustering, cluster), and their names."""
    lazy = frame.lazy() if isinstance(frame, nw.DataFrame) else frame
    distinct = _collected(lazy.select(clustering).unique())
    names = sorted(str(each) for each in distinct[clustering].to_list() if each is not None)
    if not names:
        raise InputError(f"{source}: there are no clusterings in column {clustering}")
    if item in names:
        raise InputError(
            f"{source}: a clustering is called {item}, as is the column of items; rename one"
        )
    _check_one_cluster(source, lazy, item, clustering, cluster)
    of = nw.col(clustering).cast(nw.String())
    plain = {f"partwise_{i}": each for i, each in enumerate(names)}  # "*" means all to some engines
    columns = [nw.when(of == each).then(nw.col(cluster)).alias(to) for to, each in plain.items()]
    wide = lazy.select(item, *columns).group_by(item).agg(nw.col(*plain).max())
    return wide.sort(item).rename(plain), tuple(names)


def _check_one_cluster(
    source: str, lazy: nw.LazyFrame[Any], item: str, clustering: str, cluster: str
) -> None:
    both = lazy.select(item, clustering, low=nw.col(cluster), high=nw.col(cluster))
    each = both.group_by(item, clustering).agg(nw.col("low").min(), nw.col("high").max())
    found = _collected(each.filter(nw.col("low") != nw.col("high")).sort(item, clustering).head(4))
    if len(found):
        one, where = found[item][0], found[clustering][0]
        raise InputError(
            f"{source}: the item {one!r} has several clusters in the clustering {where!r} "
            f"({found['low'][0]!r}, {found['high'][0]!r}); each item has one label"
        )


def _collected(frame: nw.LazyFrame[Any]) -> nw.DataFrame[Any]:
    native = frame.implementation
    return _DUCKDB.collect(frame) if native.is_duckdb() else frame.collect()
