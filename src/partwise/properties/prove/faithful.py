"""Whether a tree does what the formula does: both run on the same counts, or on the same tables."""

from __future__ import annotations

import math
import operator
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Any

import mpmath
import numpy as np

from partwise.base import NotRationalError, ops
from partwise.catalogue import Index
from partwise.properties.checker.formulas import Tree
from partwise.properties.prove.tracing import COUNTS
from partwise.properties.search.enumeration import enumeration
from partwise.tables import Contingency, ExactTable, FloatTable, PairCounts, contingency

_DIGITS = 50
_CLOSE = {"pairs": 1e-15, "table": 1e-9}  # tables round in floats, and not in the same order
_SMALL_TOTALS = (0, 1, 3, 6)
_LARGE_DRAWS = 200
_MOST_NUMBERS = 30
_MOST_ENUMERATED, _MOST_EXACT, _DRAWS, _LARGEST = 4, 20, 60, 2000  # items of tables


@lru_cache(maxsize=64)  # each property of an index asks
def is_faithful(tree: Tree, index: Index) -> bool:
    """Whether a tree has the values of the index's formula.

    Tried on all small counts or tables, on large ones drawn at random, and on the numbers in the
    formula.

    Examples
    --------
    >>> import partwise as pw
    >>> from partwise.properties.checker.formulas import parse
    >>> is_faithful(parse("n11/(n11 + n10)"), pw.index("wallace_1"))
    True
    >>> is_faithful(parse("row_maxima/n"), pw.index("purity"))
    False
    """
    numbers = sorted({int(part.does) for part in tree.subtrees if part.does.isdigit()})
    if index.kind == "table":
        return all(
            _agree_on(tree, index, table) for table in (*_tables(), *_special_tables(numbers))
        )
    counts = (*_counts(), *_special_counts(numbers))
    return all(_agree_at(tree, index, one) for one in counts)


def _agree_at(tree: Tree, index: Index, counts: tuple[int, ...]) -> bool:
    try:
        return _agree(tree, index, PairCounts(*map(Fraction, counts)))
    except NotRationalError:
        with mpmath.workdps(_DIGITS):
            return _agree(tree, index, PairCounts(*map(mpmath.mpf, counts)))


def _agree_on(tree: Tree, index: Index, table: Contingency) -> bool:
    try:
        view = ExactTable(table) if table.n <= _MOST_EXACT else FloatTable(table)
        return _agree(tree, index, view)
    except NotRationalError:
        return _agree(tree, index, FloatTable(table))


def _agree(tree: Tree, index: Index, data: Any) -> bool:
    with np.errstate(all="ignore"):
        first = _value(lambda: index.formula(data))
        second = _value(lambda: value(tree, data))
    if first is None or second is None:
        return first is second
    return bool(first == second or abs(first - second) <= _CLOSE[index.kind] * (1 + abs(first)))


def _value(compute: Callable[[], Any]) -> Any | None:
    """Return a value; None if there is none."""
    try:
        number = compute()
        has_value = not isinstance(number, complex | mpmath.mpc) and mpmath.isfinite(number)
    except NotRationalError:
        raise
    except (ArithmeticError, ValueError, TypeError):
        return None
    return number if has_value else None


def value(tree: Tree, data: Any) -> Any:
    """Return the value of a formula for pair counts, or for what a formula sees of a table.

    Raises
    ------
    NotRationalError
        If the numbers are fractions, but the value is not.
    """
    does, parts = tree
    if not parts:
        return _named(does, data)
    known = [value(part, data) for part in parts]
    if does in ("sum", "matched"):
        return getattr(data, does)(known[0])
    return _ACTIONS[does](*known)


def _named(name: str, data: Any) -> Any:
    if name.isdigit():
        return int(name)
    if name == "pi":
        return _pi(data.n11) if isinstance(data, PairCounts) else math.pi
    is_table = not isinstance(data, PairCounts)
    return getattr(data.pairs if is_table and name in COUNTS else data, name)


def _pi(like: Any) -> Any:
    if isinstance(like, Fraction):
        raise NotRationalError("π is not a fraction")
    return +mpmath.pi


_ACTIONS: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": lambda x, *y: x - y[0] if y else -x,
    "*": operator.mul,
    "/": operator.truediv,
    "**": operator.pow,
    "sqrt": ops.sqrt,
    "log": ops.log,
    "exp": ops.exp,
    "acos": lambda x: ops.arccos(x, ops.maximum(1 - x * x, 0)),
    "abs": ops.absolute,
    "min": ops.minimum,
    "max": ops.maximum,
    "given": lambda x, *_: x,
}


# --- counts


@cache
def _counts() -> tuple[tuple[int, ...], ...]:
    rng = random.Random(18)  # noqa: S311 - nothing secret
    small = [counts for total in _SMALL_TOTALS for counts in _summing_to(total)]
    large = [
        tuple(rng.choice((0, 1, 1, 1)) * rng.randrange(10 ** rng.randrange(1, 7)) for _ in COUNTS)
        for _ in range(_LARGE_DRAWS)
    ]
    return (*small, *map(_of_items, large))


def _summing_to(total: int) -> Iterator[tuple[int, ...]]:
    for n11, n10, n01 in product(range(total + 1), repeat=3):
        if n11 + n10 + n01 <= total:
            yield n11, n10, n01, total - n11 - n10 - n01


def _of_items(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Raise the largest count, so that some number of items has that many pairs."""
    n = (1 + math.isqrt(8 * sum(counts) + 1)) // 2 + 1
    missing = n * (n - 1) // 2 - sum(counts)
    place = counts.index(max(counts))
    return tuple(c + missing * (i == place) for i, c in enumerate(counts))


def _special_counts(numbers: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield counts of which one is a number that the formula has, or next to one."""
    near = sorted({max(0, n + step) for n in numbers for step in (-1, 0, 1)})
    for n, place in product(near[:_MOST_NUMBERS], range(len(COUNTS))):
        for others in (3, n + 10):
            yield _of_items(tuple(n if place == i else others + i for i in range(len(COUNTS))))


# --- tables


@cache
def _tables() -> tuple[Contingency, ...]:
    small = [enumeration(n) for n in range(1, _MOST_ENUMERATED + 1)]
    return (
        *(tables.contingency(i) for tables in small for i in range(tables.count)),
        *map(_drawn, range(5, 5 + _DRAWS)),
        *(_drawn(n) for n in (200, 700, _LARGEST)),
    )


@cache
def _drawn(n: int) -> Contingency:
    rng = random.Random(n)  # noqa: S311 - nothing secret
    reference, candidate = ([rng.randrange(k) for _ in range(n)] for k in (n // 3 + 1, n // 2 + 1))
    return contingency(reference, candidate)


def _special_tables(numbers: list[int]) -> Iterator[Contingency]:
    """Yield tables of as many items as a number that the formula has, or one more or less."""
    for n in (n + step for n in numbers if n < _LARGEST for step in (-1, 0, 1)):
        if n > 0:
            yield _drawn(n)
