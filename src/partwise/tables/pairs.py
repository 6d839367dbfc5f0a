"""Counts of pairs of items, and what is derived from them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

import numpy as np

from partwise.base import ExactReal, Number, exact_counts, ops
from partwise.kernels import difference_of_products
from partwise.tables.information import SizeHistogram

Relation: TypeAlias = Literal["identical", "opposite", "trivial", "ordinary"]
"""How two clusterings stand to each other, as far as undefined values are concerned."""


@dataclass(frozen=True, slots=True)
class PairCounts:
    """The four counts on which a pair-counting index depends.

    Formulas of pair-counting indices receive this object. Its fields may be Python integers,
    fractions, arrays (one entry per table), exact reals, mpmath numbers or SymPy symbols, and its
    properties work with all of them.

    Parameters
    ----------
    n11 : number
        Pairs of items that are together in both clusterings.
    n10 : number
        Pairs that are together in the reference A only.
    n01 : number
        Pairs that are together in the candidate B only.
    n00 : number
        Pairs that are together in neither.

    Examples
    --------
    >>> p = PairCounts(2, 1, 0, 3)
    >>> p.same_a, p.same_b, p.total, p.items
    (3, 2, 6, 4)
    >>> p.determinant
    6
    """

    n11: Number
    n10: Number
    n01: Number
    n00: Number

    def __iter__(self) -> Iterator[Number]:
        return iter((self.n11, self.n10, self.n01, self.n00))

    @property
    def total(self) -> Number:
        """All pairs, N = n(n−1)/2."""
        return self.n11 + self.n10 + self.n01 + self.n00

    @property
    def same_a(self) -> Number:
        """Pairs inside clusters of the reference, m_A."""
        return self.n11 + self.n10

    @property
    def same_b(self) -> Number:
        """Pairs inside clusters of the candidate, m_B."""
        return self.n11 + self.n01

    @property
    def diff_a(self) -> Number:
        """Pairs across clusters of the reference, N − m_A."""
        return self.n01 + self.n00

    @property
    def diff_b(self) -> Number:
        """Pairs across clusters of the candidate, N − m_B."""
        return self.n10 + self.n00

    @property
    def agree(self) -> Number:
        """Pairs on which the clusterings agree."""
        return self.n11 + self.n00

    @property
    def disagree(self) -> Number:
        """Pairs on which the clusterings disagree."""
        return self.n10 + self.n01

    @property
    def determinant(self) -> Number:
        """n11·n00 − n10·n01 = N·n11 − m_A·m_B: N² times the covariance of the two relations."""
        return _difference_of_products(self.n11, self.n00, self.n10, self.n01)

    @property
    def excess(self) -> Number:
        """n11² − n10·n01 = n11·(m_A + m_B) − m_A·m_B."""
        return _difference_of_products(self.n11, self.n11, self.n10, self.n01)

    @property
    def variances(self) -> Number:
        """m_A(N−m_A)·m_B(N−m_B): N⁴ times the product of the two variances."""
        return self.same_a * self.diff_a * self.same_b * self.diff_b

    @property
    def unexplained(self) -> Number:
        """``variances − determinant²``, which factors: N times the sum of products of three.

        A sum of terms that are not negative, so nothing cancels where the clusterings are nearly
        alike; over ``variances`` it is 1 − CC², the squared sine of the angle of which CC is the
        cosine.
        """
        n11, n10, n01, n00 = self
        return self.total * (n11 * n10 * (n01 + n00) + n01 * n00 * (n11 + n10))

    @property
    def items(self) -> Number:
        """The number n of items, from N = n(n−1)/2 (1 when there are no pairs)."""
        discriminant = 1 + 8 * self.total
        if isinstance(discriminant, int | Fraction | ExactReal):
            n = (1 + math.isqrt(int(discriminant))) // 2
            return type(discriminant)(n)
        n = (1 + ops.sqrt(discriminant)) / 2
        return n.context.floor(n) if hasattr(n, "context") else n

    @property
    def relation(self) -> Relation:
        """How the two clusterings stand to each other (single counts only, no arrays)."""
        if self.n10 == 0 and self.n01 == 0:
            return "identical"
        if self.n10 == self.total or self.n01 == self.total:
            return "opposite"
        if 0 in (self.same_a, self.same_b, self.diff_a, self.diff_b):
            return "trivial"
        return "ordinary"

    def as_fractions(self) -> PairCounts:
        """Return the same counts as fractions, on which formulas are exact."""
        return type(self)(*(Fraction(count) for count in self))

    def as_reals(self) -> PairCounts:
        """Return the same counts as numbers that are exact under roots and logarithms too."""
        return type(self)(*(ExactReal(count) for count in self))

    @classmethod
    def from_square_sums(cls, n: int, cells: int, rows: int, columns: int) -> PairCounts:
        """Count pairs of n items from Σ n_ij², Σ a_i² and Σ b_j².

        Examples
        --------
        >>> PairCounts.from_square_sums(3, 3, 5, 5)
        PairCounts(n11=0, n10=1, n01=1, n00=1)
        """
        n11, same_a, same_b = (cells - n) // 2, (rows - n) // 2, (columns - n) // 2
        return cls(n11, same_a - n11, same_b - n11, n * (n - 1) // 2 - same_a - same_b + n11)

    @classmethod
    def checked(cls, n11: object, n10: object, n01: object, n00: object) -> PairCounts:
        """Make counts from integers or arrays of integers; refuse anything else.

        Single counts become Python ints. Arrays become float64 if every count is exact there
        (below 2^53), else arrays of Python ints; int64 arrays are never kept, since products of
        pair counts overflow in them.

        Examples
        --------
        >>> PairCounts.checked([1, 2], 0, 0, [5, 4]).total
        array([6., 6.])
        """
        names = ("n11", "n10", "n01", "n00")
        counts = [_checked_count(c, s) for c, s in zip((n11, n10, n01, n00), names, strict=True)]
        if all(isinstance(count, int) for count in counts):
            return cls(*counts)
        kind = object if any(np.asarray(c).dtype == object or _large(c) for c in counts) else float
        return cls(*np.broadcast_arrays(*(np.asarray(c).astype(kind) for c in counts)))


def _difference_of_products(a: Number, b: Number, c: Number, d: Number) -> Number:
    """Ab − cd, without losing digits where the two products nearly cancel.

    Exact for every kind of exact number. For float64 arrays it is good to a few units in the last
    place whenever the four factors are exact integers.

    Examples
    --------
    >>> _difference_of_products(94906267, 94906265, 94906266, 94906266)
    -1
    >>> x = np.float64([94906267, 94906265, 94906266])
    >>> float(_difference_of_products(x[0:1], x[1:2], x[2:], x[2:])[0])
    -1.0
    """
    if isinstance(a, np.ndarray) and a.dtype != object:
        if a.ndim == 1 and a.shape == b.shape == c.shape == d.shape and a.dtype == np.float64:
            return difference_of_products(a, b, c, d)
        factors = [np.asarray(factor, np.float64) for factor in np.broadcast_arrays(a, b, c, d)]
        flat = (np.ascontiguousarray(factor).ravel() for factor in factors)
        return difference_of_products(*flat).reshape(factors[0].shape)
    return a * b - c * d


def _large(count: Number) -> bool:
    return isinstance(count, int) and count >= 2**53


def _checked_count(count: object, name: str) -> Number:
    array = exact_counts(count, f"{name} of pairs")
    if np.ndim(count) == 0:  # type: ignore[arg-type]
        return int(array.item())
    if array.dtype != object and np.all(array < 2**53):
        return array.astype(np.float64)
    return array.astype(object)


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
