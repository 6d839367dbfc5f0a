"""Wherever the command line takes an index, it takes a formula and ``module:function`` as well."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

import partwise as pw
from partwise.cli.parser import build_parser
from support.commands import GOLD, SPLIT, Run, as_json, ran, refused

COMMAND = ("compare",)

FORMULA = "(n11 + n00) / N"
FUNCTION = "own_indices:agreement"

COMMANDS = {
    "audit": ("{index}", "--max-n", "3", "--triples-n", "3", "--property", "symmetry"),
    "baseline": ("{gold}", "--index", "{index}", "--samples", "2"),
    "compare": ("{gold}", "{split}", "--index", "{index}", "--sampling", "none"),
    "compare --decide-by": ("{gold}", "{split}", "--index", "R", "--decide-by", "{index}"),
    "compare --fail-below": ("{gold}", "{split}", "--index", "R", "--fail-below", "{index}=0"),
    "consensus": ("{gold}", "{split}", "--index", "{index}"),
    "estimate": ("{gold}", "{split}", "--index", "{index}", "--design", "random-items"),
    "guide": ("--symmetry", "--index", "{index}"),
    "landscape": ("{gold}", "{split}", "--index", "{index}"),
    "plan": ("{gold}", "{split}", "--index", "{index}", "--width", "0.5", "--format", "json"),
    "properties": ("--index", "{index}", "--max-n", "3", "--property", "symmetry"),
    "score": ("{gold}", "{split}", "--index", "{index}"),
    "show": ("{index}",),
    "study": ("{wide}", "--reference", "gold", "--index", "{index}", "--index", "R"),
    "sweep": ("{wide}", "--reference", "gold", "--index", "{index}", "--sampling", "none"),
    "track": ("{gold}", "{split}", "--index", "{index}"),
    "triplets": ("--index", "{index}", "--index", "CC", "--max-n", "3"),
}


def options_of_indices() -> set[str]:
    """Return the commands that take an index, with the option where it is not --index."""
    (commands,) = (a for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction))
    return {
        name if action.dest == "index" else f"{name} {action.option_strings[0]}"
        for name, parser in commands.choices.items()
        for action in parser._actions
        if str(action.metavar).startswith("INDEX") or action.dest == "index"
    }


def test_all_options_of_indices_are_tried() -> None:
    assert options_of_indices() == set(COMMANDS)


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "def agreement(t):\n    p = t.pair_counts\n    return p.agree / p.total if p.total else 1\n"
    )
    (tmp_path / "own_indices.py").write_text(code)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("module")
@pytest.mark.parametrize("index", [FORMULA, FUNCTION])
@pytest.mark.parametrize("command", COMMANDS)
def test_own_indices(
    command: str,
    index: str,
    files: tuple[str, str, str],
    wide: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = {"gold": files[0], "split": files[1], "wide": wide, "index": index}
    given = (argument.format(**words) for argument in COMMANDS[command])
    result = ran(capsys, command.split()[0], *given)
    assert (result.code, result.out != "") == (0, True), result.err
    shown = FORMULA if index is FORMULA else "agreement"
    assert command == "compare --fail-below" or shown in result.out


@pytest.mark.usefixtures("module")
def test_the_values_are_those_of_the_library(run: Run, files: tuple[str, str, str]) -> None:
    """Two formulas are two indices; the one that decides is among them, though named twice."""
    other = "n11 / (n11 + n10)"
    given = ("--index", FORMULA, "--index", other, "--index", FUNCTION, "--decide-by", other)
    told = as_json(run(*files[:2], *given, "--format", "json"))
    values = told["candidates"]["split"]["scores"]
    assert values[FORMULA] == pw.score(GOLD, SPLIT, "rand")
    assert values[other] == pw.score(GOLD, SPLIT, "wallace_1")
    assert values["agreement"] == pw.score(GOLD, SPLIT, "rand")
    assert told["answer"]["index"] == other


def test_what_is_no_index(run: Run, files: tuple[str, str, str]) -> None:
    result = run(*files, "--index", "n11 / (n11")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("partwise: cannot read the formula: '(' was never closed")
    refused(run(*files, "--index", "nowhere:f"), 2, "nowhere:f", "cannot be imported")
    refused(run(*files, "--index", "math:nothing"), 2, "has no function 'nothing'")
    refused(run(*files, "--index", "math:pi"), 2, "this is a float; name a function")
    refused(run(*files, "--index", ":f"), 2, ":f", "cannot be imported")
    refused(run(*files, "--decide-by", "nowhere:f"), 2, "cannot be imported")
    refused(run(*files, "--fail-below", "nowhere:f=1"), 2, "cannot be imported")
    refused(run(*files, "--index", "corelation"), 2, "correlation")
