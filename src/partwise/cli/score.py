"""``partwise score``: one candidate against a reference."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from partwise.cli.common import (
    add_format,
    add_index,
    add_policies,
    as_utf8,
    command,
    name_files,
    print_json,
    print_table,
    print_text,
    read_indices,
)
from partwise.cli.reading import (
    FILES,
    add_files,
    add_weights,
    read_files,
    read_policies,
    read_weighting,
)

_EPILOG = """examples:
  partwise score reference.csv candidate.csv
  partwise score reference.csv candidate.csv --index CC --exact --format json
  partwise score reference.csv candidate.csv --weights count
"""


_CANDIDATE = "the candidate"


def add_score(commands: Any) -> None:
    """Add the command."""
    about = "score one clustering against a reference"
    parser = command(commands, "score", _run, about, _EPILOG)
    parser.add_argument(
        "reference", metavar="REFERENCE", help=f"the label file of the reference: {FILES}"
    )
    parser.add_argument("candidate", metavar="CANDIDATE", help="the label file of the candidate")
    add_index(parser, "compute")
    add_files(parser)
    parser.add_argument(
        "--exact", action="store_true", help="print exact fractions where an index has them"
    )
    add_weights(parser, "the reference file")
    parser.set_defaults(usage_error=parser.error)
    add_policies(parser)
    add_format(parser, "table", "json", "csv", "markdown")


def _run(options: argparse.Namespace) -> int:
    from partwise.engines import REFERENCE, read_clusterings
    from partwise.scoring import scores_of_table

    chosen = read_indices(options.index) if options.index else None
    paths = [options.reference, options.candidate]
    weighting = read_weighting(options)
    reference, candidate = read_files(paths, options, options.weights)
    name_files(options, {REFERENCE: options.reference, _CANDIDATE: options.candidate})
    policies = replace(read_policies(options), weights=options.weights, weighting=weighting)
    with read_clusterings(reference, {_CANDIDATE: candidate}, policies) as inputs:
        table = inputs.table(_CANDIDATE)
    result = scores_of_table(table, chosen, exact=options.exact, undefined=options.undefined)
    if options.format == "json":
        files = dict(zip(("reference", "candidate"), map(as_utf8, paths), strict=True))
        if options.weights is not None:
            files |= {"weights": options.weights, "weighting": weighting}
        print_json({**files, **result.to_dict(), "coverage": inputs.coverage.to_dict()})
    elif options.format == "csv":
        print_text(result.to_csv().rstrip("\n"))
    else:
        shown = result.to_table()
        print_table(replace(shown, notes=[*shown.notes, *inputs.coverage.notes()]), options.format)
    return 0
