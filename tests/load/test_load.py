"""Threads and processes: the same results as one thread, and memory that stays as it is."""

from __future__ import annotations

import multiprocessing
import sys

import pytest

from load.calls import CALLS, public_names, scored
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


@pytest.mark.skipif(sys.platform == "win32", reason="starts processes in POSIX ways")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_give_what_one_gives(method: str) -> None:
    expected = [scored(seed) for seed in range(4)]  # threads have run before the fork
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(scored, range(4)) == expected
