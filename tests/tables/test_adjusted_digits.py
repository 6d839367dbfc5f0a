"""How far adjusted mutual information may be off, against 50 digits."""

from __future__ import annotations

from functools import cache

import mpmath
import numpy as np
import pytest
from numpy.typing import NDArray

import partwise as pw
from partwise import kernels
from partwise.tables import AggregatedTable, SizeHistogram

CONTEXT = mpmath.MPContext()
CONTEXT.dps = 50


@cache
def size_log(x: int) -> mpmath.mpf:
    return x * CONTEXT.log(x) if x else CONTEXT.zero


def expected_size_log(n: int, a: int, b: int) -> mpmath.mpf:
    """E[X ln X] for the overlap X of clusters of a and b among n items, term by term."""
    low, high = max(0, a + b - n), min(a, b)
    chance = CONTEXT.binomial(b, low) * CONTEXT.binomial(n - b, a - low) / CONTEXT.binomial(n, a)
    mean = CONTEXT.zero
    for x in range(low, high + 1):
        mean += chance * size_log(x)
        chance *= CONTEXT.mpf((a - x) * (b - x)) / ((x + 1) * (n - a - b + x + 1))
    return mean


def expected_information(n: int, rows: SizeHistogram, columns: SizeHistogram) -> mpmath.mpf:
    """n E[M], from the definition."""
    joint = sum(
        times_a * times_b * expected_size_log(n, a, b)
        for a, times_a in rows.counted
        for b, times_b in columns.counted
    )
    margins = (
        sum(times * size_log(size) for size, times in side.counted) for side in (rows, columns)
    )
    return size_log(n) - sum(margins) + joint


def adjusted(table: AggregatedTable) -> mpmath.mpf:
    """AMI with the arithmetic mean, from the definition."""
    sums = [
        sum(times * size_log(size) for size, times in histogram.counted)
        for histogram in (table.row_histogram, table.column_histogram, table.cell_histogram)
    ]
    whole = size_log(table.n)
    expected = expected_information(table.n, table.row_histogram, table.column_histogram)
    mean = whole - (sums[0] + sums[1]) / 2
    return (whole - sums[0] - sums[1] + sums[2] - expected) / (mean - expected)


def labels(rng: np.random.Generator, n: int, k: int) -> NDArray[np.int64]:
    return rng.choice(k, n, p=rng.dirichlet(np.full(k, rng.choice([0.5, 2, 100]))))


def random_tables(many: int) -> list[pw.Contingency]:
    """Of many small clusters or few large ones; independent, alike or nearly the same."""
    rng = np.random.default_rng(5)
    tables = []
    for _ in range(many):
        n = int(10 ** rng.uniform(0.7, 3.2))
        a, b = (labels(rng, n, int(rng.integers(2, max(3, n // 2)))) for _ in range(2))
        kept = rng.random(n) < rng.choice([0, 0.1, 0.8, 0.99])
        b[kept] = a[kept]
        tables.append(pw.contingency(a, b))
    return tables


@pytest.mark.parametrize("table", random_tables(40), ids=lambda t: f"{t.n}-{t.k_a}-{t.k_b}")
def test_adjusted_mutual_information_is_off_by_no_more_than_documented(
    table: pw.Contingency,
) -> None:
    if table.information.is_constant:
        return
    exact = adjusted(table)
    found = pw.index("AMI").evaluate(table).value
    assert abs(found - exact) <= 1e-15 * max(1, abs(exact))
    if abs(exact) > 1e-25:
        assert (found > 0) == (exact > 0)


@pytest.mark.parametrize("table", random_tables(40)[::2], ids=lambda t: f"{t.n}-{t.k_a}-{t.k_b}")
def test_the_bound_of_the_expectation_holds(table: pw.Contingency) -> None:
    rows, columns = table.row_histogram, table.column_histogram
    sides = (float(table.n), *rows.as_floats(), *columns.as_floats())
    exact = expected_information(table.n, rows, columns)
    found = kernels.expected_mutual_information(*sides, False)[0]
    assert abs(found - exact) <= kernels.PLAIN_ERROR * exact


def test_extended_digits_are_computed_only_where_they_are_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bool] = []
    compute = kernels.expected_mutual_information

    def remember(*arguments: object) -> tuple[float, float]:
        asked.append(bool(arguments[-1]))
        return compute(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(kernels, "expected_mutual_information", remember)
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 30, (2, 100_000))
    assert pw.contingency(a, b).information.expected_mutual_information > 0
    assert asked == [False]
    pairs = np.arange(100_000) // 2  # E[M] is most of what the entropies are
    assert pw.contingency(pairs, rng.permutation(pairs)).information.expected_mutual_information > 0
    assert asked == [False, False, True]
    few = rng.integers(0, 3, (2, 50))
    assert pw.contingency(*few).information.expected_mutual_information > 0
    assert asked == [False, False, True, True]
