"""Two covers of the same items → what indices for covers need: sizes, overlaps, levels of pairs."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from partwise.base import many
from partwise.clusterings import Codes, Cover, MissingPolicy, align_covers, as_cover
from partwise.tables.cover_pairs import PairLevels, groups_of_rows, pair_levels
from partwise.tables.pairs import Relation


class Overlaps(NamedTuple):
    """Clusters that share items: of the reference, of the candidate, and how many items."""

    row: Codes
    column: Codes
    shared: Codes


class CoverTable:
    """Everything that an index for covers sees of two covers of the same items.

    Made by :func:`cover_table`. What takes longer to count is counted when it is first asked for.

    Parameters
    ----------
    reference, candidate : Cover
        Covers of the same items in the same order.

    Examples
    --------
    >>> t = cover_table([{0, 1}, {1, 2}], [{0, 1, 2}])
    >>> t.n, t.k_a, t.k_b, t.overlaps.shared.tolist()
    (3, 2, 1, [2, 2])
    >>> t.pair_levels.joint  # two pairs are in one cluster of both, one in none and one
    {(0, 1): 1, (1, 1): 2}
    """

    def __init__(self, reference: Cover, candidate: Cover) -> None:
        self.reference = reference
        self.candidate = candidate

    @property
    def n(self) -> int:
        """Number of items."""
        return self.reference.n

    @property
    def item_count(self) -> int:
        """Number of items."""
        return self.n

    @property
    def k_a(self) -> int:
        """Number of clusters of the reference."""
        return self.reference.k

    @property
    def k_b(self) -> int:
        """Number of clusters of the candidate."""
        return self.candidate.k

    @property
    def row_sizes(self) -> Codes:
        """Sizes of the reference's clusters."""
        return self.reference.sizes

    @property
    def column_sizes(self) -> Codes:
        """Sizes of the candidate's clusters."""
        return self.candidate.sizes

    @cached_property
    def overlap_matrix(self) -> Any:
        """How many items each two clusters share, as a sparse matrix of SciPy (CSR)."""
        return (self.reference.matrix.T.tocsr() @ self.candidate.matrix).tocsr()

    @cached_property
    def overlaps(self) -> Overlaps:
        """The clusters that share items, and how many."""
        cells = self.overlap_matrix.tocoo()
        row, column = (np.asarray(axis, np.int64) for axis in cells.coords)
        return Overlaps(row, column, np.asarray(cells.data, np.int64))

    @cached_property
    def pair_levels(self) -> PairLevels:
        """How many clusters pairs of items share: see :class:`PairLevels`."""
        return pair_levels(self.reference.matrix, self.candidate.matrix)

    @cached_property
    def are_identical(self) -> bool:
        """Whether both have the same clusters, each as many times."""
        if not np.array_equal(np.sort(self.row_sizes), np.sort(self.column_sizes)):
            return False
        from scipy.sparse import vstack

        if not self.k_a:
            return True
        both = vstack([self.reference.matrix.T.tocsr(), self.candidate.matrix.T.tocsr()])
        codes = groups_of_rows(both.tocsr())
        kinds = int(codes.max()) + 1
        mine, theirs = (
            np.bincount(own, minlength=kinds) for own in (codes[: self.k_a], codes[self.k_a :])
        )
        return bool(np.array_equal(mine, theirs))

    @cached_property
    def relation(self) -> Relation:
        """How the covers stand to each other, for values by convention."""
        if self.are_identical:
            return "identical"
        return (
            "trivial"
            if _says_nothing(self.reference) or _says_nothing(self.candidate)
            else "ordinary"
        )

    @property
    def are_partitions(self) -> bool:
        """Whether both covers put each item into exactly one cluster."""
        return self.reference.is_partition and self.candidate.is_partition

    @property
    def T(self) -> CoverTable:  # noqa: N802
        """The same with the roles of reference and candidate exchanged."""
        return CoverTable(self.candidate, self.reference)

    def __repr__(self) -> str:
        return (
            f"<CoverTable of {many(self.n, 'item')}, {many(self.k_a, 'reference cluster')}, "
            f"{many(self.k_b, 'candidate cluster')}>"
        )


def _says_nothing(cover: Cover) -> bool:
    """Whether no cluster tells items apart: there is none, or each has all items."""
    return bool((cover.sizes == cover.n).all())


def cover_table(
    reference: object, candidate: object, missing: MissingPolicy = "raise"
) -> CoverTable:
    """Bring two covers to the same items, and return what indices for covers see of them.

    Parameters
    ----------
    reference, candidate : Cover, or whatever :class:`~partwise.Cover` takes
        The covers.
    missing : {"raise", "drop", "singletons"}
        What to do with items that only one of them names.

    Examples
    --------
    >>> cover_table([{0, 1}, {1, 2}], [0, 0, 1])
    <CoverTable of 3 items, 2 reference clusters, 2 candidate clusters>
    """
    return CoverTable(*align_covers(as_cover(reference), as_cover(candidate), missing))
