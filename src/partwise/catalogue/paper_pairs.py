"""The first fourteen of the paper's list: those it analyses, and their near kin."""

from fractions import Fraction
from functools import partial
from math import inf

from partwise.base import Number, ops
from partwise.catalogue.registry import pair_index
from partwise.tables import PairCounts

_pair_index = partial(pair_index, stable=True, builtin=True, family="paper")


@_pair_index(
    "rand",
    label="Rand",
    aka=("R", "RI", "simple matching"),
    range=(0, 1),
    symmetric=True,
    references=("rand1971",),
)
def rand(p: PairCounts) -> Number:
    """Share of pairs about which the two clusterings agree.

    Easy to explain. But with many clusters, nearly all pairs are apart in both clusterings, so
    even a bad candidate has a high score, close to 1.

    Favours: either, depending on the reference. If the reference has fewer than half of its pairs
    together, as nearly all references do, random candidates score better the smaller their clusters
    are.

    Avoid when: candidates differ in the number or sizes of clusters. Use the correlation
    coefficient (CC) or Sokal & Sneath I (S&S) instead.
    """
    return p.agree / p.total


@_pair_index(
    "adjusted_rand",
    label="Adjusted Rand",
    aka=("ARI", "AR", "corrected Rand", "Hubert & Arabie"),
    range=(-1, 1),
    symmetric=True,
    references=("hubert1985", "warrens2008", "chacon2023"),
)
def adjusted_rand(p: PairCounts) -> Number:
    """Rand index, rescaled so that random candidates score 0 on average.

    The most widely used index with a constant baseline. The paper prefers the correlation
    coefficient (CC) and Sokal & Sneath I (S&S), because they have all properties of this index,
    plus minimal agreement and strong monotonicity. A negative score means that the clusterings
    agree less than random ones do on average. Two clusterings never score below −1/2 (Chacón and
    Rastrojo 2023). The range −1 to 1 covers all pair counts, including those that no two
    clusterings have.

    Favours: no cluster sizes; random candidates score 0 on average whatever their sizes.

    Avoid when: you compare scores across data sets of different sizes. The index is not strongly
    monotone: adding a disagreeing pair can raise it.
    """
    # The paper's (n11 − mA·mB/N) / ((mA + mB)/2 − mA·mB/N), multiplied by 2N so nothing cancels.
    return 2 * p.determinant / (p.same_a * p.diff_b + p.same_b * p.diff_a)


@_pair_index(
    "jaccard",
    label="Jaccard",
    aka=("J", "Tanimoto"),
    range=(0, 1),
    symmetric=True,
    references=("jaccard1912",),
)
def jaccard(p: PairCounts) -> Number:
    """Share of the pairs together in either clustering that are together in both.

    It ignores the pairs that are apart in both clusterings, which are nearly all pairs if there are
    many clusters. One minus the index is a metric (Jaccard distance).

    Favours: large clusters; random candidates score better the more pairs they put together.

    Avoid when: candidates differ in cluster sizes.
    """
    return p.n11 / (p.n11 + p.n10 + p.n01)


@_pair_index(
    "jaccard_distance",
    label="Jaccard distance",
    aka=("JD",),
    direction="distance",
    range=(0, 1),
    symmetric=True,
    references=("jaccard1912", "kosub2019"),
)
def jaccard_distance(p: PairCounts) -> Number:
    """One minus the Jaccard index: a metric on clusterings.

    Favours: large clusters, as the Jaccard index does.

    Avoid when: candidates differ in cluster sizes. Use the correlation distance (CD), which is a
    metric too, and whose baseline is nearly constant.
    """
    return (p.n10 + p.n01) / (p.n11 + p.n10 + p.n01)


@_pair_index(
    "wallace_1",
    label="Pair recall (Wallace I)",
    aka=("Pair recall", "W", "Wallace I"),
    range=(0, 1),
    symmetric=False,
    references=("wallace1983",),
)
def wallace_1(p: PairCounts) -> Number:
    """Recall of pairs: the share of the reference's pairs that the candidate keeps together.

    One cluster of all items scores 1, so do not use recall alone. Report it with pair precision:
    low recall means that the candidate splits clusters, and low precision that it merges them.

    Favours: large clusters; one cluster of all items scores best.

    Avoid when: it is the only index.
    """
    return p.n11 / p.same_a


@_pair_index(
    "wallace_2",
    label="Pair precision (Wallace II)",
    aka=("Pair precision", "Wallace2"),
    range=(0, 1),
    symmetric=False,
    references=("wallace1983",),
)
def wallace_2(p: PairCounts) -> Number:
    """Precision of pairs: the share of the candidate's pairs that are together in the reference.

    A candidate with a few tiny, safe clusters scores high, because items that it leaves alone do
    not count.

    Favours: no cluster sizes of the candidate. But the expected score of a random candidate is the
    share of pairs that the reference puts together, so you cannot compare scores for different
    references.

    Avoid when: it is the only index. Report it with pair recall.
    """
    return p.n11 / p.same_b


@_pair_index(
    "dice",
    label="Pair F1 (Dice)",
    aka=("Pair F1", "D", "pair F-measure", "pair F-score", "Sørensen–Dice", "Sørensen"),
    range=(0, 1),
    symmetric=True,
    references=("dice1945",),
)
def dice(p: PairCounts) -> Number:
    """Harmonic mean of recall and precision of pairs (Wallace I and II).

    It ranks candidates as the Jaccard index J does, since it equals 2J / (1 + J), but one minus it
    is not a metric.

    Favours: large clusters.

    Avoid when: candidates differ in cluster sizes.
    """
    return 2 * p.n11 / (2 * p.n11 + p.n10 + p.n01)


