"""Distances between many clusterings, and what is made of them, against SciPy and scikit-learn."""

from __future__ import annotations

import json
import math
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy.cluster.hierarchy import cophenet, is_valid_linkage, leaves_list, linkage
from scipy.spatial.distance import pdist, squareform

import partwise as pw
from partwise.base.errors import InputError
from partwise.ensembles import landscape
from partwise.ensembles.landscapes import classical_scaling

METRICS = [
    "correlation_distance",
    "correlation_chord",
    "mirkin",
    "jaccard",
    "rand",
    "vi",
    "nmi_max",
]


def random_labels(m: int, n: int, seed: int) -> dict[str, list[int]]:
    rng = np.random.default_rng(seed)
    return {f"c{i}": rng.integers(0, 2 + i % 5, n).tolist() for i in range(m)}


@pytest.mark.parametrize("index", METRICS)
def test_distances_are_those_of_score(index: str) -> None:
    given = random_labels(6, 30, 1)
    found = landscape(given, index)
    best = pw.index(index).best
    for (i, a), (j, b) in combinations(enumerate(given.values()), 2):
        expected = abs(float(pw.score(a, b, index)) - float(best))
        assert found.distances[i, j] == found.distances[j, i] == pytest.approx(expected, abs=1e-12)
    assert (np.diag(found.distances) == 0).all()
    assert not any("triangle" in note for note in found.notes)


@pytest.mark.parametrize("method", ["average", "complete", "single", "weighted"])
@pytest.mark.parametrize("seed", range(5))
def test_the_dendrogram_is_that_of_scipy(method: Any, seed: int) -> None:
    found = landscape(random_labels(9, 25, seed), linkage=method)
    condensed = squareform(found.distances)
    expected = linkage(condensed, method)
    assert is_valid_linkage(found.merges)
    assert found.merges[:, 2] == pytest.approx(expected[:, 2])
    assert cophenet(found.merges) == pytest.approx(cophenet(expected))
    assert [found.names[i] for i in leaves_list(found.merges)] == list(found.order)


def consistent(merges: NDArray[np.float64], order: tuple[int, ...]) -> bool:
    """Whether each branch of the dendrogram is an interval of the order."""
    m = len(order)
    branches = {i: {i} for i in range(m)}
    for step, (a, b) in enumerate(merges[:, :2].astype(int).tolist()):
        branches[m + step] = branches[a] | branches[b]
    places = [sorted(order.index(leaf) for leaf in branch) for branch in branches.values()]
    return all(spots[-1] - spots[0] == len(spots) - 1 for spots in places)


@pytest.mark.parametrize("seed", range(3))
def test_no_other_order_of_leaves_is_shorter(seed: int) -> None:
    found = landscape(random_labels(6, 15, seed))

    def length(order: tuple[int, ...]) -> float:
        return float(sum(found.distances[i, j] for i, j in pairwise(order)))

    allowed = [o for o in permutations(range(6)) if consistent(found.merges, o)]
    assert length(tuple(found.places)) == pytest.approx(min(map(length, allowed)))
    assert found.places.index(0) < 3


def test_scaling_finds_points_again() -> None:
    rng = np.random.default_rng(0)
    points = rng.normal(size=(12, 2))
    found = classical_scaling(squareform(pdist(points)))
    assert pdist(found.coordinates) == pytest.approx(pdist(points))
    assert found.shown == pytest.approx(1)
    assert found.negative == 0
    centred = points - points.mean(axis=0)
    assert found.eigenvalues[:2] == pytest.approx(np.linalg.svd(centred)[1] ** 2)
    assert (found.coordinates.max(axis=0) >= -found.coordinates.min(axis=0)).all()


def test_scaling_agrees_with_scikit_learn() -> None:
    manifold = pytest.importorskip("sklearn.manifold")
    if not hasattr(manifold, "ClassicalMDS"):
        pytest.skip("this scikit-learn has no classical scaling")
    distances = landscape(random_labels(10, 40, 3)).distances
    theirs = manifold.ClassicalMDS(n_components=2, metric="precomputed").fit_transform(distances)
    assert pdist(classical_scaling(distances).coordinates) == pytest.approx(pdist(theirs))


def test_scaling_of_distances_that_no_points_have() -> None:
    # A centre at distance 1 from three points that are 2 apart: in no Euclidean space.
    distances = np.full((4, 4), 2.0) - 2 * np.eye(4)
    distances[0, 1:] = distances[1:, 0] = 1
    found = classical_scaling(distances)
    centring = np.eye(4) - 0.25
    expected = np.sort(np.linalg.eigvalsh(-centring @ distances**2 @ centring / 2))[::-1]
    assert found.eigenvalues == pytest.approx(expected, abs=1e-12)
    assert found.negative == pytest.approx(-expected[-1] / abs(expected).sum())
    assert found.shown == pytest.approx(expected[:2].sum() / abs(expected).sum())


