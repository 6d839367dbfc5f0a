"""Labels checked against the design that they are said to come from."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest
from numpy.typing import NDArray

import partwise as pw
from partwise.base.errors import InputError
from partwise.comparison.uncertainty.cluster_designs import ClusterDesign
from partwise.comparison.uncertainty.design_checks import (
    NO_POWER,
    NOT_CHECKED,
    check_clusters,
    check_items,
)
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.tables import SizeHistogram

Labels = NDArray[np.int64]
ALIKE, FOUND = ClusterDesign("random clusters"), ClusterDesign("clusters of random items")


def population(seed: int, sizes: str = "geometric") -> tuple[Labels, Labels]:
    rng = np.random.default_rng(seed)
    a = (
        rng.geometric(0.2, 1500)
        if sizes == "geometric"
        else (rng.pareto(1.0, 1500) + 1).astype(int)
    )
    reference = np.repeat(np.arange(1500), np.minimum(a, 400))
    merged = np.where(rng.random(1500) < 0.15, np.arange(1500) + 1, np.arange(1500))
    lost = rng.random(len(reference)) < 0.1
    return reference, np.where(lost, 5000 + np.arange(len(reference)), merged[reference])


def part(a: Labels, b: Labels, picked: NDArray[np.bool_]) -> PartialTruth:
    table = pw.contingency(a[picked], b[picked])
    size = dict(zip(*np.unique(b, return_counts=True), strict=True))
    sizes = np.array([size[label] for label in table.column_labels])
    return PartialTruth(table, sizes, SizeHistogram.of(np.array(list(size.values()))))


@pytest.mark.parametrize("sizes", ["geometric", "power law"])
def test_right_designs_pass_and_wrong_ones_are_refused(sizes: str) -> None:
    for seed in range(8):
        a, b = population(seed, sizes)
        rng = np.random.default_rng(seed)
        items = part(a, b, rng.random(len(a)) < 0.2)
        clusters = part(a, b, np.isin(a, rng.choice(1500, 300, replace=False)))
        assert check_items(items) is None
        assert check_clusters(clusters, ALIKE) is None
        with pytest.raises(InputError, match="single items seem to have been labelled"):
            check_clusters(items, ALIKE)
        with pytest.raises(InputError, match='pass design="random clusters" or'):
            check_items(clusters)


def test_clusters_found_through_items_are_no_random_ones() -> None:
    for seed in range(8):
        a, b = population(seed)
        rng = np.random.default_rng(seed)
        through = part(a, b, np.isin(a, a[rng.integers(0, len(a), 600)]))
        alike = part(a, b, np.isin(a, rng.choice(1500, 500, replace=False)))
        assert check_clusters(through, FOUND) is None
        with pytest.raises(InputError, match=r"too large: .*found through their items"):
            check_clusters(through, ALIKE)
        with pytest.raises(InputError, match=r"too small: .*drawn with equal probability"):
            check_clusters(alike, FOUND)


def test_a_worthless_candidate_tells_nothing_and_the_result_says_so() -> None:
    a, _ = population(0)
    rng = np.random.default_rng(1)
    clusters = part(a, rng.integers(0, 50, len(a)), np.isin(a, np.arange(60)))
    assert check_clusters(clusters, ALIKE) == NO_POWER
    assert check_items(part(a, np.arange(len(a)), rng.random(len(a)) < 0.2)) == NO_POWER
    truth = {i: int(c) for i, c in enumerate(a) if c < 60}
    labels = {i: int(label) for i, label in enumerate(rng.integers(0, 50, len(a)))}
    result = pw.estimate(truth, {"mine": labels}, ["CC"], design="random clusters")
    assert result.notes == (NO_POWER,)
    assert "could not be checked" in str(result).replace("\n", " ")


def test_what_cannot_be_checked() -> None:
    a, b = population(0)
    some = part(a, b, a < 100)
    assert check_clusters(some, ClusterDesign("random clusters", "neighbourhood")) == NOT_CHECKED
    everything = part(a, b, a >= 0)
    assert check_items(everything) is None
    assert check_clusters(everything, ALIKE) is None


@pytest.mark.parametrize("candidate", ["match_50", "match_70", "match_90"])
def test_single_records_of_the_example_are_no_whole_clusters(candidate: str) -> None:
    """Single records are refused as clusters, and clusters as single records, in most draws."""
    records = pw.datasets.entities(backend="pandas")
    entity = dict(zip(records["id"], records["entity"], strict=True))
    clusters = dict(zip(records["id"], records[candidate], strict=True))
    rng = np.random.default_rng(0)
    refused = {"random items": 0, "clusters of random items": 0}
    for _ in range(10):
        drawn = rng.choice(list(entity), 150, replace=False)
        wanted = {entity[item] for item in drawn[:50]}
        single = {item: entity[item] for item in drawn}
        whole = {item: label for item, label in entity.items() if label in wanted}
        for labels, right, wrong in (
            (single, "random items", "clusters of random items"),
            (whole, "clusters of random items", "random items"),
        ):
            pw.estimate(labels, clusters, ["CC"], design=right)  # type: ignore[call-overload]
            with contextlib.suppress(pw.errors.InputError):
                pw.estimate(labels, clusters, ["CC"], design=wrong)  # type: ignore[call-overload]
                continue
            refused[wrong] += 1
    assert refused["random items"] == 10
    assert refused["clusters of random items"] >= 8
