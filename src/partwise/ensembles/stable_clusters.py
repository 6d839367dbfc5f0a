"""Which clusters are found again in replicates: Hennig's stability of single clusters."""

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
        How many have an item of the cluster.
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
        """Whether to trust it: stable from a mean of 0.75, doubtful from 0.6, else unstable.

        It is unknown where no replicate has an item of the cluster.
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
        Up to which similarity a cluster is dissolved, and above which it is recovered.
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
        """A line for each cluster, the most stable first; those that tie as in ``labels``."""
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
        """Which clusters not to trust, which some replicates lack, and what to know about items."""
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
                "make more replicates"
            )
        if rare:
            notes.append(f"without an item in some replicates: {listed_up_to(rare)}")
        return (*notes, *self.about_items)

    def to_table(self) -> Table:
        """Return a line for each cluster, the most stable first."""
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
        """``plot()`` draws a bar for each cluster."""
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

    For each cluster and each replicate, the Jaccard similarity with the most similar cluster of
    the replicate, on the items that both clusterings have: clusterwise stability as R's
    ``fpc::clusterboot`` computes it.

    Parameters
    ----------
    clustering : Clustering or labels
        The clustering whose clusters you want to trust.
    replicates : clusterings, or a function
        Clusterings by the same method, from other samples of the items or other seeds. Or what
        makes them: ``fit(rows, k, seed)`` returns the labels of the given rows of ``data``.
    data : array or data frame, optional
        The data of the function, a row for each item, in the order of ``clustering``.
    cluster_count : int, optional
        The k that the function gets; as many clusters as ``clustering`` has if not given.
    repeats, subsample, seed
        How many replicates the function makes, the part of the rows that each gets (drawn without
        repetition), and the seed of rows and of the function, as in :func:`stability`.
    dissolution : float
        A cluster counts as dissolved in a replicate where the similarity is at most this.
    recovery : float
        It counts as recovered where the similarity is above this.
    level : float
        Confidence level of the intervals.
    progress, noise, noise_label
        As in :func:`~partwise.pairwise`.
    missing : {"raise", "drop", "singletons", "pairwise"}
        As in :func:`~partwise.pairwise`: pass "pairwise" for replicates of samples of the items.

    Returns
    -------
    ClusterStability
        A line for each cluster. A mean of 0.75 or more is called stable; from 0.6, there is a
        pattern whose members are doubtful; below, the cluster is not to be trusted (Hennig's rules
        of thumb). The confidence interval is Student's, for the mean over all replicates of this
        kind: it says nothing about other data, and has no width where all replicates agree. A
        replicate without items of a cluster does not count for it (fpc counts a similarity of 0).

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
    the confidence interval of b reaches below 0.6: make more replicates
    """
    _check_shares(level=level, dissolution=dissolution, recovery=recovery)
    in_each, by_pairs = missing_in_each(missing)
    policies = Policies(noise, noise_label, in_each)
    if is_function(replicates):
        own = load_clustering(clustering, policies, "the stability of clusters")
        sampling = Sampling(data, repeats, subsample, seed, progress)
        if own.total != len(data):
            raise InputError(f"the clustering has {own.total} items and data {len(data)} rows")
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
        raise InputError("the stability of clusters needs at least one replicate")
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
