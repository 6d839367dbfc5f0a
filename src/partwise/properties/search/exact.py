"""ValueOrder of two values of an index, certified: which is larger, or that they are equal.

Fractions compare themselves. For other numbers, intervals show which is larger; that two are equal
is shown by algebra: their difference, over one denominator and multiplied out, is zero term by term
in roots and in logarithms of primes; or their squares are equal; or they are one function of equal
arguments. What neither intervals nor algebra decide is reported as such.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple

from partwise.base import UndefinedValueError, require
from partwise.catalogue import Index
from partwise.properties.search.enclosure import are_equal, sign_of
from partwise.properties.search.enumeration import enumeration, partitions
from partwise.properties.search.exact_value import Exact, is_expression
from partwise.properties.search.index_numbers import has_floats, value_on
from partwise.tables import Contingency

_QUICK = (30, 60)  # digits, before algebra is tried
_PATIENT = (200, 1000)
_SAME = Fraction(1, 10**12)  # of the larger of two floats
_LONGEST = 60  # characters of an expression that a reader will look at


class ValueOrder(NamedTuple):
    """How two values compare."""

    sign: int  # whether the first is smaller, equal or larger
    certified: bool  # whether this is certain, not a matter of rounding
    how: str  # by what it was decided


def compare(index: Index, first: Contingency, second: Contingency) -> ValueOrder:
    """Compare the values of an index on two tables.

    Raises
    ------
    UndefinedValueError
        If one of the values is undefined, and no convention applies.

    Examples
    --------
    >>> import partwise as pw
    >>> first = pw.contingency([0, 0, 1, 1, 2], [0, 0, 1, 2, 2])
    >>> compare(pw.index("CC"), first, first.T)
    ValueOrder(sign=0, certified=True, how='one expression')
    >>> compare(pw.index("NMI"), first, pw.contingency([0, 0, 1, 1, 2], [0, 0, 1, 1, 2]))
    ValueOrder(sign=-1, certified=True, how='intervals of 30 digits')
    """
    order = compare_values(value_on(index, first), value_on(index, second))
    is_rounded = index.kind != "callable" and has_floats(index)
    return order._replace(certified=order.certified and not is_rounded)


def compare_values(first: Exact, second: Exact, room: Fraction | None = None) -> ValueOrder:
    """Compare two values that :func:`~partwise.properties.search.index_numbers.value_on` gives.

    With ``room`` nothing is certain: values that are no farther apart count as equal. Without it,
    so do floats that differ in the last digits.

    Examples
    --------
    >>> compare_values(Fraction(1, 3), Fraction(2, 6))
    ValueOrder(sign=0, certified=True, how='fractions')
    """
    if first != first or second != second:
        raise UndefinedValueError("a value that is undefined cannot be compared")
    values = (first, second)
    if any(isinstance(value, float) and math.isinf(value) for value in values):
        return ValueOrder(_sign(*map(float, values)), True, "an infinite value")
    if room is not None or any(isinstance(value, float) for value in values):
        one, other = (Fraction(float(x) if is_expression(x) else x) for x in values)
        return _compare_rounded(one, other, room)
    if not any(map(is_expression, values)):
        return ValueOrder(_sign(first, second), True, "fractions")
    return _compare_expressions(_expression(first), _expression(second))


def _sign(first: Fraction | float, second: Fraction | float) -> int:
    return (first > second) - (first < second)


def _compare_rounded(first: Fraction, second: Fraction, room: Fraction | None) -> ValueOrder:
    if room is None:
        room = _SAME * max(abs(first), abs(second))
    if abs(first - second) <= room:
        return ValueOrder(0, False, "floats, equal up to rounding")
    return ValueOrder(_sign(first, second), False, "floats")


def _compare_expressions(first: Any, second: Any) -> ValueOrder:
    if first == second:
        return ValueOrder(0, True, "one expression")
    difference = first - second
    try:
        for digits in _QUICK:
            if sign := sign_of(difference, digits):
                return ValueOrder(sign, True, f"intervals of {digits} digits")
        if are_equal(first, second):
            return ValueOrder(0, True, "algebra")
        for digits in _PATIENT:
            if sign := sign_of(difference, digits):
                return ValueOrder(sign, True, f"intervals of {digits} digits")
    except TypeError:  # a function that has no intervals
        return _compare_rounded(Fraction(float(first)), Fraction(float(second)), None)
    return ValueOrder(0, False, f"equal to {_PATIENT[-1]} digits, which proves nothing")


def expectation(index: Index, row_sizes: tuple[int, ...], column_sizes: tuple[int, ...]) -> Exact:
    """Return the exact mean of an index over all candidates of the column sizes.

    Examples
    --------
    >>> import partwise as pw
    >>> expectation(pw.index("CC"), (3, 2), (2, 2, 1))
    0
    >>> expectation(pw.index("jaccard"), (3, 2), (2, 2, 1))
    Fraction(9, 50)
    """
    n = sum(row_sizes)
    tables, sizes = enumeration(n), partitions(n)
    numbers = tables.with_margins(sizes.index(row_sizes), sizes.index(column_sizes)).tolist()
    weights = [int(tables.weight[i]) for i in numbers]
    values = [value_on(index, tables.contingency(i)) for i in numbers]
    if any(isinstance(value, float) for value in values):
        pairs = zip(weights, values, strict=True)
        return math.fsum(weight * float(value) for weight, value in pairs) / sum(weights)
    if not any(map(is_expression, values)):
        pairs = zip(weights, values, strict=True)
        return Fraction(sum(weight * value for weight, value in pairs)) / sum(weights)
    sympy = require("sympy")

    terms = (w * _expression(value) for w, value in zip(weights, values, strict=True))
    return sympy.Add(*terms) / sum(weights)


def compare_expectations(
    index: Index,
    first: tuple[tuple[int, ...], tuple[int, ...]],
    second: tuple[tuple[int, ...], tuple[int, ...]],
) -> ValueOrder:
    """Compare the means of an index for two pairs of row sizes and column sizes.

    Examples
    --------
    >>> import partwise as pw
    >>> compare_expectations(pw.index("R"), ((2, 2), (2, 2)), ((2, 2), (3, 1)))
    ValueOrder(sign=1, certified=True, how='fractions')
    """
    return compare_values(expectation(index, *first), expectation(index, *second))


def value_text(index: Index, table: Contingency) -> str:
    """Write the exact value, with its decimals where they are no plain fraction.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency([0, 0, 0, 1, 1], [0, 0, 1, 1, 2])
    >>> value_text(pw.index("J"), table), value_text(pw.index("fowlkes_mallows"), table)
    ('1/5', 'sqrt(2)/4 ≈ 0.353553')
    """
    value = value_on(index, table)
    if not is_expression(value):
        return str(value)
    written = str(value)
    decimals = f"{float(value):.6g}"
    if value.is_Rational:
        return written
    return f"{written} ≈ {decimals}" if len(written) <= _LONGEST else f"≈ {decimals}"


def _expression(value: Exact) -> Any:
    sympy = require("sympy")

    if isinstance(value, Fraction):
        return sympy.Rational(value.numerator, value.denominator)
    return value
