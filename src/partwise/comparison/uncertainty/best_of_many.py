"""The best of many candidates, chosen by the sample that also scores them.

All candidates are scored on the same items, so the influences of the items give the covariance of
all scores, and draws from a normal law with this covariance give two quantiles. That of the largest
error of all scores makes simultaneous intervals: together they hold with the wanted probability, so
the one of the winner holds however it was chosen. That of the largest error of all differences says
who stays a contender for the best.

So far out the short side of empirical likelihood is too short: most intervals that missed ended
below the truth. Simultaneous intervals therefore reach at least as far as symmetric ones. Wider
tails instead (Student's law) left this side too short in some populations, and with both, intervals
were too wide in others.

A difference has wider tails than a normal law. It is held against Student's law with
1 / (1/deciding − 1/n) degrees of freedom, where ``deciding`` is the effective number of items that
the variance rests on. By fourth moments alone there would be twice as many; half of them make up
for skewed influences. In simulations this holds for thirty candidates where samples are small or
clusters uneven, and a normal law does not (``benchmarks/scenarios/best_of_many.py``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import in_threads
from partwise.catalogue import Index
from partwise.chance import Seed
from partwise.comparison.uncertainty.cluster_sampling import (
    cluster_differences,
    cluster_estimates,
    deciding_clusters,
)
from partwise.comparison.uncertainty.dispatch import Influences
from partwise.comparison.uncertainty.estimates import Difference, Estimate
from partwise.comparison.uncertainty.influence import Outcome, Vector, interval
from partwise.comparison.uncertainty.paired import of_pair, sums_of_products
from partwise.kernels import threads_for
from partwise.tables import (
    AggregatedTable,
    Contingency,
    ThreeWayCounts,
    cell_positions,
    counted,
    with_cells,
)

Codes = NDArray[np.int64]
Flags = NDArray[np.bool_]

Intervals: TypeAlias = Callable[[float], list[Estimate]]
"""Estimates of all candidates, each with its own interval of this level."""

_DRAWS = 2**14
_MOST_DEGREES = 1e6
_STRICTEST = 1 - 1e-9


class Joint(NamedTuple):
    """Scores of several candidates from one sample, higher being better, and their covariance.

    ``judged`` tells for each two candidates whether the law of their difference is known.
    ``degrees`` are those of Student's law of each difference. ``differences`` are those of two
    candidates that are known from this alone, by their places.
    """

    scores: Vector
    covariance: Vector
    judged: Flags
    degrees: Vector
    differences: Mapping[tuple[int, int], Difference] = MappingProxyType({})


def largest_error(covariance: Vector, level: float, seed: Seed = 0) -> float:
    """Return the quantile of the largest standardised error of all scores, by a normal law.

    Examples
    --------
    >>> round(largest_error(np.eye(3), 0.95), 1)  # exactly 2.388
    2.4
    """
    errors = np.sqrt(np.diag(covariance))
    known = errors > 0
    drawn = np.abs(_drawn(covariance, seed)[known]) / errors[known, None]
    return float(np.quantile(drawn.max(axis=0), level))


def simultaneous(
    joint: Joint, intervals: Intervals, index: Index, level: float, seed: Seed = 0
) -> list[Estimate]:
    """Return intervals that together hold with probability ``level``.

    Each one is an ordinary interval of a stricter level: that at which a normal law reaches as far
    as the largest error of all scores. No end is nearer than so many of the jackknife's standard
    errors.
    """
    own = intervals(level)
    if sum(e.low is not None for e in own) < 2:
        return own
    reach = largest_error(joint.covariance, level, seed)
    stricter = intervals(max(level, min(math.erf(reach / math.sqrt(2)), _STRICTEST)))
    halves = reach * np.sqrt(np.diag(joint.covariance))
    return [
        replace(_reaching(index, e, half), level=level)
        for e, half in zip(stricter, halves.tolist(), strict=True)
    ]


def _reaching(index: Index, e: Estimate, half: float) -> Estimate:
    """Return the interval with both ends at least so far out, within the range of the index."""
    if e.low is None or e.high is None:
        return e
    lowest, highest = map(float, index.range)
    low, high = min(e.low, e.centre - half), max(e.high, e.centre + half)
    return replace(e, low=max(lowest, low), high=min(highest, high))


def contenders(joint: Joint, level: float, seed: Seed = 0) -> list[int]:
    """Return the places of the candidates that may be the best, the highest score first.

    All candidates that are truly best are among them with probability ``level``. As in the
    comparison with the best of Hsu (1981), a candidate is left out if another one is ahead by more
    standard errors of their difference than a quantile. It is that of how far any candidate which
    is still in can seem behind any other one by chance, so it falls as candidates are left out, and
    this is repeated until no more are (step-down, Romano and Wolf 2005). With a quantile for one
    candidate alone, as Hsu has it, some of several equal ones would be left out far more often.

    Examples
    --------
    >>> every, many = np.ones((3, 3), bool), np.full((3, 3), 1e6)
    >>> contenders(Joint(np.array([0.5, 0.9, 0.88]), 1e-3 * np.eye(3), every, many), 0.95)
    [1, 2]
    """
    variances = np.diag(joint.covariance)
    squares = variances[:, None] + variances[None, :] - 2 * joint.covariance
    compared = joint.judged & (squares > 0)
    errors = np.sqrt(np.where(compared, squares, 1.0))
    remaining = np.ones(len(variances), bool)
    if compared.any():
        behind, chance = _behind(joint, errors, compared), np.zeros((len(variances), _DRAWS))
        drawn = _drawn(joint.covariance, seed)
        for i, j in np.argwhere(compared):
            np.maximum(chance[i], (drawn[j] - drawn[i]) / errors[i, j], out=chance[i])
        before = 0
        while remaining.sum() != before:
            before = remaining.sum()
            remaining &= behind <= np.quantile(chance[remaining].max(axis=0), level)
    order = np.argsort(-joint.scores, kind="stable")
    return [int(place) for place in order if remaining[place]]


def _behind(joint: Joint, errors: Vector, compared: Flags) -> Vector:
    """Return by how many standard errors each score is behind the one that is most ahead of it.

    They are those of a normal law with the same tail as Student's. A score that is behind no other
    one, or is compared with none, has 0.
    """
    from scipy.special import ndtri, stdtr

    with np.errstate(invalid="ignore"):  # scores that are compared with none may be infinite
        ahead = np.where(compared, joint.scores[None, :] - joint.scores[:, None], 0.0) / errors
    behind: Vector = -ndtri(stdtr(joint.degrees, -np.maximum(ahead, 0.0))).min(axis=1)
    return behind


def _drawn(covariance: Vector, seed: Seed) -> Vector:
    """Draw errors of all scores at once, a row for each score."""
    values, vectors = np.linalg.eigh(covariance)
    roots = vectors * np.sqrt(np.clip(values, 0.0, None))
    normal = np.random.default_rng(seed).standard_normal((len(values), _DRAWS))
    return np.asarray(roots @ normal)


def joint_of_columns(
    reference: Codes,
    candidates: Sequence[Codes],
    index: Index,
    level: float,
    known: Sequence[Influences] | None = None,
) -> tuple[Joint, Intervals]:
    """Return the joint law of all scores, and intervals of each, in one pass over the items.

    The columns are codes from 0 on, of the same items in the same order; so are the rows and
    columns of the tables whose influences are ``known`` already.
    """
    if known is None:
        known = [Influences(counted(reference, codes)) for codes in candidates]
    tables = [with_cells(influences.table) for influences in known]
    by_candidate = [influences.of(index) for influences in known]
    order = _by_cluster(reference)  # neighbours are in the same cells, which then are in the cache
    reference = reference[order]

    def positions(place: int) -> NDArray[np.int32]:
        return cell_positions(tables[place], reference, candidates[place][order])

    workers = threads_for(None, len(order))
    cells = list(in_threads(positions, range(len(tables)), workers))
    return _joint(index, tables, by_candidate, sums_of_products(by_candidate, cells), level)


def _by_cluster(codes: Codes) -> NDArray[np.int64]:
    """Return an order in which items of the same cluster are near to each other.

    Examples
    --------
    >>> _by_cluster(np.array([1, 0, 1, 0])).tolist()
    [1, 3, 0, 2]
    """
    bits = int(codes.max(initial=0)).bit_length()
    return np.argsort((codes >> max(0, bits - 16)).astype(np.uint16), kind="stable")


def joint_of_pairs(
    three_way: Callable[[int, int], ThreeWayCounts],
    known: Sequence[Influences],
    index: Index,
    level: float,
) -> tuple[Joint, Intervals]:
    """Return the same from the three-way table of each two candidates."""
    m = len(known)
    by_candidate = [influences.of(index) for influences in known]
    sums = np.zeros((m, m)), np.zeros((m, m)), np.zeros((m, m))
    for i, j in combinations(range(m), 2):
        counts = three_way(i, j)
        pair = [Influences(table).of(index) for table in counts.tables]
        moves = [
            np.zeros(len(counts.counts)) if isinstance(outcome, str) else outcome.per_cell[cells]
            for outcome, cells in zip(pair, counts.cells, strict=True)
        ]
        both = np.array(moves)
        squares = both * both
        for total, (left, right) in zip(
            sums, ((both, both), (squares, squares), (squares * both, both)), strict=True
        ):
            total[np.ix_((i, j), (i, j))] = (left * counts.counts) @ right.T
    tables = [influences.table for influences in known]
    return _joint(index, tables, by_candidate, sums, level)


def _joint(
    index: Index,
    tables: Sequence[AggregatedTable],
    by_candidate: list[Outcome],
    sums: tuple[Vector, Vector, Vector],
    level: float,
) -> tuple[Joint, Intervals]:
    """Return the joint law from sums over items of u·v, u²v² and u³v for each two influences."""
    n, m = max(tables[0].n, 1), len(tables)

    @cache
    def intervals(level: float) -> list[Estimate]:
        return [
            interval(index, table, outcome, level)
            for table, outcome in zip(tables, by_candidate, strict=True)
        ]

    judged, differences = np.zeros((m, m), bool), {}
    for i, j in combinations(range(m), 2):
        difference, is_final = of_pair(index, tables, by_candidate, sums, (i, j), level)
        judged[i, j] = judged[j, i] = difference.low is not None
        if is_final:
            differences[i, j] = difference
    covariance = (n - 1) / n * sums[0]
    scores = _higher_is_better(index, intervals(level))
    return Joint(scores, covariance, judged, _degrees(n, sums), differences), intervals


def _higher_is_better(index: Index, estimates: Sequence[Estimate]) -> Vector:
    sign = 1 if index.direction == "similarity" else -1
    return sign * np.array([e.centre for e in estimates])


def _degrees(n: int, sums: tuple[Vector, Vector, Vector]) -> Vector:
    """Return the degrees of freedom of the variance of each difference."""
    products, squares, cubes = sums
    second, fourth = np.diag(products), np.diag(squares)
    seconds = second[:, None] + second[None, :] - 2 * products
    fourths = fourth[:, None] + fourth[None, :] + 6 * squares - 4 * (cubes + cubes.T)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = fourths / seconds**2 - 1 / n
        np.fill_diagonal(share, 0.0)  # no differences
        return np.where(share > 0, np.clip(1 / share, 1.0, _MOST_DEGREES), _MOST_DEGREES)


def joint_of_clusters(
    tables: Sequence[Contingency], index: Index, level: float, clusters: int | None
) -> tuple[Joint, Intervals]:
    """Return the same for a sample of whole reference clusters, from tables with the same rows."""
    m = len(tables)

    @cache
    def intervals(level: float) -> list[Estimate]:
        return [cluster_estimates(of, [index], level, clusters)[index.key] for of in tables]

    estimates = intervals(level)
    covariance = np.diag([(e.standard_error or 0.0) ** 2 for e in estimates])
    judged, differences = np.zeros((m, m), bool), {}
    for i, j in combinations(range(m), 2):
        paired = cluster_differences(tables[i], tables[j], [index], level, clusters)[index.key]
        differences[i, j] = paired
        if estimates[i].low is not None and estimates[j].low is not None:
            square = (paired.standard_error or 0.0) ** 2
            both = (covariance[i, i] + covariance[j, j] - square) / 2
            covariance[i, j] = covariance[j, i] = both
            judged[i, j] = judged[j, i] = paired.low is not None
    sizes = tables[0].row_sizes.astype(np.float64)
    degrees = np.full((m, m), deciding_clusters(sizes * (sizes - 1) / 2) - 1)
    scores = _higher_is_better(index, estimates)
    return Joint(scores, covariance, judged, degrees, differences), intervals
