"""The kernels against their Python twins: slow, exact, from the definitions."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import product

import mpmath
import numpy as np
import pytest

import partwise as pw
from partwise import kernels
from partwise.tables.information import Information, SizeHistogram
from support.oracle_information import brute_force_chances, mean_of
from support.partitions import integer_partitions

Sizes = tuple[int, ...]


def histogram(sizes: Sizes) -> SizeHistogram:
    return SizeHistogram.of(np.array(sizes))


def information(rows: Sizes, columns: Sizes) -> Information:
    """The moments do not depend on the cells; any table of these margins will do."""
    a = np.repeat(np.arange(len(rows)), rows)
    b = np.repeat(np.arange(len(columns)), columns)
    return pw.contingency(a, b).information


def expected_by_hypergeometric_sum(rows: Sizes, columns: Sizes) -> mpmath.mpf:
    """E[M] by the sum of Vinh et al. (2009), in 60 digits."""
    n = sum(rows)
    with mpmath.workdps(60):
        total = mpmath.mpf(0)
        for (a, many_a), (b, many_b) in product(Counter(rows).items(), Counter(columns).items()):
            ways = math.comb(n, b)
            for x in range(max(1, a + b - n), min(a, b) + 1):
                chance = mpmath.mpf(math.comb(a, x) * math.comb(n - a, b - x)) / ways
                total += many_a * many_b * chance * x * mpmath.log(mpmath.mpf(n * x) / (a * b))
        return total / n


def test_size_log_sums_have_thirty_digits() -> None:
    rng = np.random.default_rng(3)
    sizes = np.unique(rng.integers(1, 2**53, 200) >> rng.integers(0, 50, 200)).astype(float)
    counts = rng.integers(1, 1000, len(sizes)).astype(float)
    high, low = kernels.size_log_sum(sizes, counts)
    with mpmath.workdps(60):
        pairs = zip(sizes, counts, strict=True)
        exact = mpmath.fsum(mpmath.mpf(c) * s * mpmath.log(s) for s, c in pairs if s > 0)
        assert abs(mpmath.mpf(high) + low - exact) <= abs(exact) * mpmath.mpf("1e-30")


def test_compensated_sum_is_the_exact_sum_rounded() -> None:
    rng = np.random.default_rng(4)
    terms = rng.random(100_000) * 10.0 ** rng.integers(-12, 12, 100_000)
    assert kernels.compensated_sum(terms) == pytest.approx(math.fsum(terms), rel=2.3e-16)


@pytest.mark.parametrize("n", range(2, 9))
def test_moments_equal_brute_force(n: int) -> None:
    """All margins of up to eight items, against all arrangements of labels (n ≤ 7) or tables."""
    for rows, columns in product(integer_partitions(n), repeat=2):
        if n == 8 and math.prod(map(math.factorial, columns)) < 24:
            continue  # too many arrangements to list
        chances = brute_force_chances(tuple(sorted(rows)), tuple(sorted(columns)))
        found = information(rows, columns)
        with mpmath.workdps(50):
            mean = mean_of(chances)
            expected = mean.value()
            variance = mpmath.fsum(
                mpmath.mpf(p.numerator) / p.denominator * (m - mean).value() ** 2
                for m, p in chances
            )
            error = found.expectation_error + mpmath.mpf("1e-27")
            assert abs(found.expected_mutual_information - expected) <= error
            sides = [SizeHistogram.of(np.array(side)).as_floats() for side in (rows, columns)]
            extended = kernels.expected_mutual_information(float(n), *sides[0], *sides[1], True)
            assert abs(sum(map(mpmath.mpf, extended)) - n * expected) < mpmath.mpf("1e-27")
            assert (found.sd_mutual_information == 0) == (variance == 0), (rows, columns)
            assert found.sd_mutual_information == pytest.approx(mpmath.sqrt(variance), rel=1e-13)


MARGINS: list[tuple[Sizes, Sizes]] = [
    ((2, *(1,) * 198), (2, *(1,) * 198)),
    ((199, 1), (100, 100)),
    ((150, 50), (60, 60, 80)),
    ((400, 300, 300), (1,) * 500 + (500,)),
    ((5000, 5000), (2500,) * 4),
    ((9000, *(1,) * 1000), (8000, 2000)),
]


@pytest.mark.parametrize(("rows", "columns"), MARGINS, ids=range(len(MARGINS)))
@pytest.mark.parametrize("extended", [True, False])
def test_expected_mutual_information(rows: Sizes, columns: Sizes, extended: bool) -> None:
    n = sum(rows)
    sides = (*histogram(rows).as_floats(), *histogram(columns).as_floats())
    high, low = kernels.expected_mutual_information(float(n), *sides, extended)
    exact = expected_by_hypergeometric_sum(rows, columns) * n
    assert abs((mpmath.mpf(high) + low - exact) / exact) < (1e-15 if not extended else 6e-16)


@pytest.mark.parametrize(
    "size", [65_536, 2**17 - 1, 2**17 + 3, 2**20 - 1, 2**20 + 31, 2**26 + 2047]
)
@pytest.mark.parametrize("small", [1, 2, 3])
def test_extended_expectations_of_large_sizes_have_thirty_digits(size: int, small: int) -> None:
    """Of clusters beyond the logarithms that are remembered; what is lost is part of n ln n."""
    rows = (size, 70_001)
    n = sum(rows)
    columns = (n - small, small)
    sides = (*histogram(rows).as_floats(), *histogram(columns).as_floats())
    high, low = kernels.expected_mutual_information(float(n), *sides, True)
    with mpmath.workdps(60):
        exact = expected_by_hypergeometric_sum(rows, columns) * n
        assert abs(mpmath.mpf(high) + low - exact) < n * mpmath.log(n) * mpmath.mpf("2e-30")


def test_wide_laws_are_summed_by_strides() -> None:
    """At the change from value by value to strides, and far beyond, against all values."""
    for size in (9_000, 9_300, 40_000):
        rows, columns = (size, size), (size // 2, size // 2, size)
        sides = (*histogram(rows).as_floats(), *histogram(columns).as_floats())
        found = sum(kernels.expected_mutual_information(float(2 * size), *sides, False))
        assert found == pytest.approx(float(_expected_by_recurrence(rows, columns)), rel=2e-15)


def test_skewed_wide_laws_have_their_digits() -> None:
    """Of a small mean among very many items, where no error cancels between the two sides."""
    n, size = 2_400_000_000, 2_400_000
    rows = columns = (size, n - size)
    sides = (*histogram(rows).as_floats(), *histogram(columns).as_floats())
    found = sum(kernels.expected_mutual_information(float(n), *sides, False))
    assert found == pytest.approx(float(_expected_by_recurrence(rows, columns)), rel=4e-15)


@pytest.mark.parametrize("small", [1, 2, 5])
@pytest.mark.parametrize("share", [2, 3, 4, 60])
def test_nearly_all_of_more_items_than_can_be_counted(small: int, share: int) -> None:
    """The cells next to 2^52 deviate as their small neighbours do, whichever side is the larger."""
    n = 2**58
    sides = (n // share, n - n // share), (n - small, small)
    exact = expected_by_hypergeometric_sum(*sides) * n
    for rows, columns in (sides, sides[::-1]):
        floats = (*histogram(rows).as_floats(), *histogram(columns).as_floats())
        found = sum(kernels.expected_mutual_information(float(n), *floats, False))
        assert found == pytest.approx(float(exact), rel=1e-13)


def _expected_by_recurrence(rows: Sizes, columns: Sizes) -> mpmath.mpf:
    """n E[M] in 40 digits, value by value from the mean to 15 deviations on both sides."""
    n = sum(rows)
    with mpmath.workdps(40):
        total = mpmath.mpf(0)
        for (a, many_a), (b, many_b) in product(Counter(rows).items(), Counter(columns).items()):
            mean, start = mpmath.mpf(a) * b / n, a * b // n
            reach = 15 * math.isqrt(a * b * (n - a) * (n - b) // n**3)
            sums = [mpmath.mpf(0), mpmath.mpf(0)]
            for step in (1, -1):
                x, weight = start, mpmath.mpf(1)
                for _ in range(reach):
                    if step == 1 or x != start:
                        sums[0] += weight
                        sums[1] += weight * x * mpmath.log(x / mean)
                    up = x if step == 1 else x - 1
                    ratio = mpmath.mpf((a - up) * (b - up)) / ((up + 1) * (n - a - b + up + 1))
                    weight = weight * ratio if step == 1 else weight / ratio
                    x += step
            total += many_a * many_b * sums[1] / sums[0]
        return total


@pytest.mark.parametrize("n", [10**9, 10**12, 10**15, 10**18, 10**30])
def test_any_number_of_items(n: int) -> None:
    """Large clusters: 2n E[M] tends to the degrees of freedom (k_A − 1)(k_B − 1), as χ² does."""
    rows = SizeHistogram(np.array([n // 2], object), np.array([2]))
    columns = SizeHistogram(np.array([n // 5], object), np.array([5]))
    sides = (*rows.as_floats(), *columns.as_floats())
    found = sum(kernels.expected_mutual_information(float(n), *sides, False))
    assert found == pytest.approx((2 - 1) * (5 - 1) / 2, abs=10 / n + 1e-13)


def test_variance_at_large_n() -> None:
    """2nM is asymptotically χ² with d degrees of freedom, so the variance of nM tends to d/2."""
    for n in (10**6, 10**9):
        rows, columns = histogram((n // 4, n - n // 4)), histogram((n // 2, n // 4, n // 4))
        sides = (*rows.as_floats(), *columns.as_floats())
        found = kernels.variance_of_mutual_information(float(n), *sides)
        assert found == pytest.approx(2 / 2, rel=100 / n + 1e-9)


def test_variance_against_sampled_tables() -> None:
    rng = np.random.default_rng(11)
    rows, columns = (40, 30, 20, 5, 5), (50, 25, 10, 10, 5)
    a = np.repeat(np.arange(5), rows)
    b = np.repeat(np.arange(5), columns)
    samples = np.array([_mutual_information(a, rng.permutation(b)) for _ in range(20_000)])
    found = information(rows, columns)
    error = samples.std() / math.sqrt(len(samples))
    assert abs(samples.mean() - float(found.expected_mutual_information)) < 5 * error
    assert samples.std() == pytest.approx(float(found.sd_mutual_information), rel=0.03)


def _mutual_information(a: np.ndarray, b: np.ndarray) -> float:
    table = np.zeros((5, 5))
    np.add.at(table, (a, b), 1)
    p = table / table.sum()
    q = p.sum(1, keepdims=True) * p.sum(0, keepdims=True)
    return float((p[p > 0] * np.log(p[p > 0] / q[p > 0])).sum())


def test_constant_mutual_information_is_recognised() -> None:
    """The rule in Information.is_constant is right for all margins of up to seven items."""
    for n in range(2, 8):
        for rows, columns in product(integer_partitions(n), repeat=2):
            chances = brute_force_chances(tuple(sorted(rows)), tuple(sorted(columns)))
            assert information(rows, columns).is_constant == (len(chances) == 1), (rows, columns)
            assert sum((p for _, p in chances), Fraction(0)) == 1


def test_kernels_refuse_vectors_of_unequal_length() -> None:
    with pytest.raises(ValueError, match="same length"):
        kernels.size_log_sum(np.ones(2), np.ones(3))
    with pytest.raises(TypeError):
        kernels.size_log_sum(np.ones((2, 2)), np.ones(2))
