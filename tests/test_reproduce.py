"""Reproducing: files, going on after an interrupt, the page, the command."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from browser import Browser
from commands import Result, ran, refused
from opened import check_quiet, every, one, rgb
from pages import by_id, check_page, tables, words
from partwise.errors import InputError
from partwise.experiments import (
    Artifact,
    Beside,
    Cell,
    Context,
    Drawing,
    Experiment,
    Reproduction,
    reproduce,
)
from partwise.experiments import catalogue as listing
from partwise.experiments.artifact import cell
from partwise.experiments.page import page_html
from partwise.experiments.running import took
from partwise.experiments.writing import RECORD, read_finished
from partwise.progress import stages, tracked
from partwise.report.figure import Figure, layer, layered, measure
from partwise.report.theme import DARK, LIGHT
from report_pages import HOSTILE

NAMES = ["alpha", "beta", "gamma"]


def figure(title: str = "A chart") -> Figure:
    rows = [{"x": 1, "y": 2}, {"x": 2, "y": 3}]
    marks = layer("circle", rows, {}, x=measure("x"), y=measure("y"))
    return Figure(layered([marks], 200, 100), title, "Two dots.")


@dataclass
class Lab:
    """Three small experiments that count how often they run."""

    runs: list[str] = field(default_factory=list)
    contexts: list[Context] = field(default_factory=list)
    trouble: dict[str, BaseException] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    drawings: list[str] = field(default_factory=lambda: ["dots"])
    needs_data: tuple[str, ...] = ()

    def experiment(self, name: str) -> Experiment:
        def run(context: Context) -> Artifact:
            if name in self.trouble:
                raise self.trouble[name]
            self.runs.append(name)
            self.contexts.append(context)
            value = self.values.get(name, "1")
            rows = (
                ("first", (cell(value, "1"), Cell("n.a."))),
                ("second", (Cell("x", "y", True), cell("0.5", "0.5"))),
            )
            table = Beside("Values", ("a", "b"), rows, ("A note below.",), "which")
            drawn = [Drawing(each, figure(), "A caption.") for each in self.drawings]
            return made.artifact([table], drawn, ["A note."])

        made = Experiment(name, name.title(), "Table 1", run, name in self.needs_data)
        return made

    def install(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(listing, "EXPERIMENTS", {name: self.experiment(name) for name in NAMES})


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch) -> Lab:
    monkeypatch.delenv("PARTWISE_DATA", raising=False)
    found = Lab()
    found.install(monkeypatch)
    return found


def states(found: Reproduction) -> list[str]:
    return [part.state for part in found.parts]


# Tables


def test_a_table_counts_what_matches_and_marks_what_does_not() -> None:
    rows = (("r|w", (cell("1", "1"), cell("2", "3"))), ("other", (Cell(""), Cell("", "4", False))))
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
        Beside("T", ("a", "b"), (("x", (Cell("1"),)),))


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
    with pytest.raises(InputError, match="no name of a file"):
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
    with pytest.raises(InputError, match="'delta' is not in this reproduction; alpha, beta"):
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
    with pytest.raises(InputError, match=r"nowhere: there is no such folder of data$"):
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
    with pytest.raises(InputError, match="'zzzzzz'; there are alpha, beta, gamma"):
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


# The page


def files_of(out: Path) -> set[str]:
    return {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}


def test_the_page_shows_ours_beside_the_papers(lab: Lab, tmp_path: Path) -> None:
    lab.values["beta"] = "2"
    found = reproduce(out=tmp_path)
    root = check_page((tmp_path / "index.html").read_text("utf-8"), files_of(tmp_path))
    assert "8 of 9 cells match the paper" in words(by_id(root, "answer"))
    assert "1 cell of 1 experiment differs" in words(by_id(root, "answer"))
    (summary,) = tables(by_id(root, "summary"))
    assert [row[:4] for row in summary[1:]] == [
        ["alpha", "Alpha", "Table 1", "✓ 3 of 3"],
        ["beta", "Beta", "Table 1", "≠ 2 of 3"],
        ["gamma", "Gamma", "Table 1", "✓ 3 of 3"],
    ]
    (table,) = tables(by_id(root, "beta"))
    assert table == [
        ["which", "a", "b"],
        ["first", "2≠ paper: 1", "n.a."],
        ["second", "x✓ paper: y", "0.5"],
    ]
    marked = [each for each in root.iter("td") if "differs" in each.get("class", "")]
    assert len(marked) == 1
    assert sum(1 for _ in root.iter("svg")) == 3
    assert found.page == tmp_path / "index.html"


def test_a_part_that_was_not_asked_for_stays_on_the_page(lab: Lab, tmp_path: Path) -> None:
    reproduce(["alpha", "gamma"], out=tmp_path)
    assert [part.experiment.name for part in reproduce("beta", out=tmp_path).parts] == ["beta"]
    root = check_page((tmp_path / "index.html").read_text("utf-8"), files_of(tmp_path))
    assert [row[0] for row in tables(by_id(root, "summary"))[0][1:]] == NAMES


def test_a_page_without_files_has_no_links_to_them(lab: Lab) -> None:
    check_page(page_html(reproduce()))


def hostile(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page all of whose words would do harm if they were not escaped."""
    script, image, style, braces, _ = HOSTILE

    def run(context: Context) -> Artifact:
        rows = ((script, (Cell(image, style, False), Cell(f"${script}$", braces, True))),)
        table = Beside(style, (image, braces), rows, (script,), image)
        chart = replace(figure(script), description=image)
        return made.artifact([table], [Drawing("dots", chart, style)], [script, braces])

    made = Experiment("alpha", script, image, run)
    monkeypatch.setattr(listing, "EXPERIMENTS", {"alpha": made})
    reproduce(out=folder)
    return folder / "index.html"


