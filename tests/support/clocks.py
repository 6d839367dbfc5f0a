"""A clock that tests move."""

from __future__ import annotations

import os


class FakeClock:
    """Tells a time that moves when a test says so.

    Besides, it moves by ``step`` at each look of the process that made it: a parent that waits for
    a child then runs out of time after so many looks, while time stands still in the child.
    """

    def __init__(self, step: float = 0.0) -> None:
        self.time = 0.0
        self._step = step
        self._process = os.getpid()

    def __call__(self) -> float:
        if os.getpid() == self._process:
            self.time += self._step
        return self.time
