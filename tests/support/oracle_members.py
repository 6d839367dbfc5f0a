"""Every member of the vocabulary of formulas, counted from labels: slow, obvious and exact.

Sets of items and lists of pairs; no contingency table, and nothing of partwise.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import factorial, prod
from typing import Any, NamedTuple

import mpmath  # type: ignore[import-untyped, unused-ignore]
from mpmath import mp

from support.oracle import pair_counts
from support.oracle_families import (
    clusters,
    log_omega,
    moments_of_pairs,
    recovered,
    same_pairs,
    worth,
)
from support.oracle_information import DIGITS, GUARD, Information, Labels, sizes_of


class Cell(NamedTuple):
    """A cell that is not empty: n_ij, a_i and b_j."""

    cell: Any
    row: Any
    col: Any


CELL_TERMS: dict[str, Callable[[Any], Any]] = {
    "n_ij²": lambda t: t.cell * t.cell,
    "n_ij²/a_i": lambda t: t.cell * (t.cell / t.row),
    "n_ij²/b_j": lambda t: t.cell * (t.cell / t.col),
    "n_ij (a_i − b_j)²": lambda t: t.cell * (t.row - t.col) ** 2,
}
"""Expressions that formulas may add up, or match clusters by: of a cell, or of a view."""


def cells(a: Labels, b: Labels) -> list[Cell]:
    """Return every cell that is not empty, in order."""
    return sorted(
        Cell(len(x & y), len(x), len(y)) for x in clusters(a) for y in clusters(b) if x & y
    )


def members(a: Labels, b: Labels) -> dict[str, Any]:
    """Return every member by name; sums and matchings by the terms that they are of."""
    with mpmath.workdps(DIGITS + GUARD):
        return {**_counts(a, b), **_sums(a, b), **_information(a, b)}


def _counts(a: Labels, b: Labels) -> dict[str, Any]:
    rows, columns = clusters(a), clusters(b)
    in_order = zip(sorted(sizes_of(a))[::-1], sorted(sizes_of(b))[::-1], strict=False)
    links = [len(p & q) == 1 for p in same_pairs(a) for q in same_pairs(b)]
    return {
        "n": len(a),
        "k_a": len(rows),
        "k_b": len(columns),
        "row_maxima": sum(max(len(x & y) for y in columns) for x in rows),
        "column_maxima": sum(max(len(x & y) for x in rows) for y in columns),
        "same_clusters": recovered(a, b),
        "size_overlap": sum(min(pair) for pair in in_order),
        "linked_pairs": sum(links),
        "n11_variance": moments_of_pairs(sizes_of(a), sizes_of(b))[1],
        **dict(zip(("n11", "n10", "n01", "n00"), pair_counts(a, b), strict=True)),
    }


def _sums(a: Labels, b: Labels) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, term in CELL_TERMS.items():
        exact = [term(Cell(*map(Fraction, cell))) for cell in cells(a, b)]
        found[f"sum {name}"] = sum(exact, Fraction(0))
        found[f"matched {name}"] = worth(a, b, _of_sets(term))
    return found


def _of_sets(term: Callable[[Any], Any]) -> Callable[[Any, Any], Fraction]:
    return lambda x, y: Fraction(term(Cell(*map(Fraction, (len(x & y), len(x), len(y))))))


def _information(a: Labels, b: Labels) -> dict[str, Any]:
    t = Information(a, b)
    rows, columns, meet = sizes_of(a), sizes_of(b), sizes_of(zip(a, b, strict=True))
    ways = Fraction(
        factorial(len(a)) * prod(map(factorial, meet)),
        prod(map(factorial, rows)) * prod(map(factorial, columns)),
    )
    only_one = 1 in (len(rows), len(columns))
    return {
        "entropy_a": t.h_a.value(),
        "entropy_b": t.h_b.value(),
        "entropy_joint": t.h_ab.value(),
        "mutual_information": t.mutual.value(),
        "expected_mutual_information": t.expected().value(),
        "sd_mutual_information": mp.sqrt(t.variance()),
        "arrangement_information": mp.log(mp.mpf(ways.numerator) / ways.denominator) / len(a),
        "log_table_count": mp.mpf(0) if only_one else log_omega(rows, columns),
    }
