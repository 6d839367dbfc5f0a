"""``partwise check``: whether certificates show what they claim."""

from __future__ import annotations

import argparse
from typing import Any

from partwise.cli.common import add_format, command, print_json, print_table

_EPILOG = """\
The exit code is 1 if a certificate does not prove what it claims. The page
"Certificates" of the documentation describes the format, and how to check a
certificate without partwise.

examples:
  partwise audit jaccard --property symmetry --certificates jaccard.json
  partwise check jaccard.json
"""


def add_check(commands: Any) -> None:
    """Add the command that checks certificates."""
    about = "verify proofs and counterexamples that audit wrote to a file"
    parser = command(commands, "check", _run_check, about, _EPILOG)
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a JSON file with one certificate or a list of them",
    )
    add_format(parser, "table", "json", "csv", "markdown")


def _run_check(options: argparse.Namespace) -> int:
    from partwise.properties import check

    result = check(*options.files)
    if options.format == "json":
        print_json(result.to_dict())
    else:
        print_table(result.to_table(), options.format)
    return 0 if result.verified else 1
