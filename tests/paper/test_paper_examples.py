"""The numerical examples of the paper: Sections 2 to 4, Appendices B and C up to monotonicity.

Each docstring says what the paper claims and where. Where a printed claim is wrong, the test
asserts the true value and the docstring says so, beginning with "Erratum". The examples about the
constant baseline and the experiments are in ``test_paper_baselines.py``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

import partwise as pw
from support.oracle import pair_counts, set_partitions

Labels = tuple[int, ...]
HALF_UNIT = 0.005  # half a unit of the last digit, where the paper prints two
CLOSE = 1e-12

of = pw.Clustering.from_clusters

# Appendix C.1: the counterexample to the triangle inequality
A = of([[0, 1], [2], [3]])
B = of([[0, 1], [2, 3]])
C = of([[0], [1], [2, 3]])


@cache
def score(key: str, a: Labels, b: Labels) -> float:
    return float(pw.score(a, b, key))


def exact(reference: object, candidate: object, key: str) -> Fraction:
    return Fraction(pw.score(reference, candidate, key, exact=True))


def agreement(a: Labels, b: Labels) -> frozenset[tuple[int, int]]:
    pairs = combinations(range(len(a)), 2)
    return frozenset((v, w) for v, w in pairs if (a[v] == a[w]) == (b[v] == b[w]))


def improvements(n: int) -> Iterator[tuple[Labels, Labels, Labels]]:
    """Yield every A with 1 < k_A < n, every B and every A-consistent improvement B' of B."""
    partitions = list(set_partitions(n))
    for a in partitions:
        if not 1 < len(set(a)) < n:
            continue
        agree = {b: agreement(a, b) for b in partitions}
        for b, better in product(partitions, repeat=2):
            if b != better and agree[b] <= agree[better]:
                yield a, b, better


# --- Section 2: definitions ---


def kendall_tau_b(x: list[bool], y: list[bool]) -> float:
    pairs = list(combinations(zip(x, y, strict=True), 2))
    balance = sum((x1 - x2) * (y1 - y2) for (x1, y1), (x2, y2) in pairs)
    untied = [sum(p[i] != q[i] for p, q in pairs) for i in (0, 1)]
    return balance / math.sqrt(untied[0] * untied[1])


def test_kendall_correlation_of_incidence_vectors_is_cc_and_not_hubert() -> None:
    """Erratum, Section 2, footnote: Kendall's correlation "coincides with the Hubert index".

    On binary vectors Kendall's tau-b is Pearson's correlation. Here CC = 1/sqrt(176), H = 1/3.
    """
    a, b = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 2, 2]
    items = list(combinations(range(6), 2))
    tau = kendall_tau_b([a[v] == a[w] for v, w in items], [b[v] == b[w] for v, w in items])
    assert pw.score(a, b, "correlation") == pytest.approx(tau, abs=1e-15)
    assert pw.score(a, b, "correlation") == pytest.approx(1 / math.sqrt(176), abs=1e-15)
    assert exact(a, b, "hubert") == Fraction(1, 3)


@pytest.mark.parametrize(
    ("one", "other"), [("jaccard", "dice"), ("correlation", "correlation_distance")]
)
def test_some_indices_can_never_be_inconsistent(one: str, other: str) -> None:
    """Erratum, Section 3: "each pair" of 15 indices is inconsistent for one of four triplets.

    Appendix F says it rightly: J and D, and CC and CD, always rank candidates alike.
    """
    sign = -1 if other == "correlation_distance" else 1
    for a in set_partitions(4):
        values = [
            (pw.score(a, b, one, undefined="nan"), sign * pw.score(a, b, other, undefined="nan"))
            for b in set_partitions(4)
        ]
        for (x1, y1), (x2, y2) in combinations(values, 2):
            assert not (x1 > x2 + CLOSE and y1 < y2 - CLOSE)
            assert not (x1 < x2 - CLOSE and y1 > y2 + CLOSE)


# --- Section 4 and Appendix B: equivalence, agreement, distance ---


