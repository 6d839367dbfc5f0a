"""All commands with their options."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cache
from typing import Any

from partwise import __version__
from partwise.base import near_names
from partwise.cli.audit import add_audit, add_properties, add_triplets
from partwise.cli.baseline import add_baseline
from partwise.cli.catalogue import add_indices, add_show
from partwise.cli.check import add_check
from partwise.cli.compare import add_compare
from partwise.cli.compatible import add_compatible
from partwise.cli.coreference import add_coreference
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

COMMANDS: dict[str, tuple[Callable[[Any], None], ...]] = {
    "compare with a reference": (
        add_compare, add_score, add_estimate, add_plan, add_sweep, add_coreference,
    ),
    "compare clusterings with each other": (add_landscape, add_consensus, add_tree, add_track),
    "choose an index": (add_guide, add_indices, add_show, add_baseline, add_study, add_triplets),
    "check the properties of indices": (add_audit, add_properties, add_compatible, add_check),
    "examples and the paper": (add_example, add_reproduce),
}  # fmt: skip
"""The commands, by what they are for."""

EXIT_CODES = {
    0: "success",
    1: "an input is wrong or missing, such as a file without the column you named",
    2: "the command is wrong: an unknown option, index or property, or an invalid value",
    3: "a candidate does not reach --fail-below (compare)",
    130: "interrupted by Ctrl-C",
    143: "ended by SIGTERM",
}

_EPILOG = """examples:
  partwise example digits
  partwise compare digits/all.csv --reference reference --noise singletons
  partwise score digits/reference.csv digits/ward_10.csv --index ARI,AMI --format json
  partwise show ARI

`partwise COMMAND --help` shows the options of a command and examples.
"""


class _Parser(argparse.ArgumentParser):
    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        # Python before 3.13 loses the value of "--reference=--", a column of that name.
        if action.option_strings and action.nargs is None and arg_strings == ["--"]:
            self._check_value(action, value := self._get_value(action, "--"))
            return value
        return super()._get_values(action, arg_strings)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        choices = action.choices
        near = near_names(str(value), map(str, choices or ()))
        if near and value not in (choices or ()):
            raise argparse.ArgumentError(action, f"invalid choice: {value!r}{near}")
        super()._check_value(action, value)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read arguments, and suggest the option that an unknown one may mean."""
        options, unknown = super().parse_known_args(args, namespace)
        for name in (word.split("=")[0] for word in unknown if word.startswith("--")):
            if near := near_names(name, self._option_string_actions):
                self.error(f"there is no option {name}{near}")
        return options, unknown


@cache
def build_parser() -> argparse.ArgumentParser:
    """Return what reads the arguments of the command line."""
    parser = _Parser(
        prog="partwise",
        usage="partwise [--help] [--version] COMMAND ...",
        description="Compare clusterings with similarity indices you can trust.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"partwise {__version__}")
    commands = parser.add_subparsers(
        prog="partwise", metavar="COMMAND", required=True, help=argparse.SUPPRESS
    )
    listing = []
    for title, adders in COMMANDS.items():
        before = len(commands.choices)
        for add in adders:
            add(commands)
        added = [*commands.choices.items()][before:]
        listing += [f"{title}:", *(_line(name, about.description) for name, about in added), ""]
    codes = (f"  {code:<12}{meaning}" for code, meaning in EXIT_CODES.items())
    parser.epilog = "\n".join([*listing, "exit codes:", *codes, "", _EPILOG])
    return parser


def _line(name: str, description: str | None) -> str:
    about = str(description)
    return f"  {name:<12}{about[0].lower()}{about[1:-1]}"
