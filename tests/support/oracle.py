"""Every index of the catalogue, written straight from the paper: slow, obvious and exact.

The formulas are transcribed from the LaTeX of Appendix B of Gosgens, Tikhonov, Prokhorenkova,
"Systematic Analysis of Cluster Similarity Indices" (ICML 2021). The first argument is A, the
reference; the second is B, the candidate. This file never imports partwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from mpmath import mp, mpf

from support.oracle_families import FAMILIES
from support.oracle_information import (
    INFORMATION,
    Definitions,
    Information,
    Labels,
    Value,
    arrangements,
    rounded,
)

__all__ = [
    "ALL_PAIR_COUNTING",
    "ORACLE",
    "PAIRS_BEYOND",
    "PAIR_COUNTING",
    "arrangements",
    "pair_counts",
    "set_partitions",
    "value",
]


class Pairs(NamedTuple):
    """The four pair counts, as rationals so that every division is exact."""

    n11: Fraction
    n10: Fraction
    n01: Fraction
    n00: Fraction


def pair_counts(a: Labels, b: Labels) -> tuple[int, int, int, int]:
    """Count the pairs of items that are together in both, in A only, in B only, in neither."""
    n11 = n10 = n01 = n00 = 0
    for (a_v, b_v), (a_w, b_w) in combinations(list(zip(a, b, strict=True)), 2):
        if a_v == a_w and b_v == b_w:
            n11 += 1
        elif a_v == a_w:
            n10 += 1
        elif b_v == b_w:
            n01 += 1
        else:
            n00 += 1
    return n11, n10, n01, n00


def set_partitions(n: int) -> Iterator[tuple[int, ...]]:
    """Yield every partition of n items once, as a restricted growth tuple of labels."""
    if n == 0:
        yield ()
        return
    for head in set_partitions(n - 1):
        for label in range(max(head, default=-1) + 2):
            yield (*head, label)


def sqrt(x: Fraction) -> mpf:
    """Return the square root of a rational number."""
    return mp.sqrt(mpf(x.numerator) / x.denominator)


def real(x: Fraction) -> mpf:
    """Return a rational number as a real one."""
    return mpf(x.numerator) / x.denominator


# --- the table of 27 pair-counting indices, in its order


def rand(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Rand (R)."""
    return (n11 + n00) / (n11 + n10 + n01 + n00)


