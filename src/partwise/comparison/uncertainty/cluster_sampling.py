"""Standard errors for samples of whole reference clusters, by leaving out each cluster in turn.

Pairs inside clusters of the reference (n11, n10) come with each cluster; pairs across (n01, n00)
need two. So a sample of k clusters out of K holds a share k/K of the former, but only about (k/K)²
of the latter, and what mixes the two depends on k/K. With K known, both kinds are scaled to the
whole first. Without it only what stays the same under both scales carries over: Wallace I, and
Goodman & Kruskal's gamma, a function of the odds ratio. Quantiles are Student's, with as many
degrees of freedom as clusters hold the pairs in effect, less one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from partwise.base import InputError, Option
from partwise.catalogue import Index
from partwise.comparison.uncertainty.estimates import Difference, Estimate, difference_of_scores
from partwise.comparison.uncertainty.influence import Vector, has_spread
from partwise.comparison.uncertainty.jackknife import scale_of, value_on
from partwise.tables import Contingency, PairCounts

_METHOD = "jackknife over reference clusters"
_FEWEST_CLUSTERS = 30.0  # that hold the pairs, in effect
_FEWEST_CONTACTS = 1000  # of two reference clusters in one of the candidate
_FEWEST_DECIDING_CONTACTS = 20.0  # in effect
_NO_PAIRS = "how this index behaves on samples of whole clusters is unknown"
_FRACTION = (
    "on a sample of whole reference clusters, this score depends on the share of clusters that was "
    "drawn; pass how many clusters the whole reference has: clusters=, or --clusters"
)


class ClusterMoves(NamedTuple):
    """An estimate, and how leaving out each cluster moves it, less the mean."""

    value: float
    estimate: float
    moves: Vector


def pairs_of_clusters(table: Contingency) -> PairCounts:
    """Return for each reference cluster the pairs of which it has both items or one.

    Examples
    --------
    >>> import partwise as pw
    >>> pairs_of_clusters(pw.contingency([0, 0, 1], [5, 5, 5])).n01
    array([2., 2.])
    """
    rows, columns, counts = table.cells
    cells, a = counts.astype(np.float64), table.row_sizes.astype(np.float64)
    b = table.column_sizes.astype(np.float64)[columns]
    n11 = np.bincount(rows, cells * (cells - 1) / 2, table.k_a)
    n01 = np.bincount(rows, cells * (b - cells), table.k_a)
    return PairCounts(n11, a * (a - 1) / 2 - n11, n01, a * (table.n - a) - n01)


def cluster_estimates(
    table: Contingency, indices: Iterable[Index], level: float, clusters: int | None
) -> dict[str, Estimate]:
    """Estimate pair-counting indices of the whole from a sample of its reference clusters."""
    estimates = {}
    for index, moved in _moves(table, indices, clusters):
        value = float(index.evaluate(table).value)
        if isinstance(moved, str):
            estimates[index.key] = Estimate.refused(value, level, moved)
            continue
        error, reason = error_of_moves(moved.moves, _drawn(table, clusters))
        corrected = None if moved.estimate == moved.value else moved.estimate
        estimates[index.key] = (
            Estimate.refused(value, level, reason)
            if reason
            else Estimate.around(
                index,
                value,
                error,
                level,
                _METHOD,
                corrected=corrected,
                degrees=deciding_clusters(_pairs_inside(table)) - 1,
            )
        )
    return estimates


def cluster_differences(
    first: Contingency,
    second: Contingency,
    indices: Iterable[Index],
    level: float,
    clusters: int | None,
) -> dict[str, Difference]:
    """Estimate how much two candidates differ, from two tables with the same rows."""
    chosen = list(indices)
    pairs = zip(_moves(first, chosen, clusters), _moves(second, chosen, clusters), strict=True)
    return {
        index.key: _difference(index, (first, second), (one, two), level, clusters)
        for (index, one), (_, two) in pairs
    }


def _difference(
    index: Index,
    tables: tuple[Contingency, Contingency],
    pair: tuple[ClusterMoves | str, ClusterMoves | str],
    level: float,
    clusters: int | None,
) -> Difference:
    value = difference_of_scores(index, *tables)
    one, two = pair
    if isinstance(one, str) or isinstance(two, str):
        return Difference.refused(value, level, next(m for m in pair if isinstance(m, str)))
    error, reason = error_of_moves(one.moves - two.moves, _drawn(tables[0], clusters))
    if reason:
        return Difference.refused(value, level, reason)
    estimate = one.estimate - two.estimate
    return Difference.around(
        value,
        error,
        level,
        _METHOD,
        corrected=None if estimate == value else estimate,
        degrees=deciding_clusters(_pairs_inside(tables[0])) - 1,
    )


def _moves(
    table: Contingency, indices: Iterable[Index], clusters: int | None
) -> Iterator[tuple[Index, ClusterMoves | str]]:
    k = table.k_a
    if clusters is not None and (not isinstance(clusters, int) or clusters < k):
        least = f"at least {k}, the number of clusters in the sample"
        raise InputError(
            (Option("clusters"), f" must be a whole number of {least}, not {clusters!r}"),
            remedy="pass how many clusters the whole reference has",
        )
    of_clusters = pairs_of_clusters(table)
    whole = PairCounts(*(np.array([float(count)]) for count in table.pair_counts))
    without = PairCounts(*(c - of for c, of in zip(whole, of_clusters, strict=True)))
    for index in indices:
        yield index, _moves_of(index, table, (whole, without), clusters)


def _moves_of(
    index: Index, table: Contingency, counts: tuple[PairCounts, PairCounts], clusters: int | None
) -> ClusterMoves | str:
    if index.kind != "pairs":
        return _NO_PAIRS
    scored = index.evaluate(table)
    if scored.note:
        return scored.note
    k = table.k_a
    if clusters is None and not _is_same(index, across=2.0**30):
        return _FRACTION
    reason = _too_few(table, needs_contacts=not _is_same(index, across=1.0, together=2.0))
    if reason:
        return reason
    scale = scale_of(index)
    if scale is None:
        return "this formula grows or shrinks with the number of items"
    here, without = (
        value_on(index, scaled_to_whole(pairs, size, clusters, scale))
        for pairs, size in zip(counts, (k, k - 1), strict=True)
    )
    if not np.isfinite(without).all():
        return "leaving out a single cluster makes this score undefined"
    value = float(scored.value)
    estimate = value if clusters is None and scale == 1 else float(here[0])
    return ClusterMoves(value, estimate, without - without.mean())


def scaled_to_whole(counts: PairCounts, k: int, clusters: int | None, scale: float) -> PairCounts:
    """Scale the counts of k clusters to those of all."""
    within = across = scale
    if clusters is not None:
        within *= clusters / k
        across *= clusters * (clusters - 1) / (k * (k - 1))
    n11, n10, n01, n00 = counts
    return PairCounts(n11 * within, n10 * within, n01 * across, n00 * across)


def _too_few(table: Contingency, needs_contacts: bool) -> str | None:
    """Say why there are too few clusters or contacts for an interval; None if there are enough."""
    clusters = deciding_clusters(_pairs_inside(table))
    if clusters < _FEWEST_CLUSTERS:
        return (
            f"only about {clusters:.0f} reference clusters contain most of the pairs of the "
            "sample, which is too few for a confidence interval"
        )
    contacts, deciding = _contacts(table)
    if needs_contacts and contacts < _FEWEST_CONTACTS:
        return (
            f"only {contacts:.0f} times do two reference clusters share a candidate cluster; "
            f"a confidence interval needs {_FEWEST_CONTACTS} such cases"
        )
    if needs_contacts and deciding < _FEWEST_DECIDING_CONTACTS:
        return (
            f"about {deciding:.0f} merges decide this, which is too few for a confidence interval"
        )
    return None


def deciding_clusters(pairs: Vector, times: Vector | None = None) -> float:
    """Return the effective number of reference clusters, weighted by their pairs: (Σ m)² / Σ m².

    Examples
    --------
    >>> deciding_clusters(np.array([3.0, 3.0, 0.0]))
    2.0
    """
    weights = np.ones(len(pairs)) if times is None else times
    squares = float(weights @ pairs**2)
    return float(weights @ pairs) ** 2 / squares if squares else 0.0


def _pairs_inside(table: Contingency) -> Vector:
    """Return m_A of each reference cluster."""
    a = table.row_sizes.astype(np.float64)
    pairs: Vector = a * (a - 1) / 2
    return pairs


def _drawn(table: Contingency, clusters: int | None) -> float:
    """Return the share of clusters that was drawn; none of a whole of unknown size."""
    return table.k_a / clusters if clusters else 0.0


def _contacts(table: Contingency) -> tuple[float, float]:
    """Return how many pairs of cells share a column, and that number weighted by their items.

    The first decides whether there is an interval: unlike the second it hardly depends on whether
    the largest merges happen to be in the sample.
    """
    cells = table.cells.counts.astype(np.float64)
    powers = (0, 1, 2, 4)
    number, sums, squares, fourths = (
        np.bincount(table.cells.columns, cells**power, table.k_b) for power in powers
    )
    pairs = float((sums**2 - squares).sum()) / 2
    spread = float((squares**2 - fourths).sum()) / 2
    contacts = float((number * (number - 1)).sum()) / 2
    return contacts, pairs**2 / spread if spread > 0 else 0.0


def error_of_moves(
    moves: Vector, drawn: float, times: Vector | None = None
) -> tuple[float, str | None]:
    """Return the jackknife's standard error, and why it gives no interval."""
    weights = np.ones(len(moves)) if times is None else times
    k = float(weights.sum())
    error = math.sqrt((k - 1) / k * float(weights @ moves**2) * (1 - drawn))
    if drawn == 1:
        return error, "the sample is the whole"
    return error, None if has_spread(error) else "leaving out a cluster changes nothing"


@lru_cache(maxsize=1024)
def _is_same(index: Index, across: float, together: float = 1.0) -> bool:
    """Tell whether a formula ignores a factor of the pairs across, or of those together in B."""
    factors = np.array([1.0, across]), np.array([1.0, across * together])
    for n11, n10, n01, n00 in ((5.0, 3.0, 2.0, 11.0), (400.0, 30.0, 77.0, 3000.0)):
        ones = np.ones(2)
        counts = PairCounts(n11 * ones, n10 * ones, n01 * factors[1], n00 * factors[0])
        one, other = value_on(index, counts)
        if not math.isclose(one, other, rel_tol=1e-12):
            return False
    return True
