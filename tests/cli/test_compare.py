"""``partwise compare`` as a user would use it: every option and every format."""

from __future__ import annotations

import csv
import io
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import partwise as pw
from support.commands import FEW, GOLD, KEYS, Run, Write, as_json, refused
from support.libraries import without

COMMAND = ("compare",)


def test_json_is_what_the_library_says(
    run: Run, files: tuple[str, ...], expected: pw.Comparison
) -> None:
    told = as_json(run(*files, "--format", "json"))
    assert set(told) == {
        "about_intervals", "agreement", "answer", "candidates", "classes", "coverage", "decision",
        "disagreement", "estimates", "explanation", "preferred", "ranking", "ranks", "votes",
    }  # fmt: skip
    for name, scores in expected.scores.items():
        assert told["candidates"][name]["scores"] == dict(scores)  # every digit
        assert set(told["estimates"][name]) == set(scores)
    assert told["preferred"] == {key: list(names) for key, names in expected.preferred.items()}
    assert told["decision"] == {"index": "correlation", "best": ["split"]}
    assert told["answer"]["text"] == str(expected.answer())
    assert set(told["answer"]) == {
        "index", "headline", "best", "contenders", "estimate", "method", "runner_up", "text",
        "p_chance", "differences",
    }  # fmt: skip


def test_every_key_of_the_json_is_documented(run: Run, files: tuple[str, ...]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "compare-json.md").read_text("utf-8")
    row = re.compile(r"^\| `(\w+)` \| (.+) \|$", re.MULTILINE)
    rows, of_answer = (dict(row.findall(part)) for part in page.split("The keys of `answer`:"))
    told = as_json(run(*files, "--format", "json"))
    assert set(rows) == set(told)
    assert set(of_answer) == set(told["answer"])
    a_side = told["coverage"]["reference"]
    an_estimate = told["estimates"]["split"]["rand"]
    a_difference = told["answer"]["differences"]["merged"]
    for key, fields in {
        "decision": told["decision"],
        "candidates": told["candidates"]["split"],
        "explanation": [*told["explanation"], *told["explanation"]["findings"][0]],
        "disagreement": told["disagreement"],
        "coverage": [*told["coverage"], *a_side],
        "estimates": an_estimate,
    }.items():
        assert set(fields) <= set(re.findall(r"`(\w+)`", rows[key])), key
    assert set(a_difference) <= set(re.findall(r"`(\w+)`", of_answer["differences"]))


def test_a_wide_file_says_the_same(run: Run, files: tuple[str, ...], wide: str) -> None:
    one = run(*files, "--format", "json")
    other = run(wide, "--reference", "gold", "--format", "json")
    assert as_json(one) == as_json(other)
    alone = as_json(run(wide, "--reference", "gold", "--candidate", "merged", "--format", "json"))
    assert list(alone["candidates"]) == ["merged"]


def test_csv_can_be_read_back(run: Run, files: tuple[str, ...], expected: pw.Comparison) -> None:
    result = run(*files, "--format", "csv")
    rows = {row.pop("candidate"): row for row in csv.DictReader(io.StringIO(result.out))}
    assert list(rows) == expected.ranking
    for name, scores in expected.scores.items():
        assert {key: float(value) for key, value in rows[name].items()} == dict(scores)


def test_table_markdown_and_html(run: Run, files: tuple[str, ...]) -> None:
    text = run(*files, *FEW)
    assert (text.code, text.err) == (0, "")
    lines = text.out.splitlines()
    assert lines[0].startswith("split and merged cannot be distinguished by CC at ")
    assert max(map(len, lines[: lines.index("")])) <= 80
    head = next(i for i, line in enumerate(lines) if line.startswith("candidate "))
    assert [line.split()[0] for line in lines[head + 1 : head + 3]] == ["split", "merged"]
    assert "6 items, 3 reference clusters, 2 candidates, best first" in lines
    assert "By CC, split has the best score; 3 of 3 indices agree." in text.out
    markdown = run(*files, *FEW, "--format", "markdown").out
    assert re.search(r"\| split \|.* \*\*0\.866667\*\* \|", markdown)  # 13 of 15 pairs
    html = run(*files, *FEW, "--format", "html").out
    assert html.count("<tr>") == 3
    assert "<strong>0.8667</strong>" in html


