"""What indices need of a contingency table: sizes, without the names of clusters."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, TableError, total
from partwise.tables.information import Information, SizeHistogram
from partwise.tables.pairs import PairCounts, Relation, n11_mean_and_variance

if TYPE_CHECKING:
    from partwise.tables.plots import TablePlots

_NEEDS_CELLS = frozenset(
    {
        "T",
        "cells",
        "column_labels",
        "column_sizes",
        "row_labels",
        "row_sizes",
        "to_dense",
        "to_frame",
    }
)


_CUBES_FIT = 2**20  # items up to which n³ fits into 63 bits, with room


class Blocks(NamedTuple):
    """Cells that are alike: the count n_ij, the sizes a_i and b_j, and how many such cells.

    ``times`` is 1 where each cell stands for itself.
    """

    cell: NDArray[Any]
    row: NDArray[Any]
    column: NDArray[Any]
    times: NDArray[Any] | int = 1

    @property
    def items(self) -> NDArray[Any]:
        """Number of items in the cells of each block."""
        product: NDArray[Any] = self.cell * self.times
        return product


class AggregatedTable:
    """A contingency table without its cells: everything that indices need, in little memory.

    You get one if the table of a frame or file has more cells than ``max_cells``. Cells with the
    same count in clusters of the same sizes are kept once, with their number.

    Parameters
    ----------
    blocks : Blocks
        The cells, alike ones together.
    row_histogram, column_histogram : SizeHistogram
        How many clusters of the reference, and of the candidate, have each size.
    row_maxima, column_maxima : int
        Σ_i max_j n_ij and Σ_j max_i n_ij.

    Examples
    --------
    >>> two = np.array([2])
    >>> pairs = SizeHistogram(two, np.array([3]))  # three clusters of two items, on both sides
    >>> s = AggregatedTable(Blocks(two, two, two, np.array([3])), pairs, pairs, 6, 6)
    >>> s.n, s.k_a, s.pair_counts, s.relation
    (6, 3, PairCounts(n11=3, n10=0, n01=0, n00=12), 'identical')
    """

    blocks: Blocks
    row_histogram: SizeHistogram
    column_histogram: SizeHistogram
    row_maxima: int
    column_maxima: int

    def __init__(
        self,
        blocks: Blocks,
        row_histogram: SizeHistogram,
        column_histogram: SizeHistogram,
        row_maxima: int,
        column_maxima: int,
    ) -> None:
        vars(self).update(
            blocks=blocks,
            row_histogram=row_histogram,
            column_histogram=column_histogram,
            row_maxima=row_maxima,
            column_maxima=column_maxima,
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed: {name}")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if name in _NEEDS_CELLS:
                raise InputError(
                    f"{name}: this table has {self.n_cells:,} cells, which were not fetched, "
                    "because scores need none of them. To fetch them, raise max_cells="
                )
            parts = (("pair_counts", PairCounts), ("information", Information))
            where = (f"; it is at .{part}.{name}" for part, kind in parts if hasattr(kind, name))
            raise AttributeError(f"a {type(self).__name__} has no {name!r}{next(where, '')}")

    @property
    def plot(self) -> TablePlots:
        """``plot()`` draws clusters against clusters, ``plot.sizes()`` their sizes."""
        from partwise.tables.plots import TablePlots

        return TablePlots(self)

    def blocks_at(self, places: slice) -> Blocks:
        """Return some of the blocks."""
        cell, row, column, times = self.blocks
        times = times if isinstance(times, int) else times[places]
        return Blocks(cell[places], row[places], column[places], times)

    @property
    def items_of_blocks(self) -> NDArray[Any]:
        """Number of items in the cells of each block."""
        return self.blocks.items

    @cached_property
    def n(self) -> int:
        """Number of items."""
        return self.row_histogram.sum_of(lambda size: size)

    @property
    def item_count(self) -> int:
        """Number of items, which is their total weight unless they differ in importance."""
        return self.n

    @cached_property
    def k_a(self) -> int:
        """Number of clusters of the reference."""
        return total(self.row_histogram.counts)

    @cached_property
    def k_b(self) -> int:
        """Number of clusters of the candidate."""
        return total(self.column_histogram.counts)

    @cached_property
    def n_cells(self) -> int:
        """Number of cells that are not zero."""
        return total(self.cell_histogram.counts)

    @cached_property
    def cell_histogram(self) -> SizeHistogram:
        """How many cells have each count."""
        cell, _, _, times = self.blocks
        sizes, where = np.unique(cell, return_inverse=True)
        counts = np.zeros(len(sizes), np.int64)
        np.add.at(counts, where.ravel(), times)
        return SizeHistogram(sizes, counts)

    @cached_property
    def pair_counts(self) -> PairCounts:
        """Exact counts of pairs of items, as Python integers."""
        histograms = (self.cell_histogram, self.row_histogram, self.column_histogram)
        return PairCounts.from_square_sums(
            self.n, *(histogram.sum_of(_square) for histogram in histograms)
        )

    @cached_property
    def information(self) -> Information:
        """Entropies, mutual information and its moments."""
        histograms = (self.row_histogram, self.column_histogram, self.cell_histogram)
        return Information(self.n, *histograms)

    @property
    def places(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Row and column of each cell, for indices that match clusters one to one."""
        raise TableError(
            "an index that matches clusters one to one needs to know which cells share a cluster, "
            f"but the {self.n_cells:,} cells of this table were not fetched; to fetch them, raise "
            "max_cells="
        )

    @cached_property
    def same_clusters(self) -> int:
        """Number of clusters that both clusterings have, to the last item."""
        cell, row, column, times = self.blocks
        is_same = (cell == row) & (cell == column)
        return total(np.broadcast_to(times, len(cell))[is_same])

    @cached_property
    def size_overlap(self) -> int:
        """Σ min(a, b) over the i-th largest cluster of either clustering, for each i."""
        return size_overlap(self.row_histogram, self.column_histogram)

    @cached_property
    def linked_pairs(self) -> int:
        """Pairs together in A and pairs together in B that share one item, counted exactly."""
        cell, row, column, times = self.blocks
        if self.n >= _CUBES_FIT:
            cell, row, column = (counts.astype(object) for counts in (cell, row, column))
        return total(times * cell * ((row - 1) * (column - 1) - (cell - 1)))

    @cached_property
    def n11_variance(self) -> Fraction:
        """Variance of the pairs that are together in both, over all candidates of these sizes."""
        return n11_mean_and_variance(self.row_histogram, self.column_histogram)[1]

    @property
    def relation(self) -> Relation:
        """How the two clusterings stand to each other."""
        if self.n_cells == self.k_a == self.k_b:
            return "identical"
        one, singletons = 1, self.item_count
        if {self.k_a, self.k_b} == {one, singletons}:
            return "opposite"
        if one in (self.k_a, self.k_b) or singletons in (self.k_a, self.k_b):
            return "trivial"
        return "ordinary"

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, AggregatedTable):
            return NotImplemented
        raise self._no_sums()

    __radd__ = __sub__ = __rsub__ = __add__

    def _no_sums(self) -> TableError:
        return TableError(
            f"tables are added and subtracted cell by cell, but the {self.n_cells:,} cells of this "
            "table were not fetched; to fetch them, raise max_cells="
        )

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} of {self.n} items: {self.k_a} × {self.k_b} clusters, "
            f"{self.n_cells} cells>"
        )


def size_overlap(rows: SizeHistogram, columns: SizeHistogram) -> int:
    """Return Σ min(a, b) over the i-th largest cluster of either side, for each i.

    Examples
    --------
    >>> size_overlap(SizeHistogram.of(np.array([5, 1, 1])), SizeHistogram.of(np.array([4, 3])))
    5
    """
    left, right = (list(side.counted) for side in (rows, columns))  # the largest last
    common = 0
    while left and right:
        (a, of_a), (b, of_b) = left.pop(), right.pop()
        both = min(of_a, of_b)
        common += both * min(a, b)
        if of_a > both:
            left.append((a, of_a - both))
        if of_b > both:
            right.append((b, of_b - both))
    return common


def _square(size: int) -> int:
    return size * size
