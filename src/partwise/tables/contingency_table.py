"""Two clusterings → ``Contingency``: the non-zero cells and both margins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, exact_counts, total
from partwise.clusterings import (
    AS_THEY_ARE,
    MISSING,
    Clustering,
    Codes,
    Policies,
    align,
    as_clustering,
    factorize,
    is_text,
    named_items,
    numbers_of_text,
)
from partwise.kernels import MOST_AT_ONCE, are_plain, count_cells, square_sums, threads_for
from partwise.tables.aggregated import AggregatedTable, Blocks
from partwise.tables.cells import Cells, gathered, margin, matrix_cells, sum_of_maxima
from partwise.tables.information import SizeHistogram
from partwise.tables.pairs import PairCounts
from partwise.tables.shown_cells import ShownCells
from partwise.tables.sums_of_tables import joined, name_of, remaining

_SQUARES_FIT = 3_037_000_499  # floor(sqrt(2^63 − 1)): up to here Σ n_ij² ≤ n² fits in int64

ClusterLabels: TypeAlias = Sequence[Hashable] | NDArray[Any]


class Contingency(ShownCells):
    """A contingency table: how many items each pair of clusters shares. Immutable.

    Make one with :func:`contingency`, :meth:`from_cells` or :meth:`from_matrix`. Rows are the
    clusters of the reference, columns those of the candidate. Counts are int64 arrays, or arrays
    of Python integers from 2^63 items on; sums are always exact.

    Examples
    --------
    >>> t = contingency(["a", "a", "b", "b"], [0, 0, 0, 1])
    >>> t.n, t.row_sizes.tolist(), t.column_sizes.tolist(), t.cells.counts.tolist()
    (4, [2, 2], [3, 1], [2, 1, 1])
    >>> t.pair_counts
    PairCounts(n11=1, n10=1, n01=2, n00=2)
    """

    def __init__(
        self,
        cells: Cells,
        row_labels: ClusterLabels,
        column_labels: ClusterLabels,
        sizes: tuple[NDArray[Any], NDArray[Any]] | None = None,
    ) -> None:
        row_sizes, column_sizes = sizes or (
            margin(cells.rows, cells.counts, len(row_labels)),
            margin(cells.columns, cells.counts, len(column_labels)),
        )
        for array in (*cells, row_sizes, column_sizes):
            array.flags.writeable = False
        vars(self).update(
            _cells=cells,
            _rows=row_labels,
            _columns=column_labels,
            _row_sizes=row_sizes,
            _column_sizes=column_sizes,
        )

    _cells: Cells
    _rows: ClusterLabels
    _columns: ClusterLabels
    _row_sizes: NDArray[Any]
    _column_sizes: NDArray[Any]

    def __reduce__(self) -> tuple[type[Contingency], tuple[Any, ...]]:
        return Contingency, (self._cells, self.row_labels, self.column_labels)

    @classmethod
    def from_cells(
        cls, rows: Iterable[Hashable], columns: Iterable[Hashable], counts: Iterable[int]
    ) -> Contingency:
        """Make a table from (row, column, count) triples, given as three aligned sequences.

        Rows and columns are labels of any kind, and counts are whole numbers of any size. Counts
        of the same cell are added up, and zeros are left out.

        Examples
        --------
        >>> Contingency.from_cells(["a", "a", "b"], ["x", "y", "y"], [10**20, 1, 2]).n
        100000000000000000003
        """
        row, column = factorize(rows), factorize(columns)
        numbers = exact_counts(counts, "count")
        if numbers.ndim != 1:
            raise InputError(f"counts must be one-dimensional, not of shape {numbers.shape}")
        if not row.codes.shape == column.codes.shape == numbers.shape:
            raise InputError(
                f"cells need as many rows ({len(row.codes)}) and columns ({len(column.codes)}) as "
                f"counts ({numbers.size})"
            )
        for what, codes in (("row", row.codes), ("column", column.codes)):
            if (codes == MISSING).any():
                where = int(np.flatnonzero(codes == MISSING)[0])
                raise InputError(f"the {what} label of cell {where} is missing; leave the cell out")
        return _gathered(row.codes, column.codes, numbers, row.labels, column.labels)

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        row_labels: Iterable[Hashable] | None = None,
        column_labels: Iterable[Hashable] | None = None,
    ) -> Contingency:
        """Make a table from a dense or SciPy sparse matrix of counts.

        Rows and columns that are all zero are left out. By default, rows and columns are labelled
        with their numbers.

        Examples
        --------
        >>> Contingency.from_matrix([[2, 0], [1, 1]]).n
        4
        """
        if row_labels is None and column_labels is None and hasattr(matrix, "columns"):
            row_labels, column_labels = list(matrix.index), list(matrix.columns)  # a crosstab
        rows, columns, counts, shape = matrix_cells(matrix)
        names = []
        for what, labels, size in zip(
            ("row", "column"), (row_labels, column_labels), shape, strict=True
        ):
            known = range(size) if labels is None else named_items(labels, None).ids()
            if len(known) != size:
                raise InputError(f"there are {size} {what}s but {len(known)} {what} labels")
            names.append(list(known))
        return _gathered(rows, columns, counts, *names)

    @property
    def cells(self) -> Cells:
        """The non-zero cells: aligned arrays ``rows``, ``columns`` and ``counts``."""
        return self._cells

    @property
    def places(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Row and column of each cell."""
        return self._cells.rows, self._cells.columns

    @property
    def row_sizes(self) -> NDArray[Any]:
        """Sizes of the reference's clusters."""
        return self._row_sizes

    @property
    def column_sizes(self) -> NDArray[Any]:
        """Sizes of the candidate's clusters."""
        return self._column_sizes

    @cached_property
    def row_labels(self) -> tuple[Hashable, ...]:
        """Labels of the reference's clusters."""
        return _as_tuple(self._rows)

    @cached_property
    def column_labels(self) -> tuple[Hashable, ...]:
        """Labels of the candidate's clusters."""
        return _as_tuple(self._columns)

    @cached_property
    def n(self) -> int:
        """Number of items."""
        return total(self._row_sizes)

    @cached_property
    def k_a(self) -> int:
        """Number of clusters of the reference."""
        return len(self._rows)

    @cached_property
    def k_b(self) -> int:
        """Number of clusters of the candidate."""
        return len(self._columns)

    @cached_property
    def n_cells(self) -> int:
        """Number of cells that are not zero."""
        return len(self._cells.counts)

    @property
    def blocks(self) -> Blocks:  # type: ignore[override]
        """For each cell its count and the sizes of its two clusters."""
        return self.blocks_at(slice(None))

    def blocks_at(self, places: slice) -> Blocks:
        """Return the blocks of some of the cells."""
        rows, columns, counts = (array[places] for array in self._cells)
        return Blocks(counts, self._row_sizes[rows], self._column_sizes[columns])

    @property
    def items_of_blocks(self) -> NDArray[Any]:
        """The count of each cell."""
        return self._cells.counts

    @cached_property
    def row_maxima(self) -> int:  # type: ignore[override]
        """Sum of the largest cells of the rows."""
        return sum_of_maxima(self._cells.rows, self._cells.counts, self.k_a)

    @cached_property
    def column_maxima(self) -> int:  # type: ignore[override]
        """Sum of the largest cells of the columns."""
        return sum_of_maxima(self._cells.columns, self._cells.counts, self.k_b)

    @property
    def T(self) -> Contingency:  # noqa: N802
        """The table with the roles of reference and candidate swapped."""
        rows, columns, counts = self._cells
        order = np.lexsort((rows, columns))
        cells = Cells(columns[order], rows[order], counts[order])
        return Contingency(cells, self.column_labels, self.row_labels)

    @cached_property
    def row_histogram(self) -> SizeHistogram:  # type: ignore[override]
        """How many clusters of the reference have each size."""
        return SizeHistogram.of(self._row_sizes)

    @cached_property
    def column_histogram(self) -> SizeHistogram:  # type: ignore[override]
        """How many clusters of the candidate have each size."""
        return SizeHistogram.of(self._column_sizes)

    @cached_property
    def cell_histogram(self) -> SizeHistogram:
        """How many cells have each count."""
        return SizeHistogram.of(self._cells.counts)

    @cached_property
    def pair_counts(self) -> PairCounts:
        """Exact counts of pairs of items, as Python integers."""
        if self.n > _SQUARES_FIT:
            return super().pair_counts
        arrays = (self._cells.counts, self._row_sizes, self._column_sizes)
        return PairCounts.from_square_sums(
            self.n, *(int(np.dot(counts, counts)) for counts in arrays)
        )

    def to_dense(self) -> NDArray[Any]:
        """Return the table as a dense matrix.

        Examples
        --------
        >>> contingency([0, 0, 1], [0, 1, 1]).to_dense().tolist()
        [[1, 1], [0, 1]]
        """
        matrix = np.zeros((self.k_a, self.k_b), self._cells.counts.dtype)
        matrix[self._cells.rows, self._cells.columns] = self._cells.counts
        return matrix

    def __add__(self, other: Contingency) -> Contingency:
        """Add the table of other items whose clusters have the same names.

        Examples
        --------
        >>> whole = contingency(["a", "a", "b"], [1, 2, 2])
        >>> contingency(["a"], [1]) + contingency(["a", "b"], [2, 2]) == whole
        True
        """
        if not isinstance(other, Contingency):
            return NotImplemented
        return _gathered(*joined(self, other))

    def __sub__(self, other: Contingency) -> Contingency:
        """Take away the table of some of the items; clusters that have none left are gone.

        Examples
        --------
        >>> whole = contingency(["a", "a", "b"], [1, 2, 2])
        >>> whole - contingency(["a"], [1]) == contingency(["a", "b"], [2, 2])
        True
        """
        if not isinstance(other, Contingency):
            return NotImplemented
        return _gathered(*remaining(self, other))

    def __radd__(self, other: object) -> Contingency:
        return self if other == 0 else NotImplemented  # so that sum(tables) works

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Contingency):
            return NotImplemented
        return self._named_cells() == other._named_cells()

    def __hash__(self) -> int:
        return hash((self.n, self.k_a, self.k_b))

    def _named_cells(self) -> Counter[tuple[Hashable, Hashable, int]]:
        rows, columns, counts = (array.tolist() for array in self._cells)
        return Counter(
            (name_of(self.row_labels[i]), name_of(self.column_labels[j]), count)
            for i, j, count in zip(rows, columns, counts, strict=True)
        )


