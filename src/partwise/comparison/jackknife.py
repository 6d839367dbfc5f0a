"""Standard errors of pair-counting indices by leaving out each item in turn.

An item of cell (i, j) is in n_ij − 1, a_i − 1 and b_j − 1 of the pairs that are together in both
clusterings, in the reference and in the candidate. Leaving it out leaves N11 − (n_ij − 1),
m_A − (a_i − 1), m_B − (b_j − 1) and N − (n − 1) pairs, so there is one value for each cell, and all
cells are one call of the formula on arrays.

Beyond a million items or some thousand cells, the formula is linearised at the sample instead
(the infinitesimal jackknife): its three derivatives, taken in 300 bits, and moments of the cells
that all indices share. The two differ by a share of the order 1/n, and the linear form loses no
digits however many items there are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.comparison.estimates import Estimate, check_level
from partwise.comparison.influence import Features, Influence
from partwise.contingency import Contingency
from partwise.index import Index
from partwise.information import precise
from partwise.ops import Number
from partwise.pairs import PairCounts

__all__ = [
    "FEWEST_EFFECTIVE",
    "FEWEST_ITEMS",
    "Outcome",
    "has_spread",
    "influences",
    "interval",
    "jackknife",
    "scale_of",
    "too_few",
]

FEWEST_ITEMS = 30
FEWEST_EFFECTIVE = 20.0
_MOST_CELLS = 2**14
_MOST_ITEMS = 10**6
_LARGE = 2.0**60
_ROUNDING = 1e-13
_PROBES = ((5, 3, 2, 11), (400, 30, 77, 3000), (9, 100, 40, 2000))

Outcome = Influence | str
"""An influence, or the reason why there is none."""

Vector = NDArray[np.float64]


def jackknife(
    table: Contingency, indices: Iterable[Index], level: float = 0.95
) -> dict[str, Estimate]:
    """Estimate pair-counting indices of the whole from a sample of its items.

    Parameters
    ----------
    table : Contingency
        Of the sample, whose items were drawn independently of one another.
    indices : iterable of Index
        Pair-counting indices.
    level : float
        Of the intervals.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.Contingency.from_matrix([[40, 10, 0], [5, 60, 5], [0, 10, 70]])
    >>> found = jackknife(table, [pw.index("jaccard")])["jaccard"]
    >>> print(f"{found.value:.3f} ± {found.standard_error:.3f}")
    0.587 ± 0.049
    """
    check_level(level)
    return {
        index.key: interval(index, table, outcome, level)
        for index, outcome in influences(table, indices)
    }


def interval(index: Index, table: Contingency, outcome: Outcome, level: float) -> Estimate:
    """Turn an influence into an interval, if it allows one."""
    if isinstance(outcome, str):
        return Estimate.refused(float(index.evaluate(table).value), level, outcome)
    reason = no_interval(outcome)
    if reason:
        return Estimate.refused(outcome.value, level, reason, outcome.corrected)
    return Estimate.around(
        index,
        outcome.value,
        outcome.standard_error,
        level,
        outcome.method,
        corrected=outcome.corrected,
    )


def no_interval(found: Influence) -> str | None:
    """Say why an influence gives no interval; None if it does."""
    return too_few(found.features.n, found.standard_error, found.powers, found.estimate)


def too_few(
    n: float, standard_error: float, powers: tuple[float, float], estimate: float
) -> str | None:
    """Say why sums of second and fourth powers of an influence give no interval."""
    if n < FEWEST_ITEMS:
        return f"fewer than {FEWEST_ITEMS} items are too few for an interval"
    if not has_spread(standard_error, estimate):
        return "leaving out an item changes nothing, so the sample does not show how sure this is"
    effective = powers[0] ** 2 / powers[1]
    if effective < FEWEST_EFFECTIVE:
        return f"only about {effective:.0f} items decide this, which are too few for an interval"
    return None


def has_spread(standard_error: float, estimate: float) -> bool:
    """Tell whether a standard error is more than rounding."""
    return standard_error > _ROUNDING * max(1.0, abs(estimate))


def influences(table: Contingency, indices: Iterable[Index]) -> Iterator[tuple[Index, Outcome]]:
    """Yield for each pair-counting index how much each item moves it, or why that is unknown."""
    if table.n < 3:
        for index in indices:
            yield index, "fewer than three items are no sample"
        return
    features = Features(table.cells.counts.astype(np.float64), _pairs_of_an_item(table))
    leave_one_out = None
    if len(table.cells.counts) <= _MOST_CELLS and table.n <= _MOST_ITEMS:
        leave_one_out = _without_an_item(table.pair_counts, _pairs_of_an_item(table), table.n)
    for index in indices:
        yield index, _influence(index, table, features, leave_one_out)


def _pairs_of_an_item(table: Contingency) -> Vector:
    """Return n_ij − 1, a_i − 1 and b_j − 1 for each cell."""
    rows, columns, counts = table.cells
    sizes = (counts, table.row_sizes[rows], table.column_sizes[columns])
    return np.array([size.astype(np.float64) - 1 for size in sizes])


def _without_an_item(pairs: PairCounts, of_item: Vector, n: int) -> PairCounts:
    both, same_a, same_b = of_item
    return PairCounts(
        pairs.n11 - both,
        pairs.n10 - (same_a - both),
        pairs.n01 - (same_b - both),
        pairs.n00 - (n - 1 - same_a - same_b + both),
    )


def _influence(
    index: Index, table: Contingency, features: Features, leave_one_out: PairCounts | None
) -> Outcome:
    scored = index.evaluate(table)
    value = float(scored.value)
    if scored.note or not math.isfinite(value):
        return scored.note or "the value is not finite"
    scale = scale_of(index)
    if scale is None:
        return (
            "this formula grows or shrinks with the number of items, so the sample says nothing "
            "about the whole"
        )
    counts = PairCounts(*(precise().mpf(count) * scale for count in table.pair_counts))
    estimate = value if scale == 1 else _precisely(index, counts)
    if leave_one_out is not None:
        values = _values(index, leave_one_out, scale)
        if not np.isfinite(values).all():
            return "leaving out a single item makes this score undefined"
        cells = Features(features.counts, values[None, :])
        return Influence(value, estimate, cells, np.ones(1), "jackknife")
    weights = -scale * _derivatives(index, counts)
    if not np.isfinite(weights).all():
        return "the formula has no derivative here"
    return Influence(value, estimate, features, weights, "linearised jackknife")


def _values(index: Index, counts: PairCounts, scale: float) -> Vector:
    scaled = PairCounts(*(count * scale for count in counts))
    with np.errstate(all="ignore"):
        values = np.asarray(index.formula(scaled), np.float64)
    return np.array(np.broadcast_to(values, counts.n11.shape))


def _precisely(index: Index, counts: PairCounts) -> float:
    value = _precise_value(index, counts)
    return math.nan if value is None else float(value)


def _precise_value(index: Index, counts: PairCounts) -> Number | None:
    """Evaluate a formula on 300-bit numbers; None where it is undefined or complex."""
    try:
        value = index.formula(counts)
    except (ArithmeticError, ValueError):
        return None
    context = precise()
    if isinstance(value, context.mpc) or not context.isfinite(value):
        return None
    return context.mpf(value)


@lru_cache(maxsize=1024)
def scale_of(index: Index) -> float | None:
    """Return a factor for the counts at which a formula no longer depends on their scale.

    It is 1 for a formula of the proportions of pairs alone, large for one that tends to a limit as
    the number of pairs grows with given proportions, and None if there is no limit.

    Examples
    --------
    >>> import partwise as pw
    >>> scale_of(pw.index("jaccard")), scale_of(pw.index("fager_mcgowan")) > 1
    (1.0, True)
    """
    context = precise()
    scale = 1.0
    for probe in _PROBES:
        here, far, further = (
            _precise_value(index, PairCounts(*(context.mpf(count) * factor for count in probe)))
            for factor in (1, _LARGE, _LARGE**2)
        )
        if here is None or far is None or further is None:
            return None
        if abs(far - further) > 1e-8 * (abs(further) + 1e-3):
            return None
        if abs(here - far) > context.mpf(2) ** -200 * (1 + abs(far)):
            scale = _LARGE
    return scale


_DIRECTIONS = ((1, -1, -1, 1), (0, 1, 0, -1), (0, 0, 1, -1))  # more N11, m_A, m_B with N as it is


def _derivatives(index: Index, counts: PairCounts) -> Vector:
    """Return the derivatives by N11, m_A and m_B, the others and N held fixed."""
    context = precise()
    step = counts.total * context.mpf(2) ** -100
    here = _precise_value(index, counts)
    return np.array([_derivative(index, counts, here, along, step) for along in _DIRECTIONS])


def _derivative(
    index: Index, counts: PairCounts, here: Number | None, along: tuple[int, ...], step: Any
) -> float:
    for signed in (step, -step):
        moved = [count + signed * part for count, part in zip(counts, along, strict=True)]
        if here is not None and min(moved) >= 0:
            there = _precise_value(index, PairCounts(*moved))
            return math.nan if there is None else float((there - here) / signed)
    return math.nan
