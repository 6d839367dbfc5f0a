"""All small clusterings by their pair counts alone: what a pair-counting index can meet."""

from __future__ import annotations

from functools import cache

from support.oracle import pair_counts, set_partitions
from support.partitions import grouped, perfect_merges, perfect_splits, rgs

__all__ = ["Counts", "Labels", "all_counts", "by_sizes", "improvements", "partitions_of", "proper"]

Labels = tuple[int, ...]
Counts = tuple[int, int, int, int]


@cache
def partitions_of(n: int) -> list[Labels]:
    return list(set_partitions(n))


def proper(a: Labels) -> bool:
    return 1 < len(set(a)) < len(a)


@cache
def all_counts(n: int) -> set[Counts]:
    return {pair_counts(a, b) for a in partitions_of(n) for b in partitions_of(n)}


@cache
def improvements(n: int) -> set[tuple[Counts, Counts]]:
    """Return the counts before and after each perfect split or merge of B, for proper A."""
    found = set()
    for a in filter(proper, partitions_of(n)):
        first = grouped(a)
        for b in partitions_of(n):
            before, second = pair_counts(a, b), grouped(b)
            for better in (*perfect_splits(first, second), *perfect_merges(first, second)):
                found.add((before, pair_counts(a, rgs(better))))
    return found


@cache
def by_sizes(n: int) -> list[list[Counts]]:
    """Return, for each proper A and sizes of B, the counts of A with every B of these sizes."""
    rows: dict[tuple[Labels, tuple[int, ...]], list[Counts]] = {}
    for a in filter(proper, partitions_of(n)):
        for b in partitions_of(n):
            sizes = tuple(sorted(map(b.count, set(b))))
            rows.setdefault((a, sizes), []).append(pair_counts(a, b))
    return list(rows.values())