LINEAR: dict[str, tuple[str, Callable[[Fraction], Fraction]]] = {
    "hubert": ("rand", lambda x: 2 * x - 1),
    "mirkin": ("rand", lambda x: 1 - x),
    "jaccard_distance": ("jaccard", lambda x: 1 - x),
    "mcconnaughey": ("kulczynski", lambda x: 2 * x - 1),
}


@pytest.mark.parametrize("key", LINEAR)
def test_linear_equivalence(key: str) -> None:
    """Table "Equivalent pair-counting indices", Appendix B.2, and H = 2R - 1 of Section 4."""
    base, line = LINEAR[key]
    for counts in product(range(1, 5), repeat=4):
        value = pw.index(base).from_counts(*counts, exact=True)
        assert pw.index(key).from_counts(*counts, exact=True) == line(value)


def test_wallace_indices_are_mirror_images() -> None:
    """Table "Equivalent pair-counting indices": Wallace1 and Wallace2, A and B interchanged."""
    for a, b in product(set_partitions(4), repeat=2):
        one, two = (
            pw.score(a, b, "wallace_1", undefined="nan"),
            pw.score(b, a, "wallace_2", undefined="nan"),
        )
        assert one == two or (math.isnan(one) and math.isnan(two))


@pytest.mark.parametrize(("n10", "n01"), [(1, 1), (1, 2), (3, 3), (2, 8), (7, 5)])
def test_adjusted_rand_has_no_minimal_agreement(n10: int, n01: int) -> None:
    """Section 4.1: AR(0, N10, N01, 0) = -N10 N01 / (N^2 / 2 - N10 N01)."""
    expected = -n10 * n01 / (Fraction((n10 + n01) ** 2, 2) - n10 * n01)
    assert pw.index("AR").from_counts(0, n10, n01, 0, exact=True) == expected


@pytest.mark.parametrize(
    ("key", "least"),
    [("rand", 0), ("correlation", -1), ("sokal_sneath_1", 0), ("correlation_distance", 1)],
)
def test_minimal_agreement(key: str, least: int) -> None:
    """Section 4.1: R, CC, S&S (and CD) reach their worst value exactly if N11 = N00 = 0."""
    index = pw.index(key)
    for n11, n10, n01, n00 in product(range(4), range(1, 4), range(1, 4), range(4)):
        value = index.from_counts(n11, n10, n01, n00)
        assert (value == least) == (n11 == n00 == 0)


@pytest.mark.parametrize("key", ["jaccard", "wallace_1", "dice"])
def test_no_minimal_agreement(key: str) -> None:
    """Section 4.1: J, W and D violate minimal agreement: they are least although N00 > 0."""
    assert pw.index(key).from_counts(0, 2, 1, 0) == pw.index(key).from_counts(0, 2, 1, 3) == 0


def test_indices_without_maximal_agreement() -> None:
    """Section 4.1: SMI and Wallace lack maximal agreement; Yule as printed divides by zero."""
    a, coarser = [0, 0, 1], [0, 0, 0]
    assert exact(a, coarser, "wallace_1") == exact(a, a, "wallace_1") == 1
    assert pw.score(a, a, "smi") == pytest.approx(math.sqrt(2), abs=CLOSE)
    assert pw.score([0, 0, 1, 2], [0, 0, 1, 2], "smi") == pytest.approx(math.sqrt(5), abs=CLOSE)
    assert math.isnan(pw.score(a, a, "yule", undefined="nan"))


def test_wallace_and_fnmi_are_asymmetric() -> None:
    """Section 4.2: W and FNMI are the asymmetric indices of the two tables."""
    assert exact(A, B, "wallace_1") == 1
    assert exact(B, A, "wallace_1") == Fraction(1, 2)
    assert pw.score(A, B, "fnmi") == pytest.approx(0.8 * math.exp(-1 / 3), abs=CLOSE)
    assert pw.score(B, A, "fnmi") == pytest.approx(0.8 * math.exp(-1 / 2), abs=CLOSE)


