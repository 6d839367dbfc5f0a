"""Random scored pairs, and their clusters at a threshold by brute force."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Linked", "clusters_at", "linked"]

Pair = tuple[int, int, float]


class Linked(NamedTuple):
    """A reference of items 0, 1, 2, …, and pairs of them with scores."""

    reference: NDArray[np.int64]
    pairs: list[Pair]


def linked(n: int, clusters: int, pairs: int, seed: int, digits: int = 2) -> Linked:
    """Draw pairs, of which those inside a cluster tend to have higher scores; some scores tie."""
    rng = np.random.default_rng(seed)
    reference = rng.integers(0, clusters, n)
    left = rng.integers(0, n, pairs)
    mates = [np.flatnonzero(reference == label) for label in reference[left]]
    inside = np.array([rng.choice(of_one) for of_one in mates])
    right = np.where(rng.random(pairs) < 0.6, inside, rng.integers(0, n, pairs))
    same = reference[left] == reference[right]
    scores = np.where(same, rng.beta(4, 2, pairs), rng.beta(2, 4, pairs)).round(digits)
    rows = zip(left.tolist(), right.tolist(), scores.tolist(), strict=True)
    return Linked(reference, [row for row in rows if row[0] != row[1]])


def clusters_at(pairs: list[Pair], threshold: float, n: int) -> list[int]:
    """Return the cluster of each item when pairs with score ≥ threshold are joined."""
    labels = list(range(n))
    for left, right, score in pairs:
        if score >= threshold and labels[left] != labels[right]:
            old, new = labels[left], labels[right]
            labels = [new if label == old else label for label in labels]
    return labels
