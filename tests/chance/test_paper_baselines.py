"""The numerical examples of the paper about chance: Section 4.6, Appendices C.5, D, E and F.

Each docstring says what the paper claims and where. Where a printed claim is wrong, the test
asserts the true value and the docstring says so, beginning with "Erratum". The other examples are
in ``test_paper_examples.py``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest

import partwise as pw
from support.oracle import arrangements, pair_counts
from support.partitions import integer_partitions

CLOSE = 1e-12
HALF_UNIT_2 = 0.005  # half a unit of the last digit, where the paper prints two digits
HALF_UNIT_4 = 0.00005  # ... and where it prints four

Sizes = tuple[int, ...]


def labels(sizes: Sizes) -> list[int]:
    return [i for i, size in enumerate(sizes) for _ in range(size)]


def mean(key: str, sizes_a: Sizes, sizes_b: Sizes) -> float:
    """Return E[V(A, B)] over B uniform among the clusterings with the given sizes."""
    a = labels(sizes_a)
    values = [float(pw.score(a, b, key)) for b in arrangements(labels(sizes_b))]
    return math.fsum(values) / len(values)


def exact_mean(key: str, sizes_a: Sizes, sizes_b: Sizes) -> Fraction:
    a = labels(sizes_a)
    values = [Fraction(pw.score(a, b, key, exact=True)) for b in arrangements(labels(sizes_b))]
    return sum(values, Fraction(0)) / len(values)


def one_pair(n: int) -> Sizes:
    """Return the sizes of a clustering with k = n - 1."""
    return (2, *(1,) * (n - 2))


def two_values(key: str, n: int) -> tuple[float, float]:
    """Return c_max and c_n(V) of Appendix C.5: the pairs of A and B coincide, or they do not."""
    a = [0, 0, *range(1, n - 1)]
    apart = [0, 1, 1, *range(2, n - 1)]
    return float(pw.score(a, a, key)), float(pw.score(a, apart, key))


# --- Section 4.6: biases ---

SCALE = 6  # expected counts are whole numbers if N = SCALE^2 and m_A, m_B are multiples of SCALE
MARGINS = [SCALE * x for x in range(1, SCALE)]


def expected_counts(m_a: int, m_b: int) -> tuple[int, int, int, int]:
    """Return the counts of the paper's equation (1) for N = 36."""
    n11, remainder = divmod(m_a * m_b, SCALE**2)
    assert remainder == 0
    return n11, m_a - n11, m_b - n11, SCALE**2 - m_a - m_b + n11


ASYMPTOTIC: dict[str, Callable[[int, int, int], Fraction]] = {
    "jaccard": lambda a, b, n: Fraction(a * b, n * (a + b) - a * b),
    "rand": lambda a, b, n: 1 - Fraction(a + b, n) + Fraction(2 * a * b, n**2),
    "wallace_1": lambda _, b, n: Fraction(b, n),
    "dice": lambda a, b, n: Fraction(2 * a * b, n * (a + b)),
    "adjusted_rand": lambda *_: Fraction(0),
    "sokal_sneath_1": lambda *_: Fraction(1, 2),
}


@pytest.mark.parametrize("key", ASYMPTOTIC)
def test_value_at_expected_counts(key: str) -> None:
    """Section 4.6: J^(s) and R^(s) as printed; AR is 0 and S&S 1/2 (asymptotic baseline)."""
    for m_a, m_b in product(MARGINS, repeat=2):
        value = pw.index(key).from_counts(*expected_counts(m_a, m_b), exact=True)
        assert value == ASYMPTOTIC[key](m_a, m_b, SCALE**2)


@pytest.mark.parametrize(("key", "baseline"), [("correlation", 0), ("correlation_distance", 0.5)])
def test_asymptotic_baseline_of_correlation(key: str, baseline: float) -> None:
    """Section 4.6: the asymptotic baseline of CC is 0, that of CD 1/2."""
    for m_a, m_b in product(MARGINS, repeat=2):
        assert pw.index(key).from_counts(*expected_counts(m_a, m_b)) == baseline


