"""Appendix D: exact and asymptotic constant baseline, and the settings of its experiments.

The second moment of N11 is in ``test_paper_baselines.py``. An erratum is one of docs/errata.md.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product

import pytest
import sympy

from support.definitions import differ, mean, score_of, trivial
from support.oracle import PAIR_COUNTING, pair_counts, set_partitions, value
from support.oracle_information import brute_force_chances
from support.partitions import grouped, integer_partitions, rgs

Labels = tuple[int, ...]
Sizes = tuple[int, ...]


def labels(sizes: Sizes) -> Labels:
    return tuple(i for i, size in enumerate(sizes) for _ in range(size))


def inner(n: int) -> list[Sizes]:
    return [sizes for sizes in integer_partitions(n) if 1 < len(sizes) < n]


def sizes_of(b: Labels) -> Sizes:
    return tuple(sorted(map(len, grouped(b)), reverse=True))


# --- D.1


def test_permuting_labels_draws_each_clustering_of_the_sizes_alike() -> None:
    """D.1: "drawing B' from C(S(B)) is equivalent to ... randomly permuting" the labels of B."""
    for sizes in integer_partitions(5):
        drawn = Counter(rgs(grouped(b)) for b in permutations(labels(sizes)))
        assert set(drawn) == {b for b in set_partitions(5) if sizes_of(b) == sizes}
        assert len(set(drawn.values())) == 1


def rational(key: str, a: Labels, b: Labels) -> Fraction:
    found = value(key, a, b)
    assert isinstance(found, Fraction)
    return found


def weighted(scores: Mapping[Labels, Fraction], chance: Mapping[Labels, Fraction]) -> Fraction:
    return sum((chance[b] * scores[b] for b in scores if b in chance), Fraction(0))


@pytest.mark.parametrize("key", ["rand", "adjusted_rand", "wallace_1", "bcubed"])
@pytest.mark.parametrize("n", [3, 4])
def test_fixed_sizes_are_enough(key: str, n: int) -> None:
    """Lemma of D.1: under an element-symmetric B, E[V(A, B)] is a mean of those for sizes."""
    every = list(set_partitions(n))
    weights = {sizes: i + 1 for i, sizes in enumerate(integer_partitions(n))}  # any will do
    total = sum(weights[sizes_of(b)] for b in every)
    chance = {b: Fraction(weights[sizes_of(b)], total) for b in every}
    for a in (a for a in every if not trivial(a)):
        scores = {b: rational(key, a, b) for b in every}
        drawn = weighted(scores, chance)
        by_sizes = Fraction(0)
        for sizes in weights:
            those = [b for b in every if sizes_of(b) == sizes]
            share = weighted(dict.fromkeys(those, Fraction(1)), chance)
            by_sizes += share * weighted(scores, dict.fromkeys(those, Fraction(1, len(those))))
        assert drawn == by_sizes
        assert key != "adjusted_rand" or drawn == 0


@pytest.mark.parametrize("key", ["jaccard", "wallace_1", "minkowski", "fnmi", "smi", "f_measure"])
def test_it_does_not_matter_which_clustering_is_permuted(key: str) -> None:
    """D.1: E[V(A, B')] = E[V(A', B)]; it takes an index that does not look at items' names."""
    score = score_of(key)
    for a, b in combinations(map(labels, inner(4)), 2):
        over_a = mean(lambda x, y: score(y, x), b, a)
        over_b = mean(score, a, b)
        assert (over_a is None) == (over_b is None)
        assert not differ(over_a, over_b)


def test_information_has_one_distribution() -> None:
    """B.1, on SMI: "it does not matter whether we keep A constant while randomly permuting B"."""
    for sizes_a, sizes_b in product(integer_partitions(6), repeat=2):
        one, other = tuple(sorted(sizes_a)), tuple(sorted(sizes_b))
        assert dict(brute_force_chances(one, other)) == dict(brute_force_chances(other, one))


# --- D.2


@pytest.mark.parametrize("key", [k for k in PAIR_COUNTING if k != "correlation_chord"])
def test_which_indices_are_functions_of_shares(key: str) -> None:
    """D.2: "all indices in Table 4 are scale-invariant": they do not change with the scale.

    Nor do the others of the list, but for Fager & McGowan. (Continuous they are not: erratum 3.)
    """
    for counts in product((Fraction(1), Fraction(3)), repeat=4):
        small, large = PAIR_COUNTING[key](*counts), PAIR_COUNTING[key](*(4 * c for c in counts))
        assert (abs(small - large) < 1e-12) == (key != "fager_mcgowan")


