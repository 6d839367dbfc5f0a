"""The mutants of the kernels: what is changed, which tests are tried, and what they say of one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mutants import kernel_builds
from mutants.kernel_builds import KERNELS, Build, tool
from mutants.kernel_changes import Change, changed_text, changes_of
from mutants.kernel_tests import files_of_tests, selected
from mutants.kernels import key_of, summary
from mutants.lines import Lines
from support.scripts import needs_fork, told

TEXT = """\
constexpr double many = 5.0;
int f(int a) {
    total += a;  // 1 < 2
    if (a < 2) fail("1 < 2");
}
"""
CHANGES = [
    ("", 1, "constexpr double many = 6.0;"),
    ("", 1, "constexpr double many = 4.0;"),
    ("f", 3, "total -= a;  // 1 < 2"),
    ("f", 3, ""),
    ("f", 4, 'if (a <= 2) fail("1 < 2");'),
    ("f", 4, 'if (a < 3) fail("1 < 2");'),
    ("f", 4, 'if (a < 1) fail("1 < 2");'),
]


def test_constants_and_lines_are_changed_outside_of_comments_and_text() -> None:
    changes = [(change.function, change.line, change.now) for change in changes_of("f", TEXT)]
    assert changes == CHANGES


def test_a_changed_text_differs_in_one_line() -> None:
    lines = TEXT.splitlines()
    for change in changes_of("f", TEXT):
        changed = changed_text(change, TEXT).splitlines()
        differing = [i for i, (a, b) in enumerate(zip(lines, changed, strict=True), 1) if a != b]
        assert differing == [change.line]
        assert changed[change.line - 1].strip() == change.now


def _change(line: int) -> Change:
    return Change("moves.cpp", line, "merge", "a < b", "a <= b")


def test_the_quickest_tests_that_run_a_line_are_tried() -> None:
    lines, path = Lines(), str(KERNELS / "moves.cpp")
    for test, seconds, run in (("slow", 9.0, {4}), ("quick", 0.1, {4}), ("other", 0.2, {5})):
        lines.add(test, seconds, {path: run})
    assert selected(_change(4), lines, seconds=5) == [("quick", 0.1)]
    assert selected(_change(4), lines, seconds=10) == [("quick", 0.1), ("slow", 9.0)]
    # a line without instructions, such as a constant, is used anywhere in the file
    assert [test for test, _ in selected(_change(6), lines, seconds=5)] == ["quick", "other"]
    assert selected(_change(6)._replace(file="moves.hpp"), lines, seconds=5) == []


def test_tests_of_the_kernels_are_those_that_use_the_library_of_this_process() -> None:
    names = {path.name for path in files_of_tests()}
    assert {"test_counting.py", "test_moving.py"} <= names
    assert "test_wide.py" not in names
    assert all(path.is_file() for path in files_of_tests())


def test_a_summary_says_what_became_of_the_mutants() -> None:
    fates = {"killed": 6, "timed out": 1, "survived": 1, "built the same": 2, "explained": 3}
    text = summary(fates | {"not compiled": 4})
    assert "13 mutants: 6 killed, 1 timed out, 1 survived, 5 equivalent; 87.5% noticed" in text
    assert "2 are built the same and 3 are explained; 4 more do not compile" in text


def test_a_change_is_identified_without_its_line() -> None:
    assert key_of(_change(4)) == key_of(_change(5))
    assert key_of(_change(4)).file == "kernels/moves.cpp"


TRIED = """
from pathlib import Path
import mutants.trials
from mutants.kernel_tests import fate
mutants.trials._SLACK = 0.5
mutants.trials._MEMORY = 1 << 30
library = Path({library!r})
for name in ("passes", "fails", "crashes", "loops", "takes_memory"):
    print(name, fate(library, [("test_fates.py::test_" + name, 0.0)]))
"""
FATES = """
import os
from partwise.kernels import _kernels

def test_passes():
    assert _kernels.__spec__.origin == os.environ["LIBRARY"]

def test_fails():
    assert not _kernels

def test_crashes():
    os.abort()

def test_loops():
    while True:
        pass

def test_takes_memory():
    bytearray(2 << 30)
"""


@needs_fork
def test_what_crashes_or_takes_too_much_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from partwise.kernels import _kernels

    assert _kernels.__file__ is not None
    monkeypatch.setenv("LIBRARY", _kernels.__file__)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")  # each has a stack, of the memory that is left
    (tmp_path / "test_fates.py").write_text(FATES, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    lines = told(tmp_path, TRIED.format(library=_kernels.__file__)).splitlines()
    assert dict(line.split(" ", 1) for line in lines) == {
        "passes": "survived",
        "fails": "killed",
        "crashes": "killed",
        "loops": "timed out",
        "takes_memory": "killed",
    }


PROJECT = """
cmake_minimum_required(VERSION 3.18)
project(tiny LANGUAGES CXX)
add_library(_kernels MODULE src/partwise/kernels/one.cpp src/partwise/kernels/two.cpp)
set_target_properties(_kernels PROPERTIES PREFIX "")
"""
SOURCES = {
    "both.hpp": "constexpr int shared = 1;\n",
    "one.cpp": '#include "both.hpp"\nint one(int a) {\n  return a + shared;\n}\n',
    "two.cpp": '#include "both.hpp"\nint two(int a) {\n  return a * 2 + 0 * shared;\n}\n',
}


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    if not any(map(shutil.which, ("c++", "g++", "clang++"))):
        pytest.skip("there is no compiler of C++")
    try:
        for program in ("cmake", "ninja"):
            tool(program)
    except SystemExit as missing:
        pytest.skip(str(missing))
    sources = tmp_path / "src"
    sources.mkdir()
    for name, text in SOURCES.items():
        (sources / name).write_text(text, encoding="utf-8")
    (tmp_path / "CMakeLists.txt").write_text(PROJECT, encoding="utf-8")
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(kernel_builds, "KERNELS", sources)
    monkeypatch.setattr(kernel_builds, "FOLDER", tmp_path / "build")
    monkeypatch.setattr(kernel_builds, "ROOT", tmp_path)
    (tmp_path / "build" / "tiny").mkdir(parents=True)
    return Build("tiny", "-O1", 1)


def _times(build: Build) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in build.objects.rglob("*.o")}


def test_only_what_a_change_concerns_is_compiled_and_then_put_back(build: Build) -> None:
    before = _times(build)
    for line, file, now, compiled, same in (
        (3, "one.cpp", "return a - shared;", {"one.cpp.o"}, False),
        (3, "two.cpp", "return a * 2 + 1 * 0;", {"two.cpp.o"}, True),
        (1, "both.hpp", "constexpr int shared = 2;", {"one.cpp.o", "two.cpp.o"}, False),
    ):
        with build.changed(Change(file, line, "", "", now)) as library:
            assert library is not None
            assert build.is_as_it_was(library) == same
            assert {
                name for name, time in _times(build).items() if before[name] != time
            } == compiled
        assert _times(build) == before
    with build.changed(Change("one.cpp", 3, "", "", "return b;")) as library:
        assert library is None
    assert _times(build) == before


def test_what_a_killed_run_left_is_put_back(build: Build) -> None:
    library = build.library.read_bytes()
    with build.changed(Change("one.cpp", 3, "", "", "return a - shared;")) as changed:
        assert changed is not None
        assert changed.read_bytes() != library
        assert Build("tiny", "-O1", 1).library.read_bytes() == library
