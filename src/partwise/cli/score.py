"""``partwise score``: one candidate against a reference."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from partwise.base import AlignmentError
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
from partwise.cli.covers import COVERS, cover_indices
from partwise.cli.reading import (
    FILES,
    add_files,
    add_weights,
    read_covers,
    read_files,
    read_policies,
    read_weighting,
)

if TYPE_CHECKING:
    from partwise.catalogue import BeyondIndex
    from partwise.engines import Coverage
    from partwise.scoring import Scores


_EPILOG = """examples:
  partwise score reference.csv candidate.csv
  partwise score reference.csv candidate.csv --index CC --exact --format json
  partwise score reference.csv candidate.csv --weights count
  partwise score reference.csv candidate.csv --index omega   # clusters that overlap
"""


_CANDIDATE = "the candidate"


def add_score(commands: Any) -> None:
    """Add the command."""
    about = "score one clustering against a reference"
    parser = command(commands, "score", _run, about, _EPILOG)
    parser.add_argument(
        "reference", metavar="REFERENCE", help=f"the label file of the reference: {FILES}; {COVERS}"
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

    name_files(options, {REFERENCE: options.reference, _CANDIDATE: options.candidate})
    covers = cover_indices(options)
    if covers is not None:
        _show(_scores_of_covers(options, covers), options)
        return 0
    chosen = read_indices(options.index) if options.index else None
    weighting = read_weighting(options)
    reference, candidate = read_files(_paths(options), options, options.weights)
    policies = replace(read_policies(options), weights=options.weights, weighting=weighting)
    with read_clusterings(reference, {_CANDIDATE: candidate}, policies) as inputs:
        table = inputs.table(_CANDIDATE)
    result = scores_of_table(table, chosen, exact=options.exact, undefined=options.undefined)
    _show(result, options, inputs.coverage)
    return 0


def _paths(options: argparse.Namespace) -> list[str]:
    return [options.reference, options.candidate]


def _scores_of_covers(options: argparse.Namespace, chosen: list[BeyondIndex]) -> Scores:
    from partwise.scoring import scores

    reference, candidate = read_covers(_paths(options), options)
    try:
        return scores(
            reference,
            candidate,
            chosen,
            exact=options.exact,
            undefined=options.undefined,
            missing=options.missing,
        )
    except AlignmentError as error:
        raise error.about(_CANDIDATE) from None


def _show(result: Scores, options: argparse.Namespace, coverage: Coverage | None = None) -> None:
    if options.format == "json":
        content: dict[str, Any] = dict(
            zip(("reference", "candidate"), map(as_utf8, _paths(options)), strict=True)
        )
        if options.weights is not None:
            content |= {"weights": options.weights, "weighting": read_weighting(options)}
        content |= result.to_dict()
        print_json(content if coverage is None else {**content, "coverage": coverage.to_dict()})
    elif options.format == "csv":
        print_text(result.to_csv().rstrip("\n"))
    else:
        shown = result.to_table()
        notes = [] if coverage is None else coverage.notes()
        print_table(replace(shown, notes=[*shown.notes, *notes]), options.format)
