"""The exact law of random tables, by listing them all, and a test of whether samples follow it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import stats

__all__ = ["Sizes", "Table", "all_tables", "exact_law", "fits"]

Sizes: TypeAlias = tuple[int, ...]
Table: TypeAlias = tuple[Sizes, ...]


def arrangements(row: int, columns: Sizes) -> Iterator[Sizes]:
    """All ways to take a row's items out of the columns."""
    if len(columns) == 1:
        if row <= columns[0]:
            yield (row,)
        return
    for first in range(min(row, columns[0]) + 1):
        for rest in arrangements(row - first, columns[1:]):
            yield (first, *rest)


def all_tables(rows: Sizes, columns: Sizes) -> Iterator[Table]:
    if not rows:
        yield ()
        return
    for row in arrangements(rows[0], columns):
        left = tuple(b - x for b, x in zip(columns, row, strict=True))
        for rest in all_tables(rows[1:], left):
            yield (row, *rest)


def exact_law(rows: Sizes, columns: Sizes) -> dict[Table, Fraction]:
    """The share of the permutations of labels that give each table."""
    factorials = math.prod(math.factorial(size) for size in rows + columns)
    law = {
        table: Fraction(
            factorials,
            math.factorial(sum(rows)) * math.prod(math.factorial(x) for row in table for x in row),
        )
        for table in all_tables(rows, columns)
    }
    assert sum(law.values()) == 1
    return law


def fits(observed: NDArray[Any], chances: NDArray[Any]) -> bool:
    """Pearson's test, with values of small expectation taken together."""
    expected = chances * observed.sum()
    order = np.argsort(expected)
    group = np.floor(np.cumsum(expected[order]) / 10).astype(int)
    sums = [np.bincount(group, weights=x[order]) for x in (observed, expected)]
    kept = sums[1] > 0
    seen, awaited = sums[0][kept], sums[1][kept]
    statistic = float((((seen - awaited) ** 2) / awaited).sum())
    return bool(stats.chi2.sf(statistic, len(seen) - 1) > 1e-4)
