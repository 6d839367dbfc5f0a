"""Graphs, as sets of joined pairs of nodes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, many
from partwise.clusterings import Codes, Items
from partwise.scoring.graph_edges import RawEdges, read_edges

Directed: TypeAlias = Literal["either", "both"]

_KEYS_FIT = 2**31  # nodes up to which u·n + v fits into 63 bits


class Graph:
    """An undirected graph: nodes, and the pairs of nodes that an edge joins. Immutable.

    Parameters
    ----------
    data : NetworkX graph, SciPy sparse matrix, array of shape (m, 2), or list of pairs
        The nodes of an adjacency matrix are identified by position, or named by ``nodes``.
    n : int, optional
        How many nodes there are, for edges between the nodes 0, 1, …, n − 1.
    nodes : iterable of hashable, optional
        Names of all nodes, for edges between names, or for an adjacency matrix.
    directed : {None, "either", "both"}
        Whether a pair is joined by an edge in either direction, or only by edges in both. By
        default, a directed graph must be symmetric. Edges in arrays and lists have no direction,
        unless you pass ``"both"``.
    threshold : float, optional
        An edge counts if its weight is above this. Weights of parallel edges are added up. By
        default, weights other than 1 are an error.

    Notes
    -----
    A loop joins no pair of different nodes and is left out. An edge that is listed twice counts
    once. ``loops`` and ``repeated`` say how many there were.

    Examples
    --------
    >>> graph = Graph([("a", "b"), ("b", "a"), ("c", "c")], nodes="abc")
    >>> graph
    <Graph of 3 nodes and 1 edge>
    >>> graph.loops, graph.repeated
    (1, 1)
    """

    __slots__ = ("_high", "_low", "_nodes", "loops", "repeated")

    def __init__(
        self,
        data: object,
        *,
        n: int | None = None,
        nodes: Iterable[Hashable] | None = None,
        directed: Directed | None = None,
        threshold: float | None = None,
    ) -> None:
        if directed not in (None, *get_args(Directed)):
            raise InputError(f'directed= must be None, "either" or "both", not {directed!r}')
        raw = _weighed(read_edges(data, n, nodes), threshold)
        apart = raw.tails != raw.heads
        self.loops = int(len(apart) - apart.sum())
        tails, heads = raw.tails[apart], raw.heads[apart]
        low, high = np.minimum(tails, heads), np.maximum(tails, heads)
        self._nodes = raw.nodes
        self._low, self._high, joined = _distinct(low, high, len(raw.nodes))
        self.repeated = len(low) - len(self._low)
        if raw.directed or (raw.directed is None and directed == "both"):
            back, forth = (
                np.bincount(joined[side], minlength=len(self._low)) > 0
                for side in (tails > heads, tails < heads)
            )
            self._settle_directions(back, forth, directed)
            self.repeated -= int((back & forth).sum())

    def _settle_directions(
        self, back: NDArray[np.bool_], forth: NDArray[np.bool_], directed: Directed | None
    ) -> None:
        one_way = np.flatnonzero(back != forth)
        if directed is None and len(one_way):
            u, v = (int(end[one_way[0]]) for end in (self._low, self._high))
            u, v = (u, v) if forth[one_way[0]] else (v, u)
            names = self.node_set.ids()
            raise InputError(
                f"{many(len(one_way), 'edge')} of the directed graph {_have(len(one_way))} no edge "
                f"back, such as {names[u]!r} → {names[v]!r}; pass "
                'directed="either" to join a pair by an edge in either direction (also for one '
                'triangle of a symmetric matrix), or directed="both" to require both directions'
            )
        if directed == "both":
            kept = back & forth
            self._low, self._high = self._low[kept], self._high[kept]

    @classmethod
    def from_places(cls, nodes: Items, low: Codes, high: Codes) -> Graph:
        """Make a graph from distinct pairs of places of nodes, the lower place first."""
        result = cls.__new__(cls)
        result._nodes, result._low, result._high = nodes, low, high
        result.loops = result.repeated = 0
        return result

    @property
    def n(self) -> int:
        """Number of nodes."""
        return len(self._nodes)

    @property
    def m(self) -> int:
        """Number of edges: joined pairs."""
        return len(self._low)

    @property
    def ends(self) -> tuple[Codes, Codes]:
        """Places of the two ends of each edge, the lower place first."""
        return self._low, self._high

    @property
    def nodes(self) -> tuple[Hashable, ...]:
        """Names of the nodes; their positions when they have no names."""
        return self._nodes.ids()

    @property
    def node_set(self) -> Items:
        """What is known about the nodes."""
        return self._nodes

    def placed(self, where: Codes, nodes: Items) -> Graph:
        """Return the graph on other nodes: where[i] is the old place of the i-th, or −1 if new.

        Edges of nodes that are not among them are left out.
        """
        new = np.full(self.n, -1, np.int64)
        new[where[where >= 0]] = np.flatnonzero(where >= 0)
        one, other = new[self._low], new[self._high]
        kept = (one >= 0) & (other >= 0)
        one, other = one[kept], other[kept]
        return Graph.from_places(nodes, np.minimum(one, other), np.maximum(one, other))

    def shared_edges(self, other: Graph) -> int:
        """Count the edges that another graph on the same nodes in the same order has too."""
        low = np.concatenate((self._low, other._low))
        high = np.concatenate((self._high, other._high))
        return len(low) - len(_distinct(low, high, self.n)[0])

    def __repr__(self) -> str:
        return f"<Graph of {many(self.n, 'node')} and {many(self.m, 'edge')}>"


def _have(count: int) -> str:
    return "has" if count == 1 else "have"


def _is_real(value: object) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


def _weighed(raw: RawEdges, threshold: float | None) -> RawEdges:
    """Leave out the edges that do not count; refuse weights about which nothing was said."""
    if raw.weights is None:
        if threshold is not None:
            raise InputError(
                "threshold= applies to weighted graphs, but these edges have no weights"
            )
        return raw
    if threshold is not None and not (_is_real(threshold) and math.isfinite(threshold)):
        raise InputError(f"threshold= must be a finite number, not {threshold!r}")
    weights = raw.weights
    if weights.dtype.kind not in "biuf" or not np.isfinite(weights.astype(np.float64)).all():
        raise InputError("weights of edges must be finite numbers")
    if threshold is None:
        strange = np.flatnonzero((weights != 0) & (weights != 1))
        if len(strange):
            raise InputError(
                f"the graph is weighted ({many(len(strange), 'weight')} other than 1, such as "
                f"{weights[strange[0]]}), so choose which edges count: pass "
                "pw.graphs.Graph(…, threshold=0) to count all edges of positive weight, or a "
                "higher threshold"
            )
        kept = weights != 0
        return raw._replace(tails=raw.tails[kept], heads=raw.heads[kept], weights=None)
    tails, heads = raw.tails, raw.heads
    if not raw.directed:
        tails, heads = np.minimum(tails, heads), np.maximum(tails, heads)
    tails, heads, which = _distinct(tails, heads, len(raw.nodes))
    kept = np.bincount(which, weights, len(tails)) > threshold
    return raw._replace(tails=tails[kept], heads=heads[kept], weights=None)


def _distinct(one: Codes, other: Codes, n: int) -> tuple[Codes, Codes, Codes]:
    """Return each pair of places once, and where each of those given is among them."""
    if n > _KEYS_FIT:
        places, codes = np.unique(np.concatenate((one, other)), return_inverse=True)
        left, right, which = _distinct(codes[: len(one)], codes[len(one) :], len(places))
        return places[left], places[right], which
    keys, which = np.unique(one * n + other, return_inverse=True)
    return keys // max(n, 1), keys % max(n, 1), which
