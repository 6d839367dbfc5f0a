"""How much is drawn, tried and kept: on both sides of each limit of effort."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.catalogue import registry
from partwise.chance import (
    adjustment,
    better_than_chance,
    cell_laws,
    random_candidates,
    size_laws,
)
from partwise.chance.adjustment import adjust
from partwise.chance.better_than_chance import Chance
from partwise.chance.exact_laws import law_of_powers
from partwise.chance.lines import direction_in_n11, line_in_n11
from partwise.chance.random_candidates import memory_of_random_candidates
from partwise.chance.sampling import memory_to_sample
from partwise.tables import AggregatedTable, SizeHistogram


@pytest.fixture(autouse=True)
def _own_indices_end_with_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    for names in ("_BY_KEY", "_KEY_OF_NAME"):
        monkeypatch.setattr(registry, names, dict(getattr(registry, names)))


class _OfPairs(AggregatedTable):
    """Clusterings into pairs, three of which are the same."""

    def __init__(self, n: int) -> None:
        pairs = SizeHistogram(np.array([2]), np.array([n // 2]))
        cells = SizeHistogram(np.array([1, 2]), np.array([n - 6, 3]))
        vars(self).update(row_histogram=pairs, column_histogram=pairs, cell_histogram=cells)


@pytest.mark.parametrize(
    ("n", "samples"), [(1000, 999), (10**6, 999), (4 * 10**6, 250), (2 * 10**7, 99)]
)
def test_p_values_draw_fewer_candidates_of_many_items(
    n: int, samples: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """10^9 items at most, but 99 candidates or more."""
    asked: list[int] = []

    def drawn(_rows: Any, _columns: Any, indices: Any, many: int, seed: int) -> Any:
        asked.append(many)
        assert seed == 7
        return {index.key: Drawn(np.zeros(many)) for index in indices}

    class Drawn:
        def __init__(self, values: Any) -> None:
            self.values = values

    table, index = _OfPairs(n), pw.index("rand")
    monkeypatch.setattr(better_than_chance, "random_scores", drawn)
    for given, expected in ((None, samples), (12, 12)):
        chance = Chance(table, given, 7)
        monkeypatch.setitem(vars(chance), "_margins", ((), ()))
        tails = chance._of_random_tables(index)
        assert (tails.method, tails.samples) == ("sampling", expected)
        assert tails.above == 1 / (1 + expected)
        assert tails.below == 1
    assert asked == [samples, 12]


def test_nothing_is_drawn_of_too_many_items() -> None:
    tails = Chance(_OfPairs(2 * 10**7 + 2))._of_random_tables(pw.index("bcubed"))
    assert tails.method == "undefined"
    assert math.isnan(tails.above)
    assert memory_of_random_candidates(2 * 10**7) == memory_to_sample(2 * 10**7) >= 8 * 10**7
    assert memory_of_random_candidates(2 * 10**7 + 1) == 0


@pytest.mark.parametrize(("formula", "most"), [("n11 + n10*2", 5000), ("sqrt(2)*n11", 1000)])
def test_own_formulas_are_tried_at_so_many_places(formula: str, most: int) -> None:
    """One more, and it is not known whether a formula of yours is a line."""
    index = pw.define("own_straight", formula)
    for size, is_line in ((most, True), (most + 1, False)):
        assert (line_in_n11(index, size, size, 4 * size) is not None) == is_line


@pytest.mark.parametrize("key", ["rand", "jaccard", "tsallis_vi_2", "yule"])
def test_directions_are_those_of_all_places(key: str) -> None:
    """Of your own formula too, if it turns at any of the places that are tried."""
    table = pw.contingency(np.repeat([0, 1, 2], [6, 4, 2]), np.repeat([0, 1], [7, 5]))
    index = pw.index(key)
    sign = 1 if index.direction == "similarity" else -1
    assert direction_in_n11(index, table) == sign
    counts = table.pair_counts
    low, high = (
        max(0, counts.same_a + counts.same_b - counts.total),
        min(counts.same_a, counts.same_b),
    )
    for turn in range(low, high + 1):
        bent = pw.define(f"own_bent_{turn}", f"sqrt((n11 - {turn})**2)")
        expected = 1 if turn == low else -1 if turn == high else 0
        assert direction_in_n11(bent, table) == expected, turn
        flat = pw.define(f"own_flat_{turn}", f"max(n11, {turn})")
        assert direction_in_n11(flat, table) == (1 if turn == low else 0), turn


def test_directions_are_tried_at_whole_numbers_alone() -> None:
    index = pw.pair_index("own_whole")(lambda c: c.n11 if c.n11 == math.floor(c.n11) else -1)
    for sizes in ([6, 4, 2], [9, 8, 3], [30, 20, 11]):
        labels = np.repeat([0, 1, 2], sizes)
        assert direction_in_n11(index, pw.contingency(labels, labels[::-1])) == 1


@pytest.mark.parametrize(("n", "samples"), [(300, 20_000), (2000, 10_000), (10_000, 4000)])
def test_skewness_is_estimated_from_so_many_tables(
    n: int, samples: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    class Sums:
        mutual_information = np.array([0.0, 0.0, 0.0, 1.0])  # of which the skewness is 2/√3

    def drawn(rows: list[int], columns: list[int], many: int) -> Any:
        assert (sum(rows), sum(columns)) == (n, n)
        asked.append(many)
        return Sums()

    monkeypatch.setattr(cell_laws, "sample_sums", drawn)
    sizes = SizeHistogram(np.array([n // 4]), np.array([4]))
    assert cell_laws._sampled_skewness(sizes, sizes) == pytest.approx(2 / math.sqrt(3))
    assert asked == [samples]


def test_the_skewness_of_tables_that_can_be_counted() -> None:
    """Within 5.5 standard errors, of which 1.5 times the normal law's √(6/20000) is enough."""
    a, b = [7, 5, 4], [6, 6, 4]
    powers = law_of_powers(a, b) or {}
    values = np.array([math.log(power) for power in powers])
    chances = np.array([float(chance) for chance in powers.values()])
    deviations = values - values @ chances
    exact = (deviations**3 @ chances) / (deviations**2 @ chances) ** 1.5
    found = cell_laws._sampled_skewness(*(SizeHistogram.of(np.array(s)) for s in (a, b)))
    assert found == pytest.approx(float(exact), abs=5.5 * 1.5 * math.sqrt(6 / 20_000))


