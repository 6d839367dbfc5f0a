"""The tests of tests: what is changed, what is explained, and a sample that must be noticed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from mutants.children import in_children
from mutants.kernel_changes import changes_of
from mutants.kernels import key_of
from mutants.lines import Lines
from mutants.mutations import mutants_of
from mutants.rooms import ROOMS, ROOT, files_of_tests, sources
from mutants.run import identity
from mutants.score import ANY, Explained, Score, explained, wilson
from mutants.trials import selected
from support.scripts import needs_fork, told

SOURCE = '''\
"""A module."""
LIMIT = 3


def first(items: list[int], many: int = 2) -> int:
    if not items or many <= 0:
        raise ValueError(-1)
    return max(items[many:], LIMIT + 1)
'''
MUTANTS = """\
LIMIT = 4 | LIMIT = 2
def first(items: list[int], many: int=3) -> int: | def first(items: list[int], many: int=1) -> int:
if not (not items or many <= 0): | if not items and many <= 0: | if items or many <= 0:
if not items or many < 0: | if not items or many <= 1: | if not items or many <= -1:
pass | raise ValueError(1) | raise ValueError(-2) | raise ValueError(-0)
return None | return max(items[:], LIMIT + 1)
return max(items[many:], LIMIT - 1)
return max(items[many:], LIMIT + 2) | return max(items[many:], LIMIT + 0)"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "module.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def test_every_kind_of_change_is_made(module: Path) -> None:
    texts = [mutant.texts[1] for mutant in mutants_of(module)]
    assert sorted(texts) == sorted(MUTANTS.replace("\n", " | ").split(" | "))


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("x = max(a, b)", []),
        ("x = np.minimum(a, b)", []),
        ("x = np.minimum.at(a, b, c)", ["x = np.minimum.at(b, a, c)"]),
        ("x = max(a, b, key=f)", ["x = max(b, a, key=f)"]),
        ("x = zip(a, b, strict=True)", ["x = zip(b, a, strict=True)"]),
        ("x = 1e100", []),
    ],
)
def test_changes_that_change_no_result_are_left_out(
    tmp_path: Path, line: str, changed: list[str]
) -> None:
    path = tmp_path / "module.py"
    path.write_text(line, encoding="utf-8")
    assert [mutant.texts[1] for mutant in mutants_of(path)] == changed


def test_a_mutant_differs_in_one_change_and_leaves_the_module_as_it_was(module: Path) -> None:
    values = []
    for mutant in mutants_of(module):
        names: dict[str, object] = {}
        exec(mutant.code(), names)  # noqa: S102
        values.append(names["LIMIT"])
    assert sorted(map(str, values)) == sorted(["4", "2"] + ["3"] * (len(values) - 2))


def test_tests_of_the_changed_lines_run_quick_ones_first_and_cases_apart(module: Path) -> None:
    lines, path = Lines(), str(module)
    cases = (("case[1]", 0.1), ("case[2]", 0.2), ("case[3]", 0.3))
    for test, seconds in (("slow", 9.0), *cases, ("other", 0.5)):
        lines.add(test, seconds, {path: {8}})
    lines.add("elsewhere", 0.1, {path: {6}})
    mutant = next(mutant for mutant in mutants_of(module) if mutant.texts[1] == "return None")
    trial = selected(mutant, lines, seconds=5)
    names = [test for test, _ in trial.tests]
    assert names == ["case[1]", "case[2]", "other", "case[3]"]  # and then 9 seconds more
    assert not trial.needs_import


def test_constants_are_tried_with_the_quickest_tests_of_their_file(module: Path) -> None:
    lines, path = Lines(), str(module)
    for test, seconds, run in (
        ("importing", 1.0, {2, 5, 8}),
        ("quick", 0.1, {8}),
        ("other", 0.2, {6}),
    ):
        lines.add(test, seconds, {path: run})
    trial = selected(mutants_of(module)[0], lines, seconds=0.5)
    assert trial.needs_import
    assert [test for test, _ in trial.tests] == ["quick", "other"]


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    one, two = Lines(), Lines()
    one.add("a", 1.0, {"f": {1, 2}})
    two.add("b", 2.0, {"f": {2}})
    two.at_import = {"f": {1}}
    one.merge(two)
    one.write(tmp_path / "lines.json")
    again = Lines.read(tmp_path / "lines.json")
    assert again == one
    assert again.running(Path("f"), [2]) == [("a", 1.0), ("b", 2.0)]
    assert again.running(Path("f"), [1]) == [("a", 1.0)]


def test_what_is_explained_exists() -> None:
    """An entry whose statement has changed has to be judged again."""
    known, every = explained(), set[Explained]()
    for path in {ROOT / "src" / "partwise" / mutant.file for mutant in known}:
        if path.suffix == ".py":
            every |= {identity(mutant) for mutant in mutants_of(path)}
        else:
            changes = changes_of(path.name, path.read_text(encoding="utf-8"))
            every |= {key_of(change) for change in changes}
    every |= {mutant._replace(now=ANY) for mutant in every}
    assert set(known) <= every, set(known) - every
    assert all(len(reason) > 20 for reason in known.values())


