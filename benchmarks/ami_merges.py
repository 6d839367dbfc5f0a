"""Can a perfect merge lower adjusted mutual information (AMI)? It can: ``docs/properties.md``.

``python benchmarks/ami_merges.py [seconds]`` tries all pairs of clusterings of up to 12 items,
then the smallest members of a family of merges, then tables that a search with that many seconds
for each improves step by step. Two clusters of B lie inside one cluster of A; merging them leaves
M(A, B), and lowers H(B) and E[M]. With g the mean of H(A) and H(B), AMI = (M − E) / (g − E) falls
if and only if (E − E') (g' − M) < (g − g') (E' − M), where ' is after the merge and M < E'.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

import partwise as pw
from partwise.properties.search.enumeration import enumeration
from partwise.properties.search.survey import values
from partwise.tables import Information, SizeHistogram

Column = tuple[int, ...]
Table = tuple[int, int, list[Column]]
"""Sizes of the two clusters that merge, inside A's first cluster, and the other columns."""

MEANS: dict[str, Callable[[float, float], float]] = {
    "ami_max": max,
    "ami_arithmetic": lambda x, y: (x + y) / 2,
    "ami_geometric": lambda x, y: math.sqrt(x * y),
    "ami_min": min,
}
ALIKE = 1e-12
NEVER = 20.0  # the ratio where there is nothing to compare


def margin(table: Table, key: str) -> float:
    """Return (E − E') (g' − M) / ((g − g') (E' − M)): AMI falls if it is below 1."""
    first, second, columns = table
    a = [
        sum(row)
        for row in zip((first + second,) + (0,) * (len(columns[0]) - 1), *columns, strict=True)
    ]
    sizes = [sum(column) for column in columns]
    cells = [cell for column in columns for cell in column if cell]
    before, after = (
        Information(sum(a), *(_histogram(side) for side in (a, sizes + merging, cells + merging)))
        for merging in ([first, second], [first + second])
    )
    if before.is_constant or after.is_constant:
        return NEVER
    mutual = float(before.mutual_information)
    e, e_after = (float(one.expected_mutual_information) for one in (before, after))
    g, g_after = (MEANS[key](float(one.entropy_a), float(one.entropy_b)) for one in (before, after))
    if e_after - mutual < ALIKE or g - g_after < ALIKE:
        return NEVER + max(0.0, mutual - e_after)
    return (e - e_after) * (g_after - mutual) / ((g - g_after) * (e_after - mutual))


def _histogram(sizes: Sequence[int]) -> SizeHistogram:
    return SizeHistogram.of(np.array([size for size in sizes if size]))


def design(first: int, second: int, rows: int, columns: int, shared: int = 1) -> Table:
    """Return a table in which the other clusters of B cross those of A evenly.

    Each has ``shared`` items of A's first cluster and one of each of so many other rows.
    """
    return first, second, [(shared, *(1,) * rows)] * columns


def items(table: Table) -> int:
    """Count the items of a table."""
    return table[0] + table[1] + sum(map(sum, table[2]))


def enumerated(key: str, most: int) -> str:
    """Say up to how many items no perfect merge lowers an index."""
    for n in range(3, most + 1):
        tables, index = enumeration(n), pw.index(key)
        scores, moves = values(index, tables), tables.moves
        is_merge = (moves.kind == 1) & (tables.k_a[moves.source] > 1)
        falls = scores[moves.target] < scores[moves.source] - ALIKE
        if (is_merge & falls).any():
            return f"a merge lowers it at n = {n}"
    return f"no merge lowers it up to n = {most}"


def pairs_family(n: int) -> Iterator[Table]:
    """Yield tables of n items in which B's other clusters are pairs across two clusters of A."""
    for first in range(2, n // 4 + 1):
        for second in range(max(1, first - 3), first + 1):
            if (n - first - second) % 2 == 0:
                yield design(first, second, 1, (n - first - second) // 2)


def smallest(key: str) -> tuple[float, Table]:
    """Return the smallest merge of pairs that lowers an index, and its margin."""
    for n in range(20, 400):
        best = min((margin(table, key), table) for table in pairs_family(n))
        if best[0] < 1:
            return best
    raise AssertionError(f"no such merge lowers {key}")


def changed(table: Table, rng: random.Random) -> Table:
    """Move an item or two to another cluster of A, of B, or of both."""
    first, second, columns = table[0], table[1], [list(column) for column in table[2]]
    rows = len(columns[0])
    for _ in range(rng.choice((1, 1, 2))):
        place = rng.randrange(6)
        if place == 0 and first > 1:
            first -= 1
        elif place == 1 and second > 1:
            second -= 1
        else:
            column = rng.choice([column for column in columns if any(column)])
            column[rng.choice([row for row in range(rows) if column[row]])] -= 1
        place = rng.randrange(6)
        if place < 2:
            first, second = first + (place == 0), second + (place == 1)
        else:
            columns += [[0] * rows] * (place == 2)
            columns[-1 if place == 2 else rng.randrange(len(columns))][rng.randrange(rows)] += 1
    kept = [tuple(column) for column in columns if any(column)]
    return (first, second, kept) if kept else table


def annealed(key: str, start: Table, seconds: float, seed: int) -> tuple[float, Table]:
    """Improve a table step by step, now and then also for the worse."""
    rng, until = random.Random(seed), time.monotonic() + seconds  # noqa: S311
    now = best = (margin(start, key), start)
    while (left := until - time.monotonic()) > 0:
        table = changed(now[1], rng)
        there = margin(table, key)
        heat = 0.3 * (left / seconds) ** 2 + 1e-4
        if there < now[0] or rng.random() < math.exp((now[0] - there) / heat):
            now = (there, table)
            best = min(best, now, key=lambda one: one[0])
    return best


def main(seconds: float) -> None:
    """Print what is known about each of the four."""
    for key in MEANS:
        print(key, enumerated(key, 12), sep=": ", flush=True)
    for key in list(MEANS)[:3]:
        ratio, table = smallest(key)
        n, columns = items(table), len(table[2])
        print(f"{key}: n = {n}, {table[0]} + {table[1]} and {columns} pairs, margin {ratio:.5f}")
        for fewer, rows, seed in ((n - 1, 1, 0), (n - 1, 2, 1), (n * 3 // 4, 1, 2)):
            start = design(2, 2, rows, (fewer - 4) // (rows + 1))
            start[2].extend([(1,) + (0,) * rows] * (fewer - items(start)))
            ratio, best = annealed(key, start, seconds, seed)
            kinds = sorted({column: best[2].count(column) for column in best[2]}.items())
            print(f"  n = {fewer}: best margin {ratio:.5f}, {best[:2]} {kinds[-4:]}", flush=True)
    large = design(1050, 1050, 143, 92, shared=16)
    print(f"ami_min: n = {items(large)}, margin {margin(large, 'ami_min'):.5f}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0)