def contingency(
    reference: object,
    candidate: object,
    policies: Policies = AS_THEY_ARE,
    *,
    threads: int | None = None,
) -> Contingency:
    """Count how many items each pair of clusters shares, of labels in memory without weights.

    Examples
    --------
    >>> contingency([0, 0, 1], [0, 1, 1])
    3 items, 2 reference clusters (rows), 2 candidate clusters (columns)
    reference  0  1
            0  1  1
            1  0  1
    """
    threads_for(threads, 0)
    if policies.are_none and are_plain(reference, candidate):
        return counted(np.asarray(reference), np.asarray(candidate), threads)
    if policies.are_none and is_text(reference) and is_text(candidate):
        (a, in_a), (b, in_b) = numbers_of_text(reference), numbers_of_text(candidate)
        if len(a) == len(b):
            return _named(counted(a, b, threads), reference[in_a], candidate[in_b])
    one, other = as_clustering(reference, policies), as_clustering(candidate, policies)
    return table_of_clusterings(*align(one, other, policies.missing), threads)


def table_of_clusterings(a: Clustering, b: Clustering, threads: int | None = None) -> Contingency:
    """Count clusterings of the same items in the same order."""
    return _named(counted(a.codes, b.codes, threads), a.cluster_labels, b.cluster_labels)


