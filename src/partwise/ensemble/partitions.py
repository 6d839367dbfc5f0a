"""All clusterings of a few items, and the best of them as a consensus."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from partwise.ensemble.objective import Objective
from partwise.factorize import Codes

__all__ = ["MOST_ITEMS", "MOST_ITEMS_BY_VALUES", "all_labels", "best_of_all"]

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
    inputs = np.array([each[left] == each[right] for each in codes], np.int64)
    means = objective.means(inputs @ together.T, together.sum(axis=1))
    best = means.min()
    chosen = int(np.flatnonzero(means <= best + _TIE)[0])
    return labels[chosen].astype(np.int64), int((means <= best + _TIE).sum()), len(labels)
