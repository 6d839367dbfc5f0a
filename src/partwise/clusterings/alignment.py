"""Two clusterings → the same two, about the same items in the same order."""

from __future__ import annotations

import numpy as np

from partwise.base import AlignmentError
from partwise.clusterings.clustering import Clustering, as_clustering
from partwise.clusterings.factorization import MISSING, Codes, Factorized
from partwise.clusterings.items import Items, MissingPolicy, correspond, examples
from partwise.clusterings.policies import settle_missing


def align(
    reference: Clustering, candidate: Clustering, missing: MissingPolicy = "raise"
) -> tuple[Clustering, Clustering]:
    """Bring two clusterings to the same items in the same order.

    See :func:`partwise.clusterings.items.correspond` for which items are the same. An item that is
    simply absent from one side is an error, unless ``missing`` says to drop it or to make it a
    singleton there.

    Examples
    --------
    >>> a = Clustering({"x": 0, "y": 0, "z": 1})
    >>> b = Clustering({"z": 5, "y": 4, "x": 3})
    >>> [c.items for c in align(a, b)]
    [('x', 'y', 'z'), ('x', 'y', 'z')]
    """
    reference, candidate = as_clustering(reference), as_clustering(candidate)
    mine, theirs = reference.item_set, candidate.item_set
    if mine.is_whole and theirs.is_whole and mine.total == theirs.total:
        return reference, candidate
    in_reference, in_candidate, items = matched_items(mine, theirs, missing)
    return placed(reference, in_reference, items), placed(candidate, in_candidate, items)


def matched_items(mine: Items, theirs: Items, missing: MissingPolicy) -> tuple[Codes, Codes, Items]:
    """Return where the items to compare are on each side (−1: nowhere), and these items."""
    in_reference, in_candidate = correspond(mine, theirs, missing)
    if len(in_reference) == 0 and max(mine.total, theirs.total) > 0:
        raise AlignmentError(
            f"no items are left to compare: of {mine.total} and {theirs.total}, the clusterings "
            f"share none that was not dropped (the reference has {examples(mine.ids()) or 'none'}, "
            f"the candidate {examples(theirs.ids()) or 'none'})"
        )
    if (in_reference < 0).any() or (in_candidate < 0).any():
        items = _union(mine, theirs, in_reference, in_candidate)
    else:
        items = mine.take(in_reference)
        if not mine.keyed and theirs.keyed:
            items = theirs.take(in_candidate)
    return in_reference, in_candidate, items


def _union(a: Items, b: Items, in_a: Codes, in_b: Codes) -> Items:
    ids_a, ids_b = a.ids(), b.ids()
    pairs = zip(in_a.tolist(), in_b.tolist(), strict=True)
    names = tuple(ids_b[j] if i < 0 else ids_a[i] for i, j in pairs)
    return Items(len(names), names=names, keyed=True, dropped=(*a.dropped, *b.dropped))


def placed(clustering: Clustering, where: Codes, items: Items) -> Clustering:
    """Return the clustering of these items, with a singleton for each that it does not have."""
    codes = np.where(where < 0, MISSING, clustering.codes[where] if clustering.n else MISSING)
    labelled = Factorized(codes, list(clustering.cluster_labels))
    return Clustering.from_codes(settle_missing(labelled, items, "singletons"), items)
