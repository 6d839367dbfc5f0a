"""Maximal and minimal agreement: where the best and the worst values are reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from partwise.properties.search.candidates import Violation, search
from partwise.properties.search.exact import ValueOrder
from partwise.properties.search.index_values import IndexValues, table_of
from partwise.properties.search.levels import are_near
from partwise.properties.search.pair_points import (
    Point,
    all_points,
    compare_points,
    pairs_of,
    point_example,
    point_levels,
    value_at,
)
from partwise.properties.search.tables_view import tables_view
from partwise.properties.verdict import Counterexample, LabelTuple, Verdict


def maximal_agreement(index_values: IndexValues) -> Verdict:
    """Maximal agreement: V(A, A) is one constant, and above V(A, B) for every other B.

    "We require that V(A, A) = c_max is constant and is a strict upper bound for V(A, B) for all A ≠
    B" (Section 4, Property 1). The constant is the same for all numbers of items from two on. A
    single item has only one clustering.
    """
    return search(index_values, "maximal_agreement", disagreements_about_the_best)


def disagreements_about_the_best(index_values: IndexValues, n: int) -> Iterator[Violation]:
    """Yield clusterings of n items that break the property, in the order of their tables."""
    tables, levels = index_values.tables(n), index_values.levels(n)
    is_identical = tables_view(n).relations == "identical"
    itself = _itself(index_values, n)
    known = known_best(index_values, n)
    is_trivial = (tables.k_a == 1) | (tables.k_a == n)
    is_missing = is_identical & ~levels.is_defined & ~is_trivial
    is_unlike = is_identical & levels.is_defined
    if known is not None:
        is_unlike &= ~_has_value(index_values, n, known)
    is_reached = ~is_identical & levels.not_above(itself, np.arange(tables.count))
    for i in np.flatnonzero(is_missing | is_unlike | is_reached).tolist():
        if is_missing[i]:
            yield _no_value(index_values, n, i)
        elif is_unlike[i] and known is not None:
            first = index_values.tables(known[0]).labels(known[1])[0]
            yield from confirmed_unlike(index_values, first, tables.labels(i)[0])
        else:
            yield from confirmed_reached(index_values, *tables.labels(i))


def _itself(index_values: IndexValues, n: int) -> NDArray[np.intp]:
    """Return for each table (A, B) the number of the table (A, A)."""
    tables = index_values.tables(n)
    identical = np.flatnonzero(tables_view(n).relations == "identical")
    of_margin = np.empty(len(identical), np.intp)
    of_margin[tables.row_margin[identical]] = identical
    return of_margin[tables.row_margin]


def known_best(index_values: IndexValues, n: int) -> tuple[int, int] | None:
    """Return the first table (A, A) that has a value, among up to n items."""
    for fewer in range(2, n + 1):
        is_identical = tables_view(fewer).relations == "identical"
        places = np.flatnonzero(is_identical & index_values.levels(fewer).is_defined)
        if len(places):
            return fewer, int(places[0])
    return None


def _has_value(index_values: IndexValues, n: int, known: tuple[int, int]) -> NDArray[np.bool_]:
    """Whether each table has the value of a table that is known, as far as numbers can tell."""
    levels, known_levels = index_values.levels(n), index_values.levels(known[0])
    best = known_levels.value(known[1])
    room = max(levels.tolerance, known_levels.tolerance)
    is_best = [are_near(levels.of_rank(rank), best, room) for rank in range(levels.rank_count)]
    return np.array([*is_best, False])[levels.ranks]  # there is none of rank −1


def _no_value(index_values: IndexValues, n: int, i: int) -> Violation:
    a, _ = index_values.tables(n).labels(i)
    says = "identical clusterings have no value"
    return Violation(Counterexample({"A": a}, {"V(A, A)": "undefined"}, says))


def confirmed_unlike(
    index_values: IndexValues, a: LabelTuple, b: LabelTuple
) -> Iterator[Violation]:
    """Yield A and B if V(A, A) and V(B, B) differ."""
    first, second = table_of(a, a), table_of(b, b)
    order = index_values.compare(first, second)
    if order is not None and order.sign != 0:
        shown = {"V(A, A)": index_values.shown(first), "V(B, B)": index_values.shown(second)}
        says = "V(A, A) is not the same for all A"
        yield Violation(Counterexample({"A": a, "B": b}, shown, says, certified=order.certified))


def confirmed_reached(
    index_values: IndexValues, a: LabelTuple, b: LabelTuple
) -> Iterator[Violation]:
    """Yield A and B if B is as good as A itself."""
    same, table = table_of(a, a), table_of(a, b)
    order = index_values.compare(same, table)
    if order is not None and order.sign <= 0:
        shown = {"V(A, A)": index_values.shown(same), "V(A, B)": index_values.shown(table)}
        says = "another clustering is as good as A itself, or better"
        yield Violation(Counterexample({"A": a, "B": b}, shown, says, certified=order.certified))


def minimal_agreement(index_values: IndexValues) -> Verdict:
    """Minimal agreement: V is worst if and only if no pair of items agrees (Property 1′).

    "A pair-counting index has the minimal agreement property if there exists a constant c_min so
    that V(N11, N10, N01, N00) ≥ c_min with equality if and only if N11 = N00 = 0." The definition
    covers all pair counts, including those that graphs have and clusterings cannot have.
    """
    return search(index_values, "minimal_agreement", wrong_points)


def wrong_points(index_values: IndexValues, n: int) -> Iterator[Violation]:
    """Yield counts of n items at which the worst value is missed, or reached wrongly."""
    of_n, of_any = (_worst_known(index_values, numbers) for numbers in ([n], range(2, n + 1)))
    if of_any is None:
        return
    p = of_n or of_any
    says = "neither has an agreeing pair, but their values differ"
    for worst in dict.fromkeys((p, of_any)):
        for q, order in _compared(index_values, worst, _without_agreement(n), np.not_equal):
            if order.sign != 0:
                yield _example(index_values, worst, q, says, order)
    says = "q has agreeing pairs and p has none, but q does not score better"
    agreeing = [q for q in all_points(n) if q[0] + q[3]]
    for q, order in _compared(index_values, p, agreeing, np.less_equal):
        if order.sign <= 0:
            yield _example(index_values, p, q, says, order)


def _example(
    index_values: IndexValues, p: Point, q: Point, says: str, order: ValueOrder
) -> Violation:
    return Violation(point_example(index_values, {"p": p, "q": q}, says, order.certified))


def _compared(
    index_values: IndexValues, p: Point, points: list[Point], is_suspicious: np.ufunc
) -> Iterator[tuple[Point, ValueOrder]]:
    """Compare those of some counts with p whose ranks are suspicious."""
    ranks = point_levels(index_values, [p, *points]).ranks
    for i in np.flatnonzero((ranks[1:] >= 0) & is_suspicious(ranks[1:], ranks[0])).tolist():
        order = compare_points(index_values, points[i], p)
        if order is not None:
            yield points[i], order


def _worst_known(index_values: IndexValues, numbers: Iterable[int]) -> Point | None:
    """Return the first counts without agreement that have a value, among so many items."""
    for n in numbers:
        for point in _without_agreement(n):
            if value_at(index_values.index, point) is not None:
                return point
    return None


def _without_agreement(n: int) -> list[Point]:
    total = pairs_of(n)
    return [(0, n10, total - n10, 0) for n10 in range(total, -1, -1)]