def slopes(key: str, m_a: int) -> set[int]:
    """Return the signs of the steps of V^(s) from one m_B to the next."""
    index = pw.index(key)
    values = [index.from_counts(*expected_counts(m_a, m_b), exact=True) for m_b in MARGINS]
    return {(y > x) - (y < x) for x, y in pairwise(values)}


def test_direction_of_biases() -> None:
    """Section 4.6: J, W and D have PairDec bias; the direction of Rand's is that of 2 m_A - N."""
    for m_a in MARGINS:
        assert slopes("jaccard", m_a) == slopes("wallace_1", m_a) == slopes("dice", m_a) == {1}
        assert slopes("rand", m_a) == {(2 * m_a > SCALE**2) - (2 * m_a < SCALE**2)}


def test_bias_depends_on_which_clustering_is_called_a() -> None:
    """Erratum, Section 4: all properties are "invariant under ... interchanging A and B".

    Bias is not (Definition 10 moves m_B only): Wallace2, linearly equivalent to Wallace1, has none.
    """
    for m_a in MARGINS:
        assert (slopes("wallace_1", m_a), slopes("wallace_2", m_a)) == ({1}, {0})


# --- Appendix C.5: constant baseline ---


@pytest.mark.parametrize("key", ["adjusted_rand", "sokal_sneath_1", "peirce", "baulieu_2"])
def test_constant_baseline_of_rational_indices(key: str) -> None:
    """Appendix C.5: E[AR] = 0 and E[S&S] = 1/2.

    Section 4.6 calls AR, CC, SMI, AMI and S&S "the only indices" with this property. Of the
    paper's own list Peirce and Baulieu-II have it too (they are not in Tables 3 and 4).
    """
    base = Fraction(1, 2) if key == "sokal_sneath_1" else Fraction(0)
    for n in (4, 5):
        sizes = [s for s in integer_partitions(n) if 1 < len(s) < n]
        for sizes_a, sizes_b in product(sizes, repeat=2):
            assert exact_mean(key, sizes_a, sizes_b) == base


@pytest.mark.parametrize("key", ["correlation", "ami_geometric"])
def test_constant_baseline_of_other_indices(key: str) -> None:
    """Appendix C.5: E[CC] = E[AMI] = 0, also for trivial B by the library's convention."""
    for n in (4, 5):
        for sizes_a, sizes_b in product(integer_partitions(n), repeat=2):
            if 1 < len(sizes_a) < n:
                assert mean(key, sizes_a, sizes_b) == pytest.approx(0, abs=CLOSE)


