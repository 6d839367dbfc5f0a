"""A rooted tree over n leaves in arrays: what every function of a hierarchy runs on.

The leaves stand side by side such that those below a node are neighbours. Between two neighbours
is a gap, which belongs to the lowest node that has both below it. Nodes are numbered by rising
height, so the lowest node above any two leaves is the largest number of a gap between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.clusterings import Codes


@dataclass(frozen=True, eq=False)
class Tree:
    """A tree whose inner nodes have at least two children; made by :meth:`of_rows`.

    Leaves are 0 … n − 1, inner nodes n, n + 1, … by rising height; the root is the last.

    Parameters
    ----------
    n : int
        Number of leaves.
    heights : float64 array
        Height of each inner node; none is below that of its children.
    children : int64 array
        The children of all inner nodes, one node after the other.
    starts : int64 array
        Where the children of each inner node start, and where the last ones end.

    Examples
    --------
    >>> tree = Tree.of_rows(4, [[0, 2], [4, 1, 3]], [1.0, 2.0])
    >>> tree.order.tolist(), tree.gaps.tolist()
    ([0, 2, 1, 3], [0, 1, 1])
    >>> tree.codes(1).tolist()
    [0, 1, 0, 2]
    """

    n: int
    heights: NDArray[np.float64]
    children: Codes
    starts: Codes

    @classmethod
    def of_rows(cls, n: int, rows: Iterable[Sequence[int]], heights: Any) -> Tree:
        """Make a tree from the children of each inner node; row i is node n + i.

        A node comes after its children. Where its height is below that of a child (an inversion,
        as centroid linkage makes them), it is raised to the child's.
        """
        listed = list(rows)
        flat = np.fromiter((child for row in listed for child in row), np.int64)
        starts = np.r_[0, np.cumsum([len(row) for row in listed], dtype=np.int64)]
        return cls.of_children(n, flat, starts, np.asarray(heights, np.float64))

    @classmethod
    def of_children(
        cls, n: int, children: Codes, starts: Codes, heights: NDArray[np.float64]
    ) -> Tree:
        """Make a tree as :meth:`of_rows` does, from the children one node after the other."""
        heights = raised(n, children, starts, heights)
        order = np.argsort(heights, kind="stable")
        number = np.arange(n + len(heights))
        number[n + order] = np.arange(n, n + len(heights))
        counts = np.diff(starts)[order]
        new_starts = np.r_[0, np.cumsum(counts)]
        shift = np.repeat(starts[order] - new_starts[:-1], counts)
        ordered = number[children[np.arange(len(children)) + shift]]
        return cls(n, heights[order], ordered, new_starts)

    @property
    def nodes(self) -> int:
        """Number of inner nodes."""
        return len(self.heights)

    @property
    def is_binary(self) -> bool:
        """Whether every inner node has two children."""
        return self.nodes == self.n - 1

    def row(self, node: int) -> list[int]:
        """Return the children of an inner node, which is numbered from 0 here."""
        children: list[int] = self.children[self.starts[node] : self.starts[node + 1]].tolist()
        return children

    @cached_property
    def parents(self) -> Codes:
        """Inner node above each leaf and inner node, numbered from 0; −1 above the root."""
        parents = np.full(self.n + self.nodes, -1, np.int64)
        parents[self.children] = np.repeat(np.arange(self.nodes), np.diff(self.starts))
        return parents

    @cached_property
    def sizes(self) -> Codes:
        """Number of leaves below each leaf (1) and inner node."""
        sizes, children = [1] * self.n, self.children.tolist()
        for start, stop in pairwise(self.starts.tolist()):
            sizes.append(sum([sizes[child] for child in children[start:stop]]))
        return np.array(sizes, np.int64)

    @cached_property
    def first(self) -> Codes:
        """Place of the first leaf below each leaf (its own place) and inner node."""
        sizes, children = self.sizes.tolist(), self.children.tolist()
        first, starts = [0] * len(sizes), self.starts.tolist()
        for node in range(self.nodes - 1, -1, -1):
            place = first[self.n + node]
            for child in children[starts[node] : starts[node + 1]]:
                first[child] = place
                place += sizes[child]
        return np.array(first, np.int64)

    @property
    def places(self) -> Codes:
        """Place of each leaf."""
        return self.first[: self.n]

    @cached_property
    def order(self) -> Codes:
        """Leaf at each place."""
        order = np.empty(self.n, np.int64)
        order[self.places] = np.arange(self.n)
        return order

    @cached_property
    def gaps(self) -> Codes:
        """Inner node, numbered from 0, that joins the leaves at each place and the next."""
        later = np.ones(len(self.children), bool)
        later[self.starts[:-1]] = False
        gaps = np.empty(max(self.n - 1, 0), np.int64)
        gaps[self.first[self.children[later]] - 1] = self.parents[self.children[later]]
        return gaps

    @cached_property
    def clusters(self) -> Codes:
        """Number of clusters when the first 0, 1, 2, … inner nodes are joined."""
        joins = np.bincount(self.gaps, minlength=self.nodes)
        return np.asarray(self.n - np.r_[0, np.cumsum(joins)], np.int64)

    @cached_property
    def steps(self) -> Codes:
        """How many inner nodes are joined at each distinct height, from 0 on."""
        rises = np.flatnonzero(np.diff(self.heights)) + 1
        return np.array([0, *rises.tolist(), *[self.nodes][: self.nodes]], np.int64)

    def below(self, height: Any) -> int:
        """Return how many inner nodes are not above a height."""
        if not isinstance(height, Real) or height != height:
            raise InputError(f"height= must be a number, not {height!r}")
        return int(np.searchsorted(self.heights, float(height), side="right"))

    def leaving(self, clusters: Any) -> int:
        """Return how many inner nodes are joined where so many clusters are left."""
        if not isinstance(clusters, Real) or not 1 <= float(clusters) <= self.n:
            raise InputError(
                f"the number of clusters must be from 1 to {self.n}, the number of items, not "
                f"{clusters!r}",
                subject="clusters=",
            )
        counts = self.clusters[self.steps]
        matches = np.flatnonzero(counts == clusters)
        if len(matches):
            return int(self.steps[matches[0]])
        near = counts[np.argsort(np.abs(counts - float(clusters)), kind="stable")[:2]]
        raise InputError(
            f"no cut has {clusters} clusters: nodes of the same height, or with several children, "
            "are joined at once",
            subject="clusters=",
            remedy=f"cut into {' or '.join(map(str, sorted(near.tolist())))} clusters",
        )

    def codes(self, joined: int) -> Codes:
        """Return the cluster of each leaf when so many of the inner nodes are joined."""
        in_order = np.r_[0, np.cumsum(self.gaps >= joined)][: self.n]
        return np.asarray(in_order[self.places], np.int64)

    def joins(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return two leaves for each join, by rising height: neighbours across a gap."""
        rising = np.argsort(self.gaps, kind="stable")
        leaves = self.order.astype(np.int32)
        return leaves[:-1][rising], leaves[1:][rising]

    def meeting_heights(self) -> NDArray[np.float64]:
        """Return the height at which each two leaves meet, pair by pair as SciPy's ``pdist``."""
        n, places = self.n, self.places
        rows = [np.zeros(0)]
        for leaf, place in enumerate(places[: n - 1].tolist()):
            nodes = np.r_[
                np.maximum.accumulate(self.gaps[:place][::-1])[::-1],
                0,  # the leaf itself
                np.maximum.accumulate(self.gaps[place:]),
            ]
            rows.append(self.heights[nodes[places[leaf + 1 :]]])
        return np.concatenate(rows)

    def restricted(self, leaves: Codes) -> Tree:
        """Return the tree of these leaves, which get the numbers 0, 1, 2, … in this order."""
        by_place = np.argsort(self.places[leaves])
        places = self.places[leaves][by_place]
        gaps = largest_within(self.gaps, places[:-1], places[1:])
        kept, gaps = np.unique(gaps, return_inverse=True)
        return Tree.of_rows(len(leaves), _rows(by_place, gaps), self.heights[kept])


