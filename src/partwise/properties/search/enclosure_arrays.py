"""Arrays of enclosures, so that formulas with roots and logarithms are evaluated on all tables.

An enclosure is two whole multiples of 2^−bits between which a number surely lies: every operation
rounds the lower one down and the upper one up. Roots of squares and sums of nothing are exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import ExactReal

Wholes: TypeAlias = NDArray[Any]
States: TypeAlias = NDArray[np.int8]

KNOWN, UNDECIDED, NO_VALUE = 0, 1, 2
"""Whether a number lies in its enclosure; whether it exists at all takes a closer look; or not."""

_MORE = 64  # bits that functions are computed in, beyond those that are kept
_HUGE = 10_000  # bits of an exponential that is not computed


class Enclosures:
    """Numbers between ``low`` and ``high`` in units of 2^−bits, for all tables at once.

    Examples
    --------
    >>> two = Enclosures.of(np.array([2, 0, -1]), bits=10)
    >>> root = two.context.sqrt(two)
    >>> (root.low[:2] / 2**10).tolist(), (root.high[:2] / 2**10).tolist(), root.state.tolist()
    ([1.4140625, 0.0], [1.4150390625, 0.0], [0, 0, 2])
    """

    __array_ufunc__ = None  # arrays leave operations to this class
    __slots__ = ("bits", "high", "low", "state")

    def __init__(self, low: Wholes, high: Wholes, bits: int, state: States | int = KNOWN) -> None:
        self.low, self.high, self.bits = np.asarray(low, object), np.asarray(high, object), bits
        self.state = np.broadcast_to(np.asarray(state, np.int8), self.low.shape)

    @classmethod
    def of(cls, wholes: Wholes, bits: int) -> Enclosures:
        """Return whole numbers."""
        shifted = np.asarray(wholes).astype(np.int64).astype(object) << bits
        return cls(shifted, shifted, bits)

    @classmethod
    def of_number(cls, number: float | Fraction, bits: int) -> Enclosures:
        """Return one fraction, or the one that a float is."""
        above, below = Fraction(number).as_integer_ratio()
        low, high = (above << bits) // below, -((-above << bits) // below)
        return cls(np.array(low, object), np.array(high, object), bits)

    @property
    def context(self) -> _Functions:
        """The functions of such numbers, by which formulas call them."""
        return _Functions(self.bits)

    def broadcast(self, shape: tuple[int, ...]) -> Enclosures:
        """Return as many numbers as a shape has."""
        low, high = (np.broadcast_to(array, shape) for array in (self.low, self.high))
        return Enclosures(low, high, self.bits, np.broadcast_to(self.state, shape))

    def added_up(self, offsets: NDArray[np.int64]) -> Enclosures:
        """Return the sum from each offset to the next."""
        low, high = (np.add.reduceat(end, offsets) for end in (self.low, self.high))
        return Enclosures(low, high, self.bits, np.maximum.reduceat(self.state, offsets))

    def at(self, places: NDArray[np.int64]) -> Enclosures:
        """Return the numbers at some places."""
        return Enclosures(self.low[places], self.high[places], self.bits, self.state[places])

    def replaced(self, places: list[int], numbers: Enclosures) -> Enclosures:
        """Return the same numbers, but for some."""
        low, high, state = (array.copy() for array in (self.low, self.high, self.state))
        low[places], high[places], state[places] = numbers.low, numbers.high, numbers.state
        return Enclosures(low, high, self.bits, state)

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise TypeError("enclosures are not compared")

    def __bool__(self) -> bool:
        raise TypeError("enclosures are not compared")

    # --- arithmetic

    def _applied(self, operation: Callable[..., Enclosures], other: Any) -> Enclosures:
        if not isinstance(other, Enclosures):
            other = self.of_number(other, self.bits)
        result = operation(self, other)
        state = np.maximum(np.maximum(self.state, other.state), result.state)
        return Enclosures(result.low, result.high, self.bits, state)

    def __add__(self, other: Any) -> Enclosures:
        return self._applied(_sum, other)

    def __sub__(self, other: Any) -> Enclosures:
        return self._applied(lambda x, y: _sum(x, -y), other)

    def __rsub__(self, other: Any) -> Enclosures:
        return self._applied(lambda x, y: _sum(y, -x), other)

    def __mul__(self, other: Any) -> Enclosures:
        return self._applied(_product, other)

    def __truediv__(self, other: Any) -> Enclosures:
        return self._applied(_quotient, other)

    def __rtruediv__(self, other: Any) -> Enclosures:
        return self._applied(lambda x, y: _quotient(y, x), other)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Enclosures:
        return Enclosures(-self.high, -self.low, self.bits, self.state)

    def __abs__(self) -> Enclosures:
        return self.context.Max(self, -self)

    def __pow__(self, exponent: Any) -> Enclosures:
        if isinstance(exponent, Enclosures) or (2 * exponent) % 1:
            return self.context.exp(self.context.log(self) * exponent)
        if exponent < 0:
            inverse: Enclosures = 1 / self**-exponent
            return inverse
        power = self.context.sqrt(self) if exponent % 1 else self * 0 + 1
        for _ in range(int(exponent)):
            power = power * self
        return power


class _Functions:
    """What formulas do with numbers, beyond arithmetic."""

    def __init__(self, bits: int) -> None:
        self._bits = bits

    def Rational(self, above: int, below: int) -> Enclosures:  # noqa: N802 - as SymPy has it
        return Enclosures.of_number(Fraction(above, below), self._bits)

    @property
    def pi(self) -> Enclosures:
        return enclosures_of([ExactReal.pi], self._bits).at(np.array(0))

    def floor(self, x: Enclosures) -> Enclosures:
        low, high = (end >> self._bits for end in (x.low, x.high))
        state = np.maximum(x.state, np.where(low == high, KNOWN, UNDECIDED))
        return Enclosures(low << self._bits, high << self._bits, self._bits, state)

    def sqrt(self, x: Enclosures) -> Enclosures:
        state = _positive(x, least=0)
        low = _root(np.where(x.low > 0, x.low, 0) << self._bits)
        squares = np.where(x.high > 0, x.high, 0) << self._bits
        high = _root(squares)
        high = high + (high * high != squares)
        return Enclosures(low, high, self._bits, np.maximum(x.state, state))

    def log(self, x: Enclosures) -> Enclosures:
        state = np.maximum(x.state, _positive(x, least=1))
        return self._called("mpi_log", state, x)

    def exp(self, x: Enclosures) -> Enclosures:
        is_huge = np.asarray(x.high > _HUGE << self._bits, bool)
        return self._called("mpi_exp", np.maximum(x.state, np.where(is_huge, UNDECIDED, KNOWN)), x)

    def acos(self, x: Enclosures) -> Enclosures:
        sine = self.sqrt(1 - x * x)
        return self._called("mpi_atan2", sine.state, sine, x)

    def Min(self, x: Any, y: Any) -> Enclosures:  # noqa: N802
        return -self.Max(-x, -y)

    def Max(self, x: Any, y: Any) -> Enclosures:  # noqa: N802
        first, second = (x, y) if isinstance(x, Enclosures) else (y, x)
        return first._applied(_larger, second)

    def _called(self, name: str, state: Any, *arguments: Enclosures) -> Enclosures:
        """Apply a function of mpmath's intervals to each number that it has a value for."""
        from mpmath import libmp

        function, bits = getattr(libmp, name), self._bits
        arrays = np.broadcast_arrays(state, *(e for x in arguments for e in (x.low, x.high)))
        known: dict[tuple[int, ...], tuple[int, int]] = {}
        low, high = np.zeros(arrays[0].shape, object), np.zeros(arrays[0].shape, object)
        for i in zip(*np.nonzero(arrays[0] == KNOWN), strict=True):
            ends = tuple(array[i] for array in arrays[1:])
            if ends not in known:
                numbers = [libmp.from_man_exp(end, -bits) for end in ends]
                pairs = zip(numbers[::2], numbers[1::2], strict=True)
                known[ends] = _in_units(function(*pairs, bits + _MORE), bits)
            low[i], high[i] = known[ends]
        return Enclosures(low, high, bits, arrays[0])


