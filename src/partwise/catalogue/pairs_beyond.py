"""Pair counts beyond the paper's list: further corrections for chance, and generalised means.

With u = m_A(N − m_A), v = m_B(N − m_B) and the determinant D = N11·N00 − N10·N01, the correlation
coefficient is D over the geometric mean of u and v, and 2·S&S − 1 is D over their harmonic mean.
The adjusted Rand index is no such mean: it is D over (u + v + (m_A − m_B)²) / 2.
"""

from functools import partial
from math import inf

from partwise.base import InputError, Number, ops
from partwise.catalogue.conventions import Conventions
from partwise.catalogue.index_record import Index
from partwise.catalogue.registry import pair_index, table_index
from partwise.tables import FormulaTable, PairCounts

_FAMILY = "pairs_beyond"
_pair_index = partial(pair_index, stable=True, builtin=True, family=_FAMILY)
_table_index = partial(table_index, stable=True, builtin=True, family=_FAMILY)


@_pair_index(
    "adjusted_wallace_1",
    label="Adjusted Wallace I",
    aka=("AW",),
    range=(-inf, 1),
    symmetric=False,
    references=("severiano2011", "wallace1983"),
    trivial={"vs_other": 0},
)
def adjusted_wallace_1(p: PairCounts) -> Number:
    """Recall of pairs, rescaled so that random candidates score 0 on average.

    It is 1 if the candidate keeps all pairs of the reference together.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: it is the only index, because merging reference clusters costs nothing.
    """
    return p.determinant / (p.same_a * p.diff_b)


@_pair_index(
    "adjusted_wallace_2",
    label="Adjusted Wallace II",
    range=(-inf, 1),
    symmetric=False,
    references=("severiano2011", "wallace1983"),
    trivial={"vs_other": 0},
)
def adjusted_wallace_2(p: PairCounts) -> Number:
    """Precision of pairs, rescaled so that random candidates score 0 on average.

    It is 1 if the candidate refines the reference.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: it is the only index, because splitting reference clusters costs nothing.
    """
    return p.determinant / (p.same_b * p.diff_a)


@_pair_index(
    "adjusted_fowlkes_mallows",
    label="Adjusted Fowlkes & Mallows",
    aka=("AFM",),
    range=(-1, 1),
    symmetric=True,
    references=("hubert1985", "fowlkes1983"),
    trivial={"vs_other": 0},
)
def adjusted_fowlkes_mallows(p: PairCounts) -> Number:
    """Fowlkes & Mallows index, rescaled so that random candidates score 0 on average.

    The formula is (FM − √(m_A m_B)/N) / (1 − √(m_A m_B)/N), with FM the Fowlkes & Mallows index.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: you need minimal agreement. The correlation coefficient (CC) has it, and the same
    numerator.
    """
    root = ops.sqrt(p.same_a * p.same_b)
    # √(m_A m_B)·(N − √(m_A m_B)), with N² − m_A m_B as a sum, so that nothing cancels.
    apart = p.total * p.diff_a + p.same_a * p.diff_b
    return p.determinant * (p.total + root) / (root * apart)


def _generalised_mean(p: PairCounts, r: Number) -> Number:
    u, v = p.same_a * p.diff_a, p.same_b * p.diff_b
    if r == 0:
        return p.determinant / ops.sqrt(u * v)
    if r == inf:
        return p.determinant / ops.maximum(u, v)
    if r == -inf:
        return p.determinant / ops.minimum(u, v)
    if r == 1:
        return p.determinant / ((u + v) / 2)
    if r == -1:
        return p.determinant * (u + v) / (2 * u * v)
    # As shares of the larger, so that no power overflows.
    largest = ops.maximum(u, v)
    mean = ((u / largest) ** r + (v / largest) ** r) / 2
    return p.determinant / largest * mean ** (-1 / r)


