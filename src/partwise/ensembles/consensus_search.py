"""Local search for a consensus: groups of items move between clusters while that helps.

Items that all inputs put together are one block and stay together. A group is a block, a whole
cluster (its move is a merge), or what a cluster shares with a cluster of an input (its move to a
cluster of its own is a split). With T[r, c] items of input cluster r in consensus cluster c and
h[r] of them in the group, moving the group from a to c adds

    Σ_r h[r]·T[r, c]  −  Σ_r h[r]·(T[r, a] − h[r])

to N11 of the input to which the clusters r belong, and S·|c| − S·(|a| − S) to m_B, for S items in
the group. So each move is weighed exactly, in integers, without recounting anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from partwise.clusterings import Codes, renumber
from partwise.ensembles.distances import Objective

_GAIN = 1e-12
_MOST_ROUNDS = 100


@dataclass(frozen=True, eq=False)
class Blocks:
    """The blocks of items that all inputs put together.

    ``of_item`` is the block of each item; ``codes`` the cluster of each block (row) in each input.
    """

    of_item: Codes
    sizes: Codes
    codes: Codes

    @classmethod
    def of(cls, inputs: list[Codes]) -> Blocks:
        """Find the blocks."""
        table = np.column_stack(inputs)
        codes, of_item, sizes = np.unique(table, axis=0, return_inverse=True, return_counts=True)
        return cls(np.ravel(of_item), sizes.astype(np.int64), codes)

    @property
    def offsets(self) -> Codes:
        """Where the clusters of each input start when all are numbered through; then their sum."""
        return np.concatenate(([0], np.cumsum(self.codes.max(axis=0) + 1)))

    @property
    def rows(self) -> Codes:
        """The clusters of each block, numbered through."""
        return self.codes + self.offsets[:-1]


class _State:
    """A consensus on its way: labels of blocks, and the counts that moves need."""

    def __init__(self, blocks: Blocks, objective: Objective, labels: Codes) -> None:
        self.blocks, self.objective = blocks, objective
        self.rows, self.offsets = blocks.rows, blocks.offsets
        self.settle(labels)

    def settle(self, labels: Codes) -> None:
        """Renumber the clusters, with an empty one at the end, and count."""
        self.labels = renumber(labels)[0]
        k = int(self.labels.max()) + 2
        self.table = np.zeros((int(self.offsets[-1]), k), np.int64)
        for column in self.rows.T:
            np.add.at(self.table, (column, self.labels), self.blocks.sizes)
        self.sizes = np.zeros(k, np.int64)
        np.add.at(self.sizes, self.labels, self.blocks.sizes)
        pairs = (self.table * (self.table - 1) // 2).sum(axis=1)
        self.both = np.add.reduceat(pairs, self.offsets[:-1])
        self.same = int((self.sizes * (self.sizes - 1) // 2).sum())
        self.mean = float(self.objective.means(self.both[:, None], np.array([self.same]))[0])

    def move(self, members: Codes) -> bool:
        """Move blocks of one cluster to where that is best, if it helps."""
        source = int(self.labels[members[0]])
        size = int(self.blocks.sizes[members].sum())
        rows, held = self._held(members)
        starts = np.searchsorted(rows, self.offsets[:-1])
        joined = np.add.reduceat(held[:, None] * self.table[rows], starts)
        left = np.add.reduceat(held * (self.table[rows, source] - held), starts)
        both = self.both[:, None] + joined - left[:, None]
        same = self.same + size * self.sizes - size * (int(self.sizes[source]) - size)
        both[:, source], same[source] = self.both, self.same
        means = self.objective.means(both, same)
        target = int(means.argmin())
        if target == source or not means[target] < self.mean - _GAIN:
            return False
        self.table[rows, source] -= held
        self.table[rows, target] += held
        self.sizes[[source, target]] += np.array([-size, size])
        self.labels[members] = target
        self.both, self.same, self.mean = both[:, target], int(same[target]), float(means[target])
        if not (self.sizes == 0).any():
            self.table = np.pad(self.table, ((0, 0), (0, 1)))
            self.sizes = np.pad(self.sizes, (0, 1))
        return True

    def _held(self, members: Codes) -> tuple[Codes, Codes]:
        """Return the input clusters that the group meets, in order, and its items in each."""
        if len(members) == 1:
            rows = self.rows[members[0]]
            return rows, np.full(len(rows), self.blocks.sizes[members[0]])
        rows, where = np.unique(self.rows[members], return_inverse=True)
        held = np.zeros(len(rows), np.int64)
        shape = self.rows[members].shape
        sizes = np.broadcast_to(self.blocks.sizes[members][:, None], shape)
        np.add.at(held, np.ravel(where), np.ravel(sizes))
        return rows, held

    def groups(self, order: NDArray[np.int64]) -> Iterator[Codes]:
        """Yield blocks in this order, then clusters, then what they share with input clusters.

        Each group is looked up when its turn comes, so that it is in one cluster.
        """
        for block in order.tolist():
            yield np.array([block])
        for cluster in range(len(self.sizes)):
            members = np.flatnonzero(self.labels == cluster)
            if len(members):
                yield members
        for row_of in self.rows.T:
            for cluster in range(len(self.sizes)):
                for row in np.unique(row_of[self.labels == cluster]).tolist():
                    members = np.flatnonzero((self.labels == cluster) & (row_of == row))
                    if len(members) > 1:
                        yield members


def mean_distance(blocks: Blocks, objective: Objective, labels: Codes) -> float:
    """Return the mean distance of the inputs to a clustering of blocks."""
    return _State(blocks, objective, labels).mean


def improved(
    blocks: Blocks, objective: Objective, labels: Codes, rng: np.random.Generator
) -> tuple[Codes, float]:
    """Move groups until no move helps; return the labels of blocks and their mean distance."""
    state = _State(blocks, objective, labels)
    for _ in range(_MOST_ROUNDS):
        order = rng.permutation(len(blocks.sizes))
        moved = [state.move(members) for members in state.groups(order)]
        state.settle(state.labels)
        if not any(moved):
            break
    return state.labels, state.mean


MOST_ITEMS = 9
"""Items up to which all clusterings are tried: 21,147 for nine."""

MOST_ITEMS_BY_VALUES = 7
"""The same where each takes a table of its own: 877 for seven."""

_TIE = 1e-12


@lru_cache(maxsize=4)
def all_labels(n: int) -> NDArray[np.int8]:
    """Return the labels of all clusterings of n items, a row each.

    Examples
    --------
    >>> all_labels(3).tolist()
    [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2]]
    """
    labels, used = np.zeros((1, 0), np.int8), np.zeros(1, np.int8)
    for _ in range(n):
        rows = np.repeat(np.arange(len(labels)), used + 1)
        starts = np.cumsum(used + 1) - (used + 1)
        last = (np.arange(len(rows)) - np.repeat(starts, used + 1)).astype(np.int8)
        labels = np.column_stack((labels[rows], last))
        used = np.maximum(used[rows], last + 1).astype(np.int8)
    labels.flags.writeable = False
    return labels


def best_of_all(objective: Objective, codes: list[Codes]) -> tuple[Codes, int, int]:
    """Try all clusterings: return the best, how many are as good, and how many there are."""
    labels = all_labels(len(codes[0]))
    pairs = list(combinations(range(labels.shape[1]), 2))
    left, right = np.array(pairs, np.int64).reshape(-1, 2).T
    together = (labels[:, left] == labels[:, right]).astype(np.int64)
    inputs = np.array([labels[left] == labels[right] for labels in codes], np.int64)
    means = objective.means(inputs @ together.T, together.sum(axis=1))
    best = means.min()
    chosen = int(np.flatnonzero(means <= best + _TIE)[0])
    return labels[chosen].astype(np.int64), int((means <= best + _TIE).sum()), len(labels)
