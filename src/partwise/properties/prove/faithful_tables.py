"""Whether a tree does what the formula of a table index does: both see the same tables."""

from __future__ import annotations

import math
import operator
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from partwise.base import NotRationalError, ops
from partwise.catalogue import Index
from partwise.properties.checker.formulas import Tree
from partwise.properties.prove.tracing import COUNTS
from partwise.properties.search.enumeration import enumeration
from partwise.tables import Contingency, ExactTable, FloatTable, FormulaTable, contingency

_CLOSE = 1e-9  # both round, and not in the same order
_MOST_ENUMERATED, _MOST_EXACT, _DRAWS, _LARGEST = 4, 20, 60, 2000


def has_values_of(tree: Tree, index: Index) -> bool:
    """Whether a tree has the values of the formula of a table index.

    Tried on all tables of up to four items, on larger ones drawn at random, and on as many items as
    the numbers in the formula say.

    Examples
    --------
    >>> import partwise as pw
    >>> from partwise.properties.checker.formulas import parse
    >>> has_values_of(parse("column_maxima/n"), pw.index("purity"))
    True
    >>> has_values_of(parse("row_maxima/n"), pw.index("purity"))
    False
    """
    numbers = sorted({int(part.does) for part in tree.subtrees if part.does.isdigit()})
    special = (n + step for n in numbers if n < _LARGEST for step in (-1, 0, 1))
    tables = (*_tables(), *(_drawn(n) for n in special if n > 0))
    return all(_agree(tree, index, table) for table in tables)


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


def _agree(tree: Tree, index: Index, table: Contingency) -> bool:
    try:
        view = ExactTable(table) if table.n <= _MOST_EXACT else FloatTable(table)
        first, second = _both(tree, index, view)
    except NotRationalError:
        first, second = _both(tree, index, FloatTable(table))
    if first is None or second is None:
        return first is second
    return bool(first == second or abs(first - second) <= _CLOSE * (1 + abs(first)))


def _both(tree: Tree, index: Index, table: FormulaTable) -> Iterator[Any]:
    with np.errstate(all="ignore"):
        return iter([_value(lambda: index.formula(table)), _value(lambda: value(tree, table))])


def _value(compute: Callable[[], Any]) -> Fraction | float | None:
    """Return a value; None if there is none."""
    try:
        number = compute()
        if isinstance(number, Fraction):
            return number
        return float(number) if math.isfinite(float(number)) else None
    except NotRationalError:
        raise
    except (ArithmeticError, ValueError, TypeError):
        return None


def value(tree: Tree, table: FormulaTable) -> Any:
    """Return the value of a formula for a table.

    Raises
    ------
    NotRationalError
        If the table's numbers are fractions, but the value is not.
    """
    does, parts = tree
    if not parts:
        if does.isdigit():
            return int(does)
        if does == "pi":
            return math.pi
        return getattr(table.pairs if does in COUNTS else table, does)
    known = [value(part, table) for part in parts]
    if does in ("sum", "matched"):
        return getattr(table, does)(known[0])
    return _ACTIONS[does](*known)


_ACTIONS: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": lambda x, *y: x - y[0] if y else -x,
    "*": operator.mul,
    "/": operator.truediv,
    "**": operator.pow,
    "sqrt": ops.sqrt,
    "log": ops.log,
    "exp": ops.exp,
    "acos": lambda x: ops.arccos(x, 1 - x * x),
    "abs": ops.absolute,
    "min": ops.minimum,
    "max": ops.maximum,
    "given": lambda x, *_: x,
}
