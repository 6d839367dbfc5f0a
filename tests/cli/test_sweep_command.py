"""``partwise sweep``: what it prints, writes and refuses; the same numbers as in Python."""

from __future__ import annotations

import csv
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import partwise as pw
from support.commands import Run, Write, as_json, refused

COMMAND = ("sweep",)
PAIRS = [("ann", "anne", 0.95), ("cy", "zoe", 0.9), ("bob", "rob", 0.8), ("bob", "cy", 0.3)]
PEOPLE = {"ann": "1", "anne": "1", "bob": "2", "rob": "2", "cy": "3"}
RUNS = {
    "gold": "aaabbbcc",
    "leiden_0.4": "11111122",
    "leiden_1": "11122233",
    "leiden_0.8": "11122222",
}


def as_csv(rows: list[Any], head: str) -> str:
    return "\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n"


@pytest.fixture
def gold(write: Write) -> str:
    return write("gold.csv", PEOPLE)


@pytest.fixture
def pairs(write: Write) -> str:
    return write("pairs.csv", as_csv(PAIRS, "unique_id_l,unique_id_r,match_probability"))


@pytest.fixture
def family(write: Write) -> str:
    rows = [(i, *of) for i, of in enumerate(zip(*RUNS.values(), strict=True))]
    return write("family.csv", as_csv(rows, f"item,{','.join(RUNS)}"))


def curve_of(result: pw.ensembles.Sweep) -> dict[str, list[Any]]:
    """Return the curve as JSON has it."""
    curve: dict[str, list[Any]] = result.to_dict()["curve"]
    return curve


def test_a_pattern_names_several_columns(run: Run, family: str) -> None:
    chosen = ("--reference", "gold", "--index", "ARI", "--format", "json")
    one_by_one = [part for name in list(RUNS)[1:] for part in ("--candidate", name)]
    expected = as_json(run(family, *chosen, *one_by_one))
    assert as_json(run(family, *chosen, "--candidate", "leiden_*")) == expected
    some = as_json(run(family, *chosen, "--candidate", "leiden_0*"))
    assert some["curve"]["threshold"] == [0.4, 0.8]
    refused(run(family, *chosen, "--candidate", "louvain_*"), 1, "no column 'louvain_*'")


def test_rows_of_a_reference_may_come_in_any_order(run: Run, write: Write) -> None:
    """Ids are read from their column, although they are as small as numbers of rows."""
    gold = write(
        "people.csv", as_csv([(3, "b"), (0, "a"), (2, "b"), (1, "a")], "unique_id,cluster")
    )
    pairs = write("links.csv", as_csv([(0, 1, 0.9), (2, 3, 0.8), (1, 2, 0.1)], "id_l,id_r,score"))
    content = as_json(run(gold, pairs, "--index", "ARI", "--format", "json"))
    assert content["curve"]["adjusted_rand"] == [0, pytest.approx(4 / 7), 1, 0]


def test_pairs_give_what_the_library_gives(run: Run, gold: str, pairs: str) -> None:
    content = as_json(run(gold, pairs, "--index", "ARI,BCubed", "--format", "json"))
    expected = pw.sweep(PEOPLE, PAIRS, ["ARI", "BCubed"])
    assert content["curve"] == curve_of(expected)
    assert content["best"]["adjusted_rand"]["threshold"] == 0.8
    rows = list(csv.DictReader(run(gold, pairs, "--index", "ARI", "--format", "csv").out.split()))
    assert [float(row["threshold"]) for row in rows] == [np.inf, 0.95, 0.9, 0.8, 0.3]
    assert [float(row["adjusted_rand"]) for row in rows] == expected.scores["ARI"].tolist()


def test_columns_of_pairs_are_named(run: Run, gold: str, write: Write) -> None:
    rows = [
        (f"n{i}", 1 - score, left, score, right) for i, (left, right, score) in enumerate(PAIRS)
    ]
    path = write("odd.csv", as_csv(rows, "note,cost,one,p,two"))
    columns = ("--score", "p", "--left", "one", "--right", "two", "--index", "ARI")
    content = as_json(run(gold, path, *columns, "--format", "json"))
    assert content["curve"] == curve_of(pw.sweep(PEOPLE, PAIRS, "ARI"))


