"""Weights of labelled clusters by design, and the limits beyond which there is no interval."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import binom

import partwise as pw
from partwise.base import InputError
from partwise.comparison.uncertainty.cluster_designs import (
    ClusterDesign,
    _effective,
    _likely_times,
    design_option,
)
from partwise.comparison.uncertainty.cluster_sampling import (
    _contacts,
    _is_same,
    _too_few,
    deciding_clusters,
    error_of_moves,
)
from partwise.comparison.uncertainty.design_checks import _Mates
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.tables import SizeHistogram

Vector = NDArray[np.float64]
ALIKE, FOUND = ClusterDesign("random clusters"), ClusterDesign("clusters of random items")
NEAR = ClusterDesign("random clusters", "neighbourhood")


def truth_of(cells: Any, whole: Any) -> PartialTruth:
    """Make labelled clusters from cells, and the sizes of all clusters of the candidate.

    The first of these sizes are those of the columns.
    """
    table = pw.Contingency.from_matrix(np.array(cells))
    sizes = np.array(whole)
    return PartialTruth(table, sizes[: table.k_b], SizeHistogram.of(sizes))


SMALL = truth_of([[2, 1], [0, 4]], [3, 6, 5, 2, 2, 2])  # 20 items in 6 clusters


# --- weights


def test_weights_of_each_design() -> None:
    """By hand: sizes 3 and 4, of 20 items; the labelled have 2/3 + 1/6 and 4/6 of 6 clusters."""
    weight, times, kept = ALIKE.weights(SMALL)
    assert (weight.tolist(), times.tolist()) == ([1, 1], [1, 1])
    assert ALIKE.share(SMALL) == pytest.approx((2 / 3 + 1 / 6 + 4 / 6) / 6)
    assert kept == pytest.approx([1 - ALIKE.share(SMALL)] * 2)
    known = ClusterDesign("random clusters", clusters=8)
    assert known.share(SMALL) == 2 / 8
    assert known.weights(SMALL).kept.tolist() == [0.75, 0.75]
    assert NEAR.share(SMALL) == 0
    assert NEAR.weights(SMALL).kept.tolist() == [1, 1]
    weight, times, kept = FOUND.weights(SMALL)
    assert weight == pytest.approx([1 / 3, 1 / 4])
    assert times == pytest.approx(_likely_times(np.array([3 / 20, 4 / 20])))
    assert kept.tolist() == [1, 1]
    once = ClusterDesign("clusters of random items", "neighbourhood").weights(SMALL)
    assert (once.times.tolist(), once.draws) == ([1, 1], 2)
    for draws in ({1: 3, 0: 2}, [2, 3], np.array([2, 3])):
        drawn = ClusterDesign("clusters of random items", draws=draws).weights(SMALL)
        assert (drawn.times.tolist(), drawn.draws) == ([2, 3], 5)
    own = ClusterDesign(None, sampling_weights={0: 4, 1: 1.0}).weights(SMALL)
    assert [part.tolist() for part in own] == [[4, 1], [1, 1], [0.75, 0]]


@given(st.lists(st.floats(0.001, 0.2), min_size=2, max_size=5))
def test_likely_numbers_of_draws_solve_their_equation(shares: list[float]) -> None:
    """Each is λ/(1 − exp(−λ)) for the λ that their sum gives."""
    times = _likely_times(np.array(shares))
    means = times.sum() * np.array(shares)
    assert times == pytest.approx(means / (1 - np.exp(-means)), rel=1e-8)


@pytest.mark.parametrize(
    ("design", "message"),
    [
        (ClusterDesign(None, sampling_weights={0: 1}), "it lacks 1$"),
        (ClusterDesign(None, sampling_weights={0: 1, 1: 1, 2: 1}), "it has 2$"),
        (ClusterDesign(None, sampling_weights={0: 1, 1: 0.99}), "at least 1; to weight"),
        (ClusterDesign(None, sampling_weights={0: 1, 1: math.inf}), "at least 1; to weight"),
        (ClusterDesign("clusters of random items", draws={0: 1}), "it lacks 1$"),
        (ClusterDesign("clusters of random items", draws=[1]), "for each of the 2"),
        (ClusterDesign("clusters of random items", draws=[1, 0]), "at least 1 for each of the 2"),
        (ClusterDesign("random clusters", clusters=1), "must be at least 2, .* not 1; pass how"),
        (ClusterDesign("random clusters", clusters=2.5), "must be at least 2, .* not 2.5"),  # type: ignore[arg-type]
        (ClusterDesign("random clusters", clusters=2), "labelled, but 13 items are in none"),
    ],
)
def test_designs_that_the_labels_contradict(design: ClusterDesign, message: str) -> None:
    with pytest.raises(InputError, match=message):
        design.check(SMALL)


def test_designs_that_the_labels_allow() -> None:
    ALIKE.check(SMALL)
    ClusterDesign("random clusters", clusters=3).check(SMALL)
    ClusterDesign("random clusters", "neighbourhood", clusters=2).check(SMALL)
    ClusterDesign("random clusters", clusters=2).check(truth_of([[2, 1], [0, 4]], [2, 5]))
    assert design_option("random items").on_command_line == "--design random-items"


# --- how many clusters hold a total


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 3)), min_size=1, max_size=5))
def test_effective_numbers_of_clusters(loads: list[tuple[int, int]]) -> None:
    """(Σ h²)²/Σ h⁴, by hand; endless if there is nothing to hold."""
    squares = sum(times * load**2 for load, times in loads)
    fourths = sum(times * load**4 for load, times in loads)
    load, times = (np.array(part, float) for part in zip(*loads, strict=True))
    expected = squares**2 / fourths if fourths else math.inf
    assert _effective(load, times) == pytest.approx(expected)
    pairs = np.array([float(load * (load - 1) / 2) for load, _ in loads])
    sums, products = (float(times @ pairs**power) for power in (1, 2))
    assert deciding_clusters(pairs, times) == pytest.approx(sums**2 / products if products else 0.0)
    assert deciding_clusters(np.zeros(3)) == 0


def test_how_many_clusters_hold_items_and_pairs() -> None:
    sizes = np.array([3, 6, 5, 2, 2, 2], float)
    pairs = sizes * (sizes - 1) / 2
    share = ALIKE.share(SMALL)

    def effective(load: Vector, times: Any = 1.0) -> float:
        return float((times * load**2).sum() ** 2 / (times * load**4).sum())

    for power, load, of_whole in ((1, sizes, 100), (2, pairs, 20)):
        found = ALIKE.holding(SMALL, power)
        assert found == pytest.approx((share * effective(load), max(3.0, share * of_whole)))
        through = FOUND.holding(SMALL, power)
        draws = FOUND.weights(SMALL).draws
        assert through == pytest.approx((draws / 20 * effective(load / sizes, sizes), 20))
    few = ClusterDesign("random clusters", clusters=100)
    assert few.holding(SMALL, 2).needed == 3
    # The labelled clusters alone tell: 3 and 4 items; 3 pairs against 2 · 2/2 + 5/2 and 6, 4 · 5/2
    for power, loads, least in ((1, [3, 4], 30), (2, [4.5, 10], 12)):
        near = NEAR.holding(SMALL, power)
        assert near == pytest.approx((effective(np.array(loads, float)), least))
        own = ClusterDesign(None, sampling_weights={0: 2, 1: 3}).holding(SMALL, power)
        assert own == pytest.approx((effective(np.array(loads) * [2.0, 3.0]), least))
        through = ClusterDesign("clusters of random items", "neighbourhood").holding(SMALL, power)
        assert through == pytest.approx((effective(np.array(loads) / [3.0, 4.0]), max(least, 20)))


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=14))
def test_contacts_are_pairs_of_cells_in_a_column(items: list[tuple[int, int]]) -> None:
    cells = Counter(items)
    products = [
        cells[one] * cells[other] for one, other in combinations(cells, 2) if one[1] == other[1]
    ]
    table = pw.contingency([a for a, _ in items], [b for _, b in items])
    contacts, deciding = _contacts(table)
    assert contacts == len(products)
    squares = sum(p**2 for p in products)
    assert deciding == pytest.approx(sum(products) ** 2 / squares if squares else 0.0)


def _blocks(clusters: int, merges: int) -> pw.Contingency:
    """Clusters of two items; in each merge, one item of each of two others is in the cluster."""
    rows, columns = [*range(clusters)] * 2, [*range(clusters)] * 2
    for merge in range(merges):
        rows += [merge % clusters, (merge + 1) % clusters]
        columns += [clusters + merge] * 2
    return pw.contingency(rows, columns)


def test_enough_clusters_and_contacts() -> None:
    """Thirty equal clusters hold the pairs; a thousand contacts of which 20 decide are enough."""
    assert _too_few(_blocks(30, 0), needs_contacts=False) is None
    assert "only about 29 reference clusters" in str(_too_few(_blocks(29, 0), needs_contacts=False))
    assert _too_few(_blocks(50, 1000), needs_contacts=True) is None
    few = str(_too_few(_blocks(111, 999), needs_contacts=True))
    assert few.startswith("only 999 times do two reference clusters share a candidate cluster")
    assert few.endswith("needs 1000 such cases")
    assert _too_few(_blocks(111, 999), needs_contacts=False) is None
    for merges, is_enough in ((19, False), (20, True)):
        rows, columns = [*range(60)] * 40, [*range(60)] * 40
        for merge in range(merges):  # 50 items of two clusters each: 2500 pairs
            rows += [2 * merge] * 50 + [2 * merge + 1] * 50
            columns += [1000 + merge] * 100
        for merge in range(1000):  # one pair each
            rows += [merge % 60, (merge + 1) % 60]
            columns += [2000 + merge] * 2
        table = pw.contingency(rows, columns)
        deciding = _contacts(table)[1]
        assert (deciding >= 20) == is_enough
        assert (_too_few(table, needs_contacts=True) is None) == is_enough


@pytest.mark.parametrize("drawn", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("times", [None, [1.0, 2.0, 1.0]])
def test_errors_of_moves(drawn: float, times: list[float] | None) -> None:
    moves, often = np.array([0.5, -0.5, 0.5]), np.array(times or [1.0, 1.0, 1.0])
    k = often.sum()
    error, reason = error_of_moves(moves, drawn, None if times is None else often)
    assert error == pytest.approx(math.sqrt((k - 1) / k * (often * moves**2).sum() * (1 - drawn)))
    assert reason == ("the sample is the whole" if drawn == 1 else None)
    assert error_of_moves(0 * moves, 0.5)[1] == "leaving out a cluster changes nothing"


def test_which_formulas_see_a_factor_of_pairs_across() -> None:
    pairs = [index for index in pw.indices("paper") if index.kind == "pairs"]
    same = {index.key for index in pairs if _is_same(index, across=2.0**30)}
    assert {"wallace_1", "goodman_kruskal"} <= same
    assert not {"rand", "correlation", "jaccard", "wallace_2", "adjusted_rand"} & same
    alone = {index.key for index in pairs if _is_same(index, across=1.0, together=2.0)}
    assert "wallace_1" in alone
    assert not {"goodman_kruskal", "rand", "jaccard", "wallace_2"} & alone


# --- checks of designs


@given(st.lists(st.integers(1, 5), min_size=1, max_size=4), st.data())
def test_mates_of_labelled_items(sizes: list[int], data: st.DataObject) -> None:
    """Their mean and variance, by all numbers of labelled items that clusters may have."""
    labelled = [data.draw(st.integers(1, size)) for size in sizes]
    whole = [*sizes, 3, 2]
    truth = truth_of([labelled], whole)
    mates = _Mates.of(truth)
    n, rate = sum(whole), sum(labelled) / sum(whole)
    assert mates.number == sum(x * (b - 1) for x, b in zip(labelled, sizes, strict=True))
    assert mates.labelled == sum(x * (x - 1) for x in labelled)
    assert mates.rate == rate
    usual = (sum(labelled) - 1) / (n - 1) * mates.number
    assert mates.excess == pytest.approx(mates.labelled - usual)
    variance = 0.0
    for size in sizes:
        x = np.arange(size + 1)
        law = binom.pmf(x, size, rate)
        more = x * (x - 1) - rate * (size - 1) * x
        variance += (law @ more**2 - (law @ more) ** 2) / (1 - (1 - rate) ** size)
    assert mates.deviation == pytest.approx(math.sqrt(variance))
    share = mates.labelled / mates.number if mates.number else 0
    assert str(mates).startswith(f"{share:.0%} of the items")
    assert str(mates).endswith(f"compared with {rate:.0%} of all items")
