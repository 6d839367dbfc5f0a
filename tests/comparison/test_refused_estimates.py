"""An estimate that is refused still has the score and the level, whatever the reason."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.comparison.uncertainty.api import difference, estimates_of
from partwise.comparison.uncertainty.cluster_designs import ClusterDesign
from partwise.comparison.uncertainty.estimates import Difference, Estimate
from partwise.comparison.uncertainty.jackknife import NEAR_CHANCE, _caveat
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.comparison.uncertainty.left_out_items import _around, beyond_estimates
from partwise.comparison.uncertainty.partial_truth import difference_clusters, estimate_clusters
from partwise.comparison.uncertainty.planning import variance_of_paired_pairs, variance_of_pairs
from partwise.comparison.uncertainty.tilting import Tilt
from partwise.tables import PairCounts, three_way

LEVEL = 0.8
PAPER = pw.indices("paper")


def _labels(seed: int, n: int = 150, k: int = 5) -> list[Any]:
    rng = np.random.default_rng(seed)
    a = rng.integers(0, k, n)
    return [a, *(np.where(rng.random(n) < q, a, rng.integers(0, k, n)) for q in (0.8, 0.6))]


TABLES: dict[str, tuple[list[int], list[int]]] = {
    "two items": ([0, 1], [0, 1]),
    "few items": ([0, 0, 1, 1, 2], [0, 1, 1, 1, 2]),
    "identical": ([0, 1] * 30, [5, 6] * 30),
    "one cluster": ([0, 1] * 30, [0] * 60),
    "single items": ([0, 1] * 30, [*range(60)]),
    "one error": ([i // 30 for i in range(180)], [(i // 30) % 6 for i in range(1, 181)]),
    "chance": (_labels(1, 60, 2)[0].tolist(), _labels(2, 60, 2)[0].tolist()),
    "sparse": ([i // 2 for i in range(100)], [(i + 1) // 3 for i in range(100)]),
}  # fmt: skip


def _same(one: float, other: float) -> bool:
    return one == pytest.approx(other, nan_ok=True)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("sampling", ["items", "clusters"])
def test_scores_of_samples(name: str, sampling: Any) -> None:
    a, b = TABLES[name]
    table = pw.contingency(a, b)
    refused = 0
    for key, e in estimates_of(table, PAPER, LEVEL, sampling=sampling).items():
        assert _same(e.value, float(pw.index(key).evaluate(table).value)), key
        assert e.level == LEVEL
        _check(e)
        refused += e.low is None
    assert refused


def _check(e: Estimate | Difference) -> None:
    """Either all of an interval is there, or none of it and a reason."""
    parts = [e.standard_error, e.low, e.high]
    if isinstance(e, Difference) and e.note != "the two candidates are the same clustering":
        parts.append(e.p_value)
    assert len({part is None for part in parts}) == 1
    if e.low is None:
        assert e.note
        assert e.method == ""
    assert e.note is None or e.note.strip() == e.note


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("sampling", ["items", "clusters"])
def test_differences_of_samples(name: str, sampling: Any) -> None:
    a, b = (np.unique(side, return_inverse=True)[1].ravel() for side in TABLES[name])
    c = np.roll(b, 1)
    for key, d in difference(a, b, c, PAPER, LEVEL, sampling=sampling).items():
        one, two = (float(pw.index(key).evaluate(pw.contingency(a, side)).value) for side in (b, c))
        are_same = d.note == "the two candidates are the same clustering"
        assert _same(d.value, 0.0 if one == two or are_same else one - two), key
        assert d.level == LEVEL
        _check(d)


def _truths() -> Iterator[PartialTruth]:
    a, b, c = _labels(3)
    for candidate in (b, c):
        known = {i: int(label) for i, label in enumerate(a) if label < 2}
        yield PartialTruth.of(known, dict(enumerate(candidate.tolist())))


@pytest.mark.parametrize("whole", ["all", "neighbourhood"])
def test_scores_of_labelled_clusters(whole: Any) -> None:
    first, second = _truths()
    design = ClusterDesign("clusters of random items", whole)
    for key, e in estimate_clusters(first, PAPER, design, LEVEL).items():
        assert _same(e.value, float(pw.index(key).evaluate(first.table).value))
        assert (e.low, e.level) == (None, LEVEL)
        assert e.note
    for key, d in difference_clusters(first, second, PAPER, design, LEVEL).items():
        values = [float(pw.index(key).evaluate(t.table).value) for t in (first, second)]
        assert _same(d.value, values[0] - values[1])
        assert (d.low, d.p_value, d.level) == (None, None, LEVEL)
        assert d.note


def test_scores_of_covers() -> None:
    rng = np.random.default_rng(0)
    for n in (20, 150):
        one, other = (pw.Cover(rng.random((n, 3)) < 0.5) for _ in "ab")
        compared = pw.compare(one, {"x": other}, pw.indices("covers"))
        found = beyond_estimates(compared.scores["x"].table, compared.indices, LEVEL)  # type: ignore[arg-type]
        for key, e in found.items():
            assert e.value == compared.scores["x"][key]
            assert e.level == LEVEL
            _check(e)
    index: Any = compared.indices[0]
    values: list[Any] = [np.full(100, 0.5), np.append(np.full(99, 0.5), np.nan)]
    values.append(np.append(np.full(99, 0.5), 0.6))
    for without in values:
        e = _around(index, 0.25, without, LEVEL)
        assert (e.value, e.low, e.level) == (0.25, None, LEVEL)
        assert e.note


# --- other limits and bounds


def test_nearness_to_chance_begins_below_its_limit() -> None:
    """200 · 200 / (20 · 20) = 100 squares are free, so a variance of 1 allows 1 from pairs."""
    counts = PairCounts(20, 0, 0, 200)
    assert _caveat(counts, 1.0, 1.0) is None
    assert _caveat(counts, 1.0 + 1e-12, 1.0) == NEAR_CHANCE


def test_pairs_add_no_variance_to_indices_that_do_not_count_them() -> None:
    a, b, c = _labels(4)
    counts = three_way(a, b, c)
    for key in ("vi", "bcubed"):
        assert variance_of_pairs(pw.index(key), counts.tables[0]) == 0.0
        assert variance_of_paired_pairs(pw.index(key), counts) == 0.0
    assert variance_of_pairs(pw.index("rand"), counts.tables[0]) > 0
    assert variance_of_paired_pairs(pw.index("rand"), counts) > 0


def test_weights_that_are_as_likely_as_equal_ones() -> None:
    """Rounding may leave a likelihood above 1: the tail is then a half."""
    tilt = Tilt(np.array([3.0, 1.0]), np.array([-1.0, 3.0]), lambda _: 0.0)
    for factors in (np.ones(2), np.full(2, 1 + 1e-12)):
        assert tilt.tail(factors) == 0.5
    for degrees in (3.0, math.inf):
        wider = Tilt(tilt.counts, tilt.moves, tilt.score, degrees=degrees)
        assert wider.tail(np.ones(2)) == 0.5


def test_the_first_minus_the_second() -> None:
    """By items and by clusters."""
    rng = np.random.default_rng(0)
    a = np.repeat(np.arange(250), rng.integers(8, 13, 250))
    b, c = (np.where(rng.random(len(a)) < q, a, rng.integers(0, 250, len(a))) for q in (0.7, 0.6))
    for sampling, clusters in (("items", None), ("clusters", 900)):
        options: Any = {"sampling": sampling, "clusters": clusters}
        d = difference(a, b, c, [pw.index("jaccard")], LEVEL, **options)["jaccard"]
        assert d.value == pw.score(a, b, "J") - pw.score(a, c, "J") > 0
        assert d.low is not None
        assert 0 < d.low < d.centre
        found = pw.compare(a, {"b": b, "c": c}, ["J"]).differences("b", "c", level=LEVEL, **options)
        assert found["J"] == d
