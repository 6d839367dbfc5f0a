"""Differences of two candidates against one reference, from the same items.

Leaving out an item moves both scores at once, so the difference is often far surer than either
score. All items of one three-way cell (cluster of the reference, of the first candidate, of the
second) move it alike; the influence on the difference is the difference of the influences.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from partwise.catalogue import Index
from partwise.comparison.uncertainty.dispatch import outcomes
from partwise.comparison.uncertainty.estimates import LEAST_P, Difference, difference_of_scores
from partwise.comparison.uncertainty.influence import (
    LIKELIHOOD,
    MANY,
    UNDEFINED,
    Influence,
    Outcome,
    Vector,
    no_interval,
    number_deciding,
)
from partwise.comparison.uncertainty.tilting import Tilt
from partwise.tables import AggregatedTable, ThreeWayCounts

_ITEMS_AT_ONCE = 2**16
_FEWEST = 6.0  # items that must decide
_SAME = 1e-14  # what rounding may leave of the variance of no difference, as a share


def differences_of(
    counts: ThreeWayCounts, indices: Iterable[Index], level: float
) -> dict[str, Difference]:
    """Estimate how much two candidates differ in the whole, from their three-way table."""
    chosen = list(indices)
    if counts.same:
        return {index.key: Difference.none(level) for index in chosen}
    both = zip(*(outcomes(table, chosen) for table in counts.tables), strict=True)
    return {
        index.key: _difference(index, counts, (one, two), level) for (index, one), (_, two) in both
    }


def _difference(
    index: Index, counts: ThreeWayCounts, pair: tuple[Outcome, Outcome], level: float
) -> Difference:
    one, two = pair
    if isinstance(one, str) or isinstance(two, str):
        return _refused(index, counts.tables, pair, level)
    moved = one.per_cell[counts.cells[0]] - two.per_cell[counts.cells[1]]
    squares = moved * moved
    powers = float(counts.counts @ squares), float(counts.counts @ (squares * squares))
    difference = _paired(one, two, powers, level)
    if difference.low is None or number_deciding(powers) > MANY:
        return difference
    tilt = _tilted(counts, (one, two), moved, _degrees(powers, one.features.n))
    low, high = tilt.ends(level)
    if math.isnan(low + high):
        return Difference.refused(difference.value, level, UNDEFINED)
    p_value = max(tilt.p_value(one.estimate - two.estimate), _least_p(powers))
    method = f"{difference.method}, {LIKELIHOOD}"
    return replace(difference, low=low, high=high, p_value=p_value, method=method)


def _tilted(
    counts: ThreeWayCounts, pair: tuple[Influence, Influence], moved: Vector, degrees: float
) -> Tilt:
    items = counts.counts.astype(np.float64)

    def score(factors: Vector) -> float:
        one, two = (
            influence.at(
                np.bincount(cells, items * factors, len(influence.features.counts))
                / influence.features.counts
            )
            for influence, cells in zip(pair, counts.cells, strict=True)
        )
        return one - two

    return Tilt(items, moved, score, degrees=degrees)


def _degrees(powers: tuple[float, float], n: float) -> float:
    """Return Satterthwaite's degrees of freedom of the standard error, from its own variance.

    Examples
    --------
    >>> round(_degrees((9.0, 9.0), 178), 1)  # twice the items that decide, if these are few
    19.0
    """
    deciding = number_deciding(powers)
    return 2 * deciding / max(1 - deciding / n, 1e-9)


def _least_p(powers: tuple[float, float]) -> float:
    """Return how likely as many fair coins as items decide all fall on one side; never 0."""
    return max(float(2 ** (1 - number_deciding(powers))), LEAST_P)


def _refused(
    index: Index,
    tables: tuple[AggregatedTable, AggregatedTable],
    pair: tuple[Outcome, Outcome],
    level: float,
) -> Difference:
    """Return the difference without an interval, for the reason that one of them gives."""
    reason = next(outcome for outcome in pair if isinstance(outcome, str))
    return Difference.refused(difference_of_scores(index, *tables), level, reason)


def _paired(
    one: Influence, two: Influence, powers: tuple[float, float], level: float
) -> Difference:
    """Make the difference of two estimates from the sums of powers of that of their influences."""
    n = one.features.n
    value = one.value - two.value
    estimate = one.estimate - two.estimate
    standard_error = math.sqrt((n - 1) / n * powers[0])
    unseen = max(abs(one.unseen), abs(two.unseen))
    worst = max(one.worst, two.worst)
    deciding = min(number_deciding(powers), number_deciding(powers, worst))
    fewest = max(one.fewest, two.fewest, _FEWEST, 1 - math.log2(1 - level))
    reason = one.caveat or two.caveat or no_interval(n, standard_error, unseen, deciding, fewest)
    if reason:
        return Difference.refused(value, level, reason)
    corrected = None if estimate == value else estimate
    difference = Difference.around(
        value,
        standard_error,
        level,
        one.method,
        corrected=corrected,
        degrees=_degrees(powers, n),
    )
    return replace(difference, p_value=max(difference.p_value or 0.0, _least_p(powers)))


def sums_of_products(
    by_candidate: list[Outcome], positions: list[NDArray[np.int32]]
) -> tuple[Vector, Vector, Vector]:
    """Return sums over items of u·v, u²v² and u³v for the influences u, v of each two candidates.

    A candidate without an influence counts as one that no item moves.
    """
    m = len(by_candidate)
    sums = np.zeros((m, m)), np.zeros((m, m)), np.zeros((m, m))
    moves = [None if isinstance(move, str) else move.per_cell for move in by_candidate]
    n = len(positions[0]) if positions else 0
    for start in range(0, n, _ITEMS_AT_ONCE):
        chunk = slice(start, start + _ITEMS_AT_ONCE)
        u = np.array(
            [
                np.zeros(len(place[chunk])) if move is None else move[place[chunk]]
                for move, place in zip(moves, positions, strict=True)
            ]
        )
        squares = u * u
        for total, part in zip(
            sums, (u @ u.T, squares @ squares.T, (squares * u) @ u.T), strict=True
        ):
            total += part
    return sums


def of_pair(
    index: Index,
    tables: Sequence[AggregatedTable],
    by_candidate: list[Outcome],
    sums: tuple[Vector, Vector, Vector],
    pair: tuple[int, int],
    level: float,
) -> tuple[Difference, bool]:
    """Estimate the difference of two of several candidates from the sums over items.

    Also tell whether it is the one that :func:`differences_of` gives, up to rounding: of few
    deciding items that one is surer.
    """
    i, j = pair
    one, two = by_candidate[i], by_candidate[j]
    if isinstance(one, str) or isinstance(two, str):
        return _refused(index, (tables[i], tables[j]), (one, two), level), False
    products, squares, cubes = sums
    second = products[i, i] + products[j, j] - 2 * products[i, j]
    if second < _SAME * products[i, i]:
        second = 0.0
    fourth = squares[i, i] + squares[j, j] + 6 * squares[i, j] - 4 * (cubes[i, j] + cubes[j, i])
    powers = float(second), max(0.0, float(fourth))
    difference = _paired(one, two, powers, level)
    return difference, number_deciding(powers) > MANY
