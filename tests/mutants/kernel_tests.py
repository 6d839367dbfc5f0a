"""Which tests run which lines of the kernels, and what they say of a mutant."""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from mutants.children import in_children
from mutants.kernel_builds import FOLDER, KERNELS, Build, tool
from mutants.kernel_changes import Change
from mutants.lines import Lines, processor_seconds, pytest_in_this_process, quickest_first
from mutants.rooms import ROOT
from mutants.trials import Limits, limit_memory

__all__ = ["fate", "files_of_tests", "lines_of", "selected", "within"]

_TESTS = (
    "tests/kernels",
    "tests/every_index/test_brute_force.py",
    "tests/every_index/test_counts_beyond_floats.py",
    "tests/every_index/test_numbers.py",
    "tests/scoring/test_batches.py",
    "tests/scoring/test_one_call.py",
    "tests/tables/test_adjusted_digits.py",
    "tests/tables/test_assignment.py",
    "tests/tables/test_expected_table.py",
    "tests/tables/test_information_errors.py",
    "tests/tables/test_program_numbers.py",
    "tests/tables/test_programs.py",
)
_ELSEWHERE = {"test_wide.py"}  # compiles a program of its own
# GCC counts no lines of functions that are flattened into others.
_COUNTING = "-O1 -w -DNDEBUG --coverage -Dflatten=used"
_LONGEST = 600.0  # seconds for a file of tests, without changes
_START, _BUSY = 60.0, 10.0  # seconds of the clock, and a factor for a busy machine
_PASSED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
_OUT_OF_TIME = (-signal.SIGPROF, -signal.SIGKILL)


def files_of_tests() -> list[Path]:
    """Return the files of tests that are tried on the kernels."""
    paths = [ROOT / name for name in _TESTS]
    files = [p for path in paths for p in (sorted(path.glob("*.py")) if path.is_dir() else [path])]
    return [file for file in files if file.name.startswith("test_") and file.name not in _ELSEWHERE]


def lines_of(tests: Sequence[Path], jobs: int) -> Lines:
    """Return the lines that each file of tests runs, kept for as long as no file changes.

    All tests of a file count as running what one of them runs.
    """
    source = hashlib.sha256(_COUNTING.encode())
    for path in _sources():
        source.update(path.name.encode() + path.read_bytes())
    parts = {}
    for path in tests:
        digest = source.copy()
        digest.update(path.read_bytes())
        parts[FOLDER / "lines" / f"{path.stem}-{digest.hexdigest()[:16]}.json"] = path
    missing = {part: path for part, path in parts.items() if not part.exists()}
    build = Build("counted", _COUNTING, jobs) if missing else None
    for part, path in missing.items():
        assert build is not None
        _count(build, path, part)
        print(f"counted the lines that {path.name} runs", flush=True)  # noqa: T201
    lines = Lines()
    for part in parts:
        lines.merge(Lines.read(part))
    return lines


def _sources() -> list[Path]:
    return sorted({*KERNELS.glob("*.cpp"), *KERNELS.glob("*.hpp")})


def _count(build: Build, tests: Path, into: Path) -> None:
    for path in build.objects.rglob("*.gcda"):
        path.unlink()
    seconds = into.with_suffix(".seconds")
    into.parent.mkdir(parents=True, exist_ok=True)
    work = in_children(
        [tests],
        lambda path: _timed(build.library, path, seconds),
        jobs=1,
        seconds=lambda _: _LONGEST,
    )
    if [status for _, status in work] != [0]:
        raise SystemExit(f"tests fail without a change: {tests}")
    seen = dict(_counted_lines(build))
    run = {str(KERNELS / name): {n for n in lines if lines[n]} for name, lines in seen.items()}
    lines = Lines()
    for test, duration in json.loads(seconds.read_text("utf-8")).items():
        lines.add(test, duration, run)
    lines.write(into)
    seconds.unlink()


def _timed(library: Path, tests: Path, into: Path) -> int:
    """Run tests in this process and write the seconds of each; a plain exit writes the counts."""
    _load(library)
    timer = _Timer()
    status = pytest_in_this_process([str(tests)], timer)
    into.write_text(json.dumps(timer.seconds), "utf-8")
    ctypes.CDLL(None).exit(0 if status in _PASSED else 1)
    return status


class _Timer:
    """A plugin of pytest that measures the seconds of the processor that each test takes."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        start = processor_seconds()
        result = yield
        self.seconds[item.nodeid] = processor_seconds() - start
        return result


def _counted_lines(build: Build) -> Iterator[tuple[str, dict[int, int]]]:
    """Yield the files of the kernels with how often each of their lines was run."""
    files: dict[str, dict[int, int]] = {}
    names = {path.name for path in _sources()}
    for path in sorted(build.objects.rglob("*.gcda")):
        command = [tool("gcov"), "--json-format", "--stdout", str(path)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        for report in done.stdout.splitlines():
            for file in json.loads(report)["files"]:
                if (name := Path(file["file"]).name) in names:
                    counts = files.setdefault(name, {})
                    for line in file["lines"]:
                        number = line["line_number"]
                        counts[number] = counts.get(number, 0) + line["count"]
    yield from files.items()


def selected(change: Change, lines: Lines, seconds: float) -> list[tuple[str, float]]:
    """Return the quickest tests that run a line, or its file: constants are no instructions."""
    path = KERNELS / change.file
    tests = lines.running(path, [change.line])
    return within(tests or lines.running(path, lines.by_file.get(str(path), ())), seconds)


def within(tests: Sequence[tuple[str, float]], seconds: float) -> list[tuple[str, float]]:
    """Return the quickest tests, as many as take so many seconds."""
    chosen, spent = list[tuple[str, float]](), 0.0
    for test, duration in quickest_first(tests):
        spent += duration
        if spent > seconds and chosen:
            break
        chosen.append((test, duration))
    return chosen


def fate(library: Path, tests: Sequence[tuple[str, float]]) -> str:
    """Run tests with a library in a process of their own: "killed", "survived" or "timed out".

    One that crashes, or needs too much memory, is killed.
    """
    if not tests:
        return "survived"
    patience = _START + _BUSY * sum(seconds for _, seconds in tests)
    work = in_children(
        [tests], lambda chosen: _tried(library, chosen), jobs=1, seconds=lambda _: patience
    )
    ((_, status),) = work
    return "survived" if status in _PASSED else "timed out" if status in _OUT_OF_TIME else "killed"


def _tried(library: Path, tests: Sequence[tuple[str, float]]) -> int:
    limit_memory()
    _load(library)
    files = sorted({test.partition("::")[0] for test, _ in tests})
    return pytest_in_this_process(["-x", *files], Limits(tests))


def _load(library: Path) -> None:
    """Have partwise use a library in place of its own."""
    spec = importlib.util.spec_from_file_location("partwise.kernels._kernels", library)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[spec.name])
