"""``--weights``: a column of the reference's file, and of the first file of a landscape."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import partwise as pw
from support.commands import Run, Write, as_json, ran, refused

COMMAND = ("score",)

GOLD, MINE, SEEN = ["x", "x", "y", "y", "z"], ["1", "2", "2", "2", "1"], [3, 1, 2, 1, 0]


def _reference(write: Write, weights: list[object]) -> str:
    rows = zip("abcde", GOLD, weights, strict=True)
    return write("gold.csv", "id,gold,seen\n" + "".join(f"{i},{g},{w}\n" for i, g, w in rows))


@pytest.fixture
def mine(write: Write) -> str:
    return write("mine.csv", dict(zip("edcba", MINE[::-1], strict=True)))


def _repeated(labels: list[str]) -> list[str]:
    return [label for label, times in zip(labels, SEEN, strict=True) for _ in range(times)]


@pytest.mark.parametrize("written", [str, float, "{:+d}".format, "{:.1e}".format])
def test_multiplicities(run: Run, write: Write, mine: str, written: object) -> None:
    gold = _reference(write, [written(seen) for seen in SEEN])  # type: ignore[operator]
    told = as_json(run(gold, mine, "--weights", "seen", "--format", "json"))
    expected = pw.scores(_repeated(GOLD), _repeated(MINE))
    assert told["scores"] == pytest.approx(dict(expected), rel=1e-14, nan_ok=True)
    assert (told["n"], told["weights"], told["weighting"]) == (7, "seen", "multiplicity")
    assert told["coverage"]["compared"] == 5
    table = run(gold, mine, "--weights", "seen").out
    assert "7 items, 2 reference clusters, 2 candidate clusters" in table
    assert "not compared" not in table


def test_importance(run: Run, write: Write, mine: str) -> None:
    weights = [0.5, 2.25, 1e-3, 3, 1]
    gold = _reference(write, [*weights])
    options = ("--weights", "seen", "--weighting", "importance", "--exact", "--format", "json")
    told = as_json(run(gold, mine, *options, "--index", "rand"))
    expected = pw.score(GOLD, MINE, "rand", weights=weights, weighting="importance", exact=True)
    assert told["scores"]["rand"] == str(expected)
    told = as_json(run(gold, mine, *options))
    assert told["scores"]["ami_arithmetic"] is None
    assert "random candidates" in told["notes"]["ami_arithmetic"]


def test_a_parquet_file_with_numbers(run: Run, tmp_path: Path, mine: str) -> None:
    path = tmp_path / "gold.parquet"
    big = [2**53 + 1, 1, 1, 1, 1]
    pd.DataFrame({"id": list("abcde"), "label": GOLD, "n": big}).to_parquet(path)
    told = as_json(run(str(path), mine, "--weights", "n", "--index", "CC", "--format", "json"))
    assert told["n"] == 2**53 + 5


def test_large_numbers_in_text_are_exact(run: Run, write: Write, mine: str) -> None:
    gold = _reference(write, [2**53 + 1, 1, 1, 1, 1])
    told = as_json(run(gold, mine, "--weights", "seen", "--index", "CC", "--format", "json"))
    assert told["n"] == 2**53 + 5


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ([1, "two", 1, "x", 1], ("column 'seen'", "2 of 5 weights are not numeric ('two', 'x')")),
        ([1, -2, 1, 1, 1], ("column 'seen'", "1 of 5 weights is negative (-2)")),
        ([1, "", 1, 1, 1], ("column 'seen'", "1 of 5 weights is missing, for the items ('b')")),
        ([1, 2.5, 1, 1, 1], ("1 of 5 weights is not whole (2.5)", "--weighting importance")),
        ([1, "nan", 1, 1, 1], ("1 of 5 weights is missing, for the items ('b')",)),
        ([1, "9" * 50, 1, 1, 1], ("engines count in 64 bits",)),
        ([0, 0, 0, 0, 0], ("all weights are zero",)),
    ],
)
def test_what_is_no_weight(
    run: Run, write: Write, mine: str, weights: list[object], words: tuple[str, ...]
) -> None:
    gold = _reference(write, weights)
    refused(run(gold, mine, "--weights", "seen"), 1, "gold.csv", *words)


def test_what_is_no_column(run: Run, write: Write, mine: str) -> None:
    gold = _reference(write, [*SEEN])
    refused(run(gold, mine, "--weights", "sen"), 1, "no column 'sen' (did you mean 'seen'?)")
    refused(run(mine, gold, "--weights", "seen"), 1, "mine.csv", "no column 'seen'")
    nameless = write("nameless.csv", "label,seen\nx,1\ny,2\n")
    refused(run(nameless, mine, "--weights", "seen"), 1, "nameless.csv", "--item-column")
    refused(run(gold, mine, "--weighting", "importance"), 2, "--weights")


def test_weights_of_a_landscape(
    capsys: pytest.CaptureFixture[str], write: Write, mine: str
) -> None:
    rows = zip("abcde", GOLD, MINE, SEEN, strict=True)
    lines = (f"{item},{gold},{label},{seen}\n" for item, gold, label, seen in rows)
    wide = write("wide.csv", "id,gold,mine,seen\n" + "".join(lines))
    options = ("--weights", "seen", "--index", "CD", "--format", "json")
    expected = pw.score(_repeated(GOLD), _repeated(MINE), "CD")
    for files in ([wide], [_reference(write, [*SEEN]), mine]):
        landscape = as_json(ran(capsys, "landscape", *files, *options))
        assert landscape["names"] == ["gold", "mine"]
        assert landscape["distances"][0][1] == pytest.approx(expected, rel=1e-14)
    weighted = as_json(ran(capsys, "landscape", wide, *options, "--weighting", "importance"))
    assert weighted["distances"][0][1] == pytest.approx(
        pw.score(GOLD, MINE, "CD", weights=SEEN, weighting="importance"), rel=1e-14
    )
    refused(ran(capsys, "landscape", wide, "--weighting", "importance"), 2, "--weights")
    refused(ran(capsys, "landscape", wide, "--weights", "sen"), 1, "did you mean 'seen'?")
