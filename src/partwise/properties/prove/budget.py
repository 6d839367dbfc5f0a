"""How long a proof may take: each step asks before it starts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_DEADLINE: ContextVar[float] = ContextVar("deadline")


class NotProvedError(Exception):
    """No proof was found; says nothing about whether the property holds."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Let the steps inside fail once so many seconds have passed.

    Examples
    --------
    >>> with limited(0):
    ...     spend()
    Traceback (most recent call last):
        ...
    partwise.properties.prove.budget.NotProvedError: out of time
    """
    token = _DEADLINE.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _DEADLINE.reset(token)


def spend() -> None:
    """Fail if the time is up; without a limit there is always time."""
    deadline = _DEADLINE.get(None)
    if deadline is not None and time.monotonic() >= deadline:
        raise NotProvedError("out of time")
