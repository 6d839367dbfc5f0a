"""Symbols that remember what a formula divided by and of what it took roots.

SymPy cancels on its own: (x − y)/(x − y) becomes 1, although it is undefined where x = y. A proof
has to know where a formula is defined, so it runs the formula on these numbers instead.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias

import sympy

from partwise.base import NotRationalError

Expr: TypeAlias = Any
ConditionKind: TypeAlias = Literal["divisor", "radicand", "logarithm", "cosine"]


class Condition(NamedTuple):
    """What must be true for a formula to be defined: of what kind, and about which expression."""

    kind: ConditionKind
    about: Expr


class _Functions:
    """The functions of :mod:`partwise.base.ops`, for traced numbers."""

    def __init__(self, conditions: list[Condition]) -> None:
        self._conditions = conditions
        self.pi = sympy.pi

    def require(self, kind: ConditionKind, about: Expr) -> Expr:
        if kind == "divisor" and about == 0:
            raise ZeroDivisionError
        if about.free_symbols or not _obvious(kind, about):
            self._conditions.append(Condition(kind, about))
        return about

    def sqrt(self, x: Traced) -> Traced:
        return Traced(sympy.sqrt(self.require("radicand", x.expr)), self)

    def log(self, x: Traced) -> Traced:
        return Traced(sympy.log(self.require("logarithm", x.expr)), self)

    def exp(self, x: Traced) -> Traced:
        return Traced(sympy.exp(x.expr), self)

    def acos(self, x: Traced) -> Traced:
        return Traced(sympy.acos(self.require("cosine", x.expr)), self)

    def floor(self, x: Traced) -> Traced:
        return x  # only taken of the number of items, which is whole

    def Rational(self, above: int, below: int) -> Traced:  # noqa: N802
        return Traced(sympy.Rational(above, below), self)

    def Min(self, x: object, y: object) -> Traced:  # noqa: N802
        return Traced(sympy.Min(_expr(x), _expr(y)), self)

    def Max(self, x: object, y: object) -> Traced:  # noqa: N802
        return Traced(sympy.Max(_expr(x), _expr(y)), self)


def _obvious(kind: ConditionKind, number: Expr) -> bool:
    if kind == "divisor":
        return bool(number.is_nonzero)
    if kind == "cosine":
        return bool((1 - number).is_nonnegative and (1 + number).is_nonnegative)
    return bool(number.is_positive or (kind == "radicand" and number.is_zero))


def _expr(x: object) -> Expr:
    if isinstance(x, Traced):
        return x.expr
    if isinstance(x, float):
        return sympy.Rational(*x.as_integer_ratio())
    if isinstance(x, Fraction):
        return sympy.Rational(x.numerator, x.denominator)
    return sympy.sympify(x, strict=True)


class Traced:
    """A SymPy expression that notes the conditions under which it is defined."""

    __slots__ = ("context", "expr")

    def __init__(self, expr: Expr, context: _Functions) -> None:
        self.expr = expr
        self.context = context

    def _of(self, expr: Expr) -> Traced:
        return Traced(expr, self.context)

    def __add__(self, other: object) -> Traced:
        return self._of(self.expr + _expr(other))

    __radd__ = __add__

    def __sub__(self, other: object) -> Traced:
        return self._of(self.expr - _expr(other))

    def __rsub__(self, other: object) -> Traced:
        return self._of(_expr(other) - self.expr)

    def __mul__(self, other: object) -> Traced:
        return self._of(self.expr * _expr(other))

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Traced:
        return self._of(self.expr / self.context.require("divisor", _expr(other)))

    def __rtruediv__(self, other: object) -> Traced:
        return self._of(_expr(other) / self.context.require("divisor", self.expr))

    def __pow__(self, exponent: object) -> Traced:
        power = _expr(exponent)
        if not power.is_Rational:
            raise NotRationalError("a power with a variable exponent")
        if power < 0:
            self.context.require("divisor", self.expr)
        if not power.is_Integer:
            self.context.require("radicand", self.expr)
        return self._of(self.expr**power)

    def __neg__(self) -> Traced:
        return self._of(-self.expr)

    def __pos__(self) -> Traced:
        return self

    def __abs__(self) -> Traced:
        return self._of(sympy.Abs(self.expr))


def traced(*values: Expr) -> tuple[list[Traced], list[Condition]]:
    """Return traced numbers and the list into which they write their conditions.

    Examples
    --------
    >>> (x, y), conditions = traced(*sympy.symbols("x y", positive=True))
    >>> ((x - y) / (x - y)).expr, conditions
    (1, [Condition(kind='divisor', about=x - y)])
    """
    conditions: list[Condition] = []
    functions = _Functions(conditions)
    return [Traced(sympy.sympify(value), functions) for value in values], conditions