def test_square_of_n11_by_common_items() -> None:
    """D.2: N11^2 = N11 + sum AB(e1 u e2) + sum AB(e1) AB(e2), by |e1 n e2| = 2, 1, 0."""
    for a, b in product(set_partitions(5), repeat=2):
        both = [set(e) for e in combinations(range(5), 2) if len({(a[i], b[i]) for i in e}) == 1]
        n11 = pair_counts(a, b)[0]
        parts = Counter(len(e & f) for e, f in product(both, repeat=2))
        triples = sum(len({(a[i], b[i]) for i in t}) == 1 for t in combinations(range(5), 3))
        assert n11**2 == sum(parts.values())
        assert (parts[2], parts[1]) == (n11, 6 * triples)


def test_difference_of_conditional_and_unconditional_expectation() -> None:
    """D.2, last display: its first four lines are equal (the fifth has a stray N^2: erratum 17)."""
    n, a, b, m_a, m_b = sympy.symbols("n a b m_A m_B", positive=True)
    pairs, x, y, z = n * (n - 1) / 2, 2 * a - 3, 2 * b - 3, 2 * n - 3
    lines = [
        (m_a - x) * (m_b - y) / (pairs - z) ** 2 - m_a * m_b / pairs**2,
        (pairs**2 * (x * y - m_a * y - m_b * x) + m_a * m_b * (2 * pairs * z - z**2))
        / (pairs**2 * (pairs - z) ** 2),
        (x * y - m_a * y - m_b * x) / (pairs - z) ** 2
        + m_a * m_b / pairs**2 * (2 * pairs * z - z**2) / (pairs - z) ** 2,
    ]
    assert all(sympy.simplify(line - lines[0]) == 0 for line in lines[1:])
    assert sympy.degree(sympy.expand(2 * pairs * z - z**2), n) == 3


def second_moment(sizes_a: Sizes, sizes_b: Sizes) -> Fraction:
    """E[N11^2] by the formula of D.2, which another test compares with the enumeration."""
    n = sum(sizes_a)
    pairs, apart = math.comb(n, 2), math.comb(n - 2, 2)
    m_a, m_b, t_a, t_b = (
        sum(math.comb(s, k) for s in sizes) for k in (2, 3) for sizes in (sizes_a, sizes_b)
    )
    disjoint = sum(
        math.comb(x, 2) * math.comb(y, 2) * (m_a - (2 * x - 3)) * (m_b - (2 * y - 3))
        for x, y in product(sizes_a, sizes_b)
    )
    first = Fraction(m_a * m_b, pairs)
    return first + 6 * Fraction(t_a * t_b, math.comb(n, 3)) + Fraction(disjoint, pairs * apart)


def intra(sizes: Sizes) -> int:
    return sum(math.comb(s, 2) for s in sizes)


def square_of_correlation(sizes_a: Sizes, sizes_b: Sizes) -> Fraction:
    """E[CC^2] = Var(N11) N^2 / (m_A (N - m_A) m_B (N - m_B))."""
    pairs, m_a, m_b = math.comb(sum(sizes_a), 2), intra(sizes_a), intra(sizes_b)
    variance = second_moment(sizes_a, sizes_b) - Fraction(m_a * m_b, pairs) ** 2
    return variance * pairs**2 / (m_a * (pairs - m_a) * m_b * (pairs - m_b))


def share_of_degrees(sizes: Sizes) -> Fraction:
    """How much of u(A) lies in the space of x_v + x_w: |projection|^2 from the items' degrees."""
    n = sum(sizes)
    pairs, m = math.comb(n, 2), intra(sizes)
    spread = sum((s * (s - 1 - Fraction(2 * m, n)) ** 2 for s in sizes), Fraction(0))
    return spread / (n - 2) / Fraction(m * (pairs - m), pairs)


@pytest.mark.parametrize("n", [5, 6, 7, 8, 9])
def test_correlation_concentrates_for_all_sizes(n: int) -> None:
    """D.2: V tends to V(expected counts). Erratum 3: for CC it does, whatever the sizes.

    Permutations act on the pairs by two irreducible representations besides the constants, of
    dimensions n - 1 and n (n - 3) / 2. So E[CC^2] is a mean, at most 1 / (n - 1) from n = 5
    on, and Var(N11) <= N^2 / (16 (n - 1)), which is O(n^3).
    """
    for sizes_a, sizes_b in product(inner(n), repeat=2):
        a, b = share_of_degrees(sizes_a), share_of_degrees(sizes_b)
        found = square_of_correlation(sizes_a, sizes_b)
        assert found == a * b / (n - 1) + (1 - a) * (1 - b) / Fraction(n * (n - 3), 2)
        assert found <= Fraction(1, n - 1)
        assert (found == Fraction(1, n - 1)) == (sizes_a == sizes_b == (n - 1, 1))


