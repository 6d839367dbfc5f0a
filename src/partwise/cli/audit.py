"""``partwise audit``, ``properties`` and ``triplets``: how indices behave and differ."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.base import InputError
from partwise.cli.common import (
    add_format,
    add_index,
    check_target,
    command,
    print_json,
    print_table,
    print_text,
    tell_charts,
)

if TYPE_CHECKING:
    from partwise.properties import Triplets


_AUDIT_EPILOG = """examples:
  partwise audit correlation
  partwise audit "n11 / (n11 + n10)" --property symmetry --property monotonicity
  partwise audit CC --property monotonicity --proofs
"""
_PROPERTIES_EPILOG = """examples:
  partwise properties --index CC --index NMI --max-n 5
"""


def add_audit(commands: Any) -> None:
    """Add the command that examines one index."""
    about = "find out which properties an index has, with proofs and smallest counterexamples"
    parser = command(commands, "audit", _run_audit, about, _AUDIT_EPILOG)
    parser.add_argument(
        "index",
        metavar="INDEX",
        help="a key or abbreviation, a formula of n11, n10, n01 and n00, or module:function, a "
        "function of a contingency table (larger meaning more alike)",
    )
    _add_depth(parser)
    parser.add_argument("--proofs", action="store_true", help="print the proofs")
    add_format(parser, "table", "json", "csv", "markdown", "html")


def add_properties(commands: Any) -> None:
    """Add the command that examines all indices."""
    about = "decide the properties of all indices, and print them as a table"
    parser = command(commands, "properties", _run_properties, about, _PROPERTIES_EPILOG)
    add_index(parser, "examine")
    _add_depth(parser)
    add_format(parser, "table", "json", "csv", "markdown", "html")


def _add_depth(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(usage_error=parser.error)
    parser.add_argument(
        "--max-n",
        type=int,
        default=10,
        metavar="N",
        help="try all pairs of clusterings of up to N items, 2 to 12 (default: 10)",
    )
    parser.add_argument(
        "--max-triples",
        type=int,
        default=7,
        metavar="N",
        help="the same for triples, for the triangle inequality, 2 to 8 (default: 7)",
    )
    parser.add_argument(
        "--property",
        action="append",
        metavar="KEY",
        help="a property to decide (repeatable; default: the paper's ten, for audit all)",
    )
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=60.0,
        metavar="S",
        help="time for an index (default: 60)",
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
        ("--max-triples", options.max_triples, 8),
    ):
        if not 2 <= value <= most:
            options.usage_error(f"{option} must be from 2 to {most}, not {value}")
    return {
        "max_n": options.max_n,
        "triples_n": options.max_triples,
        "properties": options.property,
        "seconds": options.seconds,
    }


def _run_audit(options: argparse.Namespace) -> int:
    from partwise.properties import audit

    depth = _depth(options)
    if options.proofs and options.format in ("json", "csv"):
        options.usage_error("--proofs goes with a table; --format json has the proofs anyway")
    result = audit(meant(options.index), **depth)
    if options.format == "json":
        print_json(result.to_dict())
    elif options.format == "html":
        print_text(result._repr_html_())
    else:
        print_table(result.to_table(), options.format)
        for proof in result.certificates.values() if options.proofs else ():
            print_text(f"\n{proof}")
    return 0


def _run_properties(options: argparse.Namespace) -> int:
    from partwise.properties import table

    result = table(options.index, **_depth(options))
    if options.format == "json":
        print_json(result.to_dict())
    elif options.format == "html":
        print_text(result.to_table()._repr_html_())
    else:
        print_table(result.to_table(), options.format)
    return 0


def meant(text: str) -> str | Callable[..., Any]:
    """Return a function that is named as module:function; other texts as they are."""
    module, colon, name = text.partition(":")
    if not colon:
        return text
    sys.path.insert(0, str(Path.cwd()))
    try:
        function = getattr(importlib.import_module(module), name)
    except ImportError as error:
        raise InputError(f"{text}: the module {module!r} cannot be imported ({error})") from None
    except AttributeError:
        raise InputError(f"{text}: the module {module!r} has no function {name!r}") from None
    finally:
        sys.path.pop(0)
    if not callable(function):
        raise InputError(f"{text}: this is a {type(function).__name__}; name a function")
    return function  # type: ignore[no-any-return]


_CHART = "triplets"
_TRIPLETS_EPILOG = """\
A triplet is a reference and two candidates. All triplets of few items are tried, and
as few of them are shown as tell all indices apart. The search ends at --most-items.

examples:
  partwise triplets
  partwise triplets --index CC --index AMI --index "n11 / (n11 + n10)"
  partwise triplets --index mine:my_index --index CC --charts charts --format json
"""


def add_triplets(commands: Any) -> None:
    """Add the command that searches for examples."""
    about = "find the fewest and smallest examples on which indices disagree"
    parser = command(commands, "triplets", _run_triplets, about, _TRIPLETS_EPILOG)
    parser.add_argument(
        "--index",
        action="append",
        metavar="KEY",
        help="a key or abbreviation, a formula of n11, n10, n01 and n00, or module:function, a "
        "function of a contingency table (repeatable; default: the paper's 13)",
    )
    parser.add_argument(
        "--most-items",
        type=int,
        default=8,
        metavar="N",
        help="try all triplets of up to N items, 3 to 12 (default: 8, which takes seconds)",
    )
    parser.add_argument(
        "--charts", metavar="DIR", help=f"folder for {_CHART}.svg and {_CHART}.png (default: none)"
    )
    parser.set_defaults(usage_error=parser.error)
    add_format(parser, "table", "json", "csv", "markdown")


def _run_triplets(options: argparse.Namespace) -> int:
    from partwise.properties import triplets

    if not 3 <= options.most_items <= 12:
        options.usage_error(f"--most-items must be from 3 to 12, not {options.most_items}")
    if options.charts is not None:
        check_target(options, Path(options.charts))
    chosen = None if options.index is None else [meant(text) for text in options.index]
    _show_triplets(triplets(chosen, most_items=options.most_items), options)
    return 0


def _show_triplets(result: Triplets, options: argparse.Namespace) -> None:
    if options.format == "json":
        print_json(result.to_dict())
    else:
        table = result.values() if options.format == "csv" else result.to_table()
        print_table(table, options.format)
    if options.charts is not None and result.triplets:
        tell_charts(result.plot.save(options.charts), options.charts)
