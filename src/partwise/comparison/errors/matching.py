"""The optimal one-to-one matching of the clusters of two clusterings."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Result, Table, many
from partwise.clusterings import (
    MOST_CELLS,
    Clustering,
    Codes,
    Factorized,
    MissingPolicy,
    NoisePolicy,
    Policies,
    align,
)
from partwise.comparison.errors.cluster_lines import largest_first
from partwise.engines import load_clustering, table_of
from partwise.tables import MOST_WORK, Contingency, as_cell, best_cells, counted, with_cells


class Match(NamedTuple):
    """A cluster of the reference and one of the candidate, and how many items they share."""

    reference: Hashable
    candidate: Hashable
    shared: int
    reference_size: int
    candidate_size: int


class Unmatched(NamedTuple):
    """A cluster that has no partner."""

    label: Hashable
    size: int


@dataclass(frozen=True)
class Matching(Result):
    """An optimal one-to-one matching, largest match first. Made by :func:`match_clusters`.

    Parameters
    ----------
    pairs : tuple of Match
        The matched clusters; the two clusters of a match share at least one item.
    unmatched_reference, unmatched_candidate : tuple of Unmatched
        Clusters without a partner, largest first.
    n : int
        Number of items.
    exact : bool
        Whether the matching is known to be exactly optimal, which holds for fewer than 2^53 items.
        With more items, counts are rounded to 53 bits to find the matching. The counts in the
        result are always exact.
    """

    pairs: tuple[Match, ...]
    unmatched_reference: tuple[Unmatched, ...]
    unmatched_candidate: tuple[Unmatched, ...]
    n: int
    exact: bool = True

    @property
    def shared(self) -> int:
        """How many items are in matched clusters of both clusterings."""
        return sum(pair.shared for pair in self.pairs)

    @property
    def accuracy(self) -> float:
        """The share of items in matched clusters of both clusterings; 1 if there are no items."""
        return float(Fraction(self.shared, self.n)) if self.n else 1.0

    def to_table(self, most: int = 20) -> Table:
        """Return the largest matches as a table to print."""
        rows = [[as_cell(p.reference), as_cell(p.candidate), *p[2:]] for p in self.pairs[:most]]
        rest = len(self.pairs) - len(rows)
        notes = [f"and {rest} smaller match{'' if rest == 1 else 'es'}"] if rest else []
        for side in ("reference", "candidate"):
            left: tuple[Unmatched, ...] = getattr(self, f"unmatched_{side}")
            if left:
                first = ", ".join(f"{one.label} ({many(one.size, 'item')})" for one in left[:5])
                more = f" and {len(left) - 5} more" if len(left) > 5 else ""
                clusters = many(len(left), f"{side} cluster")
                notes.append(f"{clusters} unmatched: {first}{more}")
        if not self.exact:
            notes.append("counts were rounded to 53 bits to find the matching")
        return Table(
            ["reference", "candidate", "shared", "reference size", "candidate size"],
            rows,
            f"{len(self.pairs)} matched, {self.shared} of {many(self.n, 'item')} "
            f"({self.accuracy:.1%})",
            notes,
        )

    def _content(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "shared": self.shared,
            "accuracy": self.accuracy,
            "exact": self.exact,
            "pairs": self.pairs,
            "unmatched_reference": self.unmatched_reference,
            "unmatched_candidate": self.unmatched_candidate,
        }

    def _full_table(self) -> Table:
        columns = ["reference", "candidate", "shared", "reference_size", "candidate_size"]
        return Table(
            columns, [[as_cell(p.reference), as_cell(p.candidate), *p[2:]] for p in self.pairs]
        )


def match_clusters(
    reference: object,
    candidate: object,
    *,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
    weights: object = None,
    max_cells: int = MOST_CELLS,
    limit: int | None = MOST_WORK,
) -> Matching:
    """Match clusters one to one so that matched clusters share as many items as possible.

    The same input always gives the same matching, even if several matchings are equally good.
    Clusters that share no item are never matched.

    Parameters
    ----------
    reference, candidate : Clustering, labels, or label columns of a frame
        As in :func:`partwise.contingency`.
    noise, noise_label, missing, weights, max_cells
        As in :func:`partwise.contingency`; weights are multiplicities. By default, noise points
        form a cluster like any other, which may be matched.
    limit : int or None
        The most work to do; larger problems are refused. Clusters that are connected through shared
        items form groups, and the work for a group is at most its number of cells times the number
        of clusters on its smaller side. The default allows minutes; None means no limit.

    Examples
    --------
    >>> print(match_clusters(["a", "a", "a", "b", "c"], [1, 1, 2, 2, 2]))
    2 matched, 3 of 5 items (60.0%)
    reference  candidate  shared  reference size  candidate size
    a                  1       2               3               2
    b                  2       1               1               3
    1 reference cluster unmatched: c (1 item)
    """
    policies = Policies(noise, noise_label, missing, weights, max_cells=max_cells)
    return matching_of(with_cells(table_of(reference, candidate, policies)), limit)


def matching_of(table: Contingency, limit: int | None = MOST_WORK) -> Matching:
    """Match the clusters of a table; see :func:`match_clusters`."""
    rows, columns, counts = table.cells
    chosen = best_cells(*table.cells, limit)
    chosen = chosen[largest_first(counts[chosen])]
    pairs = zip(*(array[chosen].tolist() for array in table.cells), strict=True)
    return Matching(
        tuple(
            Match(
                table.row_labels[i],
                table.column_labels[j],
                count,
                int(table.row_sizes[i]),
                int(table.column_sizes[j]),
            )
            for i, j, count in pairs
        ),
        _left_over(rows[chosen], table.row_labels, table.row_sizes),
        _left_over(columns[chosen], table.column_labels, table.column_sizes),
        table.n,
        table.n < 2**53,
    )


def _left_over(
    matched: NDArray[Any], labels: tuple[Hashable, ...], sizes: NDArray[Any]
) -> tuple[Unmatched, ...]:
    alone = np.setdiff1d(np.arange(len(labels)), matched, assume_unique=True)
    order = alone[largest_first(sizes[alone])]
    return tuple(Unmatched(labels[i], int(sizes[i])) for i in order.tolist())


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
    """Give the candidate's clusters the labels of the reference.

    Parameters
    ----------
    reference, candidate : Clustering or labels
        Anything that :class:`~partwise.Clustering` takes.
    how : {"match", "majority"}
        ``"match"``: each cluster of the candidate gets the label of the reference cluster that
        :func:`~partwise.match_clusters` matches it with, one to one. A cluster ``x`` without a
        match is called ``"unmatched x"``, followed by a number if that name is taken. The clusters
        stay the same.

        ``"majority"``: each cluster gets the label that most of its items have in the reference; if
        several labels tie, the one that appears first among all items. Clusters that get the same
        label become one.
    noise, noise_label, missing
        As in :func:`partwise.contingency`. By default, noise points form a cluster like any other,
        which may be matched.
    limit : int or None
        As in :func:`~partwise.match_clusters`.

    Returns
    -------
    Clustering
        The candidate's items in the candidate's order, with the new labels. Items that a policy
        leaves out of either clustering are left out. Items that only the reference has come last.

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
    a, b = (load_clustering(labels, policies, "carry_over") for labels in (reference, candidate))
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
