"""What the tests of ``partwise compare`` share: the data, and what a run gives."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

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


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> Result:
    """Run the command line, and return what it gives."""
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    return Result(code, *capsys.readouterr())


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
