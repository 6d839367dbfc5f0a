"""What a formula does, as a SymPy expression: for algebra that needs no signs.

It is made from the tree of the formula, so a formula with branches has none. Sums over cells become
symbols of unknown sign; constant factors of a sum stand before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from partwise.base import require
from partwise.catalogue import Index
from partwise.properties.checker.formulas import Tree
from partwise.properties.prove.tracing import COUNTS, traced

sympy = require("sympy", "proofs")

Expr: TypeAlias = Any

_POSITIVE = (
    *COUNTS, "n", "k_a", "k_b", "cell", "row", "col", "row_maxima", "column_maxima", "entropy_a",
    "entropy_b", "entropy_joint",
)  # fmt: skip
_OF_CELLS = ("cell", "row", "col")
_TWINS = (
    ("n10", "n01"),
    ("k_a", "k_b"),
    ("row", "col"),
    ("row_maxima", "column_maxima"),
    ("entropy_a", "entropy_b"),
)
_SWAPPED = {name: twin for pair in _TWINS for name, twin in (pair, pair[::-1])}


def symbol(name: str) -> Expr:
    """Return what stands for a count, or for another part of a formula.

    Pair counts and entropies may be zero: an equation that holds where they are positive holds
    there by continuity.
    """
    return sympy.Symbol(name, positive=True) if name in _POSITIVE else sympy.Symbol(name, real=True)


def expression(index: Index, swapped: bool = False) -> Expr:
    """Return the formula of an index; ``swapped`` exchanges reference and candidate.

    Raises
    ------
    NotTraceableError
        If the formula has branches, loops or state.

    Examples
    --------
    >>> import partwise as pw
    >>> expression(pw.index("wallace_1")), expression(pw.index("wallace_1"), swapped=True)
    (n11/(n10 + n11), n11/(n01 + n11))
    >>> expression(pw.Index("own", "own", "table", lambda t: t.sum(3 * t.cell + t.cell**2 / t.n)))
    3*n + sum(cell**2)/n
    """
    return _read(traced(index), swapped)


def positive_symbols(*expressions: Expr) -> tuple[Expr, ...]:
    """Return the symbols that stand for positive numbers, in the order of their names."""
    names = set().union(*(one.free_symbols for one in expressions))
    return tuple(sorted((name for name in names if name.is_positive), key=str))


def _read(tree: Tree, swapped: bool) -> Expr:
    does, parts = tree
    if not parts:
        if does == "pi":
            return sympy.pi
        if does.isdigit():
            return sympy.Integer(int(does))
        return symbol(_SWAPPED.get(does, does) if swapped else does)
    values = [_read(part, swapped) for part in parts]
    if does in ("sum", "matched"):
        return (_sum if does == "sum" else _matched)(values[0])
    return _ACTIONS[does](*values)


def _sum(terms: Expr) -> Expr:
    """Return the sum over the cells: a symbol for each term, and n for that of the cells."""
    of_cells = [symbol(name) for name in _OF_CELLS]
    total = sympy.Integer(0)
    for term in sympy.Add.make_args(sympy.expand(terms)):
        factor, inside = term.as_independent(*of_cells, as_Add=False)
        total += factor * (symbol("n") if inside == of_cells[0] else symbol(f"sum({inside})"))
    return total


def _matched(terms: Expr) -> Expr:
    return symbol(f"matched({sympy.expand(terms)})")


_ACTIONS: dict[str, Callable[..., Expr]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, *y: x - y[0] if y else -x,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "**": lambda x, y: x**y,
    "sqrt": sympy.sqrt,
    "log": sympy.log,
    "exp": sympy.exp,
    "acos": sympy.acos,
    "abs": sympy.Abs,
    "min": sympy.Min,
    "max": sympy.Max,
    "given": lambda x, *_: x,
}