@_pair_index(
    "correlation",
    label="Correlation Coefficient",
    aka=("CC", "Pearson", "Pearson correlation", "phi", "MCC", "Matthews", "Matthews correlation"),
    range=(-1, 1),
    symmetric=True,
    references=("pearson1895", "yule1912", "gosgens2021"),
    trivial={"opposite": -1, "vs_other": 0},
)
def correlation(p: PairCounts) -> Number:
    """Pearson correlation, over all pairs, of "together in the reference" and "in the candidate".

    Random candidates score 0 on average whatever their cluster sizes, and identical clusterings
    score 1. The score is −1 if no pair agrees. Every consistent improvement raises the score, also
    across data sets of different sizes. This index and Sokal & Sneath I (S&S) are the only two that
    have every property of the paper except being a metric.

    Favours: no cluster sizes. As in every pair-counting index, errors in large clusters weigh more:
    if an item of a cluster of size k is misplaced, k − 1 pairs are lost.

    Avoid when: small clusters matter as much as large ones; use adjusted mutual information (AMI).
    If you need a metric, use the correlation distance (CD).
    """
    return p.determinant / ops.sqrt(p.variances)


@_pair_index(
    "correlation_distance",
    label="Correlation Distance",
    aka=("CD",),
    direction="distance",
    range=(0, 1),
    symmetric=True,
    references=("gosgens2021", "vandongen2012"),
    trivial={"opposite": 1, "vs_other": Fraction(1, 2)},
)
def correlation_distance(p: PairCounts) -> Number:
    """Angle between the two clusterings, as a share of π: arccos(CC) / π, a metric.

    CC is the correlation coefficient. Clusterings are points on a sphere, and this is the distance
    along its surface. Random candidates are at ½ on average, up to a deviation that vanishes
    quickly as n grows.

    Favours: no cluster sizes, if there are many items.

    Avoid when: you need an exactly constant baseline. The correlation coefficient has one.
    """
    return ops.over_pi(ops.arccos(p.determinant, p.unexplained, scale_squared=p.variances))


@_pair_index(
    "sokal_sneath_1",
    label="Sokal & Sneath I",
    aka=("S&S", "SS1", "SS"),
    range=(0, 1),
    symmetric=True,
    references=("sokal1963", "lei2017"),
    trivial={"opposite": 0, "vs_other": Fraction(1, 2)},
)
def sokal_sneath_1(p: PairCounts) -> Number:
    """Mean of precision and recall of pairs together, and of precision and recall of pairs apart.

    This index and the correlation coefficient (CC) are the only two that have every property of the
    paper except being a metric.

    Favours: no cluster sizes; random candidates score ½ on average.

    Avoid when: you need a metric (use the correlation distance), or small clusters matter as much
    as large ones (use adjusted mutual information).
    """
    return (p.n11 / p.same_a + p.n11 / p.same_b + p.n00 / p.diff_a + p.n00 / p.diff_b) / 4


@_pair_index(
    "minkowski",
    label="Minkowski",
    direction="distance",
    range=(0, inf),
    symmetric=False,
    references=("benhur2003", "lei2017"),
)
def minkowski(p: PairCounts) -> Number:
    """Square root of the number of disagreeing pairs over the number of pairs in the reference.

    For one reference, it ranks candidates as the Rand index does.

    Favours: either, depending on the reference, as the Rand index does.

    Avoid when: you compare scores for different references. The index has no upper bound, and is
    undefined if the reference has only singletons.
    """
    return ops.sqrt((p.n10 + p.n01) / p.same_a)


@_pair_index(
    "hubert",
    label="Hubert",
    aka=("H", "Hamann"),
    range=(-1, 1),
    symmetric=True,
    references=("hubert1977", "hamann1961"),
)
def hubert(p: PairCounts) -> Number:
    """Agreeing pairs minus disagreeing pairs, as a share of all: 2R − 1, with R the Rand index.

    It is a linear function of the Rand index, so it has the same properties and the same faults.

    Favours: either, depending on the reference, as the Rand index does.

    Avoid when: candidates differ in the number or sizes of clusters, as for the Rand index.
    """
    return (p.n11 + p.n00 - p.n10 - p.n01) / p.total


@_pair_index(
    "fowlkes_mallows",
    label="Fowlkes & Mallows",
    aka=("FM", "FMI", "Fowlkes&Mallow", "Ochiai"),
    range=(0, 1),
    symmetric=True,
    references=("fowlkes1983",),
)
def fowlkes_mallows(p: PairCounts) -> Number:
    """Geometric mean of recall and precision of pairs.

    Favours: large clusters.

    Avoid when: candidates differ in cluster sizes. Use the correlation coefficient (CC), which has
    the same form and is adjusted for chance.
    """
    return p.n11 / ops.sqrt(p.same_a * p.same_b)


@_pair_index(
    "sokal_sneath_2",
    label="Sokal & Sneath II",
    aka=("SS2",),
    range=(0, 1),
    symmetric=True,
    references=("sokal1963",),
)
def sokal_sneath_2(p: PairCounts) -> Number:
    """Jaccard index with disagreements counted twice.

    It ranks candidates as the Jaccard index does.

    Favours: large clusters.

    Avoid when: candidates differ in cluster sizes, as for the Jaccard index.
    """
    # The paper's ½n11 / (½n11 + n10 + n01), times 2 above and below.
    return p.n11 / (p.n11 + 2 * (p.n10 + p.n01))