def test_four_items_concentrate_less() -> None:
    """Erratum 3: n >= 5 is needed; for sizes (2, 2), E[CC^2] = 1/2 > 1/3."""
    assert square_of_correlation((2, 2), (2, 2)) == Fraction(1, 2)


def test_adjusted_rand_is_between_0_and_correlation() -> None:
    """Erratum 3: |AR| <= |CC|, so AR concentrates as well: its norm is an arithmetic mean."""
    p, q = sympy.symbols("p q", positive=True)
    arithmetic = (p * (1 - q) + q * (1 - p)) / 2
    square = arithmetic**2 - p * (1 - q) * q * (1 - p)
    assert sympy.expand(square - (p - q) ** 2 / 4) == 0
    assert sympy.expand(arithmetic - ((p + q) / 2 - p * q)) == 0


@pytest.mark.parametrize("half", [50, 5_000, 500_000])
def test_sokal_sneath_does_not_concentrate_for_large_clusters_either(half: int) -> None:
    """Erratum 3, the other end: A of sizes (n - 1, 1), B of sizes (n/2, 1, ..., 1).

    The single item of A is in the large cluster of B or not, each with probability 1/2, and S&S is
    1/16 below or above 1/2 in the limit.
    """
    n = 2 * half
    pairs, m_a, m_b = math.comb(n, 2), math.comb(n - 1, 2), math.comb(half, 2)
    deviations = []
    for n01 in (half - 1, 0):
        counts = (m_b - n01, m_a - m_b + n01, n01, pairs - m_a - n01)
        deviations.append(PAIR_COUNTING["sokal_sneath_1"](*map(Fraction, counts)) - Fraction(1, 2))
    below, above = map(float, deviations)
    assert below == pytest.approx(-1 / 16, abs=2 / half)
    assert above == pytest.approx(1 / 16, abs=2 / half)


# --- D.3 and D.4


def balanced(n: int, k: int) -> list[int]:
    rest = n - k * (n // k)
    return [math.ceil(n / k)] * rest + [n // k] * (k - rest)


def test_balanced_sizes() -> None:
    """D.3: BS(n, k) has n - k floor(n/k) clusters of size ceil(n/k), the others floor(n/k)."""
    for n in range(50, 1001, 50):
        for power in (0.25, 0.5, 0.75):
            k = math.floor(n**power)
            sizes = balanced(n, k)
            assert (len(sizes), sum(sizes)) == (k, n)
            assert max(sizes) - min(sizes) <= 1
            assert 1 < k < n


def test_sizes_of_the_second_experiment() -> None:
    """D.4: 31 clusters of size s and one of 924 - 31 s, for s from 1 to 28, are 32 clusters.

    All have k_B = 32, while m_B / N falls from 0.934 to 0.031, and with it the baseline of Jaccard.
    """
    shares = [
        Fraction(31 * math.comb(s, 2) + math.comb(924 - 31 * s, 2), math.comb(924, 2))
        for s in range(1, 29)
    ]
    assert shares == sorted(shares, reverse=True)
    assert [round(float(x), 3) for x in (shares[0], shares[-1])] == [0.934, 0.031]
    assert 924 - 31 * 28 == 2 * 28


def test_directions_in_the_first_experiment() -> None:
    """D.4: with more clusters of equal size the baseline of Rand rises and that of Jaccard falls.

    m_A = 4406 is the number of pairs that the printed scores imply (erratum 14); 2 m_A < N.
    """
    pairs, m_a = math.comb(924, 2), 4406
    m_bs = [sum(math.comb(s, 2) for s in balanced(924, k)) for k in range(2, 513)]
    assert all(x > y for x, y in pairwise(m_bs))
    assert 2 * m_a < pairs
    rand = [1 - Fraction(m_a + m, pairs) + Fraction(2 * m_a * m, pairs**2) for m in m_bs]
    jaccard = [Fraction(m_a * m, pairs * (m_a + m) - m_a * m) for m in m_bs]
    assert rand == sorted(rand)
    assert jaccard == sorted(jaccard, reverse=True)
