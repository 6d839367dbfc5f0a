"""Distance: V is linearly transformable to a metric (Section 4, Property 4).

The axioms are symmetry, d(A, B) ≥ 0 with equality only for A = B, and the triangle inequality. With
symmetry and maximal agreement, "it satisfies the distance property iff d(A, B) = c_max − V(A, B)
satisfies the triangle inequality".
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from partwise.properties.definitions.maximal_agreement import (
    disagreements_about_the_best,
    known_best,
)
from partwise.properties.definitions.symmetry import asymmetries
from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.exact import Comparison, compare_values
from partwise.properties.search.exact_value import Exact, exact_value, is_expression
from partwise.properties.search.index_values import Floats, Study, table_of
from partwise.properties.search.triples import Triples, triples
from partwise.properties.verdict import Counterexample, Labels, Verdict

KEY = "distance"

_ROUNDING = 1e-11
_MOST_ROWS = 512


def decide(study: Study) -> Verdict:
    """Look for clusterings that break symmetry, maximal agreement or the triangle inequality."""
    verdict = search(study, KEY, _violations)
    if verdict.status == "held" and (verdict.up_to_n or 0) > study.triples_n:
        reason = (
            f"triples were tried up to n = {study.triples_n}, symmetry and maximal agreement up "
            f"to n = {verdict.up_to_n}"
        )
        return replace(verdict, up_to_n=study.triples_n, reason=reason)
    return verdict


def _violations(study: Study, n: int) -> Iterator[Finding]:
    yield from disagreements_about_the_best(study, n)
    yield from asymmetries(study, n)
    if n <= study.triples_n:
        yield from _detours(study, n)


def _detours(study: Study, n: int) -> Iterator[Finding]:
    """Yield A, B, C with d(A, C) > d(A, B) + d(B, C)."""
    known = known_best(study, n)
    if known is None:
        return
    found = triples(n)
    best = study.values(known[0])[known[1]]
    distances = best - study.values(n)
    for a in found.representatives.tolist():
        for b, c in _too_far(study, found, distances, a):
            yield from _confirmed(study, known, [found.labels(i) for i in (a, b, c)])


def _too_far(study: Study, found: Triples, distances: Floats, a: int) -> Iterator[tuple[int, int]]:
    """Yield the numbers of B and C such that the way from A to C over B seems shorter."""
    from_a = distances[found.table[a]]
    room = _ROUNDING * (1 + np.abs(np.where(np.isfinite(from_a), from_a, 0.0)))
    for start in range(0, len(from_a), _MOST_ROWS):
        study.clock.check()
        rows = slice(start, start + _MOST_ROWS)
        with np.errstate(invalid="ignore"):
            over_b = from_a[rows, None] + distances[found.table[rows]]
            is_shorter = over_b < (from_a - room)[None, :]
        for b, c in np.argwhere(is_shorter).tolist():
            yield start + b, c


def _confirmed(
    study: Study, known: tuple[int, int], clusterings: list[Labels]
) -> Iterator[Finding]:
    a, b, c = clusterings
    pairs = {"V(A, B)": (a, b), "V(B, C)": (b, c), "V(A, C)": (a, c)}
    tables = {name: table_of(*pair) for name, pair in pairs.items()}
    ab, bc, ac = (exact_value(study.index, table) for table in tables.values())
    best = exact_value(study.index, study.tables(known[0]).contingency(known[1]))
    found = _compare_sums((ab, bc), (ac, best))
    if found is not None and found.sign * study.sense > 0:
        shown = {name: study.shown(table) for name, table in tables.items()}
        shown |= {"c_max": study.shown(study.tables(known[0]).contingency(known[1]))}
        says = "d = c_max − V breaks the triangle inequality: d(A, C) > d(A, B) + d(B, C)"
        names = {"A": a, "B": b, "C": c}
        yield Finding(Counterexample(names, shown, says, certified=found.certified))


def _compare_sums(first: tuple[Exact, Exact], second: tuple[Exact, Exact]) -> Comparison | None:
    values = (*first, *second)
    if any(isinstance(value, float) for value in values):
        sums = [math.fsum(map(float, pair)) for pair in (first, second)]
        return compare_values(*sums) if all(map(math.isfinite, sums)) else None
    if any(map(is_expression, values)):
        return compare_values(*(sum(map(_expression, pair)) for pair in (first, second)))
    return compare_values(Fraction(sum(first)), Fraction(sum(second)))


def _expression(value: Exact) -> Any:
    import sympy

    if isinstance(value, Fraction):
        return sympy.Rational(value.numerator, value.denominator)
    return value
