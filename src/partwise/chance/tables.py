"""All contingency tables with given margins, with their probabilities."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple, TypeAlias

from partwise.chance.size_laws import Sizes
from partwise.contingency import Contingency

__all__ = ["WeighedTable", "tables_with_margins"]

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
    """Yield the ways to take a row from what is left of the columns, up to equal columns."""
    room = [sum(column[1] for column in columns[start:]) for start in range(len(columns) + 1)]

    def taken(start: int, left: int, above: int) -> Iterator[tuple[int, ...]]:
        if start == len(columns):
            yield ()
            return
        is_equal = start > 0 and columns[start] == columns[start - 1]
        most = min(columns[start][1], left, above if is_equal else left)
        for cell in range(max(0, left - room[start + 1]), most + 1):
            for rest in taken(start + 1, left - cell, cell):
                yield (cell, *rest)

    for cells in taken(0, size, size):
        ways = math.prod(math.comb(c[1], cell) for c, cell in zip(columns, cells, strict=True))
        yield cells, ways * _orders(columns, cells)


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
