"""``partwise score``: one candidate against a reference."""

from __future__ import annotations

import argparse
from typing import Any

from partwise.cli.common import (
    add_format,
    add_policies,
    command,
    in_options,
    print_json,
    print_table,
    print_text,
)
from partwise.cli.reading import FILES, add_files, read_files
from partwise.errors import AlignmentError, PartwiseError
from partwise.registry import index

__all__ = ["add_score"]

_EPILOG = """examples:
  partwise score reference.csv candidate.csv
  partwise score reference.csv candidate.csv --index CC --exact --format json
"""


def add_score(commands: Any) -> None:
    """Add the command."""
    about = "compare a candidate clustering with a reference"
    parser = command(commands, "score", _run, about, _EPILOG)
    parser.add_argument("reference", metavar="REFERENCE", help=f"label file: {FILES}")
    parser.add_argument("candidate", metavar="CANDIDATE", help="label file of the same items")
    parser.add_argument(
        "--index", action="append", metavar="KEY", help="an index to compute (default: all)"
    )
    add_files(parser)
    parser.add_argument(
        "--exact", action="store_true", help="fractions for the indices that are rational"
    )
    add_policies(parser)
    add_format(parser, "table", "json", "csv", "markdown")


def _run(options: argparse.Namespace) -> int:
    from partwise.batches import scores

    chosen = [index(key) for key in options.index] if options.index else None
    policies = {
        "noise": options.noise,
        "noise_label": options.noise_label,
        "missing": options.missing,
    }
    paths = [options.reference, options.candidate]
    reference, candidate = read_files(paths, options, missing=options.missing)
    try:
        result = scores(
            reference,
            candidate,
            chosen,
            exact=options.exact,
            undefined=options.undefined,
            **policies,
        )
    except AlignmentError as error:
        both = f"{options.reference} and {options.candidate}"
        raise AlignmentError(f"{both}: {in_options(error)}") from None
    except PartwiseError as error:
        raise in_options(error) from None
    if options.format == "json":
        files = {"reference": options.reference, "candidate": options.candidate}
        print_json({**files, **result.to_plain()})
    elif options.format == "csv":
        print_text(result.to_csv().rstrip("\n"))
    else:
        print_table(result.to_table(), options.format)
    return 0
