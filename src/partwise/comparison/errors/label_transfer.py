"""Carry the labels of one clustering over to another."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, TypeAlias, get_args

import numpy as np

from partwise.base import InputError
from partwise.clusterings import (
    Clustering,
    Codes,
    Factorized,
    MissingPolicy,
    NoisePolicy,
    Policies,
    align,
)
from partwise.engines import load_clustering
from partwise.tables import MOST_WORK, Contingency, best_cells, counted

How: TypeAlias = Literal["match", "majority"]


def carry_over(
    reference: object,
    candidate: object,
    how: How = "match",
    *,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
    limit: int | None = MOST_WORK,
) -> Clustering:
    """Name the candidate's clusters after those of the reference.

    Parameters
    ----------
    reference, candidate : Clustering or labels
        Whatever :class:`~partwise.Clustering` takes.
    how : {"match", "majority"}
        ``"match"``: each cluster of the candidate gets the label of the reference cluster that it
        is matched with, one to one, by :func:`~partwise.comparison.match_clusters`. A
        cluster ``x`` that stays unmatched is called ``"unmatched x"``, with a number behind it
        where that name is taken. The clusters stay as they are.

        ``"majority"``: each gets the label that most of its items have in the reference; on a tie,
        the one that appears first among all items. Clusters that get the same label become one.
    noise, noise_label, missing
        Policies, as in :func:`partwise.contingency`. Without them, noise is a cluster as any
        other and may be matched.
    limit : int or None
        As in :func:`~partwise.comparison.errors.matching.match_clusters`.

    Returns
    -------
    Clustering
        The candidate's items in the candidate's order, with the labels carried over; items that a
        policy left out of either clustering are left out, items that only the reference has come
        last.

    Examples
    --------
    >>> carried = carry_over(["cat", "cat", "dog", "dog", "dog"], [7, 7, 5, 5, 9])
    >>> carried.labels
    ('cat', 'cat', 'dog', 'dog', 'unmatched 9')
    >>> carry_over(["cat", "cat", "dog", "dog", "dog"], [7, 7, 5, 5, 9], "majority").labels
    ('cat', 'cat', 'dog', 'dog', 'dog')
    """
    if how not in get_args(How):
        raise InputError(f'how= must be "match" or "majority", not {how!r}')
    policies = Policies(noise, noise_label, missing)
    a, b = (load_clustering(each, policies, "carry_over") for each in (reference, candidate))
    # Twice: the first finds faults and calls them by the right names, the second keeps b's order.
    b, a = align(b, align(a, b, missing)[0], missing)
    table = counted(a.codes, b.codes)  # its rows and columns are numbered as the codes are
    if how == "majority":
        return Clustering.from_codes(
            Factorized(_majority(table)[b.codes], list(a.cluster_labels)), b.item_set
        )
    chosen = best_cells(*table.cells, limit)
    rows, columns, _ = (array[chosen].tolist() for array in table.cells)
    partner = dict(zip(columns, rows, strict=True))
    taken = {str(label) for label in a.cluster_labels}
    labels: list[Hashable] = [
        a.cluster_labels[partner[j]] if j in partner else _fresh(label, taken)
        for j, label in enumerate(b.cluster_labels)
    ]
    return Clustering.from_codes(Factorized(b.codes, labels), b.item_set)


def _majority(table: Contingency) -> Codes:
    """Return the row with the largest cell of each column, the first on a tie."""
    rows, columns, counts = table.cells
    order = np.lexsort((-rows, counts))  # the best come last, and are the last to be written
    best = np.zeros(table.k_b, np.int64)
    best[columns[order]] = rows[order]
    return best


def _fresh(label: Hashable, taken: set[str]) -> str:
    """Return a name for an unmatched cluster that reads like no other, and take it."""
    name, count = f"unmatched {label}", 1
    while name in taken:
        count += 1
        name = f"unmatched {label} ({count})"
    taken.add(name)
    return name
