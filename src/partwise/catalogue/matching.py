"""The families "matching" and "element": clusters are matched, or items are asked.

Clusters by the best match of each, one to one, or exactly.
"""

from functools import partial
from math import inf

from partwise.base import Number, ops
from partwise.catalogue.registry import table_index
from partwise.tables import FormulaTable

_table_index = partial(table_index, stable=True, builtin=True, family="matching")
_share = partial(_table_index, range=(0, 1))


@_share(
    "purity",
    label="Purity",
    aka=("cluster purity",),
    symmetric=False,
    references=("zhao2001", "amigo2009"),
)
def purity(t: FormulaTable) -> Number:
    """Share of items that belong to the most frequent class of their cluster.

    A class is a cluster of the reference. Purity is the precision in the F-measure. All singletons
    score 1.

    Favours: small clusters; all singletons score best.

    Avoid when: candidates differ in the number of clusters, or it is the only index. Report it with
    inverse purity.
    """
    return t.column_maxima / t.n


@_share(
    "inverse_purity",
    label="Inverse purity",
    symmetric=False,
    references=("amigo2009",),
)
def inverse_purity(t: FormulaTable) -> Number:
    """Share of items that are in the cluster that has most items of their class.

    A class is a cluster of the reference. Inverse purity is the recall in the F-measure. One
    cluster of all items scores 1.

    Favours: large clusters; one cluster of all items scores best.

    Avoid when: candidates differ in the number of clusters, or it is the only index. Report it with
    purity.
    """
    return t.row_maxima / t.n


@_share(
    "accuracy",
    label="Matching accuracy",
    aka=("ACC", "clustering accuracy", "maximum matching", "Hungarian accuracy"),
    symmetric=True,
    references=("meila2001", "kuhn1955"),
)
def accuracy(t: FormulaTable) -> Number:
    """Share of items in the right cluster under the best one-to-one matching of clusters.

    This is the "clustering accuracy" (ACC) of papers on unsupervised and deep clustering: cluster
    labels are permuted by the Hungarian algorithm, since their names mean nothing. It is one minus
    the classification error. All items of a cluster without a partner count as errors, however
    they are grouped. `pw.match_clusters` returns the matching, which takes more than linear time
    if many clusters overlap.

    Favours: neither small nor large clusters, but as many clusters as the reference has.

    Avoid when: every improvement must raise the score, or the numbers of clusters differ much.
    """
    return t.matched(t.cell) / t.n


@_table_index(
    "normalised_accuracy",
    stable=False,  # 1 is taken from the sum over matched clusters
    label="Normalised clustering accuracy",
    aka=("NCA",),
    range=(-1, 1),
    symmetric=False,
    references=("gagolewski2025",),
)
def normalised_accuracy(t: FormulaTable) -> Number:
    """Mean share of a reference cluster that its partner has, rescaled so that 1/k_A becomes 0.

    Clusters are matched one to one so that the mean is largest. Each cluster of the reference has
    the same weight, however small it is. The index is undefined if only the reference is a single
    cluster. genieclust requires equal numbers of clusters. partwise does not, so a candidate that
    splits clusters into many pieces can score below 0.

    Favours: neither small nor large clusters, but as many clusters as the reference has.

    Avoid when: reference and candidate have no fixed roles, since the index is not symmetric.
    """
    return (t.matched(t.cell / t.row) - 1) / (t.k_a - 1)


@_share(
    "pair_sets_index",
    stable=False,  # what is expected is taken from the overlap
    label="Pair sets index",
    aka=("PSI",),
    symmetric=True,
    references=("rezaei2016",),
)
def pair_sets_index(t: FormulaTable) -> Number:
    """Similarity of clusters matched one to one, adjusted for cluster sizes; at least 0.

    A matched pair of clusters scores n_ij / max(a_i, b_j). Each has the same weight, however small
    it is. The value to subtract is Σ min(a, b) / n, over both clusterings' clusters in the order of
    their sizes.

    Favours: neither small nor large clusters, but as many clusters as the reference has.

    Avoid when: large clusters matter more than small ones, or you need to see how far a candidate
    is below chance. Negative values are set to 0.
    """
    expected = t.size_overlap / t.n
    overlap = t.matched(t.cell / ops.maximum(t.row, t.col))
    return ops.maximum(0 * overlap, (overlap - expected) / (ops.maximum(t.k_a, t.k_b) - expected))


