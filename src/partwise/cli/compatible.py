"""The command ``partwise compatible``: whether an index can have properties together."""

from __future__ import annotations

import argparse
from typing import Any

from partwise.cli.common import (
    about_command,
    add_format,
    command,
    inform,
    print_json,
    print_text,
)

_EPILOG = """\
properties: maximal_agreement, minimal_agreement, symmetry, distance, monotonicity,
weak_monotonicity, constant_baseline

examples:
  partwise compatible monotonicity distance constant_baseline
  partwise compatible monotonicity distance constant_baseline --certificate proof.json
  partwise compatible weak_monotonicity distance constant_baseline --kind pairs --max-n 5
"""


def add_compatible(commands: Any) -> None:
    """Add the command to the subparsers of the command line."""
    about = "decide whether an index can have several properties at once"
    parser = command(commands, "compatible", _run, about, _EPILOG)
    parser.add_argument("properties", nargs="+", metavar="PROPERTY", help="the key of a property")
    parser.add_argument(
        "--kind",
        choices=("table", "pairs"),
        default="table",
        help="which indices to consider. table: all (default); pairs: only pair-counting ones",
    )
    parser.add_argument(
        "--max-n",
        type=int,
        default=6,
        metavar="N",
        help="search clusterings of up to N items, N from 2 to 7 (default: 6)",
    )
    parser.add_argument(
        "--certificate",
        metavar="FILE",
        help="if it is impossible, write the proof to this JSON file",
    )
    parser.set_defaults(usage_error=parser.error)
    add_format(parser, "text", "json")


def _run(options: argparse.Namespace) -> int:
    from partwise.properties import compatible

    if not 2 <= options.max_n <= 7:
        options.usage_error(f"--max-n must be from 2 to 7, not {options.max_n}")
    with about_command():
        result = compatible(options.properties, options.kind, options.max_n)
    if options.format == "json":
        print_json(result.to_dict())
    else:
        print_text(str(result))
    if options.certificate is not None:
        if result.certificate is None:
            inform(f"{options.certificate} was not written: such an index is possible")
        else:
            result.certificate.to_json(options.certificate)
            inform(f"the certificate is in {options.certificate}")
    return 0
