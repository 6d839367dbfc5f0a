"""Monotonicity, in the paper's two forms and in two weaker ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.properties.deadline import OutOfTimeError
from partwise.properties.search.candidates import Violation, search
from partwise.properties.search.enumeration import Enumeration
from partwise.properties.search.index_values import IndexValues
from partwise.properties.search.moves import compared, improvements, meet, proper_moves
from partwise.properties.search.pair_points import (
    Point,
    compare_points,
    point_example,
    point_levels,
    steps_between,
)
from partwise.properties.verdict import LabelTuple, Verdict

Mask: TypeAlias = NDArray[np.bool_]

_MOST_ITEMS_OF_POINTS = 7  # 21 pairs


def monotonicity(index_values: IndexValues) -> Verdict:
    """Monotonicity: every A-consistent improvement of B scores strictly better (Property 5).

    "For every two clusterings A, B with 1 < k_A < n and any B′ that is an A-consistent improvement
    of B, V(A, B′) > V(A, B) and V(B′, A) > V(B, A)." An improvement is a sequence of perfect splits
    and merges (Theorem 2), so the search tries these.
    """
    verdict = search(index_values, "monotonicity", violations, first_n=3)
    if verdict.status != "refuted" or verdict.counterexample is None:
        return verdict
    other = "decrease" if verdict.value == "tie" else "tie"
    also = _first_of_kind(index_values, other)
    reason = "; ".join(filter(None, (verdict.reason, also)))
    return replace(verdict, reason=reason)


def violations(index_values: IndexValues, n: int, kind: str | None = None) -> Iterator[Violation]:
    """Yield improvements among n items that do not score better; only of a kind, if given."""
    tables = index_values.tables(n)
    for i in suspicious(index_values, n, kind).tolist():
        a, b = tables.labels(i)
        for example, order in compared(index_values, a, b, improvements):
            value = "tie" if order.sign == 0 else "decrease"
            if kind in (None, value):
                yield Violation(example, value)


def suspicious(index_values: IndexValues, n: int, kind: str | None = None) -> NDArray[np.int64]:
    """Return the tables of which some improvement seems not to score better."""
    tables, ranks = index_values.tables(n), index_values.levels(n).ranks
    source, target = proper_moves(tables, (ranks < 0) | (ranks[tables.transpose] < 0))
    is_bad = np.zeros(len(source), bool)
    for seen in (ranks, ranks[tables.transpose]):
        before, after = seen[source], seen[target]
        is_bad |= (before >= 0) & (after >= 0) & _is_kind(after, before, kind)
    return np.unique(source[is_bad])


def _is_kind(after: NDArray[np.int64], before: NDArray[np.int64], kind: str | None) -> Mask:
    if kind is None:
        return after <= before
    return after < before if kind == "decrease" else after == before


def _first_of_kind(index_values: IndexValues, kind: str) -> str:
    """Tell about the smallest violation of the other kind, if there is one."""
    try:
        for n in range(3, index_values.max_n + 1):
            violation = next((f for f in violations(index_values, n, kind)), None)
            if violation is not None:
                word = "ties" if kind == "tie" else "decreases"
                return f"it also has {word}, from n = {n}: {violation.counterexample}"
    except OutOfTimeError:
        return ""
    return ""


def strong_monotonicity(index_values: IndexValues) -> Verdict:
    """Strong monotonicity: V rises with N11 and N00, and falls with N10 and N01 (Property 5′).

    "A pair-counting index satisfies strong monotonicity if it is increasing in N11, N00 when N10 +
    N01 > 0, and decreasing in N10, N01 when N11 + N00 > 0." Here the counts are those of n items,
    so they add up to n(n − 1)/2. The search compares counts of different numbers of items that
    differ in one count only. Conventions for undefined values do not apply.
    """
    bare = index_values.by_formula()
    last = _MOST_ITEMS_OF_POINTS
    return search(bare, "strong_monotonicity", wrong_steps, first_n=3, last_n=last)


def wrong_steps(index_values: IndexValues, n: int) -> Iterator[Violation]:
    """Yield counts of fewer items and of n that differ in one count, in the wrong order."""
    steps = [step for fewer in range(2, n) for step in steps_between(fewer, n)]
    levels = point_levels(index_values, [point for p, q, _ in steps for point in (p, q)])
    before, after = levels.ranks[::2], levels.ranks[1::2]
    wanted = np.array([way for _, _, way in steps])
    is_wrong = (before >= 0) & (after >= 0) & (np.sign(after - before) != wanted)
    for i in np.flatnonzero(is_wrong).tolist():
        yield from confirmed_step(index_values, *steps[i])


def confirmed_step(
    index_values: IndexValues, p: Point, q: Point, wanted: int
) -> Iterator[Violation]:
    """Yield p and q if V does not rise (1), or fall (−1), from one to the other."""
    order = compare_points(index_values, q, p)
    if order is None or order.sign * wanted > 0:
        return
    kind = "agreeing" if wanted > 0 else "disagreeing"
    said = "the same" if order.sign == 0 else "worse" if wanted > 0 else "better"
    more = sum(q) - sum(p)
    pairs = "one more {} pair" if more == 1 else f"{more} more {{}} pairs"
    says = f"q has {pairs.format(kind)} than p, but scores {said}"
    example = point_example(index_values, {"p": p, "q": q}, says, order.certified)
    yield Violation(example, "tie" if order.sign == 0 else "decrease")


def weak_monotonicity(index_values: IndexValues) -> Verdict:
    """Weak monotonicity: no A-consistent improvement scores worse, but ties are allowed.

    For every two clusterings A, B with 1 < k_A < n and any A-consistent improvement B′ of B: V(A,
    B′) ≥ V(A, B) and V(B′, A) ≥ V(B, A).
    """
    return replace(search(index_values, "weak_monotonicity", _decreases, first_n=3), value=None)


def _decreases(index_values: IndexValues, n: int) -> Iterator[Violation]:
    return violations(index_values, n, "decrease")


def meila_monotonicity(index_values: IndexValues) -> Verdict:
    """Meilă's monotonicity: A is at least as close to A ⊗ B as to B.

    Meilă (2007) states this for variation of information. The paper calls it a weaker variant of
    monotonicity (Appendix A): "the similarity between clusterings A and B is upper-bounded by the
    similarity between A and A ⊗ B". The clusters of A ⊗ B are the intersections of those of A and
    B. The search tries 1 < k_A < n and both argument orders, as in the paper's monotonicity, which
    implies this property.
    """
    return search(index_values, "meila_monotonicity", _worse_meets, first_n=3)


def meets(tables: Enumeration) -> NDArray[np.int64]:
    """Return for each table (A, B) the number of (A, A ⊗ B): perfect splits until none is left.

    Examples
    --------
    >>> from partwise.properties.search.enumeration import enumeration
    >>> meets(enumeration(3)).tolist()
    [0, 1, 5, 3, 7, 5, 9, 7, 9, 9]
    """
    moves, following = tables.moves, np.arange(tables.count)
    is_split = moves.kind == 0
    following[moves.source[is_split]] = moves.target[is_split]
    while (following[following] != following).any():
        following = following[following]
    return following


def _worse_meets(index_values: IndexValues, n: int) -> Iterator[Violation]:
    tables, ranks = index_values.tables(n), index_values.levels(n).ranks
    finest = meets(tables)
    is_worse = np.zeros(tables.count, bool)
    for seen in (ranks, ranks[tables.transpose]):
        is_worse |= (seen[finest] >= 0) & (seen[finest] < seen)
    is_worse &= (tables.k_a > 1) & (tables.k_a < n)
    for i in np.flatnonzero(is_worse).tolist():
        for example, order in compared(index_values, *tables.labels(i), _only_the_meet):
            if order.sign < 0:
                yield Violation(example)


def _only_the_meet(a: LabelTuple, b: LabelTuple) -> Iterator[LabelTuple]:
    common = meet(a, b)
    if common != b:
        yield common
