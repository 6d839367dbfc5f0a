"""How far what is computed is from what is defined."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import mpmath
import numpy as np

import partwise as pw
from labels import mostly_equal, power_law, uniform
from measure import Row
from partwise import kernels
from partwise.chance.sampling import sample_sums
from partwise.tables.information import SizeHistogram

DIGITS = 40


def accuracy() -> Iterator[Row]:
    """Compare expected mutual information, and AMI of a million items, with 40 digits."""
    worst = 0.0
    for n, k in ((300, 30), (2000, 100), (5000, 20)):
        rows, columns = (np.bincount(power_law(n, k, seed)) for seed in (1, 2))
        sides = (*SizeHistogram.of(rows).as_floats(), *SizeHistogram.of(columns).as_floats())
        high, low = kernels.expected_mutual_information(float(n), *sides, False)
        with mpmath.workdps(DIGITS):
            exact = _expected(rows, columns)
            worst = max(worst, float(abs((mpmath.mpf(high) + low - exact) / exact)))
    yield Row("expected MI, n ≤ 5,000", "mpmath", worst, "relative error", 1e-14, False)
    for what, (a, b) in {
        "independent": uniform(10**6, 100, "int64"),
        "80 % equal": mostly_equal(10**6, 100),
    }.items():
        with mpmath.workdps(DIGITS):
            error = float(abs(pw.score(a, b, "ami_arithmetic") - _adjusted(a, b)))
        work = f"AMI, n=10⁶, k=100, {what}"
        yield Row(work, "mpmath", error, "absolute error", 1e-15, False)


def _adjusted(a: np.ndarray, b: np.ndarray) -> mpmath.mpf:
    """Return AMI with the arithmetic mean, from the definition."""
    rows, columns, cells = np.bincount(a), np.bincount(b), np.bincount(a * (b.max() + 1) + b)
    of_rows, of_columns, of_cells = (_entropy(sizes) for sizes in (rows, columns, cells))
    expected = _expected(rows, columns) / len(a)
    mean = (of_rows + of_columns) / 2
    return (of_rows + of_columns - of_cells - expected) / (mean - expected)


def _entropy(sizes: np.ndarray) -> mpmath.mpf:
    n = int(sizes.sum())
    sums = mpmath.fsum(size * _log_of(size) for size in sizes[sizes > 0].tolist())
    return _log_of(n) - sums / n


@cache
def _log_of(x: int) -> mpmath.mpf:
    return mpmath.log(x)


@cache
def _log_factorial(x: int) -> mpmath.mpf:
    return mpmath.loggamma(x + 1)


def _expected(rows: np.ndarray, columns: np.ndarray) -> mpmath.mpf:
    """Return n times the mean of mutual information over all arrangements."""
    n = int(rows.sum())
    total = mpmath.mpf(0)
    for a, many_a in Counter(rows.tolist()).items():
        for b, many_b in Counter(columns.tolist()).items():
            total += many_a * many_b * _expected_cell(n, a, b)
    return total


def _expected_cell(n: int, a: int, b: int) -> mpmath.mpf:
    """Sum from the most likely count both ways, until the rest is too little to matter."""
    mode = (a + 1) * (b + 1) // (n + 2)
    ways = sum(map(_log_factorial, (a, b, n - a, n - b)))
    parts = sum(map(_log_factorial, (n, mode, a - mode, b - mode, n - a - b + mode)))
    start, least = mpmath.exp(ways - parts), mpmath.mpf(10) ** (10 - DIGITS)
    total, expected = mpmath.mpf(0), _log_of(a) + _log_of(b) - _log_of(n)
    x, chance = mode, start
    while chance > least:
        if x:
            total += chance * x * (_log_of(x) - expected)
        chance *= mpmath.mpf((a - x) * (b - x)) / ((x + 1) * (n - a - b + x + 1))
        x += 1
    x, chance = mode, start
    while chance > least:
        chance *= mpmath.mpf(x * (n - a - b + x)) / ((a - x + 1) * (b - x + 1))
        x -= 1
        if x > 0:
            total += chance * x * (_log_of(x) - expected)
    return total


def accuracy_of_variance() -> Iterator[Row]:
    """Compare the variance of mutual information with brute force, direct sums and samples."""
    work = "variance of MI"
    worst = 0.0
    for rows, columns in (
        ((4, 2, 1, 1), (3, 3, 2)),
        ((5, 3), (2, 2, 2, 2)),
        ((3, 3, 2), (6, 1, 1)),
    ):
        found = _variance(np.array(rows), np.array(columns))
        worst = max(worst, abs(found / _brute_force_variance(rows, columns) - 1))
    yield Row(f"{work}, n = 8", "brute force", worst, "relative error", 1e-10, False)
    sizes = [np.bincount(power_law(10**4, 10**3, seed)) for seed in (1, 2)]
    direct, interpolated = (_variance(sizes[0], sizes[1], way) for way in ("never", "always"))
    error = abs(interpolated / direct - 1)
    yield Row(f"{work}, n = 10⁴, k = 10³", "direct sums", error, "relative error", 1e-10, False)
    sizes = [np.bincount(power_law(1000, 50, seed)) for seed in (1, 2)]
    sampled = sample_sums(sizes[0], sizes[1], 10**5, seed=1).mutual_information * 1000
    squares = (sampled - sampled.mean()) ** 2
    deviation = abs(squares.mean() - _variance(sizes[0], sizes[1])) / (
        squares.std() / math.sqrt(10**5)
    )
    yield Row(f"{work}, n = 1000, k = 50", "10⁵ samples", deviation, "standard errors", 4, False)


def _variance(rows: np.ndarray, columns: np.ndarray, interpolate: Any = "if_faster") -> float:
    sides = (*SizeHistogram.of(rows).as_floats(), *SizeHistogram.of(columns).as_floats())
    return kernels.variance_of_mutual_information(float(rows.sum()), *sides, interpolate)


def _brute_force_variance(rows: tuple[int, ...], columns: tuple[int, ...]) -> float:
    """Return the variance of n M over all arrangements of the candidate's labels."""
    a = np.repeat(np.arange(len(rows)), rows)
    b = np.repeat(np.arange(len(columns)), columns).tolist()
    values = []
    for arrangement in set(itertools.permutations(b)):
        counts = Counter(zip(a.tolist(), arrangement, strict=True)).values()
        values.append(math.fsum(count * math.log(count) for count in counts))
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / len(values)


ALL: tuple[Callable[[], Iterator[Row]], ...] = (accuracy, accuracy_of_variance)
