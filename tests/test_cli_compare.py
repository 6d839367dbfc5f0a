"""``partwise compare`` as a user would use it: every option, every format, and bad input."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import partwise as pw
from partwise.cli import main

GOLD = {"ann": "x", "bob": "x", "cy": "x", "dee": "y", "eve": "y", "fay": "z"}
SPLIT = {"fay": "5", "eve": "4", "dee": "4", "cy": "2", "bob": "1", "ann": "1"}  # another order
MERGED = {"ann": "1", "bob": "1", "cy": "1", "dee": "1", "eve": "1", "fay": "2"}
FEW = ("--index", "CC", "--index", "R", "--index", "VI")
KEYS = ["correlation", "rand", "vi"]


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]
Write = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> Result:
        try:
            code = main(("compare", *arguments))
        except SystemExit as stop:
            code = int(stop.code or 0)
        return Result(code, *capsys.readouterr())

    return run


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(name: str, content: str | bytes | dict[str, str]) -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        if isinstance(content, dict):
            content = "item,label\n" + "".join(f"{i},{label}\n" for i, label in content.items())
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


@pytest.fixture
def files(write: Write) -> tuple[str, str, str]:
    return write("gold.csv", GOLD), write("split.csv", SPLIT), write("merged.csv", MERGED)


@pytest.fixture
def wide(write: Write) -> str:
    rows = (f"{i},{GOLD[i]},{SPLIT[i]},{MERGED[i]}\n" for i in GOLD)
    return write("wide.csv", "item,gold,split,merged\n" + "".join(rows))


@pytest.fixture(scope="module")
def expected() -> pw.Comparison:
    return pw.compare(GOLD, {"split": SPLIT, "merged": MERGED})


def as_json(result: Result) -> dict[str, Any]:
    assert (result.code, result.err) == (0, "")
    told: dict[str, Any] = json.loads(result.out, parse_constant=pytest.fail)  # NaN is no JSON
    return told


def refused(result: Result, code: int, *words: str) -> None:
    """Nothing on standard output, one message on standard error."""
    assert (result.code, result.out) == (code, "")
    assert "Traceback" not in result.err
    last = result.err.splitlines()[-1]
    assert last.startswith("partwise")
    for word in words:
        assert word in last


def test_json_is_what_the_library_says(
    run: Run, files: tuple[str, ...], expected: pw.Comparison
) -> None:
    told = as_json(run(*files, "--format", "json"))
    assert set(told) == {
        "answer", "candidates", "coverage", "decision", "disagreement", "estimates", "explanation",
        "preferred", "ranking", "ranks", "votes",
    }  # fmt: skip
    for name, scores in expected.scores.items():
        assert told["candidates"][name]["scores"] == dict(scores)  # every digit
        assert set(told["estimates"][name]) == set(scores)
    assert told["preferred"] == {key: list(names) for key, names in expected.preferred.items()}
    assert told["decision"] == {"index": "correlation", "best": ["split"]}
    assert told["answer"]["text"] == str(expected.answer())
    assert set(told["answer"]) == {
        "index", "best", "runner_up", "text", "rivals", "p_chance", "differences",
    }  # fmt: skip


def test_every_key_of_the_json_is_documented(run: Run, files: tuple[str, ...]) -> None:
    page = (Path(__file__).parents[1] / "docs" / "compare-json.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", page, re.MULTILINE))
    told = as_json(run(*files, "--format", "json"))
    assert set(rows) == set(told)
    a_side = told["coverage"]["reference"]
    an_estimate = told["estimates"]["split"]["rand"]
    a_difference = told["answer"]["differences"]["merged"]
    for key, fields in {
        "answer": [*told["answer"], *a_difference],
        "decision": told["decision"],
        "candidates": told["candidates"]["split"],
        "explanation": [*told["explanation"], *told["explanation"]["findings"][0]],
        "disagreement": told["disagreement"],
        "coverage": [*told["coverage"], *a_side],
        "estimates": an_estimate,
    }.items():
        assert set(fields) <= set(re.findall(r"`(\w+)`", rows[key])), key


def test_a_wide_file_says_the_same(run: Run, files: tuple[str, ...], wide: str) -> None:
    one = run(*files, "--format", "json")
    other = run(wide, "--reference", "gold", "--format", "json")
    assert as_json(one) == as_json(other)
    alone = as_json(run(wide, "--reference", "gold", "--candidate", "merged", "--format", "json"))
    assert list(alone["candidates"]) == ["merged"]


def test_csv_can_be_read_back(run: Run, files: tuple[str, ...], expected: pw.Comparison) -> None:
    result = run(*files, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.out)))
    for name, scores in expected.scores.items():
        assert {row["index"]: float(row[name]) for row in rows} == dict(scores)
    assert {row["index"]: row["prefers"] for row in rows} == {
        key: ", ".join(names) for key, names in expected.preferred.items()
    }


def test_table_markdown_and_html(run: Run, files: tuple[str, ...]) -> None:
    text = run(*files, *FEW)
    assert (text.code, text.err) == (0, "")
    lines = text.out.splitlines()
    assert lines[0] == "6 items, 3 reference clusters, 2 candidates"
    assert [line.split()[0] for line in lines[2:5]] == KEYS
    assert "split is best by CC: " in text.out
    assert "By CC, split is best; 3 of 3 indices agree." in text.out
    markdown = run(*files, *FEW, "--format", "markdown").out
    assert re.search(r"\| rand \| R \| higher \| \*\*0\.866667\*\* \|", markdown)  # 13 of 15 pairs
    html = run(*files, *FEW, "--format", "html").out
    assert html.count("<tr>") == 4
    assert "<strong>0.866667</strong>" in html


def test_choice_of_indices_and_of_the_one_that_decides(run: Run, files: tuple[str, ...]) -> None:
    def decision(*options: str) -> tuple[str, list[str]]:
        told = as_json(run(*files, *options, "--format", "json"))
        return told["decision"]["index"], list(told["ranks"])

    assert decision("--index", "r", "--index", "VI") == ("rand", ["rand", "vi"])
    assert decision(*FEW) == ("correlation", KEYS)
    assert decision(*FEW, "--decide-by", "variation of information") == ("vi", KEYS)
    assert decision("--index", "R", "--decide-by", "J") == ("jaccard", ["rand", "jaccard"])
    assert decision("--index", "R", "--fail-below", "CC=-1") == ("rand", ["rand", "correlation"])


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
    assert result.err == "partwise: lone: wallace_2 is undefined, where 0 is asked for\n"


def test_what_is_just_below_is_told_with_enough_digits(run: Run, files: tuple[str, ...]) -> None:
    result = run(*files[:2], "--index", "R", "--fail-below", "R=0.86666667")
    assert result.code == 3
    assert re.search(r"rand is 0\.8666666666\d+, below 0\.86666667", result.err)


@pytest.mark.parametrize(
    ("bar", "says"),
    [
        ("CC", "KEY=VALUE"),
        ("CC=", "KEY=VALUE"),
        ("=0.5", "KEY=VALUE"),
        ("CC=high", "KEY=VALUE"),
        ("CC=nan", "KEY=VALUE"),
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
    assert "99.9% interval" in run(large, "--reference", "gold", *FEW, "--level", "0.999").out
    told = as_json(run(large, "--reference", "gold", "--sampling", "none", "--format", "json"))
    assert told["estimates"] is None
    assert "interval" not in told["answer"]["text"]
    assert run(large, "--reference", "gold", *FEW, "--sampling", "clusters").code == 0
    for level in ("0", "1", "95", "nan", "-0.5"):
        refused(run(large, "--reference", "gold", f"--level={level}"), 2, "--level", "between")


def test_the_lead_of_a_distance_is_told_as_a_lead(run: Run, large: str) -> None:
    """Lower is better: the difference is negative, the lead and its interval are not."""
    options = ("--index", "CD", "--format", "json")
    told = as_json(run(large, "--reference", "gold", *options))
    gap = told["answer"]["differences"]["bad"]
    assert gap["value"] < 0
    lead = re.search(r"ahead of bad by ([\d.]+) \(95% interval (\S+) to (\S+),", str(told))
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


BAD_PLACES = [
    ("--report", "missing/report.html", "there is no folder"),
    ("--report", ".", "this is a folder"),
    ("--report", "wide.csv", "one of the label files"),
    ("--report", "wide.csv/report.html", "cannot write"),
    ("--report", "/proc/report.html", "cannot write"),
    ("--charts", "wide.csv", "this is a file"),
    ("--charts", "wide.csv/charts", "cannot write"),
    ("--charts", "/proc/charts", "cannot write"),
]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder nobody can write")
@pytest.mark.parametrize(("option", "place", "says"), BAD_PLACES)
def test_a_bad_place_is_told_before_the_work(
    run: Run,
    wide: str,
    monkeypatch: pytest.MonkeyPatch,
    option: str,
    place: str,
    says: str,
) -> None:
    monkeypatch.chdir(Path(wide).parent)
    monkeypatch.setattr("partwise.comparison.compare", lambda *_, **__: pytest.fail("worked"))
    before = sorted(Path().rglob("*")), Path(wide).read_bytes()
    refused(run("wide.csv", "--reference", "gold", option, place), 2, option, says)
    assert (sorted(Path().rglob("*")), Path(wide).read_bytes()) == before


def test_a_report_is_untouched_when_input_is_bad(run: Run, write: Write) -> None:
    old = write("report.html", "the old one")
    bad = write("bad.csv", {"ann": "1"})
    result = run(write("gold.csv", GOLD), bad, "--report", old, "--charts", f"{old}.charts")
    refused(result, 1, "gold.csv and", "bad.csv", "5 only in the reference", "--missing drop")
    assert Path(old).read_text() == "the old one"
    assert not Path(f"{old}.charts").exists()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["wide.csv"], "--reference COLUMN"),
        (["wide.csv", "wide.csv", "--reference", "gold"], "goes with one file"),
        (["wide.csv", "wide.csv", "--candidate", "split"], "--candidate COLUMN goes with"),
        (["wide.csv", "--reference", "gold", "--label-column", "split"], "--label-column goes"),
        (["wide.csv", "--reference", "gold", "--candidate", "gold"], "this is the reference"),
        (["wide.csv", "--reference", "gold", "--format", "xml"], "invalid choice: 'xml'"),
        ([], "FILE"),
    ],
)
def test_bad_usage(
    run: Run, wide: str, monkeypatch: pytest.MonkeyPatch, options: list[str], says: str
) -> None:
    monkeypatch.chdir(Path(wide).parent)
    refused(run(*options), 2, says)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--reference", "nope"], ["wide.csv", "no column 'nope'", "gold, split, merged"]),
        (["--reference", "item"], ["no column 'item' of labels", "--item-column"]),
        (["--reference", "gold", "--item-column", "nope"], ["no column 'nope'"]),
        (["--reference", "gold", "--candidate", "nope"], ["no column 'nope'"]),
        (
            ["--reference", "gold", "--candidate", "split", "--candidate", "split"],
            ["split", "twice"],
        ),
    ],
)
def test_columns_that_are_not_there(
    run: Run, wide: str, options: list[str], says: list[str]
) -> None:
    refused(run(wide, *options), 1, *says)


def test_columns_can_be_chosen(run: Run, write: Write) -> None:
    first = write("first.csv", "who,a,b\nann,1,1\nbob,1,2\n")
    second = write("second.csv", "b,who,a\n2,bob,1\n1,ann,1\n")
    chosen = ("--label-column", "b", "--item-column", "who", "--index", "R", "--format", "json")
    assert as_json(run(first, second, *chosen))["candidates"]["second"]["scores"]["rand"] == 1.0
    refused(run(first, second), 1, "first.csv", "--label-column")


def test_a_wide_file_without_candidates(run: Run, write: Write) -> None:
    refused(run(write("one.csv", "item,gold\na,1\n"), "--reference", "gold"), 1, "besides gold")
    refused(run(write("one.txt", "1\n2\n"), "--reference", "gold"), 1, "one.txt", "columns")


def test_files_with_the_same_name_are_told_apart(run: Run, write: Write) -> None:
    gold = write("gold.csv", GOLD)
    first, second = write("a/found.csv", SPLIT), write("b/found.csv", MERGED)
    told = as_json(run(gold, first, second, *FEW, "--format", "json"))
    assert list(told["candidates"]) == [first, second]
    refused(run(gold, first, first), 1, first, "twice")


def test_a_candidate_that_is_the_reference(run: Run, files: tuple[str, ...]) -> None:
    told = as_json(run(files[0], files[0], files[1], *FEW, "--format", "json"))
    assert told["candidates"]["gold"]["scores"] == {"correlation": 1.0, "rand": 1.0, "vi": 0.0}
    assert told["decision"]["best"] == ["gold"]


def test_one_candidate_is_not_called_best(run: Run, files: tuple[str, ...]) -> None:
    result = run(*files[:2])
    assert result.code == 0
    assert result.out.startswith("6 items, 3 reference clusters, 1 candidate\n")
    assert "split has CC 0." in result.out
    assert "best" not in result.out


def test_missing_labels_and_items(run: Run, write: Write) -> None:
    gold = write("gold.csv", {"a": "1", "b": "1", "c": "2", "d": "2"})
    found = write("found.csv", {"a": "1", "b": "", "c": "2", "e": "2"})
    refused(run(gold, found), 1, "found.csv, line 3", "'b' has no label", "--missing drop")
    told = as_json(run(gold, found, *FEW, "--missing", "drop", "--format", "json"))
    assert told["coverage"]["compared"] == 2
    assert told["coverage"]["candidates"]["found"] == {
        "given": 4, "missing": 1, "noise": 0, "compared": 2, "clusters": 2, "dropped": 2,
    }  # fmt: skip
    text = run(gold, found, *FEW, "--missing", "drop").out
    assert "found: 1 item has no label, left out of all clusterings." in text
    assert "found: 1 of 4 items is not compared, since another clustering lacks it" in text
    assert "the reference: 2 of 4 items are not compared, since another clustering lacks" in text
    text = run(gold, found, *FEW, "--missing", "singletons").out
    assert text.startswith("5 items, 3 reference clusters")
    assert "the reference: 1 item of other clusterings is not in it, each counted" in text


def test_duplicates_name_the_line(run: Run, write: Write) -> None:
    twice = write("twice.csv", "item,label\na,1\nb,1\na,2\n")
    refused(run(twice, twice), 1, "twice.csv, line 4", "'a' is named twice", "line 2")


def test_noise(run: Run, write: Write) -> None:
    """Labels in files are text: "-1" is noise, as −1 is in arrays."""
    gold = write("gold.txt", "0\n0\n0\n1\n1\n1\n")
    found = write("found.txt", "0\n0\n-1\n-1\n1\n1\n")
    a, b = [0, 0, 0, 1, 1, 1], [0, 0, -1, -1, 1, 1]
    for noise in ("drop", "singletons", "cluster"):
        told = as_json(run(gold, found, *FEW, "--noise", noise, "--format", "json"))
        expected = pw.score(a, b, "rand", noise=noise)
        assert told["candidates"]["found"]["scores"]["rand"] == expected
        assert told["coverage"]["candidates"]["found"]["noise"] == 2
        assert told["coverage"]["policies"] == {
            "noise": noise, "noise_label": "-1", "missing": "raise",
        }  # fmt: skip
    assert "which counts as a cluster like any other" in run(gold, found, *FEW).out
    other = as_json(
        run(gold, found, "--noise", "drop", "--noise-label", "0", *FEW, "--format", "json")
    )
    assert other["coverage"]["compared"] == 3


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbfitem,gold,mine\na,1,x\nb,1,y\nc,2,y\n",
        b"item,gold,mine\r\na,1,x\r\nb,1,y\r\nc,2,y\r\n",
        b"item;gold;mine\na;1;x\nb;1;y\nc;2;y\n",
        b"item\tgold\tmine\na\t1\tx\nb\t1\ty\nc\t2\ty\n",
        b'item,gold,mine\n"a",1,"x"\n"b",1,"y"\n"c",2,"y"',
        b"item , gold , mine\n a , 1 , x \n b , 1 , y \n c , 2 , y \n\n",
    ],
    ids=["bom", "crlf", "semicolons", "tabs", "quotes", "blanks"],
)
def test_dialects(run: Run, write: Write, text: bytes) -> None:
    told = as_json(run(write("wide.csv", text), "--reference", "gold", *FEW, "--format", "json"))
    assert told["candidates"]["mine"]["scores"]["rand"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "is empty"),
        (b"item,gold,mine\n", "no labels"),
        (b"item,gold,mine\na,1\n", "line 2"),
        (b"item,gold,gold\na,1,1\n", "named twice: gold"),
        (b"item,gold,mine\na,1,\xff\n", "not UTF-8"),
        (b"item,gold,mine\na,1,\0\n", "not a text file"),
        (b'item,gold,mine\na,1,"x\n', "not valid CSV"),
    ],
)
def test_broken_files(run: Run, write: Write, text: bytes, says: str) -> None:
    refused(run(write("broken.csv", text), "--reference", "gold"), 1, "broken.csv", says)


def test_files_that_are_not_there(run: Run, files: tuple[str, ...], tmp_path: Path) -> None:
    refused(run(files[0], str(tmp_path / "nope.csv")), 1, "nope.csv", "No such file")
    refused(run(files[0], str(tmp_path)), 1, "this is a folder")


def test_names_are_data(run: Run, write: Write) -> None:
    """Names with markup, HTML, other scripts and control characters are shown, not obeyed."""
    columns = ["item", "gold", "[red]a[/red]", "<script>b</script>", "中文", "c\x1b[2J", "=d|e"]
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(columns)
    rows.writerows([[i, i // 2, i // 2, i // 3, i, 0, i % 2] for i in range(6)])
    path = write("wide.csv", text.getvalue())
    for form in ("table", "csv", "markdown", "html", "json"):
        result = run(path, "--reference", "gold", *FEW, "--format", form)
        assert result.code == 0
        assert "中文" in result.out
        assert "\x1b" not in result.out
        assert ("<script>" in result.out.replace("\\<", "")) == (form in ("table", "csv", "json"))


def test_undefined(run: Run, write: Write) -> None:
    wide = write("wide.csv", "gold,lone,mine\n0,0,0\n0,1,0\n1,2,1\n1,3,0\n")
    options = (wide, "--reference", "gold", "--index", "wallace_2", "--index", "CC")
    told = as_json(run(*options, "--decide-by", "wallace_2", "--format", "json"))
    assert told["candidates"]["lone"]["scores"]["wallace_2"] is None
    assert told["ranks"]["wallace_2"] == {"lone": None, "mine": 1}
    assert told["answer"]["runner_up"] is None
    assert told["ranking"] == ["mine", "lone"]
    assert run(*options, "--decide-by", "wallace_2").code == 0
    assert as_json(run(*options, "--undefined", "nan", "--format", "json"))["ranks"][
        "correlation"
    ] == {"lone": None, "mine": 1}
    refused(run(*options, "--undefined", "raise"), 1, "is undefined here", "--undefined nan")


def test_a_candidate_may_have_any_name_but_one(run: Run, write: Write) -> None:
    gold = write("gold.csv", GOLD)
    refused(run(gold, write("the reference.csv", SPLIT)), 1, "cannot be called 'the reference'")


def test_help_has_every_option_and_examples_that_parse(run: Run) -> None:
    text = run("--help").out
    for option in (
        "--reference", "--candidate", "--label-column", "--item-column", "--index", "--decide-by",
        "--fail-below", "--report", "--charts", "--sampling", "--level", "--seed", "--undefined",
        "--noise", "--noise-label", "--missing", "--format",
    ):  # fmt: skip
        assert f"\n  {option} " in text
    examples = re.findall(r"^  partwise compare (.+?)(?:  #.*)?$", text, re.MULTILINE)
    assert len(examples) >= 3
    for example in examples:  # the files are not there: usage is fine, input is not
        assert run(*example.split()).code == 1


@pytest.mark.parametrize("name", ["guide", "score", "indices", "show"])
def test_help_of_every_command_has_examples_that_run(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("reference.csv", "candidate.csv"):
        Path(file).write_text("item,label\na,1\nb,1\nc,2\nd,2\n")
    with pytest.raises(SystemExit, match="0"):
        main([name, "--help"])
    examples = re.findall(r"^  partwise (.+)$", capsys.readouterr().out, re.MULTILINE)
    assert examples
    for example in examples:
        assert main(shlex.split(example)) == 0
        assert capsys.readouterr().err == ""


def command(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "partwise.cli", "compare", *arguments], **options
    )


def test_a_reader_that_has_seen_enough(wide: str) -> None:
    pipe = subprocess.PIPE
    with command(wide, "--reference", "gold", stdout=pipe, stderr=pipe) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        told = process.stderr.read()
    assert (process.returncode, told) == (0, b"")


def test_interrupted(run: Run, wide: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("partwise.comparison.compare", interrupted)
    assert run(wide, "--reference", "gold") == Result(130, "", "")


def on_terminal(stream: str, *arguments: str) -> tuple[int, str, bytes]:
    """Run with one stream on a terminal; return the code, what it shows, and the other stream."""
    import pty

    ours, theirs = pty.openpty()
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: theirs}
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    with command(*arguments, **streams, env=environment) as process:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 65536):
                shown += part
        except OSError:  # the other end is closed
            pass
        finally:
            os.close(ours)
        other = process.stderr if stream == "stdout" else process.stdout
        assert other
        rest = other.read()
    return process.returncode, shown.decode(), rest


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_the_table_is_drawn_on_a_terminal(wide: str) -> None:
    code, shown, messages = on_terminal("stdout", wide, "--reference", "gold", *FEW)
    assert (code, messages) == (0, b"")  # standard error is no terminal: no progress
    text = re.sub(r"\x1b\[[\d;]*m", "", shown)
    assert re.search(r"┃ +split +┃ +merged +┃", text)
    assert "│ correlation │" in text
    assert "\x1b[1;32m" in shown  # the preferred values stand out


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_progress_is_shown_on_a_terminal_and_not_in_the_result(wide: str) -> None:
    options = (wide, "--reference", "gold", *FEW, "--format", "json")
    code, shown, result = on_terminal("stderr", *options)
    assert code == 0
    assert list(json.loads(result)["ranks"]) == KEYS
    assert "comparing" in shown