def test_every_room_has_sources_and_tests() -> None:
    assert all(sources(room) and files_of_tests(room) for room in ROOMS)


def test_the_interval_of_a_share() -> None:
    """Newcombe (1998), Statistics in Medicine 17, Table I, method 3 (the score method)."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson(1, 29) == pytest.approx((0.0061, 0.1718), abs=5e-5)
    assert "50.0% noticed" in str(Score(1, 1, 2, 5))


def _nap(seconds: float) -> int:
    sleep(seconds)
    return 3


@needs_fork
def test_children_end_in_time_and_are_told_as_they_end() -> None:
    naps = in_children([60.0, 0.0], _nap, jobs=2, seconds=lambda nap: 2 if nap else 60)
    assert list(naps) == [(0.0, 3), (60.0, -signal.SIGKILL)]


HANGS_IN_FORKS = """
import os
from threading import Event
from module import larger
COLLECTED_BY = os.getpid()

def test_larger():
    if os.getpid() != COLLECTED_BY:
        Event().wait()
    assert (larger(1, 2), larger(2, 1), larger(3, 3)) == (2, 2, 3)
"""
TRIED = """
from pathlib import Path
from mutants import mutations, trials
trials._WAIT = 1.0
mutants = mutations.mutants_of(Path("module.py").resolve())
tried = [trials.Trial(mutant, [("test_module.py::test_larger", 0.0)], False) for mutant in mutants]
for outcome in trials.outcomes(tried, 2, Path("noticed")):
    print(outcome.fate, outcome.mutant.texts[1], sep=": ")
"""


@needs_fork
def test_a_fork_that_hangs_says_nothing_about_its_mutant(tmp_path: Path) -> None:
    """A library may have started threads when the tests were collected: a fork has none of them."""
    source = "def larger(a, b):\n    return a if a > b else b\n"
    (tmp_path / "module.py").write_text(source, encoding="utf-8")
    (tmp_path / "test_module.py").write_text(HANGS_IN_FORKS, encoding="utf-8")
    assert sorted(told(tmp_path, TRIED).splitlines()) == [
        "killed: return None",
        "killed: return a if not a > b else b",
        "survived: return a if a >= b else b",
    ]


DOCTESTED = '''
LIMIT = 3

def small(x):
    """Say whether a number is small.

    >>> small(3), small(4)
    (True, False)
    """
    return x <= LIMIT
'''
TRIED_WITH_DOCTESTS = """
from pathlib import Path
from mutants import mutations, trials
path = Path("module.py").resolve()
doctest = ("module.py::module.small", 0.0)
constants = [mutant for mutant in mutations.mutants_of(path) if mutant.line == 2]
tried = [trials.Trial(each, [doctest], True) for each in constants]
for outcome in trials.outcomes(tried, 2, Path("noticed")):
    print(outcome.fate, outcome.mutant.texts[1], sep=": ")
"""


@needs_fork
def test_doctests_notice_a_changed_constant_of_their_file(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(DOCTESTED, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --doctest-modules\n")
    fates = told(tmp_path, TRIED_WITH_DOCTESTS)
    assert sorted(fates.splitlines()) == ["killed: LIMIT = 2", "killed: LIMIT = 4"]


SPOILED = """
import module
module.SPOILED = True
def test_spoiler():
    pass
"""
SPOILT_BY_ANOTHER = """
import module
def test_smaller():
    assert module.larger(1, 2) == 2
def test_larger():
    assert module.larger(2, 1) == 2 and not hasattr(module, "SPOILED")
"""
TRIED_WITH_ANOTHER = """
from pathlib import Path
from mutants import mutations, trials
mutants = mutations.mutants_of(Path("module.py").resolve())
tests = [("test_module.py::test_larger", 0.0), ("test_spoiler.py::test_spoiler", 0.0)]
tests += [("test_module.py::test_smaller", 0.0)]
tried = [trials.Trial(mutant, tests, False) for mutant in mutants]
noticed = Path("noticed").resolve()
print(*{outcome.fate for outcome in trials.outcomes(tried, 2, noticed)})
print(*trials.failing_without_a_change(noticed, tried))
"""


@needs_fork
def test_a_test_that_fails_beside_others_is_named(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text("def larger(a, b):\n    return a if a > b else b\n")
    (tmp_path / "test_module.py").write_text(SPOILT_BY_ANOTHER)
    (tmp_path / "test_spoiler.py").write_text(SPOILED)
    fates = told(tmp_path, TRIED_WITH_ANOTHER)
    assert fates.splitlines() == ["killed", "test_module.py::test_larger"]
    (tmp_path / "test_spoiler.py").write_text("def test_spoiler():\n    pass\n")
    assert told(tmp_path, TRIED_WITH_ANOTHER).splitlines()[1:] == [""]


@needs_fork
def test_a_sample_of_mutants_is_noticed() -> None:
    options = ["-n", "12", "--only", "kept_sums.py", "--jobs", "1", "--all-killed"]
    command = [sys.executable, "-m", "mutants.run", "tables", *options]
    command += ["--tests", "tests/tables/test_kept_sums.py"]
    found = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "tests")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, found.stderr) == (0, ""), found.stdout
    assert "12 mutants: 12 killed" in found.stdout
