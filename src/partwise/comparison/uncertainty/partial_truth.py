"""A candidate that clusters all items, and a reference that knows some of its clusters whole.

For a labelled item every other item of its candidate cluster is known to be together with it or
not, labelled or not, since its reference cluster is complete. So each labelled cluster c has its
exact part of the pairs of the whole: x_c of N11, a_c(a_c − 1)/2 of m_A and g_c = Σ_j n_cj(b_j − 1)/2
of m_B, with b_j the sizes in the whole. The parts of all clusters add up to N11, m_A and m_B, of
which m_B is known from the candidate, as is n = Σ a_c.

N11 and m_A are estimated by regression on what is known: with y_c a cluster's part of either, and
weights w_c = a_c for clusters drawn alike (for clusters found through drawn items: how often each
was drawn, since they are drawn with probability a_c/n),

    Y = n (ȳ + β (m_B/n − ḡ)),    β = Σ w (g/a − ḡ)(y/a − ȳ) / Σ w (g/a − ḡ)²,

where ȳ and ḡ are the means of y_c/a_c and g_c/a_c with these weights. Without β this is the ratio
estimator n Σ y_c / Σ a_c or that of Hansen & Hurwitz.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from partwise.clustering import as_clustering
from partwise.comparison.uncertainty.cluster_sampling import (
    ClusterMoves,
    deciding_clusters,
    error_of_moves,
    too_few_clusters,
)
from partwise.comparison.uncertainty.estimates import Difference, Estimate, check_level, two_sided
from partwise.comparison.uncertainty.influence import Vector
from partwise.comparison.uncertainty.jackknife import value_on
from partwise.contingency import Contingency, counted
from partwise.counts import exact_counts, total
from partwise.errors import InputError
from partwise.index import Index
from partwise.information import SizeHistogram
from partwise.items import correspond, examples
from partwise.pairs import PairCounts

__all__ = ["Design", "PartialTruth", "difference_whole", "estimate_whole"]

Design: TypeAlias = Literal["clusters", "clusters of items"]
Draws: TypeAlias = Mapping[Hashable, int] | Sequence[int] | NDArray[Any]

_METHOD = "regression on the whole candidate, jackknife over reference clusters"
_FEWEST_DECIDING = 20.0
_LEAST_SPREAD = 1e-12  # of g/a, as a share of its square: less is rounding
_NO_PAIRS = (
    "only pair-counting indices add up over the labelled clusters; how this one of the whole "
    "follows from them is not known"
)
_IMPOSSIBLE = (
    "the labelled clusters are too unlike the whole: with the candidate's sizes in the whole they "
    "imply a negative number of pairs"
)


@dataclass(frozen=True, eq=False)
class PartialTruth:
    """Whole clusters of the reference, and what the candidate says about all items.

    Parameters
    ----------
    table : Contingency
        Of the labelled items.
    sizes : array of int
        Sizes in the whole of the candidate's clusters that are columns of the table, in their
        order.
    n : int
        Number of items of the whole.
    same_b : int
        Pairs of items of the whole that the candidate has together, m_B: Σ b(b − 1)/2 over all of
        its clusters, those without a labelled item too.

    Examples
    --------
    >>> truth = PartialTruth.of({"a": 0, "b": 0}, {"a": 5, "b": 5, "c": 5, "d": 6, "e": 6})
    >>> truth.n, truth.sizes.tolist(), truth.same_b
    (5, [3], 4)
    """

    table: Contingency
    sizes: NDArray[Any]
    n: int
    same_b: int

    def __post_init__(self) -> None:
        sizes = exact_counts(self.sizes, "size in the whole")
        object.__setattr__(self, "sizes", sizes)
        labelled = self.table.column_sizes
        if sizes.shape != labelled.shape:
            raise InputError(
                f"there are {len(sizes)} sizes in the whole for the {len(labelled)} candidate "
                "clusters of the table; give one for each column, in the order of the columns"
            )
        small = np.flatnonzero(sizes < labelled)
        if len(small):
            j = int(small[0])
            raise InputError(
                f"candidate cluster {self.table.column_labels[j]!r} has {labelled[j]} labelled "
                f"items, but only {sizes[j]} in the whole; sizes= are over all items"
            )
        held, inside = total(sizes), SizeHistogram.of(sizes).sum_of(lambda b: b * (b - 1) // 2)
        if self.n < held:
            raise InputError(f"the whole has {self.n} items, fewer than the {held} of its clusters")
        if self.same_b < inside:
            raise InputError(
                f"the candidate has at least {inside} pairs together, more than same_b="
                f"{self.same_b}; same_b= counts those of the whole"
            )

    @classmethod
    def of(cls, reference: object, candidate: object) -> PartialTruth:
        """Read a reference that labels whole clusters, and a candidate that has all items.

        Items that the reference lacks, or has no label for (None), are those not labelled.
        """
        a, b = as_clustering(reference, missing="drop"), as_clustering(candidate)
        ours, theirs = correspond(a.item_set, b.item_set, "drop")
        if len(ours) < a.n:
            known = set(ours.tolist())
            strange = [item for i, item in enumerate(a.items) if i not in known]
            raise InputError(
                f"the candidate lacks {len(strange)} labelled items ({examples(strange)}); it must "
                "cluster all items of the whole"
            )
        table = counted(a.codes[ours], b.codes[theirs])
        columns = np.array(table.column_labels, np.int64)
        labelled = Contingency(
            table.cells,
            [a.cluster_labels[code] for code in table.row_labels],  # type: ignore[call-overload]
            [b.cluster_labels[code] for code in columns.tolist()],
            (table.row_sizes, table.column_sizes),
        )
        same_b = SizeHistogram.of(b.sizes).sum_of(lambda size: size * (size - 1) // 2)
        return cls(labelled, b.sizes[columns], b.n, same_b)


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
    >>> candidate = np.arange(3000) // 7
    >>> labelled = {i: reference[i] for i in range(3000) if reference[i] % 6 == 0}
    >>> truth = PartialTruth.of(labelled, dict(enumerate(candidate)))
    >>> found = estimate_whole(truth, [pw.index("wallace_2")], sampling="clusters")["wallace_2"]
    >>> print(f"{found.value:.2f}; of the whole {found.corrected:.2f} ± {found.standard_error:.2f}")
    1.00; of the whole 0.48 ± 0.02
    """
    times = _checked_times(truth.table, level, sampling, clusters, draws)
    degrees = _degrees(truth, times)
    drawn = _drawn(truth, clusters, times)
    found = {}
    for index, moved in _moves(truth, indices, times):
        value = float(index.evaluate(truth.table).value)
        if isinstance(moved, str):
            found[index.key] = Estimate.refused(value, level, moved)
            continue
        corrected = None if drawn == 1 else moved.estimate
        error, reason = error_of_moves(moved.moves, drawn, times)
        reason = reason or too_few_clusters(degrees + 1) or _decided_by_few(moved.moves, times)
        found[index.key] = (
            Estimate.refused(value, level, reason, corrected)
            if reason
            else Estimate.around(
                index,
                value,
                error,
                level,
                _METHOD,
                corrected=corrected,
                quantile=two_sided(level, degrees),
            )
        )
    return found


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
    >>> labelled = {i: reference[i] for i in range(3000) if reference[i] % 6 == 0}
    >>> truths = [
    ...     PartialTruth.of(labelled, dict(enumerate(np.arange(3000) // size))) for size in (6, 12)
    ... ]
    >>> found = difference_whole(*truths, [pw.index("CC")], sampling="clusters")["correlation"]
    >>> found.low > 0
    True
    """
    _check_same_sample(first, second)
    times = _checked_times(first.table, level, sampling, clusters, draws)
    chosen = list(indices)
    pairs = zip(_moves(first, chosen, times), _moves(second, chosen, times), strict=True)
    degrees, drawn = _degrees(first, times), _drawn(first, clusters, times)
    found = {}
    for (index, one), (_, two) in pairs:
        values = [float(index.evaluate(truth.table).value) for truth in (first, second)]
        value = 0.0 if values[0] == values[1] else values[0] - values[1]
        if isinstance(one, str) or isinstance(two, str):
            reason = one if isinstance(one, str) else str(two)
            found[index.key] = Difference.refused(value, level, reason)
            continue
        corrected = None if drawn == 1 else one.estimate - two.estimate
        moves = one.moves - two.moves
        error, told = error_of_moves(moves, drawn, times)
        told = told or too_few_clusters(degrees + 1) or _decided_by_few(moves, times)
        found[index.key] = (
            Difference.refused(value, level, told, corrected)
            if told
            else Difference.around(
                value, error, level, _METHOD, corrected=corrected, degrees=degrees
            )
        )
    return found


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


def estimated_counts(
    truth: PartialTruth, times: Vector | None = None
) -> tuple[PairCounts, PairCounts]:
    """Estimate the pairs of the whole, and again without each labelled cluster.

    The first are arrays of length 1. ``times`` is how often each cluster was drawn if clusters
    were found through items, and None if all were equally likely to be drawn.
    """
    a = truth.table.row_sizes.astype(np.float64)
    x, g = _parts(truth)
    weights = a if times is None else times
    step = a if times is None else np.ones(len(a))
    known = truth.same_b / truth.n
    y = np.array([x, a * (a - 1) / 2 - x, g - x]) / a  # parts of n11, n10 and n01 for each item
    centre = g.sum() / a.sum()
    h = g / a - centre
    features = np.array([np.ones(len(a)), h, h * h, *y, *(h * y)])
    sums = (features @ weights)[:, None]
    estimates = (
        truth.n * _regressed(each, known - centre, centre)
        for each in (sums, sums - features * step)
    )
    pairs = truth.n * (truth.n - 1) // 2
    here, without = (PairCounts(*each, pairs - each.sum(axis=0)) for each in estimates)
    return here, without


def _parts(truth: PartialTruth) -> tuple[Vector, Vector]:
    """Return each labelled cluster's part of N11 and of m_B of the whole."""
    rows, columns, counts = truth.table.cells
    cells, b = counts.astype(np.float64), truth.sizes.astype(np.float64)[columns]
    parts = cells * (cells - 1) / 2, cells * (b - 1) / 2
    x, g = (np.bincount(rows, part, truth.table.k_a) for part in parts)
    return x, g


def _regressed(sums: Vector, known: float, centre: float) -> Vector:
    """Return means of y that a regression on h puts where the mean of h is as known.

    The sums are those of w, wh, wh², wy and why, for several y.
    """
    with np.errstate(all="ignore"):
        w, wh, whh = sums[:3]
        wy, why = np.split(sums[3:], 2)
        spread = whh - wh * wh / w
        is_spread = spread > _LEAST_SPREAD * (whh + w * centre**2)
        beta = np.where(is_spread, (why - wh * wy / w) / np.where(is_spread, spread, 1.0), 0.0)
        means: Vector = wy / w + beta * (known - wh / w)
    return means


def _degrees(truth: PartialTruth, times: Vector | None) -> float:
    """Return how many clusters hold the pairs in effect, as drawn, less one."""
    a = truth.table.row_sizes.astype(np.float64)
    pairs = a * (a - 1) / 2 if times is None else (a - 1) / 2
    return deciding_clusters(pairs, times) - 1


def _drawn(truth: PartialTruth, clusters: int | None, times: Vector | None) -> float:
    """Return the share of the whole that was drawn."""
    if truth.table.n == truth.n:
        return 1.0
    if times is not None:
        return 0.0
    return truth.table.k_a / clusters if clusters else truth.table.n / truth.n


def _decided_by_few(moves: Vector, times: Vector | None) -> str | None:
    deciding = deciding_clusters(moves**2, times)
    if deciding >= _FEWEST_DECIDING:
        return None
    return f"only about {deciding:.0f} clusters decide this, which are too few for an interval"


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
    table: Contingency,
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
        if clusters is not None and (not isinstance(clusters, int) or clusters < table.k_a):
            raise InputError(
                "clusters= is how many reference clusters the whole has; it must be at least the "
                f"{table.k_a} that are labelled, not {clusters!r}"
            )
        return None
    if clusters is not None:
        raise InputError('clusters= goes with sampling="clusters"; leave it out')
    return _times(table, draws)


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