def generalised_mean(r: float) -> Index:
    """Make the index that divides N11·N00 − N10·N01 by a mean of order r of both variances.

    This family by Gösgens et al. contains the correlation coefficient (CC, r = 0) and 2·S&S − 1, a
    linear function of Sokal & Sneath I (r = −1). r = 1 takes the arithmetic mean, ∞ the larger
    variance and −∞ the smaller one. The adjusted Rand index has the same numerator but is not in
    the family: where m_A ≠ m_B, it is closer to zero than the index for r = 1.

    Parameters
    ----------
    r : float
        The order of the mean; −∞ and ∞ are allowed.

    Examples
    --------
    >>> import partwise as pw
    >>> a, b = [0, 0, 1, 1, 1], [0, 0, 1, 1, 2]
    >>> generalised_mean(-1)(a, b, exact=True) == 2 * pw.score(a, b, "S&S", exact=True) - 1
    True
    >>> generalised_mean(0)(a, b) == pw.score(a, b, "CC")
    True
    """
    if isinstance(r, bool) or not isinstance(r, int | float) or r != r:
        raise InputError(f"r must be a number, not {r!r}")
    return Index(
        key=f"generalised_mean_{r:g}",
        label=f"Generalised mean of order {r:g}",
        kind="pairs",
        formula=partial(_generalised_mean, r=r),
        range=(-1, 1),
        symmetric=True,
        conventions=Conventions(1, -1, 0),
        references=("gosgensmeasures2021",),
        stable=True,
        family=_FAMILY,
        doc=f"Agreement beyond chance, over the mean of order {r:g} of both variances.",
    )


@_pair_index(
    "arithmetic_mean",
    label="Generalised mean of order 1",
    aka=("GM1",),
    range=(-1, 1),
    symmetric=True,
    references=("gosgensmeasures2021",),
    trivial={"opposite": -1},
)
def arithmetic_mean(p: PairCounts) -> Number:
    """Agreement beyond chance, over the arithmetic mean of the variances of both clusterings.

    The correlation coefficient (CC) divides by the geometric mean. Twice Sokal & Sneath I (S&S)
    minus 1 divides by the harmonic mean. The adjusted Rand index is close to this index.
    `pw.families.generalised_mean` makes indices with other means.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: scores must be easy to interpret. CC is a correlation, and S&S a mean of four rates.
    """
    return _generalised_mean(p, 1)


@_table_index(
    "mari",
    label="Modified adjusted Rand",
    aka=("MARI",),
    range=(-inf, 1),
    symmetric=True,
    references=("sundqvist2023",),
    trivial={"vs_other": 0},
)
def mari(t: FormulaTable) -> Number:
    """Rand index with an unbiased adjustment for chance, for items that are a sample.

    The adjusted Rand index (ARI) estimates chance from all pairs of pairs. This index uses only
    disjoint pairs, which have four items. So its numerator is 0 on average if the two clusters of a
    random item are independent. The difference vanishes as n grows. The index is undefined for
    fewer than four items.

    Favours: no cluster sizes; candidates that are independent of the reference score about 0.

    Avoid when: cluster sizes are fixed and not sampled. ARI is exact for fixed sizes.
    """
    p, n = t.pairs, t.pairs.items
    disjoint = p.same_a * p.same_b - p.n11 - t.linked_pairs
    scale = (n - 2) * (n - 3)
    # Whole numbers up to one division, since the differences cancel where a cluster is very large.
    return 2 * (p.n11 * scale - 2 * disjoint) / ((p.same_a + p.same_b) * scale - 4 * disjoint)


@_table_index(
    "lerman",
    label="Lerman's z",
    aka=("LI",),
    range=(-inf, inf),
    symmetric=True,
    references=("lerman1988", "hubert1985"),
    trivial={"identical": 0, "vs_other": 0, "otherwise": 0},
)
def lerman(t: FormulaTable) -> Number:
    """How many standard deviations N11 is above its mean over random candidates of the same sizes.

    A test statistic, as standardised mutual information is. It grows with n, and identical
    clusterings have no common score. If N11 is the same for all candidates of these sizes, the
    score is 0 by convention. This holds for identical clusterings too.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: you want to know how good a candidate is.
    """
    return t.pairs.determinant / t.pairs.total / ops.sqrt(t.n11_variance)
