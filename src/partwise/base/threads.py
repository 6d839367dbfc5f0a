"""Work on several threads, with results in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

_AHEAD = 4  # jobs handed out per thread before results are taken: interrupts stay quick


def in_threads(
    work: Callable[[Job], Result], jobs: Iterable[Job], workers: int
) -> Iterator[Result]:
    """Do jobs on several threads; yield the results in order.

    Examples
    --------
    >>> list(in_threads(str.upper, "abc", 2))
    ['A', 'B', 'C']
    """
    if workers == 1:
        yield from map(work, jobs)
        return
    waiting = iter(jobs)
    with ThreadPoolExecutor(workers) as pool:
        running = [pool.submit(work, job) for job in islice(waiting, workers * _AHEAD)]
        try:
            while running:
                yield running.pop(0).result()
                running += [pool.submit(work, job) for job in islice(waiting, 1)]
        finally:
            for future in running:
                future.cancel()
