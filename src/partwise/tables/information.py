"""Entropies, mutual information and its moments, from histograms of sizes.

Everything here depends on three histograms: of cluster sizes a_i, of cluster sizes b_j and of cell
counts n_ij. Values are mpmath numbers of 300 bits that are good to about 30 digits, so differences
of entropies keep their digits, identical clusterings give differences that are exactly zero, and
a formula can be written as in the paper.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise import kernels
from partwise.base import Number, precise, total

_NOISE = 1e-28  # what the 100-bit sums of logarithms may leave of a difference that is zero
_OF_DEVIATION = 1e-9
_OF_ADJUSTED = 1e-15  # how far an index that is adjusted for chance may be off
_DOUBTFUL = 1e-12  # where less than this is left of a difference, 30 digits may not be enough
_FEW_SIZES, _FEW_ITEMS = 100, 2**14  # for which 30 digits cost some microseconds
_MOST_EXTENDED = 20_000  # pairs of distinct sizes for which 30 digits cost some milliseconds


Floats: TypeAlias = NDArray[np.float64]
Counted: TypeAlias = tuple[tuple[int, int], ...]


class SizeHistogram(NamedTuple):
    """The distinct sizes, in increasing order, and how often each occurs."""

    sizes: NDArray[Any]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, values: NDArray[Any]) -> SizeHistogram:
        """Count equal values.

        Examples
        --------
        >>> SizeHistogram.of(np.array([3, 1, 1]))
        SizeHistogram(sizes=array([1, 3]), counts=array([2, 1]))
        """
        if len(values) and values.dtype != object and int(values.max()) <= 4 * len(values):
            counts = np.bincount(values)
            sizes = np.flatnonzero(counts)
            counts = counts[sizes]
        else:
            sizes, counts = np.unique(values, return_counts=True)
        sizes.flags.writeable = counts.flags.writeable = False
        return cls(sizes, counts)

    def sum_of(self, of_size: Any) -> int:
        """Sum a function of the sizes, in Python integers.

        Examples
        --------
        >>> SizeHistogram.of(np.array([3, 1, 1])).sum_of(lambda s: s * (s - 1) // 2)
        3
        """
        pairs = zip(self.sizes.tolist(), self.counts.tolist(), strict=True)
        return sum(count * of_size(size) for size, count in pairs)

    @property
    def counted(self) -> Counted:
        """Each size, and how many have it, in Python integers."""
        return tuple(zip(self.sizes.tolist(), self.counts.tolist(), strict=True))

    def expanded(self) -> NDArray[Any]:
        """Return each size as often as it occurs.

        Examples
        --------
        >>> SizeHistogram(np.array([1, 3]), np.array([2, 1])).expanded()
        array([1, 1, 3])
        """
        return np.repeat(self.sizes, self.counts)

    def as_floats(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return sizes and counts as the kernels take them; sizes that no float tells apart merge.

        Examples
        --------
        >>> SizeHistogram(np.array([2**53, 2**53 + 1]), np.array([1, 1])).as_floats()
        (array([9.00719925e+15]), array([2.]))
        """
        if len(self.sizes) == 0 or int(self.sizes[-1]) < 2**53:
            return self.sizes.astype(np.float64), self.counts.astype(np.float64)
        sizes, where = np.unique(self.sizes.astype(np.float64), return_inverse=True)
        return sizes, np.bincount(where.ravel(), self.counts, len(sizes)).astype(np.float64)


class Information:
    """Information-theoretic quantities of one contingency table, in nats.

    Parameters
    ----------
    n : int
        Number of items.
    rows, columns, cells : SizeHistogram
        Histograms of the sizes of the reference's clusters, of the candidate's, and of the cells.
    """

    def __init__(
        self, n: int, rows: SizeHistogram, columns: SizeHistogram, cells: SizeHistogram
    ) -> None:
        self.n = n
        self._rows = rows
        self._columns = columns
        self._cells = cells

    @cached_property
    def _whole(self) -> Number:
        """Return n ln n."""
        return _size_log_sum(SizeHistogram(np.array([self.n], object), np.ones(1, np.int64)))

    # Sums of s ln s: their differences are exact in 300 bits, so equal clusterings cancel exactly.
    @cached_property
    def _sums(self) -> tuple[Number, Number, Number]:
        return tuple(_size_log_sum(h) for h in (self._rows, self._columns, self._cells))

    def _per_item(self, value: Number) -> Number:
        return value / self.n if self.n else precise().zero

    @cached_property
    def entropy_a(self) -> Number:
        """H(A)."""
        return self._per_item(self._whole - self._sums[0])

    @cached_property
    def entropy_b(self) -> Number:
        """H(B)."""
        return self._per_item(self._whole - self._sums[1])

    @cached_property
    def entropy_joint(self) -> Number:
        """H(A, B)."""
        return self._per_item(self._whole - self._sums[2])

    @cached_property
    def mutual_information(self) -> Number:
        """M(A, B) = H(A) + H(B) − H(A, B), never negative."""
        rows, columns, cells = self._sums
        value = self._whole - rows - columns + cells
        if value > _DOUBTFUL * self._whole:
            return self._per_item(value)
        return self._small_mutual_information()

    def _small_mutual_information(self) -> Number:
        """Return M of nearly independent clusterings, which 30 digits may not tell from zero.

        If they are not independent, some cell differs from a_i b_j / n by at least 1/n, and then
        n M ≥ 1/(3n³). So with 4 log2(n) bits to spare, what is smaller is zero.
        """
        if self.n == 0:
            return precise().zero
        context = precise()
        with context.workprec(4 * self.n.bit_length() + 200):
            value = self.n * context.log(self.n) + sum(
                sign * count * size * context.log(size)
                for sign, histogram in ((-1, self._rows), (-1, self._columns), (1, self._cells))
                for size, count in zip(
                    histogram.sizes.tolist(), histogram.counts.tolist(), strict=True
                )
            )
            is_zero = value * 8 * self.n**3 < 1
            return context.zero if is_zero else value / self.n

    @cached_property
    def is_constant(self) -> bool:
        """Whether M is the same for all clusterings of these sizes.

        That is so if one of the two is trivial, or if one is a single item apart from all others
        while the other's clusters are all of one size.
        """
        sides = (self._rows, self._columns)
        if any(int(side.counts.sum()) in (0, 1, self.n) for side in sides):
            return True
        one_apart = [side.counts.sum() == 2 and side.sizes[0] == 1 for side in sides]
        all_equal = [len(side.sizes) == 1 for side in sides]
        return bool((one_apart[0] and all_equal[1]) or (one_apart[1] and all_equal[0]))

    @cached_property
    def expected_mutual_information(self) -> Number:
        """E[M(A, B')] over all B' with the sizes of B.

        It is computed to some 30 digits, as the entropies are, for few sizes, or where
        (M − E[M]) / (H − E[M]) could otherwise be off by more than 1e-15, or have the wrong sign;
        else to the digits of a float.
        """
        return self._expectation[0]

    @property
    def expectation_error(self) -> Number:
        """How far E[M] may be off."""
        return self._expectation[1]

    @cached_property
    def _expectation(self) -> tuple[Number, Number]:
        """E[M], and how far it may be off."""
        value = self.mutual_information
        if self.is_constant:
            return value, precise().zero
        if not self._is_quick:
            expected = self._expected(extended=False)
            error = kernels.PLAIN_ERROR * expected
            room = min(self.entropy_a, self.entropy_b) - expected
            is_enough = error <= _OF_ADJUSTED * room and abs(value - expected) > error
            if is_enough or not self._can_be_extended:
                return expected, error
        expected, error = self._expected(extended=True), self._per_item(_NOISE * self._whole)
        return (value if abs(value - expected) <= error else expected), error

    def _expected(self, extended: bool) -> Number:
        high, low = kernels.expected_mutual_information(*self._sides, extended)
        return self._per_item(precise().mpf(high) + precise().mpf(low))

    @cached_property
    def _sides(self) -> tuple[float, Floats, Floats, Floats, Floats]:
        """n, and the sizes and counts of both clusterings, as the kernels take them."""
        return (float(self.n), *self._rows.as_floats(), *self._columns.as_floats())

    @property
    def _is_quick(self) -> bool:
        return self._pairs_of_sizes <= _FEW_SIZES and self.n <= _FEW_ITEMS

    @property
    def _can_be_extended(self) -> bool:
        return self._pairs_of_sizes <= _MOST_EXTENDED and self.n < 2**53

    @property
    def _pairs_of_sizes(self) -> int:
        return len(self._rows.sizes) * len(self._columns.sizes)

    def with_error(self, name: str) -> tuple[Number, Number]:
        """Return one of these quantities, and how far off it may be."""
        value = getattr(self, name)
        if name == "expected_mutual_information" and not self.is_constant:
            return value, self.expectation_error
        if name == "sd_mutual_information":
            return value, _OF_DEVIATION * value
        return value, self._per_item(_NOISE * self._whole) + _NOISE * abs(value)

    @cached_property
    def sd_mutual_information(self) -> Number:
        """Standard deviation of M(A, B') over all B' with the sizes of B."""
        if self.is_constant:
            return precise().zero
        variance = kernels.variance_of_mutual_information(*self._sides)
        return precise().sqrt(precise().mpf(max(variance, 0.0))) / self.n

    # --- tables counted, as the reduced mutual information needs them

    @property
    def _is_only_table(self) -> bool:
        """Whether one side has at most one cluster, so that the sizes settle the table."""
        return any(total(side.counts) <= 1 for side in (self._rows, self._columns))

    @cached_property
    def arrangement_information(self) -> Number:
        """ln(n! Π n_ij! / (Π a_i! Π b_j!)) / n: what the table tells about the candidate.

        n M(A, B) is what Stirling's formula makes of the logarithm.
        """
        if self._is_only_table:
            return precise().zero
        rows, columns, cells = (
            _log_factorials(h) for h in (self._rows, self._columns, self._cells)
        )
        whole = _log_factorial(self.n)
        return self._per_item(whole + cells - rows - columns)

    @cached_property
    def log_table_count(self) -> Number:
        """Ln Ω, where Ω tables have these sizes, by the approximation of Diaconis and Efron.

        With R × S clusters and w = n / (n + RS/2), x_i = (1 − w)/R + w a_i/n and y_j likewise.
        """
        sides = (self._rows, self._columns)
        if self._is_only_table:
            return precise().zero
        return _precise_log_table_count(*(side.counted for side in sides))


@lru_cache(maxsize=4096)
def _precise_log_table_count(rows: Counted, columns: Counted) -> Number:
    return log_table_count(rows, columns, precise())


def log_table_count(rows: Counted, columns: Counted, library: Any) -> Number:
    """Ln Ω in the numbers of a library: mpmath's context, or SymPy for exact expressions.

    Examples
    --------
    >>> round(float(log_table_count(((5, 2),), ((5, 2),), precise())), 3)  # 6 tables: ln 6 = 1.792
    1.628
    """
    number = getattr(library, "mpf", None) or library.Integer
    log, gamma = library.log, library.loggamma
    n = number(sum(size * count for size, count in rows))
    k_a, k_b = (number(sum(count for _, count in side)) for side in (rows, columns))
    w = 2 * n / (2 * n + k_a * k_b)
    x, y = (
        [((1 - w) / clusters + w * size / n, count) for size, count in side]
        for side, clusters in ((rows, k_a), (columns, k_b))
    )
    nu = (k_b + 1) / (k_b * sum(count * share**2 for share, count in x)) - 1 / k_b
    mu = (k_a + 1) / (k_a * sum(count * share**2 for share, count in y)) - 1 / k_a
    return (
        (k_a - 1) * (k_b - 1) * log(n + k_a * k_b / 2)
        + (k_a + nu - 2) / 2 * sum(count * log(share) for share, count in y)
        + (k_b + mu - 2) / 2 * sum(count * log(share) for share, count in x)
        + (gamma(mu * k_a) + gamma(nu * k_b)) / 2
        - (k_a * (gamma(k_b) + gamma(mu)) + k_b * (gamma(k_a) + gamma(nu))) / 2
    )


@lru_cache(maxsize=4096)
def _log_factorial(size: int) -> Number:
    return precise().loggamma(size + 1)


def _log_factorials(histogram: SizeHistogram) -> Number:
    pairs = zip(histogram.sizes.tolist(), histogram.counts.tolist(), strict=True)
    return precise().fsum(count * _log_factorial(size) for size, count in pairs)


def _size_log_sum(histogram: SizeHistogram) -> Number:
    """Return the sum of s ln s over all sizes."""
    context = precise()
    if len(histogram.sizes) and int(histogram.sizes[-1]) >= 2**53:
        pairs = zip(histogram.sizes.tolist(), histogram.counts.tolist(), strict=True)
        return context.fsum(count * size * context.log(size) for size, count in pairs)
    high, low = kernels.size_log_sum(*histogram.as_floats())
    return context.mpf(high) + context.mpf(low)
