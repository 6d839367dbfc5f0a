"""Partitions as plain sets of sets: slow, obvious, and independent of how partwise stores them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from hypothesis import strategies as st

from partwise import Clustering

__all__ = [
    "Partition",
    "agreements",
    "blocks",
    "grouped",
    "integer_partitions",
    "is_coarser",
    "join",
    "label_lists",
    "perfect_merges",
    "perfect_splits",
    "rgs",
]

Partition: TypeAlias = frozenset[frozenset[Hashable]]


def grouped(labels: Iterable[Hashable], items: Iterable[Hashable] | None = None) -> Partition:
    """Put items with equal labels together; items are positions unless they are given."""
    names = list(labels)
    members = range(len(names)) if items is None else list(items)
    clusters: dict[Hashable, set[Hashable]] = {}
    for item, label in zip(members, names, strict=True):
        clusters.setdefault(label, set()).add(item)
    return frozenset(frozenset(cluster) for cluster in clusters.values())


def blocks(clustering: Clustering) -> Partition:
    """Return the clusters of a clustering, from its items and codes."""
    return grouped(clustering.codes.tolist(), clustering.items)


def rgs(partition: Partition) -> tuple[int, ...]:
    """Return the labels of a partition of 0 … n−1, numbered by first appearance."""
    of_item = {item: cluster for cluster in partition for item in cluster}
    seen: dict[frozenset[Hashable], int] = {}
    return tuple(seen.setdefault(of_item[i], len(seen)) for i in range(len(of_item)))


def is_coarser(coarse: Partition, fine: Partition) -> bool:
    """Whether each cluster of the fine partition is a subset of one of the coarse partition."""
    return all(any(small <= large for large in coarse) for small in fine)


def join(one: Partition, other: Partition) -> Partition:
    """Merge clusters that overlap until none do."""
    result: list[frozenset[Hashable]] = []
    for cluster in (*one, *other):
        overlapping = [old for old in result if old & cluster]
        result = [old for old in result if not old & cluster]
        result.append(cluster.union(*overlapping))
    return frozenset(result)


def agreements(a: Sequence[Hashable], b: Sequence[Hashable]) -> set[tuple[int, int]]:
    """Return the pairs of items about which two label lists agree (together or apart)."""
    return {(i, j) for i, j in combinations(range(len(a)), 2) if (a[i] == a[j]) == (b[i] == b[j])}


def perfect_splits(a: Partition, b: Partition) -> Iterator[Partition]:
    """Yield every perfect split of B, from the paper's Section 4.5.

    A single cluster B1 becomes B1', B2' such that for all i, the intersection of A_i and B1 is a
    subset of B1' or of B2'.
    """
    for cluster in b:
        anchor, *rest = cluster
        for size in range(len(rest)):
            for others in combinations(rest, size):
                first = frozenset((anchor, *others))
                second = cluster - first
                if all((part & cluster) <= first or (part & cluster) <= second for part in a):
                    yield (b - {cluster}) | {first, second}


def perfect_merges(a: Partition, b: Partition) -> Iterator[Partition]:
    """Yield every perfect merge of B (Section 4.5): B1 and B2, both inside some A_i, become one."""
    for one, other in combinations(b, 2):
        if any(one <= part and other <= part for part in a):
            yield (b - {one, other}) | {one | other}


def label_lists(count: int, most: int = 9) -> st.SearchStrategy[tuple[list[int], ...]]:
    """Draw some label lists of one common length, from 0 items on."""
    return st.integers(0, most).flatmap(
        lambda n: st.tuples(
            *(st.lists(st.integers(0, 4), min_size=n, max_size=n) for _ in range(count))
        )
    )


def integer_partitions(n: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write n as a sum of sizes, largest first."""
    if n == 0:
        yield ()
    for part in range(min(n, most or n), 0, -1):
        for rest in integer_partitions(n - part, part):
            yield (part, *rest)
