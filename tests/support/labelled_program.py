"""A linear program over pairs of labelled clusterings: slow, and independent of tables.

The largest margin with which an index of n items can be monotone and a distance with a constant
baseline, straight from the paper's definitions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from scipy.optimize import linprog

from support.partitions import grouped, perfect_merges, perfect_splits, rgs
from support.set_partitions import set_partitions

__all__ = ["margin_of_labels"]

Labels: TypeAlias = tuple[int, ...]
Row: TypeAlias = dict[Any, int]

BEST, BASE, MARGIN = "c_max", "c_base", "margin"


def margin_of_labels(n: int) -> float:
    """Return the largest margin, over values from −1 to 1."""
    every = set_partitions(n)
    names = [*product(every, every), BEST, BASE, MARGIN]
    equations = [*_same_for_renamed_items(every), *_symmetric(every), *_best(every), *_means(every)]
    inequalities = [*_others(every), *_improvements(every), *_triangles(every)]
    cost = np.array([-float(name == MARGIN) for name in names])
    places = {name: place for place, name in enumerate(names)}
    equal, at_least = (_matrix(rows, places) for rows in (equations, inequalities))
    zeros = (np.zeros(len(equations)), np.zeros(len(inequalities)))
    solution = linprog(cost, -at_least, zeros[1], equal, zeros[0], [(-1, 1)] * len(names))
    return float(-solution.fun)


def _matrix(rows: list[Row], places: dict[Any, int]) -> Any:
    dense = np.zeros((len(rows), len(places)))
    for i, row in enumerate(rows):
        for name, factor in row.items():
            dense[i, places[name]] = factor
    return dense


def _same_for_renamed_items(every: list[Labels]) -> Iterator[Row]:
    """Swaps of neighbours make up all renamings."""
    n = len(every[0])
    for i in range(n - 1):
        order = [*range(i), i + 1, i, *range(i + 2, n)]
        renamed = {a: rgs(grouped(a[item] for item in order)) for a in every}
        for a, b in product(every, every):
            if (a, b) != (renamed[a], renamed[b]):
                yield {(a, b): 1, (renamed[a], renamed[b]): -1}


def _symmetric(every: list[Labels]) -> Iterator[Row]:
    return ({(a, b): 1, (b, a): -1} for a, b in product(every, every) if a != b)


def _best(every: list[Labels]) -> Iterator[Row]:
    return ({(a, a): 1, BEST: -1} for a in every)


def _others(every: list[Labels]) -> Iterator[Row]:
    return ({BEST: 1, (a, b): -1, MARGIN: -1} for a, b in product(every, every) if a != b)


def _proper(every: list[Labels]) -> list[Labels]:
    return [a for a in every if 1 < len(set(a)) < len(a)]


def _means(every: list[Labels]) -> Iterator[Row]:
    by_sizes: dict[tuple[int, ...], list[Labels]] = {}
    for b in every:
        by_sizes.setdefault(tuple(sorted(map(b.count, set(b)))), []).append(b)
    for a, candidates in product(_proper(every), by_sizes.values()):
        yield {**{(a, b): 1 for b in candidates}, BASE: -len(candidates)}


def _improvements(every: list[Labels]) -> Iterator[Row]:
    for a, b in product(_proper(every), every):
        for moves in (perfect_splits, perfect_merges):
            for better in map(rgs, moves(grouped(a), grouped(b))):
                yield {(a, better): 1, (a, b): -1, MARGIN: -1}
                yield {(better, a): 1, (b, a): -1, MARGIN: -1}


def _triangles(every: list[Labels]) -> Iterator[Row]:
    for a, b, c in product(every, repeat=3):
        if len({a, b, c}) == 3:
            yield {(a, c): 1, BEST: 1, (a, b): -1, (b, c): -1}
