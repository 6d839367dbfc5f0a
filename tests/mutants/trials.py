"""Run the tests of mutants, each in a process of its own, and see which of them notice."""

from __future__ import annotations

import functools
import gc
import importlib.machinery
import os
import resource
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple, TextIO

import pytest

from mutants.children import forked, in_children
from mutants.lines import Lines, pytest_in_this_process, quickest_first
from mutants.mutations import Mutant

__all__ = [
    "Limits",
    "Outcome",
    "Trial",
    "failing_without_a_change",
    "limit_memory",
    "outcomes",
    "selected",
]

_SURVIVED, _KILLED, _AGAIN = 0, 1, 9
_HUNG = -signal.SIGKILL
_NO_TESTS = pytest.ExitCode.NO_TESTS_COLLECTED
_SLACK, _SLOWER = 5.0, 5.0  # seconds of the processor, and a factor, beyond what a test takes
_WAIT, _BUSY = 30.0, 10.0  # seconds of the clock, and a factor for a busy machine
_IMPORT = 120.0  # seconds of the clock to import partwise and collect tests
_MEMORY = 4 << 30


class Trial(NamedTuple):
    """A mutant, and the tests to run on it, by the name of a test and the seconds it takes."""

    mutant: Mutant
    tests: Sequence[tuple[str, float]]
    needs_import: bool


class Outcome(NamedTuple):
    """What became of a mutant: "killed", "survived" or "timed out"."""

    mutant: Mutant
    fate: str
    tests: int


def selected(mutant: Mutant, lines: Lines, seconds: float) -> Trial:
    """Choose the quickest tests that run the changed lines, as many as take so many seconds."""
    path, place = mutant.path, mutant.place
    at_import = place.runs_at_import or not lines.at_import.get(str(path), set()).isdisjoint(
        mutant.lines
    )
    # A test that runs a line of the module itself was only the first to import it.
    tests = {} if place.runs_at_import else dict(quickest_first(lines.running(path, mutant.lines)))
    if at_import:  # what is made then is used anywhere: by the function itself, or near it
        if place.owner is not None:
            own = range(place.owner.lineno, (place.owner.end_lineno or 0) + 1)
            tests |= dict(quickest_first(lines.running(path, own)))
        tests |= dict(quickest_first(lines.running(path, lines.by_file.get(str(path), ()))))
    chosen, spent = list[tuple[str, float]](), 0.0
    for test, duration in tests.items():
        spent += duration
        if spent > seconds and chosen:
            break
        chosen.append((test, duration))
    return Trial(mutant, chosen, at_import)


def outcomes(trials: list[Trial], jobs: int, noticed: Path) -> Iterator[Outcome]:
    """Try each mutant where the tests are collected already, or if need be, in a new process.

    That is where a change needs an import, and where a fork hung: a library of other threads may
    have left it a lock that nobody opens. Tests that fail are named in a file, one a line.
    """
    late = [trial for trial in trials if trial.needs_import and trial.tests]
    early = [trial for trial in trials if not trial.needs_import and trial.tests]
    yield from (Outcome(t.mutant, "survived", 0) for t in trials if not t.tests)
    if early:
        for trial, status in _collected(early, jobs, noticed):
            if status in (_AGAIN, _HUNG):
                late.append(trial)
            else:
                yield _outcome(trial, status)
    tried = in_children(
        late,
        lambda trial: _imported_and_tried(trial, noticed),
        jobs=jobs,
        seconds=lambda trial: _IMPORT + _patience(trial),
    )
    yield from (_outcome(trial, status) for trial, status in tried)


def failing_without_a_change(noticed: Path, trials: list[Trial]) -> list[str]:
    """Return the tests that noticed a mutant and fail without one, too, beside the others."""
    named = set(noticed.read_text("utf-8").splitlines()) if noticed.exists() else set()
    noticed.unlink(missing_ok=True)
    files = {file for trial in trials for file in _files_of(trial)}
    watch = _Watch(noticed)
    tests = sorted((test, _IMPORT) for test in named)

    def work(_: str) -> int:
        return pytest_in_this_process(sorted(files), watch, Limits(tests))

    for _ in in_children(
        [""] if named else [], work, jobs=1, seconds=lambda _: _IMPORT * len(tests)
    ):
        pass
    return sorted(set(noticed.read_text("utf-8").splitlines())) if noticed.exists() else []


def _files_of(trial: Trial) -> set[str]:
    return {test.partition("::")[0] for test, _ in trial.tests}


def _patience(trial: Trial) -> float:
    """Return for how many seconds of the clock to wait for the tests of a mutant."""
    return _WAIT + _BUSY * sum(seconds for _, seconds in trial.tests)


def _outcome(trial: Trial, status: int) -> Outcome:
    is_timeout = status in (-signal.SIGPROF, _HUNG)
    fate = "survived" if status == _SURVIVED else "timed out" if is_timeout else "killed"
    return Outcome(trial.mutant, fate, len(trial.tests))


