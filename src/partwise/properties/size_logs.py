"""Sums of s ln s as whole multiples of the logarithms of primes, so that nothing is rounded.

Entropies of n items are such sums over n. Two that are equal are then the very same numbers, and
what cancels cancels exactly: logarithms of primes are linearly independent over the rationals.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.information import precise

__all__ = ["PRIMES", "LogMultiples", "as_floats", "size_logs"]

PRIMES = (2, 3, 5, 7, 11)  # enough for sizes up to 12

LogMultiples: TypeAlias = NDArray[np.int64]
"""Whole multiples of ln 2, ln 3, ln 5, ln 7 and ln 11, along the last axis."""


def size_logs(sizes: NDArray[Any]) -> LogMultiples:
    """Return s ln s for each size.

    Examples
    --------
    >>> size_logs(np.array([1, 6]))
    array([[0, 0, 0, 0, 0],
           [6, 6, 0, 0, 0]])
    """
    return np.asarray(_size_logs()[sizes])


@cache
def _size_logs() -> LogMultiples:
    multiples = np.zeros((13, len(PRIMES)), np.int64)
    for size in range(2, 13):
        for place, prime in enumerate(PRIMES):
            power = prime
            while size % power == 0:
                multiples[size, place] += size
                power *= prime
    return multiples


@cache
def _split_logs() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return each logarithm in two parts; whole multiples of the first part add up exactly."""
    context = precise()
    logs = [context.log(prime) for prime in PRIMES]
    high = [round(float(log * 2**36)) / 2**36 for log in logs]
    low = [float(log - first) for log, first in zip(logs, high, strict=True)]
    return np.array(high), np.array(low)


def as_floats(multiples: LogMultiples) -> NDArray[np.float64]:
    """Round to floats, once: small differences keep their digits, and zero is zero.

    Examples
    --------
    >>> as_floats(np.array([[-1, 2, 0, 0, 0], [0, 0, 0, 0, 0]]))
    array([1.5040774, 0.       ])
    """
    high, low = _split_logs()
    return np.asarray(multiples @ high + multiples @ low)
