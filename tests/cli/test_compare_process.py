"""``partwise compare`` as a process: help, pipes, interrupts, terminals."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from partwise.cli import main
from support.commands import FEW, KEYS, Result, Run

COMMAND = ("compare",)


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
        Path(file).write_text("item,label,count\na,1,3\nb,1,1\nc,2,1\nd,2,2\n")
    judgement = {"reference": [0, 0, 1, 1], "better": [0, 0, 1, 2], "worse": [0, 1, 0, 1]}
    Path("judgements.json").write_text(json.dumps([judgement]))
    with pytest.raises(SystemExit, match="0"):
        main([name, "--help"])
    examples = re.findall(r"^  partwise (.+)$", capsys.readouterr().out, re.MULTILINE)
    assert examples
    for example in examples:
        if "--by-example" in example:  # which asks on a terminal
            continue
        assert main(shlex.split(example, comments=True)) == 0
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
        raise KeyboardInterrupt  # as Python does for a signal, unless its parent ignores them

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
    assert text.startswith("split and merged cannot be distinguished by CC at ")
    assert re.search(r"┃ candidate ┃ +CC ┃ +R ┃", text)
    assert re.search(r"│ split +│.*\r?\n│ merged +│", text)
    assert "\x1b[1;32m" in shown  # the preferred values stand out


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_progress_is_shown_on_a_terminal_and_not_in_the_result(wide: str) -> None:
    options = (wide, "--reference", "gold", *FEW, "--format", "json")
    code, shown, result = on_terminal("stderr", *options)
    assert code == 0
    assert list(json.loads(result)["ranks"]) == KEYS
    assert "comparing" in shown
