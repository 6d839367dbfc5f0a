"""All triples of clusterings of n items, with the first as one representative of its sizes.

For clusterings A, B of n items, the number of their table in the enumeration: first for each A that
stands for its sizes, by the orbits of the B under the renamings of items that leave A as it is;
then for every A, by a renaming of items that makes it a representative.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.properties.search.enumeration import enumeration, partitions
from partwise.properties.verdict import LabelTuple

Ints: TypeAlias = NDArray[np.int64]

MOST_IN_TRIPLES = 8


@dataclass(frozen=True)
class Triples:
    """All clusterings of n items, and the tables of all pairs of them.

    Examples
    --------
    >>> found = triples(3)
    >>> found.clusterings.tolist()
    [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2]]
    >>> found.representatives.tolist()
    [0, 1, 4]
    >>> found.table[1, 1:4].tolist()  # the same one, then two that are alike
    [5, 4, 4]
    """

    clusterings: Ints  # labels of every clustering, numbered as they appear, in lexicographic order
    representatives: Ints  # places of one clustering for each of ``partitions(n)``
    table: NDArray[np.int32]  # the number of the table of clusterings i and j

    def labels(self, i: int) -> LabelTuple:
        """Return a clustering."""
        return tuple(self.clusterings[i].tolist())


@cache
def triples(n: int) -> Triples:
    """Find the table of every pair of clusterings of n ≤ 8 items."""
    every = _all_clusterings(n)
    codes = _codes(every)
    sizes = partitions(n)
    standard = [np.repeat(np.arange(len(s)), s) for s in sizes]
    representatives = np.array([np.searchsorted(codes, _codes(s[None])[0]) for s in standard])
    rows = _tables_of_representatives(n, every, codes)
    table = np.empty((len(every), len(every)), np.int32)
    for i, labels in enumerate(every):
        counts = np.bincount(labels)
        margin = sizes.index(tuple(sorted(counts.tolist(), reverse=True)))
        largest_first = np.lexsort((labels, -counts[labels]))
        table[i] = rows[margin][_renamed(every, codes, largest_first)]
    return Triples(every, representatives, table)


def _all_clusterings(n: int) -> Ints:
    clusterings = np.zeros((1, 1), np.int64)
    for _ in range(n - 1):
        choices = clusterings.max(axis=1) + 2
        grown = np.repeat(clusterings, choices, axis=0)
        first = np.repeat(np.cumsum(choices) - choices, choices)
        clusterings = np.column_stack((grown, np.arange(len(grown)) - first))
    return clusterings


def _codes(clusterings: Ints) -> Ints:
    """Read labels as the digits of a number: lexicographic order is the order of the numbers."""
    n = clusterings.shape[1]
    return np.asarray(clusterings @ (n ** np.arange(n - 1, -1, -1)), np.int64)


def _renamed(every: Ints, codes: Ints, order: Ints) -> Ints:
    """Return where each clustering goes when its items are put into an order."""
    ordered = every[:, order]
    names = np.full(every.shape, -1)
    used = np.zeros(len(every), np.int64)
    numbered = np.empty_like(ordered)
    lines = np.arange(len(every))
    for item in range(ordered.shape[1]):
        label = ordered[:, item]
        is_new = names[lines, label] < 0
        names[lines[is_new], label[is_new]] = used[is_new]
        used += is_new
        numbered[:, item] = names[lines, label]
    return np.searchsorted(codes, _codes(numbered))


def _tables_of_representatives(n: int, every: Ints, codes: Ints) -> NDArray[np.int32]:
    """Return for each of ``partitions(n)`` the number of the table with each clustering."""
    tables, sizes = enumeration(n), partitions(n)
    orbits = [_orbits(every, codes, s) for s in sizes]
    numbers = np.full((len(sizes), len(every)), -1, np.int32)
    of_orbit = np.full((len(sizes), len(every)), -1, np.int32)
    for i in range(tables.count):
        margin = int(tables.row_margin[i])
        place = int(np.searchsorted(codes, _codes(np.array([tables.labels(i)[1]]))[0]))
        of_orbit[margin, orbits[margin][place]] = i
    for margin, orbit in enumerate(orbits):
        numbers[margin] = of_orbit[margin][orbit]
    return numbers


def _orbits(every: Ints, codes: Ints, sizes: tuple[int, ...]) -> Ints:
    """Return a number for each clustering, one for all that renaming within the sizes joins."""
    moved = [_renamed(every, codes, order) for order in _renamings(sizes)]
    orbit, before = np.arange(len(every)), None
    while before is None or (orbit != before).any():
        before = orbit.copy()
        for place in moved:
            np.minimum.at(orbit, place, before)
            orbit = np.minimum(orbit, orbit[place])
    return orbit


def _renamings(sizes: tuple[int, ...]) -> list[Ints]:
    """Swap neighbours within a cluster, and neighbouring clusters of one size."""
    n, orders, start = sum(sizes), [], 0
    for number, size in enumerate(sizes):
        for item in range(start, start + size - 1):
            order = np.arange(n)
            order[[item, item + 1]] = order[[item + 1, item]]
            orders.append(order)
        end = start + size
        if number + 1 < len(sizes) and sizes[number + 1] == size:
            order = np.arange(n)
            order[start:end], order[end : end + size] = (
                order[end : end + size].copy(),
                order[start:end].copy(),
            )
            orders.append(order)
        start = end
    return orders
