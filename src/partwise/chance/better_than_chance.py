"""The p-value of a score: how likely a random candidate with the same cluster sizes is as good.

At given sizes a pair-counting index is a function of N11, and NMI, AMI or VI of mutual information.
Where such an index is monotone the p-value is a tail of the law of that number, whatever the index;
other indices are compared table by table, all or random ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np

from partwise.catalogue import Index
from partwise.chance.cell_laws import CellLaw, LawMethod, PlacesLaw, logs_law, n11_law, powers_law
from partwise.chance.distribution import Distribution, enumerated
from partwise.chance.expectation import sizes_of, sorted_margins
from partwise.chance.lines import Real, at_information, direction_in_n11, values_at_n11
from partwise.chance.moments import value_of
from partwise.chance.random_candidates import MOST_DRAWN, random_scores
from partwise.chance.sampling import Seed
from partwise.scoring import ByCandidate
from partwise.tables import AggregatedTable, SizeHistogram

Counted: TypeAlias = tuple[tuple[int, int], ...]
"""Sizes, and how many clusters have each."""

Alternative: TypeAlias = Literal["better", "two-sided"]
PMethod: TypeAlias = LawMethod | Literal["sampling", "undefined"]

LEAST = 1e-6
"""What is given for smaller p-values that are not exact: a bound."""

_Law = TypeVar("_Law", bound=CellLaw | None)

_SAMPLES, _FEWEST_SAMPLES = 999, 99
_MOST_WORK = 10**9  # items or cells drawn: some seconds
_STEPS = 200  # at which a function of mutual information is tried
_MOST_PLACES = 5000  # at which your own formula of N11 is tried
_ROUNDING = 1e-12  # equal tables may differ by rounding, relative to the largest value


class PValue(NamedTuple):
    """A p-value against random candidates, and how it was computed; a fraction if it is exact."""

    value: Real
    method: PMethod
    samples: int = 0


class Tails(NamedTuple):
    """How likely a value of the index at least as high, or at least as low, is."""

    above: Real
    below: Real
    method: PMethod
    samples: int = 0

    def p_value(self, index: Index, alternative: Alternative) -> PValue:
        """Return the p-value: never 0."""
        if self.method == "undefined":
            return PValue(math.nan, "undefined")
        p = self.above if index.direction == "similarity" else self.below
        if alternative == "two-sided":
            p = min(type(p)(1), 2 * min(self.above, self.below))
        is_bounded = isinstance(p, Fraction) or self.samples > 0
        return PValue(p if is_bounded else max(p, LEAST), self.method, self.samples)


@dataclass(frozen=True, eq=False)
class Chance:
    """Random tables with the cluster sizes of a table, with which it is compared.

    Where they have to be drawn there are 999, or fewer of very many items, unless ``samples`` says
    how many.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency([0, 0, 0, 1, 1, 1], [1, 1, 1, 0, 0, 0])
    >>> Chance(table).p_value(pw.index("CC"))  # six items can be halved in ten ways
    PValue(value=Fraction(1, 10), method='enumeration', samples=0)
    """

    table: AggregatedTable
    samples: int | None = None
    seed: Seed = 0

    def p_value(self, index: Index, alternative: Alternative = "better") -> PValue:
        """Return how likely a random candidate is as good, or as far from what is usual."""
        if math.isnan(index.evaluate(self.table).value):
            return PValue(math.nan, "undefined")
        return self._tails(index).p_value(index, alternative)

    def _tails(self, index: Index) -> Tails:
        if self.table.information.is_constant:  # there is only this table, up to its order
            return Tails(Fraction(1), Fraction(1), "enumeration")
        routes = [self._of_n11, self._of_information, self._of_all_tables]
        if not index.builtin:  # it may be bent where it is not tried
            routes = [self._of_each_n11, self._of_all_tables, self._of_n11, self._of_information]
            routes = routes if index.is_plain else routes[:2]
        of_a_law = (route(index) for route in routes)
        return next(filter(None, of_a_law), None) or self._of_random_tables(index)

    @property
    def _sizes(self) -> tuple[Counted, Counted]:
        return self.table.row_histogram.counted, self.table.column_histogram.counted

    @cached_property
    def _n11_law(self) -> CellLaw:
        law: CellLaw = _law_of_sizes(n11_law, *self._sizes)
        return law

    def _of_n11(self, index: Index) -> Tails | None:
        if index.kind == "callable":
            return None
        sign = 1 if index.direction == "similarity" else -1  # all of pairs are strictly monotone
        if index.kind != "pairs" or not index.builtin:
            sign = direction_in_n11(index, self.table)
        return _tails_at(self._n11_law, self.table.pair_counts.n11, sign) if sign else None

    def _of_each_n11(self, index: Index) -> Tails | None:
        """Compare the values at each N11, since your own formula may be bent anywhere."""
        if index.kind == "callable":
            return None
        law = self._n11_law
        if not isinstance(law, PlacesLaw) or len(law.places) > _MOST_PLACES:
            return None
        places = [self.table.pair_counts.n11, *map(int, law.places)]
        values = values_at_n11(index, self.table, places)
        if values is None:
            return None
        value, *others = values
        above = law.share([other >= value for other in others])
        return Tails(above, law.share([other <= value for other in others]), law.method)

    @cached_property
    def _information_law(self) -> tuple[CellLaw, Any]:
        """The law of something that grows with mutual information, and its value here."""
        cells = self.table.cell_histogram.counted
        exact = _law_of_sizes(powers_law, *self._sizes)
        if exact is not None:
            return exact, math.prod(x ** (x * count) for x, count in cells)
        place = math.fsum(count * x * math.log(x) for x, count in cells)
        return _law_of_sizes(logs_law, *self._sizes), place

    def _of_information(self, index: Index) -> Tails | None:
        table, information = self.table, self.table.information
        if index.kind != "table":
            return None
        mean = float(information.expected_mutual_information)
        most = min(float(information.entropy_a), float(information.entropy_b))
        grid = most * np.arange(1, _STEPS + 1) / _STEPS
        values = at_information(index, table.row_histogram, table.column_histogram, mean, grid)
        if values is None or not np.isfinite(values).all():
            return None
        rises = np.diff(values)
        if not ((rises > 0).all() or (rises < 0).all()):
            return None
        return _tails_at(*self._information_law, 1 if rises[0] > 0 else -1)

    def _of_all_tables(self, index: Index) -> Tails | None:
        if self.table.n > MOST_DRAWN:
            return None
        distribution = enumerated(index, {self._margins: Fraction(1)})
        return None if distribution is None else tails_of(distribution, value_of(index, self.table))

    def _of_random_tables(self, index: Index) -> Tails:
        if self.table.n > MOST_DRAWN:
            return Tails(math.nan, math.nan, "undefined")
        work = min(self.table.n, self.table.k_a * self.table.k_b)
        many = self.samples or min(_SAMPLES, max(_FEWEST_SAMPLES, _MOST_WORK // work))
        drawn = random_scores(*self._margins, [index], many, seed=self.seed)[index.key]
        values, chances = tuple(drawn.values.tolist()), (Fraction(1, many),) * many
        distribution = Distribution(values, chances, is_exact=False)
        return tails_of(distribution, index.evaluate(self.table).value)

    @cached_property
    def _margins(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return sorted_margins(*sizes_of(self.table))


@lru_cache(maxsize=32)
def _law_of_sizes(
    law: Callable[[SizeHistogram, SizeHistogram], _Law], rows: Counted, columns: Counted
) -> _Law:
    """Return a law, the same one for all candidates of the same sizes."""
    first, second = (
        SizeHistogram(np.array([size for size, _ in side]), np.array([many for _, many in side]))
        for side in (rows, columns)
    )
    return law(first, second)


def _tails_at(law: CellLaw, place: Any, sign: int) -> Tails:
    """Return the tails of an index that grows with what the law is of (sign 1), or falls (−1)."""
    return Tails(law.tail(place, sign), law.tail(place, -sign), law.method)


def tails_of(distribution: Distribution, value: Real) -> Tails:
    """Return how likely values at least as high, and as low, are; NaN if some are undefined.

    The value counts as one of those that were drawn, so that p-values are valid for any number of
    them.
    """
    values = distribution.values
    if any(math.isnan(x) for x in (value, *values)):
        return Tails(math.nan, math.nan, "undefined")
    reached = [_reached(values, value, sign) for sign in (1, -1)]
    if not distribution.is_exact:
        above, below = ((1 + sum(each)) / (1 + len(values)) for each in reached)
        return Tails(above, below, "sampling", len(values))
    chances = distribution.chances
    upper, lower = (
        sum((c for c, is_one in zip(chances, each, strict=True) if is_one), Fraction(0))
        for each in reached
    )
    return Tails(upper, lower, "enumeration")


def _reached(values: Sequence[Real], value: Real, sign: int) -> list[bool]:
    """Tell which values are at least as high (sign 1) or as low (−1)."""
    if all(isinstance(x, Fraction) for x in (value, *values)):
        return [sign * (other - value) >= 0 for other in values]
    largest = max((abs(float(x)) for x in (value, *values) if math.isfinite(x)), default=0.0)
    edge = sign * float(value) - _ROUNDING * largest
    return [sign * float(other) >= edge for other in values]


def p_values_against_chance(
    tables: Mapping[str, AggregatedTable],
    indices: Iterable[Index],
    samples: int | None = None,
    seed: Seed = 0,
) -> ByCandidate[float]:
    """Return the p-value of each table and index, against random candidates with the same sizes.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency([0, 0, 0, 1, 1, 1], [1, 1, 1, 0, 0, 0])
    >>> p_values_against_chance({"same": table}, [pw.index("CC")])["same"]["CC"]
    0.1
    """
    chosen = list(indices)
    chances = {name: Chance(table, samples, seed) for name, table in tables.items()}
    p_values = {
        name: {index.key: float(chance.p_value(index).value) for index in chosen}
        for name, chance in chances.items()
    }
    return ByCandidate(p_values, "p_value")
