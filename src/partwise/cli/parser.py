"""All commands with their options."""

from __future__ import annotations

import argparse
from functools import cache
from typing import Any

from partwise import __version__
from partwise.cli.audit import add_audit, add_properties, add_triplets
from partwise.cli.baseline import add_baseline
from partwise.cli.catalogue import add_indices, add_show
from partwise.cli.check import add_check
from partwise.cli.compare import add_compare
from partwise.cli.compatible import add_compatible
from partwise.cli.estimate import add_estimate
from partwise.cli.example import add_example
from partwise.cli.guide import add_guide
from partwise.cli.many import add_consensus, add_landscape, add_tree
from partwise.cli.plan import add_plan
from partwise.cli.reproduce import add_reproduce
from partwise.cli.score import add_score
from partwise.cli.study import add_study
from partwise.cli.sweep import add_sweep
from partwise.cli.track import add_track

_EPILOG = """exit codes: 0 success, 1 bad input, 2 bad usage, 3 below --fail-below

examples:
  partwise example digits
  partwise compare reference.csv a.csv b.csv --report report.html
  partwise score reference.csv candidate.csv
  partwise score reference.csv candidate.csv --index CC,AMI --format json
  partwise baseline reference.csv --charts charts
  partwise show "S&S"
"""


class _Parser(argparse.ArgumentParser):
    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        # Python before 3.13 loses the value of "--reference=--", a column of that name.
        if action.option_strings and action.nargs is None and arg_strings == ["--"]:
            self._check_value(action, value := self._get_value(action, "--"))
            return value
        return super()._get_values(action, arg_strings)


@cache
def build_parser() -> argparse.ArgumentParser:
    """Return what reads the arguments of the command line."""
    parser = _Parser(
        prog="partwise",
        description="Compare clusterings with similarity indices you can trust.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"partwise {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (
        add_compare,
        add_plan,
        add_guide,
        add_score,
        add_estimate,
        add_sweep,
        add_baseline,
        add_indices,
        add_show,
        add_audit,
        add_check,
        add_properties,
        add_triplets,
        add_compatible,
        add_study,
        add_landscape,
        add_consensus,
        add_tree,
        add_track,
        add_example,
        add_reproduce,
    ):
        add(commands)
    return parser