def _in_units(interval: tuple[Any, Any], bits: int) -> tuple[int, int]:
    """Return an interval of mpmath's in units of 2^−bits."""
    from mpmath import libmp

    low, high = (libmp.mpf_shift(end, bits) for end in interval)
    return int(libmp.to_int(low, "f")), int(libmp.to_int(high, "c"))


def enclosures_of(numbers: list[ExactReal | None], bits: int) -> Enclosures:
    """Return numbers that are known exactly, one by one; None has no value.

    Examples
    --------
    >>> third = enclosures_of([ExactReal(1) / 3, None], bits=4)
    >>> third.low.tolist(), third.high.tolist(), third.state.tolist()
    ([5, 0], [6, 0], [0, 2])
    """
    known = {id(x): _ends(x, bits) for x in numbers if x is not None}
    ends = [(0, 0) if x is None else known[id(x)] for x in numbers]
    low, high = (np.array([end[side] for end in ends], object) for side in (0, 1))
    state = np.array([NO_VALUE if x is None else KNOWN for x in numbers], np.int8)
    return Enclosures(low, high, bits, state)


def _ends(number: ExactReal, bits: int) -> tuple[int, int]:
    if number.rational is not None:
        above, below = number.rational.as_integer_ratio()
        return (above << bits) // below, -((-above << bits) // below)
    more = bits + _MORE
    while (interval := number.enclosed(more)) is None:
        more *= 2  # what divides is not zero, so that some interval shows it
    return _in_units(interval, bits)


