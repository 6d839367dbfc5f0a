"""Samples of whole reference clusters."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

import partwise as pw
from partwise.comparison.uncertainty.api import difference, estimates_of
from partwise.comparison.uncertainty.cluster_sampling import pairs_of_clusters, scaled_to_whole

PAIRS = tuple(i for i in pw.indices("paper") if i.kind == "pairs")


def population(k: int, seed: int = 0) -> tuple[NDArray[np.int64], ...]:
    """Return clusters of some ten items, and candidates that mix all of them."""
    rng = np.random.default_rng(seed)
    a = np.repeat(np.arange(k), rng.integers(8, 13, k))
    b, c = (np.where(rng.random(len(a)) < q, a, rng.integers(0, k, len(a))) for q in (0.7, 0.6))
    return a, b, c


def counts(a: NDArray[np.int64], b: NDArray[np.int64]) -> tuple[int, ...]:
    return tuple(pw.contingency(a, b).pair_counts)


def test_each_cluster_has_its_pairs() -> None:
    a, b, _ = population(6)
    found = pairs_of_clusters(pw.contingency(a, b))
    for cluster in range(6):
        rest = a != cluster
        lost = np.subtract(counts(a, b), counts(a[rest], b[rest]))
        assert [count[cluster] for count in found] == lost.tolist()


def test_scaled_counts_are_those_of_the_whole_on_average() -> None:
    a, b, _ = population(6)
    sums = np.zeros(4)
    draws = list(combinations(range(6), 4))
    for drawn in draws:
        picked = np.isin(a, drawn)
        sample = pw.contingency(a[picked], b[picked]).pair_counts
        sums += np.array(list(scaled_to_whole(sample, 4, 6, 1.0)))
    assert sums / len(draws) == pytest.approx(counts(a, b), rel=1e-12)


@pytest.mark.parametrize("whole", [300, 2000])
def test_standard_error_is_that_of_clusters_actually_left_out(whole: int) -> None:
    k = 250
    a, b, _ = population(k)
    index = pw.index("adjusted_rand")
    values = []
    for cluster in range(k):
        n11, n10, n01, n00 = (Fraction(x) for x in counts(a[a != cluster], b[a != cluster]))
        within = Fraction(whole, k - 1)
        across = Fraction(whole * (whole - 1), (k - 1) * (k - 2))
        n11, n10, n01, n00 = n11 * within, n10 * within, n01 * across, n00 * across
        expected = (n11 + n10) * (n11 + n01) / (n11 + n10 + n01 + n00)
        values.append((n11 - expected) / (((n11 + n10) + (n11 + n01)) / 2 - expected))
    mean = sum(values) / k
    variance = Fraction(k - 1, k) * sum((value - mean) ** 2 for value in values)
    error = math.sqrt(variance * (1 - Fraction(k, whole)))
    table = pw.contingency(a, b)
    found = estimates_of(table, [index], sampling="clusters", clusters=whole)[index.key]
    assert found.standard_error == pytest.approx(error, rel=1e-9)


def test_only_what_does_not_depend_on_the_share_carries_over() -> None:
    a, b, c = population(250)
    own = pw.define("own_recall", "n11 / mA", range=(0, 1))
    found = estimates_of(pw.contingency(a, b), [*PAIRS, own], sampling="clusters")
    given = {key for key, each in found.items() if each.low is not None}
    assert given == {"wallace_1", "goodman_kruskal", "own_recall"}
    assert "how many clusters the whole reference has" in str(found["correlation"].note)
    paired = difference(a, b, c, [*PAIRS, own], sampling="clusters")
    assert {key for key, each in paired.items() if each.p_value is not None} == given
    assert paired["wallace_1"].p_value == paired["own_recall"].p_value


def test_with_all_clusters_counted_others_carry_over_too() -> None:
    a, b, c = population(250)
    index = pw.index("CC")
    found = estimates_of(pw.contingency(a, b), [index], sampling="clusters", clusters=900)
    assert found["correlation"].corrected != found["correlation"].value
    assert found["correlation"].low is not None
    same = difference(a, b, b, [index], sampling="clusters", clusters=900)["correlation"]
    assert (same.value, same.p_value) == (0, 1)
    other = difference(a, b, c, [index], sampling="clusters", clusters=900)["correlation"]
    assert other.p_value is not None
    assert other.p_value < 0.05
    second = estimates_of(pw.contingency(a, c), [index], sampling="clusters", clusters=900)
    corrected = [each["correlation"].corrected or 0.0 for each in (found, second)]
    assert other.corrected == pytest.approx(corrected[0] - corrected[1], rel=1e-9)


def test_reasons_for_no_interval() -> None:
    a, b, _ = population(250)
    few, apart = pw.contingency(a[a < 9], b[a < 9]), pw.contingency(a, np.arange(len(a)) // 3)
    whole = estimates_of(pw.contingency(a, b), [pw.index("CC")], sampling="clusters", clusters=250)
    assert whole["correlation"].note == "the sample is the whole"
    found = estimates_of(few, PAIRS, sampling="clusters", clusters=100)
    assert all("too few" in str(each.note) for each in found.values())
    found = estimates_of(apart, [pw.index("CC")], sampling="clusters", clusters=1000)
    assert "share a candidate cluster" in str(found["correlation"].note)
    found = estimates_of(pw.contingency(a, b), [pw.index("NMI")], sampling="clusters")
    assert "is unknown" in str(found["nmi_arithmetic"].note)


@pytest.mark.parametrize(
    ("a", "b"),
    [([], []), ([0], [0]), ([0, 0], [0, 1]), ([0] * 50, list(range(50))), ([0, 1] * 9, [0, 1] * 9)],
)
def test_extremes(a: list[int], b: list[int]) -> None:
    for clusters in (None, 100):
        for found in estimates_of(
            pw.contingency(a, b), pw.indices("paper"), sampling="clusters", clusters=clusters
        ).values():
            assert found.low is None
            assert found.note


def test_bad_input_is_refused() -> None:
    table = pw.contingency([0, 0, 1], [0, 1, 1])
    with pytest.raises(pw.errors.InputError, match="at least 2"):
        estimates_of(table, PAIRS, sampling="clusters", clusters=1)
    with pytest.raises(pw.errors.InputError, match="goes with"):
        estimates_of(table, PAIRS, clusters=5)
    with pytest.raises(pw.errors.InputError, match="sampling="):
        estimates_of(table, PAIRS, sampling="rows")  # type: ignore[arg-type]
