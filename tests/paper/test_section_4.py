"""Section 4 of the paper: what its definitions, remarks and theorems say, beyond the two tables.

The tables are in ``test_claims.py``, the printed numbers in ``test_paper_examples.py`` and
``test_paper_baselines.py``, Theorem 2 in ``test_lattice.py``. An erratum is one of docs/errata.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
import sympy
from mpmath import mpf

from support.definitions import differ, mean, not_above, score_of, trivial
from support.oracle import PAIR_COUNTING, pair_counts, set_partitions, value
from support.oracle_tables import exact_law
from support.partitions import (
    agreements,
    grouped,
    integer_partitions,
    perfect_merges,
    perfect_splits,
    rgs,
)

Labels = tuple[int, ...]
LISTED = [key for key in PAIR_COUNTING if key != "correlation_chord"]
POINTS = [(1, 2, 3, 5), (2, 7, 1, 13), (4, 1, 6, 2), (3, 3, 8, 1), (5, 2, 2, 9), (7, 1, 4, 6)]


def nontrivial(n: int) -> list[Labels]:
    return [a for a in set_partitions(n) if not trivial(a)]


def steps(a: Labels, b: Labels) -> list[Labels]:
    """All perfect splits and merges of B."""
    found = [*perfect_splits(grouped(a), grouped(b)), *perfect_merges(grouped(a), grouped(b))]
    return [rgs(better) for better in found]


# --- linear equivalence


def at(key: str, counts: tuple[int, ...]) -> mpf:
    found = PAIR_COUNTING[key](*map(Fraction, counts))
    return mpf(found.numerator) / found.denominator if isinstance(found, Fraction) else found


def equivalent(one: str, other: str) -> bool:
    """Whether some line, with or without A and B swapped, goes through all points."""
    for swapped in (False, True):
        points = [(c[0], c[2], c[1], c[3]) if swapped else c for c in POINTS]
        x, y = [at(one, c) for c in POINTS], [at(other, c) for c in points]
        slope = (y[1] - y[0]) / (x[1] - x[0])
        if abs(slope) > 1e-9 and all(
            abs(y[0] + slope * (u - x[0]) - v) < 1e-12 for u, v in zip(x, y, strict=True)
        ):
            return True
    return False


def test_no_equivalence_is_missing_from_the_table() -> None:
    """Section 4 and B.2: the table "lists equivalences among indices": these and no others.

    A pair that is not on one line at six points is not linearly equivalent; those that are, are
    proved in ``test_paper_examples.py``.
    """
    assert len(LISTED) == 27  # Section 2: "we formally define 27 known pair-counting indices"
    found = {frozenset(pair) for pair in combinations(LISTED, 2) if equivalent(*pair)}
    classes = [
        ("rand", "mirkin", "hubert"),
        ("jaccard", "jaccard_distance"),
        ("wallace_1", "wallace_2"),
        ("kulczynski", "mcconnaughey"),
    ]
    assert found == {frozenset(pair) for row in classes for pair in combinations(row, 2)}


# --- agreement


@pytest.mark.parametrize("n", [3, 4, 5])
def test_only_trivial_clusterings_disagree_about_every_pair(n: int) -> None:
    """Section 4.1: a graph and its complement have N11 = N00 = 0.

    Of clusterings, one cluster and all singletons alone are complements of each other. There CC
    and S&S, which "satisfy" minimal agreement, are 0/0 (erratum 22).
    """
    every = list(set_partitions(n))
    opposite = [(a, b) for a, b in product(every, repeat=2) if not agreements(a, b)]
    one, single = every[0], every[-1]
    assert sorted(opposite) == sorted([(one, single), (single, one)])
    for a, b in opposite:
        assert value("correlation", a, b) is None
        assert value("sokal_sneath_1", a, b) is None
        assert value("rand", a, b) == value("adjusted_rand", a, b) == 0


def test_adjusted_rand_is_lower_for_clusterings_that_agree_about_a_pair() -> None:
    """Section 4.1: AR has no minimal agreement; the non-constant counts are of graphs only.

    For clusterings: -1/2 for 01|2 and 02|1, which agree about {1, 2}; 0 for 012 and 0|1|2.
    """
    assert agreements((0, 0, 1), (0, 1, 0)) == {(1, 2)}
    assert value("adjusted_rand", (0, 0, 1), (0, 1, 0)) == Fraction(-1, 2)


def test_adjusted_rand_of_complements() -> None:
    """Section 4.1: AR(0, N10, N01, 0) = -N10 N01 / (N^2 / 2 - N10 N01), for all counts."""
    n10, n01 = sympy.symbols("n10 n01", positive=True)
    printed = -n10 * n01 / ((n10 + n01) ** 2 / 2 - n10 * n01)
    found = PAIR_COUNTING["adjusted_rand"](sympy.Integer(0), n10, n01, sympy.Integer(0))
    assert sympy.simplify(found - printed) == 0


def test_pair_symmetric_graph_indices_are_more_than_pair_counting_indices() -> None:
    """Lemma of B.3: both classes "coincide". Erratum 30: counts of graphs need not be attained."""
    attained = {pair_counts(a, b) for a, b in product(set_partitions(3), repeat=2)}
    graphs = {counts for counts in product(range(4), repeat=4) if sum(counts) == 3}
    assert (len(attained), len(graphs)) == (10, 20)
    assert attained < graphs
    assert (0, 2, 1, 0) in graphs - attained


# --- distance: Theorem 1


def incidence(a: Labels) -> list[int]:
    return [int(x == y) for x, y in combinations(a, 2)]


def test_norm_and_inner_product_of_theorem_1() -> None:
    """Theorem 1: |A - m_A/N|^2 = m_A (N - m_A) / N, <.,.> = N11 - m_A m_B / N = (...)/N."""
    for a, b in product(set_partitions(4), repeat=2):
        n11, n10, n01, n00 = pair_counts(a, b)
        total, m_a, m_b = 6, n11 + n10, n11 + n01
        x = [i - Fraction(m_a, total) for i in incidence(a)]
        y = [i - Fraction(m_b, total) for i in incidence(b)]
        assert sum(i * i for i in x) == Fraction(m_a * (total - m_a), total)
        inner = sum(i * j for i, j in zip(x, y, strict=True))
        assert inner == n11 - Fraction(m_a * m_b, total) == Fraction(n11 * n00 - n10 * n01, total)


def unit(a: Labels) -> np.ndarray:
    x = np.array(incidence(a), dtype=float)
    if not trivial(a):
        x -= x.mean()
    elif len(set(a)) > 1:
        x -= 1
    return np.asarray(x / np.linalg.norm(x))


def test_correlation_distance_is_an_angle() -> None:
    """Theorem 1: <u(A), u(B)> = CC; u is injective, so CD is a distance (here n = 5)."""
    every = list(set_partitions(5))
    points = np.array([unit(a) for a in every])
    gram = points @ points.T
    for i, j in combinations(range(len(every)), 2):
        correlation = value("correlation", every[i], every[j])
        if correlation is not None:
            assert gram[i, j] == pytest.approx(float(correlation), abs=1e-14)
    assert np.max(gram - 2 * np.eye(len(every))) < 0.99  # injective
    angle = np.arccos(np.clip(gram, -1, 1)) / math.pi
    np.fill_diagonal(angle, 0)
    assert np.all(angle[:, None, :] <= angle[:, :, None] + angle[None, :, :] + 1e-12)
    assert angle[0, -1] == pytest.approx(1, abs=1e-7)  # trivial clusterings are opposite poles


# --- monotonicity


@pytest.mark.parametrize("n", [3, 4, 5])
def test_strong_monotonicity_implies_monotonicity(n: int) -> None:
    """Section 4.5 and C.4: an improvement moves counts from N10 to N11 and from N01 to N00."""
    for a, b in product(nontrivial(n), set_partitions(n)):
        before = pair_counts(a, b)
        for better in steps(a, b):
            after = pair_counts(a, better)
            gain11, gain10, gain01, gain00 = (y - x for x, y in zip(before, after, strict=True))
            assert (gain11, gain00) == (-gain10, -gain01)
            assert min(gain11, gain00) >= 0
            assert gain11 + gain00 > 0


@pytest.mark.parametrize(
    ("a", "before", "after"),
    [((0, 0, 0), (0, 1, 2), (0, 0, 1)), ((0, 1, 2, 3), (0, 0, 1, 1), (0, 1, 2, 2))],
)
def test_constraints_of_amigo_reach_trivial_references(
    a: Labels, before: Labels, after: Labels
) -> None:
    """Section 4.5: homogeneity is "a weaker form of", completeness "equivalent to" monotonicity.

    Erratum 23: they speak of every reference, the definition of monotonicity of 1 < k_A < n. AR is
    monotone and breaks completeness (first) and homogeneity (second).
    """
    assert trivial(a)
    assert after in steps(a, before)
    assert value("adjusted_rand", a, before) == value("adjusted_rand", a, after) == 0


def two_categories(a: Labels, b: Labels) -> list[Labels]:
    """What homogeneity speaks of: a cluster with items of two clusters of A is split by them."""
    return [
        rgs((grouped(b) - {cluster}) | {cluster & part for part in grouped(a) if cluster & part})
        for cluster in grouped(b)
        if sum(bool(cluster & part) for part in grouped(a)) == 2
    ]


@pytest.mark.parametrize("n", [3, 4, 5])
def test_homogeneity_speaks_of_fewer_splits(n: int) -> None:
    """Section 4.5: for 1 < k_A < n homogeneity is weaker: its splits are some of the perfect."""
    missing = 0
    for a, b in product(nontrivial(n), set_partitions(n)):
        perfect = {rgs(split) for split in perfect_splits(grouped(a), grouped(b))}
        assert set(two_categories(a, b)) <= perfect
        missing += len(perfect - set(two_categories(a, b)))
    assert (missing > 0) == (n > 3)


def test_meila_is_weaker_than_monotonicity() -> None:
    """Appendix A: V(A, B) <= V(A, meet) is implied by monotonicity "but not vice versa".

    The meet is reached from B by perfect splits. Jaccard obeys and is not monotone (erratum 2).
    """
    score = score_of("jaccard")
    for a, b in product(nontrivial(4), set_partitions(4)):
        meet = rgs(grouped(zip(a, b, strict=True)))
        reached, edge = {b}, {b}
        while edge:
            edge = {
                rgs(finer) for one in edge for finer in perfect_splits(grouped(a), grouped(one))
            } - reached
            reached |= edge
        assert meet in reached
        better, worse = score(a, meet), score(a, b)
        assert better is not None
        assert worse is not None
        assert better >= worse
    assert not_above(score((0, 0, 1), (0, 1, 2)), score((0, 0, 1), (0, 1, 0)))


# --- constant baseline


def leaning(a: Labels, b: Labels) -> Fraction:
    """AR, and 1 more for a reference of one cluster and a candidate that is not trivial."""
    found = value("adjusted_rand", a, b)
    base = Fraction(1) if grouped(a) == grouped(b) else found
    assert isinstance(base, Fraction)
    return base + (len(set(a)) == 1 and not trivial(b))


def exact_mean(index: Callable[[Labels, Labels], Fraction], a: Labels, b: Labels) -> Fraction:
    values = [index(a, shuffled) for shuffled in permutations(b)]
    return sum(values, Fraction(0)) / len(values)


def test_constant_baseline_is_not_symmetric() -> None:
    """Section 4.6 and D.1: the definition of constant baseline "is indeed symmetric".

    Erratum 19: A may not be trivial and B may. This index has the property, its mirror has not.
    """
    for n in (3, 4):
        for a, b in product(nontrivial(n), set_partitions(n)):
            assert exact_mean(leaning, a, b) == 0
    a, b = (0, 0, 1), (0, 0, 0)
    assert exact_mean(lambda x, y: leaning(y, x), a, b) == 1


def test_the_mirror_of_peirce_needs_no_convention() -> None:
    """Erratum 19, on an index of the paper: Peirce is 0/0 for trivial B, its mirror is 0."""
    one, a = (0, 0, 0), (0, 0, 1)
    assert value("peirce", a, one) is None
    assert value("peirce", one, a) == 0


@pytest.mark.parametrize("n", [3, 4, 5])
def test_trivial_references_would_contradict_maximal_agreement(n: int) -> None:
    """Section 4.6: a distribution may return A for certain, if A is trivial."""
    alone = [s for s in integer_partitions(n) if len(list_of(s)) == 1]
    assert alone == [(n,), (1,) * n]


def list_of(sizes: tuple[int, ...]) -> set[Labels]:
    return {b for b in set_partitions(sum(sizes)) if sizes_of(b) == sizes}


def sizes_of(b: Labels) -> tuple[int, ...]:
    return tuple(sorted(map(len, grouped(b)), reverse=True))


BIASED = ["rand", "jaccard", "wallace_1", "dice", "correlation_distance", "nmi_arithmetic"]
BIASED += ["nmi_max", "fnmi", "vi", "f_measure", "bcubed"]


@pytest.mark.parametrize("key", BIASED)
def test_the_number_of_clusters_does_not_fix_the_baseline(key: str) -> None:
    """Section 4.6: "knowing only the number of clusters is insufficient" (k_B = 2, n = 5)."""
    score = score_of(key)
    references = [(0, 0, 0, 0, 1), (0, 0, 1, 1, 2), (0, 0, 1, 2, 3)]
    assert any(
        differ(mean(score, a, (0, 0, 0, 0, 1)), mean(score, a, (0, 0, 0, 1, 1))) for a in references
    )


@pytest.mark.parametrize(("sizes_a", "sizes_b"), [((2, 2, 1), (4, 1)), ((3, 2), (3, 1, 1))])
def test_expected_pair_counts(sizes_a: tuple[int, ...], sizes_b: tuple[int, ...]) -> None:
    """Equation (1): the expectations of all four pair counts, and P = m_A m_B / N^2 for a pair."""
    law = exact_law(sizes_a, sizes_b)
    n11 = sum((p * math.comb(x, 2) for t, p in law.items() for row in t for x in row), Fraction(0))
    m_a, m_b = (sum(math.comb(s, 2) for s in sizes) for sizes in (sizes_a, sizes_b))
    assert n11 / 10 == Fraction(m_a * m_b, 10**2)


M_A, M_B, N = sympy.symbols("m_A m_B N", positive=True)
SLOPES: dict[str, Callable[[], sympy.Expr]] = {
    "rand": lambda: (2 * M_A - N) / N**2,
    "jaccard": lambda: N * M_A**2 / (N * (M_A + M_B) - M_A * M_B) ** 2,
    "wallace_1": lambda: 1 / N,
    "dice": lambda: 2 * M_A**2 / (N * (M_A + M_B) ** 2),
}


@pytest.mark.parametrize("key", SLOPES)
def test_slopes_of_biases(key: str) -> None:
    """Section 4.6: J, W and D have PairDec bias; that of R has the sign of 2 m_A - N."""
    e11 = M_A * M_B / N
    at_expected = PAIR_COUNTING[key](e11, M_A - e11, M_B - e11, N - M_A - M_B + e11)
    assert sympy.simplify(sympy.diff(at_expected, M_B) - SLOPES[key]()) == 0
