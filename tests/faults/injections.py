"""The faults: each changes how a run is set up, and says what is right under it."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

from faults.commands import COMMANDS, Command, file_name
from faults.running import Setup

Change: TypeAlias = Mapping[str, Any]
"""What is expected otherwise than usual; the fields of :class:`~faults.running.Expected`."""
Fault: TypeAlias = Callable[[Setup, random.Random, float], Change]

WRITING = tuple(command.name for command in COMMANDS if command.outputs)
READING = tuple(command.name for command in COMMANDS if command.reads)
FAULTS: dict[str, tuple[Fault, tuple[str, ...]]] = {}
"""The faults by name, each with the commands on which it is tried."""


def _on(*commands: str) -> Callable[[Fault], Fault]:
    def add(fault: Fault) -> Fault:
        FAULTS[fault.__name__.replace("_", " ")] = fault, commands
        return fault

    return add


EVERY = tuple(command.name for command in COMMANDS)


@cache
def can_mount() -> bool:
    """Tell whether this process may mount file systems that only its children see."""
    probe = ["unshare", "--mount", "true"]
    return bool(shutil.which("unshare")) and subprocess.run(probe, check=False).returncode == 0


@cache
def can_be_nobody() -> bool:
    """Tell whether commands can run as a user without a name and a home."""
    if os.getuid() != 0:
        return False
    probe = [sys.executable, "-c", "import partwise.base"]
    try:
        done = subprocess.run(probe, user=54321, cwd="/", check=False, capture_output=True)
    except PermissionError:  # the interpreter is in a private folder
        return False
    return done.returncode == 0


# --- disks


@_on(*WRITING)
def disk_full(setup: Setup, draw: random.Random, _: float) -> Change:
    """The output goes to a file system of some kilobytes, or to files of bounded size."""
    kilobytes = draw.choice((4, 8, 16, 40, 56, 64, 100))
    if can_mount() and draw.random() < 0.7:
        setup.in_shell(
            f"cp -a out before && mount -t tmpfs -o size={kilobytes}k tmpfs out && cp -a before/. "
            'out; rm -r before; "$@"; code=$?; cp -a out seen; exit $code'
        )
        setup.outputs_in = "seen"
    else:
        size = kilobytes // 4
        setup.argv = ["sh", "-c", f'ulimit -f {size}; exec "$@"', "sh", *setup.argv]
        setup.env["PYTHONDONTWRITEBYTECODE"] = "1"
    return {"codes": (0, 1, 2)}


@_on(*EVERY)
def full_standard_output(setup: Setup, draw: random.Random, _: float) -> Change:
    full = os.open("/dev/full", os.O_WRONLY)
    setup.options["stdout"] = full
    setup.meanwhile.append(lambda _: os.close(full))
    return {"codes": (1,), "output_is_read": False}


@_on(*READING)
def full_temporary_folder(setup: Setup, draw: random.Random, _: float) -> Change:
    """Input comes through a pipe, which is copied to where there is no space."""
    _pipe(setup, draw.choice(setup.command.reads), 1.0)
    if can_mount():
        setup.in_shell('mount -t tmpfs -o size=4k tmpfs "$TMPDIR"; exec "$@"')
    else:
        setup.argv = ["sh", "-c", 'ulimit -f 1; exec "$@"', "sh", *setup.argv]
    return {"codes": (0, 1)}


@_on(*WRITING)
def read_only_folder(setup: Setup, draw: random.Random, _: float) -> Change:
    if can_mount():
        setup.in_shell('mount --bind out out && mount -o remount,ro,bind out; exec "$@"')
    else:
        (setup.work / "out").chmod(0o555)
    return {"codes": (1, 2)}


@_on(*WRITING)
def read_only_file(setup: Setup, draw: random.Random, _: float) -> Change:
    target = setup.work / "out" / setup.command.outputs[0]
    target.write_bytes(b"an older output")
    if can_mount():
        name = f"out/{target.name}"
        setup.in_shell(f'mount --bind {name} {name} && mount -o remount,ro,bind {name}; exec "$@"')
    else:
        target.chmod(0o444)
    return {"codes": (1,), "was_there": True}


@_on(*READING)
def temporary_folder_gone(setup: Setup, draw: random.Random, duration: float) -> Change:
    if draw.random() < 0.3:
        setup.env["TMPDIR"] = str(setup.folder / "nowhere")
        return {"codes": (0,)}
    if draw.random() < 0.5:
        _pipe(setup, draw.choice(setup.command.reads), 1.0)
    delay = draw.uniform(0.2, 1) * duration

    def remove(process: subprocess.Popen[bytes]) -> None:
        _wait(process, delay)
        for path in (setup.folder / "tmp").iterdir():
            shutil.rmtree(path, ignore_errors=True)

    setup.meanwhile.append(remove)
    return {"codes": (0, 1)}


# --- input


@_on(*READING)
def input_truncated(setup: Setup, draw: random.Random, duration: float) -> Change:
    """A file loses its end, at once or while it is read."""
    path = setup.work / file_name(draw.choice(setup.command.reads), setup.form)
    content = path.read_bytes()
    shorter = content[: int(len(content) * draw.random())]
    _later(setup, draw.random() * duration, partial(path.write_bytes, shorter))
    return {"codes": (0, 1), "input": {path.name: shorter}}


@_on("score", "compare", "estimate", "track", "consensus")
def input_changed(setup: Setup, draw: random.Random, duration: float) -> Change:
    """A candidate becomes another one, written over it or put in its place."""
    path = setup.work / file_name("a", setup.form)
    other = (setup.work / file_name("b", setup.form)).read_bytes()

    def replace() -> None:
        beside = path.with_name("new")
        beside.write_bytes(other)
        beside.replace(path)

    change = draw.choice((replace, lambda: path.write_bytes(other)))
    _later(setup, draw.uniform(0.2, 1) * duration, change)
    return {"codes": (0, 1), "input": {path.name: other}}


@_on(*READING)
def pipe_cut(setup: Setup, draw: random.Random, _: float) -> Change:
    """What writes into a pipe stops in the middle."""
    name, share = draw.choice(setup.command.reads), draw.choice((0.0, draw.random(), 1.0))
    content = _pipe(setup, name, share)
    return {"codes": (0, 1), "input": {file_name(name, setup.form): content}}


# --- engines


@_on(*READING)
def connection_lost(setup: Setup, draw: random.Random, _: float) -> Change:
    error = draw.choice(
        ("ConnectionException", "IOException", "InternalException", "FatalException",
         "InterruptException", "Error")
    )  # fmt: skip
    setup.env["PARTWISE_FAULT"] = f"connection {draw.randrange(1, 25)} {error}"
    return {"codes": (0, 1)}


@_on(*READING)
def engine_out_of_memory(setup: Setup, draw: random.Random, _: float) -> Change:
    size = draw.choice(("100KB", "300KB", "600KB", "1MB", "3MB", "10MB"))
    setup.env["PARTWISE_FAULT"] = f"memory {size}"
    return {"codes": (0, 1)}


# --- signals


@_on(*EVERY)
def interrupt(setup: Setup, draw: random.Random, duration: float) -> Change:
    _signal(setup, signal.SIGINT, draw.random() * duration)
    return {"codes": (0, 130)}


@_on(*EVERY)
def termination(setup: Setup, draw: random.Random, duration: float) -> Change:
    _signal(setup, signal.SIGTERM, draw.random() * duration)
    return {"codes": (0, 143)}


# --- surroundings


@_on(*WRITING)
def two_writers(setup: Setup, draw: random.Random, duration: float) -> Change:
    """The same command with other options writes the same file at the same time."""
    return {"codes": (0,), "rival": draw.random() * 0.1 * duration}


@_on(*EVERY)
def clock_jumps(setup: Setup, draw: random.Random, _: float) -> Change:
    setup.env["PARTWISE_FAULT"] = f"clock {draw.randrange(10**6)}"
    return {"codes": (0,)}


@_on(*EVERY)
def c_locale(setup: Setup, draw: random.Random, _: float) -> Change:
    setup.env |= {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    def as_ascii(out: bytes) -> bytes:
        return out.decode().encode("ascii", "replace")

    return {"codes": (0,), "as_shown": as_ascii}


@_on(*EVERY)
def no_home(setup: Setup, draw: random.Random, _: float) -> Change:
    if draw.random() < 0.3:
        setup.env["HOME"] = str(setup.folder / "nowhere")
    elif can_be_nobody():
        del setup.env["HOME"]
        setup.options |= {"user": 54321, "group": 54321, "extra_groups": []}
        setup.folder.parent.chmod(0o755)
        for path in (setup.folder, *setup.folder.rglob("*")):
            os.chown(path, 54321, 54321)
    else:
        del setup.env["HOME"]
        setup.env["PARTWISE_FAULT"] = "nobody"
    return {"codes": (0,)}


@_on(*EVERY)
def closed_standard_output(setup: Setup, draw: random.Random, _: float) -> Change:
    """A reader such as ``head`` ends after some bytes, or before any."""
    setup.read_first = draw.choice((0, 1, 100))
    return {"codes": (0,), "out_may_end": True}


# --- what they share


def _wait(process: subprocess.Popen[bytes], seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until and process.poll() is None:
        time.sleep(0.002)


def _later(setup: Setup, seconds: float, change: Callable[[], object]) -> None:
    def change_later(process: subprocess.Popen[bytes]) -> None:
        _wait(process, seconds)
        change()

    setup.meanwhile.append(change_later)


def _signal(setup: Setup, number: signal.Signals, seconds: float) -> None:
    def send(process: subprocess.Popen[bytes]) -> None:
        _wait(process, seconds)
        setup.too_early = not _handles(process.pid, signal.SIGTERM)
        process.send_signal(number)

    setup.meanwhile.append(send)


def _handles(process: int, number: signal.Signals) -> bool:
    """Tell whether a process has a handler for a signal: Python alone has none for SIGTERM."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return True
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)


def _pipe(setup: Setup, name: str, share: float) -> bytes:
    """Make a file a pipe into which a share of its content is written; return that."""
    path = setup.work / file_name(name, setup.form)
    content = path.read_bytes()
    content = content[: int(len(content) * share)]
    path.unlink()
    os.mkfifo(path)

    def feed(process: subprocess.Popen[bytes]) -> None:
        while process.poll() is None:
            try:
                end = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
            except OSError:  # nobody reads yet
                time.sleep(0.005)
                continue
            os.set_blocking(end, True)
            with os.fdopen(end, "wb") as pipe:
                try:
                    pipe.write(content)
                    pipe.flush()
                except BrokenPipeError:
                    return
            return

    setup.meanwhile.append(feed)
    return content


def command_named(name: str) -> Command:
    return next(command for command in COMMANDS if command.name == name)


def input_folder(folder: Path, inputs: Path, changed: Mapping[str, bytes]) -> Path:
    """Return the folder of the input with some files changed."""
    if not changed:
        return inputs
    shutil.copytree(inputs, folder)
    for name, content in changed.items():
        (folder / name).write_bytes(content)
    return folder
