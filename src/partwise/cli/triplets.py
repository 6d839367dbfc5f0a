"""``partwise triplets``: the fewest and smallest examples on which indices disagree."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.cli.audit import meant
from partwise.cli.common import add_format, check_target, command, inform, print_json, print_table

if TYPE_CHECKING:
    from partwise.properties import Triplets


_CHART = "triplets"
_EPILOG = """A triplet is a reference and two candidates. All triplets of few items are tried, and
as few of them are shown as tell all indices apart. The search ends at --most-items.

examples:
  partwise triplets
  partwise triplets --index CC --index AMI --index "n11 / (n11 + n10)"
  partwise triplets --index mine:my_index --index CC --charts charts --format json
"""


def add_triplets(commands: Any) -> None:
    """Add the command."""
    about = "find the fewest and smallest examples on which indices disagree"
    parser = command(commands, "triplets", _run, about, _EPILOG)
    parser.add_argument(
        "--index",
        action="append",
        metavar="KEY",
        help="a key or abbreviation, a formula of n11, n10, n01 and n00, or module:function, a "
        "function of a contingency table (repeatable; default: the paper's 13)",
    )
    parser.add_argument(
        "--most-items",
        type=int,
        default=8,
        metavar="N",
        help="try all triplets of up to N items, 3 to 12 (default: 8, which takes seconds)",
    )
    parser.add_argument(
        "--charts", metavar="DIR", help=f"folder for {_CHART}.svg and {_CHART}.png (default: none)"
    )
    parser.set_defaults(usage_error=parser.error)
    add_format(parser, "table", "json", "csv", "markdown")


def _run(options: argparse.Namespace) -> int:
    from partwise.properties import triplets

    if not 3 <= options.most_items <= 12:
        options.usage_error(f"--most-items must be from 3 to 12, not {options.most_items}")
    if options.charts is not None:
        check_target(options, Path(options.charts))
    chosen = None if options.index is None else [meant(text) for text in options.index]
    _show(triplets(chosen, most_items=options.most_items), options)
    return 0


def _show(found: Triplets, options: argparse.Namespace) -> None:
    if options.format == "json":
        print_json(found.to_dict())
    else:
        print_table(found.values() if options.format == "csv" else found.to_table(), options.format)
    if options.charts is not None and found.triplets:
        from partwise.charts import save

        for path in save(found.drawings(), Path(options.charts), _CHART):
            inform(f"the chart is in {path.resolve()}")