@pytest.mark.parametrize("seed", range(5))
def test_chords_of_correlation_are_distances_of_points(seed: int) -> None:
    """The paper's unit sphere: trivial clusterings, by convention, are points of it too."""
    given = random_labels(8, 12, seed) | {"one": [0] * 12, "all": list(range(12))}
    assert landscape(given, "correlation_chord").map.negative < 1e-9


def test_medoid_and_table() -> None:
    given = {"a": [0, 0, 1, 1, 2], "b": [0, 0, 1, 1, 1], "c": [0, 1, 0, 1, 0], "d": [0, 0, 1, 1, 1]}
    found = landscape(given)
    means = {
        name: math.fsum(float(pw.score(one, x, "CD")) for x in given.values()) / 4
        for name, one in given.items()
    }
    assert found.mean_distances == pytest.approx(means)
    assert found.medoid == "b"
    assert "b and d are the same clustering" in found.notes
    assert str(found).startswith(
        "4 clusterings of 5 items by Correlation Distance; the medoid is b"
    )
    told = json.loads(json.dumps(found.to_dict()))
    assert told["medoid"] == "b"
    assert told["metric"] is True
    assert found.to_matrix().columns == ["clustering", *found.order]
    assert sorted(sorted(map(str, group)) for group in found.groups(2).clusters()) == [
        ["a", "b", "d"],
        ["c"],
    ]


@pytest.mark.parametrize("m", [1, 2])
def test_few_clusterings(m: int) -> None:
    found = landscape(random_labels(m, 10, 0))
    assert found.merges.shape == (m - 1, 4)
    assert found.map.coordinates.shape == (m, 2)
    assert pdist(found.map.coordinates) == pytest.approx(squareform(found.distances))
    assert found.groups(m).k == m
    assert str(found)


def test_what_is_no_metric_is_said_to_be_none() -> None:
    found = landscape(random_labels(4, 10, 0), "adjusted_rand")
    assert "breaks the triangle inequality" in found.notes[0]
    own = pw.define("mine", "n11 / (n11 + n10 + n01)", range=(0, 1))
    assert "not known to be a metric" in landscape(random_labels(4, 10, 0), own).notes[0]


@pytest.mark.parametrize(
    ("given", "options", "told"),
    [
        ({}, {}, "at least one clustering"),
        ({"a": [0, 1]}, {"linkage": "ward"}, "linkage= must be one of"),
        ({"a": [0, 1]}, {"index": "wallace_1"}, "not symmetric"),
        ({"a": [0, 1]}, {"index": "smi"}, "no best value"),
        ({"a": [0, 0, 1], "b": [0, 1, 1]}, {"index": "russell_rao"}, "'a' from itself is not 0"),
        ({"a": [0, 1], "b": [0, 1, 2]}, {}, "^b:"),
        ({"a": [0, 0, 1], "b": [0, 1, 2]}, {"undefined": "nan"}, "undefined for 'a' and 'b'"),
    ],
)
def test_bad_input(given: Any, options: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        landscape(given, **options)


def test_groups_must_be_possible() -> None:
    with pytest.raises(InputError, match="must be from 1 to 4"):
        landscape(random_labels(4, 10, 0)).groups(5)


@pytest.mark.parametrize("kind", ["pandas", "polars", "lazy"])
def test_the_column_of_items_of_a_frame_is_no_clustering(kind: str) -> None:
    columns = {"id": [1, 2, 3, 4], "gold": [0, 0, 1, 1], "mine": [0, 1, 1, 1]}
    frame: Any = pd.DataFrame(columns) if kind == "pandas" else pl.DataFrame(columns)
    found = landscape(frame.lazy() if kind == "lazy" else frame)
    assert sorted(found.clusterings) == ["gold", "mine"]


def test_a_path_is_a_file_of_clusterings(tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    with pytest.raises(InputError, match=r"all\.csv: No such file"):
        landscape(str(path))
    path.write_text("id,gold,mine\n1,0,0\n2,0,1\n3,1,1\n")
    expected = landscape({"gold": [0, 0, 1], "mine": [0, 1, 1]}).distances
    assert landscape(str(path)).distances.tolist() == expected.tolist()


def test_what_is_said_of_clusterings_with_few_shared_items() -> None:
    runs = {"x": dict(zip("abcd", [0, 0, 1, 2], strict=True)), "y": {"a": 5, "b": 5, "e": 6}}
    notes = landscape(runs, missing="pairwise").notes
    assert "x and y are the same clustering on the items they share" in notes
    with pytest.raises(InputError, match="'x' and 'z' have 0 items in common"):
        landscape(runs | {"z": {"f": 1, "g": 2}}, missing="pairwise")


def test_many_leaves_are_ordered_without_turning_branches() -> None:
    from partwise.ensembles import landscapes

    places = np.random.default_rng(2).permutation(landscapes._MOST_TURNED + 1).astype(float)
    distances = np.abs(places[:, None] - places[None, :])
    merges, leaves = landscapes.as_dendrogram(distances, "average")
    assert sorted(leaves) == list(range(len(places)))
    assert is_valid_linkage(merges)