def largest_within(values: Codes, starts: Codes, stops: Codes) -> Codes:
    """Return the largest of values[start:stop] for each of many ranges, none of them empty.

    Examples
    --------
    >>> largest_within(np.array([3, 1, 2]), np.array([0, 1]), np.array([2, 3])).tolist()
    [3, 2]
    """
    result = np.empty(len(starts), np.int64)
    level = np.frexp(stops - starts)[1] - 1  # two ranges of 2^level values cover each
    for power in range(int(level.max(initial=-1)) + 1):
        here, width = level == power, 1 << power
        result[here] = np.maximum(values[starts[here]], values[stops[here] - width])
        values = np.maximum(values[:-width], values[width:])
    return result


def raised(
    n: int, children: Codes, starts: Codes, heights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return heights none of which is below that of a child."""
    below = np.r_[np.full(n, -np.inf), heights]
    if len(heights) == 0 or (heights >= np.maximum.reduceat(below[children], starts[:-1])).all():
        return heights
    levels, flat = below.tolist(), children.tolist()
    for node, (start, stop) in enumerate(pairwise(starts.tolist()), n):
        levels[node] = max(levels[node], *(levels[child] for child in flat[start:stop]))
    return np.array(levels[n:])


def _rows(order: Codes, gaps: Codes) -> list[list[int]]:
    """Return the children of each node, from the leaves in order and the nodes of the gaps."""
    n, leaves = len(order), order.tolist()
    top, other_end = leaves.copy(), list(range(n))  # of each group of places, at its ends
    rows: list[list[int]] = [[] for _ in range(int(gaps.max(initial=-1)) + 1)]
    for place in np.argsort(gaps, kind="stable").tolist():
        node, start, stop = int(gaps[place]), other_end[place], other_end[place + 1]
        if top[start] != n + node:
            rows[node].append(top[start])
        rows[node].append(top[place + 1])
        other_end[start], other_end[stop] = stop, start
        top[start] = top[stop] = n + node
    return rows
