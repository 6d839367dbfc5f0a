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

_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
"""Ctrl-C, a polite kill, and a terminal that is closed."""


class _KeyboardInterrupt(KeyboardInterrupt):
    """Not that of Python, which ends by SIGINT after one that met ``exec``, whatever we return."""


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
        code = main()
        _finish_undisturbed()
        return 128 + interrupts[0] if interrupts else code
    except BaseException as error:
        _finish_undisturbed()
        if interrupts:  # libraries may make another error of it
            return 128 + interrupts[0]
        if isinstance(error, KeyboardInterrupt):
            return 130
        if isinstance(error, ImportError):  # such as of a library that does not fit into memory
            return _failed(f"cannot start: {str(error).strip().splitlines()[-1]}")
        if isinstance(error, RuntimeError) and str(error) == "can't start new thread":
            return _failed("cannot start a thread; raise the limits on memory and processes")
        raise


def _note_interrupts(interrupts: list[int]) -> None:
    """Let Ctrl-C, and what asks the process to end, unwind it: unfinished files are removed."""
    import signal

    def interrupt(number: int, _: object) -> NoReturn:
        interrupts.append(number)
        raise _KeyboardInterrupt

    def hush(unraisable: sys.UnraisableHookArgs) -> None:
        if not isinstance(unraisable.exc_value, KeyboardInterrupt):  # met where none can be raised
            sys.__unraisablehook__(unraisable)

    sys.unraisablehook = hush
    usual = (signal.default_int_handler, signal.SIG_DFL)
    for name in _ENDING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) in usual:  # else it is ignored
            signal.signal(number, interrupt)


def _finish_undisturbed() -> None:
    """Ignore further signals while temporary files are removed: the end is near anyway."""
    import signal

    for name in _ENDING:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


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
