"""Splits, merges and consistent improvements: the paper's Section 4.5 and its Theorem 2.

All functions take the reference A first. Meet, join and refinement are methods of
:class:`~partwise.clusterings.clustering.Clustering`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from partwise.base import InputError
from partwise.clusterings.alignment import align
from partwise.clusterings.clustering import Clustering
from partwise.clusterings.factorization import Codes


@dataclass(frozen=True, slots=True)
class Step:
    """One perfect split or perfect merge.

    Parameters
    ----------
    kind : {"split", "merge"}
        What was done.
    parts : pair of tuples of items
        The two clusters that the split made, or that were merged.
    result : Clustering
        The clustering after the step.
    """

    kind: Literal["split", "merge"]
    parts: tuple[tuple[Hashable, ...], tuple[Hashable, ...]]
    result: Clustering


def perfect_splits(reference: Clustering, candidate: Clustering) -> Iterator[Clustering]:
    """Yield every split of a candidate cluster in two that separates no pair of the reference.

    A cluster that meets r clusters of the reference can be split perfectly in 2^(r−1) − 1 ways.

    Examples
    --------
    >>> [b.labels for b in perfect_splits(Clustering([0, 0, 1]), Clustering([5, 5, 5]))]
    [(0, 0, 1)]
    """
    reference, candidate = align(reference, candidate)
    for cluster in range(candidate.k):
        inside = np.flatnonzero(candidate.codes == cluster)
        blocks = np.unique(reference.codes[inside])
        first, rest = blocks[0], blocks[1:]
        for choice in range(2 ** len(rest) - 1):
            staying = [first, *(block for i, block in enumerate(rest) if choice >> i & 1)]
            leaving = inside[~np.isin(reference.codes[inside], staying)]
            codes = candidate.codes.copy()
            codes[leaving] = candidate.k
            yield candidate.regroup(codes)


def perfect_merges(reference: Clustering, candidate: Clustering) -> Iterator[Clustering]:
    """Yield every merge of two candidate clusters that lie in one cluster of the reference.

    Examples
    --------
    >>> [b.labels for b in perfect_merges(Clustering([0, 0, 1]), Clustering([0, 1, 2]))]
    [(0, 0, 1)]
    """
    reference, candidate = align(reference, candidate)
    inside: dict[int, list[int]] = {}
    for cluster in range(candidate.k):
        blocks = np.unique(reference.codes[candidate.codes == cluster])
        if len(blocks) == 1:
            inside.setdefault(int(blocks[0]), []).append(cluster)
    for clusters in inside.values():
        for one, other in combinations(clusters, 2):
            yield candidate.regroup(np.where(candidate.codes == other, one, candidate.codes))


def is_perfect_split(reference: Clustering, before: Clustering, after: Clustering) -> bool:
    """Whether ``after`` is ``before`` with one cluster split in two, perfectly."""
    reference, before, after = _align_three(reference, before, after)
    return (
        after.k == before.k + 1
        and after.refines(before)
        and is_consistent_improvement(reference, before, after)
    )


def is_perfect_merge(reference: Clustering, before: Clustering, after: Clustering) -> bool:
    """Whether ``after`` is ``before`` with two clusters merged, perfectly."""
    reference, before, after = _align_three(reference, before, after)
    return (
        after.k == before.k - 1
        and before.refines(after)
        and is_consistent_improvement(reference, before, after)
    )


def is_consistent_improvement(reference: Clustering, before: Clustering, after: Clustering) -> bool:
    """Whether every pair on which ``before`` agrees with the reference still agrees in ``after``.

    The paper's "A-consistent improvement": the two must differ, and no agreement may be lost.

    Examples
    --------
    >>> a, b = Clustering([0, 0, 1]), Clustering([0, 1, 1])
    >>> is_consistent_improvement(a, b, Clustering([0, 1, 2]))
    True
    >>> is_consistent_improvement(a, b, Clustering([0, 0, 0]))
    False
    """
    reference, before, after = _align_three(reference, before, after)
    if before == after:
        return False
    return _breach(reference, before, after) is None


def improvement_path(
    reference: Clustering, before: Clustering, after: Clustering
) -> tuple[Step, ...]:
    """Return perfect splits, then perfect merges, that lead from ``before`` to ``after``.

    This is the constructive half of the paper's Theorem 2: the splits lead to the meet of the two
    clusterings, the merges from there to ``after``.

    Raises
    ------
    InputError
        If ``after`` is not a consistent improvement; the message names a pair that shows it.

    Examples
    --------
    >>> a = Clustering([0, 0, 1, 1])
    >>> path = improvement_path(a, Clustering([0, 1, 1, 2]), a)
    >>> [(step.kind, step.parts) for step in path]
    [('split', ((1,), (2,))), ('merge', ((2,), (3,))), ('merge', ((0,), (1,)))]
    """
    reference, before, after = _align_three(reference, before, after)
    if before == after:
        raise InputError("the clusterings are the same: there is nothing to improve")
    breach = _breach(reference, before, after)
    if breach is not None:
        raise InputError(breach)
    meet = before.meet(after)
    splits = _steps("split", before, meet)
    merges = _steps("merge", after, meet)
    return (*splits, *_reversed_merges(meet, merges))


def _steps(kind: Literal["split", "merge"], coarse: Clustering, fine: Clustering) -> list[Step]:
    """Split the coarse clustering into the fine one, one part at a time."""
    steps: list[Step] = []
    codes = coarse.codes.copy()
    representative = np.empty(fine.k, np.int64)
    representative[fine.codes] = coarse.codes
    for cluster in range(coarse.k):
        for part in np.flatnonzero(representative == cluster)[1:].tolist():
            leaving = fine.codes == part
            whole = codes == cluster
            codes = np.where(leaving, coarse.k + part, codes)
            parts = (_items(coarse, whole & ~leaving), _items(coarse, leaving))
            steps.append(Step(kind, parts, coarse.regroup(codes)))
    return steps


def _reversed_merges(meet: Clustering, splits: list[Step]) -> Iterator[Step]:
    """Read splits of the goal into the meet backwards, as merges of the meet into the goal."""
    codes = dict(zip(meet.items, meet.codes.tolist(), strict=True))
    for step in reversed(splits):
        kept, joined = step.parts
        for item in joined:
            codes[item] = codes[kept[0]]
        merged = np.array([codes[item] for item in meet.items], np.int64)
        yield Step("merge", (kept, joined), meet.regroup(merged))


def _items(clustering: Clustering, where: np.ndarray) -> tuple[Hashable, ...]:
    items = clustering.items
    return tuple(items[i] for i in np.flatnonzero(where).tolist())


def _align_three(
    reference: Clustering, before: Clustering, after: Clustering
) -> tuple[Clustering, Clustering, Clustering]:
    reference, before = align(reference, before)
    reference, after = align(reference, after)
    before, reference = align(before, reference)  # what the second step dropped
    return reference, before, align(after, reference)[0]


def _breach(reference: Clustering, before: Clustering, after: Clustering) -> str | None:
    """Name a pair of items on which ``before`` agrees with the reference and ``after`` does not.

    Two ways to lose an agreement: to part items that both had together (then a block of the meet
    of reference and ``before`` is not inside a cluster of ``after``), or to join items that both
    had apart (then within a cluster of ``after`` there are two that share neither the cluster of
    the reference nor that of ``before``).
    """
    together = reference.meet(before)
    if not together.refines(after):
        i, j = _first_pair_apart(together.codes, after.codes)
        return _sentence(reference, i, j, "together", "apart")
    for cluster in range(after.k):
        inside = np.flatnonzero(after.codes == cluster)
        pair = _pair_apart_in_both(inside, reference.codes, before.codes)
        if pair is not None:
            return _sentence(reference, *pair, "apart", "together")
    return None


def _first_pair_apart(blocks: Codes, codes: Codes) -> tuple[int, int]:
    first: dict[int, int] = {}
    for i, block in enumerate(blocks.tolist()):
        j = first.setdefault(block, i)
        if codes[i] != codes[j]:
            return j, i
    raise AssertionError("the blocks refine the clustering")


def _pair_apart_in_both(inside: Codes, a: Codes, b: Codes) -> tuple[int, int] | None:
    """Find two items that differ in both codes, in linear time."""
    i = int(inside[0])
    for j in inside[(a[inside] != a[i]) & (b[inside] != b[i])][:1].tolist():
        return i, j
    # All items share the row or the column of i. Two that share the row only and the column only
    # differ from each other in both.
    in_row = inside[(a[inside] == a[i]) & (b[inside] != b[i])]
    in_column = inside[(a[inside] != a[i]) & (b[inside] == b[i])]
    if len(in_row) and len(in_column):
        return int(in_row[0]), int(in_column[0])
    return None


def _sentence(clustering: Clustering, i: int, j: int, was: str, is_now: str) -> str:
    one, other = clustering.items[i], clustering.items[j]
    return (
        f"not a consistent improvement: items {one!r} and {other!r} are {was} in the reference "
        f"and before, but {is_now} after"
    )
