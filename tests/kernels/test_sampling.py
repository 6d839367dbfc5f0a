"""Random tables: their law against enumeration, their sums against the tables themselves.

Seeds are fixed, so a test that passes once passes always; the thresholds are those that a correct
sampler misses once in ten thousand seeds or less.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

import partwise as pw
from partwise import kernels
from partwise.chance.sampling import SampledSums, SamplingMethod, sample_sums, sample_tables
from support.alarms import AlarmError, alarm, needs_alarms
from support.oracle_tables import Sizes, Table, exact_law, fits

METHODS: list[SamplingMethod | None] = ["permutation", "draws", None]
by_every_method = pytest.mark.parametrize("method", METHODS)

SMALL: list[tuple[Sizes, Sizes]] = [
    ((3, 2, 1), (2, 2, 2)),
    ((1, 4, 2), (5, 1, 1)),
    ((2, 2, 1, 1), (3, 3)),
    ((20, 12), (15, 17)),
    ((11, 22), (12, 11, 10)),
    ((1, 300, 3, 2), (146, 160)),  # unless told, the large row is drawn and the others permuted
    ((150, 160), (3, 1, 304, 2)),
]
LARGER: list[tuple[Sizes, Sizes]] = [
    ((40, 30, 20, 5, 5), (50, 25, 10, 10, 5)),
    ((1,) * 60 + (2,) * 15 + (900, 10), (7,) * 100 + (300,)),
    ((7,) * 100 + (300,), (1,) * 60 + (2,) * 15 + (900, 10)),
    ((50,) * 20, (100,) * 10),
    ((200_000, 100_000, 5, 4, 1), (150_000, 150_010)),
]


def as_table(table: pw.Contingency) -> Table:
    return tuple(tuple(row) for row in table.to_dense().tolist())


def pairs_of(table: Table) -> int:
    return sum(x * (x - 1) // 2 for row in table for x in row)


def information_of(rows: Sizes, columns: Sizes) -> Any:
    """Moments do not depend on the cells; any table of these margins will do."""
    return sample_tables(rows, columns, 1, seed=0)[0].information


@by_every_method
@pytest.mark.parametrize(("rows", "columns"), SMALL, ids=range(len(SMALL)))
def test_tables_follow_the_exact_law(
    rows: Sizes, columns: Sizes, method: SamplingMethod | None
) -> None:
    law = exact_law(rows, columns)
    tables = sample_tables(rows, columns, 10_000, seed=17, method=method)
    seen = Counter(map(as_table, tables))
    assert seen.keys() <= law.keys()
    observed = np.array([seen[table] for table in law])
    assert fits(observed, np.array([float(chance) for chance in law.values()]))


@by_every_method
@pytest.mark.parametrize(("rows", "columns"), SMALL, ids=range(len(SMALL)))
def test_pair_counts_have_the_exact_moments(
    rows: Sizes, columns: Sizes, method: SamplingMethod | None
) -> None:
    law = exact_law(rows, columns)
    moments = [sum(p * pairs_of(table) ** k for table, p in law.items()) for k in (1, 2, 4)]
    mean, variance = moments[0], moments[1] - moments[0] ** 2
    n11 = sample_sums(rows, columns, 50_000, seed=5, method=method).pair_counts.n11
    assert abs(n11.mean() - mean) <= 4 * math.sqrt(variance / len(n11))
    spread = math.sqrt((moments[2] - moments[1] ** 2) / len(n11))  # of the mean of squares
    assert abs((n11**2).mean() - moments[1]) <= 4 * spread


@by_every_method
@pytest.mark.parametrize(("rows", "columns"), LARGER[:4], ids=range(4))
def test_mutual_information_has_the_exact_moments(
    rows: Sizes, columns: Sizes, method: SamplingMethod | None
) -> None:
    samples = sample_sums(rows, columns, 20_000, seed=3, method=method).mutual_information
    exact = information_of(rows, columns)
    mean, deviation = (
        float(exact.expected_mutual_information),
        float(exact.sd_mutual_information),
    )
    assert abs(samples.mean() - mean) < 4 * deviation / math.sqrt(len(samples))
    assert samples.std() == pytest.approx(deviation, rel=0.03)


def overlaps(n: int, a: int, b: int, samples: int = 40_000) -> NDArray[Any]:
    """Draws from Hypergeometric(n, a, b), as the first cell of a table of two by two."""
    sizes = np.array([a, n - a]), np.array([b, n - b])
    rows, columns, counts, offsets = kernels.sample_cells(*sizes, samples, [n, a, b, 0], 2, "draws")
    first = offsets[:-1]
    return np.where((rows[first] == 0) & (columns[first] == 0), counts[first], 0)


OFF_CENTRE = [(10**6, 300_600, 1000), (10**6, 299_400, 1000)]
NARROW = [
    *OFF_CENTRE,
    (20, 9, 10),
    (30, 10, 12),
    (60, 30, 30),
    (60, 45, 50),
    (100, 9, 50),
    (100, 91, 11),
    (1000, 100, 30),
    (5000, 2500, 2500),
    (10**6, 1000, 1000),
    (10**6, 3 * 10**5, 1000),
    (10**9, 10**5, 10**5),
    (10**9, 10**9 - 10**5, 10**6),
]


@pytest.mark.parametrize(("n", "a", "b"), NARROW)
def test_narrow_laws_value_by_value(n: int, a: int, b: int) -> None:
    # Where the mode is far from the mean, a small term of the tails shows in many draws only.
    law = stats.hypergeom(n, a, b)
    drawn = overlaps(n, a, b, 400_000 if (n, a, b) in OFF_CENTRE else 40_000)
    low, high = int(drawn.min()), int(drawn.max())
    chances = law.pmf(np.arange(low, high + 1))
    assert fits(np.bincount(drawn - low), chances / chances.sum())
    assert law.sf(high) * len(drawn) > 1e-4 or high == law.support()[1]
    assert law.cdf(low - 1) * len(drawn) > 1e-4 or low == law.support()[0]


WIDE = [
    (10**7, 5 * 10**6, 3 * 10**6),
    (10**8, 10**7, 7 * 10**7),
    (10**9, 5 * 10**8, 5 * 10**8),
    (10**9, 2 * 10**5, 10**8),
    (10**9, 10**9 - 10**6, 10**8),
]


@pytest.mark.parametrize(("n", "a", "b"), WIDE)
def test_wide_laws_in_classes(n: int, a: int, b: int) -> None:
    drawn = overlaps(n, a, b)
    values, cumulative = cumulative_law(n, a, b)
    ranks = np.searchsorted(values, drawn)
    assert stats.kstest(cumulative[ranks], "uniform").pvalue > 1e-4
    classes = np.searchsorted(np.linspace(0, 1, 201)[1:-1], cumulative)
    chances = np.bincount(classes, np.diff(cumulative, prepend=0.0), 200)
    assert fits(np.bincount(classes[ranks], minlength=200), chances)


def cumulative_law(n: int, a: int, b: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """The law within 12 deviations, by ratios of neighbouring probabilities."""
    mean, deviation = stats.hypergeom.mean(n, a, b), stats.hypergeom.std(n, a, b)
    low = max(0, a + b - n, int(mean - 12 * deviation))
    values = np.arange(low, min(a, b, int(mean + 12 * deviation)) + 1)
    x = values[:-1].astype(float)
    steps = np.log((a - x) / (x + 1) * ((b - x) / (n - a - b + x + 1)))
    logs = np.concatenate([[0.0], np.cumsum(steps)])
    chances = np.exp(logs - logs.max())
    return values, np.cumsum(chances) / chances.sum()


@pytest.mark.parametrize("n", [10**12, 10**15, 2**53 + 1, 10**18, 2**63 - 1])
def test_widest_laws_are_normal(n: int) -> None:
    """At a spread of 10^5 and more no sample of this size can tell the law from the normal."""
    a, b = n // 3, n // 2
    variance = Fraction(a * b * (n - a) * (n - b), n**2 * (n - 1))
    offsets = np.array([float(x - Fraction(a * b, n)) for x in overlaps(n, a, b, 20_000).tolist()])
    assert stats.kstest(offsets / math.sqrt(variance), "norm").pvalue > 1e-4
    assert len(set(np.abs(offsets) % 512)) > 100  # no grid, as rounded doubles would give


@by_every_method
@pytest.mark.parametrize(("rows", "columns"), SMALL + LARGER, ids=range(len(SMALL + LARGER)))
def test_margins_are_kept_and_sums_are_those_of_the_tables(
    rows: Sizes, columns: Sizes, method: SamplingMethod | None
) -> None:
    tables = sample_tables(rows, columns, 40, seed=9, method=method)
    sums = sample_sums(rows, columns, 40, seed=9, method=method)
    for i, table in enumerate(tables):
        assert_margins(table, rows, columns)
        assert_sums_of(sums, i, table)


def assert_margins(table: pw.Contingency, rows: Sizes, columns: Sizes) -> None:
    """The cells add up, and are sorted as those of any table."""
    dense = table.to_dense()
    assert dense.sum(axis=1).tolist() == table.row_sizes.tolist() == list(rows)
    assert dense.sum(axis=0).tolist() == table.column_sizes.tolist() == list(columns)
    assert np.all(np.diff(table.cells.rows * len(columns) + table.cells.columns) > 0)
    assert np.all(table.cells.counts > 0)


def assert_sums_of(sums: SampledSums, i: int, table: pw.Contingency) -> None:
    assert [int(count[i]) for count in sums.pair_counts] == list(table.pair_counts)
    cells = table.cells.counts.astype(object)
    assert int(sums.squares[i]) == (cells**2).sum()
    dense = table.to_dense()
    assert sums.row_maxima[i] == dense.max(axis=1).sum()
    assert sums.column_maxima[i] == dense.max(axis=0).sum()
    squares = cells.astype(float) ** 2
    for found, sizes in (
        (sums.row_squares, table.row_sizes[table.cells.rows]),
        (sums.column_squares, table.column_sizes[table.cells.columns]),
    ):
        assert found[i] == pytest.approx((squares / sizes).sum(), rel=1e-13)
    exact = float(table.information.mutual_information)
    assert sums.mutual_information[i] == pytest.approx(exact, rel=1e-13, abs=1e-25)
    logs = math.fsum(x * math.log(x) for x in cells.tolist())
    assert sums.size_logs[i] == pytest.approx(logs, rel=1e-13, abs=1e-12 * sums.n)


@pytest.mark.parametrize("n", [10**10, 2**40 + 1, 10**18, 2**63 - 1])
def test_sums_of_large_tables_are_exact(n: int) -> None:
    rows = (n // 2, n // 3, n - n // 2 - n // 3)
    columns = (n - n // 5 - 3, 2, n // 5, 1)
    tables = sample_tables(rows, columns, 20, seed=2)
    sums = sample_sums(rows, columns, 20, seed=2)
    assert sums.n11.dtype == object
    for i, table in enumerate(tables):
        assert_margins(table, rows, columns)
        assert_sums_of(sums, i, table)


def all_arrays(sums: SampledSums) -> list[NDArray[Any]]:
    return [value for value in vars(sums).values() if isinstance(value, np.ndarray)]


@by_every_method
@pytest.mark.parametrize(("rows", "columns"), LARGER[:4], ids=range(4))
def test_threads_change_nothing(rows: Sizes, columns: Sizes, method: SamplingMethod | None) -> None:
    one, two, three = (
        all_arrays(sample_sums(rows, columns, 3000, seed=1, threads=threads, method=method))
        for threads in (1, 2, 3)
    )
    for a, b, c in zip(one, two, three, strict=True):
        np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(a, c)
    tables = [
        sample_tables(rows, columns, 300, seed=1, threads=threads, method=method)
        for threads in (1, 2, 3)
    ]
    assert tables[0] == tables[1] == tables[2]


def test_a_longer_sample_begins_like_a_shorter_one() -> None:
    short, long = (sample_sums(*LARGER[0], samples, seed=4).n11 for samples in (10, 1000))
    assert long[:10].tolist() == short.tolist()


def test_seeds() -> None:
    def drawn(seed: Any) -> list[float]:
        found: list[float] = sample_sums(*LARGER[0], 50, seed=seed).n11.tolist()
        return found

    assert drawn(1) == drawn(1) == drawn(np.int64(1))
    assert len({tuple(drawn(seed)) for seed in (0, 1, 2, 2**64, 2**64 + 1, 10**40)}) == 6
    assert drawn(None) != drawn(None)
    assert drawn(np.random.default_rng(1)) == drawn(np.random.default_rng(1))
    generator = np.random.default_rng(1)
    assert drawn(generator) != drawn(generator)


def test_tables_of_one_seed_are_independent() -> None:
    """Neighbouring streams are not correlated."""
    n11 = sample_sums(*LARGER[3], 100_000, seed=8).n11
    values = (n11 - n11.mean()) / n11.std()
    for lag in range(1, 6):
        assert abs((values[lag:] * values[:-lag]).mean()) < 4 / math.sqrt(len(values))


@by_every_method
@pytest.mark.parametrize(
    ("rows", "columns", "cells"),
    [
        ((), (), 0),
        ((1,), (1,), 1),
        ((7,), (7,), 1),
        ((7,), (1,) * 7, 7),
        ((1,) * 7, (1,) * 7, 7),
        ((1,) * 7, (7,), 7),
        ((4, 3), (7,), 2),
    ],
)
def test_trivial_margins(
    rows: Sizes, columns: Sizes, cells: int, method: SamplingMethod | None
) -> None:
    sums = sample_sums(rows, columns, 5, seed=0, method=method)
    for i, table in enumerate(sample_tables(rows, columns, 5, seed=0, method=method)):
        assert len(table.cells.counts) == cells
        assert_margins(table, rows, columns)
        assert [int(count[i]) for count in sums.pair_counts] == list(table.pair_counts)
        exact = float(table.information.mutual_information)
        assert sums.mutual_information[i] == pytest.approx(exact, abs=1e-15)
        assert sums.row_maxima[i] == sum(row.max() for row in table.to_dense())
        assert sums.column_maxima[i] == sum(column.max() for column in table.to_dense().T)


@by_every_method
def test_all_singletons_are_matched_at_random(method: SamplingMethod | None) -> None:
    tables = sample_tables([1] * 4, [1] * 4, 12_000, seed=6, method=method)
    seen = Counter(tuple(table.cells.columns.tolist()) for table in tables)
    assert len(seen) == 24
    assert fits(np.array(list(seen.values())), np.full(24, 1 / 24))


def test_no_samples() -> None:
    sums = sample_sums([2, 1], [3], 0)
    assert len(sums) == len(sums.pair_counts.n00) == 0
    assert sample_tables([2, 1], [3], 0) == []


def test_sizes_of_any_kind() -> None:
    expected = sample_sums([2, 1], [1, 2], 9, seed=1).n11.tolist()
    for rows in ((2, 1), np.array([2, 1], np.uint8), [2.0, np.int64(1)], np.array([2, 9, 1])[::2]):
        assert sample_sums(rows, iter([1, 2]), 9, seed=1).n11.tolist() == expected


def test_indices_run_on_sampled_pair_counts() -> None:
    sums = sample_sums(*LARGER[0], 20_000, seed=1)
    values = pw.index("adjusted_rand").formula(sums.pair_counts)
    assert abs(values.mean()) < 4 * values.std() / math.sqrt(len(values))


BAD: list[tuple[Callable[[], object], str]] = [
    (lambda: sample_sums([2, 1], [2, 2], 1), "row sizes add up to 3 items, but column sizes to 4"),
    (lambda: sample_tables([2, 0], [1, 1], 1), "row size 0 at position 1"),
    (lambda: sample_sums([2, 1], [3, -1, 1], 1), "column size -1 at position 1 is negative"),
    (lambda: sample_sums([2, 1.5], [3], 1), "row size 1.5 at position 1 is not a whole number"),
    (lambda: sample_sums([[2, 1]], [3], 1), "row size"),
    (lambda: sample_sums(np.ones((2, 2), int), [4], 1), "one-dimensional"),
    (lambda: sample_sums([2**62, 2**62], [2**63], 1), "the most is 9223372036854775807"),
    (lambda: sample_sums([2**32], [2**32], 1, method="permutation"), "too many to permute"),
    (lambda: sample_sums([1], [1], -1), "samples must be a whole number of at least 0, not -1"),
    (lambda: sample_sums([1], [1], 2.5), "samples must be"),  # type: ignore[arg-type]
    (lambda: sample_sums([1], [1], 1, threads=0), "threads= must be"),
    (lambda: sample_sums([1], [1], 1, seed=-1), "seed= must be"),
    (lambda: sample_sums([1], [1], 1, seed="x"), "seed= must be"),  # type: ignore[arg-type]
    (lambda: sample_sums([1], [1], 1, method="luck"), "method= must be"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=range(len(BAD)))
def test_bad_input(call: Callable[[], object], message: str) -> None:
    with pytest.raises(pw.errors.InputError, match=message):
        call()


@needs_alarms
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", ["permutation", "draws"])
def test_signals_stop_the_threads(method: SamplingMethod, threads: int) -> None:
    """A handler's exception comes through while minutes of work are left."""
    sizes = [10**5] * 40
    with alarm(0.3), pytest.raises(AlarmError):
        sample_sums(sizes, sizes, 10**6, threads=threads, method=method)
