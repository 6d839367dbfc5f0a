"""Consensus clusterings, against trying every clustering."""

from __future__ import annotations

import json
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.clusterings.factorization import Codes
from partwise.ensembles import consensus
from partwise.ensembles.consensus_search import Blocks, all_labels, improved, mean_distance
from partwise.ensembles.distances import Objective
from support.set_partitions import set_partitions

INDICES = ["correlation_distance", "mirkin", "jaccard", "adjusted_rand", "sokal_sneath_1"]


def inputs(m: int, n: int, seed: int, k: int = 3) -> list[list[int]]:
    rng = np.random.default_rng(seed)
    return rng.integers(0, k, (m, n)).tolist()  # type: ignore[no-any-return]


def mean(given: Any, labels: Any, index: str, weights: Any = None) -> float:
    """Return the mean distance by its definition."""
    chosen = pw.index(index)
    values = [abs(float(chosen(each, labels)) - float(chosen.best)) for each in given]
    return float(np.average(values, weights=weights))


@pytest.mark.parametrize("n", range(8))
def test_all_clusterings_are_tried(n: int) -> None:
    assert [tuple(row) for row in all_labels(n).tolist()] == sorted(set_partitions(n))


@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("n", range(1, 7))
def test_few_items_get_the_best_of_all(n: int, index: str) -> None:
    for seed in range(3):
        given = inputs(2 + seed, n, seed)
        weights = [1.0, 2.5, 0.5, 1.0][: len(given)]
        found = consensus(given, index, clustering_weights=weights)
        best = min(mean(given, list(labels), index, weights) for labels in set_partitions(n))
        assert found.proved
        assert found.mean_distance == pytest.approx(best, abs=1e-9)
        labels = list(found.clustering.labels)
        assert mean(given, labels, index, weights) == pytest.approx(best, abs=1e-9)


def searched(given: list[list[int]], index: str, seed: int = 0) -> tuple[float, Codes]:
    """Search from the inputs, as for more items than can be enumerated."""
    codes = [pw.Clustering(each).codes for each in given]
    n, chosen = len(given[0]), pw.index(index)
    same = np.array([pw.contingency(c, c).pair_counts.n11 for c in codes])
    objective = Objective(chosen, same, n * (n - 1) // 2, np.full(len(given), 1 / len(given)))
    blocks = Blocks.of(codes)
    rng = np.random.default_rng(seed)
    starts = [blocks.codes[:, i] for i in range(len(given))]
    found = [improved(blocks, objective, start, rng) for start in starts]
    labels, value = min(found, key=lambda each: each[1])
    assert value == pytest.approx(mean_distance(blocks, objective, labels), abs=1e-12)
    return value, labels[blocks.of_item]


@pytest.mark.parametrize("index", INDICES)
def test_the_search_finds_the_best_of_few_items_nearly_always(index: str) -> None:
    reached = []
    for seed in range(12):
        given = inputs(5, 6, seed)
        value, labels = searched(given, index)
        assert value == pytest.approx(mean(given, labels, index), abs=1e-9)
        best = min(mean(given, list(each), index) for each in set_partitions(6))
        assert value >= best - 1e-9
        reached.append(value <= best + 1e-9)
    assert sum(reached) >= 10


@pytest.mark.parametrize("seed", range(8))
def test_some_best_consensus_by_mirkin_keeps_what_all_put_together(seed: int) -> None:
    given = [[each[0], each[0], *each[1:]] for each in inputs(4, 5, seed)]
    values = {labels: mean(given, list(labels), "mirkin") for labels in set_partitions(6)}
    kept = min(value for labels, value in values.items() if labels[0] == labels[1])
    assert kept == pytest.approx(min(values.values()))


@pytest.mark.parametrize("seed", range(4))
def test_no_single_move_is_better(seed: int) -> None:
    """Of the result for more items: no item moved elsewhere, by the definition of the mean."""
    given = inputs(5, 14, seed)
    found = consensus(given, seed=seed)
    assert not found.proved
    labels = found.clustering.codes.tolist()
    assert found.mean_distance == pytest.approx(mean(given, labels, "CD"))
    assert found.mean_distance <= found.medoid_mean + 1e-12
    for item, target in product(range(14), range(max(labels) + 2)):
        moved = [*labels[:item], target, *labels[item + 1 :]]
        assert mean(given, moved, "CD") >= found.mean_distance - 1e-9


@pytest.mark.parametrize("seed", range(6))
def test_noise_is_averaged_out(seed: int) -> None:
    truth = np.repeat(np.arange(4), 15)
    rng = np.random.default_rng(seed)
    given = [np.where(rng.random(60) < 0.2, rng.integers(0, 4, 60), truth) for _ in range(9)]
    found = consensus(given)
    assert found.mean_distance <= mean(given, truth, "CD") + 1e-12
    assert found.mean_distance < found.medoid_mean
    assert pw.score(truth, found.clustering, "CC") > 0.9
    assert consensus(given).clustering == found.clustering  # the same seed


def test_inputs_are_no_traps(monkeypatch: pytest.MonkeyPatch) -> None:
    """No move of an item helps an input here, but the truth behind all is nearer to them."""
    module = import_module("partwise.ensembles.consensus_clustering")
    monkeypatch.setattr(module, "_cuts", lambda *_: [])
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 8, 1000)
    given = [np.where(rng.random(1000) < 0.05, rng.integers(0, 8, 1000), truth) for _ in range(5)]
    _, stuck = searched([each.tolist() for each in given], "CD")
    assert min(mean(given, each, "CD") for each in given) == pytest.approx(mean(given, stuck, "CD"))
    found = consensus(given)
    assert found.mean_distance <= mean(given, truth, "CD") + 1e-9
    assert found.mean_distance < 0.95 * found.medoid_mean


