"""``partwise compare`` on files, columns, places and names of every kind."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

import partwise as pw
from support.commands import FEW, GOLD, MERGED, SPLIT, Run, Write, as_json, refused

COMMAND = ("compare",)

BAD_PLACES = [
    ("--report", "missing/report.html", "there is no folder"),
    ("--report", ".", "this is a folder"),
    ("--report", "-", "name a file"),
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
    refused(result, 1, "bad.csv lacks 5 items that others have", "'bob'", "--missing drop")
    assert Path(old).read_text() == "the old one"
    assert not Path(f"{old}.charts").exists()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["wide.csv"], "--reference COLUMN"),
        (["wide.csv", "wide.csv", "--reference", "gold"], "--reference COLUMN is for one file"),
        (["wide.csv", "wide.csv", "--candidate", "split"], "--candidate COLUMN needs --reference"),
        (
            ["wide.csv", "--reference", "gold", "--label-column", "split"],
            "--label-column is for one file per clustering",
        ),
        (
            ["wide.csv", "--reference", "gold", "--candidate", "gold"],
            "this column is the reference",
        ),
        (
            ["wide.csv", "--reference", "gold", "--candidate", "split", "--candidate", "split"],
            "the candidate split is named twice",
        ),
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
        (["--reference", "nope"], ["wide.csv", "no label column 'nope'", "gold, split, merged"]),
        (["--reference", "item"], ["column 'item' was read as the item ids", "--item-column"]),
        (["--reference", "gold", "--item-column", "nope"], ["no column 'nope'"]),
        (["--reference", "gold", "--candidate", "nope"], ["no column 'nope'"]),
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


@pytest.mark.parametrize("name", ["--", "-", "--item", "-h", "@gold"])
def test_columns_that_look_like_options(run: Run, write: Write, name: str) -> None:
    file = write("wide.csv", f"item,gold,{name}\na,1,1\nb,1,2\nc,2,2\n")
    chosen = (f"--reference={name}", "--candidate=gold", "--index=R", "--format=json")
    assert as_json(run(file, *chosen))["candidates"]["gold"]["scores"]["rand"] == pytest.approx(
        1 / 3
    )
    refused(run(file, "--reference=gold", f"--format={name}"), 2, "invalid choice")


def test_a_wide_file_without_candidates(run: Run, write: Write) -> None:
    refused(
        run(write("one.csv", "item,gold\na,1\n"), "--reference", "gold"), 1, "compare with gold"
    )
    refused(run(write("one.txt", "1\n2\n"), "--reference", "gold"), 1, "one.txt", "no label column")


def test_files_with_the_same_name_are_told_apart(run: Run, write: Write) -> None:
    gold = write("gold.csv", GOLD)
    first, second = write("a/found.csv", SPLIT), write("b/found.csv", MERGED)
    told = as_json(run(gold, first, second, *FEW, "--format", "json"))
    assert list(told["candidates"]) == [first, second]
    refused(run(gold, first, first), 2, first, "twice")


def test_a_candidate_that_is_the_reference(run: Run, files: tuple[str, ...]) -> None:
    """It would win, so it is no candidate."""
    told = as_json(run(files[0], files[0], files[1], *FEW, "--format", "json"))
    assert list(told["candidates"]) == told["decision"]["best"] == ["split"]
    assert told["coverage"]["left_out"] == ["gold"]
    text = run(files[0], files[1], files[0], *FEW).out
    assert "gold is the reference itself and was not compared with it." in text
    refused(run(files[0], files[0]), 1, "no candidate besides the reference itself")


def test_one_candidate_is_not_called_best(run: Run, files: tuple[str, ...]) -> None:
    result = run(*files[:2])
    assert result.code == 0
    assert result.out.startswith("split has CC 0.")
    assert "6 items, 3 reference clusters, 1 candidate\n" in result.out
    assert "best" not in result.out


def test_missing_labels_and_items(run: Run, write: Write) -> None:
    gold = write("gold.csv", {"a": "1", "b": "1", "c": "2", "d": "2"})
    found = write("found.csv", {"a": "1", "b": "", "c": "2", "e": "2"})
    refused(run(gold, found), 1, "found.csv, line 3", "'b' has no label", "--missing drop")
    told = as_json(run(gold, found, *FEW, "--missing", "drop", "--format", "json"))
    assert told["coverage"]["compared"] == 2
    assert told["coverage"]["candidates"]["found"] == {
        "given": 4, "missing": 1, "noise": 0, "compared": 2, "clusters": 2, "dropped": 2,
        "duplicates": 0,
    }  # fmt: skip
    text = run(gold, found, *FEW, "--missing", "drop").out
    assert "found: 1 item has no label, left out of all clusterings." in text
    assert "found: 1 of 4 items is not compared, because another clustering lacks it" in text
    assert "the reference: 2 of 4 items are not compared, because another clustering lacks" in text
    text = run(gold, found, *FEW, "--missing", "singletons").out
    assert "\n5 items, 3 reference clusters" in text
    assert "all clusterings: 1 item of other clusterings is missing here, each counted" in text


def test_duplicates_name_the_line(run: Run, write: Write) -> None:
    twice = write("twice.csv", "item,label\na,1\nb,1\na,2\n")
    refused(run(twice, twice), 1, "twice.csv, line 4", "'a' has the label '2'", "line 2")
    same = write("same.csv", "item,label\na,1\nb,1\na,1\nc,2\n")
    other = write("other.csv", "item,label\na,1\nb,1\nc,2\n")
    text = run(same, other, *FEW).out
    assert "\n3 items, 2 reference clusters" in text
    assert (
        "the reference: 1 row repeats an item with the same label; each item counts once." in text
    )


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
        (b"item,gold,gold\na,1,1\n", "two columns are called"),
        (b"item,gold,mine\na,1,\xff\n", "not UTF-8"),
        (b"item,gold,mine\na,1,\0\n", "not a text file"),
        (b'item,gold,mine\na,1,"x\n', "not valid CSV"),
    ],
)
def test_broken_files(run: Run, write: Write, text: bytes, says: str) -> None:
    refused(run(write("broken.csv", text), "--reference", "gold"), 1, "broken.csv", says)


def test_files_that_are_not_there(run: Run, files: tuple[str, ...], tmp_path: Path) -> None:
    refused(run(files[0], str(tmp_path / "nope.csv")), 1, "nope.csv", "No such file")
    (tmp_path / "empty").mkdir()
    refused(run(files[0], str(tmp_path / "empty")), 1, "this folder has no label files")
    refused(run(files[0], str(tmp_path)), 1, "'ann' has the label", "gold.csv, line 2")


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
    options = (
        wide,
        "--reference",
        "gold",
        "--candidate",
        "*",
        "--index",
        "wallace_2",
        "--index",
        "CC",
    )
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
