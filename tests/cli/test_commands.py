"""The command line: results in every format, exit codes, and what is said about bad input."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import partwise as pw
from support.commands import Result, Run, Write, ran
from support.libraries import without

REFERENCE = {"ann": "x", "bob": "x", "cy": "y", "dee": "y", "eve": "z"}
CANDIDATE = {"eve": "1", "dee": "2", "cy": "2", "bob": "2", "ann": "3"}  # another order
BEYOND = [
    index.key
    for kind in ("covers", "memberships")
    for index in pw.indices(kind)
    if type(pw.index(index.key)) is type(index)
]
BUILTIN = [each.key for each in pw.indices("paper")]


@pytest.fixture
def pair(write: Write) -> tuple[str, str]:
    return write("reference.csv", REFERENCE), write("candidate.csv", CANDIDATE)


def rand_index(a: dict[str, str], b: dict[str, str]) -> float:
    """Share of pairs of items on which both agree, by brute force."""
    pairs = list(combinations(sorted(a), 2))
    return sum((a[i] == a[j]) == (b[i] == b[j]) for i, j in pairs) / len(pairs)


def json_scores(result: Result) -> dict[str, Any]:
    assert (result.code, result.err) == (0, "")
    scores: dict[str, Any] = json.loads(result.out)["scores"]
    return scores


def test_json_is_what_the_library_says(run: Run, pair: tuple[str, str]) -> None:
    result = run("score", *pair, "--format", "json")
    told = json.loads(result.out)
    expected = pw.scores(REFERENCE, CANDIDATE)
    assert told["scores"] == dict(expected)  # every digit
    assert told["notes"] == expected.notes
    assert (told["reference"], told["candidate"]) == pair
    assert (told["n"], told["reference_clusters"], told["candidate_clusters"]) == (5, 3, 3)
    assert told["scores"]["rand"] == pytest.approx(rand_index(REFERENCE, CANDIDATE), rel=1e-15)
    assert list(told["scores"]) == [each.key for each in pw.indices()]


def test_csv_can_be_read_back(run: Run, pair: tuple[str, str]) -> None:
    rows = list(csv.DictReader(io.StringIO(run("score", *pair, "--format", "csv").out)))
    expected = pw.scores(REFERENCE, CANDIDATE)
    assert {row["index"]: float(row["value"]) for row in rows} == dict(expected)
    assert {row["better"] for row in rows} == {"higher", "lower"}
    assert rows[0]["label"] == "Correlation Coefficient"


def test_csv_says_why_and_keeps_its_columns(run: Run, write: Write) -> None:
    """Footnotes have no place in CSV: the note itself stands in its column, always."""
    one, some = write("one.txt", "0\n0\n0\n"), write("some.txt", "0\n1\n1\n")
    with_note = run("score", one, some, "--index", "CC", "--index", "R", "--format", "csv").out
    without = run("score", some, some, "--index", "R", "--format", "csv").out
    assert with_note.splitlines()[0] == without.splitlines()[0]
    first, second = csv.DictReader(io.StringIO(with_note))
    assert "convention" in first["note"]
    assert not second["note"]


def test_markdown_and_table(run: Run, pair: tuple[str, str]) -> None:
    chosen = ("--index", "rand", "--index", "JD")
    markdown = run("score", *pair, *chosen, "--format", "markdown").out
    rows = [re.split(r"\s*\|\s*", line)[1:-1] for line in markdown.splitlines() if line[:1] == "|"]
    assert rows[0][:3] == ["index", "label", "value"]
    # together: {ann bob, cy dee} and {dee cy, dee bob, cy bob}: n11 = 1, n10 = 1, n01 = 2, n00 = 6
    assert [row[:3] for row in rows[2:]] == [
        ["rand", "Rand", "0.7"], ["jaccard_distance", "Jaccard distance", "0.75"],
    ]  # fmt: skip
    table = run("score", *pair, *chosen)
    assert table == run("score", *pair, *chosen, "--format", "table")
    title, _, first, second = table.out.splitlines()
    assert title == "5 items, 3 reference clusters, 3 candidate clusters"
    assert first.split() == ["rand", "Rand", "0.7", "higher"]
    assert second.split() == ["jaccard_distance", "Jaccard", "distance", "0.75", "lower"]


def test_index_is_repeatable_by_any_name_in_the_given_order(
    run: Run, pair: tuple[str, str]
) -> None:
    chosen = ("--index", "s&s", "--index", "CC", "--index", "Rand", "--index", "correlation")
    scores = json_scores(run("score", *pair, *chosen, "--format", "json"))
    assert list(scores) == ["sokal_sneath_1", "correlation", "rand"]


def test_exact(run: Run, pair: tuple[str, str]) -> None:
    chosen = ("--exact", "--index", "rand", "--index", "jaccard", "--index", "vi")
    scores = json_scores(run("score", *pair, *chosen, "--format", "json"))
    assert (scores["rand"], scores["jaccard"]) == ("7/10", "1/4")
    assert isinstance(scores["vi"], float)
    assert "7/10" in run("score", *pair, *chosen).out


def test_undefined(run: Run, write: Write) -> None:
    files = write("a.txt", "0\n1\n2\n"), write("b.txt", "0\n0\n1\n")
    chosen = ("--index", "CC", "--index", "wallace_1", "--index", "rand", "--format", "json")
    told = json.loads(run("score", *files, *chosen).out)
    assert told["scores"] == {"correlation": 0.0, "wallace_1": None, "rand": pytest.approx(2 / 3)}
    assert set(told["notes"]) == {"correlation", "wallace_1"}
    scores = json_scores(run("score", *files, *chosen, "--undefined", "nan"))
    assert (scores["correlation"], scores["wallace_1"]) == (None, None)
    code, out, err = run("score", *files, *chosen, "--undefined", "raise")
    assert (code, out) == (1, "")
    assert "correlation is undefined" in err
    assert "--undefined" in err


NOISY = {"a": "-1", "b": "0", "c": "0", "d": "1", "e": "-1", "f": "1"}
FOUND = {"a": "0", "b": "0", "c": "1", "d": "1", "e": "2", "f": "-1"}


@pytest.mark.parametrize("noise", ["singletons", "drop", "cluster", None])
@pytest.mark.parametrize("missing", ["raise", "drop", "singletons"])
@pytest.mark.parametrize("label", ["-1", "0"])
@pytest.mark.parametrize("form", ["csv", "txt"])
def test_noise(run: Run, write: Write, noise: Any, missing: Any, label: str, form: str) -> None:
    texts: list[Any] = [NOISY, FOUND]
    if form == "txt":
        texts = ["\n".join(each.values()) for each in (NOISY, FOUND)]
    files = [write(f"{i}.{form}", text) for i, text in enumerate(texts)]
    options = ["--noise", noise] if noise else []
    options += ["--missing", missing, f"--noise-label={label}", "--format", "json"]
    expected = pw.scores(NOISY, FOUND, noise=noise, noise_label=label, missing=missing)
    told = json.loads(run("score", *files, *options, "--index", "rand").out)
    assert told["n"] == expected.table.n == (3 if noise == "drop" and label == "-1" else told["n"])
    assert told["scores"]["rand"] == expected["rand"]


def test_missing_labels_and_items(run: Run, write: Write) -> None:
    first = write("first.csv", {"a": "0", "b": "", "c": "0", "d": "1"})
    second = write("second.csv", {"a": "0", "b": "0", "c": "0", "e": "2"})
    options = (first, second, "--index", "rand", "--format", "json", "--missing")
    assert json.loads(run("score", *options, "drop").out)["n"] == 2  # a and c
    told = json.loads(run("score", *options, "singletons").out)
    a = {"a": "0", "b": "b", "c": "0", "d": "1", "e": "e"}
    b = {"a": "0", "b": "0", "c": "0", "d": "d", "e": "2"}
    assert (told["n"], told["scores"]["rand"]) == (5, pytest.approx(rand_index(a, b)))
    assert run("score", *options, "raise").code == 1


def test_columns(run: Run, write: Write) -> None:
    wide = write("wide.csv", "who,found,truth\nann,1,x\nbob,1,x\ncy,2,y\n")
    plain = write("plain.tsv", "item\tlabel\ncy\t1\nbob\t1\nann\t0\n")
    rand = ("--index", "rand", "--format", "json")
    both = run("score", wide, wide, "--label-column", "found", "--item-column", "who", *rand)
    assert json_scores(both)["rand"] == 1.0
    assert run("score", wide, plain, *rand).code == 1
    for column in ("label", "item"):
        code, out, err = run("score", wide, plain, f"--{column}-column", "nope")
        assert (code, out) == (1, "")
        assert all(word in err for word in ("wide.csv", "nope", "who", "found", "truth"))
    renamed = write("renamed.tsv", "who\tfound\ncy\t1\nbob\t1\nann\t0\n")
    columns = ("--label-column", "found", "--item-column", "who")
    a, b = {"ann": "1", "bob": "1", "cy": "2"}, {"ann": "0", "bob": "1", "cy": "1"}
    scores = json_scores(run("score", wide, renamed, *columns, *rand))
    assert scores["rand"] == pytest.approx(rand_index(a, b))
    assert run("score", write("l.txt", "a\n"), plain, "--label-column", "label").code == 1
    other = write("other.csv", "item,found,sure\nann,1,x\nbob,1,x\ncy,2,y\n")
    scores = json_scores(run("score", other, plain, "--label-column", "found", *rand))
    assert scores["rand"] == pytest.approx(rand_index(a, b))  # plain has one column of labels


SAME = "item,label\nann,1\nbob,1\ncy,2\n"
SPELLINGS: dict[str, str | bytes] = {
    "bom.csv": "\ufeff" + SAME,
    "crlf.csv": SAME.replace("\n", "\r\n"),
    "cr.csv": SAME.replace("\n", "\r"),
    "no_end.csv": SAME.rstrip(),
    "blank_lines.csv": SAME.replace("\n", "\n\n"),
    "quoted.csv": 'item,label\n"ann","1"\n"bob","1"\ncy,2\n',
    "spaces.csv": "label, item\n1, ann\n1 ,bob \n2, cy\n",
    "upper.CSV": SAME.replace("item,label", "Item,Label"),
    "tabs.tsv": SAME.replace(",", "\t"),
    "tabs.tab": SAME.replace(",", "\t"),
    "one_column.csv": "cluster\n1\n1\n2\n",
    "lines.txt": "1\n1\n2\n",
    "lines_crlf_bom.txt": "\ufeff1\r\n1\r\n2\r\n",
    "lines": "x\nx\ny",
    "más_ünï.csv": SAME,
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_the_same_clustering_in_many_spellings(run: Run, write: Write, name: str) -> None:
    reference = write("ref.csv", SAME)
    file = write(name, SPELLINGS[name])
    told = json.loads(run("score", reference, file, "--index", "rand", "--format", "json").out)
    assert (told["n"], told["candidate_clusters"], told["scores"]) == (3, 2, {"rand": 1.0})


@pytest.mark.parametrize(
    ("content", "labels"),
    [
        ('item,label\na,"x, y"\nb,x\nc,"x, y"\n', ["x, y", "x", "x, y"]),
        ('item,label\na,"x\ny"\nb,xy\nc,"x\ny"\n', ["x\ny", "xy", "x\ny"]),
        ('item,label\n"a\nb",1\nab,2\nc,1\n', ["1", "2", "1"]),
        ('item,label\na,"say ""x"""\nb,x\nc,"say ""x"""\n', ['say "x"', "x", 'say "x"']),
        ("item,label\na,日本\nb,é\nc,日本\n", ["日本", "é", "日本"]),
        ("item,label\na,x\u2028y\nb,x\nc,x\u2028y\n", ["x\u2028y", "x", "x\u2028y"]),
        ("item,label\na,x\x0cy\nb,x\nc,x\x0cy\n", ["x\x0cy", "x", "x\x0cy"]),
    ],
)
def test_odd_labels_and_items(run: Run, write: Write, content: str, labels: list[str]) -> None:
    files = write("odd.csv", content), write("plain.txt", "p\np\np\n")
    result = run("score", *files, "--index", "R", "--index", "jaccard", "--format", "json")
    told = json.loads(result.out)
    assert (told["n"], told["reference_clusters"]) == (3, len(set(labels)))
    assert told["scores"] == {"rand": pytest.approx(1 / 3), "jaccard": pytest.approx(1 / 3)}


