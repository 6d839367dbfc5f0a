"""Arrays of fractions, so that rational formulas are evaluated on all tables at once, exactly."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import NotRationalError

Wholes: TypeAlias = NDArray[Any]
"""Whole numbers: int64 where they fit, else Python's."""

_LARGEST = 2**61  # of int64 that are added without overflow


class FractionArray:
    """Fractions in lowest terms; those with denominator 0 are no numbers, as is what follows.

    Roots and logarithms of them raise :class:`~partwise.errors.NotRationalError`, and so do floats
    that they meet.

    Examples
    --------
    >>> x = FractionArray(np.array([1, 2, 3]), np.array([2, 4, 0]))
    >>> (1 / (x + 1)).fractions()
    [Fraction(2, 3), Fraction(2, 3), None]
    """

    __array_ufunc__ = None  # arrays leave operations to this class
    __slots__ = ("denominators", "numerators")

    def __init__(self, numerators: Wholes, denominators: Wholes | int = 1) -> None:
        numerators, denominators = np.broadcast_arrays(numerators, denominators)
        divisor = np.gcd(numerators, denominators)
        divisor = np.where(denominators < 0, -divisor, divisor)
        divisor = np.where(divisor == 0, 1, divisor)
        self.denominators = _short(denominators // divisor)
        self.numerators = _short(np.where(denominators == 0, 0, numerators // divisor))

    @property
    def context(self) -> type[_Functions]:
        """The functions of such numbers, by which formulas call them."""
        return _Functions

    def fractions(self) -> list[Fraction | None]:
        """Return the fractions; None for what is no number."""
        pairs = zip(self.numerators.tolist(), self.denominators.tolist(), strict=True)
        return [Fraction(x, y) if y else None for x, y in pairs]

    def distinct(self) -> tuple[list[Fraction | None], NDArray[np.int64]]:
        """Return the distinct fractions, and which of them each is."""
        seen: dict[tuple[int, int], int] = {}
        pairs = zip(self.numerators.tolist(), self.denominators.tolist(), strict=True)
        place = np.array([seen.setdefault(pair, len(seen)) for pair in pairs], np.int64)
        return [Fraction(x, y) if y else None for x, y in seen], place

    def added_up(self, offsets: NDArray[np.int64]) -> FractionArray:
        """Return the sum from each offset to the next."""
        divisor, wholes = self.over_one_denominator()
        sums = np.add.reduceat(_fitting(wholes, len(wholes)), offsets)
        has_value = np.logical_and.reduceat(self.denominators != 0, offsets)
        return FractionArray(sums, np.where(has_value, divisor, 0))

    def over_one_denominator(self) -> tuple[int, Wholes]:
        """Return a common denominator, and the numerators over it; 0 for what is no number."""
        divisor = math.lcm(*(int(d) for d in np.unique(self.denominators) if d))
        factors = divisor // np.where(self.denominators == 0, 1, _fitting(self.denominators, 1))
        return divisor, _product(self.numerators, factors)

    def broadcast(self, shape: tuple[int, ...]) -> FractionArray:
        """Return as many fractions as a shape has."""
        arrays = (self.numerators, self.denominators)
        return FractionArray(*(np.broadcast_to(array, shape) for array in arrays))

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise TypeError("arrays of fractions are not compared")

    def __bool__(self) -> bool:
        raise TypeError("arrays of fractions are not compared")

    # --- arithmetic

    def __add__(self, other: Any) -> FractionArray:
        return _applied(_sum, self, other)

    def __mul__(self, other: Any) -> FractionArray:
        return _applied(_times, self, other)

    def __truediv__(self, other: Any) -> FractionArray:
        return _applied(_over, self, other)

    def __rtruediv__(self, other: Any) -> FractionArray:
        return _applied(lambda x, y: _over(y, x), self, other)

    def __sub__(self, other: Any) -> FractionArray:
        return _applied(lambda x, y: _sum(x, -y), self, other)

    def __rsub__(self, other: Any) -> FractionArray:
        return _applied(lambda x, y: _sum(y, -x), self, other)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> FractionArray:
        return FractionArray(-self.numerators, self.denominators)

    def __abs__(self) -> FractionArray:
        return FractionArray(np.abs(self.numerators), self.denominators)

    def __pow__(self, exponent: Any) -> FractionArray:
        if isinstance(exponent, FractionArray) or exponent != int(exponent):
            raise NotRationalError("the formula takes a power that is not a whole number")
        power = self * 0 + 1
        for _ in range(abs(int(exponent))):
            power = power * self
        return power if exponent >= 0 else 1 / power


class _Functions:
    """What formulas do with numbers, beyond arithmetic."""

    @staticmethod
    def Rational(above: int, below: int) -> FractionArray:  # noqa: N802 - as SymPy has it
        return _as_fractions(Fraction(above, below))

    @staticmethod
    def Min(x: Any, y: Any) -> FractionArray:  # noqa: N802
        return _applied(lambda x, y: _chosen(_is_below(x, y), x, y), x, y)

    @staticmethod
    def Max(x: Any, y: Any) -> FractionArray:  # noqa: N802
        return _applied(lambda x, y: _chosen(_is_below(x, y), y, x), x, y)

    @staticmethod
    def floor(x: FractionArray) -> FractionArray:
        wholes = x.numerators // np.where(x.denominators == 0, 1, x.denominators)
        return FractionArray(wholes, np.minimum(x.denominators, 1))

    @staticmethod
    def sqrt(x: FractionArray) -> FractionArray:
        """Root of squares, as of 1 + 8N; there is none of other fractions."""
        parts = (x.numerators, x.denominators)
        above, below = (np.asarray(_root(np.where(part > 0, part, 0))) for part in parts)
        if not np.all((above * above == parts[0]) & (below * below == parts[1])):
            raise NotRationalError("the formula takes a root")
        return FractionArray(above, below)

    @staticmethod
    def log(_: object) -> FractionArray:
        raise NotRationalError("the formula takes a logarithm")

    exp = acos = log


_root = np.frompyfunc(math.isqrt, 1, 1)


def _applied(operation: Callable[..., FractionArray], x: Any, y: Any) -> FractionArray:
    return operation(_as_fractions(x), _as_fractions(y))


def _as_fractions(x: Any) -> FractionArray:
    if isinstance(x, FractionArray):
        return x
    if isinstance(x, int | Fraction):
        numerator, denominator = (np.array(part, object) for part in x.as_integer_ratio())
        return FractionArray(_short(numerator), _short(denominator))
    raise NotRationalError("the formula leaves fractions for floats")


def _sum(x: FractionArray, y: FractionArray) -> FractionArray:
    parts = [_product(x.numerators, y.denominators), _product(y.numerators, x.denominators)]
    return FractionArray(parts[0] + parts[1], _product(x.denominators, y.denominators))


def _times(x: FractionArray, y: FractionArray) -> FractionArray:
    return FractionArray(
        _product(x.numerators, y.numerators), _product(x.denominators, y.denominators)
    )


def _over(x: FractionArray, y: FractionArray) -> FractionArray:
    return FractionArray(
        _product(x.numerators, y.denominators), _product(x.denominators, y.numerators)
    )


def _is_below(x: FractionArray, y: FractionArray) -> NDArray[np.bool_]:
    return np.asarray(
        _product(x.numerators, y.denominators) < _product(y.numerators, x.denominators)
    )


def _chosen(where: NDArray[np.bool_], x: FractionArray, y: FractionArray) -> FractionArray:
    has_both = (x.denominators != 0) & (y.denominators != 0)
    denominators = np.where(where, x.denominators, y.denominators)
    return FractionArray(
        np.where(where, x.numerators, y.numerators), np.where(has_both, denominators, 0)
    )


def _product(x: Wholes, y: Wholes) -> Wholes:
    largest = _size(x) * _size(y)
    if largest >= _LARGEST:
        x, y = x.astype(object), y.astype(object)
    return np.asarray(x * y)


def _fitting(wholes: Wholes, times: int) -> Wholes:
    """Return numbers of which so many can be added."""
    return wholes.astype(object) if _size(wholes) * times >= _LARGEST else wholes


def _short(wholes: Wholes) -> Wholes:
    wholes = np.asarray(wholes)
    if wholes.dtype == object and _size(wholes) < _LARGEST:
        return wholes.astype(np.int64)
    return wholes


def _size(wholes: Wholes) -> int:
    return max(abs(int(wholes.max())), abs(int(wholes.min()))) if wholes.size else 0
