"""Real numbers without rounding: intervals tell most apart, and algebra shows that two are equal.

A number is a fraction, or it knows intervals of any width and an exact form: a quotient of
polynomials in square roots, in logarithms of primes, in π, and in other values of functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache, cached_property, partial, reduce
from math import factorial, isqrt
from operator import mul

from . import algebra, intervals
from .algebra import LARGEST_POWER, ONE, ZERO, NotShownError, Polynomial, Quotient, Root
from .formulas import UndefinedError
from .intervals import Interval, TooWideError

_QUICK = (64, 192)  # bits, before algebra is tried
_PATIENT = (512, 2048)
_MOST_ROOTS = 6  # that are eliminated, one after the other
_LARGEST_PRIME = 10_000  # what is left of a number then is not split further

Enclose = Callable[[int], Interval]


_ENCLOSURES: dict[str, Enclose] = {"pi": intervals.pi}
"""Variables of exact forms that are one real number each, by name, with their intervals."""


def _named(name: str, enclose: Enclose) -> Quotient:
    """Return a number by its name; equal names are equal numbers."""
    _ENCLOSURES.setdefault(name, enclose)
    return Quotient(Polynomial.variable(name))


class Real:
    """A real number.

    Examples
    --------
    >>> two, three, six = (Real.of(n) for n in (2, 3, 6))
    >>> (two.log() + three.log() - six.log()).sign
    0
    >>> (two.sqrt() + three.sqrt() - six.sqrt()).sign
    1
    """

    def __init__(self, enclose: Enclose, exact: Callable[[], Quotient]) -> None:
        self._enclose, self._exact = enclose, exact
        self._enclosures: dict[int, Interval] | None = None

    fraction: Fraction | None = None

    @staticmethod
    def of(value: int | Fraction) -> Real:
        """Return a rational number."""
        fraction = Fraction(algebra.of_fair_size(value))
        real = Real(lambda bits: Interval.of(fraction, bits), lambda: Quotient.of(fraction))
        real.fraction = fraction
        return real

    @staticmethod
    def exactly(value: Quotient) -> Real:
        """Return a number by its exact form."""
        number = value.as_number
        if number is not None:
            return Real.of(number)
        below = reduce(mul, (factor**power for factor, power in value.below.items()), ONE)
        return Real(
            lambda bits: _enclosure(value.above, bits) / _enclosure(below, bits), lambda: value
        )

    @cached_property
    def exact(self) -> Quotient:
        """The number as a quotient of polynomials."""
        return self._exact()

    def enclosure(self, bits: int) -> Interval:
        """Return an interval that holds the number."""
        if self._enclosures is None:
            self._enclosures = {}
        if bits not in self._enclosures:
            self._enclosures[bits] = self._enclose(bits)
        return self._enclosures[bits]

    @cached_property
    def sign(self) -> int:
        """Whether it is negative, zero or positive.

        Raises
        ------
        NotShownError
            If it cannot be distinguished from zero, but nothing shows that it is zero.
        """
        if self.fraction is not None:
            return (self.fraction > 0) - (self.fraction < 0)
        return _decided(self.enclosure, lambda: _is_zero(self.exact.above))

    def __add__(self, other: Real) -> Real:
        if self.fraction is not None and other.fraction is not None:
            return Real.of(self.fraction + other.fraction)
        return Real(
            lambda bits: self.enclosure(bits) + other.enclosure(bits),
            lambda: self.exact + other.exact,
        )

    def __neg__(self) -> Real:
        if self.fraction is not None:
            return Real.of(-self.fraction)
        return Real(lambda bits: -self.enclosure(bits), lambda: -self.exact)

    def __sub__(self, other: Real) -> Real:
        return self + -other

    def __mul__(self, other: Real) -> Real:
        if self.fraction is not None and other.fraction is not None:
            return Real.of(self.fraction * other.fraction)
        return Real(
            lambda bits: self.enclosure(bits) * other.enclosure(bits),
            lambda: self.exact * other.exact,
        )

    def __truediv__(self, other: Real) -> Real:
        if other.sign == 0:
            raise UndefinedError("division by zero")
        if self.fraction is not None and other.fraction is not None:
            return Real.of(self.fraction / other.fraction)
        return Real(
            lambda bits: self.enclosure(bits) / other.enclosure(bits),
            lambda: self.exact * _inverse(other.exact),
        )

    def power(self, exponent: Fraction) -> Real:
        """Return a rational power."""
        if abs(exponent.numerator) > LARGEST_POWER:
            raise NotShownError(f"the power {exponent} is too large")
        if exponent.denominator == 2:
            return self.sqrt().power(exponent * 2)
        if exponent.denominator > 2:
            if self.sign < 0:
                raise NotShownError("a fractional power of a negative number")
            is_zero = self.sign == 0 and exponent > 0
            return Real.of(0) if is_zero else (Real.of(exponent) * self.log()).exp()
        result = reduce(mul, [self] * abs(exponent.numerator), Real.of(1))
        return result if exponent >= 0 else Real.of(1) / result

    def sqrt(self) -> Real:
        """Return the square root."""
        if self.sign < 0:
            raise UndefinedError("the root of a negative number")
        if self.sign == 0:
            return Real.of(0)
        root = self.fraction and _root_of_square(self.fraction)
        if root:
            return Real.of(root)
        return Real(lambda bits: self.enclosure(bits).sqrt(), lambda: _root(self.exact))

    def log(self) -> Real:
        """Return the natural logarithm."""
        if self.sign <= 0:
            raise UndefinedError("the logarithm of a number that is not positive")
        if self.fraction is not None:
            exact = _log_of(self.fraction.numerator) - _log_of(self.fraction.denominator)
            return Real.of(0) if self.fraction == 1 else Real(self._function("log"), lambda: exact)
        return self._value_of("log")

    def exp(self) -> Real:
        """Return e to this power."""
        return Real.of(1) if self.sign == 0 else self._value_of("exp")

    def acos(self) -> Real:
        """Return the angle whose cosine this is."""
        if (abs(self) - Real.of(1)).sign > 0:
            raise UndefinedError("the arc cosine of a number beyond −1 … 1")
        if self.sign < 0:
            return PI - (-self).acos()
        for cosine, share in ((1, 0), (0, 2), (Fraction(1, 2), 3)):
            if (self - Real.of(cosine)).sign == 0:
                return PI / Real.of(share) if share else Real.of(0)
        return self._value_of("acos")

    def log_gamma(self) -> Real:
        """Return ln Γ of a positive fraction."""
        x = self.fraction
        if x is None or x <= 0:
            raise NotShownError("ln Γ of something other than a positive fraction")
        if x > algebra.MOST_BITS:
            raise NotShownError(f"too large to check: ln Γ of {x}")
        if x.denominator == 1:
            return Real.of(factorial(int(x) - 1)).log()
        enclose = partial(intervals.log_gamma, x)
        return Real(enclose, lambda: _named(f"log_gamma({x})", enclose))

    def __abs__(self) -> Real:
        return self if self.sign >= 0 else -self

    def _function(self, name: str) -> Enclose:
        return lambda bits: getattr(self.enclosure(bits), name)()

    def _value_of(self, function: str) -> Real:
        enclose = self._function(function)
        return Real(enclose, lambda: _named(f"{function}({self.exact})", enclose))


def add_up(values: list[Real]) -> Real:
    """Return the sum of numbers."""
    fractions = [value.fraction for value in values if value.fraction is not None]
    if len(fractions) == len(values):
        return Real.of(sum(fractions))
    return Real(
        lambda bits: sum((v.enclosure(bits) for v in values), start=Interval.of(0, bits)),
        lambda: sum((v.exact for v in values), start=Quotient(ZERO)),
    )


def log_sum(factors: Mapping[int, Fraction | int]) -> Real:
    """Return the sum of the logarithms of whole numbers, each times its factor.

    Examples
    --------
    >>> log_sum({12: 1, 2: -2, 3: -1}).sign
    0
    """

    def enclose(bits: int) -> Interval:
        terms = (Interval.of(f, bits) * _log_enclosure(m)(bits) for m, f in factors.items())
        return sum(terms, start=Interval.of(0, bits))

    def exact() -> Quotient:
        terms = (_log_of(m) * Quotient.of(f) for m, f in factors.items())
        return sum(terms, start=Quotient(ZERO))

    return Real(enclose, exact)


def _decided(enclose: Enclose, is_zero: Callable[[], bool]) -> int:
    """Return a sign: by intervals, or by algebra if it is zero."""
    sign = _sign_by_intervals(enclose, _QUICK)
    if sign is None:
        sign = 0 if is_zero() else _sign_by_intervals(enclose, _PATIENT)
    if sign is None:
        raise NotShownError("equal to 600 digits, which proves nothing")
    return sign


def _sign_by_intervals(enclose: Enclose, precisions: tuple[int, ...]) -> int | None:
    for bits in precisions:
        with suppress(TooWideError):
            sign = enclose(bits).sign
            if sign is not None:
                return sign
    return None


PI = Real(intervals.pi, lambda: _named("pi", intervals.pi))


# --- exact forms


def _enclosure(polynomial: Polynomial, bits: int) -> Interval:
    """Return an interval of a polynomial in numbers and roots."""
    total = Interval.of(0, bits)
    for monomial, coefficient in polynomial.terms.items():
        product = Interval.of(coefficient, bits)
        for variable, power in monomial:
            product *= _variable(variable, bits) ** power
        total += product
    return total


def _variable(variable: str, bits: int) -> Interval:
    if isinstance(variable, Root):
        return _enclosure(variable.radicand, bits).sqrt()
    if variable not in _ENCLOSURES:
        raise NotShownError(f"nothing is known about {variable}")
    return _ENCLOSURES[variable](bits)


def _is_zero(polynomial: Polynomial, roots: int = _MOST_ROOTS) -> bool:
    """Whether a polynomial is shown to be zero: a + b·√f is, if a² = b²·f and b has not a's sign.

    Roots of whole numbers are roots of different primes, which nothing connects.
    """
    if not polynomial:
        return True
    nested = [v for v in polynomial.variables if isinstance(v, Root) and v.radicand.variables]
    if not nested or not roots:
        return False
    root = max(nested, key=len)  # no other root holds the one with the longest name
    a, b = polynomial.split(root)
    if not _is_zero(a * a - b * b * root.radicand, roots - 1):
        return False
    return _sign(a, roots - 1) == -_sign(b, roots - 1)


def _sign(polynomial: Polynomial, roots: int) -> int:
    return _decided(lambda bits: _enclosure(polynomial, bits), lambda: _is_zero(polynomial, roots))


def _inverse(value: Quotient) -> Quotient:
    """Return 1 over a number that is not zero; roots of whole numbers are moved above the line."""
    above = value.above
    if len(above.terms) > 1:
        return value.inverse([(above, 1)])
    ((monomial, _),) = above.terms.items()
    plain = [v for v, _ in monomial if isinstance(v, Root) and not v.radicand.variables]
    roots = reduce(mul, map(Polynomial.variable, plain), ONE)
    more = Quotient(above * roots, value.below)
    return Quotient(roots) * more.inverse([(more.above, 1)])


@cache
def _powers(number: int) -> tuple[tuple[int, int], ...]:
    """Return the prime factors with their powers; a large rest may be a product of primes.

    Examples
    --------
    >>> _powers(360)
    ((2, 3), (3, 2), (5, 1))
    """
    powers: dict[int, int] = {}
    factor = 2
    while factor * factor <= number and factor <= _LARGEST_PRIME:
        while number % factor == 0:
            powers[factor] = powers.get(factor, 0) + 1
            number //= factor
        factor += 1
    root = isqrt(number)
    base, power = (root, 2) if root * root == number else (number, 1)
    if base > 1:
        powers[base] = powers.get(base, 0) + power
    return tuple(powers.items())


def _log_of(number: int) -> Quotient:
    logs = (
        _named(f"log({prime})", _log_enclosure(prime)) * Quotient.of(power)
        for prime, power in _powers(number)
    )
    return sum(logs, start=Quotient(ZERO))


@cache
def _log_enclosure(number: int) -> Enclose:
    return cache(lambda bits: Interval.of(number, bits).log())


def _root_of_square(value: Fraction) -> Fraction | None:
    root = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    return root if root * root == value else None


def _root_of_number(number: int) -> Polynomial:
    """Return the root of a whole number, by the roots of its primes."""
    root = ONE
    for prime, power in _powers(number):
        root *= Polynomial.constant(prime ** (power // 2))
        if power % 2:
            root *= Polynomial.variable(Root.of(Polynomial.constant(prime)))
    return root


def _root(value: Quotient) -> Quotient:
    """Return the root of a positive number: √(a/b) = √(ab) / |b|."""
    below = reduce(mul, (f**p for f, p in value.below.items()), ONE)
    inside = value.above * below
    content, rest = inside.primitive()
    rest = rest if content > 0 else -rest
    number = Fraction(abs(content))
    root = Quotient(_root_of_number(number.numerator * number.denominator))
    root *= Quotient.of(Fraction(1, number.denominator))
    if rest != ONE:
        outside, rest = _squares(rest)
        root *= Quotient(outside)
        root *= Quotient(Polynomial.variable(Root.of(rest))) if rest != ONE else Quotient(ONE)
    if below == ONE:
        return root
    positive = below if _sign(below, _MOST_ROOTS) > 0 else -below
    return root * _inverse(Quotient(positive))


def _squares(polynomial: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Take the square of a variable that all terms have out of a root."""
    outside = ONE
    common = reduce(
        lambda x, y: {v: min(p, y[v]) for v, p in x.items() if v in y},
        (dict(monomial) for monomial in polynomial.terms),
    )
    for variable, power in common.items():
        if not isinstance(variable, Root) and power > 1:
            single = Polynomial.variable(variable) ** (power // 2)
            if _sign(single, 0) > 0:
                rest = polynomial.divided_by(single * single)
                if rest is not None:
                    outside, polynomial = outside * single, rest
    return outside, polynomial
