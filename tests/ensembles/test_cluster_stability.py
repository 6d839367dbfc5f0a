"""Stability of clusters and consistency of items, against their definitions by sets and walks."""

from __future__ import annotations

import json
import math
from collections.abc import Hashable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

import partwise as pw
from partwise.base.errors import InputError
from partwise.ensembles import cluster_stability, co_association, item_consistency, stability

Labels = dict[Any, int]


def ensemble(seed: int, m: int = 6, n: int = 14) -> tuple[Labels, list[Labels]]:
    """Return a clustering, and replicates of samples of its items, with some items of their own."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 4, n + 2)
    replicates = []
    for _ in range(m):
        noisy = np.where(rng.random(n + 2) < 0.3, rng.integers(0, 4, n + 2), truth)
        kept = rng.permutation(n + 2)[: rng.integers(n // 2, n + 2)].tolist()
        replicates.append({f"i{i}": int(noisy[i]) for i in kept})
    return {f"i{i}": int(truth[i]) for i in range(n)}, replicates


def sets(labels: Labels, items: set[Hashable]) -> list[set[Hashable]]:
    """Return the clusters restricted to some items, without empty ones."""
    kept = [(item, label) for item, label in labels.items() if item in items]
    return [{i for i, own in kept if own == label} for label in dict.fromkeys(x for _, x in kept)]


def best_jaccard(cluster: set[Hashable], own: Labels, other: Labels) -> float:
    both = own.keys() & other.keys()
    cluster = cluster & both
    if not cluster:
        return math.nan
    return max(len(cluster & rival) / len(cluster | rival) for rival in sets(other, both))


@pytest.mark.parametrize("seed", range(8))
def test_best_matches_by_definition(seed: int) -> None:
    own, replicates = ensemble(seed)
    result = cluster_stability(own, replicates, missing="pairwise", level=0.9)
    assert {row.cluster for row in result.clusters} == set(own.values())
    for row in result.clusters:
        cluster = {item for item, label in own.items() if label == row.cluster}
        values = [best_jaccard(cluster, own, other) for other in replicates]
        known = [value for value in values if not math.isnan(value)]
        assert row.size == len(cluster)
        assert row.replicates == len(known)
        assert row.mean == pytest.approx(sum(known) / len(known))
        assert row.dissolved == sum(value <= 0.5 for value in known)
        assert row.recovered == sum(value > 0.75 for value in known)
        low, high = stats.t.interval(0.9, len(known) - 1, np.mean(known), stats.sem(known))
        if np.ptp(known):
            assert (row.low, row.high) == pytest.approx((max(low, 0), min(high, 1)))
        np.testing.assert_allclose(result.similarities[result.labels.index(row.cluster)], values)
    means = [row.mean for row in result.clusters]
    assert means == sorted(means, reverse=True)


def test_names_and_orders_do_not_matter() -> None:
    own, replicates = ensemble(3)
    result = cluster_stability(own, replicates, missing="pairwise")
    rng = np.random.default_rng(0)
    turned = [{i: f"c{7 - each[i]}" for i in rng.permutation(list(each))} for each in replicates]
    other = {i: -own[str(i)] for i in rng.permutation(list(own))}
    again = cluster_stability(other, turned, missing="pairwise")
    for row in result.clusters:
        same = again[-row.cluster]  # type: ignore[operator]
        assert (same.size, same.dissolved, same.recovered) == (
            row.size, row.dissolved, row.recovered
        )  # fmt: skip
        assert same.mean == pytest.approx(row.mean)
    items = item_consistency(replicates, missing="pairwise")
    assert {
        item: pytest.approx(value, nan_ok=True)
        for item, value in zip(items.items, items.values, strict=True)
    } == dict(
        zip(*(lambda x: (x.items, x.values))(item_consistency(turned, missing="pairwise")),
            strict=True)
    )  # fmt: skip


def test_thresholds_are_those_of_fpc() -> None:
    """Dissolved up to 0.5 and recovered above 0.75: half a cluster and three quarters are at it."""
    own = [0, 0, 0, 0]
    result = cluster_stability(own, [[0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0]])[0]
    assert (result.mean, result.dissolved, result.recovered) == (0.75, 1, 1)
    assert result.trust == "stable"
    wider = cluster_stability(own, [[0, 0, 1, 1], [0, 0, 0, 1]], dissolution=0.75, recovery=0.4)
    assert (wider[0].dissolved, wider[0].recovered) == (2, 2)


@pytest.mark.parametrize(
    ("mean", "trust"), [(0.75, "stable"), (0.6, "doubtful"), (0.5, "unstable")]
)
def test_rules_of_thumb(mean: float, trust: str) -> None:
    parts = {0.75: [0, 0, 0, 1], 0.6: [0, 0, 0, 1, 1], 0.5: [0, 1]}[mean]
    assert cluster_stability([0] * len(parts), [parts])[0].trust == trust


def walk(labels: list[int], alpha: float = 0.9) -> np.ndarray[Any, Any]:
    """Return where walks from each item are that move within clusters and return home (Gates)."""
    together = np.equal.outer(labels, labels)
    moves = together / together.sum(axis=1, keepdims=True)
    return (1 - alpha) * np.linalg.inv(np.eye(len(labels)) - alpha * moves)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("alpha", [0.9, 0.3])
def test_consistency_by_walks(seed: int, alpha: float) -> None:
    rng = np.random.default_rng(seed)
    runs = rng.integers(0, 4, (5, 12)).tolist()
    similarities = [
        1 - abs(walk(a, alpha) - walk(b, alpha)).sum(axis=1) / (2 * alpha)
        for a, b in combinations(runs, 2)
    ]
    result = item_consistency(runs)
    np.testing.assert_allclose(result.values, np.mean(similarities, axis=0))
    assert result.mean == pytest.approx(stability(runs, "element_centric")[None].mean)


@pytest.mark.parametrize("seed", range(4))
def test_consistency_on_the_items_that_two_replicates_share(seed: int) -> None:
    _, replicates = ensemble(seed)
    result = item_consistency(replicates, missing="pairwise")
    assert set(result.items) == {item for own in replicates for item in own}
    for item, value, count in zip(result.items, result.values, result.replicates, strict=True):
        assert count == sum(item in own for own in replicates)
        values = []
        for one, other in combinations(replicates, 2):
            both = one.keys() & other.keys()
            if item in both:
                a = next(own for own in sets(one, both) if item in own)
                b = next(own for own in sets(other, both) if item in own)
                values.append(len(a & b) / max(len(a), len(b)))
        assert value == pytest.approx(np.mean(values) if values else math.nan, nan_ok=True)


def test_a_function_makes_replicates() -> None:
    rng = np.random.default_rng(0)
    data = np.concatenate([rng.normal(centre, 0.1, 20) for centre in (0, 5, 10)])[:, None]
    ks = []

    def fit(rows: Any, k: Any, seed: int) -> Any:
        ks.append(k)
        labels = np.round(rows[:, 0] / 5).astype(int)
        tail = np.random.default_rng(seed).integers(0, 9, len(rows))
        return np.where(labels == 2, 10 + tail, labels)  # the third cluster falls apart

    own = np.repeat(["a", "b", "c"], 20)
    result = cluster_stability(own, fit, data=data, repeats=12)
    assert set(ks) == {3}
    assert [result[x].recovered for x in "abc"] == [12, 12, 0]
    assert result["c"].dissolved == 12
    assert "do not trust (mean below 0.6): c" in str(result)
    items = item_consistency(fit, data=data, repeats=12)
    assert set(ks) == {3, None}
    assert items.values[:40].min() == 1 > items.values[40:].max()
    assert set(items.least(20)) == set(range(40, 60))


def test_intervals_cover_the_mean() -> None:
    """The interval is about replicates of the same kind: it holds their mean as often as said."""
    own, rng, hits = [0] * 12, np.random.default_rng(1), 0
    shares = rng.integers(4, 13, (300, 15))
    truth = np.mean([k / 12 if k >= 6 else 1 - k / 12 for k in range(4, 13)])
    for row in shares:
        result = cluster_stability(own, [[0] * k + [1] * (12 - k) for k in row])[0]
        hits += bool(result.low <= truth <= result.high)
    assert 0.91 < hits / 300 < 0.99


def test_noise_and_missing_labels() -> None:
    own, runs = [0, 0, 1, 1, -1, -1], [[0, 0, 1, 1, 1, -1], [0, 0, 1, 1, 0, None]]
    result = cluster_stability(own, runs, noise="drop", missing="pairwise")
    assert set(result.labels) == {0, 1}
    assert result[0].mean == result[1].mean == 1
    with pytest.raises(InputError, match="missing"):
        cluster_stability(own, runs)


def test_results_leave_as_others_do() -> None:
    own, replicates = ensemble(1)
    result = cluster_stability(own, replicates, missing="pairwise")
    assert json.loads(result.to_json())["clusters"][0]["mean"] == result.clusters[0].mean
    assert list(result.to_frame("polars").columns)[:3] == ["cluster", "size", "mean"]
    items = item_consistency(replicates, missing="pairwise")
    assert len(items.to_frame()) == len(items.items)
    assert items[items.items[0]] == pytest.approx(items.values[0], nan_ok=True)
    assert json.loads(items.to_json())["mean"] == items.mean


@pytest.mark.parametrize(
    ("replicates", "options", "words"),
    [
        ([], {}, "at least one replicate"),
        ([[0, 0, 1, 1]], {"level": 1}, "level="),
        ([[0, 0, 1, 1]], {"recovery": 2}, "recovery="),
        ([[0, 0, 1, 1]], {"data": [1, 2]}, "data= is only for a function"),
        ([[0, 0, 1]], {}, "3"),
        ([[0, 0, 1]], {"missing": "pairwise"}, "must have the same length"),
        ({"the clustering": [0, 0, 1, 1]}, {}, "cannot be called"),
        (lambda rows, *_: rows, {}, "pass data="),
        (lambda rows, *_: rows, {"data": [1, 2, 3]}, "has 4 items, but data= has 3 rows"),
        ([[0, 0, 1, 1]], {"missing": "ignore"}, '"pairwise", not'),
    ],
)
def test_bad_input(replicates: Any, options: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        cluster_stability([0, 0, 1, 1], replicates, **options)


def test_questions_that_have_no_answer() -> None:
    with pytest.raises(InputError, match="at least two replicates, not 1"):
        item_consistency([[0, 1]])
    with pytest.raises(InputError, match="no cluster 'x'; the clusters are a and b"):
        cluster_stability(["a", "b"], [[0, 1]])["x"]
    with pytest.raises(InputError, match="no item 9"):
        item_consistency([[0, 1], [0, 1]])[9]
    assert math.isnan(cluster_stability([0, 1], [[0, 1]])[0].low)
    assert pw.ensembles.cluster_stability is cluster_stability


def test_no_item_in_two_replicates() -> None:
    consistency = item_consistency([{"a": 1, "b": 2}, {"c": 1, "d": 2}], missing="pairwise")
    assert math.isnan(consistency.mean)
    assert consistency.to_dict()["mean"] is None
    assert "4 items in fewer than two replicates" in repr(consistency)
    assert "nan" not in repr(consistency)


def test_a_cluster_that_no_replicate_has_is_not_called_unstable() -> None:
    result = cluster_stability({"a": 1, "b": 1, "c": 2}, [{"a": 0, "b": 0}], missing="pairwise")
    assert result[2].trust == "unknown"
    assert result.notes == ("some replicates have no item of: 2",)
    assert "unknown" in repr(result)
    assert "unknown" in str(result.plot().spec)


@pytest.mark.parametrize("policy", [{"missing": "drop"}, {"missing": "singletons"}, {}])
def test_what_became_of_items_is_said(policy: dict[str, Any]) -> None:
    absent = None if policy else -1
    own, runs = [0, 0, absent, 1], [[0, 0, 1, 1], [0, 1, 1, 1]]
    expected = co_association(own, runs, **policy).to_table().notes[1:]
    assert expected
    assert cluster_stability(own, runs, **policy).notes[-len(expected) :] == tuple(expected)
    told = item_consistency([own, *runs], **policy).notes
    assert len(told) == len(expected)