@pytest.mark.parametrize(
    ("key", "best"),
    [
        ("correlation_distance", 0),
        ("vi", 0),
        ("mirkin", 0),
        ("jaccard_distance", 0),
        ("nmi_max", 1),
    ],
)
def test_triangle_inequality_holds(key: str, best: int) -> None:
    """Theorem 1 and Appendix C.1: CD, VI, 1 - R, 1 - J and 1 - NMI_max are distances.

    CD on trivial clusterings is the angle to +-1/sqrt(N) of the proof of Theorem 1.
    """
    for a, b, c in product(set_partitions(4), repeat=3):
        ab, bc, ac = (abs(best - score(key, *pair)) for pair in ((a, b), (b, c), (a, c)))
        assert ac <= ab + bc + CLOSE
        assert (ab <= CLOSE) == (a == b)


@pytest.mark.parametrize(
    ("key", "near"), [("f_measure", Fraction(4, 5)), ("bcubed", Fraction(5, 7))]
)
def test_fmeasure_and_bcubed_are_no_distances(key: str, near: Fraction) -> None:
    """Appendix C.1: n = 3, k = 1, 2, 3: 1 - 0.5 > (1 - 0.8) + (1 - 0.8), with 0.71 for BCubed."""
    a, b, c = [0, 0, 0], [0, 0, 1], [0, 1, 2]
    ac, ab, bc = exact(a, c, key), exact(a, b, key), exact(b, c, key)
    assert (ac, ab, bc) == (Fraction(1, 2), near, Fraction(4, 5))
    assert 1 - ac > (1 - ab) + (1 - bc)


@pytest.mark.parametrize(
    ("key", "near", "far"),
    [
        ("adjusted_rand", 4 / 7, -1 / 5),
        ("dice", 2 / 3, 0),
        ("correlation", math.sqrt(2 / 5), -1 / 5),
        ("sokal_sneath_1", 33 / 40, 2 / 5),
        ("ami_geometric", 0.5972878541236604, -1 / 5),
    ],
)
def test_triangle_counterexample(key: str, near: float, far: float) -> None:
    """Appendix C.1: with A, B, C as above AR, D, CC, S&S and AMI violate the triangle inequality.

    The paper prints the pair counts (p_AB = p_BC = 1/6, p_AC = 0), not the values.
    """
    assert pair_counts([0, 0, 1, 2], [0, 0, 1, 1]) == (1, 0, 1, 4)
    assert pw.score(A, B, key) == pytest.approx(near, abs=CLOSE)
    assert pw.score(B, C, key) == pytest.approx(near, abs=CLOSE)
    assert pw.score(A, C, key) == pytest.approx(far, abs=CLOSE)
    assert 1 - far > 2 * (1 - near)


def test_nmi_is_no_distance() -> None:
    """Table 3 says that 1 - NMI is no distance; Appendix C.1 gives no example.

    The example above is none (1/3 < 1/5 + 1/5); one on three items goes over the singletons.
    """
    assert 1 - pw.score(A, C, "NMI") < 2 * (1 - pw.score(A, B, "NMI"))
    a, b, c = [0, 0, 1], [0, 1, 2], [0, 1, 0]
    assert 1 - pw.score(a, c, "NMI") > 2 * (1 - pw.score(a, b, "NMI")) + 0.19


# --- Appendix C.3: strong monotonicity ---


@pytest.mark.parametrize("key", ["rand", "correlation", "sokal_sneath_1", "correlation_distance"])
def test_strong_monotonicity(key: str) -> None:
    """Appendix C.3: R, CC, S&S and CD grow with N11 and N00 and fall with N10 and N01."""
    index = pw.index(key)
    sign = -1 if key == "correlation_distance" else 1
    for counts in product(range(1, 5), repeat=4):
        before = sign * index.from_counts(*counts)
        steps = [[c + (i == j) for j, c in enumerate(counts)] for i in range(4)]
        n11, n10, n01, n00 = (sign * index.from_counts(*step) for step in steps)
        assert min(n11, n00) > before > max(n10, n01)


