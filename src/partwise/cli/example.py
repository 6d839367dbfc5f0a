"""``partwise example``: write example data, to try the other commands on."""

from __future__ import annotations

import argparse
from typing import Any

from partwise.cli.common import command, print_text


def add_example(commands: Any) -> None:
    """Add the command that writes example data."""
    from partwise.datasets import DATASETS

    tried = (
        "examples:\n"
        "  partwise example digits\n"
        "  partwise compare digits/all.csv --reference reference --noise singletons\n"
    )
    about = "write example data to try partwise on"
    parser = command(commands, "example", _run_example, about, tried)
    parser.add_argument(
        "name",
        choices=DATASETS,
        help="digits: handwritten digits, clustered in six ways; entities: generated product "
        "records to deduplicate",
    )
    parser.add_argument(
        "folder",
        nargs="?",
        metavar="FOLDER",
        help="the folder to write to (default: a folder with the name of the data)",
    )


def _run_example(options: argparse.Namespace) -> int:
    from partwise.datasets import write

    for path in write(options.name, options.folder):
        print_text(str(path))
    return 0
