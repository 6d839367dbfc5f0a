"""Intervals that surely hold a number, of as many bits as one asks for (mpmath's)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, TypeAlias

Interval: TypeAlias = tuple[Any, Any]
"""Lower and upper end, as mpmath keeps numbers."""


@cache
def mp() -> Any:
    """Return mpmath's own functions of numbers and intervals."""
    from mpmath import libmp

    return libmp


def evaluated(operation: str, parts: list[Interval | None], bits: int) -> Interval | None:
    """Apply an operation to intervals; None if they are too wide to divide by or to be a root of.

    Examples
    --------
    >>> two = of_fraction(Fraction(2), 30)
    >>> [as_float(end) for end in evaluated("sqrt", [two], 10)]
    [1.4140625, 1.416015625]
    """
    if any(part is None for part in parts):
        return None
    if operation in ("sqrt", "log", "loggamma", "div") and sign_of(parts[-1]) is None:
        return None
    interval: Interval = getattr(mp(), f"mpi_{operation}")(*parts, bits)
    return interval


def of_fraction(value: Fraction, bits: int) -> Interval:
    """Return the interval of a fraction."""
    ratio = value.as_integer_ratio()
    return mp().from_rational(*ratio, bits, "f"), mp().from_rational(*ratio, bits, "c")


def of_pi(bits: int) -> Interval:
    """Return an interval that holds π."""
    return mp().mpf_pi(bits, "f"), mp().mpf_pi(bits, "c")


def around(middle: object, radius: object, bits: int) -> Interval:
    """Return the interval around a float or a number of mpmath."""
    center, width = (getattr(x, "_mpf_", None) or mp().from_float(x) for x in (middle, radius))
    return mp().mpf_sub(center, width, bits, "f"), mp().mpf_add(center, width, bits, "c")


@lru_cache(maxsize=4096)
def _log(base: int, bits: int) -> Interval | None:
    return evaluated("log", [of_fraction(Fraction(base), bits)], bits)


def sum_of_logs(factors: dict[int, Fraction], bits: int) -> Interval:
    """Return the interval of a sum of multiples of logarithms; a multiple of "1" is a number.

    Examples
    --------
    >>> [as_float(end) for end in sum_of_logs({1: Fraction(-1), 2: Fraction(2)}, 10)]
    [0.384765625, 0.38671875]
    """
    interval = of_fraction(factors.get(1, Fraction(0)), bits)
    for base, factor in factors.items():
        if base > 1:
            term = mp().mpi_mul(_log(base, bits), of_fraction(factor, bits), bits)
            interval = mp().mpi_add(interval, term, bits)
    return interval


def sign_of(interval: Interval | None) -> int | None:
    """Return the sign of all numbers in an interval, None if they have several."""
    if interval is None:
        return None
    low, high = map(mp().mpf_sign, interval)
    if low > 0 or low == high == 0:
        return int(low)
    return -1 if high < 0 else None


def is_below(interval: Interval, bits: int) -> bool:
    """Whether all numbers in an interval are closer to zero than 2 to the power of ``−bits``."""
    return all(not end[1] or end[2] + end[3] <= -bits for end in interval)


def as_float(end: Any) -> float:
    """Return the nearest float.

    Raises
    ------
    OverflowError
        If it is beyond all floats.
    """
    return float(mp().to_float(end, strict=True, rnd="n"))


def middle_of(interval: Interval, bits: int) -> float:
    """Return the float that is nearest to the middle."""
    return as_float(mp().mpi_mid(interval, bits))


def floors_of(interval: Interval) -> tuple[int, int]:
    """Return the whole numbers up to both ends."""
    low, high = (int(mp().to_int(end, "f")) for end in interval)
    return low, high
