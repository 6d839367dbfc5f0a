"""Studies of many datasets, against counts made triplet by triplet."""

from __future__ import annotations

import argparse
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.cli.study import add_study
from partwise.ensembles.study_collection import study
from partwise.ensembles.study_result import Study

KEYS = ["rand", "jaccard", "vi", "wallace_1"]
LOWER = {"vi"}


def _labels(seed: int, k: int) -> list[int]:
    return [int(x) for x in np.random.default_rng(seed).integers(0, k, 24)]


DATASETS: dict[str, Any] = {
    "one": (_labels(0, 3), {"a": _labels(1, 2), "b": _labels(2, 5), "c": _labels(3, 3)}),
    "two": (_labels(4, 4), {"a": _labels(5, 2), "b": _labels(6, 6), "d": [0] * 12 + [1] * 12}),
}


def _goodness(dataset: str, name: str, key: str) -> float:
    value = float(pw.score(DATASETS[dataset][0], DATASETS[dataset][1][name], key))
    return -value if key in LOWER else value


def test_counts_are_those_of_a_plain_count() -> None:
    found = study(DATASETS, indices=KEYS)
    assert (found.triplets, found.datasets) == (6, ("one", "two"))
    for (i, one), (j, other) in combinations(enumerate(KEYS), 2):
        differ = 0
        for dataset, (_, candidates) in DATASETS.items():
            for a, b in combinations(candidates, 2):
                first = _goodness(dataset, a, one) - _goodness(dataset, b, one)
                second = _goodness(dataset, a, other) - _goodness(dataset, b, other)
                differ += first * second < 0
        assert found.counts[i, j] == found.counts[j, i] == differ
        assert found.percentages[i, j] == pytest.approx(100 * differ / 6)
    assert found.counts.any()


def test_preferences_and_wins_are_those_of_the_scores() -> None:
    found = study(DATASETS, indices=KEYS)
    for key in KEYS:
        better = [_goodness(d, "a", key) > _goodness(d, "b", key) for d in DATASETS]
        assert found.preference("a", "b")[key] == (sum(better), 2 - sum(better), 0)
        best = [max(DATASETS[d][1], key=lambda n: _goodness(d, n, key)) for d in DATASETS]
        assert found.wins[key] == {name: best.count(name) for name in "abcd"}
    assert sum(found.preference("a", "c")["rand"]) == 1  # one dataset has both


def _tied(rule: Any) -> Study:
    """Rand ties about the candidates and prefers neither; Jaccard prefers the first."""
    scores = {"d": {"x": [0.5, 0.4], "y": [0.5, 0.3], "z": [0.5 + 1e-16, 0.3 + 1e-16]}}
    return Study((pw.index("rand"), pw.index("jaccard")), scores, rule)


def test_a_tie_differs_from_a_preference_by_signs_alone() -> None:
    assert _tied("definition").counts[0, 1] == 0
    assert _tied("signs").counts[0, 1] == 2  # x against y, and against z: 0.5 + 1e-16 is 0.5
    assert _tied("definition").preference("x", "y")["rand"] == (0, 0, 1)


def test_signs_take_differences_as_they_are() -> None:
    last_digit = {"d": {"x": [0.5, 0.4], "y": [np.nextafter(0.5, 1), 0.3]}}
    indices = (pw.index("rand"), pw.index("jaccard"))
    assert Study(indices, last_digit).counts[0, 1] == 0
    assert Study(indices, last_digit, "signs").counts[0, 1] == 1


def test_groups_are_of_indices_that_agree() -> None:
    scores = {"d": {"x": [0.9, 0.8, 0.1], "y": [0.5, 0.4, 0.2], "z": [0.1, 0.2, 0.3]}}
    found = Study(tuple(pw.index(key) for key in ("rand", "jaccard", "wallace_1")), scores)
    assert found.groups() == [("rand", "jaccard"), ("wallace_1",)]
    assert found.groups(100) == [("rand", "jaccard", "wallace_1")]
    assert set(found.order[:2]) == {0, 1} or set(found.order[1:]) == {0, 1}
    assert found.fully_inconsistent == ()


def test_all_forms_tell_the_same() -> None:
    found = study(DATASETS, indices=KEYS)
    plain = json.loads(found.to_json())
    assert plain["counts"] == found.counts.tolist()
    assert plain["datasets"]["one"]["scores"]["a"][0] == pw.score(
        DATASETS["one"][0], DATASETS["one"][1]["a"], "rand"
    )
    lines = found.to_csv().splitlines()
    assert lines[1].split(",")[:4] == ["rand", "jaccard", str(found.counts[0, 1]), "6"]
    for name, table in found.tables.items():
        assert table.to_markdown() in found.to_markdown(), name
    assert "percentage of the 6 pairs of candidates" in found.plot().description


class Halves:
    """An estimator that cuts at the median of the first feature, and counts how often it ran."""

    def __init__(self, random_state: int | None = None) -> None:
        self.random_state = random_state

    def get_params(self) -> dict[str, Any]:
        return {"random_state": self.random_state}

    def set_params(self, random_state: int) -> None:
        self.random_state = random_state

    def fit_predict(self, features: Any) -> Any:
        assert self.random_state == 7
        return (features[:, 0] > np.median(features[:, 0])).astype(int)


