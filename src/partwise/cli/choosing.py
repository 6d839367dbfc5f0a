"""The option ``--index``: one index, or a family of them."""

from __future__ import annotations

import argparse

from partwise.registry import families

__all__ = ["add_index"]

_DEFAULT = "the paper's and your own"


def add_index(parser: argparse.ArgumentParser, to: str, default: str = _DEFAULT) -> None:
    """Add --index, which can be repeated."""
    parser.add_argument(
        "--index",
        action="append",
        metavar="KEY",
        help=f"an index to {to}, or a family of them: all, {', '.join(families())} (repeatable; "
        f"default: {default})",
    )
