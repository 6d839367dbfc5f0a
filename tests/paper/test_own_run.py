"""Our own run of the paper's clusterings beside the published scores, on two small datasets."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from partwise.paper import real_inconsistency, runs
from partwise.paper.artifact import Artifact, Context
from partwise.paper.biases import OWN_BIASES
from partwise.paper.published import FILE

pytest.importorskip("sklearn")

DATA = Path(os.environ.get("PARTWISE_DATA", "no-such-folder"))
pytestmark = pytest.mark.skipif(
    not (DATA / FILE).is_file(), reason=f"PARTWISE_DATA does not name a folder with {FILE}"
)


@pytest.fixture(scope="module")
def artifact() -> Artifact:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "PAPER_DATASETS", ("iris", "zoo"))
        return real_inconsistency.EXPERIMENT.run(Context(DATA, quick=True))


def test_all_cells_are_beside_those_of_the_same_clusterings(artifact: Artifact) -> None:
    today, _, older = artifact.tables
    assert today.matches[1] == older.matches[1] == 78
    assert older.matches[0] > today.matches[0]  # the starts of then explain cells


def test_what_moved_is_told_by_algorithm(artifact: Artifact) -> None:
    rows = {name: [each.ours for each in cells] for name, cells in artifact.tables[1].rows}
    for name, clusterings in (("AgglomerativeClustering", "28"), ("Birch", "7"), ("DBSCAN", "2")):
        assert rows[name][:4] == [clusterings, clusterings, "0", "0.00"]
    for name, clusterings in (("KMeans", "7"), ("GaussianMixture", "28")):
        assert rows[name][0] == rows[f"{name}, original starts"][0] == clusterings
        assert int(rows[f"{name}, original starts"][1]) > int(rows[name][1])
    total = sum(int(rows[name][1]) for name in list(rows)[:8])
    assert rows["equal scores"][0] == str(total)
    assert any(f"{total} of 78 clusterings have the published scores" in n for n in artifact.notes)


def test_preferences_are_told_dataset_by_dataset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "PAPER_DATASETS", ("iris", "zoo", "sonar"))
    table, choices, older = OWN_BIASES.run(Context(DATA)).tables
    assert [name for name, _ in choices.rows] == ["iris", "zoo"]  # sonar has two classes
    assert older.matches == (26, 26)
    few, many = ([int(each.ours) for each in cells] for _, cells in table.rows)
    assert [a + b for a, b in zip(few, many, strict=True)] == [2] * 13
    for place in range(13):
        chosen = [cells[place].ours for _, cells in choices.rows]
        assert chosen.count("2") == few[place]


def test_without_published_scores_the_printed_cells_are_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "PAPER_DATASETS", ("iris",))
    shutil.copy(DATA / "real-world" / "iris.arff", tmp_path)
    (table,) = OWN_BIASES.run(Context(tmp_path)).tables
    assert table.rows[0][1][0].paper == "2"
    (quick,) = OWN_BIASES.run(Context(tmp_path, quick=True)).tables
    assert quick.matches == (0, 0)
