"""The numbers that an index gives, as exactly as arithmetic allows: one table after another."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from numbers import Rational
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import NotRationalError, Number
from partwise.catalogue import Index
from partwise.properties.deadline import check_time
from partwise.properties.search.enumeration import enumeration
from partwise.properties.search.exact_value import Exact, exact_value, is_expression
from partwise.tables import Contingency, FloatTable, PairCounts

Data: TypeAlias = Contingency | PairCounts

_BITS = 1000  # of numbers that are no fractions
_BITS_OF_ENTROPIES = 300


class FloatsOnlyError(Exception):
    """A formula gives floats even for numbers of many digits."""


def numbers_at(index: Index, data: Sequence[Data]) -> tuple[list[Number | None], int]:
    """Return the values of an index, all of one kind, and the bits in which they were computed.

    They are fractions, or numbers of mpmath, or floats where there is nothing else; None stands for
    no value. Conventions for undefined values count.

    Examples
    --------
    >>> import partwise as pw
    >>> counts = [PairCounts(1, 1, 0, 1), PairCounts(0, 0, 0, 3)]
    >>> numbers_at(pw.index("jaccard"), counts)[0]
    [Fraction(1, 2), Fraction(1, 1)]
    """
    bits = _BITS if index.kind == "pairs" else _BITS_OF_ENTROPIES
    if index.kind == "callable":
        return of_one_kind([*_each(returned, index, data)]), bits
    with contextlib.suppress(NotRationalError):
        return [*_each(_fraction, index, data)], bits
    with contextlib.suppress(FloatsOnlyError):
        return [*_each(_precise, index, data)], bits
    return [*_each(_float, index, data)], bits


def _each(evaluate: Any, index: Index, data: Sequence[Data]) -> Iterator[Number | None]:
    for one in data:
        check_time()
        try:
            yield evaluate(index, one)
        except (NotRationalError, FloatsOnlyError):
            raise
        except Exception:
            if index.builtin:
                raise
            yield None  # a user's formula may do anything


def of_one_kind(numbers: Sequence[Number | None]) -> list[Number | None]:
    """Return floats unless all numbers are fractions; None for NaN.

    Examples
    --------
    >>> of_one_kind([Fraction(1, 2), 0.25, math.nan])
    [0.5, 0.25, None]
    """
    known = [None if x is None or x != x else x for x in numbers]
    if all(x is None or isinstance(x, Fraction) for x in known):
        return known
    return [None if x is None else float(x) for x in known]


def returned(index: Index, table: Contingency) -> Fraction | float:
    """Return what a user's function returns, exactly if it is a whole number or a fraction."""
    value = index.formula(table)
    return Fraction(value) if isinstance(value, Rational) else float(value)


def _fraction(index: Index, data: Data) -> Number | None:
    try:
        value = index.evaluate(data, exact=True)
    except (TypeError, AttributeError):  # of a library that does not know fractions
        raise NotRationalError("the formula does not run on fractions") from None
    if value.note is None:
        return value.value
    number = convention_at(index, data)
    if is_expression(number):
        raise NotRationalError("the convention is a root")
    return number


def convention_at(index: Index, data: Data) -> Exact | None:
    """Return the value by convention; None if there is none."""
    nowhere = replace(index, kind="pairs", formula=_undefined)
    number = exact_value(nowhere, data)  # type: ignore[arg-type]
    return None if number != number else number


def _undefined(_: object) -> Number:
    raise ZeroDivisionError


def _float(index: Index, data: Data) -> Number | None:
    value = float(index.evaluate(data))
    return None if math.isnan(value) else value


def _precise(index: Index, data: Data) -> Number | None:
    value = index.evaluate(data, undefined="nan")
    if value.note is not None and math.isnan(value.value):
        return _from_exact(convention_at(index, data))
    try:
        number = _in_many_digits(index, data)
    except ArithmeticError:
        raise FloatsOnlyError from None
    except (TypeError, AttributeError):  # of a library that does not know such numbers
        raise FloatsOnlyError from None
    if isinstance(number, float):
        raise FloatsOnlyError
    number = getattr(number, "real", number)  # the root of a zero that was rounded below
    return number if hasattr(number, "context") else _context().mpf(number)


def _in_many_digits(index: Index, data: Data) -> Number:
    if index.kind == "pairs":
        counts = data if isinstance(data, PairCounts) else data.pair_counts
        return index.formula(PairCounts(*map(_many_digits, counts)))
    return index.formula(_PreciseTable(data))  # type: ignore[arg-type]


def _from_exact(number: Exact | None) -> Number | None:
    if number is None:
        return None
    if is_expression(number):
        return _context().mpf(str(number.evalf(_BITS // 4)))
    return _many_digits(number)


@cache
def _context() -> Any:
    from mpmath import MPContext

    context = MPContext()
    context.prec = _BITS
    context.mpf.__float__ = _no_float  # a formula that rounds on the way is noticed
    return context


def _no_float(_: object) -> float:
    raise FloatsOnlyError


def _many_digits(value: Any) -> Number:
    if isinstance(value, float):
        return _context().mpf(value)
    fraction = Fraction(value)
    return _context().mpf(fraction.numerator) / fraction.denominator


class _PreciseTable(FloatTable):
    """One table in numbers of many digits."""

    def _number(self, value: Number) -> Number:
        return _many_digits(value)

    def _numbers(self, counts: NDArray[Any]) -> NDArray[Any]:
        return np.array([self._number(count) for count in counts.tolist()], object)

    def _added(self, terms: NDArray[Any]) -> Number:
        return _context().fsum(terms.tolist())

    @property
    def pairs(self) -> PairCounts:
        return PairCounts(*map(self._number, self._table.pair_counts))

    @property
    def n11_variance(self) -> Number:
        return self._number(self._table.n11_variance)


@cache
def has_floats(index: Index) -> bool:
    """Whether a formula has floats in it, so that nothing certifies its values.

    Examples
    --------
    >>> import partwise as pw
    >>> has_floats(pw.index("correlation"))
    False
    >>> has_floats(pw.Index("own", "Own", "pairs", lambda p: 0.1 * p.n11))
    True
    """
    if index.kind == "callable" or index.builtin:
        return index.kind == "callable"
    tables = enumeration(4)
    for i in range(tables.count):
        try:
            number = exact_value(index, tables.contingency(i))
        except Exception:  # noqa: BLE001 - of a user's formula
            return True
        if isinstance(number, float) and math.isfinite(number):
            return True
    return False


def value_on(index: Index, table: Contingency) -> Exact:
    """Return the value on a table: exactly, or as near as one can come to it.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency([0, 0, 1], [0, 0, 1])
    >>> value_on(pw.Index("own", "Own", "pairs", lambda p: 1e20 + p.n11), table)
    Fraction(100000000000000000001, 1)
    """
    try:
        value = exact_value(index, table)
    except NotRationalError:
        value = float(index.evaluate(table).value)
    if index.kind == "callable" or not isinstance(value, float) or not math.isfinite(value):
        return value
    number = numbers_at(index, [table])[0][0]
    return as_fraction(number) if hasattr(number, "context") else value


def as_fraction(number: Any) -> Fraction:
    """Return a number of mpmath as the fraction that it is."""
    return int(number.man) * Fraction(2) ** int(number.exp) * (-1 if number < 0 else 1)