def adjusted_rand(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Adjusted Rand (AR)."""
    expected = (n11 + n10) * (n11 + n01) / (n11 + n10 + n01 + n00)
    return (n11 - expected) / (((n11 + n10) + (n11 + n01)) / 2 - expected)


def jaccard(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Jaccard (J)."""
    return n11 / (n11 + n10 + n01)


def jaccard_distance(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Jaccard Distance (JD)."""
    return (n10 + n01) / (n11 + n10 + n01)


def wallace_1(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Wallace1 (W)."""
    return n11 / (n11 + n10)


def wallace_2(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Wallace2."""
    return n11 / (n11 + n01)


def dice(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Dice."""
    return 2 * n11 / (2 * n11 + n10 + n01)


def correlation(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> mpf:
    """Correlation Coefficient (CC)."""
    root = sqrt((n11 + n10) * (n11 + n01) * (n00 + n10) * (n00 + n01))
    return real(n11 * n00 - n10 * n01) / root


def correlation_distance(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> mpf:
    """Correlation Distance (CD)."""
    return mp.acos(correlation(n11, n10, n01, n00)) / mp.pi


def sokal_sneath_1(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Sokal&Sneath-I (S&S)."""
    same = n11 / (n11 + n10) + n11 / (n11 + n01)
    apart = n00 / (n00 + n10) + n00 / (n00 + n01)
    return Fraction(1, 4) * (same + apart)


def minkowski(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> mpf:
    """Minkowski."""
    return sqrt((n10 + n01) / (n11 + n10))


def hubert(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Hubert (H)."""
    return (n11 + n00 - n10 - n01) / (n11 + n10 + n01 + n00)


def fowlkes_mallows(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> mpf:
    """Fowlkes&Mallow."""
    return real(n11) / sqrt((n11 + n10) * (n11 + n01))


def sokal_sneath_2(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Sokal&Sneath-II."""
    half = Fraction(1, 2)
    return half * n11 / (half * n11 + n10 + n01)


def mirkin(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Compute Normalized Mirkin."""
    return (n10 + n01) / (n11 + n10 + n01 + n00)


def kulczynski(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Kulczynski."""
    return Fraction(1, 2) * (n11 / (n11 + n10) + n11 / (n11 + n01))


def mcconnaughey(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """McConnaughey."""
    return (n11**2 - n10 * n01) / ((n11 + n10) * (n11 + n01))


def yule(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Yule, with the denominator that the paper prints."""
    return (n11 * n00 - n10 * n01) / (n11 * n10 + n01 * n00)


def baulieu_1(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Baulieu-I."""
    total = n11 + n10 + n01 + n00
    return (total * (n11 + n00) + (n10 - n01) ** 2) / total**2


def russell_rao(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Russell&Rao."""
    return n11 / (n11 + n10 + n01 + n00)


def fager_mcgowan(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> mpf:
    """Fager&McGowan: both terms are moved under their roots, so that 0 is exactly 0."""
    first, second = n11**2 / ((n11 + n10) * (n11 + n01)), 1 / (4 * (n11 + n10))
    return mpf(0) if first == second else sqrt(first) - sqrt(second)


def peirce(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Peirce."""
    return (n11 * n00 - n10 * n01) / ((n11 + n01) * (n00 + n10))


def baulieu_2(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Baulieu-II."""
    return (n11 * n00 - n10 * n01) / (n11 + n10 + n01 + n00) ** 2


def sokal_sneath_3(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> mpf:
    """Sokal&Sneath-III."""
    return real(n11 * n00) / sqrt((n11 + n10) * (n11 + n01) * (n00 + n10) * (n00 + n01))


def gower_legendre(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Gower&Legendre."""
    return (n11 + n00) / (n11 + Fraction(1, 2) * (n10 + n01) + n00)


def rogers_tanimoto(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Rogers&Tanimoto."""
    return (n11 + n00) / (n11 + 2 * (n10 + n01) + n00)


def goodman_kruskal(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Goodman&Kruskal."""
    return (n11 * n00 - n10 * n01) / (n11 * n00 + n10 * n01)


def correlation_chord(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> mpf:
    """CD' = sqrt(2 (1 - CC)), from a footnote of Section 4."""
    return mp.sqrt(2 * (1 - correlation(n11, n10, n01, n00)))


# --- beyond the paper; adjusted for chance as Hubert and Arabie do it: (V - E[V]) / (max - E[V])


PAIRS_BEYOND = Definitions()


@PAIRS_BEYOND.add
def adjusted_wallace_1(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Wallace1 less m_B / N."""
    expected = (n11 + n01) / (n11 + n10 + n01 + n00)
    return (n11 / (n11 + n10) - expected) / (1 - expected)


@PAIRS_BEYOND.add
def adjusted_wallace_2(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """Wallace2 less m_A / N."""
    return adjusted_wallace_1(n11, n01, n10, n00)


@PAIRS_BEYOND.add
def adjusted_fowlkes_mallows(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> mpf:
    """Fowlkes & Mallows less sqrt(m_A m_B) / N."""
    total, product = n11 + n10 + n01 + n00, (n11 + n10) * (n11 + n01)
    root = sqrt(product)
    return real(n11 - product / total) / (root * (1 - root / real(total)))


@PAIRS_BEYOND.add
def arithmetic_mean(n11: Fraction, n10: Fraction, n01: Fraction, n00: Fraction) -> Fraction:
    """The covariance of the two incidence vectors over the mean of their variances."""
    total, m_a, m_b = n11 + n10 + n01 + n00, n11 + n10, n11 + n01
    covariance = n11 / total - m_a / total * m_b / total
    variances = [m / total - (m / total) ** 2 for m in (m_a, m_b)]
    return covariance / ((variances[0] + variances[1]) / 2)


PAIR_COUNTING: dict[str, Callable[[Fraction, Fraction, Fraction, Fraction], Fraction | mpf]] = {
    function.__name__: function
    for function in (
        rand,
        adjusted_rand,
        jaccard,
        jaccard_distance,
        wallace_1,
        wallace_2,
        dice,
        correlation,
        correlation_distance,
        sokal_sneath_1,
        minkowski,
        hubert,
        fowlkes_mallows,
        sokal_sneath_2,
        mirkin,
        kulczynski,
        mcconnaughey,
        yule,
        baulieu_1,
        russell_rao,
        fager_mcgowan,
        peirce,
        baulieu_2,
        sokal_sneath_3,
        gower_legendre,
        rogers_tanimoto,
        goodman_kruskal,
        correlation_chord,
    )
}
ALL_PAIR_COUNTING = Definitions(PAIR_COUNTING | PAIRS_BEYOND)


# --- indices that match clusters


def recall(a: Labels, b: Labels) -> Fraction:
    """r(A, B) = 1/n sum_i max_j n_ij."""
    cells = Counter(zip(a, b, strict=True))
    best = (max(cells[i, j] for j in set(b)) for i in set(a))
    return Fraction(sum(best), len(a))


def bcubed_recall(a: Labels, b: Labels) -> Fraction:
    """r'(A, B) = 1/n sum_i 1/|A_i| sum_j n_ij^2."""
    cells, sizes = Counter(zip(a, b, strict=True)), Counter(a)
    total = sum((Fraction(count**2, sizes[i]) for (i, _), count in cells.items()), Fraction(0))
    return total / len(a)


def harmonic_mean(x: Fraction, y: Fraction) -> Fraction:
    """Return the harmonic mean of two numbers."""
    return 2 * x * y / (x + y)


# --- all of them


def value(key: str, a: Labels, b: Labels) -> Value:
    """Evaluate one index of the catalogue.

    Parameters
    ----------
    key : str
        A key of ``ORACLE``.
    a, b : sequence of labels
        The reference and the candidate, of equal length.

    Returns
    -------
    Fraction, mpf or None
        Exact for rational formulas, else 50 digits; None where the formula divides by zero.
    """
    if key in ALL_PAIR_COUNTING:
        counts = Pairs(*map(Fraction, pair_counts(a, b)))
        return rounded(lambda: ALL_PAIR_COUNTING[key](*counts))
    if key in INFORMATION:
        return rounded(lambda: INFORMATION[key](Information(a, b)))
    if key in FAMILIES:
        return rounded(lambda: FAMILIES[key](tuple(a), tuple(b)))
    recalls = {"f_measure": recall, "bcubed": bcubed_recall}[key]
    return rounded(lambda: harmonic_mean(recalls(a, b), recalls(b, a)))


def _entry(key: str) -> Callable[[Labels, Labels], Value]:
    return lambda a, b: value(key, a, b)


ORACLE: dict[str, Callable[[Labels, Labels], Value]] = Definitions(
    (key, _entry(key))
    for key in (*PAIR_COUNTING, *INFORMATION, "f_measure", "bcubed", *PAIRS_BEYOND, *FAMILIES)
)
