"""The command line as a process: closed streams, little memory, interrupts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.commands import GOLD, SPLIT, Write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")

PARTWISE = f"{sys.executable} -m partwise.cli"


@pytest.fixture
def files(write: Write) -> str:
    return f"{write('gold.csv', GOLD)} {write('split.csv', SPLIT)}"


def shell(line: str) -> tuple[int, str, str]:
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("streams", ["<&-", "2>&-", "<&- 2>&-"])
def test_closed_input_and_messages_do_not_matter(files: str, streams: str) -> None:
    command = f"{PARTWISE} score {files} --index CC --format csv"
    assert shell(f"{command} {streams}") == shell(command)
    assert shell(f"{PARTWISE} guide {streams}") == shell(f"{PARTWISE} guide </dev/null")


def test_closed_output_is_an_error(files: str, tmp_path: Path) -> None:
    command = f"{PARTWISE} compare {files} --index CC --report {tmp_path / 'r.html'}"
    code, _, told = shell(f"{command} >&-")
    assert (code, told) == (
        1,
        "partwise: standard output is closed; send it to a file or to /dev/null\n",
    )
    assert not (tmp_path / "r.html").exists()
    assert shell(f"{command} <&- >&- 2>&-")[0] == 1


def test_a_bad_file_with_closed_messages_still_fails(tmp_path: Path) -> None:
    absent = tmp_path / "absent.csv"
    assert shell(f"{PARTWISE} score {absent} {absent} 2>&-") == (1, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written(files: str) -> None:
    code, _, told = shell(f"{PARTWISE} score {files} >/dev/full")
    assert code == 1
    assert told.startswith("partwise: ")
    assert len(told.splitlines()) == 1


def test_a_reader_that_stops_early(files: str) -> None:
    line = f"{PARTWISE} indices --family all | head -1; echo ${{PIPESTATUS[0]}}"
    _, out, told = shell(line)
    assert told == ""
    assert out.splitlines()[-1] == "0"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the limit is not kept")
@pytest.mark.parametrize("kilobytes", [40_000, 400_000, 1_000_000])
@pytest.mark.parametrize("command", ["score", "compare"])
def test_too_little_virtual_memory(files: str, command: str, kilobytes: int) -> None:
    code, out, told = shell(f"ulimit -v {kilobytes}; {PARTWISE} {command} {files}")
    assert (code, out) == (1, "")
    assert "Traceback" not in told
    assert told.splitlines()[-1].startswith("partwise: ")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the limit is not kept")
def test_charts_need_virtual_memory(files: str, tmp_path: Path) -> None:
    charts = tmp_path / "charts"
    limited = f"ulimit -v 20000000; {PARTWISE} compare {files} --index CC --charts {charts}"
    code, _, told = shell(limited)
    assert code == 1
    assert "ulimit -v" in told
    assert len(told.splitlines()) == 1


def test_memory_that_ends_in_the_middle() -> None:
    code = (
        "import sys, partwise.cli.catalogue as c\n"
        "def full(options): raise MemoryError\n"
        "c._run_show = full\n"
        "from partwise.cli import main\n"
        "sys.exit(main(['show', 'CC']))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("partwise: out of memory; ")
    assert len(done.stderr.splitlines()) == 1


INTERRUPTED = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from partwise.cli.__main__ import run

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
sys.argv = ["partwise", "score", {gold!r}, {split!r}]
run()
"""


@pytest.mark.parametrize(
    "module", ["numpy", "numpy._core._multiarray_umath", "partwise.cli.parser", "duckdb", "pyarrow"]
)
def test_an_interrupt_during_imports_is_quiet(files: str, module: str) -> None:
    gold, split = files.split()
    code = INTERRUPTED.format(module=module, gold=gold, split=split)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_little_is_imported_before_interrupts_are_handled() -> None:
    code = "import sys, partwise.cli.__main__; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"numpy", "argparse", "typing", "duckdb", "partwise.base", "partwise.cli.parser"}
    assert not heavy & set(done.stdout.split())