def test_choice_of_indices_and_of_the_one_that_decides(run: Run, files: tuple[str, ...]) -> None:
    def decision(*options: str) -> tuple[str, list[str]]:
        told = as_json(run(*files, *options, "--format", "json"))
        return told["decision"]["index"], list(told["ranks"])

    assert decision("--index", "r", "--index", "VI") == ("rand", ["rand", "vi"])
    assert decision(*FEW) == ("correlation", KEYS)
    assert decision(*FEW, "--decide-by", "variation of information") == ("vi", KEYS)
    assert decision("--index", "R", "--decide-by", "J") == ("jaccard", ["rand", "jaccard"])
    assert decision("--index", "R", "--fail-below", "CC=-1") == ("rand", ["rand", "correlation"])
    assert decision("--index", "element", "--index", "ECS") == (
        "element_centric",
        ["element_centric"],
    )


@pytest.mark.parametrize("option", ["--index", "--decide-by"])
def test_an_unknown_index_is_bad_usage(run: Run, files: tuple[str, ...], option: str) -> None:
    refused(run(*files, option, "corelation"), 2, "corelation", "correlation")


@pytest.mark.parametrize(
    ("bar", "fails"),
    [
        ("R=0.8", ["merged"]),  # 13/15 and 9/15
        ("R=0.6", []),  # a tie at the bar reaches it
        ("R=0.60000001", ["merged"]),
        ("rand = 0.9", ["split", "merged"]),
        ("VI=0.4", ["merged"]),  # a distance: lower is better. (3 log 3 − 2 log 2)/6 = 0.318
        ("VI=0", ["split", "merged"]),
        ("VI=inf", []),
        ("CC=-1", []),
    ],
)
def test_fail_below(run: Run, files: tuple[str, ...], bar: str, fails: list[str]) -> None:
    result = run(*files, "--index", "R", "--fail-below", bar, "--format", "json")
    assert result.code == (3 if fails else 0)
    assert json.loads(result.out)["coverage"]["compared"] == 6  # the result comes all the same
    told = result.err.splitlines()
    assert [line.split(": ")[1] for line in told] == fails
    side = "above" if bar.startswith("VI") else "below"
    assert all(side in line for line in told)


def test_several_bars_and_undefined_values(run: Run, write: Write) -> None:
    """Wallace of the second kind, N11 / (N11 + N01), is 0/0 for a candidate of singletons."""
    gold, lone = write("gold.txt", "0\n0\n1\n1\n"), write("lone.txt", "0\n1\n2\n3\n")
    result = run(gold, lone, "--fail-below", "wallace_2=0", "--fail-below", "R=0.5", *FEW)
    assert result.code == 3
    assert result.err == "partwise: lone: wallace_2 is undefined, but --fail-below requires 0\n"


def test_what_is_just_below_is_told_with_enough_digits(run: Run, files: tuple[str, ...]) -> None:
    result = run(*files[:2], "--index", "R", "--fail-below", "R=0.86666667")
    assert result.code == 3
    assert re.search(r"rand is 0\.8666666666\d+, below 0\.86666667", result.err)


@pytest.mark.parametrize(
    ("bar", "says"),
    [
        ("CC", "INDEX=VALUE"),
        ("CC=", "INDEX=VALUE"),
        ("=0.5", "INDEX=VALUE"),
        ("CC=high", "INDEX=VALUE"),
        ("CC=nan", "INDEX=VALUE"),
        ("nonsense=1", "no index is called 'nonsense'"),
        ("CC=80", "no candidate can reach CC=80: correlation is between -1 and 1"),
        ("VI=-0.1", "no candidate can reach"),
    ],
)
def test_bars_that_make_no_sense(run: Run, files: tuple[str, ...], bar: str, says: str) -> None:
    refused(run(*files, f"--fail-below={bar}"), 2, says)


def test_the_same_seed_gives_the_same_bytes(run: Run, wide: str) -> None:
    first = run(wide, "--reference", "gold", "--seed", "7", "--format", "json")
    assert first == run(wide, "--reference", "gold", "--seed", "7", "--format", "json")
    for seed in ("-1", "1.5", "x", ""):
        refused(run(wide, "--reference", "gold", f"--seed={seed}"), 2, "whole number")


@pytest.fixture
def large(write: Write) -> str:
    rows = (f"{i % 7},{(i + (i % 5 == 0)) % 7},{(i + i % 2) % 7}\n" for i in range(700))
    return write("large.csv", "gold,good,bad\n" + "".join(rows))


