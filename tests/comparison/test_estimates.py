"""Estimates, differences and planned sizes against quantiles of SciPy, and their words."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm
from scipy.stats import t as student

import partwise as pw
from partwise.base import InputError
from partwise.comparison.uncertainty.estimates import (
    LEAST_P,
    Difference,
    Estimate,
    check_level,
    difference_of_scores,
    p_value_of,
    two_sided,
)
from partwise.comparison.uncertainty.influence import (
    Features,
    Influence,
    no_interval,
    number_deciding,
    too_few_decide,
)
from partwise.comparison.uncertainty.planning import Spread, too_few_to_plan

LEVELS = (0.5, 0.8, 0.95, 0.999)
DEGREES = (None, 1.0, 3.5, 40.0)
RAND, VI = pw.index("rand"), pw.index("VI")


def _law(degrees: float | None) -> Any:
    return norm if degrees is None else student(degrees)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("degrees", DEGREES)
def test_intervals_and_p_values_are_those_of_their_law(level: float, degrees: float | None) -> None:
    quantile = _law(degrees).ppf((1 + level) / 2)
    assert two_sided(level, degrees) == pytest.approx(quantile, rel=1e-9)
    for corrected in (None, 0.45):
        e = Estimate.around(VI, 0.5, 0.01, level, "a way", corrected=corrected, degrees=degrees)
        centre = 0.5 if corrected is None else corrected
        assert (e.value, e.standard_error, e.level, e.method, e.note) == (
            0.5, 0.01, level, "a way", None
        )  # fmt: skip
        assert (e.corrected, e.centre) == (corrected, centre)
        assert e.uncorrected == (None if corrected is None else 0.5)
        assert e.low == pytest.approx(max(0, centre - 0.01 * quantile), rel=1e-9)
        assert e.high == pytest.approx(centre + 0.01 * quantile, rel=1e-9)
        d = Difference.around(0.5, 0.3, level, "a way", corrected=corrected, degrees=degrees)
        assert d.low == pytest.approx(centre - 0.3 * quantile, rel=1e-9)
        assert d.high == pytest.approx(centre + 0.3 * quantile, rel=1e-9)
        assert d.p_value == pytest.approx(2 * _law(degrees).sf(centre / 0.3), rel=1e-9)
        assert (d.value, d.corrected, d.centre, d.note) == (0.5, corrected, centre, None)
        opposite = Difference.around(-centre, 0.3, level, "a way", degrees=degrees)
        assert opposite.p_value == d.p_value


def test_intervals_end_where_the_range_of_an_index_does() -> None:
    for value, ends in ((0.01, (0, None)), (0.99, (None, 1)), (0.5, (0, 1))):
        e = Estimate.around(RAND, value, 0.5 if value == 0.5 else 0.02, 0.95, "")
        for end, expected in zip((e.low, e.high), ends, strict=True):
            assert end is not None
            assert end == expected if expected is not None else 0 < end < 1


@pytest.mark.parametrize("degrees", [None, 3.0])
def test_p_values_are_never_0(degrees: float | None) -> None:
    assert sys.float_info.min == LEAST_P
    p_value = Difference.around(1.0, 1e-300, 0.95, "", degrees=degrees).p_value
    assert p_value == LEAST_P


@pytest.mark.parametrize("level", LEVELS)
def test_p_values_agree_with_skewed_intervals(level: float) -> None:
    quantile = norm.ppf((1 + level) / 2)
    for centre, ends in ((0.3, (0.1, 0.9)), (-0.3, (-0.9, -0.1)), (0.3, (-0.1, 0.4)), (0, (-1, 2))):
        towards_zero = abs(centre - ends[0 if centre > 0 else 1])
        expected = 2 * norm.sf(abs(centre) * quantile / towards_zero)
        assert p_value_of(centre, ends, level) == pytest.approx(expected, rel=1e-9)
        is_apart = ends[0] > 0 or ends[1] < 0
        assert (p_value_of(centre, ends, level) < 1 - level) == is_apart


def test_what_has_no_interval() -> None:
    e, d = Estimate.refused(0.5, 0.9, "why"), Difference.refused(0.5, 0.9, "why", 0.4)
    assert (e.standard_error, e.low, e.high, e.method, e.centre) == (None, None, None, "", 0.5)
    assert (d.standard_error, d.low, d.high, d.p_value, d.centre) == (None, None, None, None, 0.4)
    none = Difference.none(0.9)
    assert (none.value, none.low, none.high, none.p_value, none.level) == (0, 0, 0, 1, 0.9)
    assert none.standard_error == 0


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (Estimate(0.5, 0.1, 0.3, 0.7, 0.9, ""), "0.5000 (standard error 0.1000, 90% CI 0.3000 to"),
        (Estimate(0.5, 0.1, 0.3, 0.7, 0.9, "", "why"), "0.7000; why)"),
        (Estimate(0.5, 0.1, 0.3, 0.7, 0.9, "", None, 0.4), "0.4000 (standard error"),
        (Estimate(0.5, 0.1, 0.3, 0.7, 0.9, "", None, 0.4), "0.7000, uncorrected 0.5000)"),
        (Estimate(0.5, 0.1, None, 0.7, 0.9, "", "why"), "0.5000 (no confidence interval: why)"),
        (Estimate(0.5, 0.1, 0.3, None, 0.9, ""), "0.5000 (no confidence interval)"),
        (Difference(0.2, 0.1, 0.1, 0.3, 0.0123, 0.9, ""), "90% CI 0.1000 to 0.3000), p = 0.012"),
        (Difference(0.2, 0.1, 0.1, 0.3, 1e-9, 0.9, ""), "), p < 0.001"),
        (Difference.refused(0.2, 0.9, ""), "0.2000 (no confidence interval)"),
    ],
)
def test_words(made: Estimate | Difference, words: str) -> None:
    assert words in str(made)


def test_levels_are_between_0_and_1() -> None:
    for level in (0.01, 0.5, 0.999):
        check_level(level)
    for bad in (0, 1, 1.5, -0.1, "0.95", None, float("nan")):
        with pytest.raises(InputError, match="level= must be between 0 and 1"):
            check_level(bad)  # type: ignore[arg-type]


def test_differences_of_scores() -> None:
    one, other = (pw.contingency([0, 0, 1, 1], b) for b in ([0, 0, 1, 2], [0, 1, 1, 1]))
    expected = float(pw.score([0, 0, 1, 1], [0, 0, 1, 2], "rand")) - float(
        pw.score([0, 0, 1, 1], [0, 1, 1, 1], "rand")
    )
    assert difference_of_scores(RAND, one, other) == expected > 0
    assert difference_of_scores(RAND, one, one) == 0


# --- how many items decide


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=8), st.integers(0, 3))
def test_how_many_items_decide(moves: list[int], worst: int) -> None:
    """(Σ u²)²/Σ u⁴, by hand."""
    powers = float(sum(u**2 for u in moves)), float(sum(u**4 for u in moves))
    second, fourth = powers[0] + worst**2, powers[1] + worst**4
    assert number_deciding(powers, worst) == (second**2 / fourth if fourth else 0)
    assert number_deciding(powers) == number_deciding(powers, 0)


def _influence(moves: list[float], counts: list[float], **more: Any) -> Influence:
    features = Features.of(np.array(counts), np.array([moves]))
    return Influence(0.5, 0.5, features, np.ones(1), "", **more)


def test_influences_by_hand() -> None:
    """Three items that move the score by 2, and one by −6: their mean is 0."""
    one = _influence([2.0, -6.0], [3.0, 1.0])
    assert one.per_cell.tolist() == [2, -6]
    assert [*one.powers] == [3 * 4 + 36, 3 * 16 + 6**4]
    assert one.standard_error == math.sqrt(3 / 4 * 48)
    assert one.deciding == 48**2 / (48 + 1296)
    assert _influence([2.0, -6.0], [3.0, 1.0], worst=100.0).deciding == pytest.approx(1, abs=0.02)
    assert one.ratio == 1
    for of_pairs, ratio in ((9.0, math.sqrt(0.75)), (18.0, math.sqrt(0.5)), (36.0, math.sqrt(0.5))):
        assert _influence([2.0, -6.0], [3.0, 1.0], of_pairs=of_pairs).ratio == ratio
    assert _influence([0.0, 0.0], [3.0, 1.0], of_pairs=1.0).ratio == 1
    assert [one.corrected] == [None]
    assert Influence(0.5, 0.4, one.features, np.ones(1), "").corrected == 0.4
    moved = one.at(np.array([1.0, 2.0]))  # the last counts twice: 0.5 − 3/4 · (3 · 2 − 2 · 6)
    assert moved == 0.5 - 3 / 4 * (6 - 12)
    shifted = _influence([12.0, 4.0], [3.0, 1.0])  # a constant changes nothing
    assert shifted.per_cell.tolist() == [2, -6]


REASONS: list[tuple[tuple[float, float, float, float, float], str | None]] = [
    ((30, 0.1, 0.0, 2.0, 2.0), None),
    ((29, 0.1, 0.0, 2.0, 2.0), "29 items are too few (a confidence interval needs 30)"),
    ((100, 1e-13, 0.0, 9.0, 2.0), "leaving out an item changes nothing"),
    ((100, 2e-13, 0.0, 9.0, 2.0), None),
    ((100, 0.1, 0.05, 9.0, 2.0), None),
    ((100, 0.1, 0.0501, 9.0, 2.0), "does not carry over"),
    ((100, 0.1, -0.0501, 9.0, 2.0), "does not carry over"),
    ((100, 0.1, 0.0, 1.99, 2.0), "this; a confidence interval needs 2"),
]


@pytest.mark.parametrize(("case", "reason"), REASONS)
def test_reasons_for_no_interval(
    case: tuple[float, float, float, float, float], reason: str | None
) -> None:
    found = no_interval(*case)
    assert found is None if reason is None else reason in str(found)


@pytest.mark.parametrize(
    ("deciding", "fewest", "n", "known", "more"),
    [
        (1.0, 2.0, 50, "only about 1 item decides this; a confidence interval needs 2", 50),
        (1.6, 2.0, 50, "fewer than 2 items decide this; a confidence interval needs 2", 13),
        (2.4, 5.2, 61, "only about 2 items decide this; a confidence interval needs 6", 72),
        (0.9, 2.0, 50, "only about 1 item decides this; a confidence interval needs 2", None),
        (0.2, 2.0, 50, "only about 0 items decide this; a confidence interval needs 2", None),
        (1.0, 100.9, 50, "only about 1 item decides this; a confidence interval needs 101", 4995),
        (1.0, 101.0, 50, "only about 1 item decides this; a confidence interval needs 101", None),
    ],
)
def test_how_many_more_items_would_help(
    deciding: float, fewest: float, n: int, known: str, more: int | None
) -> None:
    words = known if more is None else f"{known}, so label about {more} more items"
    assert too_few_decide(deciding, fewest, n) == words


# --- planned sizes


CASES = [
    (40, 0.05, None, None),
    (400, 0.02, 1.5, None),
    (400, 0.02, 2.5, None),
    (90, 0.1, 2.2, 300),
]


@pytest.mark.parametrize(("size", "error", "reach", "whole"), CASES)
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_standard_errors_at_other_sizes(
    size: int, error: float, reach: float | None, whole: int | None, level: float
) -> None:
    """By the definition: σ²/n less the share that is drawn, and the reach that falls with 1/n."""
    spread = Spread.of(size, error, level, reach=reach, whole=whole)
    usual = norm.ppf((1 + level) / 2)
    base = usual if reach is None else min(usual, reach)
    beyond = 0.0 if reach is None else (reach - base) * size
    left = 1.0 if whole is None else 1 - size / whole
    for other in (2, 7, size, 2 * size, 3 * size):
        share = 1.0 if whole is None else max(0.0, 1 - other / whole)
        expected = error * math.sqrt(size / other * share / left)
        assert spread.standard_error(other) == pytest.approx(expected, rel=1e-12)
        side = (base + beyond / other) * expected
        assert spread.width(other) == pytest.approx(2 * side, rel=1e-9)
        for effect in (0.0, 0.03, -0.03):
            if expected:
                power = norm.sf((side - effect) / expected) + norm.sf((side + effect) / expected)
                assert spread.power(other, effect) == pytest.approx(power, rel=1e-9)
            else:
                assert spread.power(other, effect) == (effect != 0)


@given(
    st.integers(6, 300), st.floats(0.01, 0.2), st.floats(0, 0.001), st.sampled_from([None, 0.05])
)
def test_both_parts_of_a_variance(
    size: int, error: float, pairs: float, jackknife: float | None
) -> None:
    """What items and pairs add, from the two equations that they solve, within their bounds."""
    spread = Spread.of(size, error, 0.95, pairs=pairs, jackknife=jackknife)
    both = size * (jackknife or error) ** 2
    items = both
    if pairs:
        items = ((size - 2) * both - 2 * size * (size - 1) * pairs) / (size - 4)
        items = min(max(items, 0.4 * both), both)
    if items == both:
        assert spread.of_pairs == 0
        assert spread.of_items == pytest.approx(size * error**2)
    else:
        assert spread.of_items == pytest.approx(items)
        assert spread.of_items + 2 * spread.of_pairs / size == pytest.approx(both)
    assert spread.standard_error(size) == pytest.approx(error)


def _least(is_enough: Callable[[int], bool], most: int) -> int | None:
    return next((size for size in range(2, most + 1) if is_enough(size)), None)


@pytest.mark.parametrize(("size", "error", "reach", "whole"), CASES)
def test_least_sizes_are_the_first_that_are_enough(
    size: int, error: float, reach: float | None, whole: int | None
) -> None:
    spread = Spread.of(size, error, 0.95, reach=reach, whole=whole)
    most = whole or 5000
    for width in (10.0, 0.2, 0.09):
        expected = _least(lambda n, w=width: spread.width(n) <= w, most)  # type: ignore[misc]
        assert spread.size_for_width(width) == expected
    for power, effect in ((0.8, 0.1), (0.5, -0.2), (0.0, 0.1)):
        expected = _least(lambda n, p=power, e=effect: spread.power(n, e) >= p, most)  # type: ignore[misc]
        assert spread.size_for_power(power, effect) == expected


def test_no_size_is_enough() -> None:
    assert Spread.of(100, 0.1, 0.95).size_for_width(1e-9) is None
    assert Spread.of(100, 0.1, 0.95).size_for_power(0.9, 0.0) is None
    some = Spread.of(100, 0.1, 0.95, whole=300)
    assert some.size_for_power(0.9, 0.0) is None
    assert some.size_for_width(1e-9) == 300
    assert some.power(300, 0.0) == 0
    assert some.power(300, -0.1) == 1
    assert some.standard_error(400) == 0


def test_pairs_that_a_plan_needs() -> None:
    fourteen = pw.contingency([0] * 15, [0] * 14 + [1])  # 91 pairs together
    fifteen = pw.contingency([0] * 15, [0] * 15)  # 105
    hundred = pw.Contingency.from_matrix([[1, 5, 10, 10], [0, 0, 0, 0]])  # 10 + 45 + 45
    assert hundred.pair_counts.n11 == 100
    assert too_few_to_plan(RAND, [fifteen, hundred]) is None
    assert too_few_to_plan(VI, [fourteen]) is None
    assert str(too_few_to_plan(RAND, [fifteen, fourteen])).startswith("only 91 pairs are together")
