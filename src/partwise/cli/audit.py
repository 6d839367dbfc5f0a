"""``partwise audit``, ``properties`` and ``triplets``: how indices behave and differ."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from partwise.cli.common import (
    ONE_INDEX,
    about_command,
    add_format,
    add_index,
    check_charts,
    command,
    inform,
    print_json,
    print_table,
    print_text,
    read_indices,
    tell_charts,
)

if TYPE_CHECKING:
    from partwise.properties import Triplets


_AUDIT_EPILOG = """examples:
  partwise audit correlation
  partwise audit "n11 / (n11 + n10)" --property symmetry --property monotonicity
  partwise audit "(n10 + n01) / N" --direction distance
  partwise audit CC --property monotonicity --proofs
  partwise audit omega
  partwise audit CC --property monotonicity --certificates cc.json
"""
_PROPERTIES_EPILOG = """examples:
  partwise properties --index CC,NMI --max-n 5
"""


def add_audit(commands: Any) -> None:
    """Add the command that examines one index."""
    about = "decide which properties an index has, with proofs"
    parser = command(commands, "audit", _run_audit, about, _AUDIT_EPILOG)
    parser.add_argument(
        "index",
        metavar="INDEX",
        help=f"{ONE_INDEX}, where the function takes a contingency table",
    )
    parser.add_argument(
        "--direction",
        choices=("similarity", "distance"),
        help="whether higher scores mean more similar (similarity) or less similar (distance); "
        "default: known for built-in indices, similarity for formulas and functions",
    )
    _add_depth(parser, "all")
    parser.add_argument("--proofs", action="store_true", help="print the proofs as well")
    parser.add_argument(
        "--certificates",
        metavar="FILE",
        help="write proofs and counterexamples to this JSON file, for `partwise check`",
    )
    add_format(parser, "table", "json", "csv", "markdown", "html")


def add_properties(commands: Any) -> None:
    """Add the command that examines all indices."""
    about = "decide the properties of many indices, as a table"
    parser = command(commands, "properties", _run_properties, about, _PROPERTIES_EPILOG)
    add_index(parser, "examine", "the paper's and your own")
    _add_depth(parser, "the paper's ten")
    add_format(parser, "table", "json", "csv", "markdown", "html")


def _add_depth(parser: argparse.ArgumentParser, decided: str) -> None:
    parser.set_defaults(usage_error=parser.error)
    parser.add_argument(
        "--max-n",
        type=int,
        default=10,
        metavar="N",
        help="search all pairs of clusterings of up to N items for counterexamples, N from 2 to "
        "12 (default: 10)",
    )
    parser.add_argument(
        "--triples-n",
        type=int,
        default=7,
        metavar="N",
        help="the same for triples of clusterings (triangle inequality), N from 2 to 8 "
        "(default: 7)",
    )
    parser.add_argument(
        "--property",
        action="append",
        metavar="KEY",
        help=f"a property to decide (repeatable; default: {decided})",
    )
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=60.0,
        metavar="S",
        help="the time limit for each index, in seconds (default: 60)",
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not seconds > 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return seconds


def _depth(options: argparse.Namespace) -> dict[str, Any]:
    """Return how far to search, in the words of the library."""
    for option, value, most in (
        ("--max-n", options.max_n, 12),
        ("--triples-n", options.triples_n, 8),
    ):
        if not 2 <= value <= most:
            options.usage_error(f"{option} must be from 2 to {most}, not {value}")
    return {
        "max_n": options.max_n,
        "triples_n": options.triples_n,
        "properties": options.property,
        "seconds": options.seconds,
    }


def _run_audit(options: argparse.Namespace) -> int:
    from partwise.cli.covers import read_any_index
    from partwise.properties import audit

    depth = _depth(options)
    if options.proofs and options.format in ("json", "csv"):
        options.usage_error(
            "--proofs is for --format table and markdown; --format json always includes them"
        )
    chosen = read_any_index(options.index)
    with about_command():
        result = audit(chosen, direction=options.direction, **depth)
    if options.certificates is not None:
        inform(result.write_certificates(options.certificates))
    if options.format == "json":
        print_json(result.to_dict())
    elif options.format == "html":
        print_text(result._repr_html_())
    else:
        print_table(result.to_table(), options.format)
        for proof in result.proofs.values() if options.proofs else ():
            print_text(f"\n{proof}")
    return 0


def _run_properties(options: argparse.Namespace) -> int:
    from partwise.properties import table

    chosen = read_indices(options.index) if options.index else None
    depth = _depth(options)
    with about_command():
        result = table(chosen, **depth)
    if options.format == "json":
        print_json(result.to_dict())
    elif options.format == "html":
        print_text(result.to_table()._repr_html_())
    else:
        print_table(result.to_table(), options.format)
    return 0


_CHART = "triplets"
_TRIPLETS_EPILOG = """\
A triplet is a reference and two candidates. The command tries all triplets of
up to N items. It prints the smallest set of triplets that distinguishes all
indices from each other.

examples:
  partwise triplets
  partwise triplets --index CC,AMI --index "n11 / (n11 + n10)"
  partwise triplets --index mine:my_index --index CC --charts charts --format json
"""


def add_triplets(commands: Any) -> None:
    """Add the command that searches for examples."""
    about = "find the smallest examples on which indices disagree"
    parser = command(commands, "triplets", _run_triplets, about, _TRIPLETS_EPILOG)
    add_index(parser, "distinguish", "the paper's 13")
    parser.add_argument(
        "--max-n",
        type=int,
        default=8,
        metavar="N",
        help="try all triplets of up to N items, N from 3 to 12 (default: 8, which takes seconds)",
    )
    parser.add_argument(
        "--charts", metavar="DIR", help=f"write {_CHART}.svg and {_CHART}.png to this folder"
    )
    parser.set_defaults(usage_error=parser.error)
    add_format(parser, "table", "json", "csv", "markdown")


def _run_triplets(options: argparse.Namespace) -> int:
    from partwise.properties import triplets

    if not 3 <= options.max_n <= 12:
        options.usage_error(f"--max-n must be from 3 to 12, not {options.max_n}")
    check_charts(options)
    chosen = read_indices(options.index) if options.index else None
    with about_command():
        result = triplets(chosen, max_n=options.max_n)
    _show_triplets(result, options)
    return 0


def _show_triplets(result: Triplets, options: argparse.Namespace) -> None:
    if options.format == "json":
        print_json(result.to_dict())
    else:
        table = result.values() if options.format == "csv" else result.to_table()
        print_table(table, options.format)
    if options.charts is not None and result.triplets:
        tell_charts(result.plot.save(options.charts), options.charts)
