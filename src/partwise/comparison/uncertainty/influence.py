"""How much each item moves a score: the common form of every standard error here.

All items of one cell of the table move a score alike, so an influence is a number for each cell.
It is a weighted sum of a few features of the cells, which all indices share: second and fourth
moments of the features then give those of every influence without looking at the cells again.

The limits beyond which there is no interval were chosen in simulations: where all of them are kept,
95% confidence intervals cover about 95% (``benchmarks/scenarios/items.py``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import TableError
from partwise.catalogue import Index
from partwise.comparison.uncertainty.estimates import Estimate
from partwise.comparison.uncertainty.tilting import Score, Tilt
from partwise.tables import AggregatedTable

Vector = NDArray[np.float64]

_CELLS_AT_ONCE = 2**13  # so that their products stay in the cache


class Features:
    """Numbers for each cell, a row for each feature, less their means over the items.

    They are computed for some cells at a time when they are asked for, and only sums over all cells
    are kept: there may be millions of cells in each of many tables.
    """

    def __init__(self, items: NDArray[Any], of_cells: Callable[[slice], Vector]) -> None:
        self._items = items
        self._of_cells = of_cells

    @classmethod
    def of(cls, items: NDArray[Any], values: Vector) -> Features:
        """Make features of numbers that are computed already."""
        return cls(items, lambda cells: values[:, cells])

    @property
    def counts(self) -> Vector:
        """The items of each cell."""
        return self._items.astype(np.float64)

    @cached_property
    def n(self) -> float:
        """Number of items."""
        return float(self._items.sum())

    @cached_property
    def means(self) -> Vector:
        """The means over the items."""
        sums = (self._of_cells(cells) @ counts for cells, counts in self._parts())
        return np.asarray(sum(sums) / self.n)

    @property
    def values(self) -> Vector:
        """The features of all cells."""
        return self._centred(slice(None))

    def weighted(self, weights: Vector) -> Vector:
        """Return a weighted sum of the features of each cell."""
        sums = np.empty(len(self._items))
        for cells, _ in self._parts():
            sums[cells] = weights @ self._centred(cells)
        return sums

    def _centred(self, cells: slice) -> Vector:
        return self._of_cells(cells) - self.means[:, None]

    def _parts(self) -> Iterator[tuple[slice, Vector]]:
        """Yield cells, and the items of each."""
        for start in range(0, len(self._items), _CELLS_AT_ONCE):
            cells = slice(start, start + _CELLS_AT_ONCE)
            yield cells, self._items[cells].astype(np.float64)

    @cached_property
    def _pairs(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        pairs = list(combinations_with_replacement(range(len(self.means)), 2))
        first, second = np.array(pairs, np.int64).T
        return first, second

    @cached_property
    def _moments(self) -> tuple[Vector, Vector]:
        """Sums over items of products of two features, and of products of two such products."""
        first, second = self._pairs
        seconds, fourths = np.zeros(len(first)), np.zeros((len(first), len(first)))
        for cells, counts in self._parts():
            values = self._centred(cells)
            products = values[first] * values[second]
            seconds += products @ counts
            fourths += (products * counts) @ products.T
        return seconds, fourths

    def sums_of_powers(self, weights: Vector) -> tuple[float, float]:
        """Return the sums over items of the second and fourth powers of a weighted sum."""
        first, second = self._pairs
        square = np.where(first == second, 1.0, 2.0) * weights[first] * weights[second]
        seconds, fourths = self._moments
        return max(0.0, float(square @ seconds)), max(0.0, float(square @ fourths @ square))


@dataclass(frozen=True, eq=False)
class Influence:
    """An estimate of the score of the whole, and how leaving out an item of each cell moves it.

    What leaving out an item adds to the estimate is the weighted sum of the features, up to a
    constant.
    """

    value: float
    """The score of the sample."""
    estimate: float
    features: Features
    weights: Vector
    method: str
    score: Score | None = None
    """The estimate for other weights of the items of each cell; None if it is linear in them."""
    worst: float = 0.0
    """The most that an item in a cell that the sample has not seen could move the estimate."""
    of_pairs: float = 0.0
    """The part of the variance that comes from pairs, and that the jackknife counts twice."""
    fewest: float = 2.0
    """How many items must decide about the score."""
    unseen: float = 0.0
    """How much of the estimate rests on what the sample has not seen."""
    caveat: str | None = None
    """Why there is no interval although there is a standard error."""

    @property
    def per_cell(self) -> Vector:
        """What leaving out an item of each cell adds to the estimate, less the mean."""
        return self.features.weighted(self.weights)

    @cached_property
    def powers(self) -> tuple[float, float]:
        """Sums over items of the influence's second and fourth powers.

        The first squared over the second is the number of items that decide about the first.
        """
        return self.features.sums_of_powers(self.weights)

    @property
    def standard_error(self) -> float:
        """The jackknife's standard error of the estimate."""
        n = self.features.n
        return math.sqrt((n - 1) / n * self.powers[0])

    @property
    def ratio(self) -> float:
        """The standard error as a share of that of the jackknife."""
        share = self.of_pairs / self.standard_error**2 if self.powers[0] else 0.0
        return math.sqrt(1 - min(share, 0.5))

    @property
    def deciding(self) -> float:
        """How many items decide, also were there one more in the worst cell."""
        return min(number_deciding(self.powers), number_deciding(self.powers, self.worst))

    def at(self, factors: Vector) -> float:
        """Return the estimate if the items of each cell weighed so many times as much."""
        if self.score is not None:
            return self.score(factors)
        counts = self.features.counts
        shift = (counts * factors) @ self.per_cell
        return self.estimate - (1 - 1 / self.features.n) * float(shift)

    @property
    def corrected(self) -> float | None:
        """The estimate, if it is another number than the value."""
        return None if self.estimate == self.value else self.estimate


