"""A command run under a fault, and the judgement on what it left."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from faults.commands import OUT, Command

SHIM = Path(__file__).parent / "shim"
OLD = b"an older output"
SECONDS = 180.0
_MARK = "PARTWISE_FAULTS_RUN"
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE")


def stop_ignoring_interrupts() -> None:
    """Let commands receive SIGINT, which background jobs of a shell ignore."""
    if signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, None):
        signal.signal(signal.SIGINT, signal.default_int_handler)


class Seen(NamedTuple):
    """What a run gave."""

    code: int
    out: bytes
    told: str
    outputs: dict[str, bytes | None]


@dataclass
class Setup:
    """A run that is about to start; faults change it."""

    folder: Path
    command: Command
    form: str
    env: dict[str, str]
    argv: list[str] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    meanwhile: list[Callable[[subprocess.Popen[bytes]], None]] = field(default_factory=list)
    read_first: int = -1
    too_early: bool = False
    outputs_in: str = OUT

    @property
    def work(self) -> Path:
        return self.folder / "work"

    def in_shell(self, script: str) -> None:
        """Run a script in a namespace of its own first; the command is its arguments."""
        self.argv = ["unshare", "--mount", "sh", "-c", script, "sh", *self.argv]


def new_setup(folder: Path, inputs: Path, command: Command, form: str) -> Setup:
    """Make the folders of a run, with input of its own."""
    for name in (f"work/{OUT}", "tmp", "home"):
        (folder / name).mkdir(parents=True)
    for file in inputs.iterdir():
        shutil.copy(file, folder / "work")
    env = {
        **{name: os.environ[name] for name in _PASSED_ON if name in os.environ},
        "PYTHONPATH": os.pathsep.join([str(SHIM), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "LC_ALL": "C.UTF-8",
        _MARK: secrets.token_hex(8),
    }
    argv = [sys.executable, "-m", "partwise.cli", *command.arguments(form)]
    return Setup(folder, command, form, env, argv)


def perform(setup: Setup) -> Seen:
    """Run the command with the fault, to its end."""
    process = subprocess.Popen(
        setup.argv,
        cwd=setup.work,
        env=setup.env,
        stdin=subprocess.DEVNULL,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **setup.options},
    )
    threads = [threading.Thread(target=work, args=(process,)) for work in setup.meanwhile]
    for thread in threads:
        thread.start()
    try:
        out, told = _outcome(setup, process)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        out, told = b"", b"HANGS"
    for thread in threads:
        thread.join()
    return Seen(process.returncode, out, _plain(told, setup.folder), _outputs(setup))


def _outcome(setup: Setup, process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    if setup.read_first < 0:
        out, told = process.communicate(timeout=SECONDS)
        return out or b"", told
    assert process.stdout is not None
    assert process.stderr is not None
    out = process.stdout.read(setup.read_first)
    process.stdout.close()
    with process.stderr as stream:
        told = stream.read()
    process.wait(SECONDS)
    return out, told


def _plain(told: bytes, folder: Path) -> str:
    return told.decode("utf-8", "replace").replace(str(folder), "…")


def _outputs(setup: Setup) -> dict[str, bytes | None]:
    paths = {name: setup.work / setup.outputs_in / name for name in setup.command.outputs}
    return {name: path.read_bytes() if path.exists() else None for name, path in paths.items()}


def left_behind(setup: Setup, before: set[Path]) -> list[str]:
    """List files and processes that should not be there any more."""
    outputs = {setup.work / folder / name for folder in (OUT, setup.outputs_in)
               for name in setup.command.outputs}  # fmt: skip
    until = time.monotonic() + 10
    while (alive := _processes(setup.env[_MARK])) and time.monotonic() < until:
        time.sleep(0.05)  # the janitor of temporary files may still be about to end
    now = files_in(setup.folder)
    cache = setup.folder / "home" / ".cache" / "partwise"
    strange = [
        path
        for path in sorted(now - before - outputs)
        if path.parent != cache or path.name.startswith(".")
    ]
    gone = [path for path in sorted(before - now) if path not in outputs]
    return [
        *(f"left {path.relative_to(setup.folder)}" for path in strange),
        *(f"removed {path.relative_to(setup.folder)}" for path in gone),
        *(f"process {number} is alive" for number in alive),
    ]


def files_in(folder: Path) -> set[Path]:
    """Return all files, and the folders of temporary files."""
    files = {path for path in folder.rglob("*") if not path.is_dir()}
    return files | {path for path in folder.glob("tmp/*") if path.is_dir()}


def _processes(mark: str) -> list[int]:
    wanted = f"{_MARK}={mark}".encode()
    alive = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if wanted in path.read_bytes().split(b"\0"):
                alive.append(int(path.parent.name))
        except OSError:
            continue
    return alive


@dataclass(frozen=True)
class Expected:
    """What is right under a fault."""

    command: str
    wholes: tuple[Seen, ...]
    codes: tuple[int, ...]
    was_there: bool
    output_is_read: bool = True
    out_may_end: bool = False
    as_shown: Callable[[bytes], bytes] = bytes
    too_early: bool = False


def problems(seen: Seen, expected: Expected) -> list[str]:
    """Say what is wrong with what a run gave."""
    wrong: list[str] = []
    by_python = seen.code < 0 or seen.told.rstrip().endswith("KeyboardInterrupt")
    if expected.too_early and by_python:  # which had not yet come to our first line
        return _wrong_outputs(seen, expected)
    if seen.code not in expected.codes:
        wrong.append(f"exit code {seen.code}, not in {expected.codes}")
    words = ("Traceback", "Exception ignored", "HANGS", "terminate called", "Fatal")
    wrong += [f"{word} on standard error" for word in words if word in seen.told]
    wrong += _wrong_outputs(seen, expected)
    wrong += _wrong_words(seen, expected)
    return wrong


def _wrong_outputs(seen: Seen, expected: Expected) -> list[str]:
    wholes = [whole for whole in expected.wholes if whole.code == 0]
    before = OLD if expected.was_there else None
    wrong = []
    for name, content in seen.outputs.items():
        right = [_undated(whole.outputs[name]) for whole in wholes]
        if seen.code != 0:
            right.append(before)
        if _undated(content) not in right:
            size = "absent" if content is None else f"{len(content)} bytes"
            wrong.append(f"{name} is {'the old one' if content == OLD else size}")
    if not expected.output_is_read:
        return wrong
    shown = [expected.as_shown(whole.out) for whole in wholes]
    if expected.out_may_end:
        is_right = any(out.startswith(seen.out) for out in shown)
    else:
        is_right = seen.out in shown or (seen.code != 0 and seen.out == b"")
    return wrong if is_right else [*wrong, "standard output is neither whole nor empty"]


def _undated(content: bytes | None) -> bytes | None:
    """Leave out the day of a report: it passes, and clocks jump."""
    return None if content is None else re.sub(rb"\d{4}-\d\d-\d\d", b"", content)


def _wrong_words(seen: Seen, expected: Expected) -> list[str]:
    """One error says why a run was refused; nothing is said of an interrupt."""
    if seen in expected.wholes:
        return []
    wholes = [whole for whole in expected.wholes if whole.code == 0]
    news = {line for whole in wholes for line in whole.told.splitlines()}
    lines = [line for line in seen.told.splitlines() if line not in news]
    if seen.code == 1:
        is_right = len(lines) == 1 and lines[0].startswith("partwise: ")
    elif seen.code == 2:  # after the usage
        is_right = lines[-1].startswith(f"partwise {expected.command}: error: ")
    else:
        is_right = not lines
    return [] if is_right else [f"{len(lines)} lines on standard error"]
