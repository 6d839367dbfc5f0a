"""Contingency tables that move, and their sums while clusters of the candidate are joined."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from partwise import kernels
from partwise.tables.cells import gathered
from partwise.tables.contingency_table import Contingency
from partwise.tables.information import SizeHistogram
from partwise.tables.kept_sums import KeptSums
from partwise.tables.pairs import PairCounts

Numbers: TypeAlias = NDArray[np.int64]
Vector: TypeAlias = NDArray[np.float64]

_ENTROPIES = ("column_entropy", "joint_entropy", "information")
_QUOTIENTS = ("squares_by_row", "squares_by_column")


class MovingSums(KeptSums):
    """Sums of tables with the same rows, an entry for each table; formulas see them as tables.

    Whole numbers are exact; entropies and quotients are rounded once from some 100 bits. Matchings,
    expected mutual information and all else that needs every size cannot follow from these sums.

    Examples
    --------
    >>> sums = sweep_merges([0, 0, 1], left=[0, 1], right=[1, 2], ends=[0, 1, 2])
    >>> sums.clusters.tolist(), sums.pairs.n11
    ([3, 2, 1], array([0., 1., 1.]))
    """

    def __init__(self, sums: dict[str, Any]) -> None:
        self._sums = sums
        self.n: int = sums["items"]
        self.k_a: int = sums["rows"]
        self.clusters: Numbers = sums["columns"]
        self.column_squares: Numbers = sums["column_squares"]
        kept = {(2, 0, 0): "cell_squares", (2, -1, 0): "squares_by_row"}
        kept[2, 0, -1] = "squares_by_column"
        self.kept = {powers: sums[name] for powers, name in kept.items() if self._has(name)}

    def _has(self, name: str) -> bool:
        return len(self._sums[name]) == len(self.clusters)

    def _floats(self, name: str, member: str) -> Vector:
        if not self._has(name):
            self.not_given(member)
        numbers: Vector = np.asarray(self._sums[name], np.float64)
        return numbers

    def __len__(self) -> int:
        return len(self.clusters)

    @property
    def largest(self) -> Numbers:
        """Size of the largest cluster of the candidate."""
        sizes: Numbers = self._sums["largest"]
        return sizes

    @cached_property
    def k_b(self) -> Vector:
        """Number of clusters of the candidate."""
        return self._floats("columns", "k_b")

    @cached_property
    def pairs(self) -> PairCounts:
        """The counts of pairs: floats, or Python integers where floats would round them."""
        names = ("cell_squares", "row_squares", "column_squares")
        counts = PairCounts.from_square_sums(self.n, *(self._sums[name] for name in names))
        kind = np.float64 if self.n * (self.n - 1) // 2 < 2**53 else object
        return PairCounts(*(np.asarray(count).astype(kind) for count in counts))

    @cached_property
    def row_maxima(self) -> Vector:
        """Σ_i max_j n_ij."""
        return self._floats("row_maxima", "row_maxima")

    @cached_property
    def column_maxima(self) -> Vector:
        """Σ_j max_i n_ij."""
        return self._floats("column_maxima", "column_maxima")

    @cached_property
    def same_clusters(self) -> Vector:
        """Number of clusters that both clusterings have, to the last item."""
        return self._floats("same_clusters", "same_clusters")

    @cached_property
    def entropy_a(self) -> float:
        """H(A)."""
        if not self._has("information"):
            self.not_given("entropy_a")
        return float(self._sums["row_entropy"])

    @cached_property
    def entropy_b(self) -> Vector:
        """H(B)."""
        return self._floats("column_entropy", "entropy_b")

    @cached_property
    def entropy_joint(self) -> Vector:
        """H(A, B)."""
        return self._floats("joint_entropy", "entropy_joint")

    @cached_property
    def mutual_information(self) -> Vector:
        """M(A, B)."""
        return self._floats("information", "mutual_information")


def sweep_merges(
    rows: ArrayLike,
    left: ArrayLike,
    right: ArrayLike,
    ends: ArrayLike,
    *,
    logs: bool = True,
    quotients: bool = True,
) -> MovingSums:
    """Join the clusters of pairs of items, one pair after another, and keep the sums.

    Parameters
    ----------
    rows : array of int
        The reference cluster of each item; -1 for an item that the reference does not have. Such
        items join others, but are not counted.
    left, right : array of int
        The items of each pair, in the order in which they are joined. At first each item is a
        cluster of its own.
    ends : array of int
        After how many joins to note the sums; must not decrease.
    logs, quotients : bool
        Whether to keep entropies, and Σ n_ij²/a_i and Σ n_ij²/b_j.

    Examples
    --------
    >>> sums = sweep_merges([0, 0, -1, 1], left=[1, 2], right=[2, 3], ends=[0, 1, 2])
    >>> sums.clusters.tolist(), sums.pairs.n01
    ([3, 3, 2], array([0., 0., 1.]))
    """
    marks = np.ascontiguousarray(ends, np.int64)
    sums = kernels.sweep_merges(_codes(rows), _codes(left), _codes(right), marks, logs, quotients)
    return MovingSums(sums)


def _histogram(counts: Mapping[int, int]) -> SizeHistogram:
    sizes = sorted(counts)
    return SizeHistogram(
        np.array(sizes, np.int64), np.array([counts[size] for size in sizes], np.int64)
    )


def _codes(numbers: ArrayLike) -> NDArray[np.int32]:
    return np.ascontiguousarray(numbers, np.int32)


class MovingTable:
    """A contingency table whose cells change, with the sums of most indices kept up to date.

    Rows and columns are numbers from 0; they come into being when they are first named.

    Parameters
    ----------
    rows, columns : array of int
        The row and the column of each item.
    logs, quotients : bool
        Whether to keep entropies, and Σ n_ij²/a_i and Σ n_ij²/b_j; a change is faster without.

    Examples
    --------
    >>> table = MovingTable([0, 0, 1], [0, 1, 1])
    >>> table.move(0, 1, 0)
    >>> table.pair_counts
    PairCounts(n11=1, n10=0, n01=0, n00=2)
    >>> table.merge(0, 1)
    0
    >>> table.contingency().cells.counts
    array([2, 1])
    """

    def __init__(
        self,
        rows: ArrayLike = (),
        columns: ArrayLike = (),
        *,
        logs: bool = True,
        quotients: bool = True,
    ) -> None:
        self._table = kernels.MovingTable(logs, quotients)
        self._not_kept = (*(() if logs else _ENTROPIES), *(() if quotients else _QUOTIENTS))
        self.add_many(rows, columns)

    def add_many(self, rows: ArrayLike, columns: ArrayLike, items: int = 1) -> None:
        """Add an item to each of these cells, or ``items`` of them."""
        self._table.change_many(_codes(rows), _codes(columns), items)

    def change(self, row: int, column: int, items: int) -> None:
        """Add items to a cell, or take some away if negative; a cell never gets below zero."""
        self._table.change(row, column, items)

    def move(self, row: int, source: int, target: int, items: int = 1) -> None:
        """Move items of a row from one column to another."""
        self._table.move(row, source, target, items)

    def merge(self, first: int, second: int) -> int:
        """Join two columns; return the number under which they go on, that with more cells."""
        return self._table.merge(first, second)

    def split(self, column: int, parts: Mapping[int, int], into: int) -> None:
        """Move some items of a column, so many of each row, to another column."""
        if any(self._table.count(row, column) < items for row, items in parts.items()):
            raise ValueError("the column has fewer items")
        for row, items in parts.items():
            self.move(row, column, into, items)

    @property
    def n(self) -> int:
        """Number of items."""
        return self._table.squares()[0]

    @property
    def pair_counts(self) -> PairCounts:
        """The counts of pairs, exact."""
        return PairCounts.from_square_sums(*self._table.squares())

    @property
    def histograms(self) -> tuple[SizeHistogram, SizeHistogram]:
        """How many rows, and how many columns, have each size; kept with entropies.

        Examples
        --------
        >>> rows, columns = MovingTable([0, 0, 1], [0, 1, 1]).histograms
        >>> rows.counted, columns.counted
        (((1, 1), (2, 1)), ((1, 1), (2, 1)))
        """
        rows, columns = (_histogram(counts) for counts in self._table.histograms())
        return rows, columns

    def sums(self) -> MovingSums:
        """Return all sums that are kept, as of one table."""
        fixed = ("items", "rows", "row_squares", "row_entropy")
        return MovingSums(
            {
                name: value
                if name in fixed
                else np.array([] if name in self._not_kept else [value])
                for name, value in self._table.sums().items()
            }
        )

    def contingency(self) -> Contingency:
        """Return the table as it is now; its labels are the numbers of rows and columns."""
        rows, columns, counts = self._table.cells()
        cells, kept_rows, kept_columns = gathered(
            rows.astype(np.int64), columns.astype(np.int64), counts
        )
        return Contingency(cells, kept_rows, kept_columns)


class MovingTables:
    """The tables of one clustering with several others, whose cells change together.

    Items come in blocks that all the others keep together. Clusters are numbers from 0; at least
    one of them is always empty.

    Parameters
    ----------
    others : array of int
        The cluster of each block (row) in each of the others (column).
    sizes : array of int
        How many items each block has.
    labels : array of int
        The cluster in which each block begins.

    Examples
    --------
    >>> tables = MovingTables([[0, 0], [0, 1], [1, 1]], sizes=[1, 1, 2], labels=[0, 0, 1])
    >>> both, own = tables.pairs_after_move([1])
    >>> both.tolist(), own.tolist()
    ([[2, 1, 1], [1, 3, 1]], [2, 3, 1])
    >>> tables.move([1], 1)
    >>> tables.labels.tolist()
    [0, 1, 1]
    """

    def __init__(self, others: ArrayLike, sizes: ArrayLike, labels: ArrayLike) -> None:
        codes, items = _codes(others), np.ascontiguousarray(sizes, np.int64)
        self._others = codes.shape[1]
        self._tables = kernels.MovingTables(codes, items, _codes(labels))

    @property
    def clusters(self) -> int:
        """Number of clusters, empty ones included."""
        return self._tables.clusters

    @property
    def labels(self) -> NDArray[np.int32]:
        """The cluster of each block, as of now."""
        return self._tables.labels

    def pairs_after_move(self, group: ArrayLike) -> tuple[Numbers, Numbers]:
        """Return the pairs that are together once a group of blocks is in each of the clusters.

        Parameters
        ----------
        group : array of int
            Blocks of one cluster, each once.

        Returns
        -------
        tuple of arrays
            Pairs together in both, for each of the others (row) and each cluster (column); and
            pairs together in the clustering itself.
        """
        both, own = self._tables.pairs_after_move(_codes(group))
        return both.reshape(self._others, -1), own

    def move(self, group: ArrayLike, target: int) -> None:
        """Move blocks of one cluster to another."""
        self._tables.move(_codes(group), target)
