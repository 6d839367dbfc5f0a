"""Exact pair counts that refute a property whose definition speaks of pair counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, TypeAlias

from partwise.base import require
from partwise.catalogue import Index
from partwise.properties.deadline import check_time
from partwise.properties.prove.certificates import Search
from partwise.properties.prove.signs import is_zero
from partwise.properties.prove.symbolic import (
    TOTAL,
    X,
    Y,
    at_expected,
    constant,
    demand,
    sense,
)
from partwise.properties.prove.symbols import traced
from partwise.properties.verdict import Counterexample
from partwise.tables import PairCounts

sympy = require("sympy")

Expr: TypeAlias = Any
Counts: TypeAlias = tuple[int, int, int, int]

_N = 36  # pairs of nine items: m_A·m_B/N is whole for all multiples of 6
_MARGINS = (6, 12, 18, 24, 30)
_DIGITS = 60


def exact_value(index: Index, counts: Counts, convention: bool = False) -> Expr | None:
    """Return the value for some counts as an exact number; None where there is none.

    Examples
    --------
    >>> import partwise as pw
    >>> exact_value(pw.index("correlation"), (2, 1, 0, 3))
    sqrt(2)/2
    """
    numbers, conditions = traced(*counts)
    try:
        value = index.formula(PairCounts(*numbers))
    except ZeroDivisionError:
        value = None
    else:
        value = sympy.sympify(getattr(value, "expr", value))
    if conditions:
        is_plain = all(kind == "radicand" and about.is_negative for kind, about in conditions)
        demand(is_plain, f"it is not plain whether the formula is defined at {counts}")
        value = None
    if value is None and convention:
        declared = index.conventions.value(PairCounts(*counts).relation)
        value = None if declared is None else constant(declared)
    return value if value is not None and value.is_finite else None


def exact_sign(number: Expr) -> int:
    """Return the sign of a number: by its digits, or, if they are all 0, by algebra."""
    check_time()
    digits = sympy.N(number, _DIGITS)
    if abs(digits) > sympy.Float(10) ** -(_DIGITS // 2):
        return 1 if digits > 0 else -1
    demand(is_zero(number, ()), f"{number} is tiny, but not plainly zero")
    return 0


def _all_counts(total: int) -> Iterator[Counts]:
    for n11, n10, n01 in product(range(total + 1), repeat=3):
        if n11 + n10 + n01 <= total:
            yield n11, n10, n01, total - n11 - n10 - n01


def _counterexample(
    index: Index, points: dict[str, Counts], says: str, convention: bool = False
) -> Counterexample:
    values = {f"V({name})": exact_value(index, p, convention) for name, p in points.items()}
    return Counterexample({}, {name: str(v) for name, v in values.items()}, says, points)


def points_against_minimal_agreement(index: Index) -> Counterexample | None:
    """Find two graphs' worth of counts: without any agreement, yet not worse than the other.

    Counts for which the formula itself has values come first.
    """
    by_formula = _against_minimal_agreement(index, convention=False)
    return by_formula or _against_minimal_agreement(index, convention=True)


def _against_minimal_agreement(index: Index, convention: bool) -> Counterexample | None:
    reservation = "; a convention decides where the formula is undefined" if convention else ""
    for total in (1, 3, 6):
        ends = [(0, n10, total - n10, 0) for n10 in range(total, -1, -1)]
        values = {p: exact_value(index, p, convention) for p in ends}
        known = {p: value for p, value in values.items() if value is not None}
        for p, value in known.items():
            first = next(iter(known))
            if exact_sign(value - known[first]) != 0:
                says = f"neither has an agreeing pair, but their values differ{reservation}"
                return _counterexample(index, {"p": first, "q": p}, says, convention)
        if not known:
            continue
        worst = next(iter(known))
        for q in _all_counts(total):
            value = exact_value(index, q, convention) if q[0] + q[3] else None
            if value is not None and exact_sign(value - known[worst]) * sense(index) <= 0:
                says = f"p has no agreeing pair, q has, but q does not score better{reservation}"
                return _counterexample(index, {"p": worst, "q": q}, says, convention)
    return None


def points_against_strong_monotonicity(index: Index) -> tuple[Counterexample, str] | None:
    """Find counts p and q that differ by one pair, with values in the wrong order or equal."""
    for total in range(1, 6):
        for p, (i, wanted) in product(_all_counts(total), enumerate((1, -1, -1, 1))):
            if not (p[1] + p[2] if wanted > 0 else p[0] + p[3]):
                continue
            before = exact_value(index, p)
            n11, n10, n01, n00 = (count + (i == k) for k, count in enumerate(p))
            after = exact_value(index, (n11, n10, n01, n00))
            if before is None or after is None:
                continue
            sign = exact_sign(after - before) * sense(index) * wanted
            if sign <= 0:
                kind = "agreeing" if wanted > 0 else "disagreeing"
                said = "the same" if sign == 0 else "worse" if wanted > 0 else "better"
                says = f"q has one more {kind} pair than p, but scores {said}"
                points = {"p": p, "q": (n11, n10, n01, n00)}
                return _counterexample(index, points, says), "tie" if sign == 0 else "decrease"
    return None


def _expected_points() -> Iterator[tuple[int, int, Counts]]:
    for m_a, m_b in product(_MARGINS, repeat=2):
        n11 = m_a * m_b // _N
        yield m_a, m_b, (n11, m_a - n11, m_b - n11, _N - m_a - m_b + n11)


def points_against_asymptotic_baseline(index: Index) -> Counterexample | None:
    """Find two pairs of expected counts with different values."""
    points = [p for _, _, p in _expected_points()]
    values = {p: exact_value(index, p) for p in points}
    known = {p: value for p, value in values.items() if value is not None}
    for p, value in known.items():
        first = next(iter(known))
        if exact_sign(value - known[first]) != 0:
            says = "both are expected counts, but their values differ"
            return _counterexample(index, {"p": first, "q": p}, says)
    return None


def bias_points(index: Index) -> tuple[Counterexample, str] | None:
    """Find expected counts at which the value rises with m_B (PairDec), or falls (PairInc)."""
    value = at_expected(index, Search())
    derivative = sympy.diff(value, Y) * (1 + Y) ** 2 / TOTAL
    points: dict[int, tuple[str, Counts, Expr]] = {}
    for m_a, m_b, p in _expected_points():
        place = {X: sympy.Rational(m_a, _N - m_a), Y: sympy.Rational(m_b, _N - m_b), TOTAL: _N}
        slope = derivative.subs(place)
        sign = exact_sign(slope) * sense(index)
        if sign != 0 and sign not in points:
            points[sign] = (f"dV/dm_B at m_A = {m_a}, m_B = {m_b}, N = {_N}", p, slope)
    if not points:
        return None
    kind = "both" if len(points) == 2 else "dec" if 1 in points else "inc"
    names = {1: "p", -1: "q"}
    meanings = {
        1: "a random candidate is favoured for more pairs together (PairDec) at p",
        -1: "for fewer (PairInc) at q",
    }
    counterexample = Counterexample(
        {},
        {what: str(slope) for what, _, slope in points.values()},
        ", ".join(meanings[sign] for sign in sorted(points, reverse=True)),
        {names[sign]: p for sign, (_, p, _) in points.items()},
    )
    return counterexample, kind
