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

_EPILOG = """Snapshots come in the order of time: the files as they are named, or the columns of
one file. Each may have other items.

examples:
  partwise track monday.csv tuesday.csv wednesday.csv
  partwise track all.csv --column jan --column feb --column mar --charts charts
  partwise track days/*.csv --of events --format csv > events.csv
  partwise track days/*.csv --output ids.csv
"""
_TABLES = ("snapshots", "clusters", "events", "items", "flows")


def add_track(commands: Any) -> None:
    """Add the command that follows clusters over time."""
    about = "follow clusters over snapshots: persistent ids, births, deaths, splits and merges"
    parser = command(commands, "track", _run, about, _EPILOG)
    add_clusterings(parser, "correlation", "similarities of consecutive snapshots")
    parser.add_argument(
        "--overlap",
        type=float,
        default=0.5,
        metavar="P",
        help="link two clusters that share this part of the smaller one (default: 0.5)",
    )
    parser.add_argument(
        "--part",
        type=float,
        default=0.1,
        metavar="P",
        help="and this part of the larger one (default: 0.1)",
    )
    parser.add_argument(
        "--max-pause",
        type=int,
        default=0,
        metavar="N",
        help="for how many snapshots an id that ended may come back (default: 0)",
    )
    parser.add_argument(
        "--of", choices=_TABLES, help="which table to print (default: a summary of snapshots)"
    )
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="write the persistent id of each item in each snapshot, as CSV",
    )
    parser.add_argument(
        "--charts", metavar="DIR", help="folder for the chart, as SVG and PNG (default: none)"
    )
    add_policies(parser, in_pairs=True)
    parser.set_defaults(missing="pairwise")
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
