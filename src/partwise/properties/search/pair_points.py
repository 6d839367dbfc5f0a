"""Values of pair-counting indices at given pair counts, for properties that are about counts."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from partwise.base import NotRationalError, require
from partwise.catalogue import Conventions, Index
from partwise.properties.deadline import check_time
from partwise.properties.search.exact import ValueOrder
from partwise.properties.search.exact_value import Exact, is_expression
from partwise.properties.search.index_numbers import convention_at, float_at, nearest
from partwise.properties.search.index_values import IndexValues
from partwise.properties.search.levels import Levels
from partwise.properties.verdict import Counterexample
from partwise.tables import PairCounts

Point: TypeAlias = tuple[Any, Any, Any, Any]
"""N11, N10, N01 and N00: whole numbers, or fractions where they are expected counts."""

_NONE = Conventions(None, None, None)


def value_at(index: Index, point: Point) -> Exact | None:
    """Return the exact value at some counts, a float if there is no other; None if undefined.

    Examples
    --------
    >>> import partwise as pw
    >>> value_at(pw.index("jaccard"), (1, 1, 0, 1)), value_at(pw.index("CC"), (2, 1, 0, 3))
    (Fraction(1, 2), sqrt(2)/2)
    """
    counts = PairCounts(*map(Fraction, point))
    try:
        value = index.formula(counts)
    except ArithmeticError:
        value = None
    except (NotRationalError, TypeError, AttributeError):
        value = _without_fractions(index, point)
    if isinstance(value, float):
        value = nearest(index, counts, float_at(replace(index, conventions=_NONE), counts))
    if value is None and all(isinstance(count, int) for count in point):
        value = convention_at(index, counts)
    return Fraction(value) if isinstance(value, int) else value


def _without_fractions(index: Index, point: Point) -> Exact | None:
    """Return an expression, a float if there is none, and None if there is no value."""
    sympy = require("sympy")

    with contextlib.suppress(Exception):
        counts = (sympy.Rational(Fraction(count)) for count in point)
        value = sympy.sympify(index.formula(PairCounts(*counts)))
        if value.is_number and not value.has(sympy.Float):
            return value if value.is_finite and value.is_real is not False else None
    return math.nan


def pairs_of(n: int) -> int:
    """Return the number of pairs of n items."""
    return n * (n - 1) // 2


def all_points(n: int) -> Iterator[Point]:
    """Yield all pair counts of n items, also those of graphs only."""
    total = pairs_of(n)
    for n11 in range(total + 1):
        for n10 in range(total + 1 - n11):
            for n01 in range(total + 1 - n11 - n10):
                yield n11, n10, n01, total - n11 - n10 - n01


def expected_point(total: int, m_a: int, m_b: int) -> Point:
    """Return the expected counts if m_A and m_B of all pairs are together in A and in B.

    Examples
    --------
    >>> [str(count) for count in expected_point(3, 1, 1)]
    ['1/3', '2/3', '2/3', '4/3']
    """
    n11 = Fraction(m_a * m_b, total)
    return n11, m_a - n11, m_b - n11, total - m_a - m_b + n11


def steps_between(fewer: int, n: int) -> Iterator[tuple[Point, Point, int]]:
    """Yield counts p of fewer items and q of n that differ in one count, and how V has to move.

    It rises (1) with more pairs of which the clusterings agree, unless they agree of all in p, and
    falls (−1) with more of which they disagree, unless they disagree of all.

    Examples
    --------
    >>> next(steps_between(2, 3))
    ((0, 0, 0, 1), (0, 2, 0, 1), -1)
    """
    more = pairs_of(n) - pairs_of(fewer)
    for p in all_points(fewer):
        for i, wanted in enumerate((1, -1, -1, 1)):
            if p[1] + p[2] if wanted > 0 else p[0] + p[3]:
                n11, n10, n01, n00 = (count + more * (i == k) for k, count in enumerate(p))
                yield p, (n11, n10, n01, n00), wanted


def point_levels(index_values: IndexValues, points: list[Point]) -> Levels:
    """Return the values at whole counts as levels."""
    distinct = list(dict.fromkeys(points))
    place = {point: i for i, point in enumerate(distinct)}
    levels = index_values.levels_at([PairCounts(*point) for point in distinct])
    return levels.at(np.array([place[point] for point in points], np.int64))


def compare_points(index_values: IndexValues, first: Point, second: Point) -> ValueOrder | None:
    """Tell at which counts the clusterings are more alike; None if there is no value."""
    check_time()
    one, other = (value_at(index_values.index, point) for point in (first, second))
    return None if one is None or other is None else index_values.compare_values(one, other)


def point_example(
    index_values: IndexValues, points: dict[str, Point], says: str, certified: bool
) -> Counterexample:
    """Show some counts and their values."""
    values = {name: value_at(index_values.index, point) for name, point in points.items()}
    shown = {f"V({n})": str(v) if is_expression(v) else v for n, v in values.items()}
    counts = {name: tuple(map(_plain, point)) for name, point in points.items()}
    return Counterexample({}, shown, says, counts, certified)  # type: ignore[arg-type]


def _plain(count: Any) -> Any:
    return int(count) if count == int(count) else str(count)
