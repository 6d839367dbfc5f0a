"""``partwise indices`` and ``partwise show``: what there is to know about the indices."""

from __future__ import annotations

import argparse
from typing import Any

from partwise.catalogue import KINDS, families, indices
from partwise.cli.common import (
    ONE_INDEX,
    add_format,
    command,
    print_json,
    print_table,
    print_text,
)


def add_indices(commands: Any) -> None:
    """Add the command that lists all indices."""
    example = "examples:\n  partwise indices --family matching\n  partwise indices --format csv\n"
    parser = command(commands, "indices", _run_indices, "list all indices", example)
    parser.add_argument(
        "--family",
        type=str.casefold,
        choices=("all", *families(), *(kind.inputs for kind in KINDS)),
        default="all",
        help="list only this family (default: all that compare partitions)",
    )
    add_format(parser, "table", "json", "csv", "markdown")


def add_show(commands: Any) -> None:
    """Add the command that explains one index."""
    about = "explain one index: formula, range, names and special cases"
    parser = command(
        commands,
        "show",
        _run_show,
        about,
        'examples:\n  partwise show ARI\n  partwise show "S&S"\n',
    )
    parser.add_argument("index", metavar="INDEX", help=ONE_INDEX)
    add_format(parser, "text", "json", "markdown")


def _run_indices(options: argparse.Namespace) -> int:
    from partwise.catalogue import catalogue_table

    print_table(catalogue_table(indices(options.family), family=True), options.format)
    return 0


def _run_show(options: argparse.Namespace) -> int:
    from partwise.catalogue import card
    from partwise.cli.covers import read_any_index

    shown = card(read_any_index(options.index, KINDS))
    if options.format == "json":
        print_json(shown.to_dict())
    else:
        print_text(shown.to_markdown() if options.format == "markdown" else str(shown))
    return 0