def test_correlation_changes_sign_when_one_vector_is_inverted() -> None:
    """Appendix C.3: inverting one of the binary vectors flips the sign of CC."""
    index = pw.index("CC")
    for n11, n10, n01, n00 in product(range(1, 4), repeat=4):
        assert index.from_counts(n10, n11, n00, n01) == -index.from_counts(n11, n10, n01, n00)


def test_adjusted_rand_is_not_strongly_monotone() -> None:
    """Appendix C.3: AR(1, 2, 1, 0) < AR(1, 3, 1, 0): -1/2 < -3/7."""
    index = pw.index("AR")
    assert index.from_counts(1, 2, 1, 0, exact=True) == Fraction(-1, 2)
    assert index.from_counts(1, 3, 1, 0, exact=True) == Fraction(-3, 7)


# --- Appendix C.4: monotonicity ---


@pytest.mark.parametrize(
    "key",
    ["rand", "adjusted_rand", "correlation", "sokal_sneath_1", "nmi_arithmetic", "bcubed", "vi"],
)
def test_monotonicity(key: str) -> None:
    """Appendix C.4: these increase with every consistent improvement (here all with n <= 5)."""
    sign = -1 if key == "vi" else 1
    for n in (3, 4, 5):
        for a, b, better in improvements(n):
            assert sign * score(key, a, better) > sign * score(key, a, b)
            assert sign * score(key, better, a) > sign * score(key, b, a)


@pytest.mark.parametrize("key", ["jaccard", "dice"])
def test_jaccard_and_dice_are_not_monotone(key: str) -> None:
    """Erratum, Table 4 and Appendix C.4: increasing N00 results "in an increase of the index".

    With N11 = 0 both stay 0: A = {01, 2}, B = {02, 1}, and the perfect split B' = {0, 1, 2}.
    """
    assert ([0, 0, 1], [0, 1, 0], [0, 1, 2]) in [tuple(map(list, t)) for t in improvements(3)]
    assert exact([0, 0, 1], [0, 1, 0], key) == exact([0, 0, 1], [0, 1, 2], key) == 0


def test_bound_in_the_proof_for_adjusted_rand() -> None:
    """Erratum, Appendix C.4: the bound (1 - p_A)(3 p_A - 1) has a sign error; it is (1 - p_A)^2.

    At (1, 2, 2, 0) the bounded quantity is 4/25, less than the printed lower bound 8/25. The
    conclusion stands: AR increases.
    """
    p_a, p_b, p_ab = Fraction(3, 5), Fraction(3, 5), Fraction(1, 5)
    bounded = p_a * (1 - p_a) + (1 - 2 * p_a) * (p_b - p_ab)
    assert bounded == (1 - p_a) ** 2 < (1 - p_a) * (3 * p_a - 1)
    index = pw.index("AR")
    before, after = (index.from_counts(*c, exact=True) for c in ((1, 2, 2, 0), (2, 1, 2, 0)))
    assert (before, after) == (Fraction(-2, 3), Fraction(-4, 11))


def test_fmeasure_is_not_monotone() -> None:
    """Appendix C.4: FMeasure stays 0.73 when {4, 5} and {6} merge, with A = {0, ..., 6}.

    Erratum: this A has k_A = 1, which Definition 5 excludes; a valid example has five items.
    """
    a, b, merged = of([list(range(7))]), of([[0, 1, 2, 3], [4, 5], [6]]), [0, 0, 0, 0, 1, 1, 1]
    assert exact(a, b, "f_measure") == exact(a, merged, "f_measure") == Fraction(8, 11)
    assert pw.score(a, b, "f_measure") == pytest.approx(0.73, abs=HALF_UNIT)
    valid = ((0, 0, 0, 0, 1), (0, 0, 1, 2, 0), (0, 0, 1, 1, 0))
    assert valid in improvements(5)
    assert exact(*valid[:2], "f_measure") == exact(valid[0], valid[2], "f_measure")