_root = np.frompyfunc(math.isqrt, 1, 1)


def _positive(x: Enclosures, least: int) -> States:
    """Tell where a number is at least 0, or above it (1)."""
    state = np.where(x.low >= least, KNOWN, np.where(x.high < least, NO_VALUE, UNDECIDED))
    return np.asarray(state, np.int8)


def _sum(x: Enclosures, y: Enclosures) -> Enclosures:
    return Enclosures(x.low + y.low, x.high + y.high, x.bits)


def _product(x: Enclosures, y: Enclosures) -> Enclosures:
    if (x.low >= 0).all() and (y.low >= 0).all():
        return Enclosures(x.low * y.low >> x.bits, -(-x.high * y.high >> x.bits), x.bits)
    products = [one * other for one in (x.low, x.high) for other in (y.low, y.high)]
    low, high = (reduce(reduce(*products[:2]), reduce(*products[2:])) for reduce in _EXTREMES)
    return Enclosures(low >> x.bits, -(-high >> x.bits), x.bits)


def _quotient(x: Enclosures, y: Enclosures) -> Enclosures:
    is_zero = np.asarray((y.low == 0) & (y.high == 0), bool)
    holds_zero = np.asarray((y.low <= 0) & (y.high >= 0), bool)
    state = np.where(is_zero, NO_VALUE, np.where(holds_zero, UNDECIDED, KNOWN))
    turned = np.asarray(y.high < 0, bool)
    below, above = np.where(turned, -y.high, y.low), np.where(turned, -y.low, y.high)
    below, above = (np.where(holds_zero, 1 << x.bits, end) for end in (below, above))
    low, high = np.where(turned, -x.high, x.low), np.where(turned, -x.low, x.high)
    low, high = low << x.bits, high << x.bits
    low = low // np.where(low >= 0, above, below)
    high = -(-high // np.where(high >= 0, below, above))
    return Enclosures(low, high, x.bits, np.asarray(state, np.int8))


def _larger(x: Enclosures, y: Enclosures) -> Enclosures:
    return Enclosures(np.maximum(x.low, y.low), np.maximum(x.high, y.high), x.bits)


_EXTREMES = (np.minimum, np.maximum)
