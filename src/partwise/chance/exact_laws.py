"""Exact laws of sums over the cells of random tables with given cluster sizes."""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

_MOST_ITEMS = 300  # beyond, numbers of candidates are too long to count with


class _OfCells(NamedTuple):
    """What cells of x items contribute, and how contributions are joined: whole numbers all."""

    nothing: int
    of_cell: Callable[[int], int]
    join: Callable[[int, int], int]


_PAIRS = _OfCells(0, lambda x: comb(x, 2), operator.add)
_POWERS = _OfCells(1, lambda x: x**x, operator.mul)


def law_of_n11(
    row_sizes: Sequence[int], column_sizes: Sequence[int], most_steps: int = 200_000
) -> dict[int, Fraction] | None:
    """Return the chance of each N11 over all candidates of given sizes; None if it takes long.

    Examples
    --------
    >>> law_of_n11([2, 2], [2, 2])
    {0: Fraction(2, 3), 2: Fraction(1, 3)}
    """
    return _law(_PAIRS, row_sizes, column_sizes, most_steps)


def law_of_powers(
    row_sizes: Sequence[int], column_sizes: Sequence[int], most_steps: int = 200_000
) -> dict[int, Fraction] | None:
    """Return the chance of each ∏ n_ij^n_ij, a whole number that grows with mutual information.

    At given sizes n·M(A, B) is its logarithm and a constant, so tables of equal mutual information
    have the same number, without rounding. None if it takes long.

    Examples
    --------
    >>> law_of_powers([2, 2], [2, 2])
    {1: Fraction(2, 3), 16: Fraction(1, 3)}
    """
    return _law(_POWERS, row_sizes, column_sizes, most_steps)


def _law(
    cells: _OfCells, row_sizes: Sequence[int], column_sizes: Sequence[int], most_steps: int
) -> dict[int, Fraction] | None:
    """Fill rows one after the other, counting fillings that leave the same room together.

    A row filled with x_j of the r_j items left in column j stands for ∏ C(r_j, x_j) candidates.
    """
    if sum(row_sizes) > _MOST_ITEMS:
        return None
    columns, rows = sorted((row_sizes, column_sizes), key=len)
    steps = 0
    ways: dict[tuple[tuple[int, ...], int], int] = {(tuple(sorted(columns)), cells.nothing): 1}
    for size in sorted(rows, reverse=True):
        after: dict[tuple[tuple[int, ...], int], int] = defaultdict(int)
        by_room: dict[tuple[int, ...], list[tuple[int, int]]] = defaultdict(list)
        for (room, joined), count in ways.items():
            by_room[room].append((joined, count))
        for room, counts in by_room.items():
            for left, of_row, weight in _fillings(cells, room, size):
                steps += len(counts) + len(room)
                if steps > most_steps:
                    return None
                for joined, count in counts:
                    after[left, cells.join(joined, of_row)] += count * weight
        ways = after
    total = sum(ways.values())
    return {joined: Fraction(count, total) for (_, joined), count in sorted(ways.items())}


def _fillings(
    cells: _OfCells, room: tuple[int, ...], size: int
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield the room left, what the cells contribute and the ways to place ``size`` items."""
    free = [sum(room[place:]) for place in range(len(room) + 1)]
    of_cell = [cells.of_cell(x) for x in range(max(room, default=0) + 1)]

    def fill(place: int, missing: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
        if missing == 0:
            yield tuple(r for r in room[place:] if r), cells.nothing, 1
            return
        here = room[place]
        for x in range(max(0, missing - free[place + 1]), min(here, missing) + 1):
            for left, joined, weight in fill(place + 1, missing - x):
                rest = (here - x, *left) if here > x else left
                yield rest, cells.join(joined, of_cell[x]), weight * comb(here, x)

    for left, joined, weight in fill(0, size):
        yield tuple(sorted(left)), joined, weight