def _collected(trials: list[Trial], jobs: int, noticed: Path) -> Iterator[tuple[Trial, int]]:
    """Collect all tests in a child, which forks for each mutant and says what happened."""
    reading, writing = os.pipe()
    files = sorted({file for trial in trials for file in _files_of(trial)})

    def work(_: str) -> int:
        with os.fdopen(writing, "w") as results:
            return pytest_in_this_process(files, _Forks(trials, jobs, results, noticed))

    child = forked(work, "collect")
    os.close(writing)
    try:
        with os.fdopen(reading) as results:
            for line in results:
                number, code = map(int, line.split())
                yield trials[number], code
    except BaseException:
        os.kill(child, signal.SIGINT)
        raise
    finally:
        _, status = os.waitpid(child, 0)
    if status:
        raise SystemExit(f"pytest ended with {status} before it had tried all mutants")


@dataclass
class _Forks:
    """A plugin of pytest that runs no tests itself, but some in a fork for each mutant."""

    trials: list[Trial]
    jobs: int
    results: TextIO
    noticed: Path

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        functions = _functions({str(trial.mutant.path) for trial in self.trials})
        caches = [c for c in gc.get_objects() if isinstance(c, functools._lru_cache_wrapper)]
        gc.collect()
        gc.freeze()  # memory that nothing writes to is shared

        def work(number: int) -> int:
            self.results.close()
            trial = self.trials[number]
            if not _patch(trial.mutant, functions):
                return _AGAIN
            for cache in caches:
                cache.cache_clear()
            watch = _Watch(self.noticed)
            session.config.pluginmanager.register(watch)
            chosen = [(items[test], seconds) for test, seconds in trial.tests if test in items]
            following = [item for item, _ in chosen[1:]] + [None]
            for (item, seconds), after in zip(chosen, following, strict=True):
                _limit(seconds)
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                if watch.has_failed:
                    return _KILLED
            return _SURVIVED

        numbers = range(len(self.trials))
        for number, status in in_children(
            numbers, work, jobs=self.jobs, seconds=lambda number: _patience(self.trials[number])
        ):
            print(number, status, file=self.results, flush=True)
        return True


@dataclass
class _Watch:
    """A plugin that names tests that fail in a file."""

    noticed: Path
    has_failed: bool = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.has_failed = True
            with self.noticed.open("a", encoding="utf-8") as file:
                file.write(f"{report.nodeid}\n")


class Limits:
    """A plugin that orders the tests, stops after a failure, and limits their time."""

    def __init__(self, tests: Sequence[tuple[str, float]]) -> None:
        self._seconds = dict(tests)
        self._order = {test: i for i, (test, _) in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self._order]
        items.sort(key=lambda item: self._order[item.nodeid])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        _limit(self._seconds[item.nodeid])


def _limit(seconds: float) -> None:
    """End this process when it computes for much longer than a test should."""
    signal.setitimer(signal.ITIMER_PROF, seconds * _SLOWER + _SLACK)


def _imported_and_tried(trial: Trial, noticed: Path) -> int:
    """Run the tests in this process, which has not imported the module yet."""
    code, path = trial.mutant.code(), str(trial.mutant.path)
    as_it_is = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
        return code if loader.path == path else as_it_is(loader, name)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[assignment]
    _limit(60)
    limit_memory()
    plugins = _Watch(noticed), Limits(trial.tests)
    status = pytest_in_this_process(["-x", *sorted(_files_of(trial))], *plugins)
    return _SURVIVED if status in (pytest.ExitCode.OK, _NO_TESTS) else _KILLED


def limit_memory() -> None:
    """Have this process fail to get more memory than tests need."""
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, hard))


_Key = tuple[str, str, int]


def _functions(files: set[str]) -> dict[_Key, list[FunctionType]]:
    """Find all functions that were made from the code of some files."""
    made: dict[_Key, list[FunctionType]] = {}
    for value in gc.get_objects():
        if isinstance(value, FunctionType) and value.__code__.co_filename in files:
            made.setdefault(_key(value.__code__), []).append(value)
    return made


def _patch(mutant: Mutant, functions: dict[_Key, list[FunctionType]]) -> bool:
    """Give the functions that differ their new code; False where only a new import can."""
    limit_memory()
    source = mutant.path.read_text(encoding="utf-8")
    old = list(_codes(compile(source, str(mutant.path), "exec")))
    new = list(_codes(mutant.code()))
    if [_key(code) for code in old] != [_key(code) for code in new]:
        return False
    is_patched = False
    for before, after in zip(old, new, strict=True):
        if before == after:
            continue
        for function in functions.get(_key(before), ()):
            if function.__code__ != before:  # another lambda of the same line, say
                return False
            try:
                function.__code__ = after
            except ValueError:  # it closes over other variables
                return False
            is_patched = True
    return is_patched


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _key(code: CodeType) -> _Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno
