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
    """Turn the branches of each tree in turn, so that few lines cross while the other stays.

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
    """Return the leaves in an order that puts few of them before others which want to be earlier.

    Two children of a node cross in as many pairs whatever is turned elsewhere, so where every node
    has two children no order is better.
    """
    places = [np.array([place]) for place in wanted.tolist()]  # sorted, of each node
    rows: list[list[int]] = []
    for node in range(tree.nodes):
        rows.append(_few_inversions(tree.row(node), places))
        places.append(np.sort(np.concatenate([places[child] for child in rows[-1]])))
    order: list[int] = []
    waiting = [tree.n + tree.nodes - 1]
    while waiting:
        node = waiting.pop()
        if node < tree.n:
            order.append(node)
        else:
            waiting += reversed(rows[node - tree.n])
    return order


def _few_inversions(children: list[int], places: list[Codes]) -> list[int]:
    """Order children by mean place, and swap neighbours while that helps."""
    order = sorted(children, key=lambda child: float(places[child].mean()))
    for _ in order:
        swapped = False
        for left in range(len(order) - 1):
            one, other = places[order[left]], places[order[left + 1]]
            if 2 * int(np.searchsorted(other, one).sum()) > len(one) * len(other):
                order[left], order[left + 1] = order[left + 1], order[left]
                swapped = True
        if not swapped:
            break
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
