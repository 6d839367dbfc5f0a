"""Which clusters replicates find again: Hennig's clusterwise stability."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Result, Table, ci_name, listed_up_to, many
from partwise.clusterings import (
    Codes,
    MissingInPairs,
    NoisePolicy,
    Policies,
    in_both,
    missing_in_each,
)
from partwise.engines import Several, load_clustering
from partwise.ensembles.replicates import (
    CLUSTERING,
    Fit,
    Sampling,
    is_function,
    made_replicates,
    read_replicates,
    refuse_options,
    spread,
)
from partwise.tables import as_cell, counted

if TYPE_CHECKING:
    from partwise.ensembles.plots import ClusterStabilityPlots

Trust: TypeAlias = Literal["stable", "doubtful", "unstable", "unknown"]

STABLE, DOUBTFUL = 0.75, 0.6
"""Least mean of a stable cluster, and of one whose members are doubtful (Hennig)."""


@dataclass(frozen=True)
class ClusterRecovery:
    """How well replicates recover one cluster.

    Parameters
    ----------
    cluster : hashable
        Its label.
    size : int
        Number of its items.
    mean : float
        Mean over replicates of the Jaccard similarity with the most similar cluster.
    low, high : float
        Confidence interval of the mean; NaN with fewer than two replicates.
    dissolved, recovered : int
        In how many replicates the similarity is low (0.5 or less) and high (above 0.75).
    replicates : int
        How many replicates have an item of the cluster.
    """

    cluster: Hashable
    size: int
    mean: float
    low: float
    high: float
    dissolved: int
    recovered: int
    replicates: int

    @property
    def trust(self) -> Trust:
        """Whether to trust the cluster: stable from a mean of 0.75, doubtful from 0.6, or unstable.

        It is unknown if no replicate has an item of the cluster.
        """
        if math.isnan(self.mean):
            return "unknown"
        if self.mean >= STABLE:
            return "stable"
        return "doubtful" if self.mean >= DOUBTFUL else "unstable"


@dataclass(frozen=True, eq=False)
class ClusterStability(Result):
    """How well replicates recover each cluster of a clustering, the most stable first.

    Made by :func:`cluster_stability`.

    Parameters
    ----------
    labels : tuple of hashable
        The clusters, in the order of the rows of ``similarities``.
    sizes : array of length k
        Their sizes.
    similarities : array of shape (k, m)
        Jaccard similarity of each cluster with the most similar one of each replicate, on the
        items that both clusterings have; NaN where the replicate has no item of the cluster.
    dissolution, recovery : float
        A cluster is dissolved up to the first similarity, and recovered above the second.
    level : float
        Confidence level of the intervals.
    about_items : tuple of str
        Notes on noise points and missing labels.
    """

    labels: tuple[Hashable, ...]
    sizes: NDArray[np.int64]
    similarities: NDArray[np.float64]
    dissolution: float
    recovery: float
    level: float
    about_items: tuple[str, ...] = ()

    @cached_property
    def clusters(self) -> tuple[ClusterRecovery, ...]:
        """One record per cluster, most stable first; those that tie are in the order of labels."""
        rows = [self._recovery(place) for place in range(len(self.labels))]
        return tuple(sorted(rows, key=lambda row: (math.isnan(row.mean), -row.mean)))

    def _recovery(self, place: int) -> ClusterRecovery:
        row = self.similarities[place]
        known = row[~np.isnan(row)]
        return ClusterRecovery(
            self.labels[place],
            int(self.sizes[place]),
            *_mean_and_interval(known, self.level),
            int((known <= self.dissolution).sum()),
            int((known > self.recovery).sum()),
            len(known),
        )

    def __getitem__(self, cluster: Hashable) -> ClusterRecovery:
        if cluster not in self.labels:
            labels = listed_up_to(list(map(str, self.labels)))
            raise InputError(f"there is no cluster {cluster!r}; the clusters are {labels}")
        return next(row for row in self.clusters if row.cluster == cluster)

    @property
    def notes(self) -> tuple[str, ...]:
        """Clusters that you should not trust, clusters that replicates lack, notes about items."""
        unstable = [str(row.cluster) for row in self.clusters if row.trust == "unstable"]
        rare = [
            str(row.cluster) for row in self.clusters if row.replicates < self.similarities.shape[1]
        ]
        unsure = [
            str(row.cluster)
            for row in self.clusters
            if row.trust == "stable" and row.low < DOUBTFUL
        ]
        notes = []
        if unstable:
            notes.append(f"do not trust (mean below {DOUBTFUL:g}): {listed_up_to(unstable)}")
        if unsure:
            notes.append(
                f"the confidence interval of {listed_up_to(unsure)} reaches below {DOUBTFUL:g}: "
                "add more replicates"
            )
        if rare:
            notes.append(f"some replicates have no item of: {listed_up_to(rare)}")
        return (*notes, *self.about_items)

    def to_table(self) -> Table:
        """Return one line per cluster, most stable first."""
        rows = [
            [as_cell(c.cluster), c.size, c.mean, c.low, c.high, c.dissolved, c.recovered, c.trust]
            for c in self.clusters
        ]
        title = (
            f"Stability of {many(len(self.labels), 'cluster')} over "
            f"{many(self.similarities.shape[1], 'replicate')}: mean Jaccard similarity with the "
            f"best match, {ci_name(self.level)}"
        )
        columns = ["cluster", "size", "mean", "low", "high", "dissolved", "recovered", "trust"]
        return Table(columns, rows, title, self.notes, decimals=3)

    def _full_table(self) -> Table:
        table = self.to_table()
        rows = [[*row, c.replicates] for row, c in zip(table.rows, self.clusters, strict=True)]
        return Table([*table.columns, "replicates"], rows)

    def _content(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "dissolution": self.dissolution,
            "recovery": self.recovery,
            "replicates": self.similarities.shape[1],
            "clusters": self.clusters,
            "notes": self.notes,
        }

    @property
    def plot(self) -> ClusterStabilityPlots:
        """``plot()`` draws one bar per cluster."""
        from partwise.ensembles.plots import ClusterStabilityPlots

        return ClusterStabilityPlots(self)


def cluster_stability(
    clustering: object,
    replicates: Several | Fit,
    *,
    data: Any = None,
    cluster_count: int | None = None,
    repeats: int = 100,
    subsample: float = 0.8,
    seed: int = 0,
    dissolution: float = 0.5,
    recovery: float = 0.75,
    level: float = 0.95,
    progress: bool | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingInPairs = "raise",
) -> ClusterStability:
    """Measure which clusters of a clustering are found again in replicates (Hennig 2007).

    For each cluster and each replicate, this computes the Jaccard similarity with the most similar
    cluster of the replicate, on the items that both clusterings have. The mean over replicates is
    the clusterwise stability of R's ``fpc::clusterboot``.

    Parameters
    ----------
    clustering : Clustering or labels
        The clustering whose clusters you want to trust.
    replicates : clusterings, or a function
        Clusterings by the same method, with different samples of the items or seeds. Or a function
        that makes them: ``fit(rows, k, seed)`` returns labels for rows of ``data``.
    data : array or data frame, optional
        The data for the function, one row per item, in the order of ``clustering``.
    cluster_count : int, optional
        The value of k to pass to the function; by default, the number of clusters of
        ``clustering``.
    repeats, subsample, seed
        How many replicates the function makes, the share of the rows that each gets (drawn without
        replacement), and the seed, as in :func:`stability`.
    dissolution : float
        A cluster counts as dissolved in a replicate if the similarity is at most this.
    recovery : float
        A cluster counts as recovered in a replicate if the similarity is above this.
    level : float
        Confidence level of the intervals.
    progress, noise, noise_label
        As in :func:`~partwise.pairwise`.
    missing : {"raise", "drop", "singletons", "pairwise"}
        As in :func:`~partwise.pairwise`. Pass "pairwise" for replicates of samples of the items.

    Returns
    -------
    ClusterStability
        One record per cluster. By Hennig's rules of thumb, a cluster with a mean of 0.75 or more is
        stable. From 0.6 to 0.75, there is a pattern, but it is doubtful which items belong to it.
        Do not trust a cluster below 0.6. The confidence interval (Student's t) is for the mean over
        all replicates of this kind. It says nothing about other data, and has width 0 if all
        replicates agree. A replicate without items of a cluster does not count for that cluster
        (fpc counts a similarity of 0).

    Examples
    --------
    >>> runs = [[0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 0, 1, 1, 1, 1, 2], [0, 0, 0, 1, 1, 2, 2, 1]]
    >>> print(cluster_stability(["a", "a", "a", "b", "b", "b", "c", "c"], runs))
    Stability of 3 clusters over 3 replicates: mean Jaccard similarity with the best
    match, 95% CI
    cluster  size   mean    low   high  dissolved  recovered  trust
    a           3  1.000  1.000  1.000          0          3  stable
    b           3  0.750  0.129  1.000          1          1  stable
    c           2  0.611  0.000  1.000          2          1  doubtful
    the confidence interval of b reaches below 0.6: add more replicates
    """
    _check_shares(level=level, dissolution=dissolution, recovery=recovery)
    in_each, by_pairs = missing_in_each(missing)
    policies = Policies(noise, noise_label, in_each)
    if is_function(replicates):
        own = load_clustering(clustering, policies, "the stability of clusters")
        sampling = Sampling(data, repeats, subsample, seed, progress)
        if own.total != len(data):
            raise InputError(
                f"the clustering has {many(own.total, 'item')}, but data= has "
                f"{many(len(data), 'row')}",
                remedy="pass one row per item, in the same order",
            )
        k = own.k if cluster_count is None else cluster_count
        mine = spread(own.codes, own.item_set.where(), own.total)
        codes = made_replicates(replicates, [k], sampling, policies)[k]
        about_items: tuple[str, ...] = ()
    else:
        refuse_options(data=data, cluster_count=cluster_count)
        read = read_replicates(replicates, policies, by_pairs, {CLUSTERING: clustering})
        own = read.clusterings[CLUSTERING]
        mine, *codes = read.codes
        about_items = tuple(read.coverage.notes())
    if not codes:
        raise InputError("cluster_stability needs at least one replicate")
    similarities = np.stack([_best_matches(mine, other, own.k) for other in codes], axis=1)
    return ClusterStability(
        own.cluster_labels, own.sizes, similarities, dissolution, recovery, level, about_items
    )


def _check_shares(**options: float) -> None:
    for name, value in options.items():
        if not 0 < value < 1:
            raise InputError(f"{name}= must be between 0 and 1, not {value!r}")


def _best_matches(mine: Codes, other: Codes, k: int) -> NDArray[np.float64]:
    """Return the best Jaccard similarity of each cluster, on the items that both have."""
    table = counted(*in_both(mine, other), 1)
    rows, columns, counts = table.cells
    joint = table.row_sizes[rows] + table.column_sizes[columns] - counts
    best = np.full(k, math.nan)
    labels = np.asarray(table.row_labels, np.int64)
    best[labels] = 0
    np.maximum.at(best, labels[rows], counts / joint)
    return best


def _mean_and_interval(values: NDArray[np.float64], level: float) -> tuple[float, float, float]:
    """Return the mean of replicates, with Student's interval."""
    m = len(values)
    if m == 0:
        return math.nan, math.nan, math.nan
    mean = float(values.mean())
    if m == 1:
        return mean, math.nan, math.nan
    from scipy.stats import t

    reach = float(t.ppf((1 + level) / 2, m - 1)) * float(values.std(ddof=1)) / math.sqrt(m)
    return mean, max(0.0, mean - reach), min(1.0, mean + reach)
