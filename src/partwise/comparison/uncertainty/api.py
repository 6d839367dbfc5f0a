"""Estimate scores and differences from a sample, with confidence intervals and p-values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

from numpy.typing import NDArray

from partwise.base import InputError, Option
from partwise.catalogue import Index
from partwise.comparison.uncertainty.cluster_sampling import cluster_differences, cluster_estimates
from partwise.comparison.uncertainty.dispatch import Influences
from partwise.comparison.uncertainty.estimates import Difference, Estimate, check_level
from partwise.comparison.uncertainty.influence import interval
from partwise.comparison.uncertainty.paired import differences_of
from partwise.scoring import ByIndex
from partwise.tables import AggregatedTable, ThreeWayCounts, three_way, with_cells

Sampling: TypeAlias = Literal["items", "clusters"]


def estimates_of(
    table: AggregatedTable | Influences,
    indices: Iterable[Index],
    level: float = 0.95,
    *,
    sampling: Sampling = "items",
    clusters: int | None = None,
) -> ByIndex[Estimate]:
    """Estimate the scores of a population from a sample of it.

    Parameters
    ----------
    table : AggregatedTable, Contingency or Influences
        The table of the sample, or the influences of its items.
    indices : iterable of Index
        Indices of any kind. If an index has no valid confidence interval, its estimate says why.
    level : float
        Confidence level of the intervals.
    sampling : {"items", "clusters"}
        "items": items were drawn independently of one another, from a much larger population.
        "clusters": whole clusters of the reference were drawn.
    clusters : int, optional
        How many clusters the complete reference has, for ``sampling="clusters"``. Without it, only
        indices that do not depend on the share of clusters drawn have an interval.

    Returns
    -------
    ByIndex
        A mapping key → estimate; prints as a table.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.Contingency.from_matrix([[40, 10, 0], [5, 60, 5], [0, 10, 70]])
    >>> estimates = estimates_of(table, [pw.index("jaccard"), pw.index("f_measure")])
    >>> print(f"{estimates['jaccard'].value:.3f} ± {estimates['jaccard'].standard_error:.3f}")
    0.587 ± 0.049
    >>> print(estimates["f_measure"].low, estimates["f_measure"].note.partition(",")[0])
    None the index takes the largest cell of each cluster
    """
    check_sample(level, sampling, clusters)
    influences = table if isinstance(table, Influences) else Influences(table)
    if sampling == "clusters":
        return ByIndex(cluster_estimates(with_cells(influences.table), indices, level, clusters))
    estimates = {
        index.key: interval(index, influences.table, influences.of(index), level)
        for index in indices
    }
    return ByIndex(estimates)


def difference(
    reference: NDArray[Any],
    first: NDArray[Any],
    second: NDArray[Any],
    indices: Iterable[Index],
    level: float = 0.95,
    *,
    sampling: Sampling = "items",
    clusters: int | None = None,
) -> ByIndex[Difference]:
    """Estimate how much two candidates differ in a population, from a sample of it.

    Parameters
    ----------
    reference, first, second : arrays of integers
        The clusters of the same items in the same order.
    indices, level, sampling, clusters
        As in :func:`estimates_of`.

    Returns
    -------
    ByIndex
        A mapping key → score of the first minus that of the second, with its p-value.

    Examples
    --------
    >>> import numpy as np
    >>> import partwise as pw
    >>> reference = np.repeat([0, 1, 2], 40)
    >>> first, second = reference.copy(), reference.copy()
    >>> first[::6], second[::3] = 1, 2
    >>> d = difference(reference, first, second, [pw.index("CC")])["correlation"]
    >>> print(f"{d.value:.3f} ± {d.standard_error:.3f}, p = {d.p_value:.4f}")
    0.275 ± 0.091, p = 0.0045
    """
    counts = three_way(reference, first, second)
    return difference_of(counts, indices, level, sampling=sampling, clusters=clusters)


def difference_of(
    counts: ThreeWayCounts,
    indices: Iterable[Index],
    level: float = 0.95,
    *,
    sampling: Sampling = "items",
    clusters: int | None = None,
) -> ByIndex[Difference]:
    """Estimate how much two candidates differ from their three-way table."""
    check_sample(level, sampling, clusters)
    if sampling == "items":
        return ByIndex(differences_of(counts, indices, level))
    if counts.same:
        return ByIndex({index.key: Difference.none(level) for index in indices})
    first, second = (with_cells(table) for table in counts.tables)
    return ByIndex(cluster_differences(first, second, indices, level, clusters))


def check_sample(level: float, sampling: str, clusters: int | None) -> None:
    """Refuse what no sample can be."""
    check_level(level)
    if sampling not in ("items", "clusters"):
        raise InputError(f'sampling= must be "items" or "clusters", not {sampling!r}')
    if sampling == "items" and clusters is not None:
        raise InputError(
            (Option("clusters"), " goes with ", Option("sampling", "clusters")),
            remedy="leave it out if items were drawn",
        )