Outcome: TypeAlias = Influence | str
"""An influence, or the reason why there is none."""


NO_SPREAD = (
    "leaving out an item changes nothing, so the sample cannot show how much other items would "
    "change the score"
)
LIKELIHOOD = "empirical likelihood"
UNDEFINED = "the score is undefined for other samples that are about as likely as this one"
_FEWEST_ITEMS = 30
MANY = 10_000.0  # deciding items, of which the law is symmetric enough
_MOST_UNSEEN = 0.5  # standard errors
_ROUNDING = 1e-13


def number_deciding(powers: tuple[float, float], worst: float = 0.0) -> float:
    """Return how many items decide, from sums of second and fourth powers of their influences.

    Examples
    --------
    >>> number_deciding((9.0, 9.0))  # nine that move it by one each
    9.0
    >>> round(number_deciding((9.0, 9.0), worst=10.0), 1)  # one not seen would outweigh them
    1.2
    """
    second, fourth = powers[0] + worst**2, powers[1] + worst**4
    return second**2 / fourth if fourth else 0.0


def interval(index: Index, table: AggregatedTable, outcome: Outcome, level: float) -> Estimate:
    """Turn an influence into an interval, if it allows one."""
    if isinstance(outcome, str):
        try:
            value = float(index.evaluate(table).value)
        except TableError:  # the outcome says why
            value = math.nan
        return Estimate.refused(value, level, outcome)
    reason = outcome.caveat or no_interval(
        outcome.features.n,
        outcome.standard_error,
        outcome.unseen,
        outcome.deciding,
        outcome.fewest,
    )
    if reason:
        return Estimate.refused(outcome.value, level, reason)
    standard_error = outcome.ratio * outcome.standard_error
    estimate = Estimate.around(
        index, outcome.value, standard_error, level, outcome.method, corrected=outcome.corrected
    )
    if outcome.deciding > MANY:
        return estimate
    lowest, highest = map(float, index.range)
    low, high = _tilted(outcome).ends(level)
    if math.isnan(low + high):
        return Estimate.refused(outcome.value, level, UNDEFINED)
    method = f"{outcome.method}, {LIKELIHOOD}"
    return replace(estimate, low=max(lowest, low), high=min(highest, high), method=method)


def _tilted(one: Influence) -> Tilt:
    return Tilt(
        one.features.counts,
        one.per_cell,
        one.at,
        one.ratio,
        deciding=number_deciding(one.powers),
        fewest=one.fewest,
    )


def no_interval(
    n: float, standard_error: float, unseen: float, deciding: float, fewest: float
) -> str | None:
    """Say why there is no interval; None if there is."""
    if n < _FEWEST_ITEMS:
        are = "1 item is" if round(n) == 1 else f"{n:.0f} items are"
        return f"{are} too few (a confidence interval needs {_FEWEST_ITEMS})"
    if not has_spread(standard_error):
        return NO_SPREAD
    if abs(unseen) > _MOST_UNSEEN * standard_error:
        return (
            "this score does not carry over from the sample to the whole: too much of it depends "
            "on clusters and cells of which the sample has hardly any items; prefer a "
            "pair-counting index"
        )
    if not deciding >= fewest:
        return too_few_decide(deciding, fewest, n)
    return None


def too_few_decide(deciding: float, fewest: float, n: float) -> str:
    """Say that too few items decide, and how many more would help.

    Examples
    --------
    >>> too_few_decide(9.4, 20.0, 178)
    'only about 9 items decide this; a confidence interval needs 20, so label about 201 more items'
    >>> too_few_decide(2.9, 3.0, 178)
    'fewer than 3 items decide this; a confidence interval needs 3, so label about 7 more items'
    """
    needed = math.ceil(fewest)
    number = "fewer than" if round(deciding) >= needed else "only about"
    decide = "item decides" if round(deciding) == 1 else "items decide"
    known = f"{number} {deciding:.0f} {decide} this; a confidence interval needs {needed}"
    more = n * (fewest / deciding - 1) if deciding >= 1 else math.inf
    return f"{known}, so label about {math.ceil(more)} more items" if more < 100 * n else known


def has_spread(standard_error: float) -> bool:
    """Tell whether a standard error is more than rounding."""
    return standard_error > _ROUNDING
