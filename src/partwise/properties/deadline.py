"""How long work may take: a deadline that the work itself checks between its steps.

Nothing is interrupted from outside, except a user's function, which may never return: it runs in
a process of its own (:mod:`partwise.properties.child_process`), which is killed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic


class OutOfTimeError(Exception):
    """The time is up; what was found until then still counts."""


class Deadline:
    """A time budget that starts now.

    Parameters
    ----------
    seconds : float
        How long it lasts.
    now : callable, optional
        Tells the time in seconds; a clock that never goes back unless told.

    Examples
    --------
    >>> Deadline(0).is_up, Deadline().is_up
    (True, False)
    """

    def __init__(self, seconds: float = math.inf, now: Callable[[], float] | None = None) -> None:
        self.now = now or monotonic
        self._end = self.now() + seconds

    @property
    def left(self) -> float:
        """Seconds that are left; never negative."""
        return max(0.0, self._end - self.now())

    @property
    def is_up(self) -> bool:
        """Whether no time is left."""
        return self.left <= 0

    def part(self, seconds: float) -> Deadline:
        """Return a deadline that ends with this one, or earlier after so many seconds."""
        return Deadline(min(self.left, seconds), self.now)


_CURRENT: ContextVar[Deadline] = ContextVar("deadline")
_ENDLESS = Deadline()


def current_deadline() -> Deadline:
    """Return the deadline that holds for the work at hand; without one there is always time."""
    return _CURRENT.get(_ENDLESS)


@contextmanager
def time_limit(deadline: Deadline) -> Iterator[None]:
    """Let the work inside end by a deadline.

    Examples
    --------
    >>> with time_limit(Deadline(0)):
    ...     check_time()
    Traceback (most recent call last):
        ...
    partwise.properties.deadline.OutOfTimeError
    """
    token = _CURRENT.set(deadline)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def check_time() -> None:
    """Raise if the time is up."""
    if current_deadline().is_up:
        raise OutOfTimeError
