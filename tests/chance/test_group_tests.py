"""Tests of groups: analysis of variance, wins and combined p-values, by SciPy and fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from partwise.chance.group_tests import anova, combined, shares_of_wins


def whole_numbers(k: int, r: int, seed: int = 1) -> NDArray[Any]:
    return np.random.default_rng(seed).integers(0, 9, (k, r))


def f_statistic(groups: NDArray[Any]) -> Fraction:
    """Mean squares between groups over mean squares within, in fractions."""
    rows = [[Fraction(x) for x in row] for row in groups.tolist()]
    k, r = len(rows), len(rows[0])
    means = [sum(row, Fraction(0)) / r for row in rows]
    middle = sum(means, Fraction(0)) / k
    between = sum(((mean - middle) ** 2 for mean in means), Fraction(0)) * r / (k - 1)
    squares = ((x - mean) ** 2 for row, mean in zip(rows, means, strict=True) for x in row)
    return between / (sum(squares, Fraction(0)) / (k * (r - 1)))


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("r", [2, 3, 40])
def test_the_analysis_of_variance(k: int, r: int) -> None:
    groups = whole_numbers(k, r).astype(float)
    found, known = anova(groups), stats.f_oneway(*groups)
    assert found.statistic == pytest.approx(float(f_statistic(groups)), rel=1e-12)
    assert found.p_value == pytest.approx(known.pvalue, rel=1e-9)
    assert found.averages == pytest.approx(groups.mean(axis=1).tolist())
    assert not found.constant


@pytest.mark.parametrize("undefined", [math.nan, math.inf, -math.inf])
def test_a_group_with_an_undefined_score_has_no_average(undefined: float) -> None:
    found = anova(np.array([[1.0, 2.0], [3.0, undefined], [5.0, 9.0]]))
    assert math.isnan(found.statistic)
    assert math.isnan(found.p_value)
    assert not found.constant
    assert found.averages == pytest.approx((1.5, math.nan, 7.0), nan_ok=True)


def test_constant_scores_and_constant_groups() -> None:
    same = anova(np.full((3, 4), 7.0))
    assert (same.p_value, same.averages, same.constant) == (1, (7, 7, 7), True)
    assert math.isnan(same.statistic)
    apart = anova(np.array([[1.0, 1.0], [1.0, 1.0], [2.0, 2.0]]))
    assert (apart.statistic, apart.p_value, apart.averages) == (math.inf, 0, (1, 1, 2))
    assert not apart.constant
    one_varies = anova(np.array([[1.0, 1.0], [1.0, 2.0]]))  # 1/4 between, 1/4 within
    assert one_varies.statistic == pytest.approx(1)
    assert one_varies.p_value == pytest.approx(1 - 1 / math.sqrt(3))  # of F(1, 2)


def shared(scores: NDArray[Any]) -> list[Fraction]:
    """Return how many columns each row wins, with shared wins counted as fractions."""
    wins = [Fraction(0)] * len(scores)
    for column in scores.T.tolist():
        best = [i for i, score in enumerate(column) if score == max(column)]
        for i in best:
            wins[i] += Fraction(1, len(best))
    return wins


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("pools", [1, 7, 60])
def test_wins_are_counted_and_shared(k: int, pools: int, sign: int) -> None:
    scores = sign * whole_numbers(k, pools, seed=2)
    wins = shared(scores)
    fair = Fraction(pools, k)
    statistic = sum(((won - fair) ** 2 / fair for won in wins), Fraction(0))
    found = shares_of_wins(scores.astype(float))
    assert found.averages == pytest.approx([float(won / pools) for won in wins])
    assert found.statistic == pytest.approx(float(statistic), abs=1e-12)
    assert found.p_value == pytest.approx(stats.chi2.sf(float(statistic), k - 1), rel=1e-9)
    assert found.constant == (len(set(scores.ravel().tolist())) == 1)


def test_pools_without_a_finite_score_are_left_out() -> None:
    scores = np.array([[1.0, 5, math.nan, 2], [0.0, math.inf, 7, 3], [0.5, 0, 9, 1]])
    assert shares_of_wins(scores).averages == (0.5, 0.5, 0)
    nothing = shares_of_wins(scores[:, 1:3])
    assert all(map(math.isnan, (nothing.statistic, nothing.p_value, *nothing.averages)))
    assert len(nothing.averages) == 3


@pytest.mark.parametrize("scale", [1.0, 1e6, 1e-6, -1e6])
def test_scores_tie_if_they_differ_by_rounding(scale: float) -> None:
    """Relative to the largest in the pool, whatever its sign."""
    for difference, averages in ((1e-13, (0.5, 0.5)), (1e-11, (0.0, 1.0))):
        scores = np.array([[scale], [scale + abs(scale) * difference]])
        assert shares_of_wins(scores).averages == averages
        assert shares_of_wins(scores).constant == (averages == (0.5, 0.5))
        groups = np.array([[scale, scale], [scale, scale + abs(scale) * difference]])
        assert anova(groups).constant == (averages == (0.5, 0.5))


@pytest.mark.parametrize(
    "p_values", [[0.3], [0.5, 0.01], [1.0, 0.2, 0.7], [1.0, 1.0], [1e-200, 1e-100, 0.4, 0.9]]
)
def test_combined_p_values_have_a_closed_form(p_values: list[float]) -> None:
    """A product P of k uniform numbers is below P with probability P Σ (−ln P)^i / i!, i < k."""
    log = -math.fsum(map(math.log, p_values))
    series = math.fsum(log**i / math.factorial(i) for i in range(len(p_values)))
    expected = math.exp(-log) * series
    assert combined(p_values) == pytest.approx(expected, rel=1e-9)
    assert combined([math.nan, *p_values]) == combined(p_values)
    assert combined([*p_values, 0.0]) == 0


def test_nothing_to_combine() -> None:
    assert math.isnan(combined([]))
    assert math.isnan(combined([math.nan]))
