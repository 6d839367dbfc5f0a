"""Two clusterings → the same two, with the same items in the same order."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

import numpy as np

from partwise.base import AlignmentError, Either, NothingLeftError, Option, Words
from partwise.clusterings.clustering import Clustering, as_clustering
from partwise.clusterings.cover import Cover
from partwise.clusterings.factorization import MISSING, Codes, Factorized
from partwise.clusterings.items import (
    ABSENT,
    Items,
    MissingPolicy,
    alike,
    correspond,
    different_lengths,
    examples,
)
from partwise.clusterings.policies import settle_missing

_UNIVERSE: Words = (
    "if the absent items are in no cluster, name all items for both: ",
    Either("pw.Cover(clusters, items=items)", "on a row with an empty cluster"),
    "; or pass ",
    Option("missing", "drop"),
    " to compare the items they share, or ",
    Option("missing", "singletons"),
    " to treat an absent item as a cluster of its own",
)


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
        were_dropped = len(mine) < mine.total or len(theirs) < theirs.total
        raise (NothingLeftError if were_dropped else AlignmentError)(
            f"no items are left to compare: the clusterings have {mine.total} and {theirs.total} "
            "items and share none that was not dropped (the reference has "
            f"{examples(mine.ids()) or 'none'}, "
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


def align_covers(
    reference: Cover, candidate: Cover, missing: MissingPolicy = "raise"
) -> tuple[Cover, Cover]:
    """Bring two covers to the same items in the same order, as :func:`align` does clusterings.

    Examples
    --------
    >>> a, b = Cover([{"x", "y"}, {"y", "z"}]), Cover([{"z", "y", "x"}])
    >>> a, b = align_covers(a, b)
    >>> a.items == b.items, sorted(a.items)
    (True, ['x', 'y', 'z'])
    """
    mine, theirs = alike(reference.item_set, candidate.item_set)
    if mine.is_whole and theirs.is_whole and mine.total == theirs.total:
        return reference, candidate
    try:
        in_reference, in_candidate, items = matched_items(mine, theirs, missing)
    except NothingLeftError:
        raise
    except AlignmentError as error:
        if missing == "raise" and mine.keyed and theirs.keyed:
            error.remedy = _UNIVERSE
        raise
    return reference.placed(in_reference, items), candidate.placed(in_candidate, items)


def on_all_items(
    clusterings: Mapping[str, Clustering],
) -> tuple[tuple[Hashable, ...], dict[str, Codes]]:
    """Return all items of some clusterings, and the code of each in each (−1: it is not there).

    Examples
    --------
    >>> a, b = Clustering({"x": 0, "y": 1}), Clustering({"z": 7, "y": 7})
    >>> items, codes = on_all_items({"a": a, "b": b})
    >>> items, [own.tolist() for own in codes.values()]
    (('x', 'y', 'z'), [[0, 1, -1], [-1, 0, 0]])
    """
    _check_ids({name: clustering.item_set for name, clustering in clusterings.items()})
    ids = {name: clustering.items for name, clustering in clusterings.items()}
    place = {
        item: i for i, item in enumerate(dict.fromkeys(x for own in ids.values() for x in own))
    }
    spread = {}
    for name, clustering in clusterings.items():
        spread[name] = np.full(len(place), ABSENT, np.int64)
        spread[name][[place[item] for item in ids[name]]] = clustering.codes
    return tuple(place), spread


def in_both(one: Codes, other: Codes) -> tuple[Codes, Codes]:
    """Return the codes of the items that two clusterings have, from those of all items.

    Examples
    --------
    >>> one, other = np.array([[0, 1, -1, 1], [3, -1, 3, 4]])
    >>> [own.tolist() for own in in_both(one, other)]
    [[0, 1], [3, 4]]
    """
    both = (one != ABSENT) & (other != ABSENT)
    return one[both], other[both]


def _check_ids(items: Mapping[str, Items]) -> None:
    """Refuse labels without ids beside labels with ids, or in lists of different lengths."""
    nameless = [name for name, own in items.items() if not own.keyed]
    if not nameless:
        return
    for name, own in items.items():
        if own.names is not None and {*own.names, *own.dropped} != set(range(own.total)):
            raise AlignmentError(
                f"clustering {name!r} has item ids but clustering {nameless[0]!r} has none, so it "
                "is unknown which items are the same",
                remedy="pass mappings item → label or pandas series for all of them",
            )
    first = items[nameless[0]]
    for name, own in items.items():
        if own.total != first.total:
            raise different_lengths(
                first.total, own.total, f"clustering {nameless[0]!r}", f"clustering {name!r}"
            )
