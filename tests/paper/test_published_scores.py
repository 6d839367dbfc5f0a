"""The paper's tables on real data, from the scores that its authors published."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.paper import biases, inconsistency
from partwise.paper.algorithms import Method, groups, paper_methods, run_group
from partwise.paper.artifact import Context
from partwise.paper.datasets import load_datasets
from partwise.paper.older_starts import runs_before
from partwise.paper.published import (
    BIASES,
    FILE,
    INCONSISTENCY,
    INCONSISTENCY_INDICES,
    KEYS,
    SHORT_INCONSISTENCY,
    SHORT_INDICES,
    PublishedScores,
    as_study,
    read_published,
)

DATA = Path(os.environ.get("PARTWISE_DATA", "no-such-folder"))
needs_data = pytest.mark.skipif(
    not (DATA / FILE).is_file(), reason=f"PARTWISE_DATA does not name a folder with {FILE}"
)


@pytest.fixture(scope="module")
def scores() -> PublishedScores:
    return read_published(DATA)


@pytest.fixture(scope="module")
def lines() -> dict[str, dict[str, dict[str, float]]]:
    """The file as it is, distances negated: dataset → comparison → index → value."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    with (DATA / FILE).open(encoding="utf-8", newline="") as file:
        for dataset, comparison, name, value in csv.reader(file, delimiter="\t"):
            found.setdefault(dataset, {}).setdefault(comparison, {})[name] = float(value)
    return found


@needs_data
def test_every_cell_of_the_table_of_8688_triplets(scores: PublishedScores) -> None:
    study = as_study(scores, INCONSISTENCY_INDICES)
    assert study.triplets == 8688
    assert inconsistency.printed(study) == INCONSISTENCY
    assert len(INCONSISTENCY) == 78


@needs_data
def test_every_cell_of_table_1(scores: PublishedScores) -> None:
    assert inconsistency.printed(as_study(scores, SHORT_INDICES)) == SHORT_INCONSISTENCY
    assert len(SHORT_INCONSISTENCY) == 10


@needs_data
def test_every_cell_of_the_k_means_table(scores: PublishedScores) -> None:
    found = biases.preferences(as_study(scores, INCONSISTENCY_INDICES))
    assert found == BIASES
    assert sum(len(row) for row in BIASES.values()) == 26


@needs_data
def test_artifacts_put_all_cells_beside_the_paper(scores: PublishedScores) -> None:
    tables = inconsistency.EXPERIMENT.run(Context(DATA)).tables
    assert [table.matches for table in tables[:3]] == [(10, 10), (78, 78), (1, 1)]
    assert [table.matches for table in biases.PUBLISHED_BIASES.run(Context(DATA)).tables] == [
        (26, 26)
    ]


@needs_data
@pytest.mark.parametrize("rule", ["signs", "definition"])
def test_counts_are_those_of_a_plain_count(
    scores: PublishedScores, lines: dict[str, dict[str, dict[str, float]]], rule: str
) -> None:
    """One dataset, triplet by triplet, on the file as it is."""
    names = ("AvgNMI", "VariationOfInformation", "AdjustedMutualInformation", "RandIndex", "BCubed")
    clusterings = list(lines["iris"].values())

    def sign(name: str, first: int, second: int) -> int:
        ours, theirs = clusterings[first][name], clusterings[second][name]
        if rule == "definition" and abs(ours - theirs) < 1e-12:
            return 0
        return (ours > theirs) - (ours < theirs)

    study = as_study({"iris": scores["iris"]}, [KEYS[name] for name in names], rule)  # type: ignore[arg-type]
    pairs = list(combinations(range(len(clusterings)), 2))
    for (i, one), (j, other) in combinations(enumerate(names), 2):
        signs = [(sign(one, *pair), sign(other, *pair)) for pair in pairs]
        differ = [a * b < 0 if rule == "definition" else a != b for a, b in signs]
        assert study.counts[i, j] == sum(differ), (one, other)


@needs_data
def test_datasets_on_which_all_indices_are_inconsistent(
    lines: dict[str, dict[str, dict[str, float]]], scores: PublishedScores
) -> None:
    """The paper names 11; its published scores give 10, and neither heart-statlog nor wine."""
    names = [name for name in KEYS if KEYS[name] in INCONSISTENCY_INDICES]

    def differ(clusterings: list[dict[str, float]], one: str, other: str) -> bool:
        return any(
            (a[one] > b[one]) - (a[one] < b[one]) != (a[other] > b[other]) - (a[other] < b[other])
            for a, b in combinations(clusterings, 2)
        )

    expected = {
        dataset
        for dataset, some in lines.items()
        if all(differ(list(some.values()), *pair) for pair in combinations(names, 2))
    }
    found = as_study(scores, INCONSISTENCY_INDICES).fully_inconsistent
    assert set(found) == expected
    assert len(found) == 10
    assert not {"heart-statlog", "wine"} & set(found)


