"""Real numbers without rounding, on which formulas decide whether they have a value.

Whether 1 − N11/(√m_A·√m_B) is zero or −10⁻¹⁶ decides whether its root exists, and no fixed number
of digits tells. An :class:`ExactReal` remembers how it was made, so that its interval can be made
as narrow as a decision needs. What intervals cannot show, that a number *is* zero, is decided so:

- fractions know it;
- a number made of roots (also nested), sums, products and quotients is α/β, where α and β are
  algebraic integers none of whose conjugates is beyond u and l. If it is not zero, the conjugates
  of α multiply to a whole number other than 0, so |α/β| ≥ 1/(u^(D−1)·l), with D ≤ 2^k for k square
  roots (Burnikel, Funke, Mehlhorn, Schirra and Schmitt, 2001). What lies closer to zero is zero;
- a fraction and multiples of logarithms of whole numbers add up to zero only if the fraction is
  zero (Lindemann) and the whole numbers, split into coprime factors, cancel;
- other numbers (sums of products of logarithms, exponentials, angles) *count* as zero if an
  interval of 8,192 bits (2,466 digits) holds zero, and so do roots beyond 65,536 bits.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from typing import Any, ClassVar

import numpy as np

from partwise.base import intervals
from partwise.base.intervals import Interval
from partwise.base.zero_tests import Reach, logs_cancel

_FIRST_BITS = 128
_MOST_BITS = 2**13  # where nothing proves that a number is zero
_MOST_ALGEBRAIC_BITS = 2**16
_LONGEST_FRACTION = 4000  # bits; longer ones are kept as sums and products

_serial = count()


_Operator = Callable[["ExactReal", Any], "ExactReal"]


def _both_ways(operation: Callable[[ExactReal, ExactReal], Any]) -> tuple[_Operator, _Operator]:
    """Return a method for ``x ∘ y`` and one for ``y ∘ x``, where y is any kind of number."""

    def forward(x: ExactReal, y: object) -> ExactReal:
        other = as_real(y)
        return NotImplemented if other is None else operation(x, other)

    def reflected(x: ExactReal, y: object) -> ExactReal:
        other = as_real(y)
        return NotImplemented if other is None else operation(other, x)

    return forward, reflected


def _comparison(holds: Callable[[Any, Any], bool]) -> Callable[[ExactReal, object], bool]:
    def method(x: ExactReal, y: object) -> bool:
        if isinstance(y, float) and not math.isfinite(y):
            return holds(0.0, y)
        other = as_real(y)
        if other is None:
            return NotImplemented  # type: ignore[no-any-return]
        return holds((x if other.rational == 0 else x - other).sign(), 0)

    return method


def _sum(x: ExactReal, y: ExactReal) -> ExactReal:
    if x.rational is not None and y.rational is not None and _are_short(x, y):
        return ExactReal(x.rational + y.rational)
    first, second = x.logs, y.logs
    if first and second and "logs" in (x.operation, y.operation):
        bases = first.keys() | second.keys()
        return ExactReal.of_logs({base: first.get(base, 0) + second.get(base, 0) for base in bases})
    return ExactReal.made("add", (x, y), x.reach and y.reach and x.reach.plus(y.reach))


def _product(x: ExactReal, y: ExactReal) -> ExactReal:
    if x.rational is not None and y.rational is not None and _are_short(x, y):
        return ExactReal(x.rational * y.rational)
    for one, factor in ((x, y.rational), (y, x.rational)):
        if factor is not None and one.operation == "logs":
            return ExactReal.of_logs(
                {base: factor * times for base, times in (one.logs or {}).items()}
            )
    if _are_roots(x, y):
        return (x.parts[0] * y.parts[0]).sqrt()
    return ExactReal.made("mul", (x, y), x.reach and y.reach and x.reach.times(y.reach))


def _quotient(x: ExactReal, y: ExactReal) -> ExactReal:
    if not y:
        raise ZeroDivisionError("division by zero")
    if y.rational is not None and (
        x.operation == "logs" or (x.rational is not None and _are_short(x, y))
    ):
        return x * ExactReal(1 / y.rational)
    first, second = x.logs, y.logs
    if first and second and first.keys() == second.keys():
        ratios = {times / second[base] for base, times in first.items()}
        if len(ratios) == 1:
            return ExactReal(*ratios)
    if _are_roots(x, y):
        return (x.parts[0] / y.parts[0]).sqrt()
    reach = x.reach and y.reach and x.reach.times(y.reach.inverse())
    return ExactReal.made("div", (x, y), reach)


def _power(x: ExactReal, y: ExactReal) -> ExactReal:
    exponent = y.rational
    if exponent is None or exponent.denominator > 2:
        if not x and y > 0:
            return x
        return (x.log() * y).exp()
    if exponent < 0:
        return 1 / x**-exponent
    base, result = x.sqrt() if exponent.denominator == 2 else x, ExactReal(1)
    for bit in f"{exponent.numerator:b}":
        result = result * result * base if bit == "1" else result * result
    return result


class ExactReal:
    """A real number made of whole numbers and floats by arithmetic, roots and logarithms.

    Comparisons are decided as this module says. Dividing by zero, the root of a negative number and
    the logarithm of one that is not positive raise :class:`ArithmeticError`. ``float`` gives the
    correctly rounded value.

    Examples
    --------
    >>> x = 1 - ExactReal(6) / (ExactReal(6).sqrt() * ExactReal(6).sqrt())
    >>> x == 0, float(x.sqrt())
    (True, 0.0)
    >>> ExactReal(2).sqrt() + ExactReal(3).sqrt() == (5 + 2 * ExactReal(6).sqrt()).sqrt()
    True
    >>> ExactReal(8).log() / ExactReal(2).log() < 3
    False
    """

    __slots__ = ("_bits", "_interval", "_logs", "operation", "parts", "rational", "reach")

    pi: ClassVar[ExactReal]

    rational: Fraction | None  # the fraction that it is, where that is known
    operation: str  # by which it was made of its parts
    parts: tuple[ExactReal, ...]
    reach: Reach | None  # None unless it is algebraic
    _logs: dict[int, Fraction] | None
    _bits: int
    _interval: Interval | None

    def __init__(self, value: float | Fraction) -> None:
        if isinstance(value, float) and not math.isfinite(value):
            raise ArithmeticError(f"{value} is not a real number")
        self._become(Fraction(value))

    def _become(self, value: Fraction) -> None:
        self.rational, self.operation, self.parts = value, "", ()
        self._logs, self._bits, self._interval = None, 0, None
        self.reach = Reach(value.numerator.bit_length(), value.denominator.bit_length())

    @classmethod
    def made(
        cls, operation: str, parts: tuple[ExactReal, ...], reach: Reach | None = None
    ) -> ExactReal:
        """Return what an operation makes of numbers in its domain."""
        number = object.__new__(cls)
        number.rational, number.operation, number.parts = None, operation, parts
        number.reach, number._logs, number._bits, number._interval = reach, None, 0, None
        return number

    @classmethod
    def measured(cls, value: object, error: object) -> ExactReal:
        """Return a number of which no more is known than that it lies around a precise number.

        Examples
        --------
        >>> ExactReal.measured(1e-20, 1e-18) == 0, ExactReal.measured(1e-17, 1e-18) == 0
        (True, False)
        """
        number = cls.made("measured", ())
        number._bits = 2 * _MOST_ALGEBRAIC_BITS  # it never becomes narrower
        number._interval = intervals.around(value, error, _MOST_BITS)
        return number

    @classmethod
    def of_logs(cls, multiples: dict[int, Any]) -> ExactReal:
        """Return the sum of multiples of logarithms; a multiple of "1" is a number by itself."""
        kept = {base: Fraction(times) for base, times in multiples.items() if times}
        if not kept.keys() - {1}:
            return cls(kept.get(1, Fraction(0)))
        number = cls.made("logs", ())
        number._logs = kept
        return number

    @property
    def logs(self) -> dict[int, Fraction] | None:
        """Multiples of the logarithms of whole numbers that it is; that of 1 is a number itself."""
        return self._logs if self.rational is None else {1: self.rational}

    # --- arithmetic

    __add__, __radd__ = _both_ways(_sum)
    __mul__, __rmul__ = _both_ways(_product)
    __sub__, __rsub__ = _both_ways(lambda x, y: x + y * -1)
    __truediv__, __rtruediv__ = _both_ways(_quotient)
    __pow__, __rpow__ = _both_ways(_power)
    __floordiv__, __rfloordiv__ = _both_ways(lambda x, y: ExactReal(math.floor(x / y)))
    __mod__, __rmod__ = _both_ways(lambda x, y: x - y * (x // y))

    def __neg__(self) -> ExactReal:
        return -1 * self

    def __abs__(self) -> ExactReal:
        return -self if self < 0 else self

    # --- functions, under the names that they have in other libraries

    def sqrt(self) -> ExactReal:
        """Square root."""
        if self < 0:
            raise ArithmeticError("the square root of a negative number")
        if self.rational is not None:
            whole = [math.isqrt(part) for part in self.rational.as_integer_ratio()]
            root = Fraction(*whole)
            if root * root == self.rational:
                return ExactReal(root)
        name = next(_serial) if self.rational is None else self.rational
        return self.made("sqrt", (self,), self.reach and self.reach.root(name))

    def log(self) -> ExactReal:
        """Natural logarithm."""
        if self <= 0:
            raise ArithmeticError("the logarithm of a number that is not positive")
        if self.rational is None:
            return self.made("log", (self,)) if self != 1 else ExactReal(0)
        above, below = self.rational.as_integer_ratio()
        return ExactReal.of_logs(
            {above: Fraction(above > 1), below: Fraction(-1 if below > 1 else 0)}
        )

    def exp(self) -> ExactReal:
        """Exponential function."""
        return self.made("exp", (self,)) if self else ExactReal(1)

    def acos(self) -> ExactReal:
        """Angle with this cosine, between 0 and π."""
        sine = (1 - self * self).sqrt()
        return self.made("atan2", (sine, self)) if sine or self < 0 else ExactReal(0)

    # --- decisions

    def proved_sign(self, most_bits: int | None = None) -> int | None:
        """Return −1, 0 or 1; None if neither an interval nor algebra proves it.

        Examples
        --------
        >>> e = ExactReal(1).exp()
        >>> (e - 3).proved_sign(), (e * e - ExactReal(2).exp()).proved_sign() is None
        (-1, True)
        """
        if self.rational is not None:
            return (self.rational > 0) - (self.rational < 0)
        sign = intervals.sign_of(self.enclosed(_FIRST_BITS))
        if sign is not None:
            return sign
        if self.operation in ("mul", "div"):
            signs = [part.proved_sign(most_bits) for part in self.parts]
            return 0 if 0 in signs else math.prod(signs) if None not in signs else None  # type: ignore[arg-type]
        if self._logs and logs_cancel(self._logs):
            return 0
        most = most_bits or (_MOST_ALGEBRAIC_BITS if self.reach else _MOST_BITS)
        bits = _FIRST_BITS
        while bits < most:
            bits *= 2
            interval = self.enclosed(bits)
            sign = intervals.sign_of(interval)
            if sign is not None:
                return sign
            if interval and self.reach and intervals.is_below(interval, self.reach.bits):
                return 0
        return None

    def sign(self) -> int:
        """Return −1, 0 or 1; what is not proved to be otherwise counts as zero."""
        sign = self.proved_sign() or 0
        if sign == 0:
            self._become(Fraction(0))
        return sign

    def __bool__(self) -> bool:
        return self.sign() != 0

    __eq__ = _comparison(operator.eq)
    __ne__ = _comparison(operator.ne)
    __lt__ = _comparison(operator.lt)
    __le__ = _comparison(operator.le)
    __gt__ = _comparison(operator.gt)
    __ge__ = _comparison(operator.ge)

    def __hash__(self) -> int:
        return hash(float(self) if self.rational is None else self.rational)

    # --- other kinds of numbers

    def __float__(self) -> float:
        if not self or self.rational is not None:
            return float(self.rational or 0)
        bits = _FIRST_BITS
        while True:
            interval = self.enclosed(bits)
            ends = interval and {intervals.as_float(end) for end in interval}
            if ends and len(ends) == 1:
                return ends.pop()
            if interval and bits >= _MOST_BITS:  # in the middle between two floats
                return intervals.middle_of(interval, bits)
            bits *= 2

    def __floor__(self) -> int:
        if self.rational is not None:
            return math.floor(self.rational)
        bits = _FIRST_BITS
        while True:
            interval = self.enclosed(bits)
            if interval:
                low, high = intervals.floors_of(interval)
                if low == high or bits >= _MOST_BITS or (high == low + 1 and self == high):
                    return high
            bits *= 2

    def __ceil__(self) -> int:
        return -math.floor(-self)

    def __trunc__(self) -> int:
        return math.ceil(self) if self < 0 else math.floor(self)

    __int__ = __trunc__

    def __round__(self, digits: int | None = None) -> Any:
        scale = Fraction(10) ** (digits or 0)
        whole = math.floor(self * scale)
        rest = self * scale - whole - Fraction(1, 2)
        whole += rest > 0 or (whole % 2 == 1 and rest == 0)
        return whole if digits is None else ExactReal(whole / scale)

    def __repr__(self) -> str:
        return f"ExactReal({self})"

    def __str__(self) -> str:
        return str(float(self) if self.rational is None else self.rational)

    # --- intervals

    def enclosed(self, bits: int) -> Interval | None:
        """Return an interval in which it lies, from numbers of so many bits; None if too few."""
        stack = [self]
        while stack:
            number = stack[-1]
            if number._bits < bits:
                waiting = [part for part in number.parts if part._bits < bits]
                if waiting:
                    stack += waiting
                    continue
                number._interval, number._bits = number._evaluated(bits), bits
            stack.pop()
        return self._interval

    def _evaluated(self, bits: int) -> Interval | None:
        if self.rational is not None:
            return intervals.of_fraction(self.rational, bits)
        if self._logs:
            return intervals.sum_of_logs(self._logs, bits)
        if self.operation == "pi":
            return intervals.of_pi(bits)
        return intervals.evaluated(self.operation, [part._interval for part in self.parts], bits)


ExactReal.pi = ExactReal.made("pi", ())


def as_real(x: object) -> ExactReal | None:
    """Return any kind of single number as an exact one; None for what is no number."""
    if isinstance(x, ExactReal):
        return x
    if isinstance(x, np.generic):
        x = x.item()
    return ExactReal(x) if isinstance(x, int | float | Fraction) else None


def _are_roots(x: ExactReal, y: ExactReal) -> bool:
    """Whether both are square roots of fractions."""
    return all(z.operation == "sqrt" and z.parts[0].rational is not None for z in (x, y))


def _are_short(x: ExactReal, y: ExactReal) -> bool:
    bits = sum(r.above + r.below for r in (x.reach, y.reach) if r)
    return bits < _LONGEST_FRACTION
