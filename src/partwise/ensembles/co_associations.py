"""How often replicates put items of two clusters together, and which clusters they keep apart."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import Backend, InputError, Result, Table, frame_of, many, shown
from partwise.clusterings import (
    Codes,
    MissingInPairs,
    NoisePolicy,
    Policies,
    in_both,
    missing_in_each,
)
from partwise.engines import Coverage, Several
from partwise.ensembles.landscapes import as_dendrogram
from partwise.ensembles.replicates import CLUSTERING, read_replicates
from partwise.tables import as_cell, counted

if TYPE_CHECKING:
    from partwise.ensembles.plots import CoAssociationPlots

_MOST_CLUSTERS = 5000  # there is a number for each two


@dataclass(frozen=True, eq=False)
class CoAssociation(Result):
    """How often replicates put items of two clusters together. Made by :func:`co_association`.

    Parameters
    ----------
    labels : tuple of hashable
        The clusters, in the order of rows and columns of ``shares``.
    sizes : array of length k
        Their sizes.
    shares : array of shape (k, k)
        Share of the pairs of items, one from each cluster, that are together in a replicate,
        averaged over replicates. On the diagonal, the share of pairs within the cluster; NaN for a
        cluster of one item.
    replicates : int
        How many replicates there are.
    coverage : Coverage
        Which items were compared.
    """

    labels: tuple[Hashable, ...]
    sizes: NDArray[np.int64]
    shares: NDArray[np.float64]
    replicates: int
    coverage: Coverage

    @cached_property
    def order(self) -> tuple[int, ...]:
        """An order of the rows in which clusters that are often together are neighbours."""
        if len(self.labels) < 2:
            return tuple(range(len(self.labels)))
        distances = 1 - np.nan_to_num(self.shares)
        np.fill_diagonal(distances, 0)
        return tuple(as_dendrogram(distances, "average")[1])

    def to_table(self) -> Table:
        """Return one line per cluster: how often its items are together, and its closest one."""
        rows: list[list[Any]] = []
        for i in self.order:
            others = np.where(np.arange(len(self.labels)) == i, -1, np.nan_to_num(self.shares[i]))
            j = int(others.argmax())
            is_mixed = bool(others[j] > 0)
            nearest = [as_cell(self.labels[j]), float(others[j])] if is_mixed else [None, None]
            within = float(self.shares[i, i])
            inside = None if math.isnan(within) else within
            rows.append([as_cell(self.labels[i]), int(self.sizes[i]), inside, *nearest])
        columns = ["cluster", "size", "within", "most often with", "between"]
        notes = [
            "within, between: share of pairs of items that are together, averaged over replicates",
            *self.coverage.notes(),
        ]
        return Table(columns, rows, self._headline(), notes, decimals=3)

    def _headline(self) -> str:
        """Say which two clusters are together most often."""
        about = f"{many(len(self.labels), 'cluster')} in {many(self.replicates, 'replicate')}"
        between = np.nan_to_num(np.triu(self.shares, 1))
        if len(self.labels) < 2 or not between.any():
            return f"{about}: no items of different clusters are ever together."
        i, j = np.unravel_index(between.argmax(), between.shape)
        return (
            f"{about}: {self.labels[i]} and {self.labels[j]} are together most often, for "
            f"{shown(float(between[i, j]), 3)} of their pairs."
        )

    def to_matrix(self) -> Table:
        """Return the shares as a table, with clusters that are often together side by side."""
        names = [as_cell(self.labels[i]) for i in self.order]
        inside = self.shares[np.ix_(self.order, self.order)].tolist()
        rows = [[name, *row] for name, row in zip(names, inside, strict=True)]
        return Table(["cluster", *names], rows)  # type: ignore[list-item]  # numbers, in pandas

    def _full_table(self) -> Table:
        names = [as_cell(label) for label in self.labels]
        rows = [
            [names[i], names[j], share]
            for i, row in enumerate(self.shares.tolist())
            for j, share in enumerate(row)
        ]
        return Table(["cluster", "other", "share"], rows)

    def to_frame(self, backend: Backend | None = None, *, wide: bool = False) -> Any:
        """Return the shares as a data frame.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            The library of the data frame; by default, the first of them that is installed.
        wide : bool
            True: one row and one column per cluster. False: one row per pair of clusters, with
            columns ``cluster``, ``other`` and ``share``.
        """
        return (
            frame_of(self.to_matrix(), backend, labelled=True)
            if wide
            else super().to_frame(backend)
        )

    def _content(self) -> dict[str, Any]:
        return {
            "clusters": [as_cell(label) for label in self.labels],
            "sizes": self.sizes,
            "shares": self.shares,
            "replicates": self.replicates,
            "notes": self.coverage.notes(),
        }

    @property
    def plot(self) -> CoAssociationPlots:
        """``plot()`` draws a cell for each pair of clusters."""
        from partwise.ensembles.plots import CoAssociationPlots

        return CoAssociationPlots(self)


def co_association(
    clustering: object,
    replicates: Several,
    *,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingInPairs = "raise",
) -> CoAssociation:
    """Measure how often replicates put items of two clusters together, for each pair of clusters.

    The result shows which clusters of a clustering, such as a consensus, other runs keep apart and
    which ones they mix.

    Parameters
    ----------
    clustering : Clustering or labels
        The clustering whose clusters to examine.
    replicates : sequence, mapping name → labels, or data frame with a column per clustering
        Other clusterings of the same items, or of samples of them.
    noise, noise_label
        As in :func:`~partwise.pairwise`.
    missing : {"raise", "drop", "singletons", "pairwise"}
        As in :func:`~partwise.pairwise`. Pass "pairwise" for replicates of samples of the items. A
        replicate then counts for the pairs of which it has both items.

    Returns
    -------
    CoAssociation
        The mean share of pairs that are together, between each two clusters and within each.

    Examples
    --------
    >>> runs = [[0, 0, 0, 1, 1, 2], [0, 0, 0, 1, 1, 1]]
    >>> result = co_association(["a", "a", "a", "b", "b", "c"], runs)
    >>> result.shares.tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.5], [0.0, 0.5, nan]]
    >>> print(result)
    3 clusters in 2 replicates: b and c are together most often, for 0.500 of their
    pairs.
    cluster  size  within  most often with  between
    a           3   1.000
    c           1          b                  0.500
    b           2   1.000  c                  0.500
    within, between: share of pairs of items that are together, averaged over
    replicates
    """
    in_each, by_pairs = missing_in_each(missing)
    policies = Policies(noise, noise_label, in_each)
    read = read_replicates(replicates, policies, by_pairs, {CLUSTERING: clustering})
    own, (mine, *others) = read.clusterings[CLUSTERING], read.codes
    if not others:
        raise InputError("co-association needs at least one replicate")
    if own.k > _MOST_CLUSTERS:
        raise InputError(
            f"the clustering has {own.k:,} clusters, which is too many for a matrix of all pairs",
            remedy=f"pass at most {_MOST_CLUSTERS:,} clusters: leave out items of small clusters",
        )
    shares = mean_shares(mine, others, own.k)
    return CoAssociation(own.cluster_labels, own.sizes, shares, len(others), read.coverage)


def mean_shares(mine: Codes, replicates: Iterable[Codes], k: int) -> NDArray[np.float64]:
    """Return the mean share of pairs that are together, for each two of k clusters.

    Items that a replicate does not have (−1) do not count for it, nor does a replicate for two
    clusters of which it has no pair.

    Examples
    --------
    >>> mean_shares(np.array([0, 0, 1]), [np.array([0, 0, 0]), np.array([0, 1, -1])], 2).tolist()
    [[0.5, 1.0], [1.0, nan]]
    """
    sums, known = np.zeros((k, k)), np.zeros((k, k))
    for other in replicates:
        together, pairs = _pairs(*in_both(mine, other), k)
        sums += np.divide(together, pairs, out=np.zeros((k, k)), where=pairs > 0)
        known += pairs > 0
    means = np.full((k, k), math.nan)
    np.divide(sums, known, out=means, where=known > 0)
    return means


def _pairs(mine: Codes, other: Codes, k: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how many pairs of items of each two clusters are together, and how many there are."""
    from scipy.sparse import csr_array

    rows, columns, counts = (table := counted(mine, other, 1)).cells
    labels = np.asarray(table.row_labels, np.int64)
    shape = (k, max(table.k_b, 1))
    cells = csr_array((counts.astype(np.float64), (labels[rows], columns)), shape=shape)
    sizes = np.bincount(mine, minlength=k).astype(np.float64)
    together = (cells @ cells.T).toarray() - np.diag(sizes)
    return together, np.outer(sizes, sizes) - np.diag(sizes)
