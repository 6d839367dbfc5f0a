"""An alarm that rings while a kernel runs."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

__all__ = ["AlarmError", "alarm", "needs_alarms"]

needs_alarms = pytest.mark.skipif(sys.platform == "win32", reason="alarms are POSIX")


class AlarmError(Exception):
    """What the handler of the alarm raises."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise an AlarmError from the handler of a signal after so many seconds."""

    def ring(*_: object) -> None:
        raise AlarmError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
