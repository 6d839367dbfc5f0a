"""How well a candidate treats the items of large and of small reference clusters."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partwise.summary import Summary

__all__ = ["ItemAgreement", "item_agreement"]


class ItemAgreement(NamedTuple):
    """Mean over items of |A_i ∩ B_j| / |A_i ∪ B_j|, where A_i and B_j are the item's clusters.

    Parameters
    ----------
    large : float
        Over the items of the largest reference clusters that together hold half of all items.
    small : float
        Over the others; NaN if there are none.
    from_size : int
        Size of the smallest cluster that counts as large.
    """

    large: float
    small: float
    from_size: int


def item_agreement(table: Summary) -> ItemAgreement:
    """Average the agreement about items, apart for large and small reference clusters.

    Clusters of the same size are on the same side.

    Examples
    --------
    >>> from partwise import contingency
    >>> item_agreement(contingency([0, 0, 0, 0, 1, 2], [0, 0, 0, 0, 1, 1]))
    ItemAgreement(large=1.0, small=0.5, from_size=4)
    """
    histogram = table.row_histogram
    sizes, counts = (array.astype(np.float64)[::-1] for array in histogram)
    covered = np.cumsum(sizes * counts)
    from_size = int(sizes[np.searchsorted(covered, covered[-1] / 2)])
    cell, row, column, _ = blocks = table.blocks
    items = blocks.items.astype(np.float64)
    agreement = items * (cell / (row + column - cell).astype(np.float64))
    is_large = row >= from_size
    in_large, in_small = items[is_large].sum(), items[~is_large].sum()
    return ItemAgreement(
        float(agreement[is_large].sum() / in_large),
        float(agreement[~is_large].sum() / in_small) if in_small else float("nan"),
        from_size,
    )
