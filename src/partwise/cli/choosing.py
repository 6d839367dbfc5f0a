"""The option ``--index``: one index, or a family of them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from partwise.registry import families, index, indices

if TYPE_CHECKING:
    from partwise.index import Index

__all__ = ["add_index", "named_indices"]

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


def named_indices(names: Iterable[str]) -> list[Index]:
    """Return the indices of these names, each once; names of families stand for several.

    Examples
    --------
    >>> [each.key for each in named_indices(["CC", "element", "correlation"])]
    ['correlation', 'element_centric']
    """
    several = {"all", *families()}
    found = [indices(name) if name in several else (index(name),) for name in names]
    return list(dict.fromkeys(each for group in found for each in group))