def test_fnmi_is_not_monotone() -> None:
    """Appendix C.4: FNMI(A, B) = 0.67 > 0.57 = FNMI(A, B'); the penalty is exp(-1/3) = 0.72."""
    assert pw.score(A, C, "fnmi") == pytest.approx(2 / 3, abs=CLOSE)
    assert pw.score(A, B, "fnmi") == pytest.approx(0.57, abs=HALF_UNIT)
    ratio = pw.score(A, B, "fnmi") / pw.score(A, B, "nmi_arithmetic")
    assert ratio == pytest.approx(math.exp(-1 / 3), abs=CLOSE)


def test_smi_is_not_monotone() -> None:
    """Appendix C.4: SMI stays unchanged "and equals 2" when {0, 1} and {2, 3} merge.

    Erratum: it equals sqrt(2). M takes its larger value with probability 1/3 in both cases.
    """
    a = of([[0, 1, 2, 3, 4], [5]])
    before, after = of([[0, 1], [2, 3], [4], [5]]), of([[0, 1, 2, 3], [4], [5]])
    assert pw.score(a, before, "smi") == pytest.approx(math.sqrt(2), abs=CLOSE)
    assert pw.score(a, after, "smi") == pytest.approx(math.sqrt(2), abs=CLOSE)


def test_wallace_is_not_monotone() -> None:
    """Erratum, Appendix C.4: "let k_A = 1 ... W1(A, B) = 1", a merge brings no increase.

    With k_A = 1, which Definition 5 excludes, W1 = m_B / N < 1 and a merge does increase it
    (1/3 to 1 here). The verdict stands: a perfect split of {0, 1, 2} leaves W1 = 1 for {01, 2}.
    """
    one = [0, 0, 0]
    assert exact(one, [0, 0, 1], "W") == Fraction(1, 3)
    assert exact(one, one, "W") == 1
    assert ((0, 0, 1), (0, 0, 0), (0, 0, 1)) in improvements(3)
    assert exact([0, 0, 1], [0, 0, 0], "W") == exact([0, 0, 1], [0, 0, 1], "W") == 1


def test_nmi_max_is_not_monotone() -> None:
    """Section 4.5: NMI_max is not monotone; no example is given. The FNMI example is one: 2/3."""
    assert pw.score(A, C, "nmi_max") == pytest.approx(2 / 3, abs=1e-15)
    assert pw.score(A, B, "nmi_max") == pytest.approx(2 / 3, abs=1e-15)


def test_ami_is_not_monotone() -> None:
    """Erratum, Table 3 and Appendix C.4: "AMI satisfies monotonicity w.r.t. perfect splits".

    Two steps of the proof hold only if M >= E[M]. Splitting {2, 3} perfectly lowers AMI from
    -0.0960 to -0.0973; nine items are the fewest (all with n <= 8 were tried).
    """
    a = of([[0, 1], [2], [3], [4], [5], [6], [7], [8]])
    b = of([[0], [1], [2, 3], [4, 5, 6, 7, 8]])
    split = of([[0], [1], [2], [3], [4, 5, 6, 7, 8]])
    assert pw.score(a, b, "ami_geometric") == pytest.approx(-0.0960238825940352, abs=CLOSE)
    assert pw.score(a, split, "ami_geometric") == pytest.approx(-0.0972737190135472, abs=CLOSE)


def test_ami_with_other_norms_is_not_monotone() -> None:
    """Appendix A speaks of three variants of AMI: max ties at n = 4, arithmetic falls at n = 6."""
    a, b, split = [0, 0, 1, 2, 3, 4], [0, 1, 0, 0, 0, 1], [0, 1, 0, 0, 0, 2]
    assert pw.score(a, b, "ami_arithmetic") == pytest.approx(-7 / 38, abs=CLOSE)
    assert pw.score(a, split, "ami_arithmetic") == pytest.approx(-4 / 21, abs=CLOSE)
    a, b, split = [0, 0, 1, 2], [0, 1, 0, 1], [0, 1, 2, 1]
    assert pw.score(a, b, "ami_max") == pytest.approx(-1 / 5, abs=CLOSE)
    assert pw.score(a, split, "ami_max") == pytest.approx(-1 / 5, abs=CLOSE)
