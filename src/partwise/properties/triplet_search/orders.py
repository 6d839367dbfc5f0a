"""How indices order candidates: exact ranks of all tables of n items with one reference.

Any two tables with the same row sizes are a reference with two candidates, so the triplets
(A, B₁, B₂) of n items are the pairs of such tables. Floats tell most values apart; those that are
close are compared exactly, for a tie prefers neither candidate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.catalogue import Conventions, Index
from partwise.properties.search.enumeration import Enumeration, enumeration, partitions
from partwise.properties.search.exact import compare
from partwise.properties.search.index_values import Floats, IndexValues
from partwise.properties.search.levels import slack
from partwise.properties.search.survey import survey
from partwise.properties.search.tables_view import tables_view

Numbers: TypeAlias = NDArray[np.int64]

_OF_INFORMATION = {
    "n", "k_a", "k_b", "entropy_a", "entropy_b", "entropy_joint", "mutual_information",
    "expected_mutual_information", "sd_mutual_information",
}  # fmt: skip


@dataclass(frozen=True)
class Candidates:
    """The candidates of one reference, as the indices order them."""

    tables: Numbers  # numbers in the enumeration: the first table of each distinct line of ranks
    # a line per table and a column per index: larger means more alike, equal is equal
    ranks: Numbers


def by_formula(index: Index) -> Index:
    """Return the index without conventions: a value that is agreed upon prefers nothing."""
    return replace(index, conventions=Conventions(None, None, None))


def all_candidates(indices: Sequence[Index], n: int) -> list[Candidates]:
    """Return the candidates of each reference of n items, where all indices have values.

    Examples
    --------
    >>> import partwise as pw
    >>> for found in all_candidates([pw.index("rand"), pw.index("wallace_1")], 3):
    ...     print(found.ranks.tolist())
    [[0, 0], [1, 1], [2, 2]]
    [[0, 0], [0, 1], [1, 0], [2, 1]]
    """
    tables = enumeration(n)
    rulers = [_Ruler(by_formula(index), tables) for index in indices]
    defined = np.logical_and.reduce([np.isfinite(ruler.values) for ruler in rulers])
    candidates = []
    for margin in range(len(partitions(n))):
        where = np.flatnonzero((tables.row_margin == margin) & defined)
        ranks = [ruler.ranks(where) for ruler in rulers]
        lines, first = np.unique(np.column_stack(ranks), axis=0, return_index=True)
        if len(lines) > 1:
            candidates.append(Candidates(where[first], lines))
    return candidates


class _Ruler:
    """Orders tables by one index."""

    def __init__(self, index: Index, tables: Enumeration) -> None:
        self.index = index
        self.tables = tables
        self.sense = 1 if index.direction == "similarity" else -1
        self.values: Floats = self._values()

    def _values(self) -> Floats:
        """Return floats, of which the order is right where they are not close; NaN is undefined.

        The floats of the catalogue are known to be good. Of any other formula, ranks take their
        place.
        """
        if self.index.builtin:
            return self.sense * survey(self.index, self.tables).values
        ranks = IndexValues(self.index, self.tables.n).levels(self.tables.n).ranks
        return np.where(ranks < 0, np.nan, ranks)

    @cached_property
    def _alike(self) -> Numbers:
        """Tables of one number have one value, whatever the formula makes of them."""
        view = tables_view(self.tables.n)
        if self.index.kind == "pairs":
            return view.distinct_pair_counts[1]
        if self.index.kind == "table" and _asks(self.index, view) <= _OF_INFORMATION:
            margins = (self.tables.row_margin, self.tables.column_margin)
            known = np.column_stack((*margins, view.information_multiples))
            return np.unique(known, axis=0, return_inverse=True)[1].reshape(-1)
        return np.arange(self.tables.count)

    def ranks(self, where: Numbers) -> Numbers:
        """Return the exact ranks of some tables, the least alike first."""
        kinds, first, kind_of = np.unique(
            self._alike[where], return_index=True, return_inverse=True
        )
        tables = where[first]
        order = np.argsort(self.values[tables], kind="stable")
        ordered = self.values[tables][order]
        starts = np.flatnonzero(np.diff(ordered) > slack(ordered[1:])) + 1
        ranks, rank = np.empty(len(kinds), np.int64), 0
        for group in np.split(order, starts):
            for equal in self._sorted(group.tolist(), tables):
                ranks[equal] = rank
                rank += 1
        return ranks[kind_of.reshape(-1)]

    def _sorted(self, group: list[int], tables: Numbers) -> list[list[int]]:
        """Put values that floats do not tell apart in order, equal ones together."""
        classes: list[list[int]] = []
        for one in group:
            for place, others in enumerate(classes):
                sign = self._compare(tables[one], tables[others[0]])
                if sign == 0:
                    others.append(one)
                    break
                if sign < 0:
                    classes.insert(place, [one])
                    break
            else:
                classes.append([one])
        return classes

    def _compare(self, first: int, second: int) -> int:
        one, other = (self.tables.contingency(int(i)) for i in (first, second))
        return self.sense * compare(self.index, one, other).sign


def _asks(index: Index, view: Any) -> set[str]:
    """Return what a formula asks of a view."""
    watched = _Watched(view)
    try:
        with np.errstate(all="ignore"):
            index.formula(watched)
    except Exception:  # noqa: BLE001 - a user's formula may take one table only
        return {"unknown"}
    return watched.asked


class _Watched:
    def __init__(self, view: Any) -> None:
        self.view = view
        self.asked: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.asked.add(name)
        return getattr(self.view, name)