def test_words_are_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = hostile(tmp_path, monkeypatch)
    root = check_page(page.read_text("utf-8"), files_of(tmp_path))
    assert next(root.iter("h3")).text == HOSTILE[2]
    text = (tmp_path / "alpha" / "alpha.md").read_text("utf-8")
    assert "<script" not in text.replace(r"\<script", "")


def test_the_page_in_a_browser(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = hostile(tmp_path, monkeypatch)
    browser.open(page)
    one(browser, ".theme").click()
    background = "return getComputedStyle(document.documentElement).backgroundColor"
    assert browser.run(background) == rgb(DARK["surface"])
    browser.open(page)
    assert browser.run(background) == rgb(LIGHT["surface"])
    assert browser.run("return window.hacked") is None
    assert one(browser, "h2 ~ p.missing, #alpha h2").text == HOSTILE[0]
    sign = one(browser, "td.differs .sign")
    assert (sign.text, sign.value_of_css_property("color")) == ("≠", rgba(LIGHT["series-2"]))
    for width in (390, 1280):
        browser.open(page, width=width)
        assert browser.run("return document.documentElement.scrollWidth <= innerWidth"), width
    check_quiet(browser, page)


def rgba(value: str) -> str:
    return rgb(value).replace("rgb(", "rgba(").replace(")", ", 1)")


def test_formulas_are_drawn_by_the_browser(browser: Browser, tmp_path: Path) -> None:
    found = reproduce("index_list", out=tmp_path, progress=False)
    assert found.page is not None
    browser.open(found.page)
    drawn = every(browser, "#index_list td math")
    assert len(drawn) == 2 * 27
    heights = [each.size["height"] for each in drawn]
    assert min(heights) > 20  # a fraction is higher than a line
    check_quiet(browser, found.page)


# The command


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> Result:
    return ran(capsys, "reproduce", *arguments)


def test_the_command_tells_what_matches(
    lab: Lab, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lab.values["beta"] = "2"
    result = call(capsys, "--out", str(tmp_path), "--quick", "--seed", "3")
    assert result.code == 0
    lines = [line.split() for line in result.out.splitlines()]
    assert lines[1] == ["experiment", "match", "time", "notes"]
    assert (lines[3][:4], lines[3][-2:]) == (["beta", "2", "of", "3"], ["1", "differs"])
    assert result.out.endswith("8 of 9 cells match the paper's.\n")
    assert result.err == f"The page: {tmp_path / 'index.html'}\n"
    assert {(each.quick, each.seed) for each in lab.contexts} == {(True, 3)}
    again = call(capsys, "gamma", "--out", str(tmp_path), "--quick", "--seed", "3")
    assert again.out.splitlines()[2].split()[-1] == "kept"
    told = call(capsys, "beta", "--out", str(tmp_path), "--format", "json", "--again")
    assert json.loads(told.out)[0]["match"] == "2 of 3"


def test_the_command_lists_experiments(capsys: pytest.CaptureFixture[str]) -> None:
    result = call(capsys, "--list", "--format", "csv")
    assert (result.code, result.err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert [row["experiment"] for row in rows] == list(listing.EXPERIMENTS)
    assert "errata" in listing.EXPERIMENTS


def test_the_command_refuses_what_it_cannot_do(
    lab: Lab, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    out = ("--out", str(tmp_path / "out"))
    refused(call(capsys, "alpa", *out), 2, "no experiment is called 'alpa'; did you mean alpha?")
    refused(call(capsys, "--out", str(file)), 2, "this is a file; name a folder")
    refused(call(capsys, "--seed", "-1"), 2, "seed")
    refused(call(capsys, "--data", str(tmp_path / "no"), *out), 1, "no such folder of data")
    assert not lab.runs
    assert not (tmp_path / "out").exists()


def test_the_command_goes_on_after_a_failure_and_says_so(
    lab: Lab, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lab.trouble["alpha"] = InputError("iris.arff is not there; download it")
    result = call(capsys, "--out", str(tmp_path))
    assert result.code == 1
    assert "partwise: alpha: iris.arff is not there; download it\n" in result.err
    assert "2 of 2" not in result.out
    assert lab.runs == ["beta", "gamma"]


def test_the_command_can_be_interrupted(
    lab: Lab, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lab.trouble["gamma"] = KeyboardInterrupt()
    result = call(capsys, "--out", str(tmp_path))
    assert result.code == 130
    assert result.err == (
        f"partwise: interrupted; what is finished is in {tmp_path}: run it again to go on\n"
    )
