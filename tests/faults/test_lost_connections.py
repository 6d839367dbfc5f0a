"""A connection to DuckDB that is lost: every place that calls DuckDB has to say so in our words."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from faults.commands import COMMANDS, FORMATS, Command, write_inputs
from partwise.cli import main

CALLS = {
    duckdb.DuckDBPyConnection: ("execute", "sql", "from_arrow", "register", "view"),
    duckdb.DuckDBPyRelation: (
        *("fetchall", "to_arrow_table", "query", "fetchnumpy"),
        *("aggregate", "filter", "join", "limit", "order", "project"),
    ),
}


class Calls:
    """Notes from which lines DuckDB is called, and fails from the first call of one on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: dict[str, None] = {}
        self.fails_at = ""
        self.is_lost = False
        for kind, names in CALLS.items():
            for name in names:
                monkeypatch.setattr(kind, name, self._noting(getattr(kind, name)))

    def _noting(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def method(*arguments: Any, **options: Any) -> Any:
            frame = sys._getframe(1)
            line = f"{frame.f_code.co_filename}:{frame.f_lineno}"
            self.lines[line] = None
            self.is_lost |= line == self.fails_at
            if self.is_lost:
                raise duckdb.ConnectionException("connection lost")
            return call(*arguments, **options)

        return method


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "command", [command for command in COMMANDS if command.reads], ids=lambda each: each.name
)
def test_a_connection_lost_at_any_line_is_an_error_of_ours(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: Command,
    form: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    write_inputs(tmp_path)
    calls = Calls(monkeypatch)
    arguments = command.arguments(form)
    assert main(arguments) == 0
    written, told = sorted((tmp_path / "out").iterdir()), capsys.readouterr().err
    wrong = {}
    for line in [line for line in calls.lines if "partwise" in line]:
        calls.fails_at, calls.is_lost = line, False
        for path in (tmp_path / "out").iterdir():
            path.unlink()
        capsys.readouterr()
        code, outputs = main(arguments), sorted((tmp_path / "out").iterdir())
        err = capsys.readouterr().err
        is_refused = re.fullmatch("partwise: .*connection lost.*\n", err) and not outputs
        is_whole = (err, outputs) == (told, written)  # it was lost when nothing else was needed
        if not (is_refused if code == 1 else is_whole and code == 0):
            wrong[line] = code, err, outputs
    assert calls.lines
    assert not wrong
