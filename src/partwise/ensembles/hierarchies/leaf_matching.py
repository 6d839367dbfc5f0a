"""Which leaves of two hierarchies are the same item."""

from __future__ import annotations

import numpy as np

from partwise.base import AlignmentError, examples, listed
from partwise.clusterings import Codes, Items, correspond


def matched_leaves(first: Items, second: Items) -> Codes:
    """Return the leaf of the second hierarchy for each of the first.

    Examples
    --------
    >>> matched_leaves(Items(2, ("a", "b"), keyed=True), Items(2, ("b", "a"), keyed=True))
    array([1, 0])
    """
    if first.keyed and second.keyed:
        _refuse_other_items(set(first.ids()), set(second.ids()))
    mine, theirs = correspond(first, second)
    if not len(first) == len(second) == len(mine):
        _refuse_other_items(set(first.where().tolist()), set(second.where().tolist()))
    leaves = np.empty(len(first), np.int64)
    leaves[mine] = theirs
    return leaves


def _refuse_other_items(mine: set[object], theirs: set[object]) -> None:
    sides = [
        f"{len(names)} only in the {which} ({examples(sorted(names, key=str))})"
        for names, which in ((mine - theirs, "first"), (theirs - mine, "second"))
        if names
    ]
    if sides:
        raise AlignmentError(
            f"the hierarchies are not about the same items: {listed(sides)}",
            remedy="restrict both to the items they share: first.restrict(shared)",
        )
