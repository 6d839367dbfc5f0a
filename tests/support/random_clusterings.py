"""Random clusterings by brute force: every clustering, one after the other."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from functools import cache

from partwise import Contingency, Index, contingency
from support.oracle import set_partitions
from support.partitions import integer_partitions

__all__ = ["Margins", "Weighed", "mean_and_variance", "of_margins", "of_sides", "representative"]

Sizes = tuple[int, ...]
Margins = tuple[Sizes, Sizes]
Weighed = list[tuple[Fraction, Contingency]]


def representative(sizes: Sizes) -> tuple[int, ...]:
    """Return one clustering of given sizes."""
    return tuple(label for label, size in enumerate(sizes) for _ in range(size))


def _sizes(labels: tuple[int, ...]) -> Sizes:
    return tuple(sorted(Counter(labels).values(), reverse=True))


@cache
def of_margins(n: int) -> dict[Margins, list[tuple[int, Contingency]]]:
    """Return, for each pair of sizes, how often each table occurs among all candidates."""
    found: dict[Margins, list[tuple[int, Contingency]]] = {}
    for rows in integer_partitions(n):
        reference = representative(rows)
        seen: Counter[tuple[Sizes, tuple[tuple[int, ...], ...]]] = Counter()
        example = {}
        for candidate in set_partitions(n):
            columns: dict[int, list[int]] = {}
            for row, column in zip(reference, candidate, strict=True):
                columns.setdefault(column, [0] * len(rows))[row] += 1
            key = _sizes(candidate), tuple(sorted(map(tuple, columns.values())))
            seen[key] += 1
            example[key] = candidate
        for key, many in seen.items():
            table = contingency(reference, example[key])
            found.setdefault((rows, key[0]), []).append((many, table))
    return found


def of_sides(n: int, rows: Sizes | None, k_a: int | None, k_b: int | None) -> Weighed:
    """Return all tables of clusterings into k_A and k_B clusters (any number, if None).

    The reference has the sizes ``rows``, or is uniform as well if they are None.
    """
    counts = Counter(_sizes(labels) for labels in set_partitions(n))
    chosen = [
        (many * (counts[margins[0]] if rows is None else 1), table)
        for margins, tables in of_margins(n).items()
        for many, table in tables
        if (margins[0] == rows if rows else k_a in (None, len(margins[0])))
        and k_b in (None, len(margins[1]))
    ]
    total = sum(many for many, _ in chosen)
    return [(Fraction(many, total), table) for many, table in chosen]


def mean_and_variance(
    index: Index, weighed: Weighed
) -> tuple[Fraction, Fraction] | tuple[float, float]:
    """Average the values of an index, in fractions if it gives them."""
    if index.is_rational:
        values = [(c, index.evaluate(table, exact=True).value) for c, table in weighed]
        if all(isinstance(value, Fraction) for _, value in values):
            exact = [(c, Fraction(value)) for c, value in values]
            mean = sum((c * value for c, value in exact), Fraction(0))
            return mean, sum((c * (value - mean) ** 2 for c, value in exact), Fraction(0))
    floats = [(float(c), float(index.evaluate(table).value)) for c, table in weighed]
    average = math.fsum(c * value for c, value in floats)
    return average, math.fsum(c * (value - average) ** 2 for c, value in floats)
