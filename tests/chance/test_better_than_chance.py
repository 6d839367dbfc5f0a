"""One p-value against chance: exact by brute force, from approximate laws within their errors."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.catalogue import registry
from partwise.chance import cell_laws, scores_of_chance, significance
from partwise.chance.better_than_chance import LEAST, Chance
from partwise.chance.cell_laws import logs_law, n11_law, powers_law
from partwise.chance.exact_laws import law_of_n11, law_of_powers
from partwise.chance.moments import n11_third_moment
from partwise.tables import AggregatedTable, SizeHistogram
from support.partitions import integer_partitions
from support.random_clusterings import of_margins, representative

INDICES = pw.indices("all")
Sizes = list[int]


@pytest.fixture(autouse=True)
def _own_indices_end_with_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    for names in ("_BY_KEY", "_KEY_OF_NAME"):
        monkeypatch.setattr(registry, names, dict(getattr(registry, names)))


def histogram(sizes: Sizes) -> SizeHistogram:
    return SizeHistogram.of(np.array(sizes))


def exact_values(index: pw.Index, tables: list[pw.Contingency]) -> list[Any]:
    """Return values to compare: fractions, or floats without digits that rounding may touch."""
    if index.is_rational:
        return [index.evaluate(table, exact=True).value for table in tables]
    return [round(float(value), 9) for value in index.values(tables)]


@pytest.mark.parametrize(("n", "every"), [(2, 1), (3, 1), (4, 1), (5, 2), (6, 12), (7, 60)])
def test_p_values_are_shares_of_all_permutations(n: int, every: int) -> None:
    """Exactly, for each index of the catalogue; of many pairs of sizes only some."""
    for tables in list(of_margins(n).values())[::every]:
        for index in INDICES:
            _check_p_values(index, tables)


@pytest.mark.parametrize("key", ["jaccard", "correlation_distance", "nmi_joint", "vi", "f_measure"])
def test_p_values_are_shares_of_all_permutations_for_all_sizes(key: str) -> None:
    """With the test below this settles all pair-counting indices, and those of entropies."""
    for n in (5, 6, 7):
        for tables in of_margins(n).values():
            _check_p_values(pw.index(key), tables)


def _check_p_values(index: pw.Index, tables: list[tuple[int, pw.Contingency]]) -> None:
    total = sum(many for many, _ in tables)
    values = exact_values(index, [table for _, table in tables])
    sign = 1 if index.direction == "similarity" else -1
    for (_, table), value in zip(tables, values, strict=True):
        found = Chance(table).p_value(index)
        if any(map(math.isnan, values)):
            assert math.isnan(found.value), index.key
            continue
        counted = zip(tables, values, strict=True)
        as_good = sum(many for (many, _), other in counted if sign * other >= sign * value)
        assert found == (Fraction(as_good, total), "enumeration", 0), index.key


@pytest.mark.parametrize("index", pw.indices("pairs"), ids=lambda index: index.key)
def test_pair_counting_indices_are_strictly_monotone_in_n11(index: pw.Index) -> None:
    """At given m_A, m_B and N: then their p-value is that of N11.

    N00 is positive unless one clustering is a single cluster.
    """
    sign = 1 if index.direction == "similarity" else -1
    for total in (6, 10, 15, 21):
        for m_a in range(1, total):
            for m_b in range(1, total):
                low, high = max(0, m_a + m_b - total + 1), min(m_a, m_b)
                n11 = np.arange(low, high + 1, dtype=float)
                counts = pw.PairCounts(n11, m_a - n11, m_b - n11, total - m_a - m_b + n11)
                values = index.values(counts)
                assert (sign * np.diff(values) > 0).all(), (m_a, m_b, total)


def test_the_third_moment_of_n11_is_that_of_all_tables() -> None:
    for n in range(2, 9):
        for a in integer_partitions(n):
            for b in integer_partitions(n):
                law = law_of_n11(a, b) or {}
                mean = sum((chance * n11 for n11, chance in law.items()), Fraction(0))
                cubes = (chance * (n11 - mean) ** 3 for n11, chance in law.items())
                found = n11_third_moment(histogram(list(a)), histogram(list(b)))
                assert found == sum(cubes, Fraction(0)), (a, b)


@pytest.mark.parametrize(
    ("a", "b"), [([20, 30, 10], [15, 25, 20]), ([2] * 12, [3] * 8), ([40, 1, 1, 18], [50, 10])]
)
def test_the_third_moment_of_larger_clusterings(a: Sizes, b: Sizes) -> None:
    law = law_of_n11(a, b, 3 * 10**6) or {}
    mean = sum((chance * n11 for n11, chance in law.items()), Fraction(0))
    third = sum((chance * (n11 - mean) ** 3 for n11, chance in law.items()), Fraction(0))
    assert n11_third_moment(histogram(a), histogram(b)) == third


def test_powers_order_tables_as_mutual_information_does() -> None:
    for (rows, columns), tables in of_margins(6).items():
        law, total = law_of_powers(rows, columns), sum(many for many, _ in tables)
        shares: dict[int, Fraction] = {}
        for many, table in tables:
            power = math.prod(int(x) ** int(x) for x in table.cells.counts)
            shares[power] = shares.get(power, Fraction(0)) + Fraction(many, total)
        assert law == dict(sorted(shares.items()))


def labels(table: list[list[int]]) -> tuple[list[int], list[int]]:
    cells = [(i, j) for i, row in enumerate(table) for j, x in enumerate(row) for _ in range(x)]
    return [i for i, _ in cells], [j for _, j in cells]


def of_pairs(n: int, shared: int) -> AggregatedTable:
    """Return clusterings into pairs that share some: no others have two items in common."""
    pairs = SizeHistogram(np.array([2]), np.array([n // 2]))
    cells = SizeHistogram(np.array([1, 2]), np.array([n - 2 * shared, shared]))
    return _Table(pairs, pairs, cells)


class _Table(AggregatedTable):
    """A table of which histograms of its sizes are known."""

    def __init__(self, rows: SizeHistogram, columns: SizeHistogram, cells: SizeHistogram) -> None:
        vars(self).update(row_histogram=rows, column_histogram=columns, cell_histogram=cells)


@pytest.mark.parametrize("key", ["rand", "jaccard", "CC", "nmi_max", "vi", "ami_max", "lerman"])
def test_few_shared_pairs_among_millions_of_items(key: str) -> None:
    """The number of shared pairs is close to Poisson, with mean n/(2(n − 1)): 1.7e-4 for 5."""
    found = Chance(of_pairs(4 * 10**6, 5)).p_value(pw.index(key))
    poisson = 1 - math.exp(-0.5) * sum(0.5**k / math.factorial(k) for k in range(5))
    assert found.value == pytest.approx(poisson, rel=1e-4)
    assert round(found.value, 5) == 0.00017


@pytest.mark.parametrize("n", [3 * 10**7, 10**9])
def test_few_shared_pairs_among_more_items_than_are_drawn(n: int) -> None:
    table = of_pairs(n, 3)
    p = [Chance(table).p_value(pw.index(key)).value for key in ("rand", "jaccard", "nmi_max")]
    assert p == pytest.approx([0.0144] * 3, abs=5e-5)
    scores = scores_of_chance(
        {"random": table}, [pw.index("wallace_1"), pw.index("mi")], 20_000, 1
    )["random"]
    wallace = scores["wallace_1"]
    assert abs(wallace.mean - 0.5 / (n // 2)) < 4 * wallace.standard_error
    together = (wallace.values * (n // 2)).round()
    poisson = [math.exp(-0.5) * 0.5**k / math.factorial(k) for k in range(4)]
    assert [np.mean(together == k) for k in range(4)] == pytest.approx(poisson, abs=0.015)
    information = (scores["mi"].values - math.log(n / 2)) * n / (2 * math.log(2)) + n / 2
    assert abs(information.mean() - 0.5) < 0.1


def test_scaled_and_bent_formulas_have_the_p_value_of_what_they_order_by() -> None:
    reference, candidate = labels([[4, 1], [1, 3]])
    texts = ["sqrt(n11)/N**8", "sqrt(n11)", "n11**3", "1 - 1e-9/(1 + n11)", "log(1 + n11)"]
    for place, text in enumerate(texts):
        own = pw.define(f"own_{place}", text)
        assert significance(reference, candidate, own).p_value == Fraction(13, 63), text
    for key in ("rand", "jaccard", "correlation_distance", "yule", "tsallis_nmi_2"):
        assert significance(reference, candidate, key).p_value == Fraction(13, 63), key


def test_monotone_formulas_share_one_p_value_at_any_scale() -> None:
    rng = np.random.default_rng(1)
    for n, k in ((200, 5), (2000, 40), (100_000, 3)):
        a, b = rng.integers(0, k, (2, n))
        b[: n // 50] = a[: n // 50]
        expected = significance(a, b, "rand").p_value
        for place, text in enumerate(["sqrt(n11)/N**8", "n11**3", "2 - 1/(1 + n11)"]):
            own = pw.define(f"own_{n}_{place}", text)
            assert significance(a, b, own).p_value == expected, text
        assert significance(a, b, "jaccard").p_value == expected
        assert significance(a, b, "nmi_max").p_value == significance(a, b, "vi").p_value


def test_a_step_counts_all_that_are_on_it() -> None:
    """A formula that is not strictly monotone is compared value by value."""
    reference, candidate = labels([[4, 1], [1, 3]])
    stepped = pw.pair_index("own_stepped")(lambda c: math.floor(c.n11 / 4))
    law = law_of_n11([5, 4], [5, 4]) or {}
    as_good = sum((c for n11, c in law.items() if n11 // 4 >= 9 // 4), Fraction(0))
    assert significance(reference, candidate, stepped).p_value == as_good


@pytest.mark.parametrize("n", [20, 200, 2000, 200_000])
@pytest.mark.parametrize("key", ["CC", "nmi_max", "f_measure"])
def test_no_p_value_is_zero(n: int, key: str) -> None:
    a = np.arange(n) % 10
    found = significance(a, a, key, samples=20)
    assert 0 < found.p_value <= (1 / 21 if key == "f_measure" else LEAST)
    assert 0 < significance(a, a, key, samples=20, alternative="two-sided").p_value <= 2 / 21
    assert "< 0.001" in str(significance(a, a, "CC"))


GRID = [
    ([20] * 3, [20] * 3),
    ([30, 20, 10], [25, 20, 15]),
    ([2] * 30, [2] * 30),
    ([5] * 12, [20] * 3),
    ([40] * 3, [40] * 3),
]


@pytest.mark.parametrize(("a", "b"), GRID)
def test_approximate_laws_of_n11_are_within_their_errors(
    a: Sizes, b: Sizes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At most 60 items in clusters of 20 are worse than what docs/chance.md says of more."""
    exact = law_of_n11(a, b, 3 * 10**6) or {}
    assert exact
    monkeypatch.setattr(cell_laws, "_is_small", lambda _: False)
    law = n11_law(histogram(a), histogram(b))
    assert law.method in ("independent cells", "gamma")
    p = Fraction(0)
    for n11 in sorted(exact, reverse=True):
        p += exact[n11]
        ratio = float(law.tail(n11, 1)) / float(p)
        below = 1 - p + exact[n11]
        if p >= Fraction(1, 10_000):
            error = 1.25 if p >= Fraction(1, 100) else 1.5
            assert 1 / error < ratio < error, (n11, float(p))
        if Fraction(1, 10) <= below <= Fraction(9, 10):
            assert float(law.tail(n11, -1)) == pytest.approx(float(below), abs=0.05)


