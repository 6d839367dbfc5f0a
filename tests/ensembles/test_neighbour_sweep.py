"""Sweeps without a reference: nested clusterings against tables, stretches by brute force."""

from __future__ import annotations

import json
import math
from itertools import combinations, pairwise

import numpy as np
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.clusterings import Policies
from partwise.ensembles.sweeps.family_reading import read_family
from partwise.ensembles.sweeps.neighbours import NeighbourSweep, Stretch, neighbours_of
from support.scored_pairs import Pair, clusters_at, linked

SOME = [0, 0, 0, 1, 1, 2]
BOUNDED = [
    index.key
    for index in pw.indices("all")
    if math.isfinite(float(index.best))
    and float(pw.score(SOME, SOME, index)) == pytest.approx(float(index.best))
]


def neighbours(family: object, index: str, tolerance: float = 0.01) -> NeighbourSweep:
    return neighbours_of(read_family(None, family, Policies()), pw.index(index), tolerance)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("index", BOUNDED)
def test_neighbours_are_compared_as_their_labels_are(index: str, seed: int) -> None:
    _, pairs = linked(n=15, clusters=4, pairs=18, seed=seed)
    result = neighbours(pairs, index)
    items = len({item for *two, _ in pairs for item in two})
    assert (result.clusters[0], result.largest[0]) == (items, 1)
    labels = [result.at(threshold) for threshold in result.thresholds.tolist()]
    assert result.clusters.tolist() == [clustering.k for clustering in labels]
    expected = [float(pw.score(a, b, index)) for a, b in pairwise(labels)]
    expected.append(math.nan)
    assert result.similarity.tolist() == pytest.approx(expected, rel=1e-9, abs=1e-12, nan_ok=True)


def widest_by_brute_force(pairs: list[Pair], index: str, tolerance: float) -> float:
    """Return the width of the widest stretch, from the similarity of each two thresholds."""
    n = 1 + max(max(two) for *two, _ in pairs)
    thresholds = sorted({score for *_, score in pairs}, reverse=True)
    labels = [clusters_at(pairs, threshold, n) for threshold in thresholds]
    best = float(pw.index(index).best)
    ends = [*thresholds[1:], thresholds[-1]]
    near = [(i, i) for i in range(len(labels))] + [
        (i, j)
        for i, j in combinations(range(len(labels)), 2)
        if abs(float(pw.score(labels[i], labels[j], index)) - best) <= tolerance
    ]
    return max(thresholds[i] - ends[j] for i, j in near)


@pytest.mark.parametrize("tolerance", [0.0, 0.02, 0.2])
@pytest.mark.parametrize("index", ["CC", "VI", "jaccard", "AMI", "BCubed"])
def test_the_widest_stretch_is_that_of_all_pairs_of_thresholds(
    index: str, tolerance: float
) -> None:
    _, pairs = linked(n=25, clusters=5, pairs=45, seed=3)
    n = 1 + max(max(two) for *two, _ in pairs)
    pairs += [(item, item + 1, 0.0) for item in range(n - 1)]  # so that all items are in pairs
    result = neighbours(pairs, index, tolerance)
    expected = widest_by_brute_force(pairs, index, tolerance)
    assert result.stretches[0].width == pytest.approx(expected)


def _overlap(one: Stretch, other: Stretch) -> bool:
    return max(one.end, other.end) < min(one.start, other.start)


@pytest.mark.parametrize("index", ["CC", "AMI"])
def test_stretches_do_not_overlap_and_their_ends_are_alike(index: str) -> None:
    _, pairs = linked(n=120, clusters=12, pairs=300, seed=4, digits=3)
    result = neighbours(pairs, index, 0.1)
    assert len(result.stretches) > 2
    widths = [stretch.width for stretch in result.stretches]
    assert widths == sorted(widths, reverse=True)
    assert not any(_overlap(*two) for two in combinations(result.stretches, 2))
    for stretch in result.stretches:
        first = result.at(stretch.start)
        just_before = [t for t in result.family.thresholds if t > stretch.end]
        last = result.at(just_before[-1])
        assert (stretch.clusters, stretch.clusters_at_end) == (first.k, last.k)
        assert stretch.largest == last.sizes.max()
        assert stretch.similarity == pytest.approx(float(pw.score(first, last, index)))
        assert stretch.similarity >= 0.9


@pytest.mark.parametrize("index", ["CC", "AMI", "accuracy"])
def test_a_dendrogram_is_steady_where_nothing_is_joined(index: str) -> None:
    linkage = np.array([[0, 1, 1.0, 2], [2, 3, 1.5, 2], [4, 5, 9.0, 4]])
    result = neighbours(linkage, index, 0.0)
    assert result.stretches[0][:4] == (1.5, 9.0, 2, 2)
    assert [stretch.width for stretch in result.stretches] == [7.5, 0.5]


def test_labels_for_each_value() -> None:
    a, b, c = [0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 3], [0, 1, 2, 3, 4, 5]
    result = neighbours({0.1: a, 0.2: a, 0.5: a, 1.0: b, 2.0: c}, "rand", 0.0)
    assert result.similarity.tolist()[:4] == [
        float(pw.score(*two, "rand")) for two in ((a, a), (a, a), (a, b), (b, c))
    ]
    [stretch] = result.stretches
    assert stretch == (0.1, 0.5, 3, 3, 2, 1.0)
    assert result.to_frame()["next"].tolist()[:4] == [0.2, 0.5, 1.0, 2.0]


@pytest.mark.parametrize("family", [{0.1: [0, 0, 1]}, np.zeros((0, 3))], ids=["labels", "pairs"])
def test_a_single_clustering_has_no_neighbours(family: object) -> None:
    result = neighbours(family, "CC")
    assert result.stretches == ()
    assert result.similarity.tolist() == pytest.approx([math.nan], nan_ok=True)
    assert repr(result).startswith("No stretches")


def test_manners() -> None:
    _, pairs = linked(n=120, clusters=12, pairs=300, seed=4, digits=3)
    result = neighbours(pairs, "CC")
    content = json.loads(result.to_json())
    assert [*content["curve"]] == ["threshold", "next", "clusters", "largest", "similarity"]
    assert content["stretches"][0]["width"] == result.stretches[0].width
    assert len(result) == len(result.to_frame("polars")) <= 100
    assert "may still be wrong" in repr(result)
    for wrong in (-1, math.nan, "x"):
        with pytest.raises(InputError, match="tolerance= must be"):
            neighbours(pairs, "CC", wrong)  # type: ignore[arg-type]
    for index in ("SMI", "russell_rao", "fager_mcgowan"):
        with pytest.raises(InputError, match=r"no best value, so .* how similar equal clusterings"):
            neighbours(pairs, index)
