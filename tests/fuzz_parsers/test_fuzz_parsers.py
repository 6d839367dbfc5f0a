"""Every parser refuses odd inputs with an error of partwise; ``make fuzz-parsers`` tries more."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

import pytest

from fuzz_parsers.mutations import BLOCK, Mutator
from fuzz_parsers.targets import TARGETS
from fuzz_parsers.trial import Trial, prepare, tried

TESTS = Path(__file__).parents[1]
FOUND = sorted(Path(__file__).with_name("found").glob("*.json"))


def fuzzed(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run it in a process of its own, whose files are in a folder."""
    command = [sys.executable, "-m", "fuzz_parsers.run", *arguments]
    return subprocess.run(
        command, cwd=folder, env={"PYTHONPATH": str(TESTS)}, capture_output=True, text=True
    )


def test_a_sample_of_odd_inputs_is_read_or_refused(tmp_path: Path) -> None:
    run = fuzzed("--inputs", "10000", "--seed", "1", folder=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    assert all(name in run.stdout for name in TARGETS)


def test_inputs_that_once_failed_pass(tmp_path: Path) -> None:
    assert FOUND
    run = fuzzed("--replay", *map(str, FOUND), folder=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("name", TARGETS)
def test_a_valid_input_is_among_the_seeds_and_inputs_repeat(name: str) -> None:
    target = TARGETS[name]
    prepare(target.read, ())
    trials = [tried(target.read, seed, 60.0) for seed in target.seeds]
    assert not any(trial.failure for trial in trials)
    assert not all(trial.refused for trial in trials), "nothing behind the first check is reached"
    first, again = (list(Mutator(target.seeds, target.token).block(name, 0, 0)) for _ in range(2))
    assert first == again
    assert len(set(first)) > BLOCK / 2


def _loops(text: str) -> None:
    while text:
        pass


def _takes_memory(text: str) -> None:
    bytearray(300_000_000)[::4096] = b"x" * -(-300_000_000 // 4096)


def _tried(read: Callable[[str], object], seconds: float) -> Trial:
    prepare(read, ())
    return tried(read, "text", seconds)


@pytest.mark.parametrize(
    ("read", "seconds", "kind"),
    [
        (int, 60.0, "ValueError in trial.py, tried"),
        (_loops, 0.3, "above 0 s"),
        (_takes_memory, 60.0, "above 200 MB"),  # where others work, this can take a second
    ],
)
def test_what_a_parser_must_not_do_is_noticed(
    read: Callable[[str], object], seconds: float, kind: str
) -> None:
    # In a child, since the peak of this process may be that of an earlier test.
    with get_context("fork").Pool(1) as pool:
        trial = pool.apply_async(_tried, (read, seconds)).get(timeout=300)
    assert trial.failure is not None
    assert trial.failure.kind == kind
