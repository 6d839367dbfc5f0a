"""The value of an index on one table, as exactly as arithmetic allows: one after another."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, cached_property
from numbers import Rational
from typing import Any, TypeAlias

from partwise.base import ExactReal, NotRationalError, Number
from partwise.catalogue import Index
from partwise.properties.deadline import check_time
from partwise.properties.search.enclosure import real_of
from partwise.properties.search.enumeration import MOST_ITEMS, enumeration
from partwise.properties.search.exact_value import Exact, SymPyTable, exact_value
from partwise.tables import Contingency, PairCounts, RealTable

Data: TypeAlias = Contingency | PairCounts

_BITS = 1024  # of a fraction that stands for another number


class FloatsOnlyError(Exception):
    """A formula gives floats even for exact numbers."""


def each(
    evaluate: Callable[[Index, Any], Number | None], index: Index, data: Iterable[Data]
) -> Iterator[Number | None]:
    """Evaluate an index on one table after another; None where it fails or has no value."""
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


def fraction_at(index: Index, data: Data) -> Fraction | None:
    """Return the value of a rational formula; None if it has none.

    Raises
    ------
    NotRationalError
        If the formula does not give a fraction.
    """
    try:
        value = index.evaluate(data, exact=True, undefined="nan")
    except (TypeError, AttributeError):  # of a library that does not know fractions
        raise NotRationalError("the formula does not run on fractions") from None
    return None if value.note is not None else value.value  # type: ignore[return-value]


def float_at(index: Index, data: Data) -> float | None:
    """Return the value as a float, with conventions; None if there is none."""
    value = float(index.evaluate(data))
    return None if math.isnan(value) else value


def real_at(index: Index, data: Data) -> ExactReal | None:
    """Return the value of a formula with roots and logarithms; None if it has none.

    Raises
    ------
    FloatsOnlyError
        If the formula rounds on the way.

    Examples
    --------
    >>> import partwise as pw
    >>> real_at(pw.index("CC"), PairCounts(2, 1, 0, 3)) ** 2 == 1 / 2
    True
    """
    if index.kind == "pairs":
        counts = data if isinstance(data, PairCounts) else data.pair_counts
        view: Any = PairCounts(*map(_Unrounded, counts))
    else:
        view = SearchedTable(data)  # type: ignore[arg-type]
    try:
        value = index.formula(view)
    except ArithmeticError:
        return None
    except (TypeError, AttributeError):  # of a library that does not know such numbers
        raise FloatsOnlyError from None
    if isinstance(value, int | Fraction):
        return ExactReal(value)
    if not isinstance(value, ExactReal):
        raise FloatsOnlyError
    return value


class _Unrounded(ExactReal):
    """A number that a formula must not round on the way, as its value would not be exact."""

    __slots__ = ()

    def __float__(self) -> float:
        raise FloatsOnlyError


def _remaining_unrounded(name: str) -> Any:
    operation = getattr(ExactReal, name)

    def method(self: ExactReal, *others: object) -> Any:
        result = operation(self, *others)
        if isinstance(result, ExactReal):
            result.__class__ = _Unrounded
        return result

    return method


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow", "neg"):
    setattr(_Unrounded, f"__{_name}__", _remaining_unrounded(f"__{_name}__"))


class SearchedTable(RealTable):
    """One table in exact real numbers, the moments of mutual information among them."""

    def _number(self, value: Number) -> ExactReal:
        return _Unrounded(value)

    @cached_property
    def _expressions(self) -> SymPyTable | None:
        is_small = self._table.n <= MOST_ITEMS
        return SymPyTable(self._table) if is_small else None  # type: ignore[arg-type]

    @cached_property
    def expected_mutual_information(self) -> ExactReal:
        """E[M]."""
        if self._expressions is None or self._table.information.is_constant:
            return super().expected_mutual_information
        return real_of(self._expressions.expected_mutual_information)

    @cached_property
    def sd_mutual_information(self) -> ExactReal:
        """σ[M]."""
        if self._expressions is None:
            return super().sd_mutual_information
        return real_of(self._expressions.sd_mutual_information)

    @cached_property
    def arrangement_information(self) -> ExactReal:
        """Ln(n! Π n_ij! / (Π a_i! Π b_j!)) / n."""
        if self._expressions is None:
            return super().arrangement_information
        return real_of(self._expressions.arrangement_information)


def convention_at(index: Index, data: Data) -> Exact | None:
    """Return the value by convention; None if there is none."""
    nowhere = replace(index, kind="pairs", formula=_undefined)
    number = exact_value(nowhere, data)  # type: ignore[arg-type]
    return None if number != number else number


def _undefined(_: object) -> Number:
    raise ZeroDivisionError


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
    return nearest(index, table, value)


def nearest(index: Index, data: Data, rounded: float | None) -> Fraction | float | None:
    """Return the value of a formula that has floats in it, as near as one can come to it."""
    with contextlib.suppress(FloatsOnlyError):
        number = real_at(index, data)
        if number is not None:
            return number.rational or (number * 2**_BITS).__floor__() * Fraction(1, 2**_BITS)
    return rounded
