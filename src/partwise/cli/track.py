"""``partwise track``: clusters over snapshots."""

from __future__ import annotations

import argparse
from typing import Any

from partwise.cli.common import (
    add_format,
    add_policies,
    check_charts,
    check_output,
    command,
    policies,
    print_json,
    print_table,
    read_index,
    tell_charts,
    write_output,
)
from partwise.cli.many import add_clusterings, read_clusterings
from partwise.cli.option_values import number, whole_number

_EPILOG = """\
Pass the snapshots in order of time: as one file each, or as the columns of one
file. Items may come and go between snapshots.

examples:
  partwise track monday.csv tuesday.csv wednesday.csv
  partwise track all.csv --column jan --column feb --column mar --charts charts
  partwise track days/*.csv --of events --format csv > events.csv
  partwise track days/*.csv --output ids.csv
"""
_TABLES = ("snapshots", "clusters", "events", "items", "flows")


def add_track(commands: Any) -> None:
    """Add the command that follows clusters over time."""
    about = "follow clusters over time: births, deaths, splits and merges"
    parser = command(commands, "track", _run, about, _EPILOG)
    add_clusterings(parser, "correlation", "the similarity of consecutive snapshots")
    parser.add_argument(
        "--overlap",
        type=number(0, 1),
        default=0.5,
        metavar="P",
        help="two clusters of consecutive snapshots are linked if they share at least this "
        "fraction of the smaller one (default: 0.5)",
    )
    parser.add_argument(
        "--part",
        type=number(0, 1),
        default=0.1,
        metavar="P",
        help="the items that they share must also be at least this fraction of the larger cluster "
        "(default: 0.1)",
    )
    parser.add_argument(
        "--max-pause",
        type=whole_number(0),
        default=0,
        metavar="N",
        help="how many snapshots a cluster may be absent before it loses its id (default: 0)",
    )
    parser.add_argument(
        "--of", choices=_TABLES, help="the table to print (default: a summary of the snapshots)"
    )
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="write the persistent cluster id of each item in each snapshot to this CSV file",
    )
    parser.add_argument(
        "--charts", metavar="DIR", help="write the chart to this folder, as SVG and PNG"
    )
    add_policies(parser, in_pairs=True, missing="pairwise")
    add_format(parser, "table", "json", "csv", "markdown")


def _run(options: argparse.Namespace) -> int:
    from partwise.ensembles import track

    check_charts(options)
    check_output(options)
    result = track(
        read_clusterings(options),
        read_index(options.index),
        overlap=options.overlap,
        part=options.part,
        max_pause=options.max_pause,
        **policies(options),
    )
    if options.format == "json":
        print_json(result.to_dict())
    else:
        print_table(result.to_table(options.of), options.format)
    if options.output is not None:
        write_output(result.to_table("items"), "the ids are", options)
    if options.charts is not None:
        tell_charts(result.plot.save(options.charts), options.charts)
    return 0
