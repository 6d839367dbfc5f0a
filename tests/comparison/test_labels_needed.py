"""How many labels are needed: sizes from the definition, simulated power, and plain words."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy.stats import norm

import partwise as pw
from partwise.base import InputError
from partwise.comparison.uncertainty.api import difference, difference_of
from partwise.comparison.uncertainty.planning import (
    Spread,
    variance_of_paired_pairs,
    variance_of_pairs,
)
from partwise.tables import three_way

Labels = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
RIGHT = (0.82, 0.77)


def drawn(n: int, k: int, rng: np.random.Generator) -> Labels:
    """Draw items of k equal clusters; each candidate puts some of them anywhere."""
    reference = rng.integers(0, k, n)
    first, second = (
        np.where(rng.random(n) < right, reference, rng.integers(0, k, n)) for right in RIGHT
    )
    return reference, first, second


def compared(n: int = 300, k: int = 6, seed: int = 0) -> pw.Comparison:
    reference, first, second = drawn(n, k, np.random.default_rng(seed))
    return pw.compare(
        reference, {"near": first, "far": second}, ["CC", "R", "J", "VI", "f_measure"]
    )


# What pairs add to the variance


def kernel(labels: Labels) -> NDArray[np.float64]:
    """Return for all two items whether each candidate agrees with the reference about them.

    The Rand index is the mean of this over pairs, so everything about it can be taken from here.
    """
    reference, *candidates = (np.equal.outer(column, column) for column in labels)
    return np.array([reference == candidate for candidate in candidates], float)


def test_variance_of_pairs_is_that_of_all_pairs_one_by_one() -> None:
    labels = drawn(40, 5, np.random.default_rng(1))
    counts, pairs, rand = three_way(*labels), np.triu_indices(40, 1), pw.index("rand")
    first, second = (agree[pairs] for agree in kernel(labels))
    for table, agree in zip(counts.tables, (first, second), strict=True):
        expected = agree.var() / len(agree)
        assert variance_of_pairs(rand, table) == pytest.approx(expected, rel=1e-6)
    expected = (first - second).var() / len(first)
    assert variance_of_paired_pairs(rand, counts) == pytest.approx(expected, rel=1e-6)


def test_what_items_add_is_told_from_what_pairs_add() -> None:
    """In samples with few items in each cluster, the jackknife alone is far above the former."""
    k, n = 8, 40
    rng, of_items, jackknife = np.random.default_rng(2), [], []
    for _ in range(300):
        labels = drawn(n, k, rng)
        first, second = kernel(labels)
        without = (first - second).sum() - 2 * (first - second).sum(axis=1)
        error = np.sqrt((n - 1) * np.var(without / ((n - 1) * (n - 2))))
        pairs = variance_of_paired_pairs(pw.index("rand"), three_way(*labels))
        jackknife.append(n * error**2)
        of_items.append(Spread.of(n, error, 0.95, pairs=pairs).of_items)
    true = _of_items_by_definition(k)
    assert np.mean(jackknife) > 1.2 * true
    assert np.mean(of_items) == pytest.approx(true, rel=0.06)


def _of_items_by_definition(k: int) -> float:
    """Return 4 Var(E[difference of agreements | one item]), over all items that can be drawn."""
    cells = np.array(list(product(range(k), repeat=3)))
    reference, *candidates = cells.T
    chance = np.full(len(cells), 1 / k)
    for right, candidate in zip(RIGHT, candidates, strict=True):
        chance *= right * (candidate == reference) + (1 - right) / k
    first, second = kernel((reference, *candidates))
    of_item = (first - second) @ chance
    return float(4 * (chance @ of_item**2 - (chance @ of_item) ** 2))


# Sizes, widths and power


def test_size_for_power_and_width_are_those_of_the_textbook() -> None:
    n, error = 250, 0.031
    spread = Spread.of(n, error, 0.95)
    for power, effect in ((0.8, 0.02), (0.9, -0.05), (0.5, 0.07)):
        normal = n * ((norm.ppf(0.975) + norm.ppf(power)) * error / effect) ** 2
        assert spread.size_for_power(power, effect) == pytest.approx(normal, abs=1.5)
    wide = n * (2 * norm.ppf(0.975) * error / 0.01) ** 2
    assert spread.size_for_width(0.01) == pytest.approx(wide, abs=1)
    assert spread.size_for_power(0.8, 0.0) is None
    assert spread.power(n, 0.0) == pytest.approx(0.05)


@pytest.mark.parametrize("reach", [1.5, 1.94, 1.96, 2.3])
def test_a_narrower_interval_takes_more_labels_however_far_the_one_at_hand_reaches(
    reach: float,
) -> None:
    spread = Spread.of(400, 0.03, 0.95, reach=reach)
    assert spread.width(400) == pytest.approx(2 * reach * 0.03)
    for share in (0.9, 0.5, 0.1):
        size = spread.size_for_width(share * spread.width(400))
        assert size is not None
        assert size > 400
        assert spread.width(size) <= share * spread.width(400) < spread.width(size - 1)


def test_all_of_a_finite_whole_has_no_error() -> None:
    spread = Spread.of(100, 0.05, 0.95, whole=400)
    assert spread.standard_error(100) == pytest.approx(0.05)
    assert spread.standard_error(400) == 0
    size = spread.size_for_width(0.05)
    assert size is not None
    variance = 0.05**2 / (1 - 100 / 400) * 100  # of one cluster
    needed = (0.05 / (2 * norm.ppf(0.975))) ** 2
    assert size == pytest.approx(1 / (needed / variance + 1 / 400), abs=1)


@pytest.mark.parametrize("k", [10, 60])
def test_a_planned_size_has_its_power_if_the_observed_difference_is_the_true_one(k: int) -> None:
    rng, index = np.random.default_rng(k), pw.index("correlation")
    true = RIGHT[0] ** 2 - RIGHT[1] ** 2  # CC tends to the share of pairs of which both are right
    sizes, won = [], []
    for _ in range(250):
        counts = three_way(*drawn(150, k, rng))
        now = difference_of(counts, [index])["correlation"]
        if now.standard_error is not None:
            pairs = variance_of_paired_pairs(index, counts)
            spread = Spread.of(150, now.standard_error, 0.95, pairs=pairs)
            sizes.append(spread.size_for_power(0.8, true) or 0)
            later = difference(*drawn(sizes[-1], k, rng), [index])["correlation"]
            won.append(later.p_value is not None and later.p_value < 0.05)
    assert len(won) > 200
    assert min(sizes) > 150
    assert 0.73 < np.mean(won) < 0.87


# What a comparison plans, and says


def test_a_plan_for_the_two_best() -> None:
    comparison = compared()
    plan = comparison.plan()
    d = comparison.differences("near", "far")["CC"]
    assert (plan.candidates, plan.labelled, plan.now) == (("near", "far"), 300, d)
    assert plan.size is not None
    assert plan.more == plan.size - 300 > 0
    assert plan.text.startswith("About ")
    assert f"{plan.labelled} labelled, would distinguish near from far by CC" in plan.text
    assert "with 80% power" in plan.text
    frame = plan.to_frame("polars")
    assert frame.columns[:4] == ["items", "standard_error", "width", "power"]
    powers = dict(zip(frame["items"], frame["power"], strict=True))
    assert powers[plan.size] == pytest.approx(0.8, abs=0.002)
    assert frame["power"].is_sorted()
    now = frame.row(by_predicate=pl.col("items") == 300, named=True)
    assert now["standard_error"] == pytest.approx(d.standard_error)
    assert now["width"] == pytest.approx((d.high or 0) - (d.low or 0))
    assert plan.to_dict()["more"] == plan.more


def test_a_plan_tells_the_range_that_follows_from_the_interval() -> None:
    plan = compared().plan()
    d = plan.now
    assert d is not None
    assert d.low is not None
    assert d.low < 0 < (d.high or 0)
    assert plan.largest is None
    assert plan.smallest is not None
    assert plan.smallest < (plan.size or 0)
    assert "to no limit" in plan.notes[0]
    certain = compared(1200).plan(power=0.999, level=0.8)
    assert certain.smallest is not None
    assert certain.smallest < (certain.size or 0) < (certain.largest or 0)


def test_more_power_and_narrower_intervals_take_more_labels() -> None:
    comparison = compared()
    sizes = [comparison.plan(power=power).size or 0 for power in (0.5, 0.8, 0.95)]
    assert sizes == sorted(set(sizes))
    widths = [comparison.plan(width=width).size or 0 for width in (0.1, 0.05, 0.02)]
    assert widths == sorted(set(widths))
    plan = comparison.plan(width=0.05)
    assert (plan.candidates, plan.power) == (("near",), None)
    e = comparison.estimates("CC")["near"]["CC"]
    assert f"is {(e.high or 0) - (e.low or 0):.3g} now" in plan.text
    assert plan.to_frame("polars")["power"].null_count() == len(plan.curve)


def test_an_index_that_was_compared_can_be_chosen() -> None:
    comparison = compared()
    assert comparison.plan(index="Rand").index.key == "rand"
    with pytest.raises(InputError, match="nmi_arithmetic was not compared"):
        comparison.plan(index="NMI")


def test_enough_labels_are_enough() -> None:
    plan = compared(3000).plan()
    assert (plan.more, plan.is_enough) == (0, True)
    assert plan.text.startswith("The 3,000 labelled items are enough: they distinguish near from")
    assert "p < 0.001" in plan.text
    wide = compared(3000).plan(width=0.5)
    assert wide.more == 0
    assert wide.text.startswith("The 3,000 labelled items are enough: the 95% confidence interval")


def test_enough_for_two_of_many_is_said_to_be_for_these_two() -> None:
    reference, first, second = drawn(3000, 6, np.random.default_rng(0))
    other = np.roll(second, 1)
    found = pw.compare(reference, {"near": first, "far": second, "off": other}, ["CC"])
    assert found.plan().text.startswith("For these two alone, the 3,000 labelled items are enough")


def test_nothing_to_plan_is_said_in_words() -> None:
    reference, first, _ = drawn(300, 6, np.random.default_rng(0))
    same = pw.compare(reference, {"a": first, "b": first + 1}, ["CC"]).plan()
    assert (same.size, same.more) == (None, None)
    assert "a and b are the same clustering" in same.text
    refused = compared().plan(index="f_measure")
    assert "the index takes the largest cell" in refused.text
    assert len(refused.to_frame("polars")) == 0
    few = compared(40, 20).plan(width=0.1)
    assert few.size is None
    assert few.reason
    alone = pw.compare(reference, {"a": first}, ["CC"])
    with pytest.raises(InputError, match=r"there is only one candidate.*pass width=0\.05"):
        alone.plan()
    assert alone.plan(width=0.05).size


def test_a_tie_has_no_finite_size() -> None:
    """Two candidates with the same errors in different clusters: the difference is 0."""
    reference = np.repeat(np.arange(6), 50)
    first, second = reference.copy(), reference.copy()
    first[:20], second[50:70] = 5, 4
    plan = pw.compare(reference, {"a": first, "b": second}, ["CC"]).plan()
    assert plan.now is not None
    assert plan.now.value == pytest.approx(0, abs=1e-15)
    assert plan.size is None
    assert plan.text.startswith("No number of items would distinguish a from b by CC")
    assert plan.smallest is not None
    assert "to no limit" in plan.notes[0]


def test_undefined_candidates_are_left_out() -> None:
    table = pw.compare([0, 0, 0], {"a": [0, 1, 2], "b": [0, 1, 1]}, ["wallace_2"])
    assert "undefined for all candidates except one" in table.plan().text


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"power": 1}, "power= must be between 0 and 1"),
        ({"power": "high"}, "power= must be between 0 and 1"),
        ({"width": 0}, "width= must be above 0"),
        ({"width": float("inf")}, "width= must be above 0"),
        ({"level": 95}, "level= must be between 0 and 1"),
        ({"sampling": "rows"}, 'sampling= must be "items" or "clusters"'),
    ],
)
def test_what_cannot_be_asked_for(options: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=re.escape(says)):
        compared().plan(**options)


def test_clusters_are_planned_where_clusters_were_drawn() -> None:
    rng = np.random.default_rng(5)
    reference = np.repeat(np.arange(120), 5)
    alone = 120 + np.arange(600)
    a, b = (np.where(rng.random(600) < wrong, alone, reference) for wrong in (0.2, 0.22))
    comparison = pw.compare(reference, {"a": a, "b": b}, ["wallace_1"])
    plan = comparison.plan(sampling="clusters")
    assert plan.labelled == 120
    assert "clusters" in plan.text
    assert plan.to_frame("polars").columns[0] == "clusters"
    of_a_few = comparison.plan(sampling="clusters", clusters=400)
    assert of_a_few.size is not None
    assert of_a_few.size <= 400
    assert max(point.size for point in of_a_few.curve) <= 400


@pytest.mark.parametrize("power", [0.01, 0.3, 0.8, 0.99])
def test_no_plan_tells_of_a_negative_number_of_labels(power: float) -> None:
    for seed in range(4):
        assert not re.search(r"-\d+ more", str(compared(seed=seed).plan(power=power)))


@pytest.mark.parametrize("reach", [0.5, 1.9, 1.96, 2.5, 6.0])
def test_larger_samples_have_narrower_intervals_however_far_this_one_reaches(reach: float) -> None:
    spread = Spread.of(300, 0.04, 0.95, reach=reach)
    widths = [spread.width(size) for size in range(2, 2000)]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] > 0
    assert spread.width(300) == pytest.approx(2 * reach * 0.04)