@pytest.mark.parametrize(
    ("text", "thresholds"), [("0.5,0.85", [0.5, 0.85]), ("3", 3), (" 0.85 ", [0.85])]
)
def test_thresholds(run: Run, gold: str, pairs: str, text: str, thresholds: Any) -> None:
    content = as_json(run(gold, pairs, "--thresholds", text, "--index", "R", "--format", "json"))
    assert content["curve"] == curve_of(pw.sweep(PEOPLE, PAIRS, "R", thresholds=thresholds))


def test_a_family_of_columns(run: Run, family: str) -> None:
    content = as_json(run(family, "--reference", "gold", "--index", "ARI,AMI", "--format", "json"))
    assert content["curve"]["threshold"] == [0.4, 0.8, 1.0]
    expected = [
        float(pw.score([*RUNS["gold"]], [*RUNS[f"leiden_{r}"]], "AMI")) for r in (0.4, 0.8, 1)
    ]
    assert content["curve"]["ami_arithmetic"] == pytest.approx(expected)
    assert content["best"]["adjusted_rand"]["threshold"] == 1.0
    some = ("--candidate", "leiden_0.4", "--candidate", "leiden_0.8")
    content = as_json(run(family, "--reference", "gold", *some, "--index", "R", "--format", "json"))
    assert content["curve"]["threshold"] == [0.4, 0.8]


def test_a_family_of_files(run: Run, write: Write) -> None:
    files = [
        write(f"{name}.csv", {str(i): label for i, label in enumerate(labels)})
        for name, labels in RUNS.items()
    ]
    content = as_json(run(*files, "--index", "ARI", "--format", "json"))
    assert content["curve"]["threshold"] == [0.4, 0.8, 1.0]


def test_labels_without_items(run: Run, write: Write) -> None:
    files = [write(f"{name}.txt", "\n".join(labels)) for name, labels in RUNS.items()]
    content = as_json(run(*files, "--index", "ARI", "--format", "json"))
    runs = {name: [*labels] for name, labels in RUNS.items() if name != "gold"}
    assert content["curve"] == curve_of(pw.sweep([*RUNS["gold"]], runs, "ARI"))


def test_without_a_reference(run: Run, pairs: str, family: str) -> None:
    content = as_json(run(pairs, "--format", "json"))
    assert content["stretches"] == json.loads(pw.sweep(None, PAIRS).to_json())["stretches"]
    wide = ("--candidate", "leiden_0.4", "--candidate", "leiden_0.8", "--candidate", "leiden_1")
    content = as_json(run(family, *wide, "--index", "R", "--tolerance", "0.3", "--format", "json"))
    runs = {name: [*labels] for name, labels in RUNS.items() if name != "gold"}
    expected = pw.sweep(None, runs, "R", tolerance=0.3).to_dict()
    assert content["curve"] == expected["curve"]
    assert content["stretches"] == expected["stretches"]
    assert "Stretches of thresholds" in run(pairs).out


def test_the_answer_comes_first(run: Run, gold: str, pairs: str) -> None:
    printed = run(gold, pairs, "--index", "ARI,VI").out
    assert printed.startswith("By ARI, 0.8 is the best threshold: 1.0000 with 3 clusters.")
    assert "**By ARI, 0.8" in run(gold, pairs, "--index", "ARI", "--format", "markdown").out


def test_samples_of_items_and_of_clusters(run: Run, write: Write) -> None:
    rng = np.random.default_rng(0)
    labels = np.repeat(np.arange(60), 5)
    pairs = [(i, i + 1, round(float(rng.beta(5, 2)), 3)) for i in range(299)]
    gold = write("gold.csv", {str(i): str(label) for i, label in enumerate(labels)})
    path = write("pairs.csv", as_csv(pairs, "left,right,score"))
    expected = pw.sweep(labels, pairs, "ARI")
    answers = []
    for options, sample in (
        ((), {}),
        (("--level", "0.8"), {"level": 0.8}),
        (
            ("--sampling", "clusters", "--clusters", "500"),
            {"sampling": "clusters", "clusters": 500},
        ),
        (("--sampling", "none"), {"sampling": None}),
    ):
        content = as_json(run(gold, path, "--index", "ARI", *options, "--format", "json"))
        best = expected.best(**sample)
        assert content["best"]["adjusted_rand"] == best.to_dict(), options
        answers.append(content["best"]["adjusted_rand"])
    assert all(one != other for one, other in combinations(answers, 2))


