"""Threads and processes: the same results as one thread, and memory that stays as it is."""

from __future__ import annotations

import multiprocessing
import sys

import pytest

import partwise as pw
from load.calls import CALLS, public_names
from load.threads import alone, differences

LONG = {"audit", "recommend", "Comparison", "Index"}
"""What takes a second or more; ``make load`` calls it too."""


def test_every_public_name_is_called() -> None:
    assert sorted(CALLS) == sorted(public_names())


def test_threads_give_what_one_gives() -> None:
    names = sorted(set(CALLS) - LONG)
    calls, wrong = differences(names, alone(names), 3)
    assert calls >= 8 * len(names)
    assert not wrong, "\n".join(wrong)


def _scored(seed: int) -> list[float]:
    labels = [(i * 7 + seed) % 11 for i in range(5000)]
    table = pw.pairwise([labels, [label // 2 for label in labels]], "AMI", threads=2)
    return [table[0, 1], pw.score(labels, labels[::-1], "ARI")]


@pytest.mark.skipif(sys.platform == "win32", reason="starts processes in POSIX ways")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_give_what_one_gives(method: str) -> None:
    expected = [_scored(seed) for seed in range(4)]  # threads have run before the fork
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(_scored, range(4)) == expected
