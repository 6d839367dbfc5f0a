"""Scores from labelled clusters against sums without each of them, and why there are none."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import t as student

import partwise as pw
from partwise.base import InputError
from partwise.comparison.uncertainty.cluster_designs import ClusterDesign
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.comparison.uncertainty.partial_truth import (
    _around,
    _needs_all,
    _Sample,
    difference_clusters,
    estimate_clusters,
)

Vector = NDArray[np.float64]
ALIKE, FOUND = ClusterDesign("random clusters"), ClusterDesign("clusters of random items")
NEAR = ClusterDesign("random clusters", "neighbourhood")


def _population(k: int, seed: int = 0) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    rng = np.random.default_rng(seed)
    a = np.repeat(np.arange(k), rng.integers(3, 8, k))
    merged = np.where(rng.random(k) < 0.3, np.arange(1, k + 1), np.arange(k))
    lost = rng.random(len(a)) < 0.15
    return a, np.where(lost, k + 1 + np.arange(len(a)), merged[a])


def _labelled(a: Any, b: Any, drawn: Any) -> PartialTruth:
    known = {i: int(c) for i, c in enumerate(a) if c in set(drawn)}
    return PartialTruth.of(known, dict(enumerate(b.tolist())))


def _ratios(truth: PartialTruth, weights: Vector) -> dict[str, float]:
    """Return what the estimates are by the docstring of the module, from weighted sums."""
    s = type(truth.parts)(*(np.asarray(weights @ part) for part in truth.parts))
    return {
        "wallace_1": float(s.n11 / s.same_a),
        "wallace_2": float(s.n11 / s.same_b),
        "jaccard": float(s.n11 / (s.same_a + s.same_b - s.n11)),
        "bcubed_recall": float(s.recall / s.items),
        "bcubed": float(2 * s.recall * s.precision / (s.items * (s.recall + s.precision))),
        "cluster_f1": float(2 * s.recovered / (s.clusters + s.candidates)),
        "rand": float(
            1 - truth.same_b / s.same_b * (s.same_a + s.same_b - 2 * s.n11)
            / (truth.n * (truth.n - 1) / 2)
        ),
    }  # fmt: skip


@pytest.mark.parametrize("design", [ALIKE, FOUND, ClusterDesign("random clusters", clusters=900)])
def test_estimates_and_errors_by_leaving_out_each_cluster(design: ClusterDesign) -> None:
    """The jackknife over draws, with Student's law by the draws that decide, one by one."""
    a, b = _population(400)
    truth = _labelled(a, b, range(0, 400, 2))
    weight, times, kept = design.weights(truth)
    whole = _ratios(truth, weight * times)
    without = [
        _ratios(truth, weight * (times - (np.arange(len(times)) == c))) for c in range(len(times))
    ]
    found = estimate_clusters(truth, [pw.index(key) for key in whole], design, 0.9)
    draws = times.sum()
    for key, estimate in whole.items():
        values = np.array([each[key] for each in without])
        moves = values - (times @ values) / draws
        squares = float(times @ (kept * moves**2))
        fourths = float(times @ (kept * moves**2) ** 2)
        error = math.sqrt((draws - 1) / draws * squares)
        degrees = max(1.0, 2 * squares**2 / fourths - 1)
        e = found[key]
        assert e.corrected == pytest.approx(estimate, rel=1e-9)
        assert e.value == pytest.approx(float(pw.index(key).evaluate(truth.table).value))
        assert e.standard_error == pytest.approx(error, rel=1e-7), key
        half = student(degrees).ppf(0.95) * error / (estimate * (1 - estimate))
        logit = math.log(estimate / (1 - estimate))
        ends = [1 / (1 + math.exp(-logit - side * half)) for side in (-1, 1)]
        assert [e.low, e.high] == pytest.approx(ends, rel=1e-6)
        assert e.level == 0.9


def test_differences_by_leaving_out_each_cluster() -> None:
    a, b = _population(150)
    _, c = _population(150, 1)
    c = np.where(np.arange(len(a)) % 3 == 0, b, a)
    one, two = (_labelled(a, side, range(0, 150, 2)) for side in (b, c))
    weight, times, kept = ALIKE.weights(one)
    found = difference_clusters(one, two, [pw.index("jaccard")], ALIKE)["jaccard"]
    values = np.array([
        [_ratios(truth, weight - (np.arange(75) == left))["jaccard"] for left in range(75)]
        for truth in (one, two)
    ])  # fmt: skip
    moves = values[0] - values[1]
    moves = moves - moves.mean()
    error = math.sqrt(74 / 75 * (kept * moves**2).sum())
    whole = [_ratios(truth, weight * times)["jaccard"] for truth in (one, two)]
    assert found.corrected == pytest.approx(whole[0] - whole[1], rel=1e-9)
    assert found.standard_error == pytest.approx(error, rel=1e-7)
    squares, fourths = (float((kept * moves**2) @ (kept * moves**2) ** power) for power in (0, 1))
    degrees = 2 * squares**2 / fourths - 1
    expected = 2 * student(degrees).sf(abs(whole[0] - whole[1]) / error)
    assert found.p_value == pytest.approx(expected, rel=1e-5)
    same = difference_clusters(one, one, [pw.index("jaccard")], ALIKE)["jaccard"]
    assert (same.p_value, same.note) == (None, "leaving out a cluster changes nothing")
    other = _labelled(a, b, range(1, 150, 2))
    with pytest.raises(InputError, match="different reference clusters"):
        difference_clusters(one, other, [pw.index("jaccard")], ALIKE)
    renamed = PartialTruth(
        pw.Contingency(one.table.cells, [f"c{i}" for i in range(75)], one.table.column_labels),
        one.sizes, one.whole,
    )  # fmt: skip
    larger = np.where(np.arange(len(a)) == np.flatnonzero(a == 1)[0], 0, a)
    resized = _labelled(larger, b, range(0, 150, 2))
    assert resized.table.row_labels == one.table.row_labels
    for other in (renamed, resized):
        with pytest.raises(InputError, match="different reference clusters"):
            difference_clusters(one, other, [pw.index("jaccard")], ALIKE)
    fewer = _labelled(a[:-1], b[:-1], range(0, 150, 2))
    with pytest.raises(InputError, match="both must cluster all items"):
        difference_clusters(one, fewer, [pw.index("jaccard")], ALIKE)


