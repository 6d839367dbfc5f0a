"""Populations of which everything is known, to draw samples from.

An item belongs to a cluster of the reference and to one of each of two candidates. Some items are
hard: candidates go wrong on them more often, both of them, so that their errors are related.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise.catalogue.index_record import Index
from partwise.tables.contingency_table import Contingency
from partwise.tables.pairs import PairCounts

Codes = NDArray[np.int64]
Matrix = NDArray[np.float64]

HARD = 0.3
RIGHT = {"first": (0.9, 0.5), "second": (0.85, 0.4)}  # of easy and of hard items
OFTEN = (
    (0.05, 20),
    (0.1, 12),
)  # share of items split off; one cluster in so many is merged
RARELY = ((0.002, 300), (0.004, 200))
LAWS = ("equal", "geometric", "power law 1.6", "power law 2", "power law 2.5")
"""Laws of cluster sizes, from alike to a few clusters that hold most items and back."""


def shares(k: int, shape: str, rng: np.random.Generator) -> Matrix:
    """Return the shares of k clusters, by the law of their sizes.

    Of "geometric" and "power law a" (the share of clusters above size s falls as s to the 1 − a),
    these are the quantiles that part the law into k + 1, largest first: nothing random.

    Examples
    --------
    >>> [round(float(shares(100, law, np.random.default_rng(0))[0]), 2) for law in LAWS]
    [0.01, 0.05, 0.49, 0.19, 0.09]
    """
    above = np.arange(1, k + 1) / (k + 1)
    raw = {
        "even": np.ones(k),
        "uneven": rng.gamma(2.0, size=k),
        "skewed": 1 / np.arange(1, k + 1),
        "equal": np.ones(k),
        "geometric": -np.log(above),
        **{f"power law {a:g}": above ** (1 / (1 - a)) for a in (1.6, 2, 2.5)},
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

    @property
    def joints(self) -> tuple[Matrix, Matrix]:
        """The tables of probabilities of both candidates."""
        return self.first.joint(self.shares), self.second.joint(self.shares)

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


def _entropy(p: Matrix) -> float:
    seen = p[p > 0]
    return -float((seen * np.log(seen)).sum())


def entropy_values(joint: Matrix) -> dict[str, float]:
    """Return NMI, VI, what AMI tends to, and BCubed of a population."""
    a, b = joint.sum(axis=1), joint.sum(axis=0)
    of_a, of_b, of_both = _entropy(a), _entropy(b), _entropy(joint)
    shared = of_a + of_b - of_both
    recall = float((joint**2 / a[:, None]).sum())
    precision = float((joint**2 / b).sum())
    return {
        "nmi_arithmetic": 2 * shared / (of_a + of_b),
        "vi": 2 * of_both - of_a - of_b,
        "ami_geometric": shared / float(np.sqrt(of_a * of_b)),
        "bcubed": 2 * precision * recall / (precision + recall),
    }


def plug_in_interval(index: Index, table: Contingency) -> tuple[float, float]:
    """Return the score of the sample ± 1.96 times the jackknife's error: what must not be printed.

    The error of AMI is that of the NMI with its normalisation.
    """
    rows, columns, counts = table.cells
    n, cells = table.n, counts.astype(np.float64)
    sizes = (table.row_sizes[rows], table.column_sizes[columns], counts)
    sums = [
        float((size * np.log(size)).sum()) for size in (table.row_sizes, table.column_sizes, counts)
    ]
    a, b, both = (
        np.log(n - 1) - (total - _log_step(size.astype(np.float64))) / (n - 1)
        for size, total in zip(sizes, sums, strict=True)
    )
    shared = a + b - both
    without = {
        "nmi_arithmetic": 2 * shared / (a + b),
        "vi": 2 * both - a - b,
        "ami_geometric": shared / np.sqrt(a * b),
        "bcubed": _bcubed_without(table),
    }[index.key]
    moves = without - cells @ without / n
    error = float(np.sqrt((n - 1) / n * (cells @ moves**2)))
    value = float(index.evaluate(table).value)
    return value - 1.96 * error, value + 1.96 * error


def _log_step(x: Matrix) -> Matrix:
    """Return x ln x − (x−1) ln (x−1)."""
    return x * np.log(x) - (x - 1) * np.log(np.maximum(x - 1, 1))


def _bcubed_without(table: Contingency) -> Matrix:
    """Return BCubed, self-pairs included, without an item of each cell, to first order."""
    rows, columns, counts = table.cells
    cells, n = counts.astype(np.float64), table.n
    means, moves = [], []
    for lines, sizes in ((rows, table.row_sizes), (columns, table.column_sizes)):
        squares = np.bincount(lines, cells**2, len(sizes)) / sizes
        share = squares[lines] / sizes[lines]
        means.append(squares.sum() / n)
        moves.append(-(2 * cells / sizes[lines] - share - means[-1]) / n)
    recall, precision = (mean + move for mean, move in zip(means, moves, strict=True))
    return np.asarray(2 * precision * recall / (precision + recall))


def clustered(k: int, shape: str, rng: np.random.Generator) -> tuple[Codes, Codes, Codes]:
    """Make all items of a population of k reference clusters, of 20 items on average.

    Candidates send a fifth or a quarter of the items to one of twenty other clusters, merge a tenth
    of the clusters with the next one, and split a fifth.
    """
    sizes = np.full(k, 20) if shape == "even" else 1 + rng.poisson(rng.gamma(3, 19 / 3, k))
    reference = np.repeat(np.arange(k), sizes)
    n = len(reference)
    candidates = []
    for wrong in (0.2, 0.26):
        other = (reference + rng.integers(1, 20, n)) % k
        codes = np.where(rng.random(n) < wrong, other, reference)
        merged = np.arange(k)
        chosen = rng.choice(k - 1, k // 10, replace=False)
        merged[chosen] = merged[chosen + 1]
        codes = merged[codes]
        is_split = rng.random(k) < 0.2
        candidates.append(np.where(is_split[codes] & (rng.random(n) < 0.4), codes + k, codes))
    return reference, candidates[0], candidates[1]


def entities(k: int, shape: str, rng: np.random.Generator) -> tuple[Codes, Codes, Codes]:
    """Make all items of a population as of resolved entities: most clusters are small, some large.

    Candidates split off single items, and merge some clusters with the next one, seldom if the
    shape is "rare". If it is "heap", they also throw some items of everywhere into one heap.
    """
    sizes = rng.geometric(0.35, k)
    large = rng.random(k) < 0.02
    sizes[large] += rng.integers(5, 25, int(large.sum()))
    reference = np.repeat(np.arange(k), sizes)
    n = len(reference)
    candidates = []
    for wrong, merges in RARELY if shape == "rare" else OFTEN:
        merged = np.arange(k)
        chosen = rng.choice(k - 1, k // merges, replace=False)
        merged[chosen] = merged[chosen + 1]
        codes = np.where(rng.random(n) < wrong, k + np.arange(n), merged[reference])
        in_heap = rng.random(n) < (0.02 if shape == "heap" else 0.0)
        candidates.append(np.where(in_heap, k + n, codes))
    return reference, candidates[0], candidates[1]
