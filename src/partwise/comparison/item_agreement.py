"""How well a candidate treats the items of large and of small reference clusters."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partwise.contingency import Contingency

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


def item_agreement(table: Contingency) -> ItemAgreement:
    """Average the agreement about items, apart for large and small reference clusters.

    Clusters of the same size are on the same side.

    Examples
    --------
    >>> from partwise import contingency
    >>> item_agreement(contingency([0, 0, 0, 0, 1, 2], [0, 0, 0, 0, 1, 1]))
    ItemAgreement(large=1.0, small=0.5, from_size=4)
    """
    rows, columns, counts = table.cells
    sizes = table.row_sizes
    descending = np.sort(sizes)[::-1]
    covered = np.cumsum(descending)
    from_size = int(descending[np.searchsorted(covered, covered[-1] / 2)])
    shared = counts.astype(np.float64)
    union = sizes[rows] + table.column_sizes[columns] - counts
    agreement = (
        shared * shared / union.astype(np.float64)
    )  # n_ij items with n_ij / |A_i ∪ B_j| each
    is_large = sizes[rows] >= from_size
    in_large, in_small = shared[is_large].sum(), shared[~is_large].sum()
    return ItemAgreement(
        float(agreement[is_large].sum() / in_large),
        float(agreement[~is_large].sum() / in_small) if in_small else float("nan"),
        from_size,
    )
