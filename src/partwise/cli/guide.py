"""The command ``partwise guide``: requirements as options, examples, or the decision figure."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from partwise.cli.by_example import add_by_example, run_by_example, run_judgements
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


_ABOUT = "choose an index by what you require of it, or by example, with reasons"
_MORE = """\
Without requirements, the command asks you the questions of the paper's
decision figure. Outside a terminal, it prints the figure as text.
--by-example shows small clusterings and asks which candidate is better.
--judgements reads the judgements that your team made on its own data.

examples:
  partwise guide
  partwise guide --by-example
  partwise guide --judgements judgements.json --monotonicity
  partwise guide --distance --no-sizes-known
  partwise guide --constant-baseline asymptotic --matters small --format markdown
"""
_FLAGS = {
    "distance": "the index is a metric, or a linear function of one",
    "monotonicity": "the score improves whenever a candidate gains agreements and loses none",
    "strong-monotonicity": "the score improves with every agreement and gets worse with every "
    "disagreement",
    "linear-complexity": "linear time in the worst case; this rules out AMI, although partwise "
    "computes it fast",
    "symmetry": "swapping reference and candidate does not change the score",
    "maximal-agreement": "only identical clusterings get the best score",
    "minimal-agreement": "only clusterings that agree on no pair get the worst score",
}
_GOODBYE = "no recommendation without answers; `partwise guide --help` lists the options"


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
        help="random candidates have the same expected score whatever their cluster sizes, exactly "
        "(default) or for many items",
    )
    asked.add_argument(
        "--sizes-known",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="whether all cluster sizes are known in advance; if not, a constant baseline is "
        "required",
    )
    asked.add_argument(
        "--matters",
        choices=("large", "small"),
        help="whether errors in large or in small clusters matter more",
    )
    add_by_example(parser)
    parser.set_defaults(usage_error=parser.error)
    add_index(parser, "consider", "the paper's and your own; recommended for --by-example")
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
    required = [name for name, value in asked.items() if value is not None]
    _check_combination(options, required)
    if options.by_example:
        return run_by_example(options)
    if options.judgements is not None:
        return run_judgements(options, asked)
    if options.index is None and not required:
        return _figure(options.format)
    chosen = read_indices(options.index) if options.index else None
    _show(recommend(**asked, indices=chosen), options.format)
    return 0


def _check_combination(options: argparse.Namespace, required: list[str]) -> None:
    """Refuse options that would be ignored."""
    if options.by_example and options.judgements is not None:
        options.usage_error("--by-example and --judgements cannot be combined; pass one of them")
    if options.answers is not None and not options.by_example:
        options.usage_error("--answers needs --by-example")
    if options.by_example and required:
        options.usage_error(
            f"--{required[0].replace('_', '-')} has no effect with --by-example; it can be "
            "combined with --judgements"
        )


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
