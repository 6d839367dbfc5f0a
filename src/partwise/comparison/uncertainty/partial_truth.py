"""Estimate scores of a candidate on all items from whole clusters of the reference.

How N11 and m_A of the whole are estimated is told in ``labelled_clusters``; n and m_B are known,
and every pair-counting index is a function of these four. Standard errors come from leaving out
each drawn cluster in turn, quantiles from Student's distribution.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Option, exact_counts
from partwise.catalogue import Index
from partwise.clusterings import examples
from partwise.comparison.uncertainty.cluster_sampling import (
    ClusterMoves,
    deciding_clusters,
    error_of_moves,
)
from partwise.comparison.uncertainty.estimates import (
    Difference,
    Estimate,
    check_level,
    difference_of_scores,
)
from partwise.comparison.uncertainty.influence import Vector
from partwise.comparison.uncertainty.jackknife import value_on
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth, estimated_counts
from partwise.tables import Contingency, PairCounts

Design: TypeAlias = Literal["clusters", "clusters of items"]
Draws: TypeAlias = Mapping[Hashable, int] | Sequence[int] | NDArray[Any]

_METHOD = "regression on the whole candidate, jackknife over reference clusters"
_FEWEST_DRAWN = 30
_NO_PAIRS = (
    "only pair-counting indices add up over the labelled clusters; how this one of the whole "
    "follows from them is not known"
)
_IMPOSSIBLE = (
    "the labelled clusters are too unlike the whole: with the candidate's sizes in the whole they "
    "imply a negative number of pairs"
)


def estimate_whole(
    truth: PartialTruth,
    indices: Iterable[Index],
    level: float = 0.95,
    *,
    sampling: Design,
    clusters: int | None = None,
    draws: Draws | None = None,
) -> dict[str, Estimate]:
    """Estimate the scores of a candidate on all items from a sample of whole reference clusters.

    Parameters
    ----------
    truth : PartialTruth
        The labelled clusters and the whole candidate; ``PartialTruth.of(reference, candidate)``.
    indices : iterable of Index
        Pair-counting indices have an estimate; others say why they have none.
    level : float
        Of the confidence intervals.
    sampling : {"clusters", "clusters of items"}
        Whether all clusters of the reference were equally likely to be labelled, or items were
        drawn and the cluster of each was labelled.
    clusters : int, optional
        How many clusters the reference of the whole has, for ``sampling="clusters"``. It tells
        which share was drawn; without it the share of items labelled does.
    draws : mapping label → int, or sequence of int in the order of rows, optional
        How often each cluster was drawn, for ``sampling="clusters of items"``; once if not given.

    Returns
    -------
    dict
        Key of the index → estimate. Its ``value`` is the score of the labelled items alone,
        ``corrected`` the estimate of that of the whole.

    Examples
    --------
    >>> import numpy as np
    >>> import partwise as pw
    >>> reference = np.arange(3000) // 5
    >>> candidate = np.arange(3000) // 6
    >>> labelled = {i: reference[i] for i in range(3000) if reference[i] % 7 == 0}
    >>> truth = PartialTruth.of(labelled, dict(enumerate(candidate)))
    >>> e = estimate_whole(truth, [pw.index("CC")], sampling="clusters")["correlation"]
    >>> print(f"{e.value:.2f}; of the whole {e.corrected:.2f} ± {e.standard_error:.2f}")
    0.82; of the whole 0.60 ± 0.02
    """
    times = _checked_times(truth, level, sampling, clusters, draws)
    drawn = _drawn(truth, clusters, times)
    estimates = {}
    for index, moved in _moves(truth, indices, times):
        value = float(index.evaluate(truth.table).value)
        if isinstance(moved, str):
            estimates[index.key] = Estimate.refused(value, level, moved)
            continue
        corrected = None if drawn == 1 else moved.estimate
        error, degrees, reason = _error(truth, moved.moves, drawn, times)
        estimates[index.key] = (
            Estimate.refused(value, level, reason, corrected)
            if reason
            else Estimate.around(
                index,
                value,
                error,
                level,
                _METHOD,
                corrected=corrected,
                degrees=degrees,
            )
        )
    return estimates


def difference_whole(
    first: PartialTruth,
    second: PartialTruth,
    indices: Iterable[Index],
    level: float = 0.95,
    *,
    sampling: Design,
    clusters: int | None = None,
    draws: Draws | None = None,
) -> dict[str, Difference]:
    """Estimate how much two candidates differ on all items, from the same reference clusters.

    Parameters
    ----------
    first, second : PartialTruth
        Of the two candidates, with the same rows in the same order.
    indices, level, sampling, clusters, draws
        As in :func:`estimate_whole`.

    Examples
    --------
    >>> import numpy as np
    >>> import partwise as pw
    >>> reference = np.arange(3000) // 5
    >>> labelled = {i: reference[i] for i in range(3000) if reference[i] % 7 == 0}
    >>> truths = [
    ...     PartialTruth.of(labelled, dict(enumerate(np.arange(3000) // size))) for size in (6, 12)
    ... ]
    >>> d = difference_whole(*truths, [pw.index("CC")], sampling="clusters")["correlation"]
    >>> print(f"{d.value:.2f}; of the whole {d.corrected:.2f}, at least {d.low:.2f}")
    -0.09; of the whole 0.10, at least 0.06
    """
    _check_same_sample(first, second)
    times = _checked_times(first, level, sampling, clusters, draws)
    chosen = list(indices)
    pairs = zip(_moves(first, chosen, times), _moves(second, chosen, times), strict=True)
    drawn = _drawn(first, clusters, times)
    differences = {}
    for (index, one), (_, two) in pairs:
        value = difference_of_scores(index, first.table, second.table)
        if isinstance(one, str) or isinstance(two, str):
            why = one if isinstance(one, str) else str(two)
            differences[index.key] = Difference.refused(value, level, why)
            continue
        corrected = None if drawn == 1 else one.estimate - two.estimate
        error, degrees, reason = _error(first, one.moves - two.moves, drawn, times)
        differences[index.key] = (
            Difference.refused(value, level, reason, corrected)
            if reason
            else Difference.around(
                value, error, level, _METHOD, corrected=corrected, degrees=degrees
            )
        )
    return differences


def _moves(
    truth: PartialTruth, indices: Iterable[Index], times: Vector | None
) -> Iterator[tuple[Index, ClusterMoves | str]]:
    """Yield for each index its estimate, and how leaving out each drawn cluster moves it."""
    here = without = None
    if truth.table.n:
        here, without = estimated_counts(truth, times)
    for index in indices:
        if index.kind != "pairs":
            yield index, _NO_PAIRS
        elif here is None or without is None:
            yield index, "no item is labelled"
        else:
            yield index, _moves_of(index, truth, (here, without), times)


def _moves_of(
    index: Index,
    truth: PartialTruth,
    counts: tuple[PairCounts, PairCounts],
    times: Vector | None,
) -> ClusterMoves | str:
    here, without = counts
    if min(float(count[0]) for count in here) < 0:
        return _IMPOSSIBLE
    estimate = float(value_on(index, here)[0])
    if not np.isfinite(estimate):
        return "this score of the whole is undefined for the estimated numbers of pairs"
    values = value_on(index, without)
    if not np.isfinite(values).all():
        return "leaving out a single cluster makes this score undefined"
    mean = np.average(values, weights=times)
    return ClusterMoves(float(index.evaluate(truth.table).value), estimate, values - mean)


def _error(
    truth: PartialTruth, moves: Vector, drawn: float, times: Vector | None
) -> tuple[float, float, str | None]:
    """Return the standard error, its degrees of freedom, and why there is no interval.

    The degrees are the clusters that hold the pairs or that decide about the error, in effect,
    whichever are fewer, less one. Few of them make an interval wide; to refuse it would leave the
    samples that happen to lack the large clusters, of which too few intervals hold.
    """
    a = truth.table.row_sizes.astype(np.float64)
    holding = deciding_clusters(a * (a - 1) if times is None else a - 1, times)
    degrees = max(1.0, min(holding, deciding_clusters(moves**2, times)) - 1)
    error, reason = error_of_moves(moves, drawn, times)
    number = truth.table.k_a if times is None else int(times.sum())
    if not reason and number < _FEWEST_DRAWN:
        reason = f"{number} drawn clusters are too few for an interval; it takes {_FEWEST_DRAWN}"
    return error, degrees, reason


def _drawn(truth: PartialTruth, clusters: int | None, times: Vector | None) -> float:
    """Return the share of the whole that was drawn."""
    if truth.table.n == truth.n:
        return 1.0
    if times is not None:
        return 0.0
    return truth.table.k_a / clusters if clusters else truth.table.n / truth.n


def _check_same_sample(first: PartialTruth, second: PartialTruth) -> None:
    if first.n != second.n:
        raise InputError(
            f"the candidates cluster {first.n} and {second.n} items; both must cluster the whole"
        )
    one, two = first.table, second.table
    if one.row_labels != two.row_labels or not np.array_equal(one.row_sizes, two.row_sizes):
        raise InputError(
            "the two tables have different reference clusters; a difference needs the same "
            "labelled clusters in the same order"
        )


def _checked_times(
    truth: PartialTruth,
    level: float,
    sampling: str,
    clusters: int | None,
    draws: Draws | None,
) -> Vector | None:
    """Check the design; return how often each cluster was drawn, None if by clusters."""
    check_level(level)
    if sampling not in get_args(Design):
        raise InputError(
            f'sampling= must be "clusters" or "clusters of items", not {sampling!r}; for a random '
            "sample of items the score of the labelled items is the estimate"
        )
    if sampling == "clusters":
        if draws is not None:
            raise InputError('draws= goes with sampling="clusters of items"; leave it out')
        _check_clusters(truth, clusters)
        return None
    if clusters is not None:
        raise InputError('clusters= goes with sampling="clusters"; leave it out')
    return _times(truth.table, draws)


def _check_clusters(truth: PartialTruth, clusters: int | None) -> None:
    if clusters is None:
        return
    labelled = truth.table.k_a
    if not isinstance(clusters, int) or clusters < labelled:
        least = f"; it must be at least the {labelled} that are labelled, not {clusters!r}"
        raise InputError(
            (Option("clusters"), " is how many reference clusters the whole has", least)
        )
    if clusters == labelled and truth.table.n < truth.n:
        raise InputError(
            (
                "all of ",
                Option("clusters", clusters),
                f" are labelled, but {truth.n - truth.table.n} items are in none of them",
            ),
            remedy=("pass how many reference clusters the whole has in ", Option("clusters")),
        )


def _times(table: Contingency, draws: Draws | None) -> Vector:
    if draws is None:
        return np.ones(table.k_a)
    if isinstance(draws, Mapping):
        lacking = [label for label in table.row_labels if label not in draws]
        strange = [label for label in draws if label not in set(table.row_labels)]
        if lacking or strange:
            what = f"lacks {examples(lacking)}" if lacking else f"has {examples(strange)}"
            raise InputError(f"draws= must name the labelled clusters; it {what}")
        draws = [draws[label] for label in table.row_labels]
    times = exact_counts(draws, "number of draws")
    if times.shape != (table.k_a,) or (times < 1).any():
        raise InputError(
            f"draws= must say for each of the {table.k_a} labelled clusters how often it was "
            "drawn, at least once"
        )
    return times.astype(np.float64)
