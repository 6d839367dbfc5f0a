"""Appendix C, its introduction, C.1 (distance) and C.2 (linear complexity).

The printed numbers of C.1 are in ``test_paper_examples.py``. An erratum is one of docs/errata.md.
"""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from support.definitions import score_of
from support.oracle import PAIR_COUNTING, pair_counts, set_partitions, value
from support.oracle_information import ZERO, LogSum, brute_force_chances, mean_of
from support.partitions import agreements, integer_partitions

Labels = tuple[int, ...]
Sizes = tuple[int, ...]

A, B, C = (0, 0, 1, 2), (0, 0, 1, 1), (0, 1, 2, 2)

# --- what is called trivial to test


def test_the_value_for_equal_clusterings_does_not_decide_maximal_agreement() -> None:
    """Appendix C: maximal agreement is tested "by simply checking V(A, A) = c_max".

    Erratum 21: Wallace and Goodman & Kruskal pass (for 1 < k < n) and reach 1 elsewhere.
    """
    a, coarser = (0, 0, 1), (0, 0, 0)
    for key in ("wallace_1", "goodman_kruskal"):
        for n in (3, 4, 5):
            inner = [x for x in set_partitions(n) if 1 < len(set(x)) < n]
            assert {value(key, x, x) for x in inner} == {1}
    assert value("wallace_1", a, coarser) == 1
    assert value("goodman_kruskal", (0, 0, 1, 2), (0, 0, 1, 1)) == 1


@pytest.mark.parametrize("key", ["jaccard", "dice"])
def test_the_value_for_complements_does_not_decide_minimal_agreement(key: str) -> None:
    """Appendix C: minimal agreement by "checking V(0, N10, N01, 0) = c_min".

    Erratum 21: J and D pass, with c_min = 0, and are 0 for 01|2 against 02|1 as well.
    """
    index = PAIR_COUNTING[key]
    for n10, n01 in product(range(1, 5), repeat=2):
        assert index(Fraction(0), Fraction(n10), Fraction(n01), Fraction(0)) == 0
    assert agreements((0, 0, 1), (0, 1, 0))
    assert value(key, (0, 0, 1), (0, 1, 0)) == 0


# --- C.1


@pytest.mark.parametrize("key", ["rand", "jaccard", "vi", "nmi_max"])
def test_distances_of_five_items(key: str) -> None:
    """C.1: 1 - R, 1 - J, VI and 1 - NMI_max are distances, here for all triples with n = 5."""
    every, score = list(set_partitions(5)), score_of(key)
    best = score(every[1], every[1])
    assert best is not None
    found = [[score(a, b) for b in every] for a in every]
    far = np.array([[0 if x is None else float(best - x) for x in row] for row in found])
    undefined = {(a, b) for a, b in product(every, repeat=2) if score(a, b) is None}
    assert undefined <= {(a, a) for a in every}  # 0/0 for a trivial clustering and itself
    assert np.all(far[:, None, :] <= far[:, :, None] + far[None, :, :] + 1e-12)
    assert np.all(far + np.eye(len(every)) > 1e-3)


def test_mirkin_is_a_symmetric_difference() -> None:
    """C.1: 1 - R is the size of the symmetric difference of both sets of pairs, over N."""
    for a, b in product(set_partitions(5), repeat=2):
        differing = 10 - len(agreements(a, b))
        assert value("mirkin", a, b) == Fraction(differing, 10)


def test_shares_of_the_counterexample() -> None:
    """C.1: p_AB = p_BC = 1/6, p_AC = 0, p_A = p_C = 1/6, p_B = 1/3."""
    n11 = [pair_counts(*pair)[0] for pair in ((A, B), (B, C), (A, C))]
    assert [Fraction(x, 6) for x in n11] == [Fraction(1, 6), Fraction(1, 6), 0]
    shares = [Fraction(pair_counts(x, x)[0], 6) for x in (A, B, C)]
    assert shares == [Fraction(1, 6), Fraction(1, 3), Fraction(1, 6)]


# --- C.2


def test_counts_from_cells() -> None:
    """C.2: N11 = sum C(n_ij, 2), m_A = sum C(a_i, 2); at most n cells are not 0."""
    for a, b in product(set_partitions(5), repeat=2):
        cells = Counter(zip(a, b, strict=True))
        n11, m_a, m_b = (
            sum(math.comb(x, 2) for x in counter.values())
            for counter in (cells, Counter(a), Counter(b))
        )
        assert len(cells) <= 5
        assert pair_counts(a, b) == (n11, m_a - n11, m_b - n11, 10 - m_a - m_b + n11)


def mean_by_distinct_sizes(sizes_a: Sizes, sizes_b: Sizes) -> LogSum:
    """E[M] from the hypergeometric law of a cell, once for each pair of distinct sizes."""
    n, total = sum(sizes_a), ZERO
    for (a, times_a), (b, times_b) in product(Counter(sizes_a).items(), Counter(sizes_b).items()):
        for x in range(max(1, a + b - n), min(a, b) + 1):
            chance = Fraction(math.comb(a, x) * math.comb(n - a, b - x), math.comb(n, b))
            log = LogSum.log(n) + LogSum.log(x) - LogSum.log(a) - LogSum.log(b)
            total += log * (chance * times_a * times_b * Fraction(x, n))
    return total


def test_expected_mutual_information_needs_distinct_sizes_only() -> None:
    """C.2: E[M] takes O(n max(k_A, k_B)), so AMI and SMI are not of linear time.

    Erratum 27: an upper bound for one algorithm excludes no other. Distinct sizes are enough.
    """
    for sizes_a, sizes_b in product(integer_partitions(6), repeat=2):
        assert mean_by_distinct_sizes(sizes_a, sizes_b) == mean_of(
            brute_force_chances(tuple(sorted(sizes_a)), tuple(sorted(sizes_b)))
        )


@pytest.mark.parametrize("n", [10, 20])
def test_distinct_sizes_are_few(n: int) -> None:
    """Erratum 27: d distinct sizes need d (d + 1) / 2 <= n items, and the standard deviations of
    the cells, which bound the terms above any fixed precision, add up to at most sqrt(2) n.
    """
    distinct = {frozenset(sizes) for sizes in integer_partitions(n)}
    assert max(len(sizes) * (len(sizes) + 1) // 2 for sizes in distinct) <= n
    most = max(sum(math.sqrt(size) for size in sizes) for sizes in distinct)
    assert most**2 / math.sqrt(n) <= math.sqrt(2) * n
