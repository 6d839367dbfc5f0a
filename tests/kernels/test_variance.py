"""The variance of mutual information beyond brute force: formulas, samples and direct sums."""

from __future__ import annotations

import math
from itertools import combinations_with_replacement
from typing import Literal

import mpmath
import numpy as np
import pytest
from numpy.typing import NDArray

from partwise import kernels
from partwise.tables.information import SizeHistogram

Sizes = NDArray[np.int64]
Floats = NDArray[np.float64]
Interpolate = Literal["never", "if_faster", "always"]
BOTH: list[Interpolate] = ["never", "always"]


def power_law(n: int, k: int, exponent: float = 1.0, seed: int | None = None) -> Sizes:
    """Sizes of k clusters in proportion to rank^-exponent: rounded, or drawn item by item."""
    share = 1.0 / np.arange(1, k + 1) ** exponent
    share /= share.sum()
    if seed is not None:
        return _with_sum(np.random.default_rng(seed).multinomial(n, share), n)
    return _with_sum(np.maximum(1, np.floor(n * share)).astype(np.int64), n)


def _with_sum(sizes: Sizes, n: int) -> Sizes:
    sizes = sizes[sizes > 0]
    sizes[0] += n - sizes.sum()
    assert sizes.min() > 0
    return sizes


def with_singletons(n: int, *sizes: int) -> Sizes:
    return np.concatenate([sizes, np.ones(n - sum(sizes), np.int64)])


