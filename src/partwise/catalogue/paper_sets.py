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

    Each cluster is judged by its best match alone, so errors outside the best match go unseen:
    a correct merge of two small parts can leave the score as it is.

    Favours: either, depending on the reference: one cluster has perfect recall, singletons have
    perfect precision. Against few large clusters random candidates score better with large
    clusters, against many small ones with small clusters.

    Avoid when: every improvement has to count: it is not monotone. BCubed is.
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
    """Harmonic mean of item-averaged precision and recall.

    The precision of an item is the share of its candidate cluster that is with it in the reference;
    its recall is the share of its reference cluster that is with it in the candidate. Every item
    weighs the same, so large clusters do not dominate as they do when pairs are counted. Monotone.

    Favours: either, depending on the reference: one cluster has perfect recall, singletons have
    perfect precision. Against few large clusters random candidates score better with large
    clusters, against many small ones with small clusters.

    Avoid when: candidates differ in cluster sizes and a random candidate must not look good.
    """
    # n_ij²/a_i as a share of n_ij: a share of 1 is then exactly 1, at any size.
    recall = t.sum(t.cell * (t.cell / t.row)) / t.n
    precision = t.sum(t.cell * (t.cell / t.col)) / t.n
    return 2 * precision * recall / (precision + recall)
