"""Reproducing: tables, files, going on after an interrupt, data."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from partwise.base.errors import InputError
from partwise.base.progress import stages, tracked
from partwise.paper.artifact import Beside, ComparedCell, Context, cell
from partwise.paper.running import reproduce, took
from partwise.paper.writing import RECORD, read_finished
from support.laboratory import NAMES, Lab, files_of, states
from support.pages import by_id, check_page, tables

# Tables


def test_a_table_counts_what_matches_and_marks_what_does_not() -> None:
    rows = (
        ("r|w", (cell("1", "1"), cell("2", "3"))),
        ("other", (ComparedCell(""), ComparedCell("", "4", False))),
    )
    table = Beside("T", ("a", "b,c"), rows, (), "head")
    assert table.matches == (1, 3)
    assert str(table).splitlines()[2].split() == ["r|w", "1", "2", "≠", "3"]
    assert "(nothing) ≠ 4" in str(table)
    assert table.to_markdown().splitlines()[4] == r"| r\|w | 1 | **2 ≠ 3** |"
    assert list(csv.reader(io.StringIO(table.to_csv()))) == [
        ["row", "column", "ours", "paper", "same"],
        ["r|w", "a", "1", "1", "yes"],
        ["r|w", "b,c", "2", "3", "no"],
        ["other", "a", "", "", ""],
        ["other", "b,c", "", "4", "no"],
    ]


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(InputError, match="'x' has 1 cells, but there are 2 columns"):
        Beside("T", ("a", "b"), (("x", (ComparedCell("1"),)),))


# Files


def test_each_artifact_has_its_files(lab: Lab, tmp_path: Path) -> None:
    found = reproduce(out=tmp_path)
    assert states(found) == ["done"] * 3
    assert lab.runs == NAMES
    assert {path.name for path in tmp_path.iterdir()} == {*NAMES, "index.html"}
    names = {"alpha.csv", "alpha.md", "dots.svg", "dots.png", RECORD}
    assert {path.name for path in (tmp_path / "alpha").iterdir()} == names
    text = (tmp_path / "alpha" / "alpha.md").read_text("utf-8")
    for part in ("# Alpha", "Table 1. 3 of 3 cells match", "![A chart](dots.svg)", "- A note."):
        assert part in text
    assert (tmp_path / "alpha" / "dots.png").read_bytes().startswith(b"\x89PNG")
    kept = read_finished(tmp_path / "alpha")
    assert kept is not None
    assert kept.artifact == found["alpha"]


def test_nothing_is_written_without_a_folder(
    lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert reproduce("beta").matches == (3, 3)
    assert not list(tmp_path.iterdir())
    assert lab.contexts == [Context()]


def test_files_of_an_earlier_artifact_go(lab: Lab, tmp_path: Path) -> None:
    reproduce("alpha", out=tmp_path)
    (tmp_path / "alpha" / "mine.txt").write_text("a user's own")
    lab.drawings = ["lines"]
    reproduce("alpha", out=tmp_path, again=True)
    names = {path.name for path in (tmp_path / "alpha").iterdir()}
    assert names == {"alpha.csv", "alpha.md", "lines.svg", "lines.png", RECORD, "mine.txt"}


def test_a_drawing_may_not_leave_its_folder(lab: Lab, tmp_path: Path) -> None:
    lab.drawings = ["../dots"]
    with pytest.raises(InputError, match="not the name of a file"):
        reproduce("alpha", out=tmp_path)
    assert read_finished(tmp_path / "alpha") is None


# Going on


def test_what_is_finished_is_kept(lab: Lab, tmp_path: Path) -> None:
    first = reproduce(out=tmp_path)
    again = reproduce(out=tmp_path)
    assert states(again) == ["kept"] * 3
    assert lab.runs == NAMES
    assert again.artifacts == first.artifacts
    assert [part.seconds for part in again.parts] == [part.seconds for part in first.parts]
    assert states(reproduce(["beta"], out=tmp_path, again=True)) == ["done"]
    assert lab.runs == [*NAMES, "beta"]


@pytest.mark.parametrize("change", [{"quick": True}, {"seed": 1}])
def test_other_settings_are_done_anew(lab: Lab, tmp_path: Path, change: dict[str, int]) -> None:
    reproduce("alpha", out=tmp_path)
    assert states(reproduce("alpha", out=tmp_path, **change)) == ["done"]  # type: ignore[arg-type]
    assert states(reproduce("alpha", out=tmp_path, **change)) == ["kept"]  # type: ignore[arg-type]


def test_another_version_is_done_anew(
    lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reproduce("alpha", out=tmp_path)
    monkeypatch.setattr("partwise.__version__", "99")
    assert states(reproduce("alpha", out=tmp_path)) == ["done"]


def spoil_record(folder: Path) -> None:
    (folder / RECORD).write_text('{"form": 1, "artifact"')


def other_form(folder: Path) -> None:
    data = json.loads((folder / RECORD).read_text("utf-8"))
    (folder / RECORD).write_text(json.dumps(data | {"form": 0}))


def lose_file(folder: Path) -> None:
    (folder / "dots.png").unlink()


@pytest.mark.parametrize("damage", [spoil_record, other_form, lose_file])
def test_what_is_damaged_is_done_anew(
    lab: Lab, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    reproduce("alpha", out=tmp_path)
    damage(tmp_path / "alpha")
    assert states(reproduce("alpha", out=tmp_path)) == ["done"]
    assert (tmp_path / "alpha" / "dots.png").exists()


def test_an_interrupt_loses_nothing_that_is_finished(lab: Lab, tmp_path: Path) -> None:
    lab.trouble["beta"] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        reproduce(out=tmp_path, progress=True)
    root = check_page((tmp_path / "index.html").read_text("utf-8"), files_of(tmp_path))
    assert [row[0] for row in tables(by_id(root, "summary"))[0][1:]] == ["alpha"]
    lab.trouble.clear()
    assert states(reproduce(out=tmp_path)) == ["kept", "done", "done"]
    assert lab.runs == NAMES


def test_a_failure_does_not_stop_the_others(lab: Lab, tmp_path: Path) -> None:
    lab.trouble["beta"] = InputError("iris.arff is not there; download it")
    found = reproduce(out=tmp_path)
    assert states(found) == ["done", "failed", "done"]
    assert [part.experiment.name for part in found.failed] == ["beta"]
    with pytest.raises(InputError, match=r"beta \(failed\) has no result: iris.arff is not there"):
        found["beta"]
    with pytest.raises(
        InputError, match="'delta' is not in this reproduction; choose from alpha, beta"
    ):
        found["delta"]
    assert "iris.arff is not there" in (tmp_path / "index.html").read_text("utf-8")


def test_each_experiment_has_a_folder_to_keep_things_in(lab: Lab, tmp_path: Path) -> None:
    reproduce("alpha", out=tmp_path, quick=True, seed=7)
    reproduce("alpha", out=tmp_path, seed=7)
    (quick, full) = lab.contexts
    assert quick.keep is not None
    assert replace(full, quick=True, keep=quick.keep) == quick == Context(None, True, 7, quick.keep)
    assert full.keep != quick.keep  # what was sampled less is of no use to the other
    quick.keep.mkdir(parents=True)
    (quick.keep / "half.json").write_text("{}")
    reproduce("alpha", out=tmp_path, quick=True, seed=7)
    assert (quick.keep / "half.json").exists()
    reproduce("alpha", out=tmp_path, quick=True, seed=7, again=True)
    assert not quick.keep.exists()


# Data


def test_without_data_some_are_skipped(
    lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.needs_data = ("beta",)
    lab.install(monkeypatch)
    found = reproduce(out=tmp_path / "out")
    assert states(found) == ["done", "skipped", "done"]
    assert "--data DIR" in found.parts[1].message
    data = tmp_path / "data"
    data.mkdir()
    monkeypatch.setenv("PARTWISE_DATA", str(data))
    assert states(reproduce(out=tmp_path / "out"))[1] == "done"
    assert lab.contexts[-2].data == data
    monkeypatch.delenv("PARTWISE_DATA")
    assert states(reproduce(out=tmp_path / "out"))[1] == "kept"


def test_other_data_are_done_anew(lab: Lab, tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    data.mkdir()
    (data / "iris.arff").write_text("1")
    assert states(reproduce("beta", data=data, out=out)) == ["done"]
    assert states(reproduce("beta", data=data, out=out)) == ["kept"]
    (data / "iris.arff").write_text("12")
    assert states(reproduce("beta", data=data, out=out)) == ["done"]
    os.utime(data / "iris.arff", (1, 1))
    assert states(reproduce("beta", data=data, out=out)) == ["done"]


def test_a_folder_that_is_not_there_is_told(
    lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tmp_path / "nowhere"
    with pytest.raises(InputError, match=r"nowhere: this data folder does not exist$"):
        reproduce(data=missing)
    monkeypatch.setenv("PARTWISE_DATA", str(missing))
    with pytest.raises(InputError, match=r"\(from PARTWISE_DATA\)"):
        reproduce()
    assert not lab.runs


def test_mistakes_are_told_before_anything_is_run(lab: Lab, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(InputError, match="this is a file; name a folder"):
        reproduce(out=file)
    with pytest.raises(InputError, match="'bet'; did you mean beta"):
        reproduce(["alpha", "bet"])
    with pytest.raises(InputError, match="'zzzzzz'; choose from alpha, beta, gamma"):
        reproduce("zzzzzz")
    for seed in (-1, 1.5, True):
        with pytest.raises(InputError, match="seed= must be"):
            reproduce(seed=seed)  # type: ignore[arg-type]
    assert not lab.runs


# How far it is


def test_stages_and_the_work_within_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for name in stages(["one", "two"], "doing", show=True):
        assert list(tracked([1], 1, f"within {name}", show=True)) == [1]
        assert list(stages(["inner"], "not shown", show=True)) == ["inner"]
    told = capsys.readouterr().err
    assert "doing two" in told
    assert "not shown" not in told
    assert list(tracked([1], 1, "after", show=True)) == [1]
    assert "after" in capsys.readouterr().err


def test_times_are_for_people() -> None:
    assert [took(seconds) for seconds in (0, 59.94, 59.97, 60, 3599.7)] == [
        "0.0 s",
        "59.9 s",
        "1 min 0 s",
        "1 min 0 s",
        "60 min 0 s",
    ]
