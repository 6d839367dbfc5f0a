"""Which tests run which lines of a room, and how long each test takes."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

import pytest

from mutants.children import in_children

__all__ = [
    "Lines",
    "lines_of",
    "processor_seconds",
    "pytest_in_this_process",
    "quickest_first",
]

# Plain assertions, since pytest rewrites the files that it is given, and would import those with
# doctests without their changes.
_ARGUMENTS = ("-q", "-p", "no:cacheprovider", "--assert=plain", "-m", "not spark and not slow")
_FAILED = pytest.ExitCode.TESTS_FAILED  # some may, on a machine that lacks something
_LONGEST = 1800.0  # seconds for the tests of a file


@dataclass
class Lines:
    """Tests with their seconds, and for each line of each file the tests that run it, as bits.

    The seconds are those of the processor, which are the same on a busy machine.
    """

    tests: list[tuple[str, float]] = field(default_factory=list)
    by_file: dict[str, dict[int, int]] = field(default_factory=dict)
    at_import: dict[str, set[int]] = field(default_factory=dict)

    def running(self, path: Path, lines: Iterable[int]) -> list[tuple[str, float]]:
        """Return the tests that run any of the lines."""
        of_file, bits = self.by_file.get(str(path), {}), 0
        for line in lines:
            bits |= of_file.get(line, 0)
        return [test for i, test in enumerate(self.tests) if bits >> i & 1]

    def add(self, test: str, seconds: float, seen: dict[str, set[int]]) -> None:
        """Record the lines that a test has run."""
        bit = 1 << len(self.tests)
        self.tests.append((test, seconds))
        for path, lines in seen.items():
            of_file = self.by_file.setdefault(path, {})
            for line in lines:
                of_file[line] = of_file.get(line, 0) | bit

    def merge(self, other: Lines) -> None:
        """Add what another run has recorded."""
        shift = len(self.tests)
        self.tests += other.tests
        for path, lines in other.by_file.items():
            of_file = self.by_file.setdefault(path, {})
            for line, bits in lines.items():
                of_file[line] = of_file.get(line, 0) | bits << shift
        for path, at_import in other.at_import.items():
            self.at_import.setdefault(path, set()).update(at_import)

    def write(self, path: Path) -> None:
        """Write all of it as JSON."""
        by_file = {
            name: {line: hex(bits) for line, bits in lines.items()}
            for name, lines in self.by_file.items()
        }
        at_import = {name: sorted(lines) for name, lines in self.at_import.items()}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps([self.tests, by_file, at_import]), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Lines:
        """Read what was written."""
        tests, by_file, at_import = json.loads(path.read_text(encoding="utf-8"))
        return cls(
            [(test, seconds) for test, seconds in tests],
            {
                name: {int(line): int(bits, 16) for line, bits in lines.items()}
                for name, lines in by_file.items()
            },
            {name: set(lines) for name, lines in at_import.items()},
        )


def quickest_first(tests: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
    """Put the quickest first, where each case of a test takes as long as with all before it."""
    spent, ranked = dict[str, float](), list[tuple[float, str, float]]()
    for test, seconds in sorted(tests, key=lambda test: (test[1], test[0])):
        function = test.partition("[")[0]
        spent[function] = spent.get(function, 0.0) + seconds
        ranked.append((spent[function], test, seconds))
    return [(test, seconds) for _, test, seconds in sorted(ranked)]


def pytest_in_this_process(tests: Iterable[str], *plugins: object) -> int:
    """Run pytest on tests; one that fails says so at once, without a smaller example."""
    return int(pytest.main([*_ARGUMENTS, *tests], plugins=[_Unshrunk(), *plugins]))


class _Unshrunk:
    """A plugin that has Hypothesis search for failures only; conftest.py builds on its profile."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self) -> None:
        from hypothesis import Phase, settings

        settings.register_profile("mutants", phases=(Phase.explicit, Phase.generate))
        settings.load_profile("mutants")


def lines_of(sources: list[Path], tests: list[Path], folder: Path, jobs: int) -> Lines:
    """Return which tests run which lines, recorded in a folder for as long as no file changes.

    A file of tests that cannot be run here, say for want of a library, is named and left out.
    """
    source = hashlib.sha256(sys.version.encode())
    for path in sources:
        source.update(str(path).encode() + path.read_bytes())
    work: dict[Path, list[Path]] = {}
    for group in _groups(tests):
        digest = source.copy()
        for path in group:
            digest.update(str(path).encode() + path.read_bytes())
        work[folder / f"{group[0].stem}-{digest.hexdigest()[:16]}.json"] = group
    missing = [part for part in work if not part.exists()]
    ended = in_children(
        missing,
        lambda part: _record(work[part], sources, part),
        jobs=jobs,
        seconds=lambda _: _LONGEST,
    )
    for done, (part, status) in enumerate(ended, 1):
        if part.exists():
            print(f"traced {done} of {len(missing)}: {work[part][0].name}", flush=True)  # noqa: T201
        else:
            print(f"left out: pytest ended with {status} in {work[part][0]}", flush=True)  # noqa: T201
    recorded = Lines()
    for part in work:
        if part.exists():
            recorded.merge(Lines.read(part))
    if not recorded.tests:
        raise SystemExit("no test of this room passes here")
    return recorded


def _groups(tests: list[Path]) -> list[list[Path]]:
    """Take each file of tests for itself, and all doctests at once."""
    alone = [[path] for path in tests if path.name.startswith("test_")]
    doctests = [path for path in tests if not path.name.startswith("test_")]
    return alone + ([doctests] if doctests else [])


def _record(tests: list[Path], sources: list[Path], into: Path) -> int:
    recorder = _Recorder(sources)
    recorder.start()
    status = pytest_in_this_process(map(str, tests), recorder)
    if status in (pytest.ExitCode.OK, _FAILED, pytest.ExitCode.NO_TESTS_COLLECTED):
        recorder.lines.write(into)
    return status


class _Recorder:
    """A plugin of pytest that traces the lines of some files."""

    def __init__(self, sources: list[Path]) -> None:
        self.lines = Lines()
        self._seen: dict[str, set[int]] = {str(path): set() for path in sources}
        self._local = {name: self._tracer(lines.add) for name, lines in self._seen.items()}
        self._passed = True

    def start(self) -> None:
        sys.settrace(self._trace)
        threading.settrace(self._trace)

    def _trace(self, frame: FrameType, _event: str, _: object) -> Any:
        return self._local.get(frame.f_code.co_filename)

    @staticmethod
    def _tracer(add: Any) -> Any:
        def local(frame: FrameType, event: str, _: object) -> Any:
            if event == "line":
                add(frame.f_lineno)
            return local

        return local

    def _taken(self) -> dict[str, set[int]]:
        taken = {name: set(lines) for name, lines in self._seen.items() if lines}
        for lines in self._seen.values():
            lines.clear()
        return taken

    def pytest_collection_finish(self) -> None:
        self.lines.at_import = self._taken()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._passed, start = False, processor_seconds()
        sys.settrace(self._trace)  # a test may have taken it away
        result = yield
        seen = self._taken()
        if self._passed:
            self.lines.add(item.nodeid, processor_seconds() - start, seen)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self._passed = report.passed


def processor_seconds() -> float:
    """Return what this process and those that it has waited for have computed."""
    children = os.times()
    return process_time() + children.children_user + children.children_system
