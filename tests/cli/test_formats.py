"""The commands read every format and layout, and say what is wrong in their own words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import partwise as pw
from support.commands import Run, ran, refused
from support.label_tables import WRITERS, Table, write_csv

ITEMS = list("abcdef")
GOLD, MINE = [1, 1, 1, 2, 2, -1], [7, 7, 8, 8, 8, 9]
CC = pw.score(GOLD, MINE, "CC")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return lambda *arguments: ran(capsys, *arguments)


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
    refused(run("score", odd, odd), 1, "choose one of x, y, z with --label-column,")
    refused(run("score", odd, odd, "--memory", "1MB"), 1, "too little", "or more")
    refused(run("score", odd, odd, "--memory", "much"), 2, "'much' is not a size; write 2GB")
    refused(run("score", odd, odd, "--layout", "tall"), 2, "invalid choice")
    refused(
        run("score", odd, odd, "--items", odd, "--label-column", "x"),
        1,
        "--items goes with pairs",
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
