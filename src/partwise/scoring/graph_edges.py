"""Edges as they come: of NetworkX graphs, sparse adjacency matrices, arrays and lists of pairs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, many
from partwise.clusterings import Codes, Items, checked_pair, is_networkx, item_pairs, named_items


class RawEdges(NamedTuple):
    """Edges before anything is decided about loops, directions and weights.

    Parameters
    ----------
    nodes : Items
        The nodes.
    tails, heads : array of int64
        Places of the two ends of each edge.
    weights : array or None
        Weight of each edge; None where edges have none.
    directed : bool or None
        Whether (u, v) and (v, u) are two things; None if that is unknown.
    """

    nodes: Items
    tails: Codes
    heads: Codes
    weights: NDArray[Any] | None
    directed: bool | None


def is_adjacency(data: object) -> bool:
    """Tell a sparse matrix."""
    return hasattr(data, "tocoo") and hasattr(data, "shape")


def are_edges(data: object) -> bool:
    """Tell an array of two columns or a list of pairs from labels."""
    if isinstance(data, np.ndarray) or hasattr(data, "to_numpy"):
        return getattr(data, "ndim", 1) == 2
    if isinstance(data, str | bytes | Mapping) or not isinstance(data, list | tuple | set):
        return False
    return bool(data) and all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in data)


def is_graph(data: object) -> bool:
    """Tell what can be nothing but a graph."""
    is_array = getattr(data, "ndim", 1) == 2 and are_edges(data)
    return is_networkx(data) or is_adjacency(data) or is_array


def read_edges(data: Any, n: int | None, nodes: Iterable[Hashable] | None) -> RawEdges:
    """Read the edges of a graph in whatever form."""
    if is_networkx(data):
        return _of_networkx(data, n, nodes)
    if is_adjacency(data):
        return _of_matrix(data, n, nodes)
    return _of_pairs(data, n, nodes)


def _of_networkx(graph: Any, n: int | None, nodes: Iterable[Hashable] | None) -> RawEdges:
    if n is not None or nodes is not None:
        raise InputError("a NetworkX graph has its own nodes; leave out n= and nodes=")
    named = named_items(graph.nodes, None, ordered=False)
    place = {name: i for i, name in enumerate(named.ids())}
    triples = list(graph.edges(data="weight", default=1))
    ends = np.array([(place[u], place[v]) for u, v, _ in triples], np.int64).reshape(-1, 2)
    weights = np.array([_weight(u, v, weight) for u, v, weight in triples], np.float64)
    return RawEdges(named, ends[:, 0], ends[:, 1], weights, bool(graph.is_directed()))


def _weight(u: Hashable, v: Hashable, weight: Any) -> float:
    try:
        return float(weight)
    except (TypeError, ValueError):
        raise InputError(f"the weight of edge {u!r}, {v!r} is {weight!r}, not a number") from None


def _of_matrix(matrix: Any, n: int | None, nodes: Iterable[Hashable] | None) -> RawEdges:
    rows, columns = matrix.shape if len(matrix.shape) == 2 else (0, -1)
    if rows != columns:
        raise InputError(
            f"an adjacency matrix must be square, but this one has shape {matrix.shape}"
        )
    if n not in (None, rows):
        raise InputError(f"the adjacency matrix has {many(rows, 'node')}, but n= says {n}")
    named = Items(rows) if nodes is None else _named(nodes, rows)
    sparse = matrix.tocoo()
    tails, heads = (np.asarray(ends, np.int64) for ends in (sparse.row, sparse.col))
    return RawEdges(named, tails, heads, np.asarray(sparse.data), directed=True)


def _named(nodes: Iterable[Hashable], n: int) -> Items:
    names = named_items(nodes, None)
    if len(names) != n:
        raise InputError(f"nodes= has {many(len(names), 'name')} for {many(n, 'node')}")
    return names


def _of_pairs(data: Any, n: int | None, nodes: Iterable[Hashable] | None) -> RawEdges:
    if (n is None) == (nodes is None):
        raise InputError(
            "a list of edges leaves out nodes without edges: pass either n= if the nodes are 0, 1, "
            "…, n − 1, or nodes= with their names"
        )
    if n is not None:
        if not _is_whole(n) or not 0 <= n < 2**63:
            raise InputError(f"n= must be a whole number of nodes of at least 0, not {n!r}")
        ends = _numbered(data, int(n))
        return RawEdges(Items(int(n)), ends[:, 0], ends[:, 1], None, directed=None)
    named = named_items(nodes, None)
    place = {name: i for i, name in enumerate(named.ids())}
    places: list[int] = []
    for position, pair in enumerate(_pairs(data)):
        for name in checked_pair(pair, position):
            if name not in place:
                raise InputError(f"edge {position} names {name!r}, which is not in nodes=")
            places.append(place[name])
    ends = np.array(places, np.int64).reshape(-1, 2)
    return RawEdges(named, ends[:, 0], ends[:, 1], None, directed=None)


def _numbered(data: Any, n: int) -> Codes:
    """Return edges between the nodes 0, 1, …, n − 1 as an array of two columns."""
    array: Any = data
    if (
        not isinstance(data, np.ndarray)
        or array.dtype.kind not in "iu"
        or array.ndim != 2
        or array.shape[1] != 2
    ):
        pairs = [checked_pair(pair, position) for position, pair in enumerate(_pairs(data))]
        for position, pair in enumerate(pairs):
            if not all(_is_whole(end) for end in pair):
                raise InputError(
                    f"edge {position} is {tuple(pair)!r}, but with n= the nodes are the numbers 0, "
                    "1, …, n − 1; pass the names of all nodes in nodes="
                )
        array = np.array([list(pair) for pair in pairs], object).reshape(-1, 2)
    outside = np.flatnonzero(((array < 0) | (array >= n)).any(axis=1))
    if len(outside):
        where = int(outside[0])
        raise InputError(
            f"edge {where} is {tuple(array[where].tolist())}, but the nodes are 0 to {n - 1}"
        )
    return array.astype(np.int64)  # type: ignore[no-any-return]


def _is_whole(end: object) -> bool:
    return isinstance(end, int | np.integer) and not isinstance(end, bool)


def _pairs(data: Any) -> Iterable[Any]:
    if isinstance(data, np.ndarray) and data.ndim == 2 and data.shape[1] != 2:
        more = (
            "; for a matrix of all nodes, pass scipy.sparse.coo_array(matrix)"
            if data.shape[0] == data.shape[1]
            else "; first choose the edges that count by their weights, and pass only those"
            if data.shape[1] == 3
            else ""
        )
        raise InputError(f"edges must have two columns, but the array has shape {data.shape}{more}")
    return item_pairs(data)
