"""Turn the branches of two trees so that few lines between the same items cross."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partwise.clusterings import Codes
from partwise.ensembles.hierarchies.tree_arrays import Tree

_ROUNDS = 20


class Layout(NamedTuple):
    """Leaves of both trees from top to bottom, and how many lines between them cross."""

    first: list[int]
    second: list[int]
    crossings: int


def untangled(first: Tree, second: Tree, matched: Codes) -> Layout:
    """Turn the branches of each tree in turn, children by the mean place of their other leaves.

    ``matched`` is the leaf of the second tree for each of the first. The best of the layouts on
    the way is returned; it need not have the fewest crossings of all.

    Examples
    --------
    >>> left = Tree.of_rows(4, [[0, 1], [2, 3], [4, 5]], [1, 1, 2])
    >>> right = Tree.of_rows(4, [[3, 2], [1, 0], [4, 5]], [1, 1, 2])
    >>> untangled(left, right, np.arange(4))
    Layout(first=[0, 1, 2, 3], second=[0, 1, 2, 3], crossings=0)
    """
    back = np.empty_like(matched)
    back[matched] = np.arange(len(matched))
    orders = [first.order.tolist(), second.order.tolist()]
    best = Layout(orders[0], orders[1], crossings(orders[0], orders[1], matched))
    for _ in range(_ROUNDS):
        if best.crossings == 0:
            break
        orders[1] = turned(second, _places(orders[0])[back])
        orders[0] = turned(first, _places(orders[1])[matched])
        now = crossings(orders[0], orders[1], matched)
        if now >= best.crossings:
            break
        best = Layout(orders[0], orders[1], now)
    return best


def turned(tree: Tree, wanted: Codes) -> list[int]:
    """Return the leaves in order when the children of each node stand by mean wanted place."""
    sums = [*wanted.astype(float).tolist()]
    sizes = tree.sizes.tolist()
    for node in range(tree.nodes):
        sums.append(sum(sums[child] for child in tree.row(node)))
    order: list[int] = []
    waiting = [tree.n + tree.nodes - 1]
    while waiting:
        node = waiting.pop()
        if node < tree.n:
            order.append(node)
            continue
        waiting += sorted(tree.row(node - tree.n), key=lambda c: sums[c] / sizes[c], reverse=True)
    return order


def crossings(first: list[int], second: list[int], matched: Codes) -> int:
    """Count the lines that cross, two by two.

    Examples
    --------
    >>> crossings([0, 1, 2], [2, 1, 0], np.arange(3))
    3
    """
    there = _places(second)[matched[first]]
    return int(np.triu(there[:, None] > there[None, :], 1).sum())


def _places(order: list[int]) -> Codes:
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    return places
