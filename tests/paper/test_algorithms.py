"""The clusterings of the paper's experiment: settings, shared work, and what is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from partwise.base.errors import InputError
from partwise.paper import runs
from partwise.paper.algorithms import Method, MethodRun, as_method, groups, paper_methods, run_group
from partwise.paper.artifact import Context
from partwise.paper.older_starts import older_start

sklearn_cluster = pytest.importorskip("sklearn.cluster")


@pytest.fixture(scope="module")
def points() -> Any:
    generator = np.random.default_rng(3)
    centres = np.array([[0, 0], [4, 0], [0, 4]])
    return np.concatenate([centre + generator.normal(0, 0.4, (30, 2)) for centre in centres])


def test_names_are_read_and_written() -> None:
    names = ["affprop", "aggcl_ward_gt_half", "gmm_full_2", "kmeans_gt_double", "optics"]
    assert [as_method(f"gt_vs_{name}").name for name in names] == names
    assert as_method("gmm_tied_gt") == Method("gmm", "tied", "gt")


@pytest.mark.parametrize(
    "name", ["", "spectral", "kmeans", "kmeans_3", "gmm_2", "dbscan_2", "gmm_round_2"]
)
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="is not a clustering"):
        as_method(name)


@pytest.mark.parametrize(
    ("classes", "items", "sizes"),
    [
        (2, 100, {"gt": 2, "gt_double": 4}),
        (3, 150, {"2": 2, "gt": 3, "gt_double": 6}),
        (7, 101, {"2": 2, "gt": 7, "gt_half": 3, "gt_double": 14}),
        (116, 209, {"2": 2, "gt": 116, "gt_half": 58}),
    ],
)
def test_numbers_of_clusters_are_distinct_and_possible(
    classes: int, items: int, sizes: dict[str, int]
) -> None:
    methods = [each for each in paper_methods("any", classes, items) if each.family == "kmeans"]
    assert {each.size: each.clusters(classes, items) for each in methods} == sizes
    assert len(paper_methods("any", classes, items)) == 4 + 10 * len(sizes)


def _found(points: Any, *names: str) -> list[MethodRun]:
    return run_group(points, 3, [as_method(name) for name in names], 0)


def _same_partition(first: Any, second: Any) -> bool:
    pairs = len(set(zip(first.tolist(), second.tolist(), strict=True)))
    return pairs == len(set(first.tolist())) == len(set(second.tolist()))


SIZES = {"2": 2, "gt": 3, "gt_double": 6}


@pytest.mark.parametrize("linkage", ["ward", "average", "complete", "single"])
def test_a_shared_tree_gives_what_each_fit_gives(points: Any, linkage: str) -> None:
    for found, k in zip(
        _found(points, *(f"aggcl_{linkage}_{size}" for size in SIZES)), SIZES.values(), strict=True
    ):
        alone = sklearn_cluster.AgglomerativeClustering(k, linkage=linkage).fit(points).labels_
        assert _same_partition(found.labels, alone)


def test_shared_trees_of_birch_give_what_each_fit_gives(points: Any) -> None:
    founds = _found(points, *(f"birch_{size}" for size in SIZES))
    for found, k in zip(founds, SIZES.values(), strict=True):
        alone = sklearn_cluster.Birch(n_clusters=k).fit(points).labels_
        assert _same_partition(found.labels, alone)


@pytest.mark.parametrize(
    "name", ["kmeans_gt", "gmm_full_gt", "meanshift", "affprop", "dbscan", "optics"]
)
def test_every_algorithm_runs_and_repeats(points: Any, name: str) -> None:
    first, second = _found(points, name)[0], _found(points, name)[0]
    assert first.labels is not None
    assert first.labels.tolist() == (second.labels.tolist() if second.labels is not None else None)
    assert len(first.labels) == len(points)


def test_a_single_cluster_is_dropped_and_an_error_told(points: Any) -> None:
    (alone,) = _found(points * 1000, "dbscan")
    assert (alone.labels, alone.problem) == (None, "dropped: a single cluster")
    (failed,) = run_group(points[:4], 9, [Method("kmeans", None, "gt")], 0)
    assert failed.labels is None
    assert failed.problem.startswith("failed: ")


def test_groups_share_family_and_variant() -> None:
    methods = [
        as_method(name) for name in ("birch_2", "aggcl_ward_2", "birch_gt", "aggcl_single_2")
    ]
    assert [[each.name for each in some] for some in groups(methods)] == [
        ["birch_2", "birch_gt"],
        ["aggcl_ward_2"],
        ["aggcl_single_2"],
    ]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, points: Any) -> Path:
    monkeypatch.setattr(runs, "PAPER_DATASETS", ("iris", "letter"))
    for name in ("iris", "letter"):
        lines = [
            "@relation r",
            "@attribute x real",
            "@attribute y real",
            "@attribute class {a,b,c}",
        ]
        rows = [f"{x},{y},{'abc'[i // 30]}" for i, (x, y) in enumerate(points.tolist())]
        (tmp_path / f"{name}.arff").write_text("\n".join([*lines, "@data", *rows]) + "\n")
    return tmp_path


def _is_small(method: Method) -> bool:
    return method.family in ("kmeans", "dbscan")


def test_what_is_finished_is_not_run_again(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = Context(data, keep=tmp_path / "keep")
    first = runs.own_run(context, _is_small)
    assert [len(some) for some in first.runs.values()] == [4, 4]

    def refuse(*_: Any) -> Any:
        raise AssertionError("run again")

    monkeypatch.setattr(runs, "run_group", refuse)
    second = runs.own_run(context, _is_small)
    assert second.scores() == first.scores()
    assert second.seconds == first.seconds
    with pytest.raises(AssertionError, match="run again"):
        runs.own_run(Context(data, keep=tmp_path / "keep", seed=1), _is_small)


def test_a_quick_run_leaves_out_the_largest(data: Path) -> None:
    found = runs.own_run(Context(data, quick=True), _is_small)
    assert list(found.datasets) == ["iris"]
    assert found.without_labels == []
    truth = found.scores()["iris"]["kmeans_gt"]
    assert (truth["rand"], truth["vi"]) == (1.0, 0.0)  # three groups that are far apart


def test_an_older_start_draws_a_seed_and_then_the_first_centre(points: Any) -> None:
    seed = np.random.RandomState(11).randint(2**31 - 1, size=1)[0]
    first = points[np.random.RandomState(seed).randint(len(points))]
    centres = older_start(points, 3, np.random.RandomState(11))
    assert centres[0].tolist() == first.tolist()
    nearest = ((centres[:, None] - np.array([[0, 0], [4, 0], [0, 4]])) ** 2).sum(2).argmin(1)
    assert sorted(nearest.tolist()) == [0, 1, 2]  # one centre in each group


@pytest.mark.parametrize("covariance", ["spherical", "diag", "tied", "full"])
def test_mixtures_with_an_older_start_find_what_is_far_apart(points: Any, covariance: str) -> None:
    (found,) = run_group(points, 3, [Method("gmm", covariance, "gt")], 0, older="iris")
    assert found.labels is not None
    assert _same_partition(found.labels, np.repeat([0, 1, 2], 30))
