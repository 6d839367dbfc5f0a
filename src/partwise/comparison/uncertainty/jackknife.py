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
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from partwise.base import Number, many
from partwise.catalogue import Index
from partwise.catalogue import index as find_index
from partwise.comparison.uncertainty.influence import Features, Influence, Outcome, Vector
from partwise.tables import AggregatedTable, Contingency, PairCounts, SizeHistogram, precise

_MOST_CELLS = 2**14
_MOST_ITEMS = 10**6
_LARGE = 2.0**60
_STEP = 1e-4
_FEWEST_PAIRS = 20
_FEWEST_IN_COMPANY = 75.0  # items, or half of them all
_FEWEST_UNBOUNDED = 8.0  # items that must decide about a score without a bound
_LEAST_SHARE = 100.0
_CLEARLY = 4.0  # standard errors

NEAR_CHANCE = (
    "with so few clusters and items, the candidate is too close to chance for a confidence "
    "interval; label more items"
)
_PROBES = ((5, 3, 2, 11), (400, 30, 77, 3000), (9, 100, 40, 2000))


class PairInfluences:
    """How much each item of a table moves pair-counting indices."""

    def __init__(self, table: AggregatedTable) -> None:
        self._sample = _Sample(table)

    @cached_property
    def _is_clear(self) -> bool:
        """Whether the clusterings are clearly more alike than by chance."""
        correlation = _influence(find_index("correlation"), self._sample)
        return (
            isinstance(correlation, Influence)
            and correlation.estimate > _CLEARLY * correlation.standard_error
        )

    def of(self, index: Index) -> Outcome:
        """Return how much each item moves an index, or why that is unknown."""
        influence = _influence(index, self._sample)
        if isinstance(influence, Influence) and influence.caveat == NEAR_CHANCE and self._is_clear:
            influence = replace(influence, caveat=None)
        return influence


class _Sample:
    """What all pair-counting indices share of a table."""

    def __init__(self, table: AggregatedTable) -> None:
        self.table = table
        self.pairs = table.pair_counts
        self.features = Features(table.items_of_blocks, self._pairs_of_an_item)
        largest = [float(max(h.sizes)) for h in (table.row_histogram, table.column_histogram)]
        self._others = np.array([(0.0, a, b) for a in (0.0, largest[0]) for b in (0.0, largest[1])])
        self.leave_one_out = None
        if len(table.items_of_blocks) <= _MOST_CELLS and table.n <= _MOST_ITEMS:
            of_item = self._pairs_of_an_item(slice(None))
            self.leave_one_out = _without_an_item(self.pairs, of_item, table.n)

    def _pairs_of_an_item(self, cells: slice) -> Vector:
        """Return in how many of the pairs in both, in A and in B an item of each cell is."""
        cell, row, column, _ = self.table.blocks_at(cells)
        return np.array([cell, row, column], np.float64) - 1

    @cached_property
    def _counts(self) -> Vector:
        return np.array([float(count) for count in self.pairs])

    @cached_property
    def in_few(self) -> str | None:
        """Why the sizes alone say that pairs of too few items decide."""
        n = self.table.n
        carry = min(map(_in_company, (self.table.row_histogram, self.table.column_histogram)))
        needed = min(_FEWEST_IN_COMPANY, n / 2)
        if carry >= needed:
            return None
        if carry == 0:
            return "one of the clusterings has only clusters of one item, and so no pairs"
        return (
            f"only about {carry:.0f} of the {n} items are in most of the pairs; a confidence "
            f"interval needs {needed:.0f}, so label more items"
        )

    def weighed(self, factors: Vector) -> Vector:
        """Return the four counts if items of each cell weighed so many times as much.

        A pair weighs the product of its items. Where the cells are out of reach, the pairs of an
        item weigh as much as it does, and that both weigh more is left out.
        """
        if not isinstance(self.table, Contingency):
            both, row, column = self._pairs_of_an_item(slice(None))
            kinds = np.array([both, row - both, column - both])
            more = kinds @ (self.features.counts * (factors - 1))
            return np.asarray(self._counts + np.array([*more, -more.sum()]))
        rows, columns, _ = self.table.cells
        weights = self.features.counts * factors
        of_clusters = (weights, np.bincount(rows, weights), np.bincount(columns, weights))
        squares = np.array([float(w @ w) for w in (*of_clusters, weights.sum(keepdims=True))])
        both, same_a, same_b, total = (squares - float(weights @ factors)) / 2
        return np.array([both, same_a - both, same_b - both, total - same_a - same_b + both])

    def with_another(self) -> Vector:
        """Return the four counts with another item, which is with none in both clusterings.

        It is alone or in the largest cluster, in each of the two clusterings.
        """
        both, row, column = self._others.T
        more = np.array([both, row, column, self.table.n - row - column])
        return np.asarray(self._counts[:, None] + more)

    def moved_by_another(self, weights: Vector) -> float:
        """Return how much such an item moves a score with these derivatives at most."""
        return float(np.abs((self._others - self.features.means) @ weights).max())


