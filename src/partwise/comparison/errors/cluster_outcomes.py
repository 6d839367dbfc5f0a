"""What became of each cluster of the reference: recovered, split, merged, or both."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Result, Table, TextResult, many, total
from partwise.comparison.errors.cluster_lines import (
    Lines,
    Part,
    columns_of,
    largest_first,
    listing,
    rows_of,
)
from partwise.tables import Contingency, as_cell, margin

if TYPE_CHECKING:
    from partwise.comparison.plots import OutcomesPlots

Status: TypeAlias = Literal["recovered", "split", "merged", "split and merged"]

STATUSES: tuple[Status, ...] = ("recovered", "split", "merged", "split and merged")

_MOST_CLUSTERS, _MOST_PARTS = 100, 10
"""How many of the largest clusters, and of each one's parts, a dictionary holds."""


class Tally(NamedTuple):
    """How many reference clusters have an outcome, and how many items they contain."""

    clusters: int
    items: int


class Companion(NamedTuple):
    """Another reference cluster that shares candidate clusters with a given one.

    Parameters
    ----------
    label : hashable
        The other cluster.
    pairs : int
        How many pairs, one item from each cluster, the candidate wrongly puts together.
    items : int
        How many of its items are in candidate clusters that contain items of the given one.
    size : int
        Its size.
    """

    label: Hashable
    pairs: int
    items: int
    size: int


