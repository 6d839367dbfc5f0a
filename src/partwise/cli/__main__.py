"""``partwise``, and ``python -m partwise.cli``: the command line as a process of its own.

An interrupt while Python imports this file still shows a traceback, so it imports little.
"""

from __future__ import annotations

import atexit
import os
import sys

from partwise.cli import main

TYPE_CHECKING = False  # not from typing, which is slow to import
if TYPE_CHECKING:
    from typing import NoReturn


def run() -> None:
    """Run the command line as a process of its own."""
    atexit.register(_hush)  # first in, last out
    sys.exit(_exit_code())


def _exit_code() -> int:
    interrupts: list[int] = []
    try:
        _note_interrupts(interrupts)
        if _open_streams():
            return _failed("standard output is closed; send it to a file or to /dev/null")
        return main()
    except BaseException as error:
        if interrupts or isinstance(error, KeyboardInterrupt):  # libraries may make it another
            return 130
        if isinstance(error, ImportError):  # such as of a library that does not fit into memory
            return _failed(f"cannot start: {str(error).strip().splitlines()[-1]}")
        if isinstance(error, RuntimeError) and str(error) == "can't start new thread":
            return _failed("cannot start a thread; raise the limits on memory and processes")
        raise


def _note_interrupts(interrupts: list[int]) -> None:
    import signal

    def interrupt(number: int, _: object) -> NoReturn:
        interrupts.append(number)
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else they are ignored
        signal.signal(signal.SIGINT, interrupt)


def _failed(problem: str) -> int:
    sys.stderr.write(f"partwise: {problem}\n")
    return 1


def _open_streams() -> bool:
    """Open closed streams, or else the next file would become one; tell if output was closed."""
    is_closed = sys.stdout is None
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, number)
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115
    return is_closed


def _hush() -> None:
    """Let nothing be heard after the last word: DuckDB's bindings list what they did not free."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


if __name__ == "__main__":
    run()