@_table_index(
    "split_join",
    label="Split-join",
    aka=("van Dongen metric",),
    direction="distance",
    range=(0, inf),
    symmetric=True,
    references=("vandongen2000",),
)
def split_join(t: FormulaTable) -> Number:
    """Items outside the best match of their cluster, counted from both sides: 2n − Σmax − Σmax.

    A metric, at most 2n; the same number as igraph's "split-join".

    Favours: either, depending on the reference, as the F-measure does.

    Avoid when: you compare data sets of different sizes. Use van_dongen, which divides by 2n.
    """
    return (t.n - t.row_maxima) + (t.n - t.column_maxima)


@_share(
    "van_dongen",
    label="van Dongen",
    aka=("VD", "normalised split-join"),
    direction="distance",
    symmetric=True,
    references=("vandongen2000",),
)
def van_dongen(t: FormulaTable) -> Number:
    """Split-join distance over 2n: one minus the mean of purity and inverse purity.

    Favours: either, depending on the reference, as the F-measure does.

    Avoid when: every improvement must lower the distance, since only the best match of each cluster
    counts.
    """
    return ((t.n - t.row_maxima) + (t.n - t.column_maxima)) / (2 * t.n)


@_share(
    "cluster_precision",
    label="Cluster precision",
    symmetric=False,
    references=("menestrina2010",),
)
def cluster_precision(t: FormulaTable) -> Number:
    """Share of the candidate's clusters that are exactly clusters of the reference.

    Common in entity resolution, where a cluster with one wrong record is a wrong entity.

    Favours: small clusters; random candidates often reproduce singletons, and hardly ever larger
    clusters.

    Avoid when: nearly correct clusters must count for something.
    """
    return t.same_clusters / t.k_b


@_share(
    "cluster_recall",
    label="Cluster recall",
    symmetric=False,
    references=("menestrina2010",),
)
def cluster_recall(t: FormulaTable) -> Number:
    """Share of the reference's clusters that are exactly clusters of the candidate.

    Common in entity resolution, where an entity with one wrong record is not recovered.

    Favours: small clusters; random candidates often reproduce singletons, and hardly ever larger
    clusters.

    Avoid when: nearly correct clusters must count for something.
    """
    return t.same_clusters / t.k_a


@_share(
    "cluster_f1",
    label="Cluster F1",
    symmetric=True,
    references=("menestrina2010",),
)
def cluster_f1(t: FormulaTable) -> Number:
    """Harmonic mean of cluster precision and cluster recall.

    Favours: small clusters; random candidates often reproduce singletons, and hardly ever larger
    clusters.

    Avoid when: nearly correct clusters must count for something.
    """
    return 2 * t.same_clusters / (t.k_a + t.k_b)


@_share(
    "bcubed_precision",
    label="BCubed precision",
    aka=("B3 precision",),
    symmetric=False,
    references=("bagga1998", "amigo2009"),
)
def bcubed_precision(t: FormulaTable) -> Number:
    """For each item, the share of its cluster that has its class, averaged over items.

    A class is a cluster of the reference.

    Favours: small clusters; all singletons score best.

    Avoid when: it is the only index. The BCubed F1 combines it with BCubed recall.
    """
    return t.sum(t.cell * (t.cell / t.col)) / t.n


@_share(
    "bcubed_recall",
    label="BCubed recall",
    aka=("B3 recall",),
    symmetric=False,
    references=("bagga1998", "amigo2009"),
)
def bcubed_recall(t: FormulaTable) -> Number:
    """For each item, the share of its class that is in its cluster, averaged over items.

    A class is a cluster of the reference.

    Favours: large clusters; one cluster of all items scores best.

    Avoid when: it is the only index. The BCubed F1 combines it with BCubed precision.
    """
    return t.sum(t.cell * (t.cell / t.row)) / t.n


# --- items instead of clusters, for clusterings into disjoint clusters

_element_index = partial(table_index, stable=True, builtin=True, family="element")


@_element_index(
    "element_centric",
    label="Element-centric similarity",
    aka=("ECS", "element-centric clustering similarity"),
    range=(0, 1),
    symmetric=True,
    references=("gates2019",),
)
def element_centric(t: FormulaTable) -> Number:
    """Mean overlap of an item's two clusters, n_ij / max(a_i, b_j), over all items.

    For an item in clusters i and j, n_ij is the number of items that these clusters share, and a_i
    and b_j are their sizes. Gates et al. define the index by random walks that return to their
    first item with probability 1 − α. If clusters are disjoint, α cancels, and this formula
    remains.

    Favours: neither small nor large clusters, but as many clusters as the reference has.

    Avoid when: clusters are nested, or a random candidate must not score well. For clusters that
    overlap, pass covers.
    """
    return t.sum(t.cell * (t.cell / ops.maximum(t.row, t.col))) / t.n
