"""The command line under faults: a sample of ``make faults``, and what it has found."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import narwhals as nw
import pytest

from faults.commands import COMMANDS, Command, file_name, write_inputs
from faults.injections import FAULTS, command_named
from faults.running import stop_ignoring_interrupts
from faults.trial import Trials
from partwise.base import InputError, write_whole
from partwise.cli import main
from partwise.engines import find_files, watched_files
from partwise.engines.sources import check_unchanged
from support.commands import GOLD, SPLIT, Write

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc, /dev/full and pipes")

PARTWISE = [sys.executable, "-m", "partwise.cli"]
SAMPLE = ("disk full", "input changed", "interrupt", "termination", "c locale", "two writers")


@pytest.fixture(scope="module", autouse=True)
def interrupts() -> None:
    stop_ignoring_interrupts()


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Trials:
    return Trials(tmp_path_factory.mktemp("faults"))


@pytest.mark.parametrize("fault", SAMPLE)
def test_a_fault(trials: Trials, fault: str) -> None:
    trial = trials.run(SAMPLE.index(fault), 0, fault)
    assert not trial.wrong, f"{trial.command}: {trial.wrong}\n{trial.told}"


def test_background_jobs_of_a_shell_receive_interrupts() -> None:
    code = (
        "import os, subprocess, sys\n"
        "from faults.running import stop_ignoring_interrupts\n"
        "stop_ignoring_interrupts()\n"
        "kill = 'import os; os.kill(os.getpid(), 2)'\n"
        "print(subprocess.run([sys.executable, '-c', kill], stderr=-3).returncode)\n"
    )
    line = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", sys.executable, "-c", code]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run(line, env=env, capture_output=True, check=True)
    assert int(done.stdout) == -signal.SIGINT


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault(trials: Trials, fault: str) -> None:
    for number in range(3):
        trial = trials.run(100 * (1 + list(FAULTS).index(fault)) + number, 1, fault)
        assert not trial.wrong, f"{trial.command}: {trial.wrong}\n{trial.told}"


@pytest.mark.spark
@pytest.mark.slow
def test_a_killed_spark_executor(tmp_path: Path) -> None:
    tests = Path(__file__).parents[1]
    line = [sys.executable, "-m", "faults.lost_executor"]
    env = {**os.environ, "PYTHONPATH": str(tests)}
    done = subprocess.run(line, cwd=tmp_path, env=env, capture_output=True, timeout=600)
    assert done.returncode == 0, done.stderr.decode()[-2000:]


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, b"content")
    assert os.read(reader, 100) == b"content"
    os.close(reader)
    assert pipe.is_fifo()


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to("file")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_read_only_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # as for a user who is not root
    with pytest.raises(InputError, match="Permission denied"):
        write_whole(tmp_path / "file", b"new")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_an_interrupt_leaves_no_unfinished_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "file", b"new")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("change", ["written", "replaced", "removed"])
def test_a_file_that_changes_while_it_is_read(tmp_path: Path, change: str) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("item,label\na,1\n")
    with watched_files():
        find_files(path)
        check_unchanged()
        if change == "written":
            path.write_text("item,label\na,1\nb,1\n")
        elif change == "replaced":
            (tmp_path / "new").write_bytes(path.read_bytes())
            (tmp_path / "new").replace(path)
        else:
            path.unlink()
        with pytest.raises(InputError, match=r"labels.csv: the file changed while it was read"):
            check_unchanged()
    check_unchanged()


@pytest.mark.parametrize(
    ("raised", "is_changed", "said"),
    [
        (OSError("of a library"), True, "labels.csv: the file changed while it was read"),
        (OSError("of a library"), False, "of a library"),
        (InputError("of partwise"), True, "of partwise"),
    ],
)
def test_what_is_said_of_an_error_while_files_change(
    tmp_path: Path, raised: Exception, is_changed: bool, said: str
) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("item,label\na,1\n")

    def read() -> None:
        with watched_files():
            find_files(path)
            if is_changed:
                path.write_text("item")
            raise raised

    with pytest.raises((OSError, InputError), match=said):
        read()


def test_a_file_that_is_cut_while_queries_are_made(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    write_inputs(tmp_path)
    arguments = command_named("estimate").arguments("parquet")
    path = tmp_path / file_name("a", "parquet")
    content = path.read_bytes()
    calls = 0
    cut_at = 0

    def cutting(step: Callable[..., Any]) -> Callable[..., Any]:
        def method(*arguments: Any, **options: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == cut_at:
                path.write_bytes(content[: len(content) // 2])
            return step(*arguments, **options)

        return method

    for name in ("select", "with_columns", "filter", "join", "group_by"):
        monkeypatch.setattr(nw.LazyFrame, name, cutting(getattr(nw.LazyFrame, name)))
    assert main(arguments) == 0
    moments = range(1, calls + 1, 1 + calls // 8)
    assert moments
    for moment in moments:
        calls, cut_at = 0, moment
        path.write_bytes(content)
        capsys.readouterr()
        if main(arguments) != 0:
            assert re.fullmatch(r"partwise: .*éa\.parquet.*\n", capsys.readouterr().err)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_a_command_with_its_code(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    os.mkfifo(tmp_path / "gold.csv")  # nobody writes: the command waits
    line = [*PARTWISE, "score", "gold.csv", "gold.csv"]
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(line, cwd=tmp_path, env=env, stderr=subprocess.PIPE)
    with process:
        while process.poll() is None and not list(tmp_path.glob("partwise-*")):
            pass
        process.send_signal(number)
        assert process.stderr is not None
        try:
            ended_with = process.wait(60)
        finally:
            process.kill()
        assert (ended_with, process.stderr.read()) == (code, b"")
    assert [path.name for path in tmp_path.iterdir()] == ["gold.csv"]


def test_a_reader_that_stops_early_gets_the_report_and_the_exit_code(
    write: Write, tmp_path: Path
) -> None:
    files = write("gold.csv", GOLD), write("split.csv", SPLIT)
    line = [*PARTWISE, "compare", *files, "--index", "CC", "--fail-below", "CC=0.99"]
    closed, out = os.pipe()
    os.close(closed)
    done = subprocess.run(
        [*line, "--report", str(tmp_path / "r.html")],
        stdout=out,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(out)
    assert done.returncode == 3
    assert (tmp_path / "r.html").read_bytes().rstrip().endswith(b"</html>")


def test_a_file_name_that_is_no_text(write: Write, tmp_path: Path) -> None:
    gold, split = write("gold.csv", GOLD), write("split.csv", SPLIT)
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.csv")
    Path(split).rename(odd)
    line = [*PARTWISE, "compare", gold, odd, "--index", "CC", "--format", "csv"]
    done = subprocess.run(line, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "caf\ufffd,".encode() in done.stdout


def test_libraries_are_imported_without_a_home() -> None:
    code = (
        "import pwd, os\n"
        "def unknown(number): raise KeyError(number)\n"
        "pwd.getpwuid = unknown\n"
        "os.environ.pop('HOME', None)\n"
        "from partwise.base import require\n"
        "require('altair')\n"
        "assert 'HOME' not in os.environ\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def _too_long(*_: object) -> None:
    raise TimeoutError("a pipe is opened again, which nobody writes to any more")


@pytest.mark.parametrize(
    ("command", "piped"),
    [(command, command.reads[-1]) for command in COMMANDS if command.reads],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_a_pipe_gives_what_a_file_gives(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: Command,
    piped: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    write_inputs(tmp_path)
    arguments = command.arguments("csv")
    assert main(arguments) == 0
    expected = capsys.readouterr().out
    path = tmp_path / file_name(piped, "csv")
    content = path.read_bytes()
    path.unlink()
    os.mkfifo(path)
    threading.Thread(target=path.write_bytes, args=(content,), daemon=True).start()
    before = signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(60)
    try:
        assert main(arguments) == 0
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    assert capsys.readouterr().out == expected
