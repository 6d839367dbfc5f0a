"""Strictly monotone functions around a formula: arccosines, roots, factors and offsets.

What lies inside rises where the whole rises, or falls; and comparing the whole with a constant is
comparing the inside with another constant. So only the inside has to be algebraic.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import sympy

from partwise.properties.prove.signs import NotProvedError

Expr: TypeAlias = Any


def inside(expr: Expr) -> tuple[Expr, int]:
    """Return what is inside, and whether the whole rises (1) or falls (−1) with it.

    Examples
    --------
    >>> x = sympy.Symbol("x", positive=True)
    >>> inside(1 - sympy.acos(x / 2) / sympy.pi)
    (x/2, 1)
    """
    around, core = layers(expr)
    sense = 1
    for factor, _, function in around:
        sense *= _sign(factor) * (-1 if function == "acos" else 1)
    return core, sense


def layers(expr: Expr) -> tuple[list[tuple[Expr, Expr, str]], Expr]:
    """Return factor, offset and function of each layer, the outermost first, and the inside."""
    around = []
    while (split := layer(expr)) is not None:
        factor, offset, function, expr = split
        around.append((factor, offset, function))
    return around, expr


def against(expr: Expr, bound: Expr) -> tuple[Expr, int]:
    """Return an expression whose sign, times the second, is that of ``expr − bound``.

    Examples
    --------
    >>> x = sympy.Symbol("x", positive=True)
    >>> against(sympy.acos(x) / sympy.pi, sympy.Rational(1, 2))
    (x, -1)
    """
    sense = 1
    while (split := layer(expr)) is not None:
        factor, offset, function, expr = split
        bound = (bound - offset) / factor
        sense *= _sign(factor)
        if function == "acos":
            if not (bound.is_nonnegative and (sympy.pi - bound).is_nonnegative):
                raise NotProvedError(f"{bound} is no angle")
            bound, sense = sympy.cos(bound), -sense
        elif function == "root":
            if not bound.is_nonnegative:
                raise NotProvedError(f"{bound} is negative")
            bound = sympy.expand(bound**2)
    return expr - bound, sense


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


def _sign(factor: Expr) -> int:
    if factor.is_positive:
        return 1
    if factor.is_negative:
        return -1
    raise NotProvedError(f"the sign of {factor} is unknown")
