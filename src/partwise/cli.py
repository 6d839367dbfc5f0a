"""The command line: parse, call, print."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from partwise import __version__, indices
from partwise.errors import AlignmentError, PartwiseError, UnknownIndexError
from partwise.registry import index

if TYPE_CHECKING:
    from partwise.display import Table

__all__ = ["main"]

_EPILOG = """exit codes: 0 success, 1 bad input, 2 bad usage

examples:
  partwise score reference.csv candidate.csv
  partwise score reference.csv candidate.csv --index CC --index AMI --format json
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
        _complain(error)
        _drop_output()
        return 1


def _run(arguments: Sequence[str] | None) -> int:
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except UnknownIndexError as error:
        _complain(error)
        return 2
    except PartwiseError as error:
        _complain(error)
        return 1
    except KeyboardInterrupt:
        return 130
    return code


def _drop_output() -> None:
    """Send what is still buffered nowhere, so that the interpreter does not fail at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(error: Exception) -> None:
    sys.stderr.write(f"partwise: {error}\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="partwise",
        description="Compare clusterings with similarity indices you can trust.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"partwise {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_score(commands)
    listing = _command(commands, "indices", _run_indices, "list all indices")
    _add_format(listing, "table", "json", "csv", "markdown")
    show = _command(commands, "show", _run_show, "explain one index: formula, range, conventions")
    show.add_argument("key", metavar="KEY", help='key or abbreviation, e.g. correlation or "S&S"')
    _add_format(show, "text", "json", "markdown")
    return parser


def _command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], about: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=about[0].upper() + about[1:] + "."
    )
    parser.set_defaults(run=run)
    return parser


def _add_format(parser: argparse.ArgumentParser, *formats: str) -> None:
    parser.add_argument(
        "--format", choices=formats, default=formats[0], help=f"output (default: {formats[0]})"
    )


def _add_score(commands: Any) -> None:
    parser = _command(
        commands, "score", _run_score, "compare a candidate clustering with a reference"
    )
    files = ".csv or .tsv with a header (columns item and label), or text with a label per line"
    parser.add_argument("reference", metavar="REFERENCE", help=f"label file: {files}")
    parser.add_argument("candidate", metavar="CANDIDATE", help="label file of the same items")
    parser.add_argument(
        "--index", action="append", metavar="KEY", help="an index to compute (repeatable; all)"
    )
    parser.add_argument("--label-column", metavar="NAME", help="column of the labels")
    parser.add_argument("--item-column", metavar="NAME", help="column of the item names")
    parser.add_argument(
        "--exact", action="store_true", help="fractions for the indices that are rational"
    )
    parser.add_argument(
        "--undefined",
        choices=("convention", "nan", "raise"),
        default="convention",
        help="what to do where a formula divides by zero",
    )
    parser.add_argument(
        "--noise",
        choices=("singletons", "drop", "cluster"),
        help="what to do with items marked as noise (default: nothing special)",
    )
    parser.add_argument(
        "--noise-label", default="-1", metavar="LABEL", help="the label that marks noise (-1)"
    )
    parser.add_argument(
        "--missing",
        choices=("raise", "drop", "singletons"),
        default="raise",
        help="what to do with items that have no label, or are in one file only",
    )
    _add_format(parser, "table", "json", "csv", "markdown")


def _run_score(options: argparse.Namespace) -> int:
    from partwise.batches import scores
    from partwise.frames import read_labels

    chosen = [index(key) for key in options.index] if options.index else None
    policies = {
        "noise": options.noise,
        "noise_label": options.noise_label,
        "missing": options.missing,
    }
    columns = {"label_column": options.label_column, "item_column": options.item_column}
    reference, candidate = (
        read_labels(path, **columns, **policies) for path in (options.reference, options.candidate)
    )
    try:
        result = scores(
            reference,
            candidate,
            chosen,
            exact=options.exact,
            undefined=options.undefined,
            missing=options.missing,
        )
    except PartwiseError as error:
        raise _in_options(error, options) from None
    if options.format == "json":
        files = {"reference": options.reference, "candidate": options.candidate}
        _print(json.dumps({**files, **result.to_plain()}, indent=2, ensure_ascii=False))
    elif options.format == "csv":
        _print(result.to_csv().rstrip("\n"))
    else:
        _print_table(result.to_table(), options.format)
    return 0


def _in_options(error: PartwiseError, options: argparse.Namespace) -> PartwiseError:
    """Say it in the words of the command line."""
    text = re.sub(r'\b(undefined|missing)="(\w+)"', r"--\1 \2", str(error))
    text = text.partition(" To match items by name")[0]
    files = f"{options.reference} and {options.candidate}: "
    return type(error)((files if isinstance(error, AlignmentError) else "") + text)


def _run_indices(options: argparse.Namespace) -> int:
    from partwise.cards import catalogue_table

    _print_table(catalogue_table(indices()), options.format)
    return 0


def _run_show(options: argparse.Namespace) -> int:
    from partwise.cards import card

    shown = card(index(options.key))
    if options.format == "json":
        _print(json.dumps(shown.to_dict(), indent=2, ensure_ascii=False))
    else:
        _print(shown.to_markdown() if options.format == "markdown" else str(shown))
    return 0


def _print_table(table: Table, form: str) -> None:
    if form != "table":
        _print(getattr(table, f"to_{form}")().rstrip("\n"))
        return
    if not sys.stdout.isatty():
        _print(str(table))
        return
    from rich.console import Console

    Console().print(table)


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