def test_indices_in_every_format(run: Run) -> None:
    keys = [each.key for each in pw.indices("all")]
    assert [row["key"] for row in json.loads(run("indices", "--format", "json").out)] == keys
    rows = list(csv.DictReader(io.StringIO(run("indices", "--format", "csv").out)))
    assert [row["key"] for row in rows] == keys
    assert {row["key"]: row["better"] for row in rows}["vi"] == "lower"
    markdown = run("indices", "--format", "markdown").out.splitlines()[2:]
    assert [line.split("|")[1].strip() for line in markdown] == keys
    shown = run("indices").out.splitlines()[1:]
    assert [line.split()[0] for line in shown if line[0] not in " …"] == keys
    assert max(map(len, shown)) <= 80
    family = json.loads(run("indices", "--family", "element", "--format", "json").out)
    assert [(row["key"], row["family"]) for row in family] == [("element_centric", "element")]


@pytest.mark.parametrize("key", BEYOND)
def test_show_every_index_beyond_partitions(run: Run, key: str) -> None:
    index = pw.index(key)
    code, out, err = run("show", index.key)
    assert (code, err) == (0, "")
    assert index.label in out
    assert index.doc in out


@pytest.mark.parametrize("key", BUILTIN)
def test_show_every_index(run: Run, key: str) -> None:
    index = pw.index(key)
    told = json.loads(run("show", key, "--format", "json").out)
    assert (told["key"], told["label"], told["description"]) == (key, index.label, index.doc)
    assert all((told["formula"], told["latex"], told["references"]))
    for form in ("text", "markdown"):
        code, out, err = run("show", (*index.aka, key)[0], "--format", form)
        assert (code, err) == (0, "")
        for part in (index.label, key, *index.aka, index.direction, *told["references"]):
            assert part in out
        assert all(line in out for line in index.doc.splitlines())
        for where in told["conventions"]:
            assert where in out


