"""Whole numbers in arrays that never overflow: int64 while they fit, Python integers beyond."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base.errors import InputError


def exact_counts(values: object, what: str) -> NDArray[Any]:
    """Check that values are whole numbers, not negative; return them as an exact array.

    Examples
    --------
    >>> exact_counts([1, 2.0], "count").dtype, exact_counts([2**63], "count").dtype
    (dtype('int64'), dtype('O'))
    """
    if isinstance(values, np.ndarray):
        array: NDArray[Any] = values
    else:
        items = list(values) if isinstance(values, Iterable) else [values]
        array = np.array([*items, None], object)[:-1]  # None: so that nested lists stay items
    if array.dtype.kind not in "iufO":
        raise InputError(f"a {what} must be a whole number, but the array holds {array.dtype}")
    if array.dtype == np.float64 and (abs(array) < 2**53).all() and (array % 1 == 0).all():
        array = array.astype(np.int64)
    if array.dtype.kind in "fO":
        flat = [_whole(value, i, what) for i, value in enumerate(array.ravel().tolist())]
        array = np.array([*flat, None], object)[:-1].reshape(array.shape)
    negative = np.flatnonzero(np.ravel(array) < 0)
    if len(negative):
        where = int(negative[0])
        raise InputError(f"{what} {array.ravel()[where]} at position {where} is negative")
    return array.astype(object) if total(array) >= 2**63 else array.astype(np.int64)


def _whole(value: object, position: int, what: str) -> int:
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return int(value)
    kind = "" if isinstance(value, float) else f" but a {type(value).__name__}"
    raise InputError(f"{what} {value!r} at position {position} is not a whole number{kind}")


def total(array: NDArray[Any]) -> int:
    """Sum whole numbers exactly.

    Examples
    --------
    >>> total(np.array([2**62, 2**62]))
    9223372036854775808
    """
    if array.dtype != object and float(array.sum(dtype=np.float64)) < 2.0**62:
        return int(array.sum())
    return sum(array.ravel().tolist())


_BITS = 200  # of each ratio where the sum is to be rounded to a float


def sum_of_ratios(ratios: Iterable[tuple[int, int]], *, exact: bool) -> Fraction:
    """Sum fractions (numerator, denominator) exactly, or to far more digits than a float has.

    A sum of many fractions has a denominator of many digits, so it is computed only on request.

    Examples
    --------
    >>> sum_of_ratios([(1, 3), (1, 6)], exact=True), float(sum_of_ratios([(1, 3)], exact=False))
    (Fraction(1, 2), 0.3333333333333333)
    """
    numerators: Counter[int] = Counter()
    for numerator, denominator in ratios:
        numerators[denominator] += numerator
    if exact:
        return sum((Fraction(top, bottom) for bottom, top in numerators.items()), Fraction(0))
    scaled = sum((top << _BITS) // bottom for bottom, top in numerators.items())
    return Fraction(scaled, 1 << _BITS)