def test_degrees_of_freedom_of_few_and_many_draws() -> None:
    """Twice the draws that decide, less one; at least one."""
    a, b = _population(150)
    truth = _labelled(a, b, range(75))
    sample = _Sample(truth, NEAR)
    for deciding, degrees in ((1, 1), (2, 3), (5, 9), (75, 149)):
        moves = np.zeros(75)
        moves[:deciding] = 0.5
        error, found = sample.error(moves)
        assert error == pytest.approx(math.sqrt(74 / 75 * deciding * 0.25))
        assert found == pytest.approx(degrees)
    moves = np.zeros(75)
    moves[:2] = 1.0, 0.3  # 1.09²/1.0081 decide
    assert sample.error(moves)[1] == pytest.approx(2 * 1.09**2 / 1.0081 - 1)
    assert sample.error(np.zeros(75)) == (0, 1)


def _note(truth: PartialTruth, key: str, design: ClusterDesign = ALIKE) -> str | None:
    return estimate_clusters(truth, [pw.index(key)], design)[key].note


def test_how_many_draws_and_errors_an_interval_needs() -> None:
    a = np.repeat(np.arange(200), 4)
    wrong = np.where(np.arange(800) < 80, 300 + np.arange(800) // 2, a)  # splits the first 20
    for drawn, reason in ((50, None), (49, "49 drawn clusters are too few .* needs 50")):
        note = _note(_labelled(a, wrong, range(5, 5 + drawn)), "jaccard")
        assert note is None if reason is None else reason.split(" .* ")[0] in str(note)
    for first, decide in ((10, None), (11, "errors in 9 labelled clusters decide this"),
                          (19, "errors in 1 labelled cluster decide")):  # fmt: skip
        for key in ("jaccard", "wallace_1", "bcubed_recall", "cluster_f1"):
            note = _note(_labelled(a, wrong, range(first, first + 80)), key)
            assert note is None if decide is None else str(note).startswith(decide), (first, key)
    assert str(_note(_labelled(a, wrong, range(80)), "wallace_2")).startswith("errors in 0 lab")
    assert str(_note(_labelled(a, wrong, range(80)), "bcubed_precision")).startswith("errors in 0")
    everything = _note(_labelled(a, wrong, range(200)), "jaccard")
    assert everything == "the sample is the whole"


def test_what_labelled_clusters_cannot_tell() -> None:
    a, b = _population(150)
    truth = _labelled(a, b, range(80))
    assert "no estimate of this index" in str(_note(truth, "nmi_arithmetic"))
    assert "needs the total number of items" in str(_note(truth, "rand", NEAR))
    assert _note(truth, "jaccard", NEAR) is None
    for key in ("jaccard", "dice", "wallace_1", "wallace_2", "fowlkes_mallows"):
        assert not _needs_all(pw.index(key))
    for key in ("rand", "correlation", "adjusted_rand", "fager_mcgowan"):
        assert _needs_all(pw.index(key))


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("estimate", [0.02, 0.3, 0.97])
def test_logistic_intervals(estimate: float, level: float) -> None:
    """Symmetric on the logistic scale of the range; plain where the range has an end at most."""
    quantile = student(7.5).ppf((1 + level) / 2)
    for key, lowest, highest in (("rand", 0, 1), ("correlation", -1, 1)):
        e = _around(pw.index(key), 0.1, estimate, 0.01, 7.5, level)
        odds = (estimate - lowest) / (highest - estimate)
        step = math.exp(quantile * 0.01 * (1 / (estimate - lowest) + 1 / (highest - estimate)))
        ends = [lowest + (highest - lowest) * o / (1 + o) for o in (odds / step, odds * step)]
        assert [e.low, e.high] == pytest.approx(ends, rel=1e-9)
        assert (e.value, e.standard_error, e.corrected, e.level) == (0.1, 0.01, estimate, level)
    plain = _around(pw.index("vi"), 0.1, estimate, 0.01, 7.5, level)
    assert plain.low == pytest.approx(max(0, estimate - quantile * 0.01))
    assert plain.high == pytest.approx(estimate + quantile * 0.01)
    edge = _around(pw.index("rand"), 0.1, 1.0, 0.01, 7.5, level)
    assert edge.low == pytest.approx(1 - quantile * 0.01)
    assert edge.high == 1
    far = _around(pw.index("rand"), 0.1, 1e-9, 0.5, 7.5, level)
    assert 0 <= (far.low or 0) < (far.high or 0) <= 1
