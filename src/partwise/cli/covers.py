"""Overlapping clusters on the command line: files with several rows per item."""

from __future__ import annotations

import argparse
from collections.abc import Container, Iterable

from partwise.catalogue import BeyondIndex, CoverIndex, Index, index_for, indices_for, kind_of_index
from partwise.cli.candidates import USUAL_LEVEL
from partwise.cli.common import about_command, read_index
from partwise.scoring import kind_beyond

COVERS = (
    "with an index for covers (clusters that may overlap), such as omega, files may have several "
    "rows per item, one for each of its clusters"
)
"""What the commands that take covers say about files."""

_NO_INTERVALS = (
    "for confidence intervals of covers, call pw.compare(…).estimates() in Python, and leave this "
    "option out here"
)
_WITHOUT_MEANING: dict[str, tuple[tuple[object, ...], str]] = {
    "noise": ((None,), "leave noise points out of the clusters instead"),
    "weights": ((None,), "leave it out"),
    "weighting": ((None,), "leave it out"),
    "sweep": ((None,), "use `partwise sweep`, which writes its own report"),
    "sampling": ((None, "items", "none"), _NO_INTERVALS),
    "level": ((None, USUAL_LEVEL), _NO_INTERVALS),
}
"""By option: the values that are harmless, and what to do instead of others."""


def cover_indices(
    options: argparse.Namespace, besides: Iterable[Index | None] = ()
) -> list[BeyondIndex] | None:
    """Return the indices for covers, if one of those named exists for covers alone.

    None: partitions are compared. ``besides`` are indices of other options than --index.
    """
    others = [index for index in besides if index is not None]
    with about_command():
        if kind_beyond((), [*(options.index or ()), *others]) is not CoverIndex:
            return None
    _check(options)
    named = [read_index(text) if ":" in text else text for text in options.index or ["covers"]]
    with about_command():
        return indices_for([*named, *others], CoverIndex)


def read_any_index(text: str, kinds: Container[type[BeyondIndex] | None] = (CoverIndex,)) -> Index:
    """Return the index that is named, for partitions or for one of these kinds of input.

    Examples
    --------
    >>> read_any_index("omega").inputs, read_any_index("ARI").key
    ('covers', 'adjusted_rand')
    """
    kind = kind_of_index(text)
    if not kind or kind not in kinds:
        return read_index(text)
    with about_command():
        return index_for(text, kind)


def _check(options: argparse.Namespace) -> None:
    """Refuse options that have no meaning for covers, before any file is read."""
    for name, (harmless, instead) in _WITHOUT_MEANING.items():
        if getattr(options, name, None) not in harmless:
            options.usage_error(
                f"--{name} is for partitions, but the index that you named compares covers; "
                f"{instead}"
            )
