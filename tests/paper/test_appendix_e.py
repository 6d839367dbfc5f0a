"""Appendix E: the proof of Theorem 2, the baseline of CD, and the comparison with Lei et al.

An erratum is one of docs/errata.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, product

import pytest
import sympy

from support.definitions import trivial
from support.oracle import set_partitions, value
from support.oracle_tables import exact_law
from support.partitions import (
    Partition,
    agreements,
    grouped,
    integer_partitions,
    perfect_merges,
    perfect_splits,
    rgs,
)

Labels = tuple[int, ...]
Sizes = tuple[int, ...]
Law = dict[int, Fraction]

# --- E.1


def closure(
    start: Partition, a: Partition, step: Callable[[Partition, Partition], Iterable[Partition]]
) -> set[Partition]:
    reached, edge = {start}, {start}
    while edge:
        edge = {after for before in edge for after in step(a, before)} - reached
        reached |= edge
    return reached


def test_improvements_go_through_the_meet() -> None:
    """E.1: B x B' comes from B by perfect splits, and B' from B x B' by perfect merges (n = 4)."""
    every = list(set_partitions(4))
    for a, b, better in product(every, repeat=3):
        meet = grouped(zip(b, better, strict=True))
        finer = closure(grouped(b), grouped(a), perfect_splits)
        by_meet = meet in finer and grouped(better) in closure(meet, grouped(a), perfect_merges)
        assert by_meet == (agreements(a, b) <= agreements(a, better))


def agreeing(a: Labels, b: Labels) -> int:
    """The pairs about which A and B agree, as the bits of a number."""
    return sum(
        1 << i
        for i, (v, w) in enumerate(combinations(range(len(a)), 2))
        if (a[v] == a[w]) == (b[v] == b[w])
    )


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_theorem_2(n: int) -> None:
    """Theorem 2: B' is an A-consistent improvement iff perfect splits and merges lead to it from B.

    A is one clustering of each sizes: a renaming of items changes nothing.
    """
    every = list(set_partitions(n))
    for a in {tuple(sorted(map(len, grouped(x)))): x for x in every}.values():
        agree = {b: agreeing(a, b) for b in every}
        reached: dict[Labels, set[Labels]] = {}
        for b in sorted(every, key=lambda x: agree[x].bit_count(), reverse=True):
            better = [
                *perfect_splits(grouped(a), grouped(b)),
                *perfect_merges(grouped(a), grouped(b)),
            ]
            reached[b] = set()
            for step in map(rgs, better):  # a step agrees more, so it was seen before
                reached[b] |= {step} | reached[step]
            assert reached[b] == {x for x in every if x != b and agree[b] & ~agree[x] == 0}


# --- E.2


def test_series_of_the_arccosine() -> None:
    """E.2: arccos(x)/pi = 1/2 - 1/pi sum (2k)! / (4^k k!^2) x^(2k+1) / (2k+1)."""
    x = sympy.Symbol("x")
    series = sympy.series(sympy.acos(x) / sympy.pi, x, 0, 12).removeO()
    printed = (
        sympy.Rational(1, 2)
        - sum(
            sympy.factorial(2 * k)
            / (4**k * sympy.factorial(k) ** 2)
            * x ** (2 * k + 1)
            / (2 * k + 1)
            for k in range(6)
        )
        / sympy.pi
    )
    assert sympy.expand(series - printed) == 0


def law_of_correlation(sizes_a: Sizes, sizes_b: Sizes) -> list[tuple[float, float]]:
    pairs = math.comb(sum(sizes_a), 2)
    m_a, m_b = (sum(math.comb(s, 2) for s in sizes) for sizes in (sizes_a, sizes_b))
    norm = math.sqrt(m_a * (pairs - m_a) * m_b * (pairs - m_b))
    law: Law = {}
    for table, chance in exact_law(sizes_a, sizes_b).items():
        n11 = sum(math.comb(x, 2) for row in table for x in row)
        law[n11] = law.get(n11, Fraction(0)) + chance
    return [((n11 * pairs - m_a * m_b) / norm, float(p)) for n11, p in law.items()]


