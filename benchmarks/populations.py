"""Populations of which everything is known, to draw samples from.

An item belongs to a cluster of the reference and to one of each of two candidates. Some items are
hard: candidates go wrong on them more often, both of them, so that their errors are related.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise.index import Index
from partwise.pairs import PairCounts

Codes = NDArray[np.int64]
Matrix = NDArray[np.float64]

HARD = 0.3
RIGHT = {"first": (0.9, 0.5), "second": (0.85, 0.4)}  # of easy and of hard items


def shares(k: int, shape: str, rng: np.random.Generator) -> Matrix:
    """Return the shares of k clusters."""
    raw = {
        "even": np.ones(k),
        "uneven": rng.gamma(2.0, size=k),
        "skewed": 1 / np.arange(1, k + 1),
    }[shape]
    return np.asarray(raw / raw.sum())


@dataclass(frozen=True)
class Candidate:
    """How a candidate clusters an item, given its cluster in the reference.

    Right items of cluster i go to ``home[i]`` or, for some clusters, to one of two homes (a split);
    others go anywhere, by ``sizes``.
    """

    homes: Codes
    sizes: Matrix
    right: tuple[float, float]

    def draw(self, reference: Codes, hard: NDArray[np.bool_], rng: np.random.Generator) -> Codes:
        """Draw the clusters of items."""
        n = len(reference)
        home = self.homes[reference, rng.integers(0, 2, n)]
        anywhere = rng.choice(len(self.sizes), n, p=self.sizes)
        is_right = rng.random(n) < np.where(hard, self.right[1], self.right[0])
        return np.where(is_right, home, anywhere)

    def joint(self, shares: Matrix) -> Matrix:
        """Return the probability of each pair of clusters of the reference and the candidate."""
        right = (1 - HARD) * self.right[0] + HARD * self.right[1]
        table = (1 - right) * np.outer(shares, self.sizes)
        for homes in self.homes.T:
            np.add.at(table, (np.arange(len(shares)), homes), right / 2 * shares)
        return table


@dataclass(frozen=True)
class Population:
    """A reference and two candidates."""

    shares: Matrix
    first: Candidate
    second: Candidate

    @classmethod
    def of(cls, k: int, shape: str, seed: int = 0) -> Population:
        """Make a population with k clusters; its candidates have a fifth more."""
        rng = np.random.default_rng([seed, k])
        more = k + k // 5
        candidates = []
        for right in RIGHT.values():
            homes = np.stack([np.arange(k)] * 2, axis=1)
            split = rng.choice(k, k // 5, replace=False)
            homes[split, 1] = np.arange(k, more)
            merged = rng.choice(k, k // 10, replace=False)
            homes[merged, 0] = rng.choice(k, k // 10)
            candidates.append(Candidate(homes, shares(more, shape, rng), right))
        return cls(shares(k, shape, rng), *candidates)

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Codes, Codes, Codes]:
        """Draw n items, independently."""
        reference = rng.choice(len(self.shares), n, p=self.shares)
        hard = rng.random(n) < HARD
        drawn = [each.draw(reference, hard, rng) for each in (self.first, self.second)]
        return reference, drawn[0], drawn[1]


def pair_value(index: Index, joint: Matrix) -> float:
    """Return what a pair-counting index tends to as a sample of this population grows."""
    both, a, b = (float((p**2).sum()) for p in (joint, joint.sum(axis=1), joint.sum(axis=0)))
    pairs = (both, a - both, b - both, 1 - a - b + both)
    return float(index.formula(PairCounts(*(np.array([share * 2.0**60]) for share in pairs)))[0])
