"""The values of an index in their order: equal values have one rank, and no rounding decides.

Formulas of + − × ÷ are evaluated in fractions, others in so many digits that differences between
values stand out clearly, whatever is added to the formula or multiplied by. All values are then
whole multiples of one unit. Only where there is nothing but floats, which is so for functions of a
user's own, do values that are nearly the same count as equal, measured by how far all lie apart.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from numbers import Rational
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import NotRationalError, Number
from partwise.catalogue import Index
from partwise.properties.deadline import check_time
from partwise.properties.search.enumeration import enumeration
from partwise.properties.search.exact_value import Exact, exact_value, is_expression
from partwise.tables import Contingency, FloatTable, PairCounts

Data: TypeAlias = Contingency | PairCounts
Whole: TypeAlias = NDArray[np.int64]
Level: TypeAlias = Fraction | float
"""A value: a fraction, also where it is only one that is near enough, or an infinite float."""

_BITS = 1000  # of numbers that are no fractions
_BITS_OF_ENTROPIES = 300
_FINEST = 100  # bits: what is nearer than 2^−100 of the spread counts as equal
ROUNDING = 1e-11
"""Floats that are nearer than this, as a share of how far all lie apart, may be equal."""
_LAST_DIGITS = 16 * 2.0**-52  # of the largest float


class FloatsOnlyError(Exception):
    """A formula gives floats even for numbers of many digits."""


class Levels(NamedTuple):
    """Values of an index, turned so that larger means more alike.

    Examples
    --------
    >>> levels = levels_of([Fraction(1, 2), None, Fraction(1, 3), Fraction(1, 2)])
    >>> levels.ranks.tolist(), levels.wholes, levels.unit
    ([1, -1, 0, 1], [2, 3], Fraction(1, 6))
    >>> levels.value(0)
    Fraction(1, 2)
    """

    ranks: Whole  # a rank for each value, the smallest 0; −1 where there is no value
    wholes: list[Any]  # by rank: the value in units, or an infinite float
    unit: Fraction
    room: int  # in units: values that are so near to each other may be equal

    def value(self, i: int) -> Level:
        """Return the i-th value, which there must be."""
        return self.of_rank(int(self.ranks[i]))

    def of_rank(self, rank: int) -> Level:
        """Return the value that has a rank."""
        whole = self.wholes[rank]
        return whole if isinstance(whole, float) else whole * self.unit

    @property
    def tolerance(self) -> Fraction:
        """How near two values are that may be equal."""
        return self.room * self.unit

    @property
    def is_defined(self) -> NDArray[np.bool_]:
        """Where there is a value."""
        return self.ranks >= 0

    def not_above(self, these: Any, others: Any) -> NDArray[np.bool_]:
        """Whether values are at most as large as others; never where there is none.

        Examples
        --------
        >>> levels = levels_of([Fraction(1), Fraction(2), None])
        >>> levels.not_above([0, 1, 2, 0], [1, 0, 0, 2]).tolist()
        [True, False, False, False]
        """
        first, second = self.ranks[these], self.ranks[others]
        return np.asarray((first >= 0) & (second >= 0) & (first <= second))

    def at(self, places: Whole) -> Levels:
        """Return the levels of the values at some places, in this order."""
        return self._replace(ranks=self.ranks[places])

    def means(self, groups: Whole, weights: Whole, count: int) -> list[Level | None]:
        """Return the weighted mean of each group, exactly; None if a value is undefined.

        Examples
        --------
        >>> levels = levels_of([Fraction(1), Fraction(2), None])
        >>> levels.means(np.array([0, 0, 1]), np.array([1, 3, 1]), 2)
        [Fraction(7, 4), None]
        """
        sums: list[Any] = [0] * count
        totals = [0] * count
        wholes, ranks = self.wholes, self.ranks.tolist()
        for group, weight, rank in zip(groups.tolist(), weights.tolist(), ranks, strict=True):
            totals[group] += weight
            if rank < 0 or sums[group] is None:
                sums[group] = None
            else:
                sums[group] = _added(sums[group], weight, wholes[rank])
        return [self._mean(one, total) for one, total in zip(sums, totals, strict=True)]

    def _mean(self, whole: Any, total: int) -> Level | None:
        if whole is None or not total:
            return None
        return whole if isinstance(whole, float) else whole * self.unit / total


def _added(whole: Any, weight: int, other: Any) -> Any:
    """Add a multiple; what is infinite stays so, and two opposite infinities have no sum."""
    if not isinstance(whole, float) and not isinstance(other, float):
        return whole + weight * other
    if isinstance(whole, float) and isinstance(other, float) and whole != other:
        return None
    return whole if isinstance(whole, float) else other


def levels_of(numbers: Sequence[Number | None], sense: int = 1, bits: int = _BITS) -> Levels:
    """Rank numbers of one kind: fractions exactly, others by the digits that count.

    Numbers of mpmath that were computed in so many bits are put on a grid that is fine enough to
    tell them apart; floats that rounding may have parted are taken for equal.
    """
    finite = [x for x in numbers if x is not None and _is_finite(x)]
    if all(isinstance(x, Fraction) for x in finite):
        divisor = math.lcm(*{x.denominator for x in finite})
        turned = {x: sense * x.numerator * (divisor // x.denominator) for x in set(finite)}
        return _ranked(numbers, turned, Fraction(1, divisor), 0, sense)
    low, high = min(finite), max(finite)
    spread, size = high - low, max(abs(low), abs(high))
    if any(isinstance(x, float) for x in finite):
        room = _float_room(float(spread), float(size))
        unit = Fraction(room) or Fraction(1)
        turned = {x: sense * (Fraction(x) / unit * 2**_FINEST).__round__() for x in set(finite)}
        within = 2**_FINEST if room else 0  # nothing but zeros: what is not 0 elsewhere differs
        return _ranked(numbers, turned, unit / 2**_FINEST, within, sense)
    # the spread may be all noise, or the size be much larger than the spread
    grain = max(_exponent(spread) - _FINEST, _exponent(size) - 2 * bits // 3)
    exponent = grain - _FINEST
    unit = Fraction(2) ** exponent
    turned = {x: sense * _in_units(x, exponent) for x in set(finite)}
    return _ranked(numbers, turned, unit, 2**_FINEST, sense)


def are_near(first: Level, second: Level, room: Fraction) -> bool:
    """Whether two values are equal, or so near to each other that they may be.

    Examples
    --------
    >>> are_near(Fraction(1, 2), Fraction(1, 2), Fraction(0)), are_near(math.inf, 0, Fraction(1))
    (True, False)
    """
    if isinstance(first, float) or isinstance(second, float):
        return first == second
    return abs(first - second) <= room


def _float_room(spread: float, size: float) -> float:
    return ROUNDING * spread + _LAST_DIGITS * size


def slack(values: NDArray[np.float64]) -> float:
    """How far rounding may have moved floats, by how far they lie apart and how large they are.

    Examples
    --------
    >>> slack(np.array([0.0, 1e-12])) < 1e-22
    True
    """
    finite = values[np.isfinite(values)]
    if not len(finite):
        return 0.0
    return _float_room(float(np.ptp(finite)), float(np.abs(finite).max()))


def _is_finite(x: Number) -> bool:
    return isinstance(x, Fraction) or (x - x == 0)


def _exponent(x: Any) -> int:
    """Return e with |x| < 2^e, of a number of mpmath; far below all others for 0."""
    return int(x.exp + x.bc) if x else -(10**6)


def _in_units(x: Any, exponent: int) -> int:
    return int(x.context.nint(x.context.ldexp(x, -exponent)))


def _ranked(
    numbers: Sequence[Number | None], turned: dict[Any, int], unit: Fraction, room: int, sense: int
) -> Levels:
    ordered = sorted(set(turned.values()))
    rank_of: dict[Any, int] = {}
    wholes: list[Any] = []
    infinite = {sense * float(x) for x in numbers if x is not None and not _is_finite(x)}
    if -math.inf in infinite:
        wholes.append(-math.inf)
    for before, whole in zip([None, *ordered], ordered, strict=False):
        if before is None or whole - before > room:
            wholes.append(whole)
        rank_of[whole] = len(wholes) - 1
    if math.inf in infinite:
        wholes.append(math.inf)
    ends = {math.inf: len(wholes) - 1, -math.inf: 0}

    def rank(x: Number | None) -> int:
        if x is None or x != x:
            return -1
        return rank_of[turned[x]] if _is_finite(x) else ends[sense * float(x)]

    return Levels(np.array([rank(x) for x in numbers], np.int64), wholes, unit, room)


# --- numbers, one at a time


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
