"""``partwise track``: what it prints, writes and refuses."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import partwise as pw
from support.commands import Run, Write, as_json, refused

COMMAND = ("track",)
MONDAY = {"ann": "x", "bob": "x", "cy": "x", "dee": "x", "eve": "y", "fay": "y"}
TUESDAY = {"ann": "1", "bob": "1", "cy": "1", "dee": "2", "eve": "3", "gus": "3"}


@pytest.fixture
def days(write: Write) -> tuple[str, str]:
    return write("monday.csv", MONDAY), write("tuesday.csv", TUESDAY)


def test_files_in_the_order_of_time(run: Run, days: tuple[str, str]) -> None:
    expected = pw.ensembles.track({"monday": MONDAY, "tuesday": TUESDAY})
    assert run(*days).out == f"{expected}\n"
    assert as_json(run(*days, "--format", "json")) == expected.to_dict()
    rows = list(csv.reader(run(*days, "--of", "events", "--format", "csv").out.splitlines()))
    assert rows[1:] == [["split", "monday", "tuesday", "1", "1, 3"],
                        ["continue", "monday", "tuesday", "2", "2"]]  # fmt: skip


def test_ids_and_charts_are_written(run: Run, days: tuple[str, str], tmp_path: Path) -> None:
    target, charts = tmp_path / "ids.csv", tmp_path / "charts"
    result = run(*days, "--output", str(target), "--charts", str(charts))
    assert result.code == 0
    rows = {row["item"]: row for row in csv.DictReader(target.read_text().splitlines())}
    assert rows["gus"] == {"item": "gus", "monday": "", "tuesday": "2"}
    assert {path.name for path in charts.iterdir()} == {"tracking.svg", "tracking.png"}


def test_columns_of_one_file(run: Run, write: Write) -> None:
    path = write("all.csv", "item,jan,feb\na,1,1\nb,1,1\nc,2,\nd,2,2\n")
    content = as_json(run(path, "--format", "json"))
    assert content["snapshots"] == ["jan", "feb"]
    assert [step["shared"] for step in content["transitions"]] == [3]
    assert as_json(run(path, "--overlap", "1", "--part", "1", "--max-pause", "2",
                       "--format", "json"))["rule"] == {
        "overlap": 1.0, "part": 1.0, "max_pause": 2
    }  # fmt: skip


def test_refused(run: Run, days: tuple[str, str], write: Write) -> None:
    refused(run(days[0], write("other.csv", {"7": "a", "8": "b"})), 1, "have an item in common")
    refused(run(*days, "--overlap", "3"), 2, "from 0 to 1")
    refused(run(*days, "--output", "/nowhere/x.csv"), 2, "no folder")
    refused(run(*days, "--missing", "raise"), 1, "do not have the same items")
