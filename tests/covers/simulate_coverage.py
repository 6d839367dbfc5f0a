"""How often intervals of scores of covers and memberships hold the score of all items.

Run ``python tests/covers/simulate_coverage.py`` for the figures of docs/covers.md.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import partwise as pw

TYPES = 300
COVER_KEYS = (
    "omega",
    "extended_bcubed",
    "extended_bcubed_precision",
    "extended_bcubed_recall",
)

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Population:
    """Infinitely many items of some hundred types; a type has its clusters in both covers."""

    shares: Matrix
    reference: NDArray[np.bool_]
    candidate: NDArray[np.bool_]
    soft: tuple[Matrix, Matrix]


def population(noise: float, clusters: int, seed: int) -> Population:
    rng = np.random.default_rng(seed)
    reference = rng.random((TYPES, clusters)) < 1.5 / clusters
    candidate = reference ^ (rng.random((TYPES, clusters)) < noise / clusters)
    soft = rng.dirichlet(np.full(clusters, 0.3), TYPES)
    part = min(noise / 2, 1.0)
    mixed = (1 - part) * soft + part * rng.dirichlet(np.full(clusters, 0.3), TYPES)
    return Population(rng.dirichlet(np.full(TYPES, 2.0)), reference, candidate, (soft, mixed))


def true_scores(p: Population) -> dict[str, float]:
    """Scores of the population, from the shares of pairs of types."""
    a, b = (side.astype(int) @ side.T.astype(int) for side in (p.reference, p.candidate))
    pairs = np.outer(p.shares, p.shares)
    agree = float(pairs[a == b].sum())
    chance = sum(
        float(pairs[a == level].sum() * pairs[b == level].sum()) for level in range(a.max() + 1)
    )
    recall, precision = _mean_share(p.shares, a, b), _mean_share(p.shares, b, a)
    one, other = (np.abs(s[:, None] - s[None]).sum(axis=2) / 2 for s in p.soft)
    return {
        "omega": (agree - chance) / (1 - chance),
        "extended_bcubed": 2 * precision * recall / (precision + recall),
        "extended_bcubed_precision": precision,
        "extended_bcubed_recall": recall,
        "fuzzy_rand": 1 - float((pairs * np.abs(one - other)).sum()),
    }


def _mean_share(shares: Matrix, own: NDArray[np.int64], other: NDArray[np.int64]) -> float:
    is_near = own > 0
    ratios = np.where(is_near, np.minimum(own, other) / np.maximum(own, 1), 0)
    near = is_near @ shares
    means = np.divide(ratios @ shares, near, out=np.zeros(len(shares)), where=near > 0)
    return float(means @ shares / shares[near > 0].sum())


def coverage(noise: float, clusters: int, n: int, samples: int, seed: int) -> dict[str, float]:
    """Draw items from the population; return which share of the intervals holds its score.

    Where the interval was refused there is none to count; "refused" has how many there were.
    """
    p = population(noise, clusters, seed)
    true = true_scores(p)
    rng = np.random.default_rng(seed)
    held: dict[str, list[bool]] = {key: [] for key in true}
    for _ in range(samples):
        drawn = rng.choice(TYPES, n, p=p.shares)
        reference, candidate = pw.Cover(p.reference[drawn]), pw.Cover(p.candidate[drawn])
        one, other = (pw.Memberships(side[drawn]) for side in p.soft)
        estimates = {
            **pw.compare(reference, {"one": candidate}, list(COVER_KEYS)).estimates()["one"],
            **pw.compare(one, {"one": other}, "fuzzy_rand").estimates()["one"],
        }
        for key, e in estimates.items():
            if e.low is not None and e.high is not None:
                held[key].append(e.low <= true[key] <= e.high)
    shares = {key: round(float(np.mean(own)), 3) for key, own in held.items() if own}
    return shares | {"refused": sum(samples - len(own) for own in held.values())}


if __name__ == "__main__":
    for noise, clusters in ((0.3, 6), (0.3, 20), (1.0, 6), (2.5, 6)):
        for n in (100, 400):
            found = coverage(noise, clusters, n, 300, seed=2026)
            true = true_scores(population(noise, clusters, 2026))["omega"]
            sys.stdout.write(
                f"Omega {true:.2f}, noise {noise}, {clusters} clusters, {n} items: {found}\n"
            )
            sys.stdout.flush()
