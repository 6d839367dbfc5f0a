"""Pieces of variances: fourth moments of differences, counts of zero, records that share pairs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy.stats import t as student

import partwise as pw
from partwise.comparison.label_plan import LabelPlan
from partwise.comparison.labels_needed import _sizes
from partwise.comparison.uncertainty.dispatch import outcomes
from partwise.comparison.uncertainty.influence import Influence
from partwise.comparison.uncertainty.jackknife import _derivatives
from partwise.comparison.uncertainty.judged_pairs import estimate_pairs
from partwise.comparison.uncertainty.pair_samples import JudgedPairs, PairSample
from partwise.comparison.uncertainty.paired import of_pair, sums_of_products
from partwise.tables import PairCounts, precise


def _influence(a: Any, b: Any, key: str) -> Influence:
    [(_, found)] = outcomes(pw.contingency(a, b), [pw.index(key)])
    assert isinstance(found, Influence)
    return found


def _of_items(a: Any, b: Any, one: Influence) -> Any:
    """Return the influence of each item."""
    table = pw.contingency(a, b)
    cells = zip(*(part.tolist() for part in table.cells[:2]), strict=True)
    place = {
        (table.row_labels[i], table.column_labels[j]): cell for cell, (i, j) in enumerate(cells)
    }
    return np.array([place[cell] for cell in zip(a, b, strict=True)], np.int32)


@pytest.mark.parametrize("key", ["jaccard", "correlation", "bcubed"])
@pytest.mark.parametrize("seed", [0, 1])
def test_fourth_moments_of_differences(key: str, seed: int) -> None:
    """Degrees of freedom by (Σ d²)²/Σ d⁴ of the differences of items, one by one."""
    rng = np.random.default_rng(seed)
    a = rng.integers(0, 4, 600)
    sides = [np.where(rng.random(600) < q, a, rng.integers(0, 4, 600)) for q in (0.9, 0.7)]
    index = pw.index(key)
    influences = [_influence(a, b, key) for b in sides]
    places = [_of_items(a, b, one) for b, one in zip(sides, influences, strict=True)]
    tables = [pw.contingency(a, b) for b in sides]
    both: list[Any] = [*influences]
    sums = sums_of_products(both, places)
    d = influences[0].per_cell[places[0]] - influences[1].per_cell[places[1]]
    second, fourth = float((d**2).sum()), float((d**4).sum())
    degrees = 2 * second**2 / fourth / (1 - second**2 / fourth / 600)
    for i, j in ((0, 1), (1, 0)):
        found, _ = of_pair(index, tables, both, sums, (i, j), 0.9)
        error = np.sqrt(599 / 600 * second)
        assert found.standard_error == pytest.approx(error, rel=1e-9)
        half = student(degrees).ppf(0.95) * error
        assert found.low is not None
        assert found.high is not None
        assert found.high - found.low == pytest.approx(2 * half, rel=1e-6)


@pytest.mark.parametrize("key", ["rand", "jaccard", "correlation", "dice", "wallace_2"])
def test_counts_of_zero_stay_zero(key: str) -> None:
    """A candidate that only splits has no N01, one that only merges no N10."""
    a = np.repeat(np.arange(4), 15)
    split, merged = np.arange(60) // 5, np.arange(60) // 30
    for b in (split, merged):
        [(_, found)] = outcomes(pw.contingency(a, b), [pw.index(key)])
        if isinstance(found, Influence):
            ones = np.ones(len(found.features.counts))
            assert found.at(ones) == pytest.approx(found.estimate, rel=1e-12)
            assert found.at(ones) == pytest.approx(pw.score(a, b, key), rel=1e-12)


@pytest.mark.parametrize("key", ["rand", "jaccard", "wallace_1", "adjusted_rand", "dice"])
def test_derivatives_by_pairs_in_both_in_the_reference_and_in_the_candidate(key: str) -> None:
    """With the number of all pairs held fixed, by steps of a fraction."""
    counts = PairCounts(300, 40, 25, 900)
    index, step = pw.index(key), Fraction(1, 10**9)

    def value(n11: Fraction, same_a: Fraction, same_b: Fraction) -> Fraction:
        n10, n01 = same_a - n11, same_b - n11
        return Fraction(index.formula(PairCounts(n11, n10, n01, 1265 - n11 - n10 - n01)))

    at = [Fraction(300), Fraction(340), Fraction(325)]
    found = _derivatives(index, PairCounts(*map(precise().mpf, counts)))
    for place in range(3):
        there = [count + step * (i == place) for i, count in enumerate(at)]
        expected = (value(*there) - value(*at)) / step
        assert found[place] == pytest.approx(float(expected), rel=1e-6, abs=1e-12)


def _through_records(wrong: int) -> PairSample:
    """Judge all pairs of 90 of 200 records; those of so many records never match."""
    codes = np.repeat(np.arange(5), 40)
    records = np.random.default_rng(4).choice(200, 90, replace=False)
    left, right = np.array(list(combinations(records.tolist(), 2))).T
    bad = np.isin(left, records[:wrong]) | np.isin(right, records[:wrong])
    match = (codes[left] == codes[right]) & ~bad
    return PairSample.of(JudgedPairs(left, right, match, None, "pairs of random records"), codes)


@pytest.mark.parametrize("wrong", [1, 5, 20])
def test_the_variance_is_that_of_records_unless_too_few_are_wrong(wrong: int) -> None:
    sample = _through_records(wrong)
    independent, actual = sample._covariances
    between = sample._between_records(sample._centred)
    least = independent[0, 0] * sample._least_inflation
    assert actual[0, 0] == pytest.approx(max(between[0, 0], least))
    assert actual[1, 1] == pytest.approx(between[1, 1])
    assert actual[0, 1] == pytest.approx(between[0, 1])
    if wrong == 20:
        assert between[0, 0] > least
    e = estimate_pairs(sample, [pw.index("wallace_2")])["wallace_2"]
    joined = sample.joined
    assert e.value == pytest.approx(sample.judged.match[joined].mean(), rel=1e-9)
    assert e.low is not None
    assert e.high is not None
    assert e.low < e.value < e.high


def test_a_curve_reaches_all_clusters_and_no_further() -> None:
    plan = LabelPlan(pw.index("CC"), ("a", "b"), "clusters", 0.95, 0.8, None, 300, 300, 2)
    assert 300 in _sizes(plan, None)
    assert max(_sizes(plan, 250)) == 300
    more = LabelPlan(pw.index("CC"), ("a", "b"), "clusters", 0.95, 0.8, None, 3000, 300, 2)
    assert max(_sizes(more, 3000)) == 3000
    free = LabelPlan(pw.index("CC"), ("a", "b"), "items", 0.95, 0.8, None, None, 300, 2)
    assert max(_sizes(free, 3000)) == 6000


@pytest.mark.parametrize("seed", range(5))
def test_bcubed_is_alike_from_both_sides(seed: int) -> None:
    """Its F is that of recall and precision, which change places with the clusterings."""
    rng = np.random.default_rng(seed)
    a = rng.integers(0, 3, 60)
    b = np.where(rng.random(60) < 0.5, a, rng.integers(0, 9, 60))
    one, other = _influence(a, b, "bcubed"), _influence(b, a, "bcubed")
    assert (one.value, one.estimate) == pytest.approx((other.value, other.estimate), rel=1e-12)
    assert (one.worst, one.unseen) == pytest.approx((other.worst, other.unseen), rel=1e-12)
    assert one.weights == pytest.approx(other.weights[::-1], rel=1e-12)
    assert one.weights[0] != pytest.approx(one.weights[1], rel=0.05)
