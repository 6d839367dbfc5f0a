"""Dendrogram purity: how pure the nodes are in which items of one cluster meet."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from partwise.clusterings import MISSING, Codes
from partwise.ensembles.hierarchies.tree_arrays import Tree, largest_within

_MOST_FOR_INT64 = 2_000_000  # items; n³ / 2 fits


def purity_of_tree(tree: Tree, codes: Codes) -> Fraction | float:
    """Return the mean share of a cluster in the lowest node above two of its items.

    The mean is over all pairs of items in one cluster (Heller and Ghahramani 2005). Leaves whose
    code is −1 do not count. NaN if no two items are in one cluster.

    Side by side in the order of the tree, the items of a cluster have between neighbours the
    nodes in which they meet, and each such node splits those below it into groups. So the whole
    takes a few sorts.

    Examples
    --------
    >>> tree = Tree.of_rows(5, [[0, 1], [2, 5], [3, 4], [6, 7]], [1, 2, 3, 4])
    >>> purity_of_tree(tree, np.array([1, 1, 0, 1, 0]))
    Fraction(13, 20)
    """
    total, parts = _parts(tree, codes)
    if total == 0:
        return math.nan
    shares = [Fraction(amount, size) for size, amount in parts]
    while len(shares) > 1:  # two by two, as denominators grow long
        shares = [sum(shares[i : i + 2], Fraction(0)) for i in range(0, len(shares), 2)]
    return shares[0] / total


def rounded_purity(tree: Tree, codes: Codes) -> float:
    """Return the same as a float, also where the fraction would be too long to compute."""
    total, parts = _parts(tree, codes)
    return math.fsum(amount / size for size, amount in parts) / total if total else math.nan


def _parts(tree: Tree, codes: Codes) -> tuple[int, list[tuple[int, int]]]:
    """Return the number of pairs, and the sum of items × pairs over the nodes of each size."""
    n = tree.n
    in_order = codes[tree.order]
    labelled = np.r_[0, np.cumsum(in_order != MISSING)]
    places = np.flatnonzero(in_order != MISSING)
    places = places[np.argsort(in_order[places], kind="stable")]  # cluster by cluster
    clusters = in_order[places]
    keys = clusters * n + places
    inside = np.flatnonzero(clusters[:-1] == clusters[1:])  # before a neighbour of its cluster
    if len(inside) == 0:
        return 0, []
    nodes = largest_within(tree.gaps, places[inside], places[inside + 1])
    start = tree.first[n + nodes]
    stop = start + tree.sizes[n + nodes]
    below = clusters[inside] * n
    first, last = np.searchsorted(keys, below + start), np.searchsorted(keys, below + stop)
    sizes = labelled[stop] - labelled[start]

    order = np.lexsort((inside, nodes, first))  # the gaps of each node and cluster, in a row
    inside, nodes, first, last, sizes = (x[order] for x in (inside, nodes, first, last, sizes))
    is_new = np.r_[True, (nodes[1:] != nodes[:-1]) | (first[1:] != first[:-1])]
    is_last = np.r_[is_new[1:], True]
    before = inside + 1 - first  # items of the cluster before a gap: each meets the group after it
    after = np.where(is_last, last, np.r_[inside[1:] + 1, 0]) - inside - 1
    pairs = before * after
    amounts = pairs.astype(object if n > _MOST_FOR_INT64 else np.int64) * (last - first)
    distinct, where = np.unique(sizes, return_inverse=True)
    sums = np.zeros(len(distinct), amounts.dtype)
    np.add.at(sums, where, amounts)
    return int(pairs.sum()), list(zip(distinct.tolist(), sums.tolist(), strict=True))
