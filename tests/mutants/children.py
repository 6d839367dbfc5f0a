"""Work in forked processes, several at a time, each with a limit."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from time import monotonic, sleep
from typing import TypeVar

__all__ = ["forked", "in_children"]

Task = TypeVar("Task")
_POLL = 0.005  # seconds


def in_children(
    tasks: Iterable[Task],
    work: Callable[[Task], int],
    *,
    jobs: int,
    seconds: Callable[[Task], float],
) -> Iterator[tuple[Task, int]]:
    """Fork for each task, and yield it with what its work returned: below 0 if it was killed.

    The output of the work is discarded. A child that outlives the seconds of its task is killed.
    """
    waiting, running = iter(tasks), dict[int, tuple[Task, float]]()
    try:
        while True:
            while len(running) < jobs and (task := next(waiting, None)) is not None:
                running[forked(work, task)] = (task, monotonic() + seconds(task))
            if not running:
                return
            yield from _ended(running)
            sleep(_POLL)
    finally:
        for child in running:
            _kill_group(child)
            os.waitpid(child, 0)


def _ended(running: dict[int, tuple[Task, float]]) -> Iterator[tuple[Task, int]]:
    for child, (task, deadline) in list(running.items()):
        done, status = os.waitpid(child, os.WNOHANG)
        if done or monotonic() > deadline:
            _kill_group(child)
            if not done:
                _, status = os.waitpid(child, 0)
            del running[child]
            yield task, os.waitstatus_to_exitcode(status)


def _kill_group(child: int) -> None:
    with suppress(ProcessLookupError):  # nothing that it started is left
        os.killpg(child, signal.SIGKILL)


def forked(work: Callable[[Task], int], task: Task) -> int:
    """Start a process that ends with what its work returns; the caller has to wait for it."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    os.setpgid(0, 0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    try:
        status = work(task)
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
        status = 1
    os._exit(status)
