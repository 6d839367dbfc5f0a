"""Element-centric similarity, for clusterings into disjoint clusters."""

from functools import partial

from partwise.base import Number, ops
from partwise.catalogue.registry import table_index

_table_index = partial(table_index, stable=True, builtin=True, family="element")


@_table_index(
    "element_centric",
    label="Element-centric similarity",
    aka=("ECS",),
    range=(0, 1),
    symmetric=True,
    references=("gates2019",),
)
def element_centric(t: Number) -> Number:
    """Mean over items of the share of the larger of their two clusters that both clusters have.

    Gates et al. compare the walks from an item that return to it with probability 1 − α. Where
    clusters are disjoint, a walk spreads evenly over the item's cluster, α cancels, and what
    is left for an item is n_ij / max(a_i, b_j).

    Favours: neither small nor large clusters as such, but as many as the reference has.

    Avoid when: clusters overlap or are nested (the closed form is of disjoint ones), or a random
    candidate must not look good.
    """
    return t.sum(t.cell * (t.cell / ops.maximum(t.row, t.col))) / t.n
