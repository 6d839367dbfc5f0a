"""The rest of the paper's list, and CD′ of its footnote."""

from fractions import Fraction
from functools import partial
from math import inf, sqrt

from partwise.base import Number, ops
from partwise.catalogue.registry import pair_index
from partwise.tables import PairCounts

_pair_index = partial(pair_index, stable=True, builtin=True, family="paper")


@_pair_index(
    "mirkin",
    label="Mirkin (normalised)",
    aka=("Mirkin metric", "Normalised Mirkin", "Mirkin distance"),
    direction="distance",
    range=(0, 1),
    symmetric=True,
    references=("mirkin1970", "mirkin1996"),
)
def mirkin(p: PairCounts) -> Number:
    """Share of pairs about which the two clusterings disagree: 1 − R, a metric.

    R is the Rand index. The Mirkin metric of the literature is n(n − 1) times as large, 2(n10 +
    n01): it counts each disagreeing pair twice.

    Favours: either, depending on the reference, as the Rand index does.

    Avoid when: candidates differ in the number or sizes of clusters, as for the Rand index.
    """
    return (p.n10 + p.n01) / p.total


@_pair_index(
    "kulczynski",
    label="Kulczyński",
    range=(0, 1),
    symmetric=True,
    references=("kulczynski1927",),
)
def kulczynski(p: PairCounts) -> Number:
    """Arithmetic mean of recall and precision of pairs.

    One cluster of all items has recall 1, so it scores at least ½.

    Favours: large clusters.

    Avoid when: candidates differ in cluster sizes. Use Sokal & Sneath I (S&S), which also averages
    recall and precision of the pairs that are apart. That gives it a constant baseline.
    """
    return (p.n11 / p.same_a + p.n11 / p.same_b) / 2


@_pair_index(
    "mcconnaughey",
    label="McConnaughey",
    range=(-1, 1),
    symmetric=True,
    references=("mcconnaughey1964",),
)
def mcconnaughey(p: PairCounts) -> Number:
    """Kulczyński's index K, stretched to the range −1 to 1: 2K − 1.

    Favours: large clusters.

    Avoid when: candidates differ in cluster sizes, as for Kulczyński's index.
    """
    return p.excess / (p.same_a * p.same_b)


@_pair_index(
    "yule",
    label="Yule",
    range=(-inf, inf),
    symmetric=False,
    references=("yule1900", "lei2017"),
    trivial={"identical": inf, "vs_other": 0},
)
def yule(p: PairCounts) -> Number:
    """Yule's index as the paper prints it, which is probably not what Yule meant.

    The denominator mixes n11·n10 with n01·n00. Yule's own Q divides by n11·n00 + n10·n01; the
    catalogue has it as Goodman & Kruskal. As printed, the index is not symmetric and has no bounds.
    For identical clusterings it divides by zero, and its limit is infinite. partwise keeps it so
    that you can check the paper's statements about it.

    Favours: no cluster sizes; its numerator is 0 at the expected pair counts of random candidates.

    Avoid when: always. Use Goodman & Kruskal for Yule's Q, or the correlation coefficient (CC).
    """
    return p.determinant / (p.n11 * p.n10 + p.n01 * p.n00)


@_pair_index(
    "baulieu_1",
    label="Baulieu I",
    range=(0, 1),
    symmetric=True,
    references=("baulieu1989",),
)
def baulieu_1(p: PairCounts) -> Number:
    """Rand index plus ((n10 − n01) / N)², the squared difference of both shares of disagreement.

    One cluster against all singletons scores 1, as identical clusterings do. So a score of 1 does
    not mean that the clusterings agree.

    Favours: either very large or very small clusters. A random candidate scores better the further
    the share of its pairs that are together is from one half.

    Avoid when: a high score must mean that the clusterings are alike.
    """
    return (p.total * (p.n11 + p.n00) + (p.n10 - p.n01) ** 2) / p.total**2


@_pair_index(
    "russell_rao",
    label="Russell & Rao",
    aka=("RR",),
    range=(0, 1),
    symmetric=True,
    references=("russell1940",),
)
def russell_rao(p: PairCounts) -> Number:
    """Share of all pairs that are together in both clusterings.

    Identical clusterings score 1 only if they are a single cluster.

    Favours: large clusters.

    Avoid when: a score must be interpretable by itself.
    """
    return p.n11 / p.total


@_pair_index(
    "fager_mcgowan",
    label="Fager & McGowan",
    range=(Fraction(-1, 2), 1),
    symmetric=False,
    references=("fager1963",),
)
def fager_mcgowan(p: PairCounts) -> Number:
    """Fowlkes & Mallows index minus 1/(2√m_A): a correction for references with few pairs.

    m_A is the number of pairs together in the reference. Identical clusterings score 1 − 1/(2√m_A),
    so the best score depends on the reference.

    Favours: large clusters.

    Avoid when: you compare scores for different references.
    """
    # The paper's n11/√(mA·mB) − 1/(2√mA) over one denominator, so nothing cancels.
    root_b = ops.sqrt(p.same_b)
    return (4 * p.n11**2 - p.same_b) / (2 * ops.sqrt(p.same_a) * root_b * (2 * p.n11 + root_b))