def test_estimators_and_functions_are_fitted() -> None:
    features = np.arange(12.0).reshape(-1, 1)
    truth = [0] * 6 + [1] * 6
    algorithms = {
        "halves": Halves(),
        "thirds": lambda x: x[:, 0] // 4,
        "one": lambda x: np.zeros(len(x)),
        "broken": lambda x: np.linalg.inv(np.zeros((len(x), len(x)))),
    }
    found = study({"line": (features, truth)}, algorithms, ["rand", "vi"], seed=7)
    assert found.scores["line"]["halves"] == [1.0, 0.0]
    assert found.scores["line"]["thirds"][0] == pw.score(truth, features[:, 0] // 4, "rand")
    assert [(each.candidate, each.why) for each in found.dropped] == [
        ("one", "a single cluster"),
        ("broken", "failed: Singular matrix"),
    ]
    assert algorithms["halves"].random_state is None  # type: ignore[attr-defined]  # a copy ran


def test_estimators_of_scikit_learn() -> None:
    cluster = pytest.importorskip("sklearn.cluster")
    points = np.array([[0.0], [0.1], [0.2], [5.0], [5.1], [9.0]])
    given = [cluster.KMeans(2, n_init=1), cluster.AgglomerativeClustering(3)]
    found = study({"points": (points, [0, 0, 0, 1, 1, 2])}, given, ["rand"])
    assert list(found.candidates) == ["KMeans(n_clusters=2, n_init=1)",
                                      "AgglomerativeClustering(n_clusters=3)"]  # fmt: skip
    assert found.scores["points"]["AgglomerativeClustering(n_clusters=3)"] == [1.0]


@pytest.mark.parametrize(
    ("datasets", "more", "words"),
    [
        ({}, {}, "no dataset"),
        ({"d": [1, 2, 3]}, {}, "must be a pair"),
        ({"d": ([0, 1], {"a": [0, 1, 1]})}, {}, "^d: "),
        (DATASETS, {"rule": "vote"}, "rule="),
        (DATASETS, {"algorithms": {}}, "algorithms= is empty"),
        (DATASETS, {"algorithms": {"a": 3}}, "neither an estimator"),
        (DATASETS, {"algorithms": [len, len]}, "two algorithms are called len"),
        (["x.csv"], {"algorithms": [len]}, "a mapping from names"),
    ],
)
def test_what_cannot_be_studied_is_refused(datasets: Any, more: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        study(datasets, **more)


def test_unknown_candidates_are_refused() -> None:
    with pytest.raises(InputError, match="no candidate 'z'; the candidates are a, b, c, d"):
        study(DATASETS, indices=KEYS).preference("a", "z")
    with pytest.raises(InputError, match="1 values for 2 indices"):
        Study((pw.index("rand"), pw.index("vi")), {"d": {"a": [0.5]}})


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    paths = []
    for name, (truth, candidates) in DATASETS.items():
        rows = zip(truth, *candidates.values(), strict=True)
        lines = [",".join(["gold", *candidates]), *(",".join(map(str, row)) for row in rows)]
        path = tmp_path / f"{name}.csv"
        path.write_text("\n".join(lines) + "\n")
        paths.append(str(path))
    return paths


def test_files_give_the_same_study_as_labels(files: list[str]) -> None:
    found = study(files, indices=KEYS, reference="gold")
    assert found.to_dict() == study(DATASETS, indices=KEYS).to_dict()
    with pytest.raises(InputError, match="no label column 'reference'"):
        study(files)
    with pytest.raises(InputError, match="two files have this name"):
        study([files[0], files[0]], reference="gold")


def test_noise_and_missing_labels_of_files(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("reference,a,b\nx,1,1\nx,-1,1\ny,-1,2\ny,2,\ny,2,2\n")
    with pytest.raises(InputError, match="line 5"):
        study([path])
    found = study([path], indices=["rand"], noise="drop", missing="drop")
    assert found.scores["d"] == {"a": [1.0], "b": [1.0]}


def _command(*arguments: str) -> int:
    parser = argparse.ArgumentParser(prog="partwise")
    add_study(parser.add_subparsers())
    options = parser.parse_args(["study", *arguments])
    return int(options.run(options))


def test_command_prints_the_tables(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--reference", "gold", *(f"--index={key}" for key in KEYS)]
    found = study(DATASETS, indices=KEYS)
    assert _command(*files, *options, "--prefer", "a", "b") == 0
    told = capsys.readouterr().out
    for table in (*found.tables.values(), found.preference_table("a", "b")):
        assert str(table) in told
    assert _command(*files, *options, "--format", "json", "--prefer", "a", "b") == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["preferences"]["vi"] == found.preference("a", "b")["vi"]._asdict()
    assert _command(*files, *options, "--format", "csv") == 0
    assert capsys.readouterr().out == found.to_csv()


def test_command_draws_the_chart(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "charts"
    assert _command(*files, "--reference", "gold", "--charts", str(folder)) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "disagreement.png",
        "disagreement.svg",
        "wins.png",
        "wins.svg",
    ]
    assert str(folder) in capsys.readouterr().err


def test_a_single_cluster_is_no_candidate() -> None:
    truth = [0, 0, 1, 1, 2]
    some = {"one": [0, 0, 0, 0, 0], "a": [0, 0, 1, 1, 1], "b": [0, 1, 1, 2, 2]}
    found = pw.ensembles.study({"toy": (truth, some)}, indices=["CC", "R"])
    assert [(each.candidate, each.why) for each in found.dropped] == [("one", "a single cluster")]
    assert found.triplets == 1
    with pytest.raises(pw.errors.InputError, match="toy: at least two candidates with more than"):
        pw.ensembles.study({"toy": (truth, {name: some[name] for name in ("one", "a")})})
    with pytest.raises(pw.errors.InputError, match="toy: the reference has a single cluster"):
        pw.ensembles.study({"toy": (some["one"], some)})
    with pytest.raises(pw.errors.InputError, match="datasets must be label files or a mapping"):
        pw.ensembles.study([(truth, some)])  # type: ignore[list-item]
