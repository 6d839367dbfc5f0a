"""How much two hierarchies agree about which pairs of items are joined first."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import AlignmentError, InputError, examples, listed
from partwise.clusterings import Codes, Items, correspond
from partwise.ensembles.hierarchies.tree_arrays import Tree

MOST_ITEMS = 20_000
"""All pairs are looked at: time grows with the square of the number of items, memory does not."""


class TwoTrees(NamedTuple):
    """Two trees of the same items; ``matched`` is the leaf of the second for each of the first."""

    first: Tree
    second: Tree
    matched: Codes

    def check_size(self) -> None:
        """Refuse trees whose pairs take too long to look at."""
        if self.first.n > MOST_ITEMS:
            raise InputError(
                f"the hierarchies have {self.first.n:,} items, and the limit is {MOST_ITEMS:,} "
                "items, because the time grows with the square of their number",
                remedy="restrict both to a random sample of the items: "
                "first.restrict(sample), second.restrict(sample)",
            )

    def pairs_within(self, node: int) -> Codes:
        """Count for each inner node of the second the pairs below it that are below this node."""
        first, second = self.first, self.second
        start = first.first[first.n + node]
        leaves = first.order[start : start + first.sizes[first.n + node]]
        marks = np.zeros(second.n + 1, np.int64)
        marks[second.places[self.matched[leaves]] + 1] = 1
        seen = np.cumsum(marks)
        begin = second.first[second.n :]
        counts = seen[begin + second.sizes[second.n :]] - seen[begin]
        return np.asarray(counts * (counts - 1) // 2, np.int64)

    def joined_pairs(self) -> Iterator[Codes]:
        """Count for each height of the first, rising, the pairs that each node of both joins."""
        n, steps = self.first.n, self.first.steps.tolist()
        above = self.second.parents[n:-1] if self.second.nodes else np.zeros(0, np.int64)
        for start, stop in pairwise(steps):
            below = np.zeros(self.second.nodes, np.int64)
            for node in range(start, stop):
                below += self.pairs_within(node)
                for child in self.first.row(node):
                    if child >= n:
                        below -= self.pairs_within(child - n)
            within_children = np.bincount(above, below[:-1], minlength=len(below))
            yield below - within_children.astype(np.int64)


def matched_leaves(first: Items, second: Items) -> Codes:
    """Return the leaf of the second hierarchy for each of the first.

    Examples
    --------
    >>> matched_leaves(Items(2, ("a", "b"), keyed=True), Items(2, ("b", "a"), keyed=True))
    array([1, 0])
    """
    if first.keyed and second.keyed:
        _refuse_other_items(set(first.ids()), set(second.ids()))
    mine, theirs = correspond(first, second)
    if not len(first) == len(second) == len(mine):
        _refuse_other_items(set(first.where().tolist()), set(second.where().tolist()))
    leaves = np.empty(len(first), np.int64)
    leaves[mine] = theirs
    return leaves


def _refuse_other_items(mine: set[object], theirs: set[object]) -> None:
    sides = [
        f"{len(names)} only in the {which} ({examples(sorted(names, key=str))})"
        for names, which in ((mine - theirs, "first"), (theirs - mine, "second"))
        if names
    ]
    if sides:
        raise AlignmentError(
            f"the hierarchies have different items: {listed(sides)}",
            remedy="restrict both to the items they share: first.restrict(shared)",
        )


def pairs_joined(tree: Tree) -> Codes:
    """Return how many pairs of leaves each inner node joins."""
    pairs = tree.sizes * (tree.sizes - 1) // 2
    inside = np.add.reduceat(pairs[tree.children], tree.starts[:-1]) if tree.nodes else 0
    return np.asarray(pairs[tree.n :] - inside, np.int64)


def correlation_of_pairs(
    trees: TwoTrees, first: NDArray[np.float64], second: NDArray[np.float64]
) -> float:
    """Return Pearson's correlation over pairs of items of values that the inner nodes have.

    A pair has the value of the lowest node above it. The sum of products over pairs is summed by
    parts: over the nodes of each tree, pairs below a node × what its value is above its parent's.
    It is NaN if the values of one tree are constant, and 1 if those of both are.
    """
    trees.check_size()
    centred, spread = [], []
    for tree, values in ((trees.first, first), (trees.second, second)):
        counts = pairs_joined(tree)
        mean = math.fsum(counts * values) / max(int(counts.sum()), 1)
        centred.append(values - mean)
        spread.append(math.fsum(counts * (values - mean) ** 2) if _differ(values) else 0.0)
    if 0.0 in spread:
        return 1.0 if spread == [0.0, 0.0] else math.nan
    rises = [
        values - np.r_[values, 0.0][tree.parents[tree.n :]]
        for tree, values in zip((trees.first, trees.second), centred, strict=True)
    ]
    products = (
        rise * float(trees.pairs_within(node) @ rises[1])
        for node, rise in enumerate(rises[0].tolist())
    )
    value = math.fsum(products) / math.sqrt(spread[0]) / math.sqrt(spread[1])
    return min(1.0, max(-1.0, value))


def cophenetic_correlation(trees: TwoTrees) -> float:
    """Return the correlation of the heights at which pairs are joined (Sokal and Rohlf 1962)."""
    return correlation_of_pairs(trees, trees.first.heights, trees.second.heights)


def correlation_with_distances(tree: Tree, distances: NDArray[np.float64]) -> float:
    """Return the correlation of the heights at which pairs are joined with their distances."""
    heights = tree.meeting_heights()
    if not (_differ(heights) and _differ(distances)):
        return math.nan
    return float(np.corrcoef(heights, distances)[0, 1])


def distances_of_pairs(data: Any, items: Items) -> NDArray[np.float64] | None:
    """Return the distances of items pair by pair, from these or a square; None if no such.

    Examples
    --------
    >>> distances_of_pairs(np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0]]), Items(3))
    array([1., 2., 3.])
    >>> distances_of_pairs(np.array([[0, 1, 1.0, 2]]), Items(2)) is None
    True
    """
    n = len(items)
    if not hasattr(data, "__array__"):
        return None
    array = np.asarray(data)
    if array.shape not in ((n * (n - 1) // 2,), (n, n)):
        return None
    if items.keyed and hasattr(data, "loc") and array.ndim == 2:
        names = items.ids()
        if set(data.index) != set(names) or set(data.columns) != set(names):
            raise AlignmentError(
                "the row and column names of the distances are not the names of the items",
                remedy="use the names of the items for both, or pass an array: .to_numpy()",
            )
        array = np.asarray(data.loc[list(names), list(names)])
    elif not items.ordered:
        raise AlignmentError(
            "the hierarchy knows its items by name, in no particular order, but the distances have "
            "no names, so it is unknown which items they belong to",
            remedy="pass the order to Hierarchy(…, items=…)",
        )
    if array.ndim == 2 and not np.allclose(array, array.T, equal_nan=True):
        raise InputError("a square matrix of distances must be symmetric")
    pairs = (array if array.ndim == 1 else array[np.triu_indices(n, 1)]).astype(np.float64)
    if not np.isfinite(pairs).all():
        raise InputError("distances must be finite numbers")
    return pairs


def rank_correlation(trees: TwoTrees) -> float:
    """Return Spearman's correlation of the heights at which pairs are joined."""
    return correlation_of_pairs(trees, _mean_ranks(trees.first), _mean_ranks(trees.second))


