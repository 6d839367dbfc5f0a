"""Pair counts between two graphs, and between a graph and a clustering, in exact integers.

With m_A and m_B the joined pairs of each side and N all pairs, it is enough to count N11: for two
graphs the edges that both have, for a graph and a clustering the edges inside clusters. No other
pair is ever looked at.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import AlignmentError, InputError
from partwise.clusterings import (
    Clustering,
    Codes,
    Items,
    MissingPolicy,
    NoisePolicy,
    Policies,
    align,
    is_networkx,
    matched_items,
    placed,
)
from partwise.engines import is_frame, load_clustering, table_of
from partwise.scoring.graph import Directed, Graph
from partwise.scoring.graph_edges import are_edges, is_adjacency
from partwise.tables import PairCounts, pair_counts

_NEIGHBOURS = (list, set, dict)

Relations: TypeAlias = tuple[Graph | Clustering, Graph | Clustering]


def graph_counts(
    reference: object,
    candidate: object,
    *,
    n: int | None = None,
    nodes: Iterable[Hashable] | None = None,
    directed: Directed | None = None,
    threshold: float | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
    pairs: object = None,
) -> PairCounts:
    """Count pairs of nodes by whether they are joined in each of two graphs or clusterings.

    Parameters
    ----------
    reference, candidate : Graph, what Graph takes, Clustering, or labels
        Graphs: NetworkX graphs, SciPy sparse adjacency matrices, arrays of two columns, lists of
        pairs. Everything else is read as labels. Two nodes are joined if there is an edge between
        them, or if they are in one cluster.
    n, nodes
        The nodes of edges in arrays or lists, as in :class:`~partwise.graphs.Graph`. If one side
        has its own nodes, edges on the other side are between these nodes.
    directed, threshold
        What directions and weights mean, as in :class:`~partwise.graphs.Graph`.
    noise, noise_label
        What to do with nodes that a clustering labels as noise, as in
        :func:`~partwise.contingency`. "drop" leaves them out of the graph as well.
    missing : {"raise", "drop", "singletons"}
        What to do with nodes that one side does not have: raise an error, leave them out, or treat
        them as joined to no other node there. Nodes are matched by name, as items are.
    pairs : Graph or what Graph takes, optional
        Count only pairs that are edges of this graph, for graph-aware indices.

    Returns
    -------
    PairCounts
        Exact integers, whatever the number of nodes.

    Examples
    --------
    >>> graph_counts([(0, 1), (1, 2)], [(1, 0), (2, 3)], n=4)
    PairCounts(n11=1, n10=1, n01=1, n00=3)
    >>> graph_counts([(0, 1), (1, 2)], Clustering([0, 0, 1, 1]))
    PairCounts(n11=1, n10=1, n01=1, n00=3)
    >>> graph_counts([0, 0, 1, 1], [0, 0, 0, 1], pairs=[(0, 1), (1, 2), (2, 3)])
    PairCounts(n11=1, n10=1, n01=1, n00=0)
    """
    options = {"n": n, "nodes": nodes, "directed": directed, "threshold": threshold}
    policies = Policies(noise, noise_label, missing)
    return counts_of_nodes(reference, candidate, policies, pairs, **options)[0]


def counts_of_nodes(
    reference: object, candidate: object, policies: Policies, pairs: object = None, **options: Any
) -> tuple[PairCounts, int]:
    """Count pairs of nodes, and the nodes; two clusterings in frames are counted there."""
    if pairs is None and is_frame(reference) and is_frame(candidate):
        table = table_of(reference, candidate, policies)
        return table.pair_counts, table.n
    a, b = _read_two(reference, candidate, policies, options)
    if pairs is not None:
        return _counts_over((a, b), pairs, policies, options), a.n
    return _counts_between(a, b), a.n


def _counts_over(
    both: Relations, pairs: object, policies: Policies, options: dict[str, Any]
) -> PairCounts:
    """Count the pairs of nodes that are edges of a graph, by two clusterings."""
    is_list = are_edges(pairs)
    graph = _on_nodes_of(both[0], pairs, options) if is_list else _read(pairs, options, policies)
    if not isinstance(graph, Graph):
        raise InputError("pairs= must be a graph: its edges are the pairs that count")
    inside = []
    for side in both:
        if isinstance(side, Graph):
            raise InputError("pairs= needs two clusterings, but one side is a graph")
        try:
            clustering, edges = _aligned(side, graph, policies.missing)
        except AlignmentError as error:
            raise error.within("the nodes of pairs=") from None
        inside.append(_are_inside(edges, clustering))
    n11, m_a, m_b = (int(marks.sum()) for marks in (inside[0] & inside[1], *inside))
    return PairCounts(n11, m_a - n11, m_b - n11, len(inside[0]) - m_a - m_b + n11)


def _counts_between(a: Graph | Clustering, b: Graph | Clustering) -> PairCounts:
    """Count pairs of the same nodes in the same order."""
    both = _joined_in_both(a, b)
    m_a, m_b, size = _joined(a), _joined(b), a.n
    return PairCounts(both, m_a - both, m_b - both, size * (size - 1) // 2 - m_a - m_b + both)


def _joined(relation: Graph | Clustering) -> int:
    if isinstance(relation, Graph):
        return relation.m
    return sum(size * (size - 1) // 2 for size in relation.sizes.tolist())


def _joined_in_both(a: Graph | Clustering, b: Graph | Clustering) -> int:
    if isinstance(a, Graph):
        return a.shared_edges(b) if isinstance(b, Graph) else _inside(a, b)
    return _inside(b, a) if isinstance(b, Graph) else pair_counts(a.codes, b.codes).n11


def _inside(graph: Graph, clustering: Clustering) -> int:
    return int(_are_inside(graph, clustering).sum())


def _are_inside(graph: Any, clustering: Any) -> NDArray[np.bool_]:
    """Tell of each edge whether it is inside a cluster."""
    low, high = graph.ends
    return np.asarray(clustering.codes[low] == clustering.codes[high])


def _read_two(
    reference: object, candidate: object, policies: Policies, options: dict[str, Any]
) -> Relations:
    """Read two graphs or clusterings, and bring them to the same nodes in the same order."""
    first, second = (
        None if _lacks_nodes(side, options) else _read(side, options, policies)
        for side in (reference, candidate)
    )
    if first is None:
        first = _on_nodes_of(second, reference, options)
    if second is None:
        second = _on_nodes_of(first, candidate, options)
    try:
        return _aligned(first, second, policies.missing)
    except AlignmentError as error:
        raise error.within("the nodes of a graph are its items") from None


def _lacks_nodes(data: object, options: dict[str, Any]) -> bool:
    return options["n"] is None and options["nodes"] is None and are_edges(data)


def _read(data: Any, options: dict[str, Any], policies: Policies) -> Graph | Clustering:
    if isinstance(data, Graph):
        return data
    if is_networkx(data):
        return Graph(data, **(options | {"n": None, "nodes": None}))
    has_nodes = options["n"] is not None or options["nodes"] is not None
    no_edges = has_nodes and isinstance(data, list | tuple) and not data
    if is_adjacency(data) or are_edges(data) or no_edges:
        weights = {} if is_adjacency(data) else {"threshold": None}
        return Graph(data, **(options | weights))
    if isinstance(data, Mapping) and any(isinstance(v, _NEIGHBOURS) for v in data.values()):
        raise InputError(
            "this is a mapping node → neighbours; pass networkx.Graph(mapping), or its edges as a "
            "list of pairs. A clustering is a mapping item → label"
        )
    return load_clustering(data, policies, "a graph beside a clustering")


def _on_nodes_of(other: Graph | Clustering | None, edges: object, options: dict[str, Any]) -> Graph:
    """Read edges that say nothing about nodes, on the nodes of the other side."""
    about: dict[str, Any] = {}
    if other is not None:
        items = other.node_set if isinstance(other, Graph) else other.item_set
        about = {"nodes": items.ids()} if items.keyed else {"n": items.total}
    return Graph(edges, **(options | {"threshold": None} | about))


def _aligned(a: Graph | Clustering, b: Graph | Clustering, missing: MissingPolicy) -> Relations:
    if isinstance(a, Clustering) and isinstance(b, Clustering):
        return align(a, b, missing)
    mine, theirs = (x.node_set if isinstance(x, Graph) else x.item_set for x in (a, b))
    if mine is theirs or (mine.is_whole and theirs.is_whole and mine.total == theirs.total):
        return a, b
    in_a, in_b, items = matched_items(mine, theirs, missing)
    return _placed(a, in_a, items), _placed(b, in_b, items)


def _placed(relation: Graph | Clustering, where: Codes, items: Items) -> Graph | Clustering:
    if isinstance(relation, Graph):
        return relation.placed(where, items)
    return placed(relation, where, items)
