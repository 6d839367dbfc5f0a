"""Appendix C.3 (strong monotonicity) and C.4 (monotonicity): identities, steps of proofs, examples.

The printed numbers are in ``test_paper_examples.py``. An erratum is one of docs/errata.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
import sympy
from mpmath import mp, mpf

from support.definitions import breaks_monotonicity, score_of, trivial
from support.oracle import PAIR_COUNTING, bcubed_recall, pair_counts, set_partitions, value
from support.oracle_information import Information, LogSum, entropy, mean_of
from support.partitions import grouped, perfect_merges, perfect_splits, rgs

Labels = tuple[int, ...]
N11, N10, N01, N00 = COUNTS = sympy.symbols("n11 n10 n01 n00", positive=True)


def splits(a: Labels, b: Labels) -> list[Labels]:
    return [rgs(better) for better in perfect_splits(grouped(a), grouped(b))]


def merges(a: Labels, b: Labels) -> list[Labels]:
    return [rgs(better) for better in perfect_merges(grouped(a), grouped(b))]


def references(n: int) -> Iterator[tuple[Labels, Labels]]:
    """Every A that monotonicity speaks of, with every B."""
    for a, b in product(set_partitions(n), repeat=2):
        if not trivial(a):
            yield a, b


# --- C.3


def test_derivative_of_the_correlation_coefficient() -> None:
    """C.3: the derivative of CC in N11, without a constant factor, and its positive numerator."""
    product_ab = (N11 + N10) * (N11 + N01)
    found = sympy.diff((N11 * N00 - N10 * N01) / sympy.sqrt(product_ab), N11)
    numerator = (
        N11 * N00 * (N10 + N01) / 2 + N00 * N10 * N01 + N10 * N01 * (2 * N11 + N10 + N01) / 2
    )
    assert sympy.simplify(found * product_ab ** sympy.Rational(3, 2) - numerator) == 0
    assert all(c > 0 for c in sympy.Poly(numerator, *COUNTS).coeffs())


def test_fractions_of_sokal_and_sneath() -> None:
    """C.3: each count moves some fraction of S&S strictly and none the wrong way."""
    fractions = [N11 / (N11 + N10), N11 / (N11 + N01), N00 / (N00 + N10), N00 / (N00 + N01)]
    for count, sign in zip(COUNTS, (1, -1, -1, 1), strict=True):
        slopes = [sympy.factor(sign * sympy.diff(f, count)) for f in fractions]
        assert all(slope.is_nonnegative for slope in slopes)
        assert any(slope.is_positive for slope in slopes)


def test_rand_is_strongly_monotone() -> None:
    """C.3: R increases in N11 and N00 and decreases in N10 and N01."""
    for count, sign in zip(COUNTS, (1, -1, -1, 1), strict=True):
        assert sympy.factor(sign * sympy.diff(PAIR_COUNTING["rand"](*COUNTS), count)).is_positive


@pytest.mark.parametrize("key", ["jaccard", "wallace_1", "dice"])
def test_indices_that_ignore_n00(key: str) -> None:
    """C.3: J, W and D are constant in N00."""
    assert N00 not in sympy.sympify(PAIR_COUNTING[key](*COUNTS)).free_symbols


def test_counts_of_the_counterexample_for_adjusted_rand() -> None:
    """C.3: AR(1, 2, 1, 0) < AR(1, 3, 1, 0). No clusterings have 4 or 5 pairs (excluded example).

    With clusterings: 01|23 and 02|1|3, and 0123|4 and 04|1|2|3. N10 alone grows, from 2 to 6, and
    AR from -2/7 to -6/29. Nothing smaller will do.
    """
    triangular = {n * (n - 1) // 2 for n in range(10)}
    assert not {1 + 2 + 1, 1 + 3 + 1} & triangular
    four, five = ((0, 0, 1, 1), (0, 1, 0, 2)), ((0, 0, 0, 0, 1), (0, 1, 2, 3, 0))
    assert (pair_counts(*four), pair_counts(*five)) == ((0, 2, 1, 3), (0, 6, 1, 3))
    assert value("adjusted_rand", *four) == Fraction(-2, 7)
    assert value("adjusted_rand", *five) == Fraction(-6, 29)
    attained = {
        n: {pair_counts(*pair): pair for pair in product(set_partitions(n), repeat=2)}
        for n in (3, 4)
    }
    for (n11, n10, n01, n00), pair in attained[3].items():
        larger = attained[4].get((n11, n10 + 3, n01, n00))
        if larger and n11 + n00:
            before, after = (value("adjusted_rand", *one) for one in (pair, larger))
            assert before is None or after is None or after <= before


# --- C.4: Adjusted Rand

A, B, C, D = sympy.symbols("a b c d")
P_A, P_B, P_AB = sympy.symbols("p_A p_B p_AB", positive=True)
GAP = P_A + P_B - 2 * P_AB


def zero(expression: sympy.Expr) -> bool:
    return bool(sympy.simplify(expression) == 0)


def test_quotients_in_the_proof_for_adjusted_rand() -> None:
    """C.4: (a+c)/(b+d) > a/b iff c > ad/b; with d = c - 1/2 this is c > -a / (2 (b - a))."""
    assert zero((A + C) / (B + D) - A / B - (C - A * D / B) / (B + D))
    assert zero((C - A * (C - sympy.Rational(1, 2)) / B) * B / (B - A) - (C + A / (2 * (B - A))))


def test_numerator_and_denominator_of_adjusted_rand() -> None:
    """C.4: b = a + (N10 + N01)/2; c is p_A or p_B for N00 and 1 - p_A or 1 - p_B for N11."""
    total = sum(COUNTS)

    def parts(n11: sympy.Expr, n10: sympy.Expr, n01: sympy.Expr) -> tuple[sympy.Expr, ...]:
        expected = (n11 + n10) * (n11 + n01) / total
        return n11 - expected, n11 + (n10 + n01) / 2 - expected

    a, b = parts(N11, N10, N01)
    p_a, p_b = (N11 + N10) / total, (N11 + N01) / total
    assert zero(b - a - (N10 + N01) / 2)
    assert zero(a / b - PAIR_COUNTING["adjusted_rand"](*COUNTS))
    moves = [
        ((N11, N10, N01 - 1), p_a),
        ((N11, N10 - 1, N01), p_b),
        ((N11 + 1, N10 - 1, N01), 1 - p_a),
        ((N11 + 1, N10, N01 - 1), 1 - p_b),
    ]
    for counts, change in moves:
        after_a, after_b = parts(*counts)
        assert zero(after_a - a - change)
        assert zero((after_b - b) - (change - sympy.Rational(1, 2)))


def test_two_fractions_in_the_proof_for_adjusted_rand() -> None:
    """C.4: both fractions, and the bounds p_A (1 - p_A) and (1 - p_A)^2 (erratum 11)."""
    share = (P_AB - P_A * P_B) / GAP
    first = P_A**2 + (1 - 2 * P_A) * P_AB
    second = P_A * (1 - P_A) + (1 - 2 * P_A) * (P_B - P_AB)
    assert zero(P_A + share - first / GAP)
    assert zero(1 - P_A + share - second / GAP)
    assert zero(first.subs(P_AB, P_A) - (1 - P_A) * P_A)
    assert zero(second.subs(P_AB, P_A + P_B - 1) - (1 - P_A) ** 2)


# --- C.4: entropies


@cache
def info(a: Labels, b: Labels) -> Information:
    return Information(a, b)


@pytest.mark.parametrize("n", [4, 5])
def test_entropies_after_perfect_splits_and_merges(n: int) -> None:
    """C.4: a split leaves H(A, B), so M and VI change by H(B'|B); a merge leaves M."""
    for a, b in references(n):
        before = info(a, b)
        for better in splits(a, b):
            after = info(a, better)
            gain = after.h_b - before.h_b
            assert gain.value() > 0
            assert (after.h_ab, after.mutual) == (before.h_ab, before.mutual + gain)
        for better in merges(a, b):
            after = info(a, better)
            loss = before.h_b - after.h_b
            assert loss.value() > 0
            assert (after.h_ab, after.mutual) == (before.h_ab - loss, before.mutual)
            assert before.mutual.value() > 0  # so that NMI does rise


def test_the_geometric_norm_may_outgrow_the_split() -> None:
    """C.4: the denominator of NMI "increases by at most H(B'|B)", whatever the normalisation.

    Erratum 24: the geometric mean gains sqrt(3/2) ln 2 here, more than H(B'|B) = ln 2. NMI with
    the geometric mean is monotone for another reason: M <= H(B).
    """
    a, b, split = (0, 0, 1, 2), (0, 0, 0, 0), (0, 0, 1, 1)
    assert split in splits(a, b)
    ln2 = LogSum.log(2)
    assert info(a, split).h_a == ln2 * Fraction(3, 2)
    assert (info(a, b).h_b, info(a, split).h_b) == (LogSum({}), ln2)
    for x, y in references(3):
        assert all(info(x, z).h_a.value() <= info(x, z).h_b.value() for z in splits(x, y))


@pytest.mark.parametrize("n", [3, 4, 5])
def test_nmi_with_the_geometric_mean_is_monotone(n: int) -> None:
    """C.4: NMI is monotone for "any other average" than min and max; here the geometric mean."""
    score = score_of("nmi_geometric")
    for a, b in references(n):
        for better in (*splits(a, b), *merges(a, b)):
            assert not breaks_monotonicity(score, a, b, better)


@pytest.mark.parametrize("key", ["nmi_min", "nmi_max"])
def test_merges_may_leave_min_and_max_norms(key: str) -> None:
    """C.4: NMI is not monotone in perfect merges for min- and max-normalisation."""
    score = score_of(key)
    broken = [
        (a, b, better)
        for a, b in references(4)
        for better in merges(a, b)
        if breaks_monotonicity(score, a, b, better)
    ]
    assert broken


# --- C.4: AMI


def adjusted(part: LogSum, norm: mpf, expected: LogSum) -> mpf:
    return (part - expected).value() / (norm - expected.value())


def test_a_step_for_merges_of_ami() -> None:
    """C.4, AMI and merges: "(M - E) / (sqrt(H(A) H(B'')) - E) > (M - E) / (sqrt(H(A) H(B)) - E)".

    Erratum 25: this needs M > E[M]. Here M < E[M] and the step goes the wrong way, although the
    merge is perfect; AMI rises all the same.
    """
    a, b, merged = (0, 0, 0, 1), (0, 1, 2, 0), (0, 1, 1, 0)
    assert merged in merges(a, b)
    before, after = info(a, b), info(a, merged)
    expected = before.expected()
    assert before.mutual.value() < expected.value()
    larger, smaller = (mp.sqrt(t.h_a.value() * t.h_b.value()) for t in (before, after))
    assert larger > smaller
    step = adjusted(before.mutual, smaller, expected)
    assert step < adjusted(before.mutual, larger, expected)
    ami = score_of("ami_geometric")
    low, high = ami(a, b), ami(a, merged)
    assert expected - before.mutual == LogSum.log(2) * Fraction(1, 4)
    assert abs(low + mp.log(2) / 4 / (larger - expected.value())) < mpf(10) ** -45
    assert high == 0


def test_no_smaller_merge_has_less_than_expected_information() -> None:
    """Erratum 25: four items are the fewest."""
    for a, b in references(3):
        for _ in merges(a, b):
            assert info(a, b).mutual.value() >= info(a, b).expected().value()


@pytest.mark.parametrize("n", [3, 4, 5])
def test_no_merge_of_few_items_lowers_ami(n: int) -> None:
    """C.4: AMI is monotone in perfect merges: not proved (erratum 25), but not refuted here."""
    score = score_of("ami_geometric")
    for a, b in references(n):
        for better in merges(a, b):
            assert not breaks_monotonicity(score, a, b, better)


def test_a_sign_in_the_proof_for_ami() -> None:
    """C.4: "H(A' x B) - H(A' x B') = H(A' x B' | A' x B) >= 0".

    Erratum 25: the left side is the other way round: a split can only add to the joint entropy.
    """
    strict = 0
    for a, b in references(4):
        for split in {rgs(s) for s in all_splits(b)}:
            more = (info(a, split).h_ab - info(a, b).h_ab).value()
            assert more >= 0
            assert (more == 0) == (split in splits(a, b))
            strict += more > 0
    assert strict


def all_splits(b: Labels) -> Iterator[frozenset[frozenset[object]]]:
    singletons = grouped(range(len(b)))
    yield from perfect_splits(singletons, grouped(b))


def test_expected_information_falls_with_merges() -> None:
    """C.4: for k_A > 1, E[M] decreases with a merge, and the norm as well (here n = 5)."""
    for a, b in references(5):
        for better in merges(a, b):
            before, after = info(a, b), info(a, better)
            assert mean_of(after.chances).value() < mean_of(before.chances).value()
            assert after.h_b.value() < before.h_b.value()


# --- C.4: the others


@pytest.mark.parametrize("n", [3, 4, 5])
def test_bcubed_recall_and_precision(n: int) -> None:
    """C.4: a perfect merge raises BCubed recall alone, a perfect split BCubed precision alone."""
    for a, b in references(n):
        recall, precision = bcubed_recall(a, b), bcubed_recall(b, a)
        for better in merges(a, b):
            assert bcubed_recall(a, better) > recall
            assert bcubed_recall(better, a) == precision
        for better in splits(a, b):
            assert bcubed_recall(a, better) == recall
            assert bcubed_recall(better, a) > precision


def fair(a: Labels, b: Labels, norm: mpf) -> mpf:
    k_a, k_b = len(set(a)), len(set(b))
    return mp.exp(-mpf(abs(k_a - k_b)) / k_a) * info(a, b).mutual.value() / norm


def test_fnmi_with_other_normalisations() -> None:
    """Appendix B: for FNMI "a different normalization would not result in more properties".

    The example of C.4 shows it for the geometric mean, the maximum and the joint entropy. It does
    not for the minimum (2/3 < 0.72): there 02|1|34 split into singletons falls for 01|23|4.
    """
    a, b, merged = (0, 0, 1, 2), (0, 1, 2, 2), (0, 0, 1, 1)
    norms: dict[str, Callable[[Information], mpf]] = {
        "geometric": lambda t: mp.sqrt(t.h_a.value() * t.h_b.value()),
        "max": lambda t: t.larger().value(),
        "joint": lambda t: t.h_ab.value(),
    }
    for norm in norms.values():
        assert fair(a, b, norm(info(a, b))) > fair(a, merged, norm(info(a, merged)))
    smaller = [fair(a, x, info(a, x).smaller().value()) for x in (b, merged)]
    assert smaller[0] < smaller[1]
    other, start, split = (0, 0, 1, 1, 2), (0, 0, 1, 2, 1), (0, 0, 1, 2, 3)
    assert split in splits(other, start)
    found = [fair(other, x, info(other, x).smaller().value()) for x in (start, split)]
    assert found[0] > found[1]


@pytest.mark.parametrize(("key", "fewest"), [("f_measure", 5), ("wallace_1", 3), ("fnmi", 4)])
def test_fewest_items_of_valid_counterexamples(key: str, fewest: int) -> None:
    """C.4: FMeasure, Wallace and FNMI are not monotone; the definition wants 1 < k_A < n.

    Errata 9 and 10: the printed examples for Wallace and FMeasure have k_A = 1.
    """
    score = score_of(key)
    for n in range(3, fewest + 1):
        broken = any(
            breaks_monotonicity(score, a, b, better)
            for a, b in references(n)
            for better in (*splits(a, b), *merges(a, b))
        )
        assert broken == (n == fewest)


def test_the_printed_example_for_smi_is_valid() -> None:
    """C.4: A has k_A = 2, and merging {0, 1} and {2, 3} is perfect (for the value: erratum 6)."""
    a, b, merged = (0, 0, 0, 0, 0, 1), (0, 0, 1, 1, 2, 3), (0, 0, 0, 0, 1, 2)
    assert not trivial(a)
    assert merged in merges(a, b)
    assert entropy((5, 1)) == info(a, b).h_a