def _named(table: Contingency, rows: ClusterLabels, columns: ClusterLabels) -> Contingency:
    """Name the clusters of a table of codes 0, 1, 2, …, all of them present."""
    return Contingency(table.cells, rows, columns, (table.row_sizes, table.column_sizes))


def counted(a: NDArray[Any], b: NDArray[Any], threads: int | None = None) -> Contingency:
    """Count two columns of integers of equal length; their labels are the integers themselves."""
    if len(a) > MOST_AT_ONCE:
        middle = len(a) // 2
        return counted(a[:middle], b[:middle], threads) + counted(a[middle:], b[middle:], threads)
    found = count_cells(a, b, threads)
    sizes = (found.row_sizes, found.column_sizes)
    cells = Cells(found.rows, found.columns, found.counts)
    return Contingency(cells, found.row_labels, found.column_labels, sizes)


def pair_counts(a: NDArray[Any], b: NDArray[Any], threads: int | None = None) -> PairCounts:
    """Count pairs of items in two columns of integers of equal length, without keeping a table.

    Examples
    --------
    >>> pair_counts(np.array([0, 0, 1]), np.array([4, 4, 4]))
    PairCounts(n11=1, n10=0, n01=2, n00=0)
    """
    n = len(a)
    if n > _SQUARES_FIT:
        return counted(a, b, threads).pair_counts
    return PairCounts.from_square_sums(n, *square_sums(a, b, threads))


def with_cells(table: AggregatedTable) -> Contingency:
    """Return a table whose cells are here; an error if they are not."""
    if not isinstance(table, Contingency):
        raise InputError(
            f"this needs the {table.n_cells:,} cells of the table, which were not fetched; to "
            "fetch them, raise max_cells="
        )
    return table


def _as_tuple(labels: ClusterLabels) -> tuple[Hashable, ...]:
    return tuple(labels.tolist() if isinstance(labels, np.ndarray) else labels)


def _gathered(
    rows: Codes,
    columns: Codes,
    counts: NDArray[Any],
    row_labels: Sequence[Hashable],
    column_labels: Sequence[Hashable],
) -> Contingency:
    cells, kept_rows, kept_columns = gathered(rows, columns, counts)
    return Contingency(
        cells,
        [row_labels[i] for i in kept_rows.tolist()],
        [column_labels[j] for j in kept_columns.tolist()],
    )
