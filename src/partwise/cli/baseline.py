"""``partwise baseline``: what a random clustering would score against a reference."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from partwise.base import PartwiseError
from partwise.cli.common import (
    add_format,
    add_index,
    add_reading,
    check_charts,
    command,
    inform,
    print_json,
    print_table,
    print_text,
    read_indices,
    tell_charts,
)
from partwise.cli.option_values import read_seed, whole_number
from partwise.cli.reading import FILES, add_files, read_files, read_policies

if TYPE_CHECKING:
    from partwise.chance import BiasCurve
    from partwise.engines import Coverage


_INDICES = ("CC", "S&S", "AMI", "NMI", "VI", "R", "J", "BCubed")
_CHART = "baseline"
_EPILOG = """\
The baseline is the expected score of a random clustering. A useful candidate
scores clearly better. If the baseline of an index changes with the number of
clusters, the index favours some candidates by chance alone.

examples:
  partwise baseline reference.csv
  partwise baseline reference.csv --index CC,NMI --cluster-count 5 --cluster-count 50
  partwise baseline reference.csv --charts charts --format csv > baseline.csv
"""


def add_baseline(commands: Any) -> None:
    """Add the command."""
    about = "show what random clusterings score against a reference"
    parser = command(commands, "baseline", _run, about, _EPILOG)
    parser.add_argument(
        "reference", metavar="REFERENCE", help=f"the label file of the reference: {FILES}"
    )
    add_files(parser)
    add_index(parser, "compute", ", ".join(_INDICES))
    parser.add_argument(
        "--cluster-count",
        action="append",
        type=whole_number(1),
        metavar="K",
        help="the number of equally large clusters in the random clusterings (repeatable; default: "
        "from 2 to the number of items, evenly spaced on a logarithmic scale)",
    )
    parser.add_argument(
        "--samples",
        type=whole_number(2),
        default=200,
        metavar="N",
        help="how many random clusterings to draw for each number of clusters (default: 200)",
    )
    parser.add_argument(
        "--seed", type=read_seed, default=0, metavar="N", help="random seed (default: 0)"
    )
    parser.add_argument(
        "--charts",
        metavar="DIR",
        help=f"write {_CHART}.svg and {_CHART}.png to this folder",
    )
    parser.set_defaults(usage_error=parser.error)
    add_reading(parser)
    add_format(parser, "table", "json", "csv", "markdown")


def _run(options: argparse.Namespace) -> int:
    from partwise.chance import equal_clusters_curve
    from partwise.engines import REFERENCE, read_items

    chosen = read_indices(options.index or _INDICES)
    check_charts(options)
    (labels,) = read_files([options.reference], options)
    inputs = read_items({REFERENCE: labels}, read_policies(options), "a baseline")
    reference = inputs.clusterings[REFERENCE]
    try:
        curve = equal_clusters_curve(
            chosen,
            reference_sizes=reference.sizes,
            cluster_counts=options.cluster_count,
            samples=options.samples,
            seed=options.seed,
        )
    except PartwiseError as error:
        raise error.about(options.reference) from None
    _show(curve, inputs.coverage, options)
    return 0


def _show(curve: BiasCurve, coverage: Coverage, options: argparse.Namespace) -> None:
    if options.format == "json":
        content = {"reference": options.reference, **curve.to_dict()}
        print_json({**content, "coverage": coverage.to_dict()})
    elif options.format == "csv":
        print_text(curve.to_csv().rstrip("\n"))
    else:
        print_table(curve.to_table(), options.format)
    for note in coverage.notes() if options.format != "json" else []:
        inform(note)
    if options.charts is not None:
        tell_charts(curve.plot.save(options.charts), options.charts)
