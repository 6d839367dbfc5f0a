"""Whether a tree does what the formula does: both run on the same counts, exactly if they can."""

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

from partwise.base import NotRationalError, ops
from partwise.catalogue import Index
from partwise.properties.checker.formulas import Tree
from partwise.properties.prove.faithful_tables import has_values_of
from partwise.properties.prove.tracing import COUNTS
from partwise.tables import PairCounts

_DIGITS = 50
_CLOSE, _ROUNDED = 1e-15, 1e-30
_SMALL_TOTALS = (0, 1, 3, 6)
_LARGE_DRAWS = 200
_MOST_NUMBERS = 30


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
    >>> is_faithful(parse("n11/(n11 + n01)"), pw.index("wallace_1"))
    False
    """
    if index.kind == "table":
        return has_values_of(tree, index)
    return all(_agree(tree, index, counts) for counts in (*_places(), *_special_places(tree)))


@cache
def _places() -> tuple[tuple[int, ...], ...]:
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


def _special_places(tree: Tree) -> Iterator[tuple[int, ...]]:
    """Yield counts of which one is a number that the formula has, or next to one."""
    numbers = {int(part.does) for part in tree.subtrees if part.does.isdigit()}
    near = sorted({max(0, n + step) for n in numbers for step in (-1, 0, 1)})
    for n, place in product(near[:_MOST_NUMBERS], range(len(COUNTS))):
        for others in (3, n + 10):
            yield _of_items(tuple(n if place == i else others + i for i in range(len(COUNTS))))


def _agree(tree: Tree, index: Index, counts: tuple[int, ...]) -> bool:
    try:
        first, second = _both(tree, index, tuple(map(Fraction, counts)))
    except NotRationalError:
        with mpmath.workdps(_DIGITS):
            first, second = _both(tree, index, tuple(map(mpmath.mpf, counts)))
    if first is None or second is None:
        return first is second
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        return first == second
    return bool(abs(first - second) <= _CLOSE * (1 + abs(first)))


def _both(tree: Tree, index: Index, counts: tuple[Any, ...]) -> tuple[Any, Any]:
    places = dict(zip(COUNTS, counts, strict=True))
    return _value(lambda: index.formula(PairCounts(*counts))), _value(lambda: value(tree, places))


def _value(compute: Callable[[], Any]) -> Any | None:
    """Return a value; None if there is none."""
    try:
        result = compute()
    except NotRationalError:
        raise
    except (ArithmeticError, ValueError):
        return None
    return (
        None if isinstance(result, complex | mpmath.mpc) or not mpmath.isfinite(result) else result
    )


def value(tree: Tree, places: dict[str, Any]) -> Any:
    """Return the value of a formula where its names have these values.

    Raises
    ------
    NotRationalError
        If the values are fractions, but that of the formula is not.
    """
    does, parts = tree
    if parts:
        return _ACTIONS[does](*(value(part, places) for part in parts))
    kind = type(next(iter(places.values())))
    if does == "pi":
        return _irrational(kind(0)) + mpmath.pi
    return places[does] if does in places else kind(does)


def _irrational(x: Any) -> Any:
    """Return a number with many digits; refuse a fraction, which asks for an exact result."""
    if isinstance(x, Fraction):
        raise NotRationalError("the value is not a fraction")
    return x


def _inside(x: Any, low: float, high: float) -> Any:
    """Return a number, or the end of a range that only rounding has made it leave."""
    x = _irrational(x)
    nearest = min(max(x, low), high)
    return nearest if abs(nearest - x) < _ROUNDED else x


_ACTIONS: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": lambda x, *y: x - y[0] if y else -x,
    "*": operator.mul,
    "/": operator.truediv,
    "**": operator.pow,
    "sqrt": lambda x: mpmath.sqrt(_inside(x, 0, math.inf)),
    "log": lambda x: ops.log(_irrational(x)),
    "exp": lambda x: mpmath.exp(_irrational(x)),
    "acos": lambda x: mpmath.acos(_inside(x, -1, 1)),
    "abs": abs,
    "min": min,
    "max": max,
    "given": lambda x, *_: x,
}
