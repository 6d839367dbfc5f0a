"""``partwise coreference``: entities of mentions against a reference."""

from __future__ import annotations

import argparse
from typing import Any

from partwise.cli.common import (
    about_command,
    add_format,
    command,
    print_json,
    print_table,
    print_text,
)

_EPILOG = """\
Files are in the CoNLL-2011/2012 format, with coreference brackets in the last
column, or JSON lines with doc_key and clusters. Counts are summed over
documents, as in the official scorer.

examples:
  partwise coreference key.conll response.conll
  partwise coreference key.conll response.conll --metric conll --format json
  partwise coreference key.jsonl response.jsonl --by-document --format csv
  partwise coreference out.jsonl out.jsonl --reference-field clusters \\
      --candidate-field predicted_clusters
"""


def add_coreference(commands: Any) -> None:
    """Add the command."""
    about = "score coreference: MUC, B³, CEAF, LEA, BLANC and the CoNLL score"
    parser = command(commands, "coreference", _run, about, _EPILOG)
    parser.add_argument(
        "reference", metavar="REFERENCE", help="the file with the reference entities (the key)"
    )
    parser.add_argument(
        "candidate", metavar="CANDIDATE", help="the file with the entities to score (the response)"
    )
    parser.add_argument(
        "--metric",
        metavar="NAME",
        help="print one metric: conll, muc, bcubed, ceaf_m, ceaf_e, lea, blanc or mentions "
        "(default: all of them)",
    )
    parser.add_argument(
        "--by-document", action="store_true", help="print the scores of each document"
    )
    parser.add_argument("--exact", action="store_true", help="print exact fractions")
    for side in ("reference", "candidate"):
        parser.add_argument(
            f"--{side}-field",
            metavar="FIELD",
            help=f"which field of JSON lines has the {side} entities (default: clusters, else "
            "predicted_clusters)",
        )
    parser.set_defaults(usage_error=parser.error)
    add_format(parser, "table", "json", "csv", "markdown")


def _run(options: argparse.Namespace) -> int:
    from partwise.coreference import metric_key, read, scores

    if options.metric is not None and options.by_document:
        options.usage_error("--by-document prints all metrics; leave --metric out")
    with about_command():
        metric = None if options.metric is None else metric_key(options.metric)
    reference = read(options.reference, field=options.reference_field)
    candidate = read(options.candidate, field=options.candidate_field)
    result = scores(reference, candidate, exact=options.exact)
    shown = result.by_document if options.by_document else result
    table = shown.to_table() if metric is None else result.to_table(metric)
    if options.format == "json":
        files = {"reference": options.reference, "candidate": options.candidate}
        content = shown.to_dict() if metric is None else result.of_metric(metric)
        print_json({**files, **content})
    elif options.format == "csv" and metric is None:
        print_text(shown.to_csv().rstrip("\n"))
    else:
        print_table(table, options.format)
    return 0
