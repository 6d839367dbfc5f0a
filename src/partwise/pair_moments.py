"""Mean and variance of N11 over all clusterings of given sizes, from the sizes alone."""

from __future__ import annotations

import math
from fractions import Fraction

from partwise.information import SizeHistogram

__all__ = ["n11_mean_and_variance"]


def n11_mean_and_variance(rows: SizeHistogram, columns: SizeHistogram) -> tuple[Fraction, Fraction]:
    """Mean and variance of N11, exact.

    With f_r the sum of the falling factorials s(s−1)…(s−r+1) over the sizes and n_r that of n,
    and g = f_2² − 4f_3 − 2f_2 (ordered choices of two disjoint pairs, each inside a cluster):
    E[N11] = f_2 f_2' / (2 n_2) and E[N11²] = E[N11] + f_3 f_3' / n_3 + g g' / (4 n_4); the three
    terms are pairs of pairs that share two items, one, or none.

    Examples
    --------
    >>> import numpy as np
    >>> twos = SizeHistogram.of(np.array([2, 2]))
    >>> n11_mean_and_variance(twos, twos)
    (Fraction(2, 3), Fraction(8, 9))
    """
    n = rows.sum_of(lambda size: size)
    two, two_b = (_falling(sizes, 2) for sizes in (rows, columns))
    three, three_b = (_falling(sizes, 3) for sizes in (rows, columns))
    four, four_b = two**2 - 4 * three - 2 * two, two_b**2 - 4 * three_b - 2 * two_b
    mean = _over(two * two_b, 2 * math.perm(n, 2))
    square = mean + _over(three * three_b, math.perm(n, 3))
    square += _over(four * four_b, 4 * math.perm(n, 4))
    return mean, square - mean**2


def _falling(sizes: SizeHistogram, order: int) -> int:
    return sizes.sum_of(lambda size: math.perm(size, order))


def _over(numerator: int, denominator: int) -> Fraction:
    return Fraction(numerator, denominator) if denominator else Fraction(0)