@needs_data
def test_the_520_clusterings_follow_from_the_rule(scores: PublishedScores) -> None:
    datasets = load_datasets(scores, DATA)
    wanted = {
        name: {method.name for method in paper_methods(name, data.k, data.n)}
        for name, data in datasets.items()
    }
    assert wanted == {name: set(some) for name, some in scores.items()}
    assert sum(map(len, wanted.values())) == 520


def _write(folder: Path, lines: list[str]) -> Path:
    (folder / FILE).write_text("".join(f"{line}\n" for line in lines))
    return folder


def test_distances_are_distances_again(tmp_path: Path) -> None:
    lines = [f"iris\tgt_vs_dbscan\t{name}\t-0.5" for name in KEYS]
    folder = _write(tmp_path, lines)
    read = read_published(folder, whole=False)["iris"]["dbscan"]
    assert (read["vi"], read["correlation_distance"], read["rand"]) == (0.5, 0.5, -0.5)
    with pytest.raises(InputError, match="1 of the 520 published comparisons"):
        read_published(folder)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("iris\tgt_vs_dbscan\tRandIndex", "line 1"),
        ("iris\tgt_vs_dbscan\tRandIndex\thigh", "line 1"),
        ("iris\tgt_vs_dbscan\tNoIndex\t0.5", "NoIndex"),
        ("iris\tgt_vs_magic\tRandIndex\t0.5", "gt_vs_magic"),
        ("iris\tgt_vs_dbscan\tRandIndex\t0.5", "there is no value of nmi_arithmetic"),
    ],
)
def test_what_is_no_line_of_the_file_is_refused(tmp_path: Path, line: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_published(_write(tmp_path, [line]))


def test_without_the_file_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"does not exist.*--data"):
        read_published(tmp_path)
    with pytest.raises(InputError, match=r"you named no data folder.*--data"):
        inconsistency.EXPERIMENT.run(Context())


def _largest_differences(
    scores: PublishedScores,
    dataset: str,
    wanted: Callable[[Method], bool],
    *,
    older: str | None = None,
) -> dict[str, float]:
    """Run methods on a dataset; return how far their scores are from the published ones."""
    data = load_datasets([dataset], DATA)[dataset]
    methods = [each for each in paper_methods(dataset, data.k, data.n) if wanted(each)]
    found = [
        each
        for some in groups(methods)
        for each in run_group(data.features, data.k, some, 0, older)
    ]
    differences = {}
    for each in found:
        ours = pw.scores(data.classes, each.labels, list(KEYS.values()))
        paper = scores[dataset][each.method.name]
        differences[each.method.name] = max(abs(float(ours[key]) - paper[key]) for key in paper)
    return differences


@needs_data
@pytest.mark.parametrize(("dataset", "clusterings"), [("iris", 16), ("wine", 15), ("sonar", 10)])
def test_algorithms_without_random_numbers_give_the_published_scores(
    scores: PublishedScores, dataset: str, clusterings: int
) -> None:
    """The same labels, and all 15 indices the same: the authors' implementation against ours."""
    pytest.importorskip("sklearn")
    fixed = ("aggcl", "birch", "dbscan")
    found = _largest_differences(scores, dataset, lambda method: method.family in fixed)
    assert len(found) == clusterings
    assert max(found.values()) < 1e-12


@needs_data
@pytest.mark.parametrize("dataset", ["iris", "wine", "ecoli"])
def test_random_starts_of_then_give_the_published_scores(
    scores: PublishedScores, dataset: str
) -> None:
    pytest.importorskip("sklearn")
    started = ("kmeans", "gmm")
    found = _largest_differences(
        scores, dataset, lambda method: method.family in started, older=dataset
    )
    assert len(found) == (20 if dataset == "ecoli" else 15)
    assert max(found.values()) < 1e-12


@needs_data
def test_the_runs_before_a_k_means_follow_from_the_published_names(scores: PublishedScores) -> None:
    before = 0
    for dataset in sorted(scores):
        sizes = [name.removeprefix("kmeans_") for name in scores[dataset] if "kmeans" in name]
        found = sorted(runs_before(dataset, size, sizes) for size in sizes)
        assert found == list(range(before, before + len(sizes)))
        before += len(sizes)
    assert before == 48
