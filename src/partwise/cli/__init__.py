"""The command line: parse, call, print.

A module for each group of commands reads its options, calls the library by its public names and
prints what comes back; there is no logic here.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence

from partwise import __version__
from partwise.base import PartwiseError, UnknownIndexError
from partwise.cli.audit import add_audit, add_properties
from partwise.cli.baseline import add_baseline
from partwise.cli.catalogue import add_indices, add_show
from partwise.cli.common import complain
from partwise.cli.compare import add_compare
from partwise.cli.guide import add_guide
from partwise.cli.many import add_consensus, add_landscape
from partwise.cli.reproduce import add_reproduce
from partwise.cli.score import add_score
from partwise.cli.study import add_study
from partwise.cli.triplets import add_triplets

__all__ = ["main"]

_EPILOG = """exit codes: 0 success, 1 bad input, 2 bad usage, 3 below --fail-below

examples:
  partwise compare reference.csv a.csv b.csv --report report.html
  partwise score reference.csv candidate.csv
  partwise score reference.csv candidate.csv --index CC --index AMI --format json
  partwise baseline reference.csv --charts charts
  partwise show "S&S"
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # "∞" on an old terminal becomes "?"
    try:
        try:
            return _run(arguments)
        finally:  # also after --help, which exits
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has seen enough
        _drop_output()
        return 0
    except OSError as error:
        complain(error)
        _drop_output()
        return 1


def _run(arguments: Sequence[str] | None) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    options = _parser().parse_args(given)
    options.command_line = shlex.join(["partwise", *given])
    try:
        code: int = options.run(options)
    except UnknownIndexError as error:
        complain(error)
        return 2
    except PartwiseError as error:
        complain(error)
        return 1
    except KeyboardInterrupt:
        return 130
    return code


def _drop_output() -> None:
    """Send what is still buffered nowhere, so that the interpreter does not fail at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="partwise",
        description="Compare clusterings with similarity indices you can trust.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"partwise {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (
        add_compare,
        add_guide,
        add_score,
        add_baseline,
        add_indices,
        add_show,
        add_audit,
        add_properties,
        add_triplets,
        add_study,
        add_landscape,
        add_consensus,
        add_reproduce,
    ):
        add(commands)
    return parser
