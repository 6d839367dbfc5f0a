"""``partwise audit`` and ``partwise properties``: which properties indices have."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.base import InputError
from partwise.cli.catalogue import add_index
from partwise.cli.common import add_format, command, print_json, print_table, print_text

if TYPE_CHECKING:
    from partwise.properties import Audit


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


def _depth(options: argparse.Namespace) -> None:
    for option, value, most in (
        ("--max-n", options.max_n, 12),
        ("--max-triples", options.max_triples, 8),
    ):
        if not 2 <= value <= most:
            options.usage_error(f"{option} must be from 2 to {most}, not {value}")


def _run_audit(options: argparse.Namespace) -> int:
    from partwise.properties import audit

    _depth(options)
    if options.proofs and options.format in ("json", "csv"):
        options.usage_error("--proofs goes with a table; --format json has the proofs anyway")
    found = audit(
        meant(options.index),
        max_n=options.max_n,
        triples_n=options.max_triples,
        properties=options.property,
        seconds=options.seconds,
    )
    if options.format == "json":
        print_json(found.to_dict())
    elif options.format == "html":
        print_text(found._repr_html_())
    else:
        print_table(found.to_table(), options.format)
        _print_proofs(found, options.proofs)
    return 0


def _print_proofs(found: Audit, wanted: bool) -> None:
    for text in found.certificates.values() if wanted else ():
        print_text(f"\n{text}")


def _run_properties(options: argparse.Namespace) -> int:
    from partwise.properties import table

    _depth(options)
    found = table(
        options.index,
        max_n=options.max_n,
        triples_n=options.max_triples,
        properties=options.property,
        seconds=options.seconds,
    )
    if options.format == "json":
        print_json(found.to_dict())
    elif options.format == "html":
        print_text(found.to_table()._repr_html_())
    else:
        print_table(found.to_table(), options.format)
    return 0


def meant(text: str) -> str | Callable[..., Any]:
    """Return a function that is named as module:function; other texts as they are."""
    module, colon, name = text.partition(":")
    if not colon:
        return text
    sys.path.insert(0, str(Path.cwd()))
    try:
        found = getattr(importlib.import_module(module), name)
    except ImportError as error:
        raise InputError(f"{text}: the module {module!r} cannot be imported ({error})") from None
    except AttributeError:
        raise InputError(f"{text}: the module {module!r} has no function {name!r}") from None
    finally:
        sys.path.pop(0)
    if not callable(found):
        raise InputError(f"{text}: this is a {type(found).__name__}; name a function")
    return found  # type: ignore[no-any-return]
