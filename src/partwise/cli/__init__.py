"""The command line: parse, call, print.

A module for each group of commands reads its options, calls the library by its public names and
prints what comes back; there is no logic here. ``main`` runs it within a process, ``__main__`` as a
process of its own. What is heavy is imported when it runs, so that an interrupt always ends it
quietly.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # not from typing, which is slow to import
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

_OUT_OF_MEMORY = (
    "out of memory; to compare files that are larger than memory, set a limit such as "
    "--memory 2GB, and the rest goes to temporary files on disk"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # "∞" on an old terminal becomes "?"
    try:
        try:
            return _run(sys.argv[1:] if arguments is None else arguments)
        finally:  # also after --help, which exits
            write_out("", flush=True)
    except OSError as error:
        from partwise.cli.common import complain

        complain(error)
        _drop_output()
        return 1


def _run(arguments: Sequence[str]) -> int:
    try:
        import shlex

        from partwise.base import (
            PartwiseError,
            check_virtual_memory,
        )
        from partwise.cli.common import CommandError, as_utf8, complain, meanings_explained
        from partwise.cli.parser import build_parser
        from partwise.engines import watched_files

        with meanings_explained():
            options = build_parser().parse_args(arguments)
        options.command_line = as_utf8(shlex.join(["partwise", *arguments]))
        options.named = ()
        try:
            check_virtual_memory(getattr(options, "least_memory", 0), "DuckDB")
            with watched_files(), meanings_explained():
                code: int = options.run(options)
        except CommandError as error:
            complain(error)
            return 2
        except PartwiseError as error:
            complain(error.for_command_line(*options.named))
            return 1
    except KeyboardInterrupt:
        return 130
    except MemoryError:
        complain(_OUT_OF_MEMORY)
        return 1
    return code


def write_out(text: str, *, flush: bool = False) -> None:
    """Write to standard output; the work goes on after its reader has seen enough."""
    try:
        sys.stdout.write(text)
        if flush:
            sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
    except OSError as error:
        raise OSError(f"cannot write to standard output ({error.strerror})") from None


def _drop_output() -> None:
    """Send what is still buffered nowhere, so that the interpreter does not fail at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
