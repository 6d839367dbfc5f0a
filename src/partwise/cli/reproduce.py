"""``partwise reproduce``: the paper's tables and figures beside ours."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.base import PartwiseError
from partwise.cli.common import add_format, check_target, command, complain, inform, print_table
from partwise.cli.option_values import read_seed

if TYPE_CHECKING:
    from partwise.base import Table
    from partwise.paper import Reproduction


_OUT = "reproduction"
_EPILOG = """\
Every result is printed next to the published one, and differences are marked.
A difference is a finding, so the exit code is still 0; it is 1 if an
experiment fails. Finished experiments are cached in the --out folder: to
resume after an interrupt, run the same command again.

examples:
  partwise reproduce --quick
  partwise reproduce general_requirements errata --out theory
  partwise reproduce --data uci --out reproduction
"""


def add_reproduce(commands: Any) -> None:
    """Add the command."""
    about = "reproduce the tables and figures of the paper"
    parser = command(commands, "reproduce", _run, about, _EPILOG)
    parser.set_defaults(usage_error=parser.error)
    parser.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="the experiments to run (default: all; --list names them)",
    )
    parser.add_argument(
        "--data",
        metavar="DIR",
        help="the folder with the data that some experiments need (default: the environment "
        "variable PARTWISE_DATA; if neither is set, there are no published scores to compare with, "
        "and datasets come from scikit-learn and OpenML)",
    )
    parser.add_argument(
        "--out",
        default=_OUT,
        metavar="DIR",
        help=f"write the results and a page index.html to this folder (default: {_OUT})",
    )
    parser.add_argument("--quick", action="store_true", help="draw fewer samples")
    parser.add_argument(
        "--seed", type=read_seed, default=0, metavar="N", help="random seed (default: 0)"
    )
    parser.add_argument(
        "--again", action="store_true", help="ignore the cache and compute everything again"
    )
    parser.add_argument("--list", action="store_true", help="list the experiments and exit")
    add_format(parser, "table", "json", "csv", "markdown")


def _run(options: argparse.Namespace) -> int:
    from partwise.paper import chosen, reproduce

    try:
        experiments = chosen(options.names or None)
    except PartwiseError as error:
        options.usage_error(error.for_command_line())
    if options.list:
        print_table(_listed(experiments), options.format)
        return 0
    out = Path(options.out)
    check_target(options, out, "--out")
    try:
        reproduction = reproduce(
            options.names or None,
            data=options.data,
            out=out,
            quick=options.quick,
            seed=options.seed,
            again=options.again,
        )
    except KeyboardInterrupt:
        complain(f"interrupted; run the same command again to resume (cache: {out})")
        return 130
    print_table(reproduction.to_table(), options.format)
    return _tell(reproduction)


def _tell(reproduction: Reproduction) -> int:
    for part in reproduction.failed:
        complain(f"{part.experiment.name}: {part.message}")
    inform(f"the page is in {reproduction.page}")
    return 1 if reproduction.failed else 0


def _listed(experiments: list[Any]) -> Table:
    from partwise.base import Table

    rows = [
        [one.name, one.where, one.title, "yes" if one.needs_data else ""] for one in experiments
    ]
    return Table(["experiment", "in the paper", "what", "needs --data"], rows)