def shapes(n: int) -> dict[str, Sizes]:
    rng = np.random.default_rng(5)
    return {
        "power law": power_law(n, n // 10),
        "power law, drawn": power_law(n, n // 10, seed=1),
        "steep power law": power_law(n, n // 20, exponent=1.5),
        "balanced": np.full(n // 10, 10),
        "two giants and singletons": with_singletons(n, n * 2 // 5, n // 3),
        "near-singletons": with_singletons(n, *[2] * (n // 20)),
        "one giant": _with_sum(np.concatenate([[n * 6 // 10], power_law(n * 4 // 10, n // 50)]), n),
        "nearly one cluster": with_singletons(n, n - 60, 10, 10, 5, 5),
        "few large": _with_sum(rng.multinomial(n, rng.dirichlet(np.ones(30))), n),
        "many of one scale": _with_sum(np.bincount(rng.integers(0, math.isqrt(n), n)), n),
    }


def margins(rows: Sizes, columns: Sizes) -> tuple[Floats, Floats, Floats, Floats]:
    return (*SizeHistogram.of(rows).as_floats(), *SizeHistogram.of(columns).as_floats())


def variance(rows: Sizes, columns: Sizes, interpolate: Interpolate = "if_faster") -> float:
    """The variance of n M."""
    n = float(rows.sum())
    assert n == columns.sum()
    return kernels.variance_of_mutual_information(n, *margins(rows, columns), interpolate)


def entropy_term(size: int) -> mpmath.mpf:
    return size * mpmath.log(size) if size > 0 else mpmath.mpf(0)


NAMES = sorted(shapes(1000))


@pytest.mark.parametrize(("a", "b"), list(combinations_with_replacement(NAMES, 2)))
def test_interpolated_equals_direct(a: str, b: str) -> None:
    rows, columns = shapes(1000)[a], shapes(1000)[b]
    direct = variance(rows, columns, "never")
    assert variance(rows, columns, "always") == pytest.approx(direct, rel=1e-12)
    assert variance(columns, rows, "always") == pytest.approx(direct, rel=1e-12)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("power law", "power law, drawn"),
        ("power law", "one giant"),
        ("steep power law", "two giants and singletons"),
        ("one giant", "nearly one cluster"),
        ("few large", "many of one scale"),
        ("balanced", "few large"),
    ],
)
def test_interpolated_equals_direct_for_ten_thousand_items(a: str, b: str) -> None:
    rows, columns = shapes(10_000)[a], shapes(10_000)[b]
    direct = variance(rows, columns, "never")
    assert variance(rows, columns, "always") == pytest.approx(direct, rel=1e-12)


@pytest.mark.parametrize("interpolate", BOTH)
@pytest.mark.parametrize("n", [1000, 10**5, 10**6])
def test_a_single_pair_against_anything(n: int, interpolate: Interpolate) -> None:
    """If one clustering is a pair and singletons, M depends on whether a column holds the pair."""
    rows = with_singletons(n, 2)
    for columns in shapes(n).values():
        together = int((columns * (columns - 1)).sum())
        chance = mpmath.mpf(together) / (n * (n - 1))
        exact = float(chance * (1 - chance) * (2 * mpmath.log(2)) ** 2)
        assert variance(rows, columns, interpolate) == pytest.approx(exact, rel=1e-11)


@pytest.mark.parametrize("interpolate", BOTH)
@pytest.mark.parametrize("n", [1000, 10**5, 10**6])
def test_all_but_one_item_against_anything(n: int, interpolate: Interpolate) -> None:
    """If one item is apart from all others, M depends on the size of its column."""
    rows = np.array([n - 1, 1])
    tolerance = max(1e-12, n * 1e-16)  # sums over n/10 clusters are rounded before they cancel
    for name, columns in shapes(n).items():
        if name == "balanced":
            continue  # the variance is 0
        histogram = SizeHistogram.of(columns)
        with mpmath.workdps(40):
            size = [mpmath.mpf(int(s)) for s in histogram.sizes]
            chance = [int(c) * s / n for s, c in zip(size, histogram.counts, strict=True)]
            lost = [entropy_term(s) - entropy_term(s - 1) for s in size]
            mean = mpmath.fsum(p * x for p, x in zip(chance, lost, strict=True))
            pairs = zip(chance, lost, strict=True)
            exact = float(mpmath.fsum(p * (x - mean) ** 2 for p, x in pairs))
        assert variance(rows, columns, interpolate) == pytest.approx(exact, rel=tolerance), name


@pytest.mark.parametrize("interpolate", BOTH)
@pytest.mark.parametrize(
    ("n", "a", "b"),
    [(60, 20, 20), (1000, 500, 300), (1000, 990, 30), (5000, 64, 65), (5000, 4000, 4500)],
)
def test_two_by_two_tables(n: int, a: int, b: int, interpolate: Interpolate) -> None:
    """A 2 × 2 table has one free cell, whose law is known."""
    with mpmath.workdps(40):
        chances, values = [], []
        for x in range(max(0, a + b - n), min(a, b) + 1):
            chances.append(mpmath.mpf(math.comb(a, x) * math.comb(n - a, b - x)) / math.comb(n, b))
            values.append(sum(entropy_term(c) for c in (x, a - x, b - x, n - a - b + x)))
        mean = mpmath.fsum(p * v for p, v in zip(chances, values, strict=True))
        pairs = zip(chances, values, strict=True)
        exact = float(mpmath.fsum(p * (v - mean) ** 2 for p, v in pairs))
    found = variance(np.array([a, n - a]), np.array([b, n - b]), interpolate)
    assert found == pytest.approx(exact, rel=1e-12)


def test_against_sampled_tables() -> None:
    """A thousand items in 100 clusters of power-law sizes, within the error of the samples."""
    n, many = 1000, 100_000
    rng = np.random.default_rng(8)
    rows, columns = power_law(n, 100), power_law(n, 100, seed=2)
    a, b = np.repeat(np.arange(len(rows)), rows), np.repeat(np.arange(len(columns)), columns)
    x_log_x = np.arange(n + 1) * np.log(np.maximum(1, np.arange(n + 1)))
    cells = len(rows) * len(columns)
    sums = np.array(
        [
            x_log_x[np.bincount(a * len(columns) + rng.permutation(b), minlength=cells)].sum()
            for _ in range(many)
        ]
    )
    deviations = (sums - sums.mean()) ** 2
    error = deviations.std() / math.sqrt(many)
    for interpolate in BOTH:
        assert abs(variance(rows, columns, interpolate) - deviations.mean()) < 4 * error


def test_expected_mutual_information_of_many_distinct_sizes() -> None:
    """Compressed histograms against the sum over all pairs of sizes in double-double arithmetic."""
    n = 10**5
    sides = margins(power_law(n, n // 10), power_law(n, n // 10, exponent=0.8, seed=3))
    found = sum(kernels.expected_mutual_information(float(n), *sides, False))
    assert found == pytest.approx(
        sum(kernels.expected_mutual_information(float(n), *sides, True)), rel=1e-15
    )


@pytest.mark.parametrize("n", [10**17, 2**70])
def test_narrow_laws_beyond_the_integers_of_a_float(n: int) -> None:
    """A small cluster against the rest, and two halves: as binomial as it gets."""
    small = 2**12
    rows = np.array([small, float(n) - small])
    half, one, two = np.array([n / 2]), np.ones(2), np.array([2.0])
    found = kernels.variance_of_mutual_information(float(n), rows, one, half, two)
    with mpmath.workdps(30):
        chances = [mpmath.mpf(math.comb(small, x)) / 2**small for x in range(small + 1)]
        values = [entropy_term(x) + entropy_term(small - x) for x in range(small + 1)]
        mean = mpmath.fsum(p * v for p, v in zip(chances, values, strict=True))
        pairs = zip(chances, values, strict=True)
        exact = float(mpmath.fsum(p * (v - mean) ** 2 for p, v in pairs))
    assert found == pytest.approx(exact, rel=1e-10)


def test_trivial_margins() -> None:
    for interpolate in BOTH:
        assert variance(np.array([7]), np.array([3, 4]), interpolate) == 0
        assert variance(np.ones(7, np.int64), np.array([3, 4]), interpolate) == pytest.approx(0)
        empty = variance(np.array([0, 0, 3, 4]), np.array([2, 5]), interpolate)
        assert empty == variance(np.array([3, 4]), np.array([2, 5]), interpolate)


def test_arguments_are_checked() -> None:
    sides = margins(np.array([2, 1]), np.array([2, 1]))
    with pytest.raises(ValueError, match="'never', 'if_faster' or 'always', not 'maybe'"):
        kernels.variance_of_mutual_information(3.0, *sides, "maybe")  # type: ignore[arg-type]
    backwards = sides[0][::-1].copy()
    with pytest.raises(ValueError, match="increasing order"):
        kernels.variance_of_mutual_information(3.0, backwards, *sides[1:])
    with pytest.raises(ValueError, match="between 0 and n"):
        kernels.variance_of_mutual_information(1.0, *sides)


def test_many_huge_sizes_are_not_compressed() -> None:
    """Where not every integer is a float; 2n E[M] tends to the degrees of freedom."""
    sizes = np.linspace(2.0**60, 2.0**60 + 99 * 2.0**50, 100)
    counts, half = np.ones(100), np.array([sizes.sum() / 2])
    n = float(sizes.sum())
    found = kernels.expected_mutual_information(n, sizes, counts, half, np.array([2.0]), False)
    assert sum(found) == pytest.approx(99 / 2, rel=1e-12)
