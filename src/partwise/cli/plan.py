"""``partwise plan``: how many labels are needed."""

from __future__ import annotations

import argparse
from typing import Any

from partwise.cli.candidates import add_compared, add_intervals, check_compared, read_compared
from partwise.cli.common import (
    ONE_INDEX,
    add_format,
    add_policies,
    check_charts,
    command,
    policies,
    print_json,
    print_prose,
    print_table,
    print_text,
    read_index,
    tell_charts,
)
from partwise.cli.option_values import number

_EPILOG = """examples:
  partwise plan reference.csv a.csv b.csv              # for the two best
  partwise plan reference.csv a.csv b.csv --power 0.9 --charts charts
  partwise plan reference.csv a.csv --width 0.05       # for a 95% CI of this width
"""


def add_plan(commands: Any) -> None:
    """Add the command."""
    about = "find out how many labels it takes to distinguish candidates"
    parser = command(commands, "plan", _run, about, _EPILOG)
    add_compared(parser, draws=False)
    parser.add_argument(
        "--power",
        type=number(0, 1, ends=False),
        metavar="P",
        help="the probability of distinguishing the two best candidates, if the observed "
        "difference is the true one (default: 0.8)",
    )
    parser.add_argument(
        "--width",
        type=number(0, ends=False),
        metavar="W",
        help="plan instead for a confidence interval of this width around the best score",
    )
    parser.add_argument(
        "--index",
        default="correlation",
        metavar="INDEX",
        help=f"the index that compares the candidates: {ONE_INDEX} (default: correlation)",
    )
    parser.add_argument(
        "--sampling",
        choices=("items", "clusters"),
        default="items",
        help="how the labelled items were drawn. items: one by one (default); clusters: whole "
        "reference clusters",
    )
    add_intervals(parser, "--sampling clusters")
    parser.add_argument(
        "--charts", metavar="DIR", help="write the curve to this folder, as SVG and PNG"
    )
    add_policies(parser)
    add_format(parser, "table", "json", "csv", "markdown")


def _run(options: argparse.Namespace) -> int:
    from partwise.comparison import compare

    check_compared(options)
    check_charts(options)
    if options.power is not None and options.width is not None:
        options.usage_error("--power and --width cannot be combined; pass one of them")
    if options.clusters is not None and options.sampling != "clusters":
        options.usage_error("--clusters K needs --sampling clusters")
    chosen = read_index(options.index)
    reference, candidates = read_compared(options)
    comparison = compare(
        reference,
        candidates,
        [chosen],
        decide_by=chosen,
        **policies(options),
    )
    plan = comparison.plan(
        power=0.8 if options.power is None else options.power,
        width=options.width,
        level=options.level,
        sampling=options.sampling,
        clusters=options.clusters,
    )
    if options.format == "json":
        print_json(plan.to_dict())
    elif options.format == "csv":
        print_text(plan.to_csv().rstrip("\n"))
    elif not plan.curve:
        print_prose(plan.text)
    else:
        print_table(plan.to_table(), options.format)
    if options.charts is not None and plan.curve:
        tell_charts(plan.plot.save(options.charts), options.charts)
    return 0
