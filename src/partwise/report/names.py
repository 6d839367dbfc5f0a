"""A name for every candidate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from partwise.batches import ScoresOfMany
from partwise.report.wording import clean

if TYPE_CHECKING:
    from partwise.comparison import Comparison

__all__ = ["with_names"]

_T = TypeVar("_T")


def with_names(comparison: Comparison) -> Comparison:
    """Return the comparison with a name that can be read for a candidate whose name is blank.

    Examples
    --------
    >>> import partwise as pw
    >>> with_names(pw.compare([0, 0, 1], {"": [0, 1, 1], " ": [0, 0, 0], "A": [0, 0, 1]})).names
    ('(empty)', '(empty) 2', 'A')
    """
    if all(name.strip() for name in comparison.names):
        return comparison
    given: dict[str, str] = {}
    for name in comparison.names:
        word, place = name if name.strip() else clean(name), 1
        while word in given.values() or (word != name and word in comparison.names):
            place += 1
            word = f"{clean(name)} {place}"
        given[name] = word

    def renamed(found: Mapping[str, _T]) -> dict[str, _T]:
        return {given[name]: each for name, each in found.items()}

    coverage = comparison.coverage
    return replace(
        comparison,
        candidates=renamed(comparison.candidates),
        scores=ScoresOfMany(renamed(comparison.scores)),
        coverage=replace(coverage, candidates=renamed(coverage.candidates)),
    )