def test_same_clusterings_are_their_own_consensus() -> None:
    given = [[0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4]] * 3
    found = consensus(given)
    assert found.clustering == pw.Clustering(given[0])
    assert found.mean_distance == 0


def test_weights() -> None:
    given = {"a": [0, 0, 1, 1], "b": [0, 1, 0, 1], "c": [0, 1, 1, 0]}
    for name, labels in given.items():
        weights = {each: 10.0 if each == name else 1.0 for each in given}
        assert consensus(given, clustering_weights=weights).clustering == pw.Clustering(labels)
    assert consensus(given, clustering_weights=[0, 1, 0]).mean_distance == 0


@pytest.mark.parametrize("index", ["vi", "nmi_arithmetic", "van_dongen", "accuracy"])
def test_few_items_by_indices_that_do_not_count_pairs(index: str) -> None:
    for seed in range(3):
        given = inputs(4, 5, seed)
        found = consensus(given, index)
        means = [mean(given, list(each), index) for each in set_partitions(5)]
        assert found.proved
        assert found.mean_distance == pytest.approx(min(means), abs=1e-12)


@pytest.mark.parametrize("items", [8, 12, 40])
def test_other_indices_take_the_best_start(items: int) -> None:
    given = inputs(4, items, 0)
    found = consensus(given, "vi")
    assert not found.proved
    assert found.mean_distance == pytest.approx(mean(given, found.clustering, "vi"))
    assert found.mean_distance <= min(mean(given, each, "vi") for each in given) + 1e-12
    assert "another clustering may be better" in found.how


def test_an_index_that_is_not_symmetric_is_refused() -> None:
    with pytest.raises(pw.errors.InputError, match="wallace_1 is not symmetric"):
        consensus([[0, 0, 1], [0, 1, 1]], "wallace_1")


def test_result_keeps_names() -> None:
    given = {"a": {"x": 0, "y": 0, "z": 1}, "b": {"z": 1, "y": 0, "x": 0}}
    found = consensus(given)
    assert dict(zip(found.clustering.items, found.clustering.labels, strict=True)) == {
        "x": 0,
        "y": 0,
        "z": 1,
    }
    told = json.loads(json.dumps(found.to_dict()))
    assert told["items"] == ["x", "y", "z"]
    assert told["proved"] is True
    assert "the best of all 5 clusterings" in str(found)


@pytest.mark.parametrize(
    ("given", "options", "told"),
    [
        ([], {}, "at least one"),
        ([[0, 1]], {"starts": 0}, "starts="),
        ([[0, 1]], {"clustering_weights": [1, 2]}, "has 2 weights for 1 clusterings"),
        ([[0, 1]], {"clustering_weights": [-1]}, "at least 0"),
        ([[0, 1]], {"clustering_weights": [0]}, "not all 0"),
        ({"a": [0, 1]}, {"clustering_weights": {"b": 1}}, "'a' has none"),
        ({"a": [0, 1]}, {"clustering_weights": {"a": 1, "b": 1}}, "there is no 'b'"),
        ([[0, 1]], {"index": "smi"}, "no best value"),
        ([[0, 0, 1], [0, 1, 2]], {"undefined": "nan"}, "undefined for some"),
    ],
)
def test_bad_input(given: Any, options: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        consensus(given, **options)
