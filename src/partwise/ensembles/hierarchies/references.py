"""A flat reference → the cluster of each leaf of a hierarchy."""

from __future__ import annotations

import numpy as np

from partwise.base import AlignmentError
from partwise.clusterings import MISSING, Codes, Items, Policies, correspond
from partwise.engines import load_clustering


def codes_of_leaves(reference: object, leaves: Items, policies: Policies) -> Codes:
    """Return the cluster of each leaf in the reference; −1 where it has none.

    Examples
    --------
    >>> codes_of_leaves([1, 1, 2], Items(3), Policies()).tolist()
    [0, 0, 1]
    """
    clustering = load_clustering(reference, policies, "a hierarchy")
    theirs, mine = correspond(clustering.item_set, leaves, policies.missing)
    if (mine < 0).any():
        lost = theirs[mine < 0]
        raise AlignmentError(
            f"{len(lost)} items of the reference are not in the hierarchy",
            examples=[clustering.items[place] for place in lost[:3].tolist()],
            remedy='pass missing="drop" to leave them out',
        )
    codes = np.full(len(leaves), MISSING, np.int64)
    codes[mine] = np.where(theirs < 0, MISSING, clustering.codes[theirs])
    alone = mine[theirs < 0]
    codes[alone] = clustering.k + np.arange(len(alone))
    return codes
