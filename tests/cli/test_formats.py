"""The commands read every format and layout, and say what is wrong in their own words."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import partwise as pw
from support.commands import Run, refused
from support.label_tables import WRITERS, Table, write_csv

ITEMS = list("abcdef")
GOLD, MINE = [1, 1, 1, 2, 2, -1], [7, 7, 8, 8, 8, 9]
CC = pw.score(GOLD, MINE, "CC")


@pytest.mark.parametrize("form", WRITERS)
def test_every_format(run: Run, tmp_path: Path, form: str) -> None:
    wide = WRITERS[form]({"id": ITEMS, "gold": GOLD, "mine": MINE}, tmp_path)
    chosen = ("--index", "CC", "--format", "json")
    told = json.loads(run("compare", str(wide), "--reference", "gold", *chosen).out)
    assert told["candidates"]["mine"]["scores"]["correlation"] == pytest.approx(CC, abs=1e-15)
    other = write_csv({"label": GOLD[::-1], "item": ITEMS[::-1]}, tmp_path, "other.csv")
    files = (str(wide), str(other), "--label-column")
    told = json.loads(run("score", *files, "gold", *chosen).out)
    assert told["scores"]["correlation"] == 1  # the other file has one column of labels
    refused(run("score", *files, "golden"), 1, wide.name, "no column 'golden'")


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("ids", [ITEMS, list(range(6))])
def test_a_csv_file_against_every_format(
    run: Run, tmp_path: Path, form: str, ids: list[Any]
) -> None:
    """Also where one has numbers and the other text; noise is "-1" in both."""
    gold = write_csv({"label": GOLD[::-1], "item": ids[::-1]}, tmp_path, "gold.tab.csv")
    mine = WRITERS[form]({"item": ids, "label": GOLD}, tmp_path)
    options = ("--index", "CC", "--format", "json", "--noise", "drop", "--memory", "4GB")
    told = json.loads(run("score", str(gold), str(mine), *options).out)
    assert (told["n"], told["scores"]["correlation"]) == (5, 1.0)


def test_layouts(run: Run, tmp_path: Path) -> None:
    pairs = write_csv({"left": ["a", "b"], "right": ["b", "c"]}, tmp_path, "pairs.csv")
    gold = write_csv({"item": list("abcd"), "label": [1, 1, 1, 2]}, tmp_path, "gold.csv")
    refused(run("score", str(gold), str(pairs)), 1, "'d'", "--missing")
    options = ("--index", "CC", "--format", "json")
    told = json.loads(run("score", str(gold), str(gold), *options).out)
    assert told["scores"]["correlation"] == 1.0
    items = write_csv({"item": list("abcd")}, tmp_path, "items.csv")
    table: Table = {"id": ITEMS * 2, "run": ["g"] * 6 + ["m"] * 6, "cluster": GOLD + MINE}
    stacked = str(write_csv(table, tmp_path, "stacked.csv"))
    chosen = ("--reference", "g", "--candidate", "m", "--layout", "stacked")
    told = json.loads(run("compare", stacked, *chosen, *options).out)
    assert told["candidates"]["m"]["scores"]["correlation"] == pytest.approx(CC, abs=1e-15)
    refused(run("score", stacked, stacked), 1, "2 clusterings (g, m)", "--reference")
    both = (str(pairs), str(pairs), "--layout", "pairs", "--items", str(items))
    assert json.loads(run("score", *both, *options).out)["n"] == 4


def test_words_of_the_command_line(run: Run, tmp_path: Path) -> None:
    odd = str(write_csv({"x": [1], "y": [1], "z": [2]}, tmp_path, "odd.csv"))
    refused(
        run("score", odd, odd),
        1,
        "choose one of x, y, z with --label-column and that of the items with --item-column,",
    )
    refused(run("score", odd, odd, "--memory", "1MB"), 1, "too small", "or more")
    refused(run("score", odd, odd, "--memory", "much"), 2, "'much' is not a size; write 2GB")
    refused(run("score", odd, odd, "--layout", "tall"), 2, "invalid choice")
    refused(
        run("score", odd, odd, "--items", odd, "--label-column", "x"),
        1,
        "--items is for pairs",
        "--layout pairs",
    )


def test_candidates_are_named_after_their_files(run: Run, tmp_path: Path) -> None:
    gold = str(write_csv({"item": ITEMS, "label": GOLD}, tmp_path, "gold.csv"))
    packed = WRITERS["csv.gz"]({"item": ITEMS, "label": MINE}, tmp_path).rename(
        tmp_path / "k.means.csv.gz"
    )
    parts = WRITERS["folder of parts"]({"item": ITEMS, "label": MINE}, tmp_path)
    options = ("--index", "CC", "--format", "json")
    told = json.loads(run("compare", gold, str(packed), str(parts / "*.parquet"), *options).out)
    assert list(told["candidates"]) == ["k.means", "parts"]


def note(path: str, delimiter: str) -> str:
    return f"{path}: 6 items, columns item and label, delimiter {delimiter!r}"


@pytest.mark.parametrize("delimiter", [",", "|", "\t", " "])
@pytest.mark.parametrize("suffix", [".txt", ".dat", ""])
def test_tables_under_another_name(run: Run, tmp_path: Path, suffix: str, delimiter: str) -> None:
    """They are read as tables, and standard error says what was understood."""
    paths = []
    for name, labels in (("gold", GOLD), ("mine", MINE)):
        path = write_csv({"item": ITEMS, "label": labels}, tmp_path, f"{name}{suffix}")
        path.write_text(path.read_text().replace(",", delimiter))
        paths.append(str(path))
    result = run("score", *paths, "--index", "CC", "--format", "json")
    assert json.loads(result.out)["scores"]["correlation"] == pytest.approx(CC, abs=1e-15)
    assert result.err.splitlines() == [note(path, delimiter) for path in paths]


def test_process_substitution(tmp_path: Path) -> None:
    """Also where a column is named, for which the columns of each file are looked at first."""
    for name, labels in (("gold", GOLD), ("mine", MINE)):
        write_csv({"item": ITEMS, "label": labels}, tmp_path, f"{name}.csv")
    score = shlex.join([sys.executable, "-m", "partwise.cli", "score"])
    options = "--index CC --format json --label-column label"
    done = subprocess.run(
        ["bash", "-c", f"{score} <(cat gold.csv) <(cat mine.csv) {options}"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    found = json.loads(done.stdout)["scores"]["correlation"]
    assert found == pytest.approx(CC, abs=1e-15)
    first, second = done.stderr.splitlines()
    assert first.startswith("/dev/fd/")
    assert second.endswith(note("", ","))


def test_one_label_per_line_needs_no_note(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "gold.txt"
    path.write_text("\n".join(map(str, GOLD)) + "\n")
    result = run("score", str(path), str(path), "--index", "CC")
    assert (result.code, result.err) == (0, "")
    path.write_text("\n".join(f"{i},{label}" for i, label in zip(ITEMS, GOLD, strict=True)))
    refused(run("score", str(path), str(path)), 1, str(path), "separated by ','", "item,cluster")


def test_the_memory_of_random_candidates_is_known_before_they_are_drawn(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = str(write_csv({"item": ITEMS, "label": GOLD}, tmp_path, "gold.csv"))
    mine = str(write_csv({"item": ITEMS, "label": MINE}, tmp_path, "mine.csv"))
    options = ("--index", "CC", "--memory", "2GB")
    assert run("compare", gold, mine, *options).code == 0
    monkeypatch.setattr("partwise.chance.random_candidates.memory_to_sample", lambda n: n * 10**9)
    refused(run("compare", gold, mine, *options), 1, "random candidates take 6.0GB", "allow")
    assert run("score", gold, mine, *options).code == 0


def test_scored_pairs_are_refused(run: Run, tmp_path: Path) -> None:
    gold = write_csv({"item": list("abc"), "label": [1, 1, 2]}, tmp_path, "gold.csv")
    columns: Table = {"left": ["a", "b"], "right": ["b", "c"], "p": [0.9, 0.1]}
    pairs = write_csv(columns, tmp_path, "pairs.csv")
    told = run("score", str(gold), str(pairs))
    refused(told, 1, "pairs.csv", "a score (p)", "partwise sweep", "save only their columns left")
