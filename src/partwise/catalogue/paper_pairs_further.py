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

    The literature's Mirkin metric counts ordered pairs, 2(n10 + n01) = n(n−1) times this.

    Favours: either, depending on the reference, as Rand does.

    Avoid when: Rand is to be avoided.
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

    One cluster of everything has recall 1, so it scores at least one half.

    Favours: large clusters.

    Avoid when: candidates differ in cluster sizes. S&S is this mean, taken over the pairs that
    are apart as well, which gives it a constant baseline.
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
    """Kulczyński's index stretched to the range −1 … 1: 2K − 1.

    Favours: large clusters.

    Avoid when: Kulczyński's index is to be avoided.
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

    The denominator mixes n11·n10 with n01·n00. Yule's own Q divides by n11·n00 + n10·n01; that
    one is here as Goodman & Kruskal. As printed, the index is not symmetric, has no bounds, and
    divides by zero for identical clusterings, where it tends to infinity. It is kept under the
    paper's name so that its statements can be checked.

    Favours: no cluster sizes, since its numerator vanishes for a candidate at its expectation.

    Avoid when: always. Take Goodman & Kruskal for Yule's Q, or CC.
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
    """Rand plus the squared difference of the two kinds of disagreement.

    One cluster against all singletons scores 1 like identical clusterings: there is no maximal
    agreement.

    Favours: either extreme. A random candidate scores better the further the share of its pairs
    that are together is from one half.

    Avoid when: a high value has to mean that the clusterings are alike.
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

    Identical clusterings do not score 1 unless they are a single cluster.

    Favours: large clusters.

    Avoid when: a value has to be interpretable by itself.
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
    """Fowlkes & Mallows minus a correction for references with few pairs.

    The correction depends on the number of pairs itself, so the index is not scale-invariant, and
    identical clusterings score 1 − 1/(2√m_A).

    Favours: large clusters.

    Avoid when: scores for different references are compared.
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
    """Share of the candidate's pairs that the reference has, minus that of its non-pairs.

    n11/m_B − n10/(N − m_B): how much better one can guess whether a pair is together in the
    reference after seeing the candidate. It is not symmetric.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: reference and candidate have no fixed roles. CC is the geometric mean of this
    index and of the same with the roles swapped.
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
    """Covariance of the two relations "these items are together".

    It has a constant baseline, but identical clusterings score anything between 0 and ¼.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: a value has to be interpretable by itself. CC is this, normalised.
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
    """Geometric mean of the four rates whose arithmetic mean is S&S.

    Favours: either, candidates of middling granularity: among random ones, it prefers those with
    half of their pairs together.

    Avoid when: candidates differ in cluster sizes. S&S, with the arithmetic mean, has a constant
    baseline.
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
    """Rand with disagreements counted half.

    It orders candidates as Rand does.

    Favours: either, depending on the reference, as Rand does.

    Avoid when: Rand is to be avoided.
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
    """Rand with disagreements counted twice.

    It orders candidates as Rand does.

    Favours: either, depending on the reference, as Rand does.

    Avoid when: Rand is to be avoided.
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
    """Gamma of the two relations; for two-by-two tables this is Yule's Q.

    It is 1 as soon as one of the two kinds of disagreement is absent: any refinement of the
    reference, all singletons nearly included, scores 1.

    Favours: no cluster sizes, asymptotically; its baseline of 0 is not exact.

    Avoid when: splits and merges both count as errors.
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

    The other way to turn CC into a metric (CD′ in the paper's footnote). Its mean over random
    candidates strays further from √2 than that of CD from ½.

    Favours: no cluster sizes, asymptotically.

    Avoid when: there is no reason against the correlation distance.
    """
    variances = p.variances
    cc = p.determinant / ops.sqrt(variances)
    return ops.sqrt(2 * ops.one_minus_cosine(cc, sine_squared=p.unexplained / variances))
