"""``partwise score`` and ``partwise compare`` of files with several rows per item."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from support.commands import Run, Write, as_json, refused

GOLD = "item,cluster\nann,x\nbob,x\nbob,y\ncy,y\ndee,\n"
NEAR = "item,cluster\nann,1\nbob,1\ncy,2\nbob,2\ndee,2\n"
FAR = "item,cluster\nann,1\nbob,2\ncy,1\ndee,2\n"

# By hand, over the six pairs: of gold and near 4 share equally many clusters, 16/6 by chance, so
# that Omega is (4 - 16/6) / (6 - 16/6) = 2/5; of gold and far 2 do, 20/6 by chance: -1/2.
OMEGA = {"near": 0.4, "far": -0.5}


@pytest.fixture
def covers(write: Write) -> list[str]:
    return [write("gold.csv", GOLD), write("near.csv", NEAR), write("far.csv", FAR)]


def test_score(run: Run, covers: list[str]) -> None:
    gold, near, _ = covers
    told = as_json(run("score", gold, near, "--index", "omega,ECS", "--format", "json"))
    assert (told["reference"], told["candidate"], told["n"]) == (gold, near, 4)
    assert [*told["scores"]] == ["omega", "element_centric"]
    assert told["scores"]["omega"] == pytest.approx(OMEGA["near"], abs=1e-15)
    assert "coverage" not in told


@pytest.mark.parametrize("form", ["table", "csv", "markdown"])
def test_score_in_every_format(run: Run, covers: list[str], form: str) -> None:
    result = run("score", *covers[:2], "--index", "omega", "--exact", "--format", form)
    assert (result.code, result.err) == (0, "")
    assert "2/5" in result.out


def test_all_indices_for_covers(run: Run, covers: list[str]) -> None:
    told = as_json(run("score", *covers[:2], "--index", "covers", "--format", "json"))
    listed = run("indices", "--family", "covers", "--format", "csv").out
    assert [row["key"] for row in csv.DictReader(io.StringIO(listed))] == [*told["scores"]]


def test_compare(run: Run, covers: list[str]) -> None:
    told = as_json(run("compare", *covers, "--index", "omega", "--format", "json"))
    assert told["inputs"] == "covers"
    assert told["ranking"] == ["near", "far"]
    values = {name: of["scores"]["omega"] for name, of in told["candidates"].items()}
    assert values == pytest.approx(OMEGA, abs=1e-15)


@pytest.mark.parametrize("form", ["table", "csv", "markdown", "html"])
def test_compare_in_every_format(run: Run, covers: list[str], form: str) -> None:
    result = run("compare", *covers, "--index", "omega", "--format", form)
    assert (result.code, result.err) == (0, "")
    assert result.out.index("near") < result.out.index("far")
    assert "0.4" in result.out


def test_columns_of_one_file(run: Run, write: Write) -> None:
    wide = write("wide.csv", "item,gold,mine\nann,x,1\nbob,x,1\nbob,y,2\ncy,y,2\n")
    told = as_json(
        run("compare", wide, "--reference", "gold", "--index", "omega", "--format", "json")
    )
    assert told["candidates"]["mine"]["scores"] == {"omega": 1}


def test_items_of_text_and_numbers(run: Run, write: Write, tmp_path: Path) -> None:
    text = write("a.csv", "item,cluster\n1,x\n2,x\n2,y\n3,y\n")
    numbers = str(tmp_path / "b.parquet")
    pq.write_table(pa.table({"item": [1, 2, 2, 3], "cluster": [5, 5, 6, 6]}), numbers)
    told = as_json(run("score", text, numbers, "--index", "omega", "--format", "json"))
    assert told["scores"] == {"omega": 1}


def test_the_report_and_bars(run: Run, covers: list[str], tmp_path: Path) -> None:
    page = tmp_path / "covers.html"
    result = run("compare", *covers, "--fail-below", "omega=0.1", "--report", str(page))
    assert result.code == 3
    assert "far: omega is -0.5, below 0.1" in result.err
    assert "near: omega" not in result.err
    assert "--fail-below omega=0.1" in page.read_text(encoding="utf-8")


def test_another_index_decides(run: Run, covers: list[str]) -> None:
    chosen = ("--index", "omega", "--decide-by", "ECS")
    told = as_json(run("compare", *covers, *chosen, "--format", "json"))
    assert told["decision"]["index"] == "element_centric"


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("score", ["--noise", "drop"]),
        ("score", ["--weights", "item"]),
        ("score", ["--weighting", "importance"]),
        ("compare", ["--noise", "drop"]),
        ("compare", ["--sampling", "clusters"]),
        ("compare", ["--level", "0.9"]),
        ("compare", ["--report", "report.html", "--sweep", "pairs.csv"]),
    ],
)
def test_options_without_meaning_for_covers(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, options: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(command, "not-there.csv", "nor-this.csv", "--index", "omega", *options)
    refused(result, 2, f"{options[-2]} is for partitions", "compares covers; ")


@pytest.mark.parametrize(
    ("index", "says"),
    [
        ("ARI", "adjusted_rand is defined for partitions; for covers use omega"),
        ("paper", "`partwise indices --family covers` lists them"),
        ("n11 / N", "for covers use omega"),
        ("math:sqrt", "for covers use omega"),
    ],
)
def test_an_index_without_meaning_for_covers(
    run: Run, covers: list[str], index: str, says: str
) -> None:
    for command in ("score", "compare"):
        refused(run(command, *covers[:2], "--index", "omega", "--index", index), 2, says)


@pytest.mark.parametrize("index", ["ARI", "ECS"])
def test_several_rows_and_an_index_for_partitions(run: Run, covers: list[str], index: str) -> None:
    for command in ("score", "compare"):
        result = run(command, *covers[:2], "--index", index)
        refused(result, 1, "the item 'bob' has the label 'y'", "--index omega")


def test_several_rows_of_stacked_clusterings(run: Run, write: Write) -> None:
    rows = "ann,g,1\nbob,g,1\nbob,g,2\nann,m,1\nbob,m,2\n"
    stacked = write("all.csv", f"item,clustering,cluster\n{rows}")
    result = run("compare", stacked, "--reference", "g", "--index", "omega")
    refused(result, 1, "'bob' has several clusters", "write one file per clustering")


def test_other_commands_name_those_that_take_covers(run: Run, covers: list[str]) -> None:
    refused(run("landscape", *covers, "--index", "omega"), 2, "`partwise score` and")


def test_missing_items(run: Run, covers: list[str], write: Write) -> None:
    other = write("other.csv", "item,cluster\nann,1\nbob,1\neve,2\n")
    for command in ("score", "compare"):
        result = run(command, covers[0], other, "--index", "omega")
        refused(
            result, 1, "gold.csv and", "'cy', 'dee'", "'eve'", "--missing drop", "empty cluster"
        )
    dropped = run(
        "score", covers[0], other, "--index", "omega", "--missing", "drop", "--format", "json"
    )
    assert as_json(dropped)["n"] == 2
    result = run("compare", *covers[:2], other, "--index", "omega", "--missing", "drop")
    refused(result, 1, "near and other have different items")


@pytest.mark.parametrize(
    ("content", "says"),
    [("x\ny\n", "--item-column NAME"), ("item,cluster\nann,x\n,y\n", "rows have no item")],
)
def test_files_that_are_no_covers(
    run: Run, covers: list[str], write: Write, content: str, says: str
) -> None:
    name = "bad.csv" if "," in content else "bad.txt"
    refused(run("score", covers[0], write(name, content), "--index", "omega"), 1, name, says)