def goodman_kruskal(trees: TwoTrees) -> Fraction | float:
    """Return Goodman and Kruskal's gamma of the heights at which pairs are joined (Baker 1974).

    Among all two pairs that are joined at different heights in both trees, the share that are
    joined in the same order, minus the share that are not. NaN if there are none; 1 if no heights
    differ in either tree.
    """
    trees.check_size()
    same = opposite = 0
    rank = np.searchsorted(trees.second.steps, np.arange(trees.second.nodes), side="right") - 1
    earlier = np.zeros(len(trees.second.steps) - 1, np.int64)  # by rank of height in the second
    for joined in trees.joined_pairs():
        now = np.bincount(rank, joined, minlength=len(earlier)).astype(np.int64)
        lower = np.cumsum(earlier) - earlier
        same += int(now @ lower)
        opposite += int(now @ (earlier.sum() - lower - earlier))
        earlier += now
    if same + opposite:
        return Fraction(same - opposite, same + opposite)
    return Fraction(1) if max(len(trees.first.steps), len(trees.second.steps)) <= 2 else math.nan


def _differ(values: NDArray[np.float64]) -> bool:
    return len(values) > 0 and bool(np.ptp(values))


def _mean_ranks(tree: Tree) -> NDArray[np.float64]:
    """Return for each inner node the mean rank of its height among those of all pairs."""
    pairs = pairs_joined(tree)
    at_height = np.add.reduceat(pairs, tree.steps[:-1]) if tree.nodes else pairs
    ranks = np.cumsum(at_height) - (at_height - 1) / 2
    return np.repeat(ranks, np.diff(tree.steps))