def test_files_are_written(run: Run, gold: str, pairs: str, tmp_path: Path) -> None:
    report, charts, output = (tmp_path / name for name in ("s.html", "charts", "best.csv"))
    written = ("--report", str(report), "--charts", str(charts), "--output", str(output))
    done = run(gold, pairs, "--index", "ARI", *written)
    assert done.code == 0
    assert [str(path.resolve()) in done.err for path in (report, charts, output)] == [True] * 3
    assert "Best threshold: 0.8" in report.read_text("utf-8")
    assert "partwise sweep" in report.read_text("utf-8")
    kinds = ("curves", "precision-recall", "sizes")
    assert {p.name for p in charts.iterdir()} == {f"{k}.{e}" for k in kinds for e in ("svg", "png")}
    clustering = pw.read(str(output)).to_clustering()
    assert clustering == pw.sweep(PEOPLE, PAIRS, "ARI").at(0.8)


def test_files_without_a_reference(run: Run, pairs: str, tmp_path: Path) -> None:
    report, charts = tmp_path / "s.html", tmp_path / "charts"
    done = run(pairs, "--report", str(report), "--charts", str(charts))
    assert done.code == 0
    assert "Sweep without a reference" in report.read_text("utf-8")
    assert {path.stem for path in charts.iterdir()} == {"similarity", "sizes"}


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("{gold}", "{pairs}", "--score", "nothing"), 1, "nothing"),
        (("{gold}", "{pairs}", "--index", "nothing"), 2, "nothing"),
        (("{gold}", "{pairs}", "--thresholds", "0.5,x"), 2, "list of numbers"),
        (("{gold}", "{pairs}", "--thresholds", "1"), 2, "at least 2"),
        (("{gold}", "{pairs}", "--level", "2"), 2, "--level"),
        (("{gold}", "{pairs}", "--clusters", "9"), 2, "--sampling clusters"),
        (("{gold}", "{pairs}", "--report", "{gold}"), 2, "one of the label files"),
        (("{gold}", "{pairs}", "--output", "nowhere/x.csv"), 2, "there is no folder"),
        (
            ("{gold}", "{gold}", "{pairs}", "--score", "match_probability"),
            2,
            "one file of pairs",
        ),
        (("{pairs}", "--output", "x.csv"), 2, "needs a reference"),
        (("{pairs}", "--index", "R,ARI"), 2, "one index"),
        (("{family}", "--reference", "none"), 1, "no label column 'none'"),
    ],
)
def test_bad_usage(
    run: Run, gold: str, pairs: str, family: str, arguments: tuple[str, ...], code: int, said: str
) -> None:
    paths = {"gold": gold, "pairs": pairs, "family": family}
    refused(run(*(argument.format(**paths) for argument in arguments)), code, said)


def test_pairs_with_unusual_column_names_are_not_taken_for_labels(
    run: Run, write: Write, gold: str
) -> None:
    pairs = write("odd.csv", as_csv(PAIRS, "first,second,how_sure"))
    options = ("--left", "first", "--right", "second", "--score", "how_sure")
    for files in ((gold, pairs), (pairs,)):
        refused(run(*files), 1, "--left first, --right second, --score how_sure")
        assert run(*files, *options).code == 0


def test_the_table_says_in_options_how_to_get_other_confidence_intervals(
    run: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("partwise.ensembles.sweeps.sweep_result._MOST_SECONDS", 0.0)
    gold = write("gold.csv", "item,label\na,1\nb,1\nc,2\nd,2\n")
    pairs = write("pairs.csv", "left,right,score\na,b,0.9\nc,d,0.8\nb,c,0.3\n")
    both = run(gold, pairs, "--index", "ARI,NMI").out
    assert "for example --index nmi_arithmetic" in " ".join(both.split())
    assert "best('" not in both
    assert "--index" not in run(gold, pairs, "--index", "ARI").out
