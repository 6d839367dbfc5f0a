"""The exact law of N11 for random candidates with given sizes, where tables are few."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb

_MOST_ITEMS = 300  # beyond, numbers of candidates are too long to count with


def law_of_n11(
    row_sizes: Sequence[int], column_sizes: Sequence[int], most_steps: int = 200_000
) -> dict[int, Fraction] | None:
    """Return the chance of each N11 over all candidates of given sizes; None if it takes long.

    Rows are filled one after the other, and fillings that leave the same room in the columns are
    counted together. A row filled with x_j of the r_j items left in column j stands for
    ∏ C(r_j, x_j) candidates.

    Examples
    --------
    >>> law_of_n11([2, 2], [2, 2])
    {0: Fraction(2, 3), 2: Fraction(1, 3)}
    """
    if sum(row_sizes) > _MOST_ITEMS:
        return None
    columns, rows = sorted((row_sizes, column_sizes), key=len)
    steps = 0
    ways: dict[tuple[tuple[int, ...], int], int] = {(tuple(sorted(columns)), 0): 1}
    for size in sorted(rows, reverse=True):
        after: dict[tuple[tuple[int, ...], int], int] = defaultdict(int)
        by_room: dict[tuple[int, ...], list[tuple[int, int]]] = defaultdict(list)
        for (room, n11), count in ways.items():
            by_room[room].append((n11, count))
        for room, counts in by_room.items():
            for left, pairs, weight in _fillings(room, size):
                steps += len(counts) + len(room)
                if steps > most_steps:
                    return None
                for n11, count in counts:
                    after[left, n11 + pairs] += count * weight
        ways = after
    total = sum(ways.values())
    return {n11: Fraction(count, total) for (_, n11), count in sorted(ways.items())}


def _fillings(room: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield the room left, the pairs together and the number of ways to place ``size`` items."""
    free = [sum(room[place:]) for place in range(len(room) + 1)]

    def fill(place: int, missing: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
        if missing == 0:
            yield tuple(r for r in room[place:] if r), 0, 1
            return
        here = room[place]
        for x in range(max(0, missing - free[place + 1]), min(here, missing) + 1):
            for left, pairs, weight in fill(place + 1, missing - x):
                rest = (here - x, *left) if here > x else left
                yield rest, pairs + comb(x, 2), weight * comb(here, x)

    for left, pairs, weight in fill(0, size):
        yield tuple(sorted(left)), pairs, weight
