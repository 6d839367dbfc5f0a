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

    Easy to explain, but with many clusters nearly all pairs are apart in both clusterings, and
    agreement about them lifts every score close to 1.

    Favours: either, depending on the reference. Against a reference with fewer than half of its
    pairs together (nearly all references) a random candidate scores better the smaller its
    clusters are.

    Avoid when: candidates differ in the number or sizes of clusters. Use CC or S&S instead.
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
    """Rand's index, rescaled so that random candidates score 0 on average.

    The most widely used index with a constant baseline. The paper argues that CC and S&S dominate
    it: they have all its properties, plus minimal agreement and strong monotonicity. A negative
    score means that the clusterings agree less than random ones do on average. Two clusterings
    never score below −1/2 (Chacón and Rastrojo 2023). The range of −1 to 1 also covers graphs,
    which need not be transitive.

    Favours: no cluster sizes; random candidates score 0 on average whatever their sizes.

    Avoid when: you compare scores across data sets of different sizes. It is not strongly
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

    It ignores the pairs that are apart in both, which with many clusters are nearly all.

    Favours: large clusters; a random candidate scores better the more pairs it puts together.

    Avoid when: candidates differ in cluster sizes. Its complement is a metric (Jaccard distance).
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

    Avoid when: candidates differ in cluster sizes; the correlation distance is a metric too, and
    its baseline is nearly constant.
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

    Putting everything into one cluster gives 1, so do not use it alone.

    Favours: large clusters, without limit.

    Avoid when: it is the only index. Together with Wallace II it shows which kind of error, splits
    or merges, a candidate makes.
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

    Candidates with a few tiny, safe clusters score high, since all other items are ignored.

    Favours: no cluster sizes of the candidate on average; but its baseline is the share of pairs
    that the reference has together, so values for different references cannot be compared.

    Avoid when: it is the only index; see Wallace I.
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

    It orders candidates as Jaccard does, since D = 2J / (1 + J), but it is not a metric.

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
    """Pearson correlation of the two relations "these items are together".

    With S&S one of the two indices that have every property of the paper except being a metric:
    random candidates score 0 whatever their sizes, identical clusterings 1, complementary ones −1,
    and every consistent improvement raises the score, also across data sets of different sizes.

    Favours: no cluster sizes. Like all pair-counting indices it weighs errors in large clusters
    more: an item misplaced in a cluster of size k costs k − 1 pairs.

    Avoid when: small clusters matter as much as large ones; use AMI then. If you need a metric,
    use the correlation distance.
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
    """Angle between the two clusterings, as a share of π: arccos(CC) / π.

    A metric: clusterings are points on a sphere, and this is the distance along it. Random
    candidates are at ½ on average up to a deviation that vanishes quickly as n grows.

    Favours: no cluster sizes, asymptotically.

    Avoid when: an exactly constant baseline is needed; CC has it.
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
    """Mean of the four conditional rates at which the clusterings agree about a pair.

    Recall and precision of the pairs that are together, and of those that are apart. With CC one
    of the two indices that have every property of the paper except being a metric.

    Favours: no cluster sizes; random candidates score ½ on average.

    Avoid when: a metric is needed (correlation distance), or small clusters matter as much as
    large ones (AMI).
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
    """Root of the number of disagreeing pairs, relative to the pairs of the reference.

    Favours: either, depending on the reference, as Rand does, of which it is a monotone function
    for a fixed reference.

    Avoid when: results for different references are compared: it has no upper bound and is
    undefined when the reference is all singletons.
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
    """Agreeing pairs minus disagreeing pairs, as a share of all: 2R − 1.

    Linearly equivalent to Rand, so it has the same properties and the same faults.

    Favours: either, depending on the reference, as Rand does.

    Avoid when: Rand is to be avoided.
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

    Avoid when: candidates differ in cluster sizes. CC is what it becomes when corrected for
    chance in numerator and variances alike.
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
    """Jaccard with disagreements counted twice.

    It orders candidates as Jaccard and Dice do.

    Favours: large clusters.

    Avoid when: Jaccard is to be avoided.
    """
    # The paper's ½n11 / (½n11 + n10 + n01), times 2 above and below.
    return p.n11 / (p.n11 + 2 * (p.n10 + p.n01))