def _in_company(histogram: SizeHistogram) -> float:
    """Return in how many items, in effect, the pairs of a clustering are.

    Examples
    --------
    >>> _in_company(SizeHistogram.of(np.array([10, 10])))
    20.0
    >>> round(_in_company(SizeHistogram.of(np.array([20] + [2] * 50))), 1)  # one giant
    31.5
    """
    sizes, counts = histogram.sizes.astype(np.float64), histogram.counts.astype(np.float64)
    pairs, squares = (float(counts @ (sizes * (sizes - 1) ** power)) for power in (1, 2))
    return pairs * pairs / squares if squares else 0.0


def _without_an_item(pairs: PairCounts, of_item: Vector, n: int) -> PairCounts:
    both, same_a, same_b = of_item
    return PairCounts(
        pairs.n11 - both,
        pairs.n10 - (same_a - both),
        pairs.n01 - (same_b - both),
        pairs.n00 - (n - 1 - same_a - same_b + both),
    )


def _influence(index: Index, sample: _Sample) -> Outcome:
    scored = index.evaluate(sample.table)
    value = float(scored.value)
    if scored.note or not math.isfinite(value):
        return scored.note or "the value is not finite"
    scale = scale_of(index)
    if scale is None:
        return (
            "this formula grows or shrinks with the number of items, so its value for the sample "
            "does not estimate that for the whole"
        )
    pairs = sample.pairs
    counts = PairCounts(*(precise().mpf(count) * scale for count in pairs))
    estimate = value if scale == 1 else _precisely(index, counts)

    def score(counts: Vector) -> Vector:
        return value_on(index, PairCounts(*(np.maximum(counts, 0) * scale)))

    if sample.leave_one_out is not None:
        values = value_on(index, PairCounts(*(count * scale for count in sample.leave_one_out)))
        if not np.isfinite(values).all():
            return "leaving out a single item makes this score undefined"
        cells = Features.of(sample.features.counts, values[None, :])
        influence = Influence(value, estimate, cells, np.ones(1), "jackknife")
        worst = float(np.abs(score(sample.with_another()) - estimate).max())
    else:
        weights = -scale * _derivatives(index, counts)
        if not np.isfinite(weights).all():
            return "the formula has no derivative here"
        influence = Influence(value, estimate, sample.features, weights, "linearised jackknife")
        worst = sample.moved_by_another(weights)
    if not math.isfinite(worst):
        return "adding a single item could make this score undefined"
    of_pairs = _variance_of_pairs(index, pairs, scale)
    is_bounded = all(math.isfinite(end) for end in index.range)
    return replace(
        influence,
        fewest=influence.fewest if is_bounded else _FEWEST_UNBOUNDED,
        score=lambda factors: float(score(sample.weighed(factors)[:, None])[0]),
        worst=worst,
        of_pairs=of_pairs,
        caveat=sample.in_few or _caveat(pairs, of_pairs, influence.standard_error),
    )


def _caveat(pairs: PairCounts, of_pairs: float, standard_error: float) -> str | None:
    """Say why the score may not be normally distributed.

    Near independence items alone decide little, and pairs much: the score then is a sum of as many
    squares as the two relations leave free, which is not normal if these are few.
    """
    if pairs.n11 < _FEWEST_PAIRS:
        return (
            f"only {many(pairs.n11, 'pair')} {'is' if pairs.n11 == 1 else 'are'} together in both "
            "clusterings; a confidence interval "
            f"needs {_FEWEST_PAIRS}, so label more items"
        )
    free = pairs.diff_a * pairs.diff_b / (pairs.same_a * pairs.same_b)
    if free * standard_error**2 < _LEAST_SHARE * of_pairs:
        return NEAR_CHANCE
    return None


def _variance_of_pairs(index: Index, pairs: PairCounts, scale: float) -> float:
    """Return the variance that the score would have if pairs were drawn independently."""
    counts = np.array([float(count) for count in pairs])
    return float(counts @ effects_of_pairs(index, pairs, scale) ** 2)


def effects_of_pairs(index: Index, pairs: PairCounts, scale: float = 1.0) -> Vector:
    """Return how much one more pair of each kind adds to the score; 0 for kinds without pairs."""
    counts = np.array([float(count) for count in pairs])
    points = np.repeat(counts[:, None] * scale, 8, axis=1)
    points *= np.exp(_STEP * np.concatenate((np.eye(4), -np.eye(4)), axis=1))
    values = value_on(index, PairCounts(*points))
    slopes = (values[:4] - values[4:]) / (2 * _STEP)  # by the logarithms of the counts
    return np.where(counts > 0, slopes / np.maximum(counts, 1), 0.0)


def value_on(index: Index, counts: PairCounts) -> Vector:
    """Evaluate a formula on arrays of counts that need not be whole; not finite where undefined."""
    with np.errstate(all="ignore"):
        values = np.asarray(index.formula(counts), np.float64)
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
