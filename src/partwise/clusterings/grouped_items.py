"""Clusters and pairs of items → a label for each item."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

import numpy as np

from partwise.base import OVERLAPPING, InputError
from partwise.clusterings.factorization import renumber
from partwise.clusterings.items import checked_pair, cluster_members, item_pairs, named_items


def labels_of_clusters(clusters: Any) -> dict[Hashable, Hashable]:
    """Label the items of clusters, a list of them or a mapping name → items.

    Examples
    --------
    >>> labels_of_clusters([{"ann"}, ["bob", "cy"]])
    {'ann': 0, 'bob': 1, 'cy': 1}
    """
    if isinstance(clusters, str | bytes) or not isinstance(clusters, Iterable):
        raise InputError(f"clusters must be a list of lists of items, not {clusters!r}")
    named = clusters.items() if isinstance(clusters, Mapping) else enumerate(clusters)
    label_of: dict[Hashable, Hashable] = {}
    for name, members in named:
        if isinstance(members, str | bytes) or not isinstance(members, Iterable):
            raise InputError(f"cluster {name!r} must be a list of items, not {members!r}")
        for item in cluster_members(name, members):
            if item in label_of:
                other = label_of[item]
                where = "named twice" if other == name else f"in cluster {other!r} too"
                hint = "" if other == name else f"; {OVERLAPPING}"
                raise InputError(
                    f"clusters overlap: item {item!r} of cluster {name!r} is {where}; a "
                    f"clustering puts each item into exactly one cluster{hint}"
                )
            label_of[item] = name
    return label_of


def labels_of_pairs(
    pairs: Any, items: Iterable[Hashable] | None = None
) -> dict[Hashable, Hashable]:
    """Label the items of matched pairs by their connected components.

    Examples
    --------
    >>> labels_of_pairs([("a", "b"), ("b", "c")], items="abcd")
    {'a': 0, 'b': 0, 'c': 0, 'd': 1}
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    number: dict[Hashable, int] = {}
    if items is not None:
        number = {item: i for i, item in enumerate(named_items(items, None).ids())}
    ends: list[int] = []
    for position, pair in enumerate(item_pairs(pairs)):
        for item in checked_pair(pair, position):
            if items is not None and item not in number:
                raise InputError(f"pair {position} names {item!r}, which is not in items=")
            ends.append(number.setdefault(item, len(number)))
    left, right = np.array(ends, np.int64).reshape(-1, 2).T
    graph = coo_array((np.ones(len(left), np.int8), (left, right)), shape=(len(number),) * 2)
    codes = renumber(connected_components(graph, directed=False)[1])[0]
    return dict(zip(number, codes.tolist(), strict=True))
