"""What the four constraints of Amigó et al. (2009) have in common.

They are about the quality Q of a candidate compared with categories. Here Q is V(A, B), where A is
the reference, in this argument order only. As in the paper's monotonicity, trivial references are
left out.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from partwise.properties.deadline import OutOfTimeError
from partwise.properties.search.candidates import Violation, refuted, search
from partwise.properties.search.enumeration import Enumeration, enumeration
from partwise.properties.search.index_values import IndexValues, table_of
from partwise.properties.search.moves import Improve, compared, improvements, numbered
from partwise.properties.verdict import Counterexample, LabelTuple, Verdict


def homogeneity(index_values: IndexValues) -> Verdict:
    """Cluster homogeneity: splitting a mixed cluster into its two parts scores better.

    A cluster of the candidate B has items of exactly two clusters of the reference A. B′ is B with
    this cluster split into the two parts. Then V(A, B′) > V(A, B), for 1 < k_A < n (Amigó et al.
    2009).
    """
    return search(index_values, "homogeneity", _splits_without_gain, first_n=3)


def _splits_without_gain(index_values: IndexValues, n: int) -> Iterator[Violation]:
    tables = index_values.tables(n)
    mixed, moves = _mixed_of_two(tables), tables.moves
    # of all splits, only that of a column with two cells leaves one such column less
    is_move = (moves.kind == 0) & (mixed[moves.target] == mixed[moves.source] - 1)
    return improving(index_values, n, is_move, _halves)


def _mixed_of_two(tables: Enumeration) -> np.ndarray:
    """Return how many columns with exactly two non-zero cells each table has."""
    cells_of_column = np.bincount(tables.column_of_cell)
    return np.add.reduceat(cells_of_column == 2, tables.column_offsets[:-1], dtype=np.int64)


def _halves(a: LabelTuple, b: LabelTuple) -> Iterator[LabelTuple]:
    for cluster in sorted(set(b)):
        inside = [label for label, of in zip(a, b, strict=True) if of == cluster]
        if len(set(inside)) == 2:
            yield numbered(
                tuple(
                    -1 if of == cluster and label == inside[0] else of
                    for label, of in zip(a, b, strict=True)
                )
            )


def completeness(index_values: IndexValues) -> Verdict:
    """Cluster completeness: merging two clusters that belong together scores better.

    Two clusters of the candidate B are inside one cluster of the reference A. B′ is B with the two
    merged, which the paper calls a perfect merge. Then V(A, B′) > V(A, B), for 1 < k_A < n (Amigó
    et al. 2009, who also call this equivalence).
    """
    verdict = search(index_values, "completeness", _merges_without_gain, first_n=3)
    return verdict if verdict.status != "held" else _beyond(index_values, verdict)


def _merges_without_gain(index_values: IndexValues, n: int) -> Iterator[Violation]:
    return improving(index_values, n, index_values.tables(n).moves.kind == 1, _merges)


def _beyond(index_values: IndexValues, held: Verdict) -> Verdict:
    """Try a few merges of more items, which lower adjusted mutual information."""
    with contextlib.suppress(OutOfTimeError):
        for merging in LARGE_MERGES:
            a, b = across_pairs(*merging)
            for example, order in compared(index_values, a, b, _merges, orders=(False,)):
                if order.certified:
                    reason = f"no violation up to n = {held.up_to_n}"
                    violation = Violation(example, "tie" if order.sign == 0 else "decrease")
                    return refuted("completeness", violation, reason)
    return held


LARGE_MERGES = ((9, 9, 33), (11, 10, 39), (20, 19, 70))
"""Where merging lowers AMI: two clusters, and pairs; benchmarks/ami_merges.py looks for them."""


def across_pairs(first: int, second: int, pairs: int) -> tuple[LabelTuple, LabelTuple]:
    """Return A of two clusters and B of pairs across them, and two clusters inside the first.

    Examples
    --------
    >>> across_pairs(2, 1, 2)
    ((0, 0, 0, 0, 0, 1, 1), (0, 0, 1, 2, 3, 2, 3))
    """
    paired = tuple(range(2, 2 + pairs))
    a = (0,) * (first + second + pairs) + (1,) * pairs
    return a, (0,) * first + (1,) * second + paired + paired


def _merges(a: LabelTuple, b: LabelTuple) -> Iterator[LabelTuple]:
    return improvements(a, b, (1,))


def rag_bag(index_values: IndexValues) -> Verdict:
    """Rag bag: a wrong item does less harm in a noisy cluster than in a clean one.

    The reference A has a cluster of m ≥ 2 items, which both candidates keep whole. A also has m + 1
    singletons, and m of them form one noisy cluster in the candidates. B puts the last singleton
    into the clean cluster, and B′ puts it into the noisy cluster. Then V(A, B′) > V(A, B). The
    other items are clustered among themselves, in every way (Amigó et al. 2009).
    """
    return search(index_values, "rag_bag", _clean_clusters_spoilt, first_n=5)


def _clean_clusters_spoilt(index_values: IndexValues, n: int) -> Iterator[Violation]:
    says = (
        "B puts a wrong item into a clean cluster and B' puts it into a noisy one, but B' does not "
        "score better"
    )
    cases = (case for m in range(2, n) for case in with_others(n, _rag_bag_core(m)))
    return preferring(index_values, cases, says)


def _rag_bag_core(m: int) -> tuple[LabelTuple, LabelTuple, LabelTuple]:
    clean, noisy = (0,) * m, (1,) * m
    return (*clean, *range(1, m + 2)), (*clean, *noisy, 0), (*clean, *noisy, 1)


def size_against_quantity(index_values: IndexValues) -> Verdict:
    """Cluster size against quantity: one error in a large cluster beats many in small ones.

    The reference A has one cluster of m + 1 items and m clusters of two items, m ≥ 2. B splits each
    small cluster into singletons, and B′ splits one item off the large cluster. Then V(A, B′) >
    V(A, B). The other items are clustered among themselves, in every way (Amigó et al. 2009).
    """
    return search(index_values, "size_against_quantity", _large_errors, first_n=7)


def _large_errors(index_values: IndexValues, n: int) -> Iterator[Violation]:
    says = (
        "B splits many small clusters and B' splits one item off a large one, but B' does not "
        "score better"
    )
    cases = (case for m in range(2, n) for case in with_others(n, _size_core(m)))
    return preferring(index_values, cases, says)


def _size_core(m: int) -> tuple[LabelTuple, LabelTuple, LabelTuple]:
    large, small = (0,) * (m + 1), tuple(range(1, m + 1))
    whole = tuple(label for label in small for _ in range(2))
    return (*large, *whole), (*large, *range(1, 2 * m + 1)), (*(0,) * m, m + 1, *whole)


def improving(
    index_values: IndexValues, n: int, is_move: NDArray[np.bool_], improve: Improve
) -> Iterator[Violation]:
    """Yield some perfect splits or merges that do not score better."""
    tables, levels = index_values.tables(n), index_values.levels(n)
    source, target = tables.moves.source, tables.moves.target
    is_proper = (tables.k_a[source] > 1) & (tables.k_a[source] < n)
    is_bad = is_move & is_proper & levels.not_above(target, source)
    for i in np.unique(source[is_bad]).tolist():
        for example, order in compared(index_values, *tables.labels(i), improve, orders=(False,)):
            yield Violation(example, "tie" if order.sign == 0 else "decrease")


def with_others(n: int, core: tuple[LabelTuple, ...]) -> Iterator[tuple[LabelTuple, ...]]:
    """Extend a reference and candidates by all ways to cluster the other items among themselves."""
    others = n - len(core[0])
    if others < 0:
        return
    if others == 0:
        yield tuple(map(numbered, core))
        return
    tables = enumeration(others)
    for i in range(tables.count):
        a, b = tables.labels(i)
        yield tuple(
            numbered(labels + tuple(label + n for label in rest))
            for labels, rest in zip(core, (a, *(b for _ in core[1:])), strict=True)
        )


def preferring(
    index_values: IndexValues, cases: Iterator[tuple[LabelTuple, ...]], says: str
) -> Iterator[Violation]:
    """Yield references A with candidates B and B′ such that B′ does not score better."""
    for a, worse, better in cases:
        before, after = table_of(a, worse), table_of(a, better)
        order = index_values.compare(after, before)
        if order is not None and order.sign <= 0:
            shown = {"V(A, B)": index_values.shown(before), "V(A, B')": index_values.shown(after)}
            clusterings = {"A": a, "B": worse, "B'": better}
            example = Counterexample(clusterings, shown, says, certified=order.certified)
            yield Violation(example, "tie" if order.sign == 0 else "decrease")
