"""What an index says about random clusterings: its whole distribution, exact or sampled."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby, islice
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from partwise.catalogue import Index
from partwise.chance.lines import Moments, Real
from partwise.chance.models import Model, fixed_sizes
from partwise.chance.moments import linear_moments, value_of
from partwise.chance.random_candidates import random_scores
from partwise.chance.size_laws import Sizes
from partwise.tables import Contingency

Method: TypeAlias = Literal["closed form", "enumeration", "sampling"]
Margins: TypeAlias = tuple[Sizes, Sizes]

_MOST_MARGINS = 2000
_MOST_TABLES = 10_000


@dataclass(frozen=True, eq=False)
class Distribution:
    """Values of an index, all (``is_exact``) or sampled ones, and their probabilities.

    Fractions where they are rational, else floats; NaN where the index is undefined.
    """

    values: tuple[Real, ...]
    chances: tuple[Fraction, ...]
    is_exact: bool

    @cached_property
    def moments(self) -> Moments:
        """Mean and variance; of samples, the unbiased estimate of the variance."""
        if not self.is_exact:
            many = len(self.values)
            values = np.array(self.values, np.float64)
            with np.errstate(all="ignore"):  # values may be infinite
                variance = float(np.var(values, ddof=1)) if many > 1 else math.nan
                return Moments(float(np.mean(values)), variance)
        zero = Fraction(0)
        return mixed((c, Moments(value, zero)) for c, value in self)

    def __iter__(self) -> Iterator[tuple[Fraction, Real]]:
        return iter(zip(self.chances, self.values, strict=True))


def mixed(parts: Iterator[tuple[Fraction, Moments]]) -> Moments:
    """Return the moments of a mixture: Var = E[Var] + Var[E]."""
    weighed = list(parts)
    if all(isinstance(x, Fraction) for _, moments in weighed for x in moments):
        mean = sum((c * Fraction(part.mean) for c, part in weighed), Fraction(0))
        terms = (c * (Fraction(p.variance) + (Fraction(p.mean) - mean) ** 2) for c, p in weighed)
        return Moments(mean, sum(terms, Fraction(0)))
    average = math.fsum(float(c) * float(part.mean) for c, part in weighed)
    spread = math.fsum(
        float(c) * (float(part.variance) + (float(part.mean) - average) ** 2) for c, part in weighed
    )
    return Moments(average, spread)


def mixture(model: Model, rows: Sizes, columns: Sizes) -> dict[Margins, Fraction] | None:
    """Return how likely each pair of sizes is under a model; None if there are too many."""
    of_columns = model.law(columns, _MOST_MARGINS)
    of_rows = model.law(rows, _MOST_MARGINS) if model.two_sided else {rows: Fraction(1)}
    if of_rows is None or of_columns is None or len(of_rows) * len(of_columns) > _MOST_MARGINS:
        return None
    return {
        (a, b): chance_a * chance_b
        for a, chance_a in of_rows.items()
        for b, chance_b in of_columns.items()
    }


def closed_form(index: Index, margins: dict[Margins, Fraction]) -> Moments | None:
    """Return mean and variance without looking at tables; None if there is no such formula."""
    parts: list[tuple[Fraction, Moments]] = []
    for (rows, columns), chance in margins.items():
        moments = linear_moments(index, rows, columns)
        if moments is None:
            return None
        parts.append((chance, moments))
    return mixed(iter(parts))


def enumerated(index: Index, margins: dict[Margins, Fraction]) -> Distribution | None:
    """Return the exact distribution from all tables; None if there are too many."""
    chances: defaultdict[Real, Fraction] = defaultdict(Fraction)
    room = _MOST_TABLES
    likeliest_first = sorted(margins.items(), key=lambda item: item[1], reverse=True)
    for (rows, columns), chance in likeliest_first:  # of which there are the most tables
        tables = tables_with_margins(rows, columns)
        if tables is None or len(tables) > room:
            return None
        room -= len(tables)
        for value, weight in _values(index, tables):
            chances[value] += chance * weight
    return Distribution(tuple(chances), tuple(chances.values()), is_exact=True)


def _values(index: Index, tables: tuple[WeighedTable, ...]) -> Iterator[tuple[Real, Fraction]]:
    if index.kind == "pairs":
        tables = _one_for_each_n11(tables)
    for table, chance in tables:
        yield value_of(index, table), chance


def _one_for_each_n11(tables: tuple[WeighedTable, ...]) -> tuple[WeighedTable, ...]:
    by_n11: dict[int, WeighedTable] = {}
    for table, chance in tables:
        n11 = table.pair_counts.n11
        known = by_n11[n11].chance if n11 in by_n11 else 0
        by_n11[n11] = WeighedTable(table, known + chance)
    return tuple(by_n11.values())


def sampled(
    index: Index,
    model: Model,
    rows: Sizes,
    columns: Sizes,
    samples: int,
    rng: np.random.Generator,
) -> Distribution:
    """Return values for random clusterings."""
    drawn = _drawn_margins(model, rows, columns, samples, rng)
    values: list[Real] = []
    for (a, b), many in drawn.items():
        values.extend(random_scores(a, b, [index], many, seed=rng)[index.key].values.tolist())
    return Distribution(tuple(values), (Fraction(1, samples),) * samples, is_exact=False)


def _drawn_margins(
    model: Model, rows: Sizes, columns: Sizes, samples: int, rng: np.random.Generator
) -> Counter[Margins]:
    """Draw sizes, and return how often each pair of them came."""
    if model == fixed_sizes():
        return Counter({(rows, columns): samples})
    return Counter(
        (model.draw(rows, rng) if model.two_sided else rows, model.draw(columns, rng))
        for _ in range(samples)
    )


_Column: TypeAlias = tuple[int, ...]
"""The size of a column, how much of it is left, and its cells so far."""

_MOST_WORK = 100_000  # cells that the enumeration may fill
_MOST_COLUMNS = 100


class WeighedTable(NamedTuple):
    """A table up to the order of rows and columns, and the probability of all such tables."""

    table: Contingency
    chance: Fraction


class _TooManyError(Exception):
    pass


@lru_cache(maxsize=512)
def tables_with_margins(
    row_sizes: Sizes, column_sizes: Sizes, most: int = 2000
) -> tuple[WeighedTable, ...] | None:
    """Return the tables that random clusterings of these sizes can have; None if over ``most``.

    Tables that differ in the order of columns of equal size are one, so there are few even where
    most clusters are single items. The probabilities are the hypergeometric ones, exact.

    Examples
    --------
    >>> for table, chance in tables_with_margins((2, 2), (2, 2)):
    ...     print(table.to_dense().tolist(), chance)
    [[2, 0], [0, 2]] 1/3
    [[1, 1], [1, 1]] 2/3
    """
    if len(row_sizes) > len(column_sizes):
        turned = tables_with_margins(column_sizes, row_sizes, most)
        return turned and tuple(WeighedTable(table.T, chance) for table, chance in turned)
    if len(column_sizes) > _MOST_COLUMNS:
        return None
    try:
        weights = _filled(row_sizes, column_sizes, most)
    except _TooManyError:
        return None
    total = sum(weights.values())
    return tuple(
        WeighedTable(_table(columns), Fraction(weight, total))
        for columns, weight in sorted(weights.items())
    )


def _filled(row_sizes: Sizes, column_sizes: Sizes, most: int) -> dict[tuple[_Column, ...], int]:
    """Fill row after row; count in how many ways each set of columns comes about."""
    start: tuple[_Column, ...] = tuple(sorted((size, size) for size in column_sizes))
    states = {start: 1}
    work = _MOST_WORK
    for row in row_sizes:
        filled: Counter[tuple[_Column, ...]] = Counter()
        for columns, weight in states.items():
            if len(list(islice(_cells(columns, row), most + 1))) > most:
                raise _TooManyError  # before their long weights are computed
            for cells, ways in _rows(columns, row):
                after = (
                    (column[0], column[1] - cell, *column[2:], cell)
                    for column, cell in zip(columns, cells, strict=True)
                )
                filled[tuple(sorted(after))] += weight * ways
                work -= len(columns)
                if len(filled) > most or work < 0:
                    raise _TooManyError
        states = dict(filled)
    return states


def _rows(columns: tuple[_Column, ...], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the cells that a row can have, and in how many ways it gets them."""
    for cells in _cells(columns, size):
        ways = math.prod(math.comb(c[1], cell) for c, cell in zip(columns, cells, strict=True))
        yield cells, ways * _orders(columns, cells)


