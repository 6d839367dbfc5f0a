"""Which indices prefer the left candidate: all sign vectors that triplets of n items can have.

A sign vector is a whole number, its *code*: bit i is 1 if index i prefers the left candidate. No
index ties. Swapping the candidates turns all bits, so that index 0 may always prefer the left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.experiments.triplets.orders import Candidates, Numbers, all_candidates
from partwise.index import Index
from partwise.properties.enumeration import Enumeration, enumeration

__all__ = ["MOST_INDICES", "Found", "Signs", "signs"]

MOST_INDICES = 62
"""So many bits a code may have."""


class Found(NamedTuple):
    """A triplet: two tables with the same row sizes.

    Parameters
    ----------
    n : int
        Number of items.
    left, right : int
        Numbers of the tables of (A, B₁) and (A, B₂) in the enumeration.
    """

    n: int
    left: int
    right: int

    def labels(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """Return reference, left and right candidate."""
        tables = enumeration(self.n)
        reference, left = tables.labels(self.left)
        _, right = tables.labels(self.right)
        return reference, left, right


@dataclass(frozen=True)
class Signs:
    """What triplets of n items can say about some indices.

    Parameters
    ----------
    n, indices : int
        Numbers of items and of indices.
    candidates : list of Candidates
        Those of each reference.
    codes : frozenset of int
        The sign vectors; index 0 prefers the left.
    opposed : array of bool
        Which pairs of indices prefer different candidates somewhere, other indices tied or not.
    """

    n: int
    indices: int
    candidates: list[Candidates]
    codes: frozenset[int]
    opposed: NDArray[np.bool_]

    def simplest(self, code: int) -> Found:
        """Return a triplet of a sign vector: the one with the fewest clusters, then the first.

        Examples
        --------
        >>> import partwise as pw
        >>> found = signs([pw.index("rand"), pw.index("jaccard")], 4)
        >>> found.codes
        frozenset({1, 3})
        >>> found.simplest(1).labels()
        ((0, 0, 1, 1), (0, 1, 0, 0), (0, 0, 0, 0))
        """
        tables, every = enumeration(self.n), (1 << self.indices) - 1
        best: tuple[tuple[int, ...], Found] | None = None
        for here in self.candidates:
            for i, others, codes in _codes(here.ranks):
                for j in others[(codes == code) | (codes == every ^ code)].tolist():
                    left, right = int(here.tables[i]), int(here.tables[j])
                    if codes[j - i - 1] != code:
                        left, right = right, left
                    found = Found(self.n, left, right)
                    order = _simplicity(tables, found)
                    if best is None or order < best[0]:
                        best = order, found
        if best is None:
            raise LookupError(f"no triplet of {self.n} items has the signs {code:b}")
        return best[1]


def signs(indices: Sequence[Index], n: int) -> Signs:
    """Find all sign vectors of the triplets of n items on which no index ties or is undefined."""
    candidates = all_candidates(indices, n)
    every = (1 << len(indices)) - 1
    seen: set[int] = set()
    opposed = np.zeros((len(indices),) * 2, bool)
    for here in candidates:
        found = np.concatenate([np.unique(codes) for _, _, codes in _codes(here.ranks)])
        seen.update(np.unique(found).tolist())
        if not opposed.all():
            opposed |= _opposed(here.ranks)
    codes = frozenset(code if code & 1 else every ^ code for code in seen - {-1})
    return Signs(n, len(indices), candidates, codes, opposed | opposed.T)


def _codes(ranks: Numbers) -> Iterator[tuple[int, Numbers, Numbers]]:
    """Yield each line, all later lines, and the codes of the two; −1 if an index ties."""
    bits = 1 << np.arange(ranks.shape[1])
    for i in range(len(ranks) - 1):
        steps = ranks[i] - ranks[i + 1 :]
        codes = np.where((steps != 0).all(axis=1), (steps > 0) @ bits, -1)
        yield i, np.arange(i + 1, len(ranks)), codes


def _opposed(ranks: Numbers) -> NDArray[np.bool_]:
    found = np.zeros((ranks.shape[1],) * 2, bool)
    for i in range(len(ranks) - 1):
        steps = ranks[i + 1 :] - ranks[i]
        found |= (steps > 0).T.astype(np.float32) @ (steps < 0).astype(np.float32) > 0
    return found


def _simplicity(tables: Enumeration, found: Found) -> tuple[int, ...]:
    left, right = found.left, found.right
    clusters = tables.k_a[left] + tables.k_b[left] + tables.k_b[right]
    return int(clusters), left + right, left
