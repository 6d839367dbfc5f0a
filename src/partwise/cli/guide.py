"""The command ``partwise guide``: requirements as options, or the decision figure."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from partwise.cli.common import (
    add_format,
    add_index,
    command,
    complain,
    print_json,
    print_text,
    read_indices,
)

if TYPE_CHECKING:
    from partwise.properties import Question, Recommendation


_ABOUT = "find the indices that meet your requirements, with reasons and counterexamples"
_MORE = """With no requirements it walks through the paper's decision figure: with questions on a
terminal, as text otherwise.

examples:
  partwise guide
  partwise guide --distance --no-sizes-known
  partwise guide --constant-baseline asymptotic --matters small --format markdown
"""
_FLAGS = {
    "distance": "it is a metric, up to a linear function",
    "monotonicity": "it rises whenever a candidate improves without losing an agreement",
    "strong-monotonicity": "it rises with every agreement, falls with every disagreement",
    "linear-complexity": "linear time in the worst case; rules out AMI, which is fast here",
    "symmetry": "it does not matter which clustering comes first",
    "maximal-agreement": "only equal clusterings get the best value",
    "minimal-agreement": "only opposite clusterings get the worst value",
}
_GOODBYE = "no recommendation without answers; `partwise guide --help` has the options"


def add_guide(commands: Any) -> None:
    """Add the command ``guide`` to the subparsers of the command line."""
    parser = command(commands, "guide", _run, _ABOUT, _MORE)
    asked = parser.add_argument_group("requirements")
    for name, about in _FLAGS.items():
        asked.add_argument(f"--{name}", action="store_true", default=None, help=about)
    asked.add_argument(
        "--constant-baseline",
        nargs="?",
        const="exact",
        choices=("exact", "asymptotic"),
        help="random candidates score the same on average, whatever their sizes (default: exact)",
    )
    asked.add_argument(
        "--sizes-known",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="all cluster sizes are known in advance, or not: then a constant baseline is required",
    )
    asked.add_argument(
        "--matters", choices=("large", "small"), help="where errors matter more: in which clusters"
    )
    add_index(parser, "consider", "paper, and your own")
    add_format(parser, "text", "json", "csv", "markdown")


def _run(options: argparse.Namespace) -> int:
    from partwise.properties import recommend

    asked = {
        name: getattr(options, name)
        for name in (
            *(flag.replace("-", "_") for flag in _FLAGS),
            *("constant_baseline", "sizes_known", "matters"),
        )
    }
    if options.index is None and all(value is None for value in asked.values()):
        return _figure(options.format)
    chosen = read_indices(options.index) if options.index else None
    _show(recommend(**asked, indices=chosen), options.format)
    return 0


def _figure(form: str) -> int:
    from partwise.properties import as_table, as_text

    if form != "text":
        print_text(getattr(as_table(), f"to_{form}")().rstrip("\n"))
        return 0
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print_text(as_text())
        return 0
    return _questions()


def _questions() -> int:
    from partwise.properties import walk

    try:
        recommendation = walk(_ask)
    except (EOFError, KeyboardInterrupt) as end:
        print_text("")
        complain(_GOODBYE)
        return 130 if isinstance(end, KeyboardInterrupt) else 0
    print_text(f"\n{recommendation.summary()}\n\nWhy not the others: {_command(recommendation)}")
    return 0


def _ask(question: Question) -> str:
    """Ask until there is an answer; its beginning is enough."""
    print_text(f"\n{question.text}\n  {question.why}")
    while True:
        reply = input(f"  {' / '.join(question.answers)}: ").strip().casefold()
        meant = [answer for answer in question.answers if reply and answer.startswith(reply)]
        if len(meant) == 1:
            return meant[0]
        print_text(f"  Please answer {' or '.join(question.answers)}.")


def _command(recommendation: Recommendation) -> str:
    words = ["partwise guide"]
    for requirement in recommendation.requirements:
        name, value = requirement.name, requirement.value
        option = name.replace("_", "-")
        words.append(f"--{option}" if value is True else f"--{option} {value}")
    return " ".join(words)


def _show(recommendation: Recommendation, form: str) -> None:
    if form == "text":
        print_text(str(recommendation))
    elif form == "json":
        print_json(recommendation.to_dict())
    else:
        print_text(getattr(recommendation.to_table(), f"to_{form}")().rstrip("\n"))
