"""What proofs by SymPy share: where a formula is defined, its layers, and numbers as declared."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, TypeAlias

from partwise.base import require
from partwise.catalogue import Index
from partwise.properties.prove.certificates import Proof
from partwise.properties.prove.signs import NotProvedError
from partwise.properties.prove.symbols import Condition, traced
from partwise.tables import PairCounts

sympy = require("sympy")

Expr: TypeAlias = Any

COUNTS: tuple[Expr, ...] = sympy.symbols("N11 N10 N01 N00", positive=True)
X, Y, TOTAL = sympy.symbols("x y N", positive=True)
_WHERE = "m_A = N·x/(1+x), m_B = N·y/(1+y)"


def on_counts(
    index: Index, counts: tuple[Expr, ...], variables: tuple[Expr, ...], proof: Proof, where: str
) -> Expr | None:
    """Return the formula's value for counts in positive variables; None if it is undefined."""
    numbers, conditions = traced(*counts)
    try:
        value = index.formula(PairCounts(*numbers))
    except ZeroDivisionError:
        return None
    if not conditions_met(conditions, variables, proof, where):
        return None
    return sympy.sympify(getattr(value, "expr", value))


def conditions_met(
    conditions: list[Condition], variables: tuple[Expr, ...], proof: Proof, where: str
) -> bool:
    """Whether a formula is defined wherever the variables are positive, or nowhere there."""
    return all(
        _is_met(condition, variables, proof, where) for condition in dict.fromkeys(conditions)
    )


def _is_met(condition: Condition, variables: tuple[Expr, ...], proof: Proof, where: str) -> bool:
    kind, about = condition
    if kind == "cosine":
        signs = [
            proof.sign(f"1 {sign} cosine", one + about * factor, variables, where)
            for one, sign, factor in ((1, "−", -1), (1, "+", 1))
        ]
        if min(signs) < 0:
            raise NotProvedError("the arccosine of a number beyond ±1")
        return True
    sign = proof.sign(kind, about, variables, where)
    if kind == "divisor":
        return sign != 0
    return sign > 0 or (kind == "radicand" and sign == 0)


def constant(value: float | Fraction) -> Expr:
    """Return a declared number exactly; a float that is the root of a small fraction is that root.

    Examples
    --------
    >>> constant(0.25), constant(2**0.5)
    (1/4, sqrt(2))
    """
    if math.isinf(value):
        return sympy.oo if value > 0 else -sympy.oo
    exact = Fraction(value)
    if exact.denominator > 2**20:
        square = (exact * exact).limit_denominator(1000)
        if math.sqrt(square) == value:
            return sympy.sqrt(sympy.Rational(square.numerator, square.denominator))
    return sympy.Rational(exact.numerator, exact.denominator)


def layer(expr: Expr) -> tuple[Expr, Expr, str, Expr] | None:
    """Split factor·f(inside) + offset; None if there is no such f."""
    symbols = expr.free_symbols
    if not symbols:
        return None
    offset, rest = expr.as_independent(*symbols, as_Add=True)
    factor, core = rest.as_independent(*symbols, as_Add=False)
    if isinstance(core, sympy.acos):
        return factor, offset, "acos", core.args[0]
    if core.is_Pow and core.exp == sympy.Rational(1, 2) and core.base.is_Add:
        return factor, offset, "root", core.base
    return None


def sense(index: Index) -> int:
    """Return 1 if larger means more alike, −1 if less."""
    return 1 if index.direction == "similarity" else -1


def demand(truth: bool, otherwise: str) -> None:
    """Give up unless something is true."""
    if not truth:
        raise NotProvedError(otherwise)


def at_expected(index: Index, proof: Proof) -> Expr:
    """Return V at the expected pair counts, as a function of x, y and N."""
    unit = TOTAL / ((1 + X) * (1 + Y))
    counts = (unit * X * Y, unit * X, unit * Y, unit)
    value = on_counts(index, counts, (X, Y, TOTAL), proof, _WHERE)
    demand(value is not None, "the formula is undefined at the expected counts")
    return value
