"""``partwise estimate``: scores of whole candidates from labels of a part of the items."""

from __future__ import annotations

import argparse
from typing import Any

from partwise.cli.candidates import add_compared, add_intervals, check_compared, read_compared
from partwise.cli.common import (
    add_format,
    add_index,
    add_noise,
    command,
    print_json,
    print_table,
    print_text,
    read_indices,
)

DESIGNS = ("random-items", "random-clusters", "clusters-of-random-items")
_EPILOG = """designs:
  random-items              you drew items at random and labelled each of them
  random-clusters           you drew whole reference clusters at random, all
                            equally likely
  clusters-of-random-items  you drew items at random and labelled the whole
                            cluster of each, so that large clusters were drawn
                            more often; common in entity resolution

examples:
  partwise estimate gold.csv mine.parquet --design clusters-of-random-items
  partwise estimate gold.csv a.csv b.csv --design random-clusters --clusters 5000
  partwise estimate all.csv --reference gold --design random-items    # columns of one file
"""


def add_estimate(commands: Any) -> None:
    """Add the command."""
    about = "estimate scores for all items when only a sample is labelled"
    parser = command(commands, "estimate", _run, about, _EPILOG)
    add_compared(parser, draws=False)
    parser.add_argument(
        "--design",
        choices=DESIGNS,
        required=True,
        help="how you drew the labelled items, as explained below (required)",
    )
    add_intervals(parser, "--design random-clusters")
    parser.add_argument(
        "--whole",
        choices=("all", "neighbourhood"),
        default="all",
        help="which items the candidate files contain. all: every item (default); neighbourhood: "
        "the items of those candidate clusters that contain labelled items",
    )
    add_index(parser, "estimate", "the recommended pair-counting ones")
    add_noise(parser, drop=False)
    add_format(parser, "table", "json", "csv", "markdown")


def _run(options: argparse.Namespace) -> int:
    from partwise.comparison import estimate

    check_compared(options)
    if options.clusters is not None and options.design != "random-clusters":
        options.usage_error("--clusters K needs --design random-clusters")
    options.missing = "drop"  # items without a label are those not labelled
    chosen = read_indices(options.index) if options.index else None
    reference, candidates = read_compared(options)
    design = options.design.replace("-", " ")
    result = estimate(
        reference,
        candidates,
        chosen,
        design=design,
        clusters=options.clusters,
        whole=options.whole,
        level=options.level,
        noise=options.noise,
        noise_label=options.noise_label,
    )
    if options.format == "json":
        print_json({"design": design, "notes": result.notes, "estimates": result.to_dict()})
    elif options.format == "csv":
        print_text(result.to_csv().rstrip("\n"))
    else:
        print_table(result.to_table(), options.format)
    return 0