def test_constant_baseline_of_smi() -> None:
    """Appendix C.5: E[SMI] = 0 "by construction".

    Erratum: M can be constant for non-trivial clusterings, and then SMI is 0/0: the only pair of
    sizes with n <= 5 is [2, 2] and [3, 1].
    """
    constant = []
    for n in (4, 5):
        sizes = [s for s in integer_partitions(n) if 1 < len(s) < n]
        for sizes_a, sizes_b in product(sizes, repeat=2):
            a, candidates = labels(sizes_a), list(arrangements(labels(sizes_b)))
            values = [float(pw.score(a, b, "smi", undefined="nan")) for b in candidates]
            if all(map(math.isnan, values)):
                constant.append((sizes_a, sizes_b))
            else:
                assert math.fsum(values) == pytest.approx(0, abs=CLOSE * len(values))
    assert constant == [((3, 1), (2, 2)), ((2, 2), (3, 1))]


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_rational_expectations_with_one_pair_each(n: int) -> None:
    """Appendix C.5, k_A = k_B = n - 1: the expectations of J, D, R, W, FMeasure and BCubed.

    Erratum for BCubed: c_n is 1 - 1/n and not 1 - 3/(2n), because the sum over a cluster of two is
    (1 + 1) / 2 and not max / 2; so E[BC] = E[FM], for example 7/9 and not 2/3 for n = 3.
    """
    pairs = math.comb(n, 2)
    matching = 1 - Fraction(pairs - 1, pairs) / n
    expected = {
        "jaccard": Fraction(1, pairs),
        "dice": Fraction(1, pairs),
        "rand": 1 - Fraction(2, pairs) + Fraction(2, pairs**2),
        "wallace_1": Fraction(1, pairs),
        "f_measure": matching,
        "bcubed": matching,
    }
    for key, value in expected.items():
        assert exact_mean(key, one_pair(n), one_pair(n)) == value
    assert two_values("bcubed", n) == pytest.approx((1, 1 - 1 / n), abs=CLOSE)


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_correlation_distance_with_one_pair_each(n: int) -> None:
    """Appendix C.5: c_n(CD) = arccos(-1/(N-1)) / pi and E[CD] = (N-1)/N c_n(CD)."""
    pairs = math.comb(n, 2)
    c_n = math.acos(-1 / (pairs - 1)) / math.pi
    assert two_values("correlation_distance", n) == pytest.approx((0, c_n), abs=CLOSE)
    value = mean("correlation_distance", one_pair(n), one_pair(n))
    assert value == pytest.approx((pairs - 1) / pairs * c_n, abs=CLOSE)


@pytest.mark.parametrize(("n", "printed"), [(3, 0.44), (4, 0.47)])
def test_printed_expectations_of_correlation_distance(n: int, printed: float) -> None:
    """Appendix C.5: E[CD] "evaluates to 0.44, 0.47 for n = 3, 4"."""
    value = mean("correlation_distance", one_pair(n), one_pair(n))
    assert value == pytest.approx(printed, abs=HALF_UNIT_2)


@pytest.mark.parametrize("n", [3, 4, 5, 6])
@pytest.mark.parametrize(
    "key", ["nmi_arithmetic", "nmi_max", "nmi_min", "nmi_geometric", "fnmi", "vi"]
)
def test_information_with_one_pair_each(key: str, n: int) -> None:
    """Appendix C.5: E[NMI] for every normalisation, FNMI = NMI, E[VI] = (N-1)/N 4/n ln 2.

    Erratum for NMI: c_n is 1 - 2 ln(2) / (n ln(n) - 2 ln(2)); the paper prints 2 ln(n) in the
    numerator. For n = 4 that is 2/3 (the value in the paper's FNMI example), not 1/3.
    """
    pairs = math.comb(n, 2)
    if key == "vi":
        best, c_n = 0.0, 4 / n * math.log(2)
    else:
        best, c_n = 1.0, 1 - 2 * math.log(2) / (n * math.log(n) - 2 * math.log(2))
    assert two_values(key, n) == pytest.approx((best, c_n), abs=CLOSE)
    expected = (best + (pairs - 1) * c_n) / pairs
    assert mean(key, one_pair(n), one_pair(n)) == pytest.approx(expected, abs=CLOSE)


# --- Appendix D: asymptotic constant baseline ---


def test_concentration_fails_for_wallace_and_sokal_sneath() -> None:
    """Erratum, Theorem 3 and "all indices in Table 4 are scale-invariant".

    They are not continuous where p_A = 0. Let A have one pair and B two halves: W is 0 or 1 while
    W^(s) is about 1/2, and S&S stays 1/8 away from its baseline. The claim holds for CC.
    """
    for half in (10, 1_000, 100_000):
        pairs, m_b = math.comb(2 * half, 2), 2 * math.comb(half, 2)
        for n11 in (0, 1):
            counts = (n11, 1 - n11, m_b - n11, pairs - 1 - m_b + n11)
            distance = abs(pw.index("W").from_counts(*counts, exact=True) - Fraction(m_b, pairs))
            assert distance >= Fraction(9, 19)
            assert abs(pw.index("S&S").from_counts(*counts) - 0.5) > 0.12
            assert abs(pw.index("CC").from_counts(*counts)) < 1 / half


