"""Whether an index has a property on all small clusterings, or on all small counts.

Slow and obvious; values come from the index with its conventions, or from the oracle. What has no
value breaks nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import numpy as np

from partwise import Contingency, Index, contingency
from support.definitions import above, of_counts
from support.small_counts import Counts, all_counts, by_sizes, improvements, partitions_of

__all__ = [
    "CHECKS",
    "EPSILON",
    "holds_constant_baseline",
    "holds_distance",
    "holds_maximal_agreement",
    "holds_minimal_agreement",
    "holds_monotonicity",
    "holds_strong_monotonicity",
    "holds_symmetry",
    "slopes",
    "towards",
]

EPSILON = 1e-12


def towards(index: Index, counts: Counts) -> float:
    """The value by formula or convention, turned so that larger means more alike."""
    value = float(index.from_counts(*counts))
    return value if index.direction == "similarity" else -value


def holds_maximal_agreement(index: Index) -> bool:
    best = towards(index, (1, 0, 0, 2))
    for n in range(2, 7):
        for counts in all_counts(n):
            value = towards(index, counts)
            if counts[1] == counts[2] == 0:
                if abs(value - best) > EPSILON:
                    return False
            elif value >= best - EPSILON:
                return False
    return True


def holds_symmetry(index: Index) -> bool:
    for n11, n10, n01, n00 in all_counts(6):
        one, other = towards(index, (n11, n10, n01, n00)), towards(index, (n11, n01, n10, n00))
        if abs(one - other) > EPSILON:
            return False
    return True


def holds_monotonicity(index: Index) -> bool:
    for n in (3, 4, 5):
        for before, after in improvements(n):
            for (a, b, c, d), (e, f, g, h) in (
                (before, after),
                ((before[0], before[2], before[1], before[3]),
                 (after[0], after[2], after[1], after[3])),
            ):  # fmt: skip
                if towards(index, (a, b, c, d)) >= towards(index, (e, f, g, h)) - EPSILON:
                    return False
    return True


def holds_constant_baseline(index: Index) -> bool:
    means = [
        sum(towards(index, each) for each in counts) / len(counts)
        for n in (3, 4, 5)
        for counts in by_sizes(n)
    ]
    return max(means) - min(means) < EPSILON


@cache
def _tables(n: int) -> list[list[Contingency]]:
    return [[contingency(a, b) for b in partitions_of(n)] for a in partitions_of(n)]


def holds_distance(index: Index) -> bool:
    for n in (3, 4, 5):
        values = np.array([[float(index.evaluate(table)) for table in row] for row in _tables(n)])
        d = abs(values - values.diagonal()[:, None])
        if (d[:, None, :] > d[:, :, None] + d + EPSILON).any():  # d(A, C) > d(A, B) + d(B, C)
            return False
    return True


SMALL: list[Counts] = [p for p in product(range(4), range(4), range(4), range(4)) if sum(p)]


def holds_minimal_agreement(index: Index) -> bool:
    worst = towards(index, (0, 1, 2, 0))
    for counts in SMALL:
        value = towards(index, counts)
        if counts[0] + counts[3] == 0:
            if abs(value - worst) > EPSILON:
                return False
        elif value <= worst + EPSILON:
            return False
    return True


def holds_strong_monotonicity(index: Index) -> bool:
    for p, (i, wanted) in product(SMALL, enumerate((1, -1, -1, 1))):
        if not (p[1] + p[2] if wanted > 0 else p[0] + p[3]):
            continue
        before = of_counts(index.key, p)
        after = of_counts(index.key, tuple(c + (i == k) for k, c in enumerate(p)))
        if before is None or after is None:
            continue
        if not (above(after, before) if wanted > 0 else above(before, after)):
            return False
    return True


def slopes(index: Index) -> set[int]:
    """Signs of the change of V(expected counts) when m_B grows, over a grid; from the oracle."""
    found = set()
    total = Fraction(60)
    for m_a in range(5, 60, 5):
        values = []
        for m_b in range(1, 60, 2):
            n11 = Fraction(m_a * m_b) / total
            values.append(
                of_counts(index.key, (n11, m_a - n11, m_b - n11, total - m_a - m_b + n11))
            )
        for x, y in pairwise(values):
            found.add(1 if above(y, x) else -1 if above(x, y) else 0)
    return found


CHECKS: dict[str, Callable[[Index], bool]] = {
    "maximal_agreement": holds_maximal_agreement,
    "minimal_agreement": holds_minimal_agreement,
    "symmetry": holds_symmetry,
    "monotonicity": holds_monotonicity,
    "strong_monotonicity": holds_strong_monotonicity,
    "constant_baseline": holds_constant_baseline,
    "distance": holds_distance,
    "asymptotic_constant_baseline": lambda index: slopes(index) == {0},
}
