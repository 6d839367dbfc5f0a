"""In how many clusters pairs of items are together, in each of two covers.

Items with the same clusters in both covers are alike, so pairs are counted between groups of such
items; and only groups that share a cluster are looked at, some rows at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import tracked
from partwise.clusterings import Codes, renumber

_AT_ONCE = 2**22  # pairs of groups that are in memory at the same time, about


@dataclass(frozen=True, eq=False)
class PairLevels:
    """Numbers of pairs by the number of clusters that they share: their level.

    Parameters
    ----------
    joint : dict (int, int) → int
        How many pairs of different items share this many clusters of the reference and of the
        candidate. Pairs that share no cluster of either are at (0, 0), if there are any.
    shares_a, shares_b : dict (int, int) → int
        Of the reference and of the candidate. For each item, with d the number of items that share
        a cluster with it (itself included), and for each such item at level s: the sum of
        min(s, level in the other cover), by (d, s).
    """

    joint: dict[tuple[int, int], int]
    shares_a: dict[tuple[int, int], int]
    shares_b: dict[tuple[int, int], int]

    def marginal(self, side: int) -> dict[int, int]:
        """Return the number of pairs at each level of one cover: 0 the reference, 1 the candidate.

        Examples
        --------
        >>> PairLevels({(0, 1): 1, (1, 1): 2}, {}, {}).marginal(0)
        {0: 1, 1: 2}
        """
        counts: dict[int, int] = {}
        for levels, pairs in self.joint.items():
            counts[levels[side]] = counts.get(levels[side], 0) + pairs
        return counts


def groups_of_rows(matrix: Any) -> Codes:
    """Give a number to each row of a sparse 0/1 matrix; equal rows have equal numbers.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> groups_of_rows(csr_array([[0, 1, 1], [0, 0, 0], [0, 1, 1], [0, 1, 0]])).tolist()
    [0, 1, 0, 2]
    """
    matrix = matrix.tocsr()
    matrix.sort_indices()
    lengths = np.diff(matrix.indptr)
    starts, width = np.asarray(matrix.indptr, np.int64), matrix.shape[1]
    codes = np.zeros(matrix.shape[0], np.int64)
    rows = np.flatnonzero(lengths)
    for place in range(int(lengths.max(initial=0))):
        rows = rows[lengths[rows] > place]
        columns = matrix.indices[starts[rows] + place].astype(np.int64)
        fresh = int(codes.max()) + 1
        codes[rows] = fresh + renumber(codes[rows] * width + columns)[0]
    return renumber(codes)[0]


def pair_levels(reference: Any, candidate: Any) -> PairLevels:
    """Count pairs of items by their levels; both covers are sparse matrices items × clusters."""
    from scipy.sparse import hstack

    n = reference.shape[0]
    codes = groups_of_rows(hstack([reference, candidate]))
    groups = int(codes.max(initial=-1)) + 1
    _, first = np.unique(codes, return_index=True)
    sizes = np.bincount(codes, minlength=groups).astype(np.int64)
    a, b = (_narrow(matrix[first]) for matrix in (reference, candidate))
    counter = _Counter(sizes, int(np.diff(b.indptr).max(initial=0)) + 1)
    at, bt = a.T.tocsr(), b.T.tocsr()
    work = a @ np.diff(at.indptr) + b @ np.diff(bt.indptr)
    ends = np.searchsorted(np.cumsum(work), np.arange(_AT_ONCE, work.sum() + _AT_ONCE, _AT_ONCE))
    ends = np.unique(np.minimum(ends + 1, groups))
    blocks = list(pairwise([0, *ends.tolist()]))
    for start, stop in tracked(blocks, len(blocks), "pairs of items: "):
        counter.add(a[start:stop] @ at, b[start:stop] @ bt, np.arange(start, stop))
    return counter.result(n, np.diff(a.indptr), np.diff(b.indptr))


def _narrow(matrix: Any) -> Any:
    return matrix.astype(np.int64).tocsr()


class _Counter:
    """Sums over ordered pairs of items, from blocks of rows of the two matrices of levels."""

    def __init__(self, sizes: Codes, width: int) -> None:
        self._sizes = sizes
        self._width = width  # a level of the reference times this, plus one of the candidate
        self._joint: Counter[int] = Counter()
        self._shares: tuple[Counter[tuple[int, int]], ...] = (Counter(), Counter())

    def add(self, in_a: Any, in_b: Any, rows: Codes) -> None:
        """Count the pairs of the groups in these rows with all groups."""
        both = (in_a * self._width + in_b).tocsr()
        level_a, level_b = np.divmod(both.data, self._width)
        place = np.repeat(np.arange(len(rows)), np.diff(both.indptr))
        others = self._sizes[both.indices]
        pairs = self._sizes[rows][place] * others
        for key, count in _gathered(both.data, pairs):
            self._joint[key] += count
        for mine, theirs, sums in zip(
            (level_a, level_b), (level_b, level_a), self._shares, strict=True
        ):
            near = _sums(place, np.where(mine > 0, others, 0), len(rows))
            sizes, code = np.unique(near, return_inverse=True)
            keys = mine * len(sizes) + code[place]
            for key, count in _gathered(keys, pairs * np.minimum(mine, theirs)):
                level, which = divmod(key, len(sizes))
                if level:
                    sums[int(sizes[which]), level] += count

    def result(self, n: int, own_a: Codes, own_b: Codes) -> PairLevels:
        """Return unordered pairs of different items, and what the items share."""
        ordered = Counter(self._joint)
        for key, count in _gathered(own_a.astype(np.int64) * self._width + own_b, self._sizes):
            ordered[key] -= count  # an item with itself
        counts = {key: pairs // 2 for key, pairs in ordered.items() if key and pairs}
        rest = n * (n - 1) // 2 - sum(counts.values())
        if rest:
            counts[0] = rest
        joint = {divmod(key, self._width): counts[key] for key in sorted(counts)}
        return PairLevels(joint, *map(dict, self._shares))


def _gathered(keys: NDArray[Any], counts: Codes) -> Iterator[tuple[int, int]]:
    """Sum counts by key, exactly."""
    if len(keys) and int(keys.max()) > 4 * len(keys):
        distinct, keys = np.unique(keys, return_inverse=True)
    else:
        distinct = np.arange(int(keys.max(initial=-1)) + 1)
    present = np.flatnonzero(np.bincount(keys, minlength=len(distinct)))
    sums = _sums(keys, counts, len(distinct))
    return zip(distinct[present].tolist(), sums[present].tolist(), strict=True)


def _sums(where: NDArray[Any], counts: Codes, length: int) -> Codes:
    """Sum counts by place, in two halves that floats hold exactly."""
    high = counts >> 26
    total: Codes = np.bincount(where, counts & (2**26 - 1), length).astype(np.int64)
    if high.any():
        total += np.bincount(where, high, length).astype(np.int64) << 26
    return total
