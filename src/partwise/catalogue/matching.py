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

    The precision of the F-measure. Singletons are perfectly pure.

    Favours: small clusters, to the extreme.

    Avoid when: candidates differ in the number of clusters; it needs inverse purity beside it.
    """
    return t.column_maxima / t.n


@_share(
    "inverse_purity",
    label="Inverse purity",
    symmetric=False,
    references=("amigo2009",),
)
def inverse_purity(t: FormulaTable) -> Number:
    """Share of items that are in the cluster which holds most of their class.

    The recall of the F-measure. One cluster of all items is perfect.

    Favours: large clusters, to the extreme.

    Avoid when: candidates differ in the number of clusters; it needs purity beside it.
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

    One minus the classification error. Clusters left without a partner count as wrong altogether,
    and how their items are grouped does not matter. `pw.match_clusters` returns the matching,
    which takes more than linear time where many clusters overlap.

    Favours: neither small nor large clusters as such, but as many as the reference has.

    Avoid when: every improvement has to count, or the numbers of clusters differ much.
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
    """Mean share of a reference cluster that its partner finds, rescaled so that 1/k_A becomes 0.

    Clusters are matched one to one for the largest mean; each cluster of the reference weighs the
    same, however small. Undefined when the reference is one cluster. genieclust asks for as many
    clusters in both; without that, a candidate in many pieces falls below 0.

    Favours: neither small nor large clusters as such, but as many as the reference has.

    Avoid when: the roles of reference and candidate are not clear: it is not symmetric.
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
    """Similarity of clusters matched one to one, minus what sizes alone would give; at least 0.

    A pair of clusters is worth n_ij / max(a_i, b_j). The expected value is Σ min(a, b) / n over the
    clusters in the order of their sizes. Clusters weigh the same, however small.

    Favours: neither small nor large clusters as such, but as many as the reference has.

    Avoid when: large clusters matter more than small ones, or worse than chance has to be seen:
    the value is cut off at 0.
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

    A metric, at most 2n. igraph's "split-join".

    Favours: either, depending on the reference, as the F-measure does.

    Avoid when: data sets of different sizes are compared; van_dongen divides by 2n.
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

    Avoid when: every improvement has to count: only the best match of each cluster is looked at.
    """
    return ((t.n - t.row_maxima) + (t.n - t.column_maxima)) / (2 * t.n)


@_share(
    "cluster_precision",
    label="Cluster precision",
    symmetric=False,
    references=("menestrina2010",),
)
def cluster_precision(t: FormulaTable) -> Number:
    """Share of the candidate's clusters that are clusters of the reference, to the last item.

    Common in entity resolution, where a cluster with one wrong record is a wrong entity.

    Favours: small clusters; singletons are recovered by luck, larger clusters hardly ever.

    Avoid when: nearly right has to count for something.
    """
    return t.same_clusters / t.k_b


@_share(
    "cluster_recall",
    label="Cluster recall",
    symmetric=False,
    references=("menestrina2010",),
)
def cluster_recall(t: FormulaTable) -> Number:
    """Share of the reference's clusters that the candidate recovers, to the last item.

    Favours: small clusters; singletons are recovered by luck, larger clusters hardly ever.

    Avoid when: nearly right has to count for something.
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

    Favours: small clusters; singletons are recovered by luck, larger clusters hardly ever.

    Avoid when: nearly right has to count for something.
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
    """Mean over items of the share of their cluster that is of their class.

    Favours: small clusters, to the extreme: singletons are perfect.

    Avoid when: it is the only index; BCubed joins it with BCubed recall.
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
    """Mean over items of the share of their class that is in their cluster.

    Favours: large clusters, to the extreme: one cluster is perfect.

    Avoid when: it is the only index; BCubed joins it with BCubed precision.
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
    """Mean over items of the share of the larger of their two clusters that both clusters have.

    Gates et al. compare the walks from an item that return to it with probability 1 − α. Where
    clusters are disjoint, a walk spreads evenly over the item's cluster, α cancels, and what
    is left for an item is n_ij / max(a_i, b_j).

    Favours: neither small nor large clusters as such, but as many as the reference has.

    Avoid when: clusters overlap or are nested (the closed form is of disjoint ones), or a random
    candidate must not look good.
    """
    return t.sum(t.cell * (t.cell / ops.maximum(t.row, t.col))) / t.n
