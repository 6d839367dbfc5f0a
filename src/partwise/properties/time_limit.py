"""How much time is left."""

from __future__ import annotations

import math
import time


class OutOfTimeError(Exception):
    """The time is up; what was found until then still counts."""


class Clock:
    """A time budget that starts now.

    Parameters
    ----------
    seconds : float
        How long it lasts.

    Examples
    --------
    >>> Clock(0).is_up, Clock().is_up
    (True, False)
    """

    def __init__(self, seconds: float = math.inf) -> None:
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds that are left; never negative."""
        return max(0.0, self._end - time.monotonic())

    @property
    def is_up(self) -> bool:
        """Whether no time is left."""
        return self.left <= 0

    def check(self) -> None:
        """Raise if the time is up."""
        if self.is_up:
            raise OutOfTimeError

    def part(self, seconds: float) -> Clock:
        """Return a clock that ends with this one, or earlier after so many seconds."""
        return Clock(min(self.left, seconds))
