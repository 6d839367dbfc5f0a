"""How indices order candidates: exact ranks of all tables of n items with one reference.

Any two tables with the same row sizes are a reference with two candidates, so the triplets
(A, B₁, B₂) of n items are the pairs of such tables. Values are ranked exactly, for a tie prefers
neither candidate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.catalogue import Conventions, Index
from partwise.properties.search.enumeration import enumeration, partitions
from partwise.properties.search.index_values import IndexValues

Numbers: TypeAlias = NDArray[np.int64]


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
    ranks = np.column_stack([_ranks(index, n) for index in indices])
    defined = (ranks >= 0).all(axis=1)
    candidates = []
    for margin in range(len(partitions(n))):
        where = np.flatnonzero((tables.row_margin == margin) & defined)
        columns = [np.unique(column, return_inverse=True)[1] for column in ranks[where].T]
        lines, first = np.unique(np.column_stack(columns), axis=0, return_index=True)
        if len(lines) > 1:
            candidates.append(Candidates(where[first], lines))
    return candidates


def _ranks(index: Index, n: int) -> Numbers:
    """Return the exact ranks of all tables, the least alike first; −1 where there is no number."""
    levels = IndexValues(by_formula(index), n).levels(n)
    is_number = [
        isinstance(level, Fraction) for level in map(levels.of_rank, range(levels.rank_count))
    ]
    return np.where(np.array([*is_number, False])[levels.ranks], levels.ranks, -1)