def test_help_names_every_option(run: Run) -> None:
    for command, words in {
        "score": "--index --exact --undefined --noise --noise-label --missing --label-column "
        "--item-column --format json csv markdown convention nan raise singletons drop cluster",
        "indices": "--format json csv markdown",
        "show": "--format json markdown",
    }.items():
        code, out, err = run(command, "--help")
        assert (code, err) == (0, "")
        assert [word for word in words.split() if word not in out] == []
    out = run("--help").out
    assert all(word in out for word in ("score", "indices", "show", "--version", "exit codes"))
    assert run("--version") == Result(0, f"partwise {pw.__version__}\n", "")


@pytest.mark.parametrize(
    "arguments",
    [[], ["scor"], ["--bogus"], ["score"], ["score", "a.csv"], ["score", "a", "b", "c"],
     ["score", "a", "b", "--bogus"], ["score", "a", "b", "--format", "xml"], ["show"],
     ["score", "a", "b", "--undefined", "zero"], ["score", "a", "b", "--noise", "keep"],
     ["score", "a", "b", "--missing", "x"], ["score", "a", "b", "--index"], ["indices", "x"],
     ["indices", "--format", "yaml"], ["show", "rand", "--format", "csv"],
     ["show", "corelation"], ["show", ""], ["score", "a", "b", "--index", "corelation"]],
)  # fmt: skip
def test_bad_usage_is_2(run: Run, arguments: list[str]) -> None:
    code, out, err = run(*arguments)
    assert (code, out, bool(err)) == (2, "", True)
    if "corelation" in arguments:
        assert "did you mean correlation" in err


