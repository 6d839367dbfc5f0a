"""Values of pair-counting indices at given pair counts, for properties that speak of counts."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from partwise.base import NotRationalError, require
from partwise.catalogue import Index
from partwise.properties.deadline import check_time
from partwise.properties.search.exact import ValueOrder, compare_values
from partwise.properties.search.exact_value import Exact, is_expression
from partwise.properties.search.index_values import Floats, IndexValues
from partwise.properties.verdict import Counterexample
from partwise.tables import PairCounts

Point: TypeAlias = tuple[Any, Any, Any, Any]
"""N11, N10, N01 and N00: whole numbers, or fractions where they are expected counts."""


def value_at(index: Index, point: Point) -> Exact | None:
    """Return the exact value at some counts, a float if there is no other; None if undefined.

    Examples
    --------
    >>> import partwise as pw
    >>> value_at(pw.index("jaccard"), (1, 1, 0, 1)), value_at(pw.index("CC"), (2, 1, 0, 3))
    (Fraction(1, 2), sqrt(2)/2)
    """
    value: Any = None
    try:
        value = index.formula(PairCounts(*map(Fraction, point)))
    except ArithmeticError:
        value = None
    except NotRationalError:
        value = _without_fractions(index, point)
    if value is None and all(isinstance(count, int) for count in point):
        value = index.conventions.value(PairCounts(*point).relation)
    if isinstance(value, int | Fraction):
        return Fraction(value)
    return value


def _without_fractions(index: Index, point: Point) -> Exact | None:
    sympy = require("sympy")

    with contextlib.suppress(Exception):
        counts = (sympy.Rational(Fraction(count)) for count in point)
        value = sympy.sympify(index.formula(PairCounts(*counts)))
        if value.is_number and not value.has(sympy.Float):
            return value if value.is_finite and value.is_real is not False else None
    with contextlib.suppress(ArithmeticError):
        number = float(index.formula(PairCounts(*map(float, point))))
        return number if math.isfinite(number) else None
    return None


def all_points(total: int) -> Iterator[Point]:
    """Yield all pair counts with a given sum."""
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


def float_values(index_values: IndexValues, points: list[Point]) -> Floats:
    """Return the values at whole counts, turned so that larger means more alike."""
    check_time()
    arrays = np.array(points, np.float64).T
    return index_values.sense * np.asarray(index_values.index.from_counts(*arrays), np.float64)


def compare_points(index_values: IndexValues, first: Point, second: Point) -> ValueOrder | None:
    """Tell at which counts the clusterings are more alike; None if there is no value."""
    check_time()
    values = [value_at(index_values.index, point) for point in (first, second)]
    if any(value is None for value in values):
        return None
    order = compare_values(*values)
    return order._replace(sign=index_values.sense * order.sign)


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
