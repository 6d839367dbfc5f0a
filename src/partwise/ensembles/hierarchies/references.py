"""A flat reference → the cluster of each leaf of a hierarchy."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partwise.base import AlignmentError
from partwise.clusterings import (
    MISSING,
    Clustering,
    Codes,
    Items,
    MissingPolicy,
    matched_items,
    placed,
)


class LeafClusters(NamedTuple):
    """The reference of the items of a hierarchy, and its cluster of each leaf; −1 for none."""

    reference: Clustering
    codes: Codes


def clusters_of_leaves(
    reference: Clustering, leaves: Items, missing: MissingPolicy = "raise"
) -> LeafClusters:
    """Find the cluster of each leaf in the reference.

    Examples
    --------
    >>> clusters_of_leaves(Clustering({"a": 1, "b": 2}), Items(2, ("b", "a"), keyed=True)).codes
    array([1, 0])
    """
    in_reference, in_tree, items = matched_items(reference.item_set, leaves, missing)
    if (in_tree < 0).any():
        raise AlignmentError(
            "items of the reference are not in the hierarchy",
            examples=[items.ids()[place] for place in np.flatnonzero(in_tree < 0).tolist()],
            remedy='pass missing="drop" to leave them out',
        )
    known = placed(reference, in_reference, items)
    codes = np.full(len(leaves), MISSING, np.int64)
    codes[in_tree] = known.codes
    return LeafClusters(known, codes)