@_pair_index(
    "peirce",
    label="Peirce",
    range=(-1, 1),
    symmetric=False,
    references=("peirce1884",),
    trivial={"opposite": -1, "vs_other": 0},
)
def peirce(p: PairCounts) -> Number:
    """Share of the candidate's pairs that are together in the reference, minus that of other pairs.

    The formula is n11/m_B − n10/(N − m_B). It says how much better you can guess whether a pair is
    together in the reference if you know the candidate. The index is not symmetric.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: reference and candidate have no fixed roles. Use the correlation coefficient (CC),
    whose square is the product of this index in both argument orders.
    """
    return p.determinant / (p.same_b * p.diff_b)


@_pair_index(
    "baulieu_2",
    label="Baulieu II",
    range=(Fraction(-1, 4), Fraction(1, 4)),
    symmetric=True,
    references=("baulieu1989",),
)
def baulieu_2(p: PairCounts) -> Number:
    """Covariance, over all pairs, of "together in the reference" and "in the candidate".

    It has a constant baseline, but identical clusterings can have any score between 0 and ¼.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: a score must be interpretable by itself. Use the correlation coefficient (CC), which
    is this covariance, normalised.
    """
    return p.determinant / p.total**2


@_pair_index(
    "sokal_sneath_3",
    label="Sokal & Sneath III",
    aka=("SS3", "Ochiai II"),
    range=(0, 1),
    symmetric=True,
    references=("sokal1963",),
)
def sokal_sneath_3(p: PairCounts) -> Number:
    """Geometric mean of the four rates whose arithmetic mean is Sokal & Sneath I (S&S).

    Favours: either larger or smaller clusters, towards a medium size: random candidates score best
    if half of their pairs are together.

    Avoid when: candidates differ in cluster sizes. S&S has a constant baseline.
    """
    return p.n11 * p.n00 / ops.sqrt(p.variances)


@_pair_index(
    "gower_legendre",
    label="Gower & Legendre",
    range=(0, 1),
    symmetric=True,
    references=("gower1986", "sokal1963"),
)
def gower_legendre(p: PairCounts) -> Number:
    """Rand index with disagreements counted half.

    It ranks candidates as the Rand index does.

    Favours: either, depending on the reference, as the Rand index does.

    Avoid when: candidates differ in the number or sizes of clusters, as for the Rand index.
    """
    # The paper's (n11 + n00) / (n11 + ½(n10 + n01) + n00), times 2 above and below.
    return 2 * (p.n11 + p.n00) / (2 * p.n11 + (p.n10 + p.n01) + 2 * p.n00)


@_pair_index(
    "rogers_tanimoto",
    label="Rogers & Tanimoto",
    aka=("RT",),
    range=(0, 1),
    symmetric=True,
    references=("rogers1960",),
)
def rogers_tanimoto(p: PairCounts) -> Number:
    """Rand index with disagreements counted twice.

    It ranks candidates as the Rand index does.

    Favours: either, depending on the reference, as the Rand index does.

    Avoid when: candidates differ in the number or sizes of clusters, as for the Rand index.
    """
    return (p.n11 + p.n00) / (p.n11 + 2 * (p.n10 + p.n01) + p.n00)


@_pair_index(
    "goodman_kruskal",
    label="Goodman & Kruskal",
    aka=("gamma", "Yule's Q"),
    range=(-1, 1),
    symmetric=True,
    references=("goodman1954", "yule1900"),
    trivial={"vs_other": 0},
)
def goodman_kruskal(p: PairCounts) -> Number:
    """Goodman and Kruskal's gamma; for two-by-two tables it is Yule's Q.

    It is 1 as soon as one of the two kinds of disagreement is absent. For example, every candidate
    that splits clusters of the reference and makes no other error scores 1, unless it has only
    singletons.

    Favours: no cluster sizes, if there are many items. Its baseline is only approximately 0.

    Avoid when: both splits and merges count as errors.
    """
    return p.determinant / (p.n11 * p.n00 + p.n10 * p.n01)


@_pair_index(
    "correlation_chord",
    label="Correlation Chord",
    aka=("CD'",),
    direction="distance",
    range=(0, 2),
    symmetric=True,
    references=("gosgens2021", "vandongen2012"),
    trivial={"opposite": 2, "vs_other": sqrt(2)},
)
def correlation_chord(p: PairCounts) -> Number:
    """Straight-line distance between the two clusterings on the unit sphere: √(2(1 − CC)).

    CC is the correlation coefficient. This is the other way to turn CC into a metric (CD′ in the
    paper's footnote). Its expected value for random candidates deviates more from √2 than that of
    the correlation distance (CD) deviates from ½.

    Favours: no cluster sizes, if there are many items.

    Avoid when: you can use the correlation distance, whose baseline is closer to constant.
    """
    variances = p.variances
    cc = p.determinant / ops.sqrt(variances)
    return ops.sqrt(2 * ops.one_minus_cosine(cc, sine_squared=p.unexplained / variances))
