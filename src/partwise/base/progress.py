"""A progress bar for long work, on terminals only."""

from __future__ import annotations

import sys
import threading
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress


T = TypeVar("T")

_SHOWN = threading.Lock()  # held while there is a bar: work within that work shows none of its own
_STAGES: list[Progress] = []  # the bar of stages, if there is one: work adds a second line to it


def tracked(work: Iterable[T], total: int, what: str, show: bool | None = None) -> Iterator[T]:
    """Iterate with a progress bar.

    Parameters
    ----------
    work : iterable
        What to iterate over.
    total : int
        How many steps there are.
    what : str
        The text beside the bar.
    show : bool, optional
        Whether to show the bar; by default, if standard error is a terminal.

    Examples
    --------
    >>> list(tracked([1, 2], 2, "counting"))
    [1, 2]
    """
    if not _wanted(show) or not _SHOWN.acquire(blocking=False):
        yield from work
        return
    try:
        with _bars() as bars:
            task = bars.add_task(what, total=total)
            try:
                yield from bars.track(work, total, task_id=task)
            finally:
                if _STAGES:
                    bars.remove_task(task)
    finally:
        _SHOWN.release()


def stages(names: Sequence[str], what: str, show: bool | None = None) -> Generator[str, None, None]:
    """Iterate over the stages of long work, and show which one is running.

    Progress bars of the work inside a stage appear below.

    Parameters
    ----------
    names : sequence of str
        Names of the stages.
    what : str
        The text before the name.
    show : bool, optional
        Whether to show the bar; by default, if standard error is a terminal.

    Examples
    --------
    >>> list(stages(["first", "second"], "working on"))
    ['first', 'second']
    """
    if not _wanted(show) or _STAGES:
        yield from names
        return
    with _bars() as bars:
        _STAGES.append(bars)
        try:
            task = bars.add_task(what, total=len(names))
            for name in names:
                bars.update(task, description=f"{what} {name}")
                yield name
                bars.advance(task)
        finally:
            _STAGES.clear()


def _wanted(show: bool | None) -> bool:
    is_terminal = sys.stderr is not None and sys.stderr.isatty()  # None: closed, or no console
    return is_terminal if show is None else show


@contextmanager
def _bars() -> Iterator[Progress]:
    """Give the bars of the stages, or bars of their own."""
    if _STAGES:
        yield _STAGES[0]
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=console.is_terminal) as bars:
        yield bars
