"""``partwise``, and ``python -m partwise.cli``."""

from __future__ import annotations

import atexit
import os
import sys

from partwise.cli import main


def run() -> None:
    """Run the command line as a process of its own."""
    atexit.register(_hush)  # first in, last out
    sys.exit(main())


def _hush() -> None:
    """Let nothing be heard after the last word: DuckDB's bindings list what they did not free."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


if __name__ == "__main__":
    run()