def n11_of(a: list[int], b: object) -> int:
    return int(pw.contingency(a, b).pair_counts.n11)


@pytest.mark.parametrize(
    ("sizes_a", "sizes_b"), [((3, 2, 1), (2, 2, 2)), ((4, 2), (3, 3)), ((3, 3), (3, 2, 1))]
)
def test_moments_of_n11(sizes_a: Sizes, sizes_b: Sizes) -> None:
    """Appendix D.2: E[N11] = m_A m_B / N; E[N11^2] by |e1 & e2| = 2, 1, 0.

    The last part uses E[AB(e2) | e1 in A_i, B_j], which the paper writes down correctly with
    (N - (2n - 3))^2 in the denominator: all of it is exact, not only asymptotic.
    """
    a, n = labels(sizes_a), sum(sizes_a)
    n11 = [n11_of(a, b) for b in arrangements(labels(sizes_b))]
    pairs, apart = math.comb(n, 2), math.comb(n - 2, 2)
    assert apart == pairs - (2 * n - 3)
    m_a, m_b = (sum(math.comb(s, 2) for s in sizes) for sizes in (sizes_a, sizes_b))
    t_a, t_b = (sum(math.comb(s, 3) for s in sizes) for sizes in (sizes_a, sizes_b))
    first = Fraction(m_a * m_b, pairs)
    conditional = sum(
        Fraction(math.comb(x, 2) * math.comb(y, 2), pairs**2)
        * Fraction((m_a - (2 * x - 3)) * (m_b - (2 * y - 3)), apart**2)
        for x, y in product(sizes_a, sizes_b)
    )
    second = first + 6 * Fraction(t_a * t_b, math.comb(n, 3)) + pairs * apart * conditional
    assert Fraction(sum(n11), len(n11)) == first
    assert Fraction(sum(x * x for x in n11), len(n11)) == second


# --- Appendix E: additional results ---


def test_series_for_the_deviation_of_correlation_distance() -> None:
    """Appendix E.2: E[CD] - 1/2 = -1/pi sum_{k>=1} (2k)! / (4^k k!^2) E[CC^(2k+1)] / (2k+1)."""
    sizes_a, sizes_b = (3, 2), (2, 2, 1)
    a = labels(sizes_a)
    ccs = Counter(float(pw.score(a, b, "correlation")) for b in arrangements(labels(sizes_b)))
    assert max(map(abs, ccs)) < 0.7
    series = math.fsum(
        math.comb(2 * k, k) / 4**k / (2 * k + 1) * count * cc ** (2 * k + 1) / ccs.total()
        for k in range(1, 60)
        for cc, count in ccs.items()
    )
    deviation = mean("correlation_distance", sizes_a, sizes_b) - 0.5
    assert deviation == pytest.approx(-series / math.pi, abs=1e-14)
    assert abs(deviation) > 1e-4


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_chord_is_further_from_a_constant_baseline(n: int) -> None:
    """Section 4.6, footnote: CD' = sqrt(2 (1 - CC)) approximates a constant baseline less well.

    For k_A = k_B = n - 1, E[CD'] = sqrt(2 (N-1) / N); both are scaled to the range [0, 1].
    """
    pairs = math.comb(n, 2)
    chord = mean("correlation_chord", one_pair(n), one_pair(n))
    assert chord == pytest.approx(math.sqrt(2 * (pairs - 1) / pairs), abs=CLOSE)
    arc = mean("correlation_distance", one_pair(n), one_pair(n))
    assert (math.sqrt(2) - chord) / 2 > 0.5 - arc > 0