def inner(n: int) -> list[Sizes]:
    return [sizes for sizes in integer_partitions(n) if 1 < len(sizes) < n]


@pytest.mark.parametrize("n", [5, 6, 7])
def test_correlation_distance_is_close_to_its_baseline(n: int) -> None:
    """E.2 and Section 4.6: E[CD] is "very close" to 1/2: within (1/2 - 1/pi) / (n - 1), n >= 5.

    The series gives |arcsin x - x| <= (pi/2 - 1) x^2, and E[CC^2] <= 1 / (n - 1) (erratum 3).
    The footnote: CD' = sqrt(2 (1 - CC)), scaled to [0, 1] as well, is never closer for these n.
    """
    bound = (1 / 2 - 1 / math.pi) / (n - 1)
    for sizes_a, sizes_b in product(inner(n), repeat=2):
        law = law_of_correlation(sizes_a, sizes_b)
        clipped = [(min(1.0, max(-1.0, c)), p) for c, p in law]
        arc = math.fsum(p * math.acos(c) / math.pi for c, p in clipped) - 1 / 2
        chord = math.fsum(p * math.sqrt(2 * (1 - c)) / 2 for c, p in clipped) - math.sqrt(1 / 2)
        assert abs(arc) <= bound
        assert abs(arc) <= abs(chord) + 1e-12


def test_the_theorem_needs_a_candidate_that_is_not_trivial() -> None:
    """E.2: "a cluster-size specification s". Erratum 29: for s = (n) and (1, ..., 1) CC is 0/0."""
    for n in (3, 4, 5):
        for a in set_partitions(n):
            for b in ((0,) * n, tuple(range(n))):
                assert trivial(a) or value("correlation", a, b) is None


# --- E.3


def expected_jaccard(law: Law, m_a: int, m_b: int) -> Fraction:
    return sum((p * Fraction(x, m_a + m_b - x) for x, p in law.items()), Fraction(0))


def against_equal(size: int) -> Law:
    law: Law = {}
    for table, chance in exact_law((size,) * 3, (size,) * 3).items():
        n11 = sum(math.comb(x, 2) for row in table for x in row)
        law[n11] = law.get(n11, Fraction(0)) + chance
    return law


def against_one_large(size: int) -> Law:
    """The law of N11 for 3 clusters of a size against one of twice the size and singletons."""
    law: Law = {}
    for taken in product(range(size + 1), repeat=3):
        if sum(taken) == 2 * size:
            n11 = sum(math.comb(x, 2) for x in taken)
            ways = math.prod(math.comb(size, x) for x in taken)
            law[n11] = law.get(n11, Fraction(0)) + Fraction(ways, math.comb(3 * size, size))
    return law


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8])
def test_jaccard_prefers_more_clusters_here(size: int) -> None:
    """E.3: E[J(A, B')] > E[J(A, B)] for s = (l, l, l), s' = (2l, 1, ..., 1) and every l > 2."""
    m_a, m_large = 3 * math.comb(size, 2), math.comb(2 * size, 2)
    assert m_large > m_a
    equal, large = against_equal(size), against_one_large(size)
    assert sum(equal.values()) == sum(large.values()) == 1
    assert expected_jaccard(large, m_a, m_large) > expected_jaccard(equal, m_a, m_a)
    assert (size + 1 > 3) == (size > 2)


def test_limits_of_the_two_baselines() -> None:
    """E.3 for l to infinity: J^(s) is 1/5 for p_B = 1/3 and 4/17 for p_B = 4/9."""

    def jaccard(a: Fraction, b: Fraction) -> Fraction:
        return a * b / (a + b - a * b)

    third = Fraction(1, 3)
    assert (jaccard(third, third), jaccard(third, Fraction(4, 9))) == (
        Fraction(1, 5),
        Fraction(4, 17),
    )
    size = sympy.Symbol("l", positive=True)
    more = sympy.binomial(2 * size, 2) - 3 * sympy.binomial(size, 2)
    assert sympy.expand(more.expand(func=True) - size * (size + 1) / 2) == 0