BAD: dict[str, tuple[str | bytes | None, str]] = {
    "nowhere.csv": (None, "no such file"),
    "picture.csv": (b"\x89PNG\r\n\x1a\n\xff\x00", "utf-8"),
    "latin.csv": (SAME.replace("cy", "çy").encode("latin-1"), "utf-8"),
    "sixteen.csv": (SAME.encode("utf-16"), "utf-8"),
    "numbers.bin": (b"\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00", "text"),
    "empty.csv": ("", "empty|column names"),
    "empty.txt": ("", "no labels"),
    "marked.csv": ("\ufeff", "empty|column names"),
    "header.csv": ("item,label\n", "no labels"),
    "long_row.csv": (SAME.replace("bob,1", "bob,1,2"), "line 3|3 fields|header has 2|quote"),
    "short_row.csv": (SAME.replace("cy,2", "cy"), "line 4|1 field|header has 2"),
    "quote.csv": (SAME.replace("cy,2", 'cy,"2'), "line 4"),
    "same_items.csv": (SAME.replace("cy", "ann"), "'ann' has the label '2'|line 4|line 2"),
    "same_columns.csv": ("label,label\n1,2\n", "label|two columns are called"),
    "no_header.csv": ("17,3\n18,3\n19,4\n", "first row|header"),
    "named.csv": ("ann,3\nbob,3\ncy,4\n", "ann|header"),
    "which.csv": ("x,y,z\nann,1,1\n", "x, y, z|--label-column"),
    "no_label.csv": (SAME.replace("bob,1", "bob,"), "bob|line 3|--missing|drop|singletons"),
    "no_label.txt": ("1\n\n2\n", "line 2|--missing|drop|singletons"),
    "blank_end.txt": ("1\n1\n2\n\n", "line 4|--missing|drop|singletons"),
    "other_items.csv": (SAME.replace("cy", "dee"), "'cy'|'dee'|--missing|drop|singletons"),
    "two_lines.txt": ("1\n1\n", " 2|same length"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("side", ["reference", "candidate"])
def test_bad_input_is_1_and_says_where_and_what_to_do(
    run: Run, write: Write, tmp_path: Path, name: str, side: str
) -> None:
    content, words = BAD[name]
    bad = str(tmp_path / name) if content is None else write(name, content)
    files = (bad, write("good.csv", SAME)) if side == "reference" else (write("g.csv", SAME), bad)
    code, out, err = run("score", *files)
    assert (code, out) == (1, "")
    assert err.startswith("partwise: ")
    assert bad in err
    said = err.replace(bad, "").lower()
    assert [phrase for phrase in words.split("|") if phrase not in said] == []
    assert not any(word in err for word in ("pandas", "mapping", 'missing="'))  # no Python talk


def test_lengths_differ_also_where_labels_may_be_missing(run: Run, write: Write) -> None:
    files = write("three.txt", "1\n1\n2\n"), write("two.txt", "1\n2\n")
    for missing in ("raise", "drop", "singletons"):
        code, out, err = run("score", *files, "--missing", missing)
        assert (code, out) == (1, "")
        assert "same length" in err


def test_a_folder_without_part_files(run: Run, write: Write, tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "_SUCCESS").touch()
    code, out, err = run("score", write("good.csv", SAME), str(folder))
    assert (code, out, f"{folder}: this folder has no label files" in err) == (1, "", True)


def subprocess_run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "partwise.cli", *arguments]
    return subprocess.run(command, check=False, stderr=subprocess.PIPE, **options)


@pytest.mark.parametrize("arguments", [["indices"], ["show", "CC"], ["--help"]])
def test_a_closed_pipe_is_no_error(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess_run(*arguments, stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_full_disk_is_told_in_a_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess_run("indices", stdout=full)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", [["indices"], ["show", "smi"], ["indices", "--format", "csv"]]
)
def test_old_encodings_of_the_terminal_are_no_error(arguments: list[str]) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}  # a pipe on Windows
    done = subprocess_run(*arguments, stdout=subprocess.PIPE, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"smi" in done.stdout


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_without_sympy_an_index_is_shown_without_its_formula(
    capsys: pytest.CaptureFixture[str], form: str
) -> None:
    with without("sympy"):
        code, out, err = ran(capsys, "show", "ARI", "--format", form)
    assert (code, err) == (0, "")
    assert "adjusted_rand" in out
    assert ('pip install "partwise[proofs]"' in out) == (form == "text")
