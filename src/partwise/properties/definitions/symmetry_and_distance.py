"""Symmetry, and whether an index is a metric after a linear transformation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import require
from partwise.properties.deadline import check_time
from partwise.properties.definitions.agreement import (
    disagreements_about_the_best,
    known_best,
)
from partwise.properties.search.candidates import Violation, search
from partwise.properties.search.exact_value import Exact, exact_value, is_expression
from partwise.properties.search.index_values import IndexValues, table_of
from partwise.properties.search.levels import Level, Levels, Whole
from partwise.properties.search.triples import Triples, triples
from partwise.properties.verdict import Counterexample, LabelTuple, Verdict

_LAST_DIGITS = 1e-14  # by so much may sums of floats be off

_MOST_ROWS = 512


def symmetry(index_values: IndexValues) -> Verdict:
    """Symmetry: V(A, B) = V(B, A) for all clusterings A and B (Section 4, Property 2)."""
    return search(index_values, "symmetry", asymmetries)


def asymmetries(index_values: IndexValues, n: int) -> Iterator[Violation]:
    """Yield A and B whose order matters."""
    tables, ranks = index_values.tables(n), index_values.levels(n).ranks
    swapped = ranks[tables.transpose]
    is_other = (ranks != swapped) & (ranks >= 0) & (swapped >= 0)
    for i in np.flatnonzero(is_other).tolist():
        yield from confirmed_asymmetry(index_values, *tables.labels(i))


def confirmed_asymmetry(
    index_values: IndexValues, a: LabelTuple, b: LabelTuple
) -> Iterator[Violation]:
    """Yield A and B if their order matters."""
    table = table_of(a, b)
    order = index_values.compare(table, table.T)
    if order is not None and order.sign != 0:
        shown = {"V(A, B)": index_values.shown(table), "V(B, A)": index_values.shown(table.T)}
        says = "the value changes when A and B are swapped"
        yield Violation(Counterexample({"A": a, "B": b}, shown, says, certified=order.certified))


def distance(index_values: IndexValues) -> Verdict:
    """Distance: a linear function of V is a metric (Section 4, Property 4).

    The axioms are symmetry, d(A, B) ≥ 0 with equality only for A = B, and the triangle inequality.
    With symmetry and maximal agreement, "it satisfies the distance property iff d(A, B) = c_max −
    V(A, B) satisfies the triangle inequality".
    """
    verdict = search(index_values, "distance", _broken_axioms)
    if verdict.status == "held" and (verdict.up_to_n or 0) > index_values.triples_n:
        reason = (
            f"triples were tried up to n = {index_values.triples_n}, symmetry and maximal "
            f"agreement up to n = {verdict.up_to_n}"
        )
        return replace(verdict, up_to_n=index_values.triples_n, reason=reason)
    return verdict


def _broken_axioms(index_values: IndexValues, n: int) -> Iterator[Violation]:
    yield from disagreements_about_the_best(index_values, n)
    yield from asymmetries(index_values, n)
    if n <= index_values.triples_n:
        yield from _detours(index_values, n)


def _detours(index_values: IndexValues, n: int) -> Iterator[Violation]:
    """Yield A, B, C with d(A, C) > d(A, B) + d(B, C)."""
    known = known_best(index_values, n)
    if known is None:
        return
    all_triples = triples(n)
    distances = _Distances(index_values.levels(n), index_values.levels(known[0]).value(known[1]))
    for a in all_triples.representatives.tolist():
        for b, c in distances.too_far(all_triples, a):
            yield from confirmed_detour(
                index_values, known, [all_triples.labels(i) for i in (a, b, c)]
            )


class _Distances:
    """The distances c_max − V: in floats, and exactly where floats do not tell."""

    def __init__(self, levels: Levels, best: Level) -> None:
        self._ranks = levels.ranks
        self._room = 3 * levels.tolerance
        values = [levels.of_rank(rank) for rank in range(levels.rank_count)]
        self._exact = [best - value for value in values]
        finite = [abs(d) for d in self._exact if isinstance(d, Fraction)]
        scale = max(finite, default=Fraction(0)) or Fraction(1)
        in_floats = [float(d / scale) if isinstance(d, Fraction) else d for d in self._exact]
        self._in_floats = np.array([*in_floats, np.nan])  # of rank −1: there is no value
        self._float_room = float(self._room / scale)
        self._is_shorter: dict[int, bool] = {}

    def too_far(self, all_triples: Triples, a: int) -> Iterator[tuple[int, int]]:
        """Yield the numbers of B and C such that the way from A to C over B is shorter."""
        ranks_of_a = self._ranks[all_triples.table[a]]
        from_a = self._in_floats[ranks_of_a]
        for start in range(0, len(from_a), _MOST_ROWS):
            check_time()
            rows = slice(start, start + _MOST_ROWS)
            ranks = self._ranks[all_triples.table[rows]]
            with np.errstate(invalid="ignore"):
                over_b = from_a[rows, None] + self._in_floats[ranks]
                gap = over_b - from_a[None, :]
                room = self._float_room + _LAST_DIGITS * (np.abs(over_b) + np.abs(from_a))
                is_shorter = gap < -room
                is_close = np.abs(gap) <= room
            b, c = np.nonzero(is_close)
            is_shorter[b, c] = self._decided(ranks_of_a[rows][b], ranks[b, c], ranks_of_a[c])
            for b_place, c_place in np.argwhere(is_shorter).tolist():
                yield start + b_place, c_place

    def _decided(self, ab: Whole, bc: Whole, ac: Whole) -> NDArray[np.bool_]:
        """Whether d(A, C) > d(A, B) + d(B, C), for the ranks of the values, each case once."""
        count = len(self._exact)
        cases, place = np.unique((ab * count + bc) * count + ac, return_inverse=True)
        for case in cases.tolist():
            if case not in self._is_shorter:
                check_time()
                first, second, whole = case // count**2, case // count % count, case % count
                over_b = self._exact[first] + self._exact[second]
                self._is_shorter[case] = over_b < self._exact[whole] - self._room
        return np.array([self._is_shorter[case] for case in cases.tolist()], bool)[place]


def confirmed_detour(
    index_values: IndexValues, known: tuple[int, int], clusterings: list[LabelTuple]
) -> Iterator[Violation]:
    """Yield A, B and C if they break the triangle inequality, c_max being a known value."""
    a, b, c = clusterings
    pairs = {"V(A, B)": (a, b), "V(B, C)": (b, c), "V(A, C)": (a, c)}
    tables = {name: table_of(*pair) for name, pair in pairs.items()}
    ab, bc, ac = (exact_value(index_values.index, table) for table in tables.values())
    best = exact_value(index_values.index, index_values.tables(known[0]).contingency(known[1]))
    order = index_values.compare_values(_sum(ab, bc), _sum(ac, best))
    if order is not None and order.sign > 0:
        shown = {name: index_values.shown(table) for name, table in tables.items()}
        shown |= {"c_max": index_values.shown(index_values.tables(known[0]).contingency(known[1]))}
        says = "d = c_max − V breaks the triangle inequality: d(A, C) > d(A, B) + d(B, C)"
        names = {"A": a, "B": b, "C": c}
        yield Violation(Counterexample(names, shown, says, certified=order.certified))


def _sum(first: Exact, second: Exact) -> Exact:
    if isinstance(first, float) or isinstance(second, float):
        return float(first) + float(second)
    if is_expression(first) or is_expression(second):
        return _expression(first) + _expression(second)
    return first + second


def _expression(value: Exact) -> Any:
    sympy = require("sympy")

    if isinstance(value, Fraction):
        return sympy.Rational(value.numerator, value.denominator)
    return value
