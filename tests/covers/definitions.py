"""Indices for covers, written directly from their definitions, over all pairs of items.

A cover is a list of frozensets of the items 0, …, n − 1. Nothing of partwise is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm
from random import Random
from typing import TypeAlias

import mpmath

Clusters: TypeAlias = Sequence[frozenset[int]]

ALPHA = Fraction(9, 10)
mpmath.mp.dps = 40


def together(cover: Clusters, x: int, y: int) -> int:
    return sum(x in part and y in part for part in cover)


def omega(n: int, a: Clusters, b: Clusters) -> Fraction | None:
    """Collins and Dent (1988), equations 4 to 6: observed and expected agreement of levels."""
    pairs = [(together(a, x, y), together(b, x, y)) for x, y in combinations(range(n), 2)]
    if not pairs:
        return None
    levels = range(max(len(a), len(b)) + 1)
    observed = Fraction(sum(s == t for s, t in pairs), len(pairs))
    expected = sum(
        Fraction(sum(s == j for s, _ in pairs) * sum(t == j for _, t in pairs), len(pairs) ** 2)
        for j in levels
    )
    return None if expected == 1 else (observed - expected) / (1 - expected)


def _averages(n: int, a: Clusters, b: Clusters) -> Fraction | None:
    """Average over items in a cluster of b, and over items that share one, of the multiplicity."""
    by_item = []
    for x in range(n):
        near = [y for y in range(n) if together(b, x, y)]
        if near:
            shares = [
                Fraction(min(together(a, x, y), together(b, x, y)), together(b, x, y)) for y in near
            ]
            by_item.append(sum(shares, Fraction()) / len(near))
    return sum(by_item, Fraction()) / len(by_item) if by_item else None


def extended_bcubed_precision(n: int, a: Clusters, b: Clusters) -> Fraction | None:
    """Amigó et al. (2009), section 5: multiplicity precision, with the item itself."""
    return _averages(n, a, b)


def extended_bcubed_recall(n: int, a: Clusters, b: Clusters) -> Fraction | None:
    return _averages(n, b, a)


def extended_bcubed(n: int, a: Clusters, b: Clusters) -> Fraction | None:
    precision, recall = _averages(n, a, b), _averages(n, b, a)
    if precision is None or recall is None or precision + recall == 0:
        return None
    return 2 * precision * recall / (precision + recall)


def average_f1(n: int, a: Clusters, b: Clusters) -> Fraction | None:
    """Yang and Leskovec (2013), section 5: best matches from both sides."""
    del n
    if not a or not b:
        return None

    def best(part: frozenset[int], others: Clusters) -> Fraction:
        return max(Fraction(2 * len(part & other), len(part) + len(other)) for other in others)

    return (
        sum((best(part, b) for part in a), Fraction()) / len(a)
        + sum((best(part, a) for part in b), Fraction()) / len(b)
    ) / 2


def _h(count: int, n: int) -> mpmath.mpf:
    return (
        mpmath.mpf(0) if count == 0 else -mpmath.mpf(count) / n * mpmath.log(mpmath.mpf(count) / n)
    )


def _entropy(part: frozenset[int], n: int) -> mpmath.mpf:
    return _h(len(part), n) + _h(n - len(part), n)


def _left(part: frozenset[int], others: Clusters, n: int, *, ties: bool) -> mpmath.mpf:
    """Least conditional entropy of a cluster, over those that agree more than a complement does."""
    least = _entropy(part, n)
    for other in others:
        both = len(part & other)
        one, two = len(part) - both, len(other) - both
        none = n - both - one - two
        agree, differ = _h(both, n) + _h(none, n), _h(one, n) + _h(two, n)
        is_tie = abs(agree - differ) < mpmath.mpf(10) ** -30
        if is_tie if is_tie and ties else agree > differ and not is_tie:
            least = min(least, agree + differ - _entropy(other, n))
    return least


def onmi_lfk(n: int, a: Clusters, b: Clusters) -> float | None:
    """Lancichinetti, Fortunato and Kertész (2009), appendix B; clusters of all items left out."""
    shares = []
    for cover, other in ((a, b), (b, a)):
        own = [
            _left(part, other, n, ties=False) / _entropy(part, n) for part in cover if len(part) < n
        ]
        if not own:
            return None
        shares.append(sum(own) / len(own))
    return float(1 - sum(shares) / 2)


def onmi_max(n: int, a: Clusters, b: Clusters) -> float | None:
    """McDaid, Greene and Hurley (2011), equations 1 to 5 and NMI_max."""
    totals = [sum(_entropy(part, n) for part in cover) for cover in (a, b)]
    left = [
        sum(_left(part, other, n, ties=True) for part in cover) for cover, other in ((a, b), (b, a))
    ]
    if not max(totals):
        return None
    return float((totals[0] - left[0] + totals[1] - left[1]) / 2 / max(totals))


def _walks(n: int, cover: Clusters) -> list[list[Fraction]]:
    """Personalised PageRank of each item: p = (1 − α) e + α p W, solved by elimination.

    Equations are multiplied by 10 and by the denominators of W, and eliminated in whole numbers
    (Bareiss), which takes a fifth of the time that fractions take.
    """
    rows = []
    for x in range(n):
        own = [part for part in cover if x in part] or [frozenset({x})]
        scale = lcm(*(len(own) * len(part) for part in own))
        row = [10 * scale * (x == y) for y in range(n)] + [scale * (x == y) for y in range(n)]
        for part in own:
            for y in part:
                row[y] -= 9 * scale // (len(own) * len(part))
        rows.append(row)
    previous = 1
    for pivot in range(n):
        lead = rows[pivot]  # diagonally dominant: its pivot is never 0
        for other in range(n):
            if other != pivot:
                row, factor = rows[other], rows[other][pivot]
                rows[other] = [
                    (lead[pivot] * entry - factor * first) // previous
                    for entry, first in zip(row, lead, strict=True)
                ]
        previous = lead[pivot]
    return [[Fraction(entry, row[x]) for entry in row[n:]] for x, row in enumerate(rows)]


def element_centric(n: int, a: Clusters, b: Clusters) -> Fraction | None:
    """Gates et al. (2019), equations 1 to 3, with α = 0.9."""
    if n == 0:
        return None
    walks = zip(_walks(n, a), _walks(n, b), strict=True)
    distances = (sum(abs(p - q) for p, q in zip(one, other, strict=True)) for one, other in walks)
    return sum((1 - distance / (2 * ALPHA) for distance in distances), Fraction()) / n


DEFINITIONS = {
    "omega": omega,
    "onmi_lfk": onmi_lfk,
    "onmi_max": onmi_max,
    "extended_bcubed": extended_bcubed,
    "extended_bcubed_precision": extended_bcubed_precision,
    "extended_bcubed_recall": extended_bcubed_recall,
    "average_f1": average_f1,
    "element_centric": element_centric,
}


def random_cover(random: Random, n: int, most: int = 5) -> list[frozenset[int]]:
    """Draw clusters of any size: sometimes none, sometimes the same or all items."""
    sizes = [random.randint(1, n) for _ in range(random.randint(0, most))]
    return [frozenset(random.sample(range(n), size)) for size in sizes]


def random_partition(random: Random, n: int) -> list[int]:
    most = random.choice([1, 2, 3, n])
    return [random.randrange(most) for _ in range(n)]