@pytest.mark.parametrize(("a", "b"), [([12, 8], [10, 10]), ([6, 1, 1, 1, 1], [5, 5])])
def test_one_cell_settles_the_table(a: Sizes, b: Sizes, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, columns = histogram(a), histogram(b)
    exact, powers = law_of_n11(a, b) or {}, law_of_powers(a, b) or {}
    monkeypatch.setattr(cell_laws, "_is_small", lambda _: False)
    law, logs = n11_law(rows, columns), logs_law(rows, columns)
    assert law.method == logs.method == "one cell"
    assert powers_law(rows, columns) is None
    for n11 in exact:
        tail = sum((c for other, c in exact.items() if other >= n11), Fraction(0))
        assert law.tail(n11, 1) == pytest.approx(float(tail), rel=1e-12)
    for power in powers:
        tail = sum((c for other, c in powers.items() if other >= power), Fraction(0))
        assert logs.tail(math.log(power), 1) == pytest.approx(float(tail), rel=1e-12)


@pytest.mark.parametrize("key", ["CC", "nmi_max", "f_measure", "VI"])
def test_a_comparison_has_the_p_value_of_significance(key: str) -> None:
    rng = np.random.default_rng(7)
    reference = representative((40, 30, 20, 10))
    noisy = np.where(rng.random(100) < 0.3, reference, rng.integers(0, 4, 100))
    result = pw.compare(reference, {"noisy": noisy}, [key])
    expected = float(significance(reference, noisy, key).p_value)
    assert result.answer().p_chance == expected
    assert result.better_than_chance()["noisy"][key] == expected


@pytest.mark.parametrize("n", [8, 400, 12_000])
@pytest.mark.parametrize("k", [2, 4])
def test_one_item_apart_from_clusters_of_one_size(n: int, k: int) -> None:
    """Whichever item it is, the table is the same: all candidates are as good."""
    apart, equal = np.array([0] * (n - 1) + [1]), np.arange(n) % k
    for reference, candidate in ((apart, equal), (equal, apart)):
        for key in ("rand", "jaccard", "nmi_max", "ami_max", "vi", "f_measure", "bcubed"):
            found = significance(reference, candidate, key)
            assert (found.p_value, found.method) == (1, "enumeration"), key
            assert found.sd == pytest.approx(0, abs=1e-12)
        compared = pw.compare(reference, {"other": candidate}, ["rand", "nmi_max"])
        assert compared.better_than_chance()["other"]["rand"] == 1


def test_no_sizes_break_the_laws_of_large_clusterings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell_laws, "_is_small", lambda _: False)
    for n in range(2, 8):
        for tables in of_margins(n).values():
            for _, table in tables:
                for key in ("rand", "vi"):
                    found = Chance(table).p_value(pw.index(key))
                    assert 0 < found.value <= 1, (table, key)


def test_without_a_law_and_of_too_many_items_there_is_no_p_value() -> None:
    found = Chance(of_pairs(3 * 10**7, 3)).p_value(pw.index("tsallis_nmi_2"))
    assert found.value == pytest.approx(0.0144, abs=5e-5)
    own = pw.pair_index("own_hit")(lambda c: 1 if c.n11 == 3 else 0)
    assert Chance(of_pairs(3 * 10**7, 3)).p_value(own).value == pytest.approx(0.0126, abs=5e-5)