def _cells(columns: tuple[_Column, ...], size: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to take a row from what is left of the columns, up to equal columns."""
    room = [sum(column[1] for column in columns[start:]) for start in range(len(columns) + 1)]
    ends = [start + columns[start:].count(column) for start, column in enumerate(columns)]

    def taken(start: int, left: int, above: int) -> Iterator[tuple[int, ...]]:
        if start == len(columns):
            yield ()
            return
        is_equal = start > 0 and columns[start] == columns[start - 1]
        most = min(columns[start][1], left, above if is_equal else left)
        end = ends[start]  # of the columns that are equal to this one, and get no more than it
        least = max(0, -((room[end] - left) // (end - start)))
        for cell in range(least, most + 1):
            for rest in taken(start + 1, left - cell, cell):
                yield (cell, *rest)

    return taken(0, size, size)


def _orders(columns: tuple[_Column, ...], cells: tuple[int, ...]) -> int:
    """In how many orders equal columns can get these cells."""
    orders = 1
    for _, group in groupby(zip(columns, cells, strict=True), key=lambda pair: pair[0]):
        equal = Counter(cell for _, cell in group)
        orders *= math.factorial(equal.total())
        orders //= math.prod(map(math.factorial, equal.values()))
    return orders


def _table(columns: tuple[_Column, ...]) -> Contingency:
    cells = [
        (row, place, count)
        for place, (_, _, *counts) in enumerate(columns)
        for row, count in enumerate(counts)
        if count
    ]
    rows, places, counts = zip(*cells, strict=True) if cells else ((), (), ())
    return Contingency.from_cells(rows, places, counts)
