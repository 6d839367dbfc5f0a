"""A progress bar for long work, on terminals only."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator
from typing import TypeVar

__all__ = ["tracked"]

T = TypeVar("T")

_SHOWN = threading.Lock()  # held while there is a bar: work within that work shows none of its own


def tracked(work: Iterable[T], total: int, what: str, show: bool | None = None) -> Iterator[T]:
    """Iterate, and show how far it is if that is wanted and standard error is a terminal.

    Parameters
    ----------
    work : iterable
        What is iterated over.
    total : int
        How many there are.
    what : str
        What is being done.
    show : bool, optional
        Whether to show a bar; by default, if standard error is a terminal.

    Examples
    --------
    >>> list(tracked([1, 2], 2, "counting"))
    [1, 2]
    """
    wanted = sys.stderr.isatty() if show is None else show
    if not wanted or not _SHOWN.acquire(blocking=False):
        yield from work
        return
    try:
        from rich.console import Console
        from rich.progress import track

        console = Console(stderr=True)
        yield from track(work, what, total, console=console, transient=console.is_terminal)
    finally:
        _SHOWN.release()
