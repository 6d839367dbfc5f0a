"""Influences of items on indices of every kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from partwise.comparison.uncertainty.averages import bcubed_influence
from partwise.comparison.uncertainty.entropies import Entropies, entropy_influence
from partwise.comparison.uncertainty.influence import Outcome
from partwise.comparison.uncertainty.jackknife import influences
from partwise.contingency import Contingency
from partwise.index import Index
from partwise.summary import Summary

__all__ = ["outcomes"]

_FAR = "its standard error needs the cells, which are too many to leave their engine"


def outcomes(table: Summary, indices: Iterable[Index]) -> Iterator[tuple[Index, Outcome]]:
    """Yield for each index how much each item moves it, or why that is unknown."""
    chosen = list(indices)
    of_pairs = influences(table, [index for index in chosen if index.kind == "pairs"])

    @cache
    def entropies() -> Entropies:
        return Entropies(table)

    for index in chosen:
        if table.n < 3:
            yield index, "fewer than three items are no sample"
        elif index.kind == "pairs":
            yield next(of_pairs)
        elif index.kind == "callable":
            yield index, "how a function of one's own behaves on a sample is not known"
        elif index.builtin and index.key == "bcubed":
            yield index, bcubed_influence(index, table) if isinstance(table, Contingency) else _FAR
        else:
            yield index, entropy_influence(index, table, entropies())
