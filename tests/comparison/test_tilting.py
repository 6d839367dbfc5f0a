"""Empirical likelihood against its definition, and what is left of it for scores."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import brentq, minimize
from scipy.stats import norm, poisson

import partwise as pw
from partwise.comparison.uncertainty.api import difference, estimates_of
from partwise.comparison.uncertainty.dispatch import outcomes
from partwise.comparison.uncertainty.influence import Influence
from partwise.comparison.uncertainty.tilting import Tilt

Vector = NDArray[np.float64]


def of_mean(values: Vector, counts: Vector, **options: float) -> Tilt:
    """Return the tilt of the mean of values, some of them several times."""
    n = counts.sum()
    mean = float(counts @ values) / n
    without = (counts @ values - values) / (n - 1)
    return Tilt(
        counts, without - mean, lambda factors: float(counts * factors @ values) / n, **options
    )


def test_weights_are_the_likeliest_with_their_mean() -> None:
    values, counts = np.array([0.0, 1.0, 4.0, 9.0]), np.array([5.0, 3.0, 2.0, 1.0])
    n = counts.sum()
    tilt = of_mean(values, counts)
    for step in (-0.6, 0.3, 0.8):
        factors = tilt.factors(step)
        assert counts @ factors == pytest.approx(n)
        mean = counts * factors @ values / n
        best = minimize(
            lambda f: -(counts @ np.log(np.maximum(f, 1e-9))),
            np.ones(4),
            constraints=[
                {"type": "eq", "fun": lambda f: counts @ f - n},
                {"type": "eq", "fun": lambda f, mean=mean: counts * f @ values / n - mean},
            ],
        )
        assert factors == pytest.approx(best.x, abs=1e-3)


def test_interval_of_a_share_is_that_of_its_likelihood() -> None:
    errors, n = 7, 60
    ends = of_mean(np.array([0.0, 1.0]), np.array([n - errors, errors], float)).ends(0.95)

    def excess(share: float) -> float:
        own = errors / n
        ratio = errors * math.log(own / share) + (n - errors) * math.log((1 - own) / (1 - share))
        return 2 * ratio - float(norm.ppf(0.975)) ** 2

    assert ends == pytest.approx(
        (brentq(excess, 1e-6, errors / n), brentq(excess, errors / n, 0.9)), rel=1e-6
    )


def test_tails_are_those_of_samples_that_get_an_interval() -> None:
    """The tail at a share, over the probability that as many errors as needed come about."""
    errors, n, fewest = 5, 200, 3
    tilt = of_mean(
        np.array([0.0, 1.0]),
        np.array([n - errors, errors], float),
        deciding=float(errors),
        fewest=float(fewest),
    )
    factors = tilt.factors(-0.5)
    plain = of_mean(np.array([0.0, 1.0]), np.array([n - errors, errors], float)).tail(factors)
    squares = tilt.counts * tilt.moves**2
    expected = errors * float(squares @ factors) / squares.sum()
    assert tilt.tail(factors) == pytest.approx(plain / poisson.sf(fewest - 1, expected), rel=1e-9)


def sample(seed: int, n: int, k: int, wrong: float) -> tuple[NDArray[np.int64], ...]:
    rng = np.random.default_rng(seed)
    a = rng.integers(0, k, n)
    return a, *(np.where(rng.random(n) < wrong, rng.integers(0, k, n), a) for _ in range(2))


@pytest.mark.parametrize("name", ["CC", "J", "R", "gamma", "BCubed", "NMI"])
def test_items_that_weigh_less_are_items_left_out_in_part(name: str) -> None:
    """To first order, taking away a little of an item is that share of leaving it out."""
    a, b, _ = sample(3, 400, 4, 0.3)
    [(_, influence)] = outcomes(pw.contingency(a, b), [pw.index(name)])
    assert isinstance(influence, Influence)
    counts = influence.features.counts
    n, little = counts.sum(), 1e-4
    for cell in range(len(counts)):
        less = np.ones(len(counts))
        less[cell] -= little
        less *= n / (counts @ less)
        moved = influence.at(less) - influence.at(np.ones(len(counts)))
        expected = little * counts[cell] * influence.per_cell[cell]
        assert moved == pytest.approx(expected, rel=0.05, abs=little * 0.02 / n)
    assert influence.at(np.ones(len(counts))) == pytest.approx(influence.estimate, rel=1e-9)


def test_p_values_agree_with_intervals() -> None:
    indices = [pw.index(name) for name in ("CC", "J", "W", "BCubed")]
    seen = set()
    for seed in range(12):
        a, b, c = sample(seed, 150, 4, 0.1 + 0.02 * seed)
        c = np.where(np.arange(150) < 60, a, c)
        for d in difference(a, b, c, indices).values():
            if d.low is not None and d.high is not None and d.p_value is not None:
                assert (d.low > 0 or d.high < 0) == (d.p_value < 0.05)
                seen.add(d.p_value < 0.05)
    assert seen == {False, True}


def test_difference_is_none_for_too_few_coins() -> None:
    """Seven coins fall alike once in 64 times, which is more than once in a hundred."""
    a = np.repeat(np.arange(4), 50)
    b, c = a.copy(), a.copy()
    c[::29] = (a[::29] + 1) % 4
    wide, narrow = (difference(a, b, c, [pw.index("CC")], x)["correlation"] for x in (0.95, 0.99))
    assert wide.p_value is not None
    assert wide.p_value >= 2.0**-7
    assert narrow.p_value is None
    assert "items decide this; a confidence interval needs 8, so label about" in str(narrow.note)


def test_an_item_that_was_not_seen_may_decide() -> None:
    """One item of elsewhere in the giant would move precision more than all that was seen."""
    a = np.repeat([0, 1, 2, 3, 4], [600, 30, 30, 30, 30])
    b = a.copy()
    b[5:35] = 1
    b[[640, 670]] = 4, 2
    table = pw.contingency(a, b)
    recall, precision = estimates_of(table, [pw.index("wallace_1"), pw.index("wallace_2")]).values()
    assert recall.low is not None
    assert "decides this; a confidence interval needs 2" in str(precision.note)


def test_a_stricter_interval_holds_a_laxer_one() -> None:
    """Also where the score turns on the way: then the interval ends where it turned."""
    rng = np.random.default_rng(2)
    indices = [pw.index(key) for key in ("CC", "jaccard", "wallace_1", "minkowski", "bcubed")]
    levels, given = (0.5, 0.9, 0.95, 0.99, 0.999), 0
    for _ in range(60):
        n, k = int(rng.choice([40, 60])), int(rng.choice([2, 3]))
        a = rng.choice(k, n, p=(np.arange(1.0, k + 1) ** -2) / (np.arange(1.0, k + 1) ** -2).sum())
        b = np.where(rng.random(n) < 0.1, rng.integers(0, k + 1, n), a)
        table = pw.contingency(a, b)
        for estimates in zip(
            *(estimates_of(table, indices, x).values() for x in levels), strict=False
        ):
            ends = [(e.low, e.high) for e in estimates if e.low is not None]
            for (low, high), (lower, higher) in pairwise(ends):
                assert lower <= low + 1e-7
                assert higher >= high - 1e-7
                given += 1
    assert given > 100


def test_pairs_weigh_the_product_of_their_items() -> None:
    rng = np.random.default_rng(3)
    a, b = rng.integers(0, 4, 40), rng.integers(0, 3, 40)
    table = pw.contingency(a, b)
    ((_, influence),) = outcomes(table, [pw.index("wallace_2")])
    assert not isinstance(influence, str)
    factors = rng.uniform(0.5, 2.0, len(table.cells.counts))
    of_cell = {
        (row, column): factor for row, column, factor in zip(*table.cells[:2], factors, strict=True)
    }
    weights = [
        of_cell[table.row_labels.index(i), table.column_labels.index(j)]
        for i, j in zip(a, b, strict=True)
    ]
    both = together = 0.0
    for v, w in combinations(range(40), 2):
        together += weights[v] * weights[w] * (b[v] == b[w])
        both += weights[v] * weights[w] * (a[v] == a[w]) * (b[v] == b[w])
    assert influence.at(factors) == pytest.approx(both / together, rel=1e-12)


def test_pairs_of_few_of_many_items_give_no_interval() -> None:
    reference = np.r_[np.zeros(30, int), np.arange(1, 371)]
    candidate = np.where(np.arange(400) % 5 == 0, reference + 500, reference)
    estimate = estimates_of(pw.contingency(reference, candidate), [pw.index("dice")])["dice"]
    assert estimate.low is None
    assert "of the 400 items are in most of the pairs" in str(estimate.note)