def test_level_and_sampling(run: Run, large: str) -> None:
    def interval(*options: str) -> tuple[Any, Any]:
        told = as_json(run(large, "--reference", "gold", *FEW, "--format", "json", *options))
        found = told["estimates"]["good"]["correlation"]
        return found["low"], found["high"]

    low, high = interval()
    wider = interval("--level", "0.99")
    assert wider[0] < low < high < wider[1]
    assert "99.9% CI" in run(large, "--reference", "gold", *FEW, "--level", "0.999").out
    told = as_json(run(large, "--reference", "gold", "--sampling", "none", "--format", "json"))
    assert told["estimates"] is None
    assert "% CI" not in told["answer"]["text"]
    assert run(large, "--reference", "gold", *FEW, "--sampling", "clusters").code == 0
    for level in ("0", "1", "95", "nan", "-0.5"):
        refused(run(large, "--reference", "gold", f"--level={level}"), 2, "--level", "between")


def test_the_lead_of_a_distance_is_told_as_a_lead(run: Run, large: str) -> None:
    """Lower is better: the difference is negative, the lead and its interval are not."""
    options = ("--index", "CD", "--format", "json")
    told = as_json(run(large, "--reference", "gold", *options))
    gap = told["answer"]["differences"]["bad"]
    assert gap["value"] < 0
    lead = re.search(r"ahead of bad by ([\d.]+) \(95% CI (\S+) to (\S+),", str(told))
    assert lead
    assert [float(number) for number in lead.groups()] == pytest.approx(
        [-gap["value"], -gap["high"], -gap["low"]], abs=1e-4
    )


def test_report_and_charts(run: Run, wide: str, tmp_path: Path) -> None:
    report, charts = tmp_path / "report.html", tmp_path / "some" / "charts"
    options = ("--reference", "gold", *FEW, "--format", "csv")
    result = run(wide, *options, "--report", str(report), "--charts", str(charts))
    assert result.code == 0
    assert result.out == run(wide, *options).out  # messages go elsewhere
    assert str(report) in result.err
    assert str(charts) in result.err
    assert report.read_text().lstrip().lower().startswith("<!doctype html>")
    assert {path.suffix for path in charts.iterdir()} == {".svg", ".png"}


def test_a_sweep_is_a_section_of_the_report(
    run: Run, files: tuple[str, ...], write: Write, tmp_path: Path
) -> None:
    items, report = list(GOLD), tmp_path / "report.html"
    rows = [f"{a},{b},{1 - i / 20}\n" for i, (a, b) in enumerate(pairwise(items))]
    pairs = write("pairs.csv", "id_l,id_r,match_probability\n" + "".join(rows))
    done = run(*files, "--index", "ARI,CC", "--report", str(report), "--sweep", pairs)
    assert done.code == 0
    best = pw.sweep(GOLD, pairs, ["CC", "ARI"]).best()
    page = report.read_text("utf-8")
    assert f"Best threshold: {best.word}" in page
    assert str(best) in page
    refused(run(*files, "--sweep", pairs), 2, "pass --report FILE")


def test_clusters_of_the_whole(run: Run, large: str) -> None:
    """How many clusters the whole has is taken for samples of clusters alone, and checked."""
    given = (large, "--reference", "gold", *FEW, "--sampling", "clusters")
    refused(run(large, "--reference", "gold", "--clusters", "9"), 2, "needs --sampling clusters")
    words = ("--clusters must be a whole number of at least 7", "not 1", "the whole reference has")
    refused(run(*given, "--clusters", "1"), 1, *words)
    assert run(*given, "--clusters", "1000").code == 0


@pytest.mark.parametrize("library", ["altair", "vl_convert"])
@pytest.mark.parametrize("option", ["--report", "--charts"])
def test_libraries_that_are_missing_are_told_before_any_work(
    run: Run, tmp_path: Path, option: str, library: str
) -> None:
    with without(library):  # the files do not exist, so nothing was read
        told = run("gold.csv", "mine.csv", option, str(tmp_path / "new"))
    refused(told, 1, "which is not installed", 'pip install "partwise[report]"')


def test_explanations_are_wrapped_on_a_terminal(
    run: Run, files: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, piped, _ = run(*files)
    explanation = piped[piped.rindex("\n\n") :]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    code, out, _ = run(*files)
    wrapped = out[out.rindex("\n\n") :]
    assert (code, wrapped.split()) == (0, explanation.split())
    assert max(map(len, wrapped.splitlines())) <= 60 < max(map(len, explanation.splitlines()))
