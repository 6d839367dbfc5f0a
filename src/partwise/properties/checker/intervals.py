"""Intervals that surely hold a real number: whole multiples of 2^−bits, rounded outwards."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb, isqrt

from .algebra import MOST_BITS, NotShownError

_SPARE = 32  # bits that a function works with beyond those of its result


class TooWideError(Exception):
    """The interval holds a number for which the operation has no value; more bits may help."""


class Interval:
    """All numbers from ``low`` to ``high``, both in units of 2^−bits.

    Examples
    --------
    >>> third = Interval.of(Fraction(1, 3), 8)
    >>> third.low, third.high
    (85, 86)
    >>> Fraction(2, 3) in third + third, Fraction(7, 10) in third + third
    (True, False)
    """

    __slots__ = ("bits", "high", "low")

    def __init__(self, low: int, high: int, bits: int) -> None:
        if max(low.bit_length(), high.bit_length()) - bits > 4 * MOST_BITS:
            raise NotShownError("too large to check: a number of 60,000 digits")
        self.low, self.high, self.bits = low, high, bits

    @classmethod
    def of(cls, value: int | Fraction, bits: int) -> Interval:
        """Return the narrowest interval around a rational number."""
        scaled = value.numerator << bits
        return cls(scaled // value.denominator, -(-scaled // value.denominator), bits)

    @property
    def sign(self) -> int | None:
        """The sign of all its numbers; None if they have several."""
        if self.low > 0 or self.high < 0:
            return 1 if self.low > 0 else -1
        return 0 if self.low == self.high else None

    def __contains__(self, value: Fraction) -> bool:
        return self.low <= value * (1 << self.bits) <= self.high

    def __repr__(self) -> str:
        return f"[{self.low / (1 << self.bits)}, {self.high / (1 << self.bits)}]"

    def with_bits(self, bits: int) -> Interval:
        """Return this with more bits, or rounded to fewer."""
        if bits >= self.bits:
            more = bits - self.bits
            return Interval(self.low << more, self.high << more, bits)
        fewer = self.bits - bits
        return Interval(self.low >> fewer, -(-self.high >> fewer), bits)

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high, self.bits)

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low, self.bits)

    def __sub__(self, other: Interval) -> Interval:
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        ends = [x * y for x in (self.low, self.high) for y in (other.low, other.high)]
        return Interval(min(ends) >> self.bits, -(-max(ends) >> self.bits), self.bits)

    def __truediv__(self, other: Interval) -> Interval:
        if other.low <= 0 <= other.high:
            raise TooWideError
        ends = [(x << self.bits, y) for x in (self.low, self.high) for y in (other.low, other.high)]
        return Interval(min(x // y for x, y in ends), max(-(-x // y) for x, y in ends), self.bits)

    def __pow__(self, power: int) -> Interval:
        result = Interval.of(1, self.bits)
        for _ in range(power):
            result *= self
        return result

    def sqrt(self) -> Interval:
        """Return the root of a number that is known not to be negative."""
        low, high = (max(end, 0) << self.bits for end in (self.low, self.high))
        return Interval(isqrt(low), isqrt(high) + 1, self.bits)

    def log(self) -> Interval:
        """Return the natural logarithm of a number that is known to be positive."""
        if self.low <= 0:
            raise TooWideError
        bits = self.bits + _SPARE
        low, high = (_log(Fraction(end, 1 << self.bits), bits) for end in (self.low, self.high))
        return Interval(low.low, high.high, bits).with_bits(self.bits)

    def exp(self) -> Interval:
        """Return e to this power."""
        largest = (max(abs(self.low), abs(self.high)) >> self.bits) + 1
        if largest > MOST_BITS:
            raise NotShownError("too large to check: an exponential of 20,000 digits")
        halvings = 8 + largest.bit_length()
        bits = self.bits + 2 * halvings + 2 * largest + _SPARE
        small = self.with_bits(bits)
        small = Interval(small.low >> halvings, -(-small.high >> halvings), bits)
        power = _series(small, lambda k: Fraction(1, k))
        for _ in range(halvings):
            power *= power
        return power.with_bits(self.bits)

    def acos(self) -> Interval:
        """Return the angle whose cosine this is, a number from 0 to 1."""
        bits = self.bits + _SPARE
        one = Interval.of(1, bits)
        cosine = self.with_bits(bits)
        tangent = ((one - cosine) / (one + cosine)).sqrt()  # of half the angle
        return (_atan(tangent) * Interval.of(2, bits)).with_bits(self.bits)


def _series(x: Interval, ratio: Callable[[int], Fraction]) -> Interval:
    """Return 1 + x·r(1) + x²·r(1)·r(2) + …, where |x| is below 1/2 and all ratios are at most 1."""
    total = term = Interval.of(1, x.bits)
    k = 0
    while max(abs(term.low), abs(term.high)) > 1:
        k += 1
        term = term * x * Interval.of(ratio(k), x.bits)
        total += term
    return Interval(total.low - 4, total.high + 4, x.bits)  # the rest is at most twice the last


def _log(x: Fraction, bits: int) -> Interval:
    """Return ln x = k ln 2 + 2 artanh((m − 1)/(m + 1)), where x = m·2^k and 2/3 ≤ m ≤ 4/3."""
    k = x.numerator.bit_length() - x.denominator.bit_length()
    m = x / Fraction(2) ** k
    while m > Fraction(4, 3):
        m, k = m / 2, k + 1
    while m < Fraction(2, 3):
        m, k = m * 2, k - 1
    return _artanh_twice((m - 1) / (m + 1), bits) + _log_2(bits) * Interval.of(k, bits)


@cache
def _log_2(bits: int) -> Interval:
    return _artanh_twice(Fraction(1, 3), bits)


def _artanh_twice(x: Fraction, bits: int) -> Interval:
    square = Interval.of(x * x, bits)
    odd = _series(square, lambda k: Fraction(2 * k - 1, 2 * k + 1))
    return odd * Interval.of(2 * x, bits)


def _atan(x: Interval) -> Interval:
    """Return the arc tangent of a number from 0 to 1."""
    one, two = Interval.of(1, x.bits), Interval.of(2, x.bits)
    for _ in range(2):  # tan(α/2) = tan α / (1 + √(1 + tan² α))
        x = x / (one + (one + x * x).sqrt())
    odd = _series(-(x * x), lambda k: Fraction(2 * k - 1, 2 * k + 1))
    return odd * x * two * two


@cache
def pi(bits: int) -> Interval:
    """Return π.

    Examples
    --------
    >>> pi(40)
    [3.141592653589214, 3.1415926535901235]
    """
    return (_atan(Interval.of(1, bits + _SPARE)) * Interval.of(4, bits + _SPARE)).with_bits(bits)


@cache
def _bernoulli(k: int) -> Fraction:
    if k == 0:
        return Fraction(1)
    return -sum((comb(k + 1, i) * _bernoulli(i) for i in range(k)), Fraction(0)) / (k + 1)


def log_gamma(x: Fraction, bits: int) -> Interval:
    """Return ln Γ(x) for a positive x, by Stirling's series: it errs by less than its next term.

    Examples
    --------
    >>> six = Interval.of(720, 40).log()  # Γ(7) = 6!
    >>> (log_gamma(Fraction(7), 40) - six).sign is None
    True
    """
    work = bits + _SPARE
    product = Fraction(1)
    while x < bits // 2 + 8:
        product, x = product * x, x + 1
    log_x = _log(x, work)
    total = Interval.of(x - Fraction(1, 2), work) * log_x - Interval.of(x, work)
    total += (_log(Fraction(2), work) + pi(work).log()) * Interval.of(Fraction(1, 2), work)
    total -= _log(product, work)
    k, term = 1, Fraction(1)
    while abs(term) * (1 << work) > 1:
        term = _bernoulli(2 * k) / (2 * k * (2 * k - 1) * x ** (2 * k - 1))
        total += Interval.of(term, work)
        k += 1
    return Interval(total.low - 2, total.high + 2, work).with_bits(bits)
