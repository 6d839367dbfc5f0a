"""Symmetry, and whether an index is a metric after a linear transformation."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from partwise.base import require
from partwise.properties.deadline import check_time
from partwise.properties.definitions.agreement import (
    disagreements_about_the_best,
    known_best,
)
from partwise.properties.search.candidates import Violation, search
from partwise.properties.search.exact import ValueOrder, compare_values
from partwise.properties.search.exact_value import Exact, exact_value, is_expression
from partwise.properties.search.index_values import Floats, IndexValues, slack, table_of
from partwise.properties.search.triples import Triples, triples
from partwise.properties.verdict import Counterexample, LabelTuple, Verdict

_ROUNDING = 1e-11

_MOST_ROWS = 512


def symmetry(index_values: IndexValues) -> Verdict:
    """Symmetry: V(A, B) = V(B, A) for all clusterings A and B (Section 4, Property 2)."""
    return search(index_values, "symmetry", asymmetries)


def asymmetries(index_values: IndexValues, n: int) -> Iterator[Violation]:
    """Yield A and B whose order matters."""
    values, tables = index_values.values(n), index_values.tables(n)
    swapped = values[tables.transpose]
    with np.errstate(invalid="ignore"):
        is_other = (values != swapped) & ~(np.abs(values - swapped) <= slack(values))
    is_other &= ~np.isnan(values) & ~np.isnan(swapped)
    for i in np.flatnonzero(is_other).tolist():
        table = tables.contingency(i)
        order = index_values.compare(table, table.T)
        if order is None or order.sign == 0:
            continue
        a, b = tables.labels(i)
        shown = {"V(A, B)": index_values.shown(table), "V(B, A)": index_values.shown(table.T)}
        says = "the value changes when A and B are swapped"
        yield Violation(Counterexample({"A": a, "B": b}, shown, says, certified=order.certified))


def distance(index_values: IndexValues) -> Verdict:
    """Distance: V is linearly transformable to a metric (Section 4, Property 4).

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
    best = index_values.values(known[0])[known[1]]
    distances = best - index_values.values(n)
    for a in all_triples.representatives.tolist():
        for b, c in _too_far(all_triples, distances, a):
            yield from _confirmed_detour(
                index_values, known, [all_triples.labels(i) for i in (a, b, c)]
            )


def _too_far(all_triples: Triples, distances: Floats, a: int) -> Iterator[tuple[int, int]]:
    """Yield the numbers of B and C such that the way from A to C over B seems shorter."""
    from_a = distances[all_triples.table[a]]
    room = _ROUNDING * (1 + np.abs(np.where(np.isfinite(from_a), from_a, 0.0)))
    for start in range(0, len(from_a), _MOST_ROWS):
        check_time()
        rows = slice(start, start + _MOST_ROWS)
        with np.errstate(invalid="ignore"):
            over_b = from_a[rows, None] + distances[all_triples.table[rows]]
            is_shorter = over_b < (from_a - room)[None, :]
        for b, c in np.argwhere(is_shorter).tolist():
            yield start + b, c


def _confirmed_detour(
    index_values: IndexValues, known: tuple[int, int], clusterings: list[LabelTuple]
) -> Iterator[Violation]:
    a, b, c = clusterings
    pairs = {"V(A, B)": (a, b), "V(B, C)": (b, c), "V(A, C)": (a, c)}
    tables = {name: table_of(*pair) for name, pair in pairs.items()}
    ab, bc, ac = (exact_value(index_values.index, table) for table in tables.values())
    best = exact_value(index_values.index, index_values.tables(known[0]).contingency(known[1]))
    order = _compare_sums((ab, bc), (ac, best))
    if order is not None and order.sign * index_values.sense > 0:
        shown = {name: index_values.shown(table) for name, table in tables.items()}
        shown |= {"c_max": index_values.shown(index_values.tables(known[0]).contingency(known[1]))}
        says = "d = c_max − V breaks the triangle inequality: d(A, C) > d(A, B) + d(B, C)"
        names = {"A": a, "B": b, "C": c}
        yield Violation(Counterexample(names, shown, says, certified=order.certified))


def _compare_sums(first: tuple[Exact, Exact], second: tuple[Exact, Exact]) -> ValueOrder | None:
    values = (*first, *second)
    if any(isinstance(value, float) for value in values):
        sums = [math.fsum(map(float, pair)) for pair in (first, second)]
        return compare_values(*sums) if all(map(math.isfinite, sums)) else None
    if any(map(is_expression, values)):
        return compare_values(*(sum(map(_expression, pair)) for pair in (first, second)))
    return compare_values(Fraction(sum(first)), Fraction(sum(second)))


def _expression(value: Exact) -> Any:
    sympy = require("sympy")

    if isinstance(value, Fraction):
        return sympy.Rational(value.numerator, value.denominator)
    return value
