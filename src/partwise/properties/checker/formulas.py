"""Formulas: as text, as trees, and their values as quotients where all variables are positive.

A tree is what a formula does, step by step; nothing is simplified, so every divisor and every root
is still there. ``given(x, y)`` is x, defined only where y is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from .algebra import LARGEST_POWER, NotShownError, Number, Polynomial, Quotient, Root
from .signs import Witnesses, factored, sign_of, square_root


class UndefinedError(Exception):
    """The formula has no value there: it divides by zero, or takes the root of a negative."""


class Tree(NamedTuple):
    """A formula: what is done, and to what.

    Examples
    --------
    >>> tree = parse("n11 / (n11 + n10)")
    >>> print(tree, sorted(tree.symbols))
    n11/(n11 + n10) ['n10', 'n11']
    """

    does: str  # a number, a name, + - * / ** or a function
    parts: tuple[Tree, ...] = ()

    @property
    def symbols(self) -> set[str]:
        """The names in the formula, but not pi."""
        if self.parts:
            return set().union(*(part.symbols for part in self.parts))
        return {self.does} if self.does.isidentifier() and self.does != "pi" else set()

    @property
    def subtrees(self) -> Iterator[Tree]:
        """The tree itself and all that it is made of."""
        yield self
        for part in self.parts:
            yield from part.subtrees

    def __str__(self) -> str:
        return _written(self)


def number(value: Number) -> Tree:
    """Return a number as a tree."""
    value = Fraction(value)
    if value < 0:
        return Tree("-", (number(-value),))
    whole = Tree(str(value.numerator))
    return whole if value.denominator == 1 else Tree("/", (whole, Tree(str(value.denominator))))


_STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2, "**": 4}


def _written(tree: Tree, least: int = 0) -> str:
    does, parts = tree
    if not parts:
        return does
    if does not in _STRENGTH:
        return f"{does}({', '.join(map(_written, parts))})"
    strength = _STRENGTH[does]
    if len(parts) == 1:
        strength, text = 3, f"-{_written(parts[0], 4)}"
    else:
        left, right = parts
        space = " " if strength == 1 else ""
        before = strength + (does == "**")
        text = f"{_written(left, before)}{space}{does}{space}{_written(right, strength + 1)}"
    return f"({text})" if strength < least else text


FUNCTIONS = ("sqrt", "log", "exp", "acos", "abs", "min", "max", "given", "sum", "matched")
_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"}


def parse(text: str) -> Tree:
    """Read a formula; nothing is evaluated as code.

    Examples
    --------
    >>> print(parse("1 - (2*sqrt(x) - y) / 3"))
    1 - (2*sqrt(x) - y)/3
    """
    return _read(ast.parse(text, mode="eval").body)


def _read(node: ast.expr) -> Tree:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return Tree(str(node.value))
    if isinstance(node, ast.Name):
        return Tree(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return Tree("-", (_read(node.operand),))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return Tree(_OPERATORS[type(node.op)], (_read(node.left), _read(node.right)))
    if isinstance(node, ast.Call) and _is_function(node.func) and node.args and not node.keywords:
        return Tree(ast.unparse(node.func), tuple(map(_read, node.args)))
    raise NotShownError(f"{ast.unparse(node)} cannot be part of a formula")


def _is_function(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in FUNCTIONS


def polynomial(text: str) -> Polynomial:
    """Read a polynomial; nobody has shown yet that its roots are of positive numbers.

    Examples
    --------
    >>> print(polynomial("(x + y)**2 - x*x*sqrt(x + y)"))
    -sqrt(x + y)*x**2 + x**2 + 2*x*y + y**2
    """
    return _polynomial(parse(text))


def _polynomial(tree: Tree) -> Polynomial:
    does, parts = tree
    if not parts:
        return Polynomial.constant(int(does)) if does.isdigit() else Polynomial.variable(does)
    first, *others = map(_polynomial, parts)
    if does == "sqrt":
        return Polynomial.variable(Root.of(first))
    power = others[0].as_number if others else None
    if does == "**" and isinstance(power, int) and 0 <= power <= LARGEST_POWER:
        return first**power
    if does == "/" and power:
        return first * Polynomial.constant(Fraction(1) / power)
    if does in "+-*":
        return _PLAIN[does](first, *others)
    raise NotShownError(f"{tree} is not a polynomial")


_PLAIN: dict[str, Callable[..., Polynomial]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, *y: x - y[0] if y else -x,
    "*": lambda x, y: x * y,
}


def evaluate(tree: Tree, places: Mapping[str, Quotient], witnesses: Witnesses) -> Quotient:
    """Return the value of an algebraic formula where its names have these values.

    Sums and whatever else is no algebra is looked up by its text.

    Raises
    ------
    UndefinedError
        If it has no value wherever the variables are positive.
    NotShownError
        If the witnesses do not show whether it has one.
    """
    return _Evaluation(places, witnesses).value(tree)


class _Evaluation:
    def __init__(self, places: Mapping[str, Quotient], witnesses: Witnesses) -> None:
        self.places, self.witnesses = places, witnesses
        self._known: dict[Tree, Quotient] = {}

    def value(self, tree: Tree) -> Quotient:
        if tree not in self._known:
            self._known[tree] = self._value(tree)
        return self._known[tree]

    def _value(self, tree: Tree) -> Quotient:
        does, parts = tree
        if not parts and does.isdigit():
            return Quotient.of(int(does))
        if does == "**":
            return self._power(*parts)
        if does in _ACTIONS:
            return _ACTIONS[does](self, *map(self.value, parts))
        if (text := str(tree)) not in self.places:
            raise NotShownError(f"nothing is known about {text}")
        return self.places[text]

    def _power(self, base: Tree, exponent: Tree) -> Quotient:
        number = self.value(exponent).as_number
        power = None if number is None else Fraction(number)
        if power is None or power.denominator > 2 or abs(power) > LARGEST_POWER:
            raise NotShownError(f"the power {exponent}")
        value = self.value(base) if power.denominator == 1 else self.root(self.value(base))
        result = value ** abs(power.numerator)
        return result if power >= 0 else self.over(Quotient.of(1), result)

    def sign(self, value: Quotient) -> int:
        return sign_of(value, self.witnesses)

    def over(self, above: Quotient, below: Quotient) -> Quotient:
        if self.sign(below) == 0:
            raise UndefinedError("division by zero")
        return above * below.inverse(factored(below.above, self.witnesses))

    def root(self, value: Quotient) -> Quotient:
        which = self.sign(value)
        if which < 0:
            raise UndefinedError("the root of a negative number")
        return square_root(value, self.witnesses) if which else value

    def larger(self, first: Quotient, *others: Quotient) -> Quotient:
        for other in others:
            first = first if self.sign(first - other) >= 0 else other
        return first


_ACTIONS: dict[str, Callable[..., Quotient]] = {
    "+": lambda _, x, y: x + y,
    "-": lambda _, x, *y: x - y[0] if y else -x,
    "*": lambda _, x, y: x * y,
    "/": _Evaluation.over,
    "sqrt": _Evaluation.root,
    "abs": lambda e, x: e.larger(x, -x),
    "max": _Evaluation.larger,
    "min": lambda e, *x: -e.larger(*(-one for one in x)),
    "given": lambda _, x, *__: x,
}