def test_more_clusters_with_fewer_inter_cluster_pairs() -> None:
    """Appendix E.3, l = 3: s = [3, 3, 3], s' = [6, 1, 1, 1], and E[J(A, B')] > E[J(A, B)].

    Erratum: N - C(2l, 2) counts the inter-cluster pairs of B', not its "intra-cluster pairs".
    """
    s, s_more = (3, 3, 3), (6, 1, 1, 1)
    assert exact_mean("jaccard", s, s) == Fraction(11033, 72800)
    assert exact_mean("jaccard", s, s_more) == Fraction(137, 735)
    inter = [sum(x != y for x, y in combinations(labels(sizes), 2)) for sizes in (s, s_more)]
    assert inter == [36 - 3 * 3, 36 - 15]
    assert pair_counts(labels(s_more), labels(s_more)) == (15, 0, 0, 21)


# --- Appendix F: the production experiment ---

ITEMS = math.comb(924, 2)
SAME_REFERENCE = 4406
COUNTS = {"A_prod": (3667, 10307), "A_1": (2770, 4763), "A_2": (3529, 6868)}  # N11, m_B
PRINTED = {
    "rand": (0.9827, 0.9915, 0.9901),
    "adjusted_rand": (0.4911, 0.5999, 0.6213),
    "jaccard": (0.3320, 0.4329, 0.4556),
    "wallace_1": (0.8323, 0.6287, 0.8010),
    "dice": (0.4985, 0.6042, 0.6260),
    "sokal_sneath_1": (0.7926, 0.8004, 0.8262),
    "correlation": (0.5376, 0.6004, 0.6370),  # the paper prints 0.6371
    "correlation_distance": (0.3193, 0.2950, 0.2802),
}


@pytest.mark.parametrize("key", PRINTED)
def test_printed_scores_of_the_production_experiment(key: str) -> None:
    """Table 9: the pair-counting rows follow from whole pair counts with n = 924 and one m_A.

    Erratum: these counts give CC = 0.63704985 in the column A_2, where 0.6371 is printed.
    """
    for (n11, m_b), printed in zip(COUNTS.values(), PRINTED[key], strict=True):
        n10, n01 = SAME_REFERENCE - n11, m_b - n11
        value = pw.index(key).from_counts(n11, n10, n01, ITEMS - n11 - n10 - n01)
        assert value == pytest.approx(printed, abs=HALF_UNIT_4)


def test_no_whole_counts_give_the_printed_column_a_2() -> None:
    """Table 9, erratum: no pair counts with n = 924 round to all eight printed scores of A_2."""
    printed = {key: row[2] for key, row in PRINTED.items()} | {"correlation": 0.6371}
    near = []
    for m_a in range(4300, 4500):
        n11 = round(printed["wallace_1"] * m_a)
        m_b = round(n11 / printed["jaccard"]) + n11 - m_a
        for b in range(m_b - 2, m_b + 3):
            counts = (n11, m_a - n11, b - n11, ITEMS - m_a - b + n11)
            values = {key: pw.index(key).from_counts(*counts) for key in printed}
            wrong = {k for k, v in values.items() if not abs(v - printed[k]) <= HALF_UNIT_4}
            near += [wrong] if len(wrong) <= 1 else []
    assert near
    assert all(wrong in ({"correlation"}, {"correlation_distance"}) for wrong in near)


@pytest.mark.parametrize(
    ("nmi", "fnmi", "k_b"), [(0.9326, 0.7551, 340), (0.9479, 0.9304, 439), (0.9482, 0.8722, 395)]
)
def test_printed_penalties_of_the_production_experiment(nmi: float, fnmi: float, k_b: int) -> None:
    """Table 9: FNMI / NMI is exp(-|k_A - k_B| / k_A) with k_A = 431 and a whole k_B."""
    a, b = [i % 431 for i in range(924)], [i % k_b for i in range(924)]
    penalty = pw.score(a, b, "fnmi") / pw.score(a, b, "nmi_arithmetic")
    assert penalty == pytest.approx(math.exp(-abs(431 - k_b) / 431), abs=CLOSE)
    assert fnmi == pytest.approx(nmi * penalty, abs=2 * HALF_UNIT_4)
