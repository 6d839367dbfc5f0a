"""Which indices of the catalogue rank all candidates of a reference in the same order.

Such indices never disagree: the paper's 42 indices give only 28 different orders. ``make docs``
proves this and writes ``orders.json``; tests try it on many candidates.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from partwise.catalogue import Index, as_indices
from partwise.properties.search.index_values import IndexValues
from partwise.tables import contingency

FILE = "orders.json"


def order_classes(indices: Iterable[str | Index]) -> tuple[tuple[Index, ...], ...]:
    """Group indices that rank all candidates in the same order, whatever the reference.

    Groups, and indices in a group, are in the order in which you pass them. An index of your own
    is a group by itself.

    Examples
    --------
    >>> order_classes(["CC", "R", "CD", "mirkin"])
    ((<Index correlation: Correlation Coefficient>, <Index correlation_distance: Correlation \
Distance>), (<Index rand: Rand>, <Index mirkin: Mirkin (normalised)>))
    """
    classes: dict[object, list[Index]] = {}
    for index in as_indices(indices):
        shared = _first_of_class().get(index.key) if index.builtin else None
        classes.setdefault(shared or index, []).append(index)
    return tuple(map(tuple, classes.values()))


@cache
def _first_of_class() -> dict[str, str]:
    text = (resources.files("partwise.properties") / FILE).read_text("utf-8")
    return {key: keys[0] for keys in json.loads(text) for key in keys}


def written_orders(indices: Iterable[Index]) -> str:
    """Prove which indices order all candidates alike; return the classes as the text of the file.

    Examples
    --------
    >>> import partwise as pw
    >>> print(written_orders(map(pw.index, ["rand", "jaccard", "dice"])), end="")
    [
     ["jaccard", "dice"]
    ]
    """
    from partwise.properties.triplet_search.same_order import same_order

    classes: list[list[Index]] = []
    for index in indices:
        for members in classes:
            if (_signs(members[0]) == _signs(index)).all() and same_order(members[0], index):
                members.append(index)
                break
        else:
            classes.append([index])
    lines = [
        json.dumps([index.key for index in members]) for members in classes if len(members) > 1
    ]
    return "[\n " + ",\n ".join(lines) + "\n]\n"


@cache
def _signs(index: Index) -> NDArray[np.int8]:
    """Return how an index orders some random candidates: it takes proofs that this be right."""
    random = np.random.default_rng(0)
    signs = []
    for n, k in ((9, 3), (12, 5), (15, 2)):
        reference = random.integers(0, k, n)
        candidates = [random.integers(0, 2 + i % 5, n) for i in range(12)]
        tables = [contingency(reference, labels) for labels in candidates]
        ranks = IndexValues(index).levels_at(tables).ranks
        known = (ranks[:, None] >= 0) & (ranks[None, :] >= 0)
        signs.append((np.sign(ranks[:, None] - ranks[None, :]) * known).ravel())
    return np.concatenate(signs).astype(np.int8)
