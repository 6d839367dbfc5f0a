"""The page and the command of reproductions."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from partwise.base.errors import InputError
from partwise.charts.theme import DARK, LIGHT
from partwise.paper import registry as listing
from partwise.paper.artifact import Artifact, Beside, ComparedCell, Context, Drawing, Experiment
from partwise.paper.page import page_html
from partwise.paper.running import reproduce
from support.browser import Browser
from support.commands import Result, ran, refused
from support.laboratory import NAMES, Lab, figure, files_of
from support.opened import check_quiet, every, one, rgb
from support.pages import by_id, check_page, tables, words
from support.report_pages import HOSTILE

# The page


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
        rows = (
            (
                script,
                (ComparedCell(image, style, False), ComparedCell(f"${script}$", braces, True)),
            ),
        )
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
    assert result.err == f"the page is in {tmp_path / 'index.html'}\n"
    assert {(each.quick, each.seed) for each in lab.contexts} == {(True, 3)}
    again = call(capsys, "gamma", "--out", str(tmp_path), "--quick", "--seed", "3")
    assert again.out.splitlines()[2].split()[-1] == "cached"
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
    refused(call(capsys, "alpa", *out), 2, "there is no experiment 'alpa'; did you mean alpha?")
    refused(call(capsys, "--out", str(file)), 2, "this is a file; name a folder")
    refused(call(capsys, "--seed", "-1"), 2, "seed")
    refused(
        call(capsys, "--data", str(tmp_path / "no"), *out), 1, "this data folder does not exist"
    )
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
        f"partwise: interrupted; run the same command again to resume (cache: {tmp_path})\n"
    )
