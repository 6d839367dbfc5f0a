"""How plans and answers are put together: from the estimates that they quote, by definition."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import partwise as pw
from partwise.base import InputError
from partwise.comparison.choosing import Sample, choose, informative_contenders
from partwise.comparison.label_plan import about
from partwise.comparison.labels_needed import _sizes
from partwise.comparison.uncertainty.estimates import Difference, Estimate
from partwise.comparison.uncertainty.planning import (
    Spread,
    jackknife_error,
    variance_of_paired_pairs,
    variance_of_pairs,
)
from partwise.engines import three_way_of

Codes = NDArray[np.int64]
SAMPLE = Sample(level=0.95, sampling="items", clusters=None)


def labels(n: int = 300, k: int = 6, seed: int = 0, right: Any = (0.85, 0.7)) -> list[Codes]:
    rng = np.random.default_rng(seed)
    a = rng.integers(0, k, n)
    return [a, *(np.where(rng.random(n) < r, a, rng.integers(0, k, n)) for r in right)]


def compared(indices: Any = ("CC", "VI", "NMI"), **options: Any) -> pw.Comparison:
    a, *candidates = labels(**options)
    names = ("near", "far", "off", "away")
    found: pw.Comparison = pw.compare(a, dict(zip(names, candidates, strict=False)), list(indices))
    return found


# --- plans


@pytest.mark.parametrize("key", ["correlation", "vi"])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_a_plan_for_power_is_that_of_the_spread(key: str, level: float) -> None:
    comparison = compared()
    plan = comparison.plan(power=0.7, level=level, index=key)
    index, ranks = pw.index(key), comparison.ranks[key]
    assert plan.candidates == tuple(sorted(("near", "far"), key=lambda name: ranks[name] or 9))
    first, second = plan.candidates
    now = comparison.differences(first, second, [index], level=level)[key]
    assert plan.now == now
    assert now.low is not None
    assert now.high is not None
    assert now.standard_error is not None
    sides = (comparison.reference, *(comparison[name] for name in plan.candidates))
    tables = tuple(comparison.tables[name] for name in plan.candidates)
    counts = three_way_of(sides, tables)  # type: ignore[arg-type]
    spread = Spread.of(
        300, now.standard_error, level,
        reach=(now.high - now.low) / 2 / now.standard_error,
        pairs=variance_of_paired_pairs(index, counts),
    )  # fmt: skip
    nearest, furthest = sorted((abs(now.low), abs(now.high)))
    nearest = 0.0 if now.low <= 0 <= now.high else nearest
    assert plan.size == spread.size_for_power(0.7, abs(now.centre))
    assert plan.smallest == spread.size_for_power(0.7, furthest)
    assert plan.largest == (spread.size_for_power(0.7, nearest) if nearest else None)
    assert (plan.power, plan.width, plan.level, plan.labelled) == (0.7, None, level, 300)
    assert plan.chosen_among == 2
    for point in plan.curve:
        assert point.standard_error == spread.standard_error(point.size)
        assert point.width == spread.width(point.size)
        powers = (point.power, point.least_power, point.most_power)
        effects = (abs(now.centre), nearest, furthest)
        assert powers == tuple(spread.power(point.size, effect) for effect in effects)
    assert [point.size for point in plan.curve] == _sizes(plan, plan.size or plan.smallest)


@pytest.mark.parametrize("key", ["correlation", "vi"])
def test_a_plan_for_a_width_is_that_of_the_spread(key: str) -> None:
    comparison, index = compared(), pw.index(key)
    plan = comparison.plan(width=0.03, index=key, level=0.9)
    name = comparison.preferred[key][0]
    assert plan.candidates == (name,)
    now = comparison.estimates([index], level=0.9)[name][key]
    assert plan.now == now
    assert isinstance(now, Estimate)
    low, high, error = (x or 0.0 for x in (now.low, now.high, now.standard_error))
    spread = Spread.of(
        300, error, 0.9, reach=(high - low) / 2 / error,
        jackknife=jackknife_error(index, comparison.tables[name]),
        pairs=variance_of_pairs(index, comparison.tables[name]),
    )  # fmt: skip
    assert plan.size == spread.size_for_width(0.03)
    assert (plan.power, plan.width, plan.smallest, plan.largest) == (None, 0.03, None, None)
    for point in plan.curve:
        assert point[:3] == (
            point.size, spread.standard_error(point.size), spread.width(point.size)
        )  # fmt: skip
        assert point[3:] == (None, None, None)


@pytest.mark.parametrize(
    ("key", "n", "level", "is_cut_off"),
    [("CC", 300, 0.9, False), ("NMI", 300, 0.99999, True), ("bcubed", 60, 1 - 1e-9, True)],
)
def test_an_interval_that_ends_at_the_range_reaches_as_far_as_its_longer_half(
    key: str, n: int, level: float, is_cut_off: bool
) -> None:
    comparison = compared([key], right=(0.2, 0.1), n=n)
    plan = comparison.plan(width=0.01, level=level)
    now = plan.now
    assert isinstance(now, Estimate)
    assert now.low is not None
    assert now.high is not None
    assert (now.low == 0) == is_cut_off
    longer = max(now.high - now.centre, now.centre - now.low)
    widest = next(point.width for point in plan.curve if point.size == n)
    expected = longer * 2 if is_cut_off else now.high - now.low
    assert widest == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("size", [None, 50, 3000])
@pytest.mark.parametrize("clusters", [None, 400])
def test_sizes_of_a_curve(size: int | None, clusters: int | None) -> None:
    """Ten, evenly on a logarithmic scale, besides the one at hand and the one needed."""
    plan = compared().plan()
    plan = type(plan)(**{**vars(plan), "clusters": clusters})
    found = _sizes(plan, size)
    most = max(300, size or 0)
    evenly = [150 * (2 * most / 150) ** (i / 9) for i in range(10)]
    expected = {300, most, *(about(round(x)) for x in evenly)}
    assert found == sorted(x for x in expected if clusters is None or x <= clusters)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"power": 0}, "power= must be between 0 and 1, such as 0.8, not 0"),
        ({"power": 1}, "power= must be between 0 and 1"),
        ({"power": "0.8"}, "power= must be between 0 and 1"),
        ({"width": 0}, "width= must be above 0, such as 0.05, not 0"),
        ({"width": math.inf}, "width= must be above 0"),
        ({"width": "a"}, "width= must be above 0"),
        ({"index": "rand"}, "rand was not compared"),
    ],
)
def test_plans_that_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        compared().plan(**options)
    assert compared().plan(power=0.999, width=None).power == 0.999


def test_what_cannot_be_planned() -> None:
    a, b, c = labels()
    one = pw.compare(a, {"x": b}, ["CC"])
    with pytest.raises(InputError, match=r"only one candidate.*pass width=0.05"):
        one.plan()
    assert one.plan(width=0.05).size
    same = pw.compare(a, {"x": b, "y": b + 7}, ["CC"]).plan()
    assert same.reason == "x and y are the same clustering"
    assert (same.size, same.curve, same.now and same.now.value) == (None, (), 0)
    few = pw.compare(a[:20], {"x": b[:20], "y": c[:20]}, ["CC"])
    assert few.plan().reason
    assert few.plan(width=0.1).reason
    nothing = pw.compare([0, 1, 2], {"x": [0, 0, 1], "y": [0, 1, 1]}, ["W"])
    assert nothing.plan().text == (
        "No number of items can be planned: Pair recall is undefined for all candidates."
    )
    assert nothing.plan(width=0.1).reason == "Pair recall is undefined for all candidates"


def test_clusters_are_planned_as_clusters() -> None:
    rng = np.random.default_rng(1)
    a = np.repeat(np.arange(200), rng.integers(8, 13, 200))
    b, c = (np.where(rng.random(len(a)) < q, a, rng.integers(0, 200, len(a))) for q in (0.7, 0.6))
    comparison = pw.compare(a, {"b": b, "c": c}, ["CC"])
    for options in ({}, {"width": 0.02}):
        plan = comparison.plan(sampling="clusters", clusters=900, **options)  # type: ignore[arg-type]
        assert (plan.labelled, plan.clusters, plan.sampling) == (200, 900, "clusters")
        now = plan.now
        assert now is not None
        reach = ((now.high or 0) - (now.low or 0)) / 2 / (now.standard_error or 1)
        spread = Spread.of(200, now.standard_error or 0, 0.95, reach=reach, whole=900)
        assert plan.curve
        for point in plan.curve:
            assert point.standard_error == pytest.approx(spread.standard_error(point.size))
            assert point.width == pytest.approx(spread.width(point.size), rel=1e-6)


# --- answers


def test_an_answer_quotes_the_choice() -> None:
    comparison = compared(right=(0.85, 0.84, 0.6))
    answer, choice = comparison.answer(), choose(comparison, **SAMPLE)
    assert choice.order == ("near", "far", "off") or choice.order == ("far", "near", "off")
    best, second, third = choice.order
    assert answer.best == (best,)
    assert answer.contenders == choice.contenders
    assert answer.runner_up == second
    assert answer.estimate == choice.adjusted[best]
    assert [*answer.differences] == [second, third]
    for other in (second, third):
        alone = comparison.differences(best, other, "CC")["CC"]
        found = answer.differences[other]
        assert found.value == pytest.approx(alone.value)
        assert found.low == pytest.approx(alone.low, rel=1e-6)
    assert answer.p_chance == comparison.better_than_chance("CC", names=[best])[best]["CC"]
    assert choose(comparison, **SAMPLE) is choice  # once for each kind of sample
    assert choose(comparison, **{**SAMPLE, "level": 0.9}) is not choice  # type: ignore[arg-type]
    assert set(choice.own) == set(choice.adjusted) == {"near", "far", "off"}
    for name, own in choice.own.items():
        assert own == comparison.estimates("CC")[name]["CC"]
        wide = choice.adjusted[name]
        assert (wide.low or 0) <= (own.low or 0) < (own.high or 0) <= (wide.high or 0)


@pytest.mark.parametrize("seed", range(4))
def test_two_candidates_are_decided_by_their_p_value(seed: int) -> None:
    comparison = compared(seed=seed, right=(0.85, 0.78))
    choice = choose(comparison, **SAMPLE)
    first, second = choice.order
    p_value = comparison.differences(first, second, ["CC"])["CC"].p_value
    assert p_value is not None
    assert choice.is_judged
    assert len(choice.contenders) == (1 if p_value < 0.05 else 2)
    assert choice.contenders[0] == choice.order[0]


def test_an_answer_about_all_there_is() -> None:
    comparison = compared(right=(0.85, 0.84, 0.6))
    answer = comparison.answer(sampling=None)
    best, second, third = comparison.ranking
    scores = {name: float(comparison.scores[name]["CC"]) for name in comparison.names}
    assert (answer.best, answer.contenders, answer.runner_up) == ((best,), (best,), second)
    assert answer.estimate is not None
    assert (answer.estimate.value, answer.estimate.low) == (scores[best], None)
    assert answer.estimate.note == "the compared items are all there is"
    gaps = {name: gap.value for name, gap in answer.differences.items()}
    assert gaps == {name: scores[best] - scores[name] for name in (second, third)}
    tied = pw.compare([0, 0, 1, 1], {"a": [0, 0, 1, 2], "b": [0, 1, 2, 2]}, ["CC"])
    both = tied.answer(sampling=None)
    assert (both.best, both.contenders, both.runner_up) == (("a", "b"), ("a", "b"), None)


def test_answers_that_are_refused() -> None:
    comparison = compared()
    for options, message in (
        ({"method": "thirds"}, 'method= must be "simultaneous" or "halves", not \'thirds\''),
        ({"level": 2}, "level="),
        ({"method": "halves", "sampling": None}, 'method="halves" needs a sample'),
    ):
        with pytest.raises(InputError, match=message):
            comparison.answer(**options)
    none = pw.compare([0, 1, 2], {"x": [0, 0, 1], "y": [0, 1, 1]}, ["W"]).answer()
    assert (none.best, none.contenders, none.estimate, none.p_chance) == ((), (), None, None)


@pytest.mark.parametrize("sampling", ["items", "clusters"])
def test_halves_share_no_item(sampling: Any) -> None:
    """Items or whole clusters are divided in two, by the seed."""
    from partwise.comparison.choosing import _halves

    comparison = compared(n=301)
    one, other = _halves(comparison, sampling)
    assert one.reference.n + other.reference.n == 301
    assert {index.key for index in one.indices} == {"correlation"}
    assert one.names == other.names == ("near", "far")
    if sampling == "items":
        assert {one.reference.n, other.reference.n} == {150, 151}
    else:
        assert one.reference.k == other.reference.k == 3
    again = _halves(comparison, sampling)
    assert [side.reference for side in again] == [one.reference, other.reference]
    answer = comparison.answer(method="halves")
    assert answer.method == "halves"
    assert len(answer.best) == 1


def test_trivial_contenders_that_cannot_be_judged_are_left_out() -> None:
    a, b, c = labels()
    comparison = pw.compare(a, {"b": b, "one": np.zeros(300, int), "c": c}, ["CC"])
    choice = choose(comparison, **SAMPLE)
    informative = informative_contenders(comparison, choice, SAMPLE)
    assert "one" not in informative
    assert informative == tuple(name for name in choice.contenders if name != "one")
    answer = comparison.answer()
    assert answer.informative == informative
    assert set(answer.trivial) == set(choice.contenders) - set(informative)
    gap = answer.differences["one"]
    assert isinstance(gap, Difference)
    assert gap.p_value is None