@pytest.mark.parametrize(("n", "mean"), [(50, 1.0001), (50, 2.5), (10**4, 30.0), (10**6, 5000.0)])
def test_positive_poisson_numbers_have_their_mean(n: int, mean: float) -> None:
    support, chances = size_laws._positive_poisson(n, mean)
    assert (support @ chances) / chances.sum() == pytest.approx(mean, rel=1e-9)
    assert support.min() >= 1
    assert support.max() <= n
    kept = chances > 1e-250  # neighbours of a Poisson law have the ratio rate / x
    ratios = chances[1:] / np.where(kept[:-1], chances[:-1], 1.0) * support[1:]
    rates = ratios[kept[:-1] & kept[1:]]
    assert rates == pytest.approx(np.full(len(rates), rates[0]), rel=1e-9)
    rate = float(rates[0])
    assert rate / -math.expm1(-rate) == pytest.approx(mean, rel=1e-9)
    assert chances.max() == pytest.approx(1)


def test_means_of_an_adjusted_index_are_kept_up_to_a_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[Any] = []
    compute = pw.chance.expected_of_sizes

    def counted(*sizes: Any, **options: Any) -> Any:
        calls.append(sizes[:2])
        return compute(*sizes, **options)

    def tables() -> Iterator[tuple[list[int], list[int]]]:
        for size in (3, 4, 5):
            yield [0] * size + [1] * (8 - size), [0, 0, 0, 1, 1, 1, 1, 2]

    monkeypatch.setattr(adjustment, "expected_of_sizes", counted)
    monkeypatch.setattr(adjustment, "_MOST_KEPT", 2)
    jaccard = adjust("jaccard")
    for a, b in tables():
        assert jaccard(a, b) == jaccard(b, a) == jaccard(a, b)  # symmetric: one mean
    assert len(calls) == 2  # 3 + 5 and 5 + 3 are the same sizes
    jaccard([0] * 7 + [1], [0, 0, 0, 1, 1, 1, 1, 2])
    assert len(calls) == 3
    a, b = next(tables())
    jaccard(a, b)  # forgotten, since two are kept
    assert len(calls) == 4
    assert adjustment._MOST_KEPT == 2


def test_an_adjusted_index_has_one_seed_for_all_tables() -> None:
    a, b = np.arange(300) % 7, np.arange(300) % 11
    for seed in (None, np.random.default_rng(4)):
        jaccard = adjust("jaccard", seed=seed, samples=20)
        assert jaccard(a, b) == jaccard(a, b)
    one, other = (adjust("jaccard", seed=None, samples=20) for _ in range(2))
    assert one(a, b) != other(a, b)
    assert adjust("jaccard", seed=0, samples=20)(a, b) == adjust("jaccard", samples=20)(a, b)


@pytest.mark.parametrize(("n", "is_drawn"), [(4 * 10**6, True), (4 * 10**6 + 2, False)])
def test_tables_of_many_items_are_scored_by_their_laws(
    n: int, is_drawn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond 4·10^7 items of all ten candidates together."""
    asked: list[str] = []

    def recorded(name: str) -> Any:
        return lambda *_, **__: asked.append(name)

    for name in ("random_scores", "scores_at_scale"):
        monkeypatch.setattr(random_candidates, name, recorded(name))
    table = _OfPairs(n)
    random_candidates._of_table(table, [pw.index("rand")], 10, 0)
    assert asked == ["random_scores" if is_drawn else "scores_at_scale"]