@dataclass(frozen=True)
class Fate(TextResult):
    """What became of one cluster of the reference.

    Parameters
    ----------
    label : hashable
        The cluster.
    size : int
        Its size.
    status : {"recovered", "split", "merged", "split and merged"}
        Recovered: the candidate has exactly this cluster. Split: its items are in several candidate
        clusters. Merged: a candidate cluster that contains some of its items also contains items of
        other reference clusters.
    parts : tuple of Part
        The candidate clusters that contain its items, how many each, and their sizes; largest part
        first.
    foreign : int
        How many items of other reference clusters are in those candidate clusters.
    overlap : float
        The Jaccard index of this cluster and the closest candidate cluster: the number of items in
        both divided by the number in either; 1 if it was recovered exactly.
    """

    label: Hashable
    size: int
    status: Status
    parts: tuple[Part, ...]
    foreign: int
    overlap: float
    _rows: Lines = field(repr=False, compare=False)
    _columns: Lines = field(repr=False, compare=False)
    _row: int = field(repr=False, compare=False)

    @cached_property
    def merged_with(self) -> tuple[Companion, ...]:
        """The other reference clusters that the candidate merges with it, most wrong pairs first.

        They are computed when you ask for them, because there may be very many.
        """
        return self.companions()

    def companions(self, most: int | None = None) -> tuple[Companion, ...]:
        """Return ``merged_with``, or only its first ``most`` entries."""
        order = largest_first(self._others[1], most)
        others = zip(*(array[order].tolist() for array in self._others), strict=True)
        labels, sizes = self._columns.labels, self._columns.sizes
        return tuple(Companion(labels[i], p, k, int(sizes[i])) for i, p, k in others)

    @property
    def companions_in_all(self) -> int:
        """How many other reference clusters share candidate clusters with this one."""
        return len(self._others[0])

    @cached_property
    def _others(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        mine = zip(*(array.tolist() for array in self._rows.cells(self._row)), strict=True)
        lines = [(*self._columns.cells(j), count) for j, count in mine]
        rows = np.concatenate([rows for rows, _, _ in lines])
        counts = np.concatenate([counts for _, counts, _ in lines])
        weights = np.concatenate([counts * count for _, counts, count in lines])
        number = len(self._columns.sizes)
        items, pairs = margin(rows, counts, number), margin(rows, weights, number)
        items[self._row] = 0
        others = np.flatnonzero(items)
        return others, pairs[others], items[others]

    def __str__(self) -> str:
        text = (
            f"reference cluster {self.label} ({many(self.size, 'item')}): {self.status}, overlap "
            f"{self.overlap:.4f}; in candidate clusters {listing(self.parts[:3], len(self.parts))}"
        )
        together = _together(self.companions(3), self.companions_in_all)
        return f"{text}; together with {together}" if together else text

    def _content(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "size": self.size,
            "status": self.status,
            "parts": self.parts[:_MOST_PARTS],
            "parts_in_all": len(self.parts),
            "merged_with": self.companions(_MOST_PARTS),
            "merged_with_in_all": self.companions_in_all,
            "foreign": self.foreign,
            "overlap": self.overlap,
        }


class ClusterOutcomes(Result):
    """What became of each cluster of the reference, in the order of the table's rows.

    Prints as a table of the largest clusters. Made by :func:`fates`.
    """

    def __init__(self, table: Contingency, tolerance: float = 0) -> None:
        self.table = table
        self.tolerance = tolerance
        rows, columns, counts = table.cells
        row_sizes, column_sizes = table.row_sizes[rows], table.column_sizes[columns]
        foreign = column_sizes - counts
        self._foreign = margin(rows, foreign, table.k_a)
        self._overlaps = np.zeros(table.k_a)
        np.maximum.at(self._overlaps, rows, (counts / (row_sizes + foreign)).astype(np.float64))
        matters = counts > tolerance * row_sizes
        is_mixed = matters & (foreign > tolerance * column_sizes)
        is_split = np.bincount(rows[matters], minlength=table.k_a) > 1
        is_merged = np.bincount(rows[is_mixed], minlength=table.k_a) > 0
        self._codes = 1 * is_split + 2 * is_merged

    @cached_property
    def _rows(self) -> Lines:
        return rows_of(self.table)

    @cached_property
    def _columns(self) -> Lines:
        return columns_of(self.table)

    def __len__(self) -> int:
        return self.table.k_a

    @overload
    def __getitem__(self, row: int) -> Fate: ...
    @overload
    def __getitem__(self, row: slice) -> tuple[Fate, ...]: ...
    def __getitem__(self, row: int | slice) -> Fate | tuple[Fate, ...]:
        if isinstance(row, slice):
            return tuple(self[i] for i in range(len(self))[row])
        i = range(len(self))[row]
        return Fate(
            self.table.row_labels[i],
            int(self.table.row_sizes[i]),
            STATUSES[self._codes[i]],
            self._rows.parts(i),
            int(self._foreign[i]),
            float(self._overlaps[i]),
            self._rows,
            self._columns,
            i,
        )

    def __iter__(self) -> Iterator[Fate]:
        return (self[i] for i in range(len(self)))

    def of(self, label: Hashable) -> Fate:
        """Return the fate of the reference cluster with this label."""
        try:
            return self[self.table.row_labels.index(label)]
        except ValueError:
            raise InputError(f"the reference has no cluster called {label!r}") from None

    def having(self, status: Status) -> tuple[Fate, ...]:
        """Return the clusters with this outcome."""
        if status not in STATUSES:
            raise InputError(
                f"status must be one of {', '.join(map(repr, STATUSES))}, not {status!r}"
            )
        rows = np.flatnonzero(self._codes == STATUSES.index(status))
        return tuple(self[i] for i in rows.tolist())

    @cached_property
    def summary(self) -> dict[Status, Tally]:
        """How many clusters have each outcome, and how many items these contain."""
        return {
            status: Tally(int((here := self._codes == code).sum()), total(self._sizes[here]))
            for code, status in enumerate(STATUSES)
        }

    def tally(self, nearly: float) -> dict[str, Tally]:
        """Return ``summary``, with nearly recovered clusters as a category of their own.

        These are not recovered exactly, but their overlap is at least ``nearly``.

        Examples
        --------
        >>> import partwise as pw
        >>> outcomes = fates(pw.contingency([0] * 10 + [1] * 5, [0] * 9 + [1] * 6))
        >>> outcomes.tally(0.9)["nearly recovered"], outcomes.tally(0.9)["split"]
        (Tally(clusters=1, items=10), Tally(clusters=0, items=0))
        """
        is_near = (self._codes > 0) & (self._overlaps >= nearly)
        here: dict[str, NDArray[np.bool_]] = {
            status: (self._codes == code) & ~is_near for code, status in enumerate(STATUSES)
        }
        order = ("recovered", "nearly recovered", *STATUSES[1:])
        here["nearly recovered"] = is_near
        return {of: Tally(int(here[of].sum()), total(self._sizes[here[of]])) for of in order}

    @property
    def _sizes(self) -> NDArray[Any]:
        return self.table.row_sizes

    def largest(self, most: int) -> tuple[Fate, ...]:
        """Return the outcomes of the largest clusters."""
        order = largest_first(self._sizes, most)
        return tuple(self[i] for i in order.tolist())

    @property
    def plot(self) -> OutcomesPlots:
        """``plot()`` draws the largest reference clusters against those of the candidate."""
        from partwise.comparison.plots import OutcomesPlots

        return OutcomesPlots(self)

    def to_table(self, most: int = 20) -> Table:
        """Return the largest clusters as a table to print; its title counts all outcomes."""
        rows = [
            [
                as_cell(fate.label),
                fate.size,
                fate.status,
                fate.overlap,
                listing(fate.parts[:3], len(fate.parts)),
                _together(fate.companions(3), fate.companions_in_all),
            ]
            for fate in self.largest(most)
        ]
        tally = ", ".join(
            f"{count.clusters} {status}" for status, count in self.summary.items() if count.clusters
        )
        rest = len(self) - len(rows)
        notes = [f"and {many(rest, 'smaller cluster')}"] if rest else []
        if self.tolerance:
            notes.append(f"shares of at most {self.tolerance:.2%} do not affect the outcome")
        columns = ["cluster", "size", "fate", "overlap", "candidate clusters", "merged with"]
        title = f"{many(len(self), 'reference cluster')}: {tally or 'none'}"
        return Table(columns, rows, title, notes, decimals=4)

    def _content(self) -> dict[str, Any]:
        return {
            "clusters": len(self),
            "tolerance": self.tolerance,
            "summary": self.summary,
            "largest": self.largest(_MOST_CLUSTERS),
        }

    def _full_table(self) -> Table:
        rows = [
            [
                as_cell(fate.label),
                fate.size,
                fate.status,
                fate.overlap,
                len(fate.parts),
                as_cell(fate.parts[0].label),
                fate.parts[0].items,
                fate.foreign,
                fate.companions_in_all,
            ]
            for fate in self.largest(len(self))
        ]
        columns = ["cluster", "size", "fate", "overlap", "parts", "largest_part"]
        return Table([*columns, "shared_items", "foreign_items", "merged_with"], rows)


def _together(companions: Sequence[Companion], in_all: int) -> str:
    text = ", ".join(f"{one.label} ({many(one.pairs, 'pair')})" for one in companions)
    return text if len(companions) == in_all else f"{text} and {in_all - len(companions)} more"


def fates(table: Contingency, tolerance: float = 0) -> ClusterOutcomes:
    """Say whether each cluster of the reference was recovered, split or merged.

    Parameters
    ----------
    table : Contingency
        From :func:`partwise.contingency`.
    tolerance : float
        Shares up to this size do not affect the status: a part with at most this share of the
        cluster, and foreign items that are at most this share of a candidate cluster. With 0.05, a
        cluster that lost a few items and gained a few others still counts as recovered. The lists
        of parts and companions are always complete.

    Examples
    --------
    >>> from partwise import contingency
    >>> outcomes = fates(contingency(["a", "a", "b", "b", "c", "d"], [1, 1, 2, 3, 4, 4]))
    >>> [(fate.label, fate.status) for fate in outcomes]
    [('a', 'recovered'), ('b', 'split'), ('c', 'merged'), ('d', 'merged')]
    >>> outcomes.of("b").parts
    (Part(label=2, items=1, size=1), Part(label=3, items=1, size=1))
    >>> outcomes.of("c").merged_with
    (Companion(label='d', pairs=1, items=1, size=1),)
    >>> outcomes.summary["merged"]
    Tally(clusters=2, items=2)
    """
    if not 0 <= tolerance < 1:
        raise InputError(f"tolerance= must be at least 0 and below 1, not {tolerance!r}")
    return ClusterOutcomes(table, tolerance)
