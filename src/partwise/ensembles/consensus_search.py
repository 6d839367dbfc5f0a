"""Local search for a consensus: groups of items move between clusters while that helps.

Items that all inputs put together are one block and stay together. A group is a block, a whole
cluster (its move is a merge), or what a cluster shares with a cluster of an input (its move to a
cluster of its own is a split). The consensus has a moving table with each input, so every move is
weighed exactly, in integers, without recounting anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.clusterings import Codes, renumber
from partwise.ensembles.distances import Objective
from partwise.tables import MovingTables

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
    def input_clusters(self) -> int:
        """Number of clusters of all inputs together."""
        return int((self.codes.max(axis=0) + 1).sum())


class _State:
    """A consensus on its way: its tables with all inputs, and its mean distance to them."""

    def __init__(self, blocks: Blocks, objective: Objective, labels: Codes) -> None:
        self.blocks, self.objective = blocks, objective
        self.settle(labels)

    def settle(self, labels: NDArray[Any]) -> None:
        """Renumber the clusters by first appearance, and count."""
        self.tables = MovingTables(self.blocks.codes, self.blocks.sizes, renumber(labels)[0])
        both, own = self.tables.pairs_after_move([0])  # to cluster 0, where the first block is
        self.mean = float(self.objective.means(both[:, :1], own[:1])[0])

    def move(self, group: Codes) -> bool:
        """Move blocks of one cluster to where that is best, if it helps."""
        means = self.objective.means(*self.tables.pairs_after_move(group))
        target = int(means.argmin())
        if target == self.tables.labels[group[0]] or not means[target] < self.mean - _GAIN:
            return False
        self.tables.move(group, target)
        self.mean = float(means[target])
        return True

    def groups(self, order: NDArray[np.int64]) -> Iterator[Codes]:
        """Yield blocks in this order, then clusters, then what they share with input clusters.

        Each group is looked up when its turn comes, so that it is in one cluster.
        """
        labels = self.tables.labels
        for block in order.tolist():
            yield np.array([block])
        for cluster in range(self.tables.clusters):
            group = np.flatnonzero(labels == cluster)
            if len(group):
                yield group
        for codes in self.blocks.codes.T:
            for cluster in range(self.tables.clusters):
                for code in np.unique(codes[labels == cluster]).tolist():
                    group = np.flatnonzero((labels == cluster) & (codes == code))
                    if len(group) > 1:
                        yield group


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
        moved = [state.move(group) for group in state.groups(order)]
        state.settle(state.tables.labels)
        if not any(moved):
            break
    return state.tables.labels.astype(np.int64), state.mean


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
