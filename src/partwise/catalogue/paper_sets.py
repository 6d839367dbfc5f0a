"""Indices that match clusters, or average over items."""

from functools import partial

from partwise.base import Number
from partwise.catalogue.registry import table_index
from partwise.tables import FormulaTable

_table_index = partial(
    table_index, range=(0, 1), symmetric=True, stable=True, builtin=True, family="paper"
)


@_table_index(
    "f_measure",
    label="F-measure",
    aka=("FMeasure", "FMeas"),
    references=("artiles2007", "amigo2009", "vanrijsbergen1979"),
)
def f_measure(t: FormulaTable) -> Number:
    """Harmonic mean of purity and inverse purity.

    Only the best match of each cluster counts. So a correct merge of two parts that are not the
    best match can leave the score unchanged.

    Favours: either, depending on the reference. One cluster of all items has perfect recall, and
    all singletons have perfect precision. If the reference has a few large clusters, random
    candidates with large clusters score better; if it has many small ones, candidates with small
    clusters.

    Avoid when: every improvement must raise the score. BCubed is monotone, and this index is not.
    """
    recall, precision = t.row_maxima / t.n, t.column_maxima / t.n
    return 2 * precision * recall / (precision + recall)


@_table_index(
    "bcubed",
    label="BCubed F1",
    aka=("BCubed", "BCub", "B3", "BCubed F-measure", "BCubed F-score", "B3 F1"),
    references=("bagga1998", "amigo2009"),
)
def bcubed(t: FormulaTable) -> Number:
    """Harmonic mean of precision and recall, each averaged over items.

    The precision of an item is the share of its candidate cluster that is also in its reference
    cluster. Its recall is the share of its reference cluster that is also in its candidate cluster.
    Every item has the same weight, so large clusters dominate less than in pair counting. The index
    is monotone: every improvement raises it.

    Favours: either, depending on the reference. One cluster of all items has perfect recall, and
    all singletons have perfect precision. If the reference has a few large clusters, random
    candidates with large clusters score better; if it has many small ones, candidates with small
    clusters.

    Avoid when: candidates differ in cluster sizes and a random candidate must not score well.
    """
    # n_ij²/a_i as a share of n_ij: a share of 1 is then exactly 1, at any size.
    recall = t.sum(t.cell * (t.cell / t.row)) / t.n
    precision = t.sum(t.cell * (t.cell / t.col)) / t.n
    return 2 * precision * recall / (precision + recall)
