"""What provers state about an index on a face: comparisons with a constant, and slopes.

Strictly monotone functions around a formula (arccosines, roots, factors and offsets) are taken off
first: what lies inside rises where the whole rises, or falls, and comparing the whole with a
constant is comparing the inside with another constant. So only the inside has to be algebraic.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from partwise.base import require
from partwise.catalogue import Index
from partwise.properties.prove.certificates import Proof
from partwise.properties.prove.faces import Face
from partwise.properties.prove.signs import NotProvedError

sympy = require("sympy")

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
    turned = 1
    for factor, _, function in around:
        turned *= _sign(factor) * (-1 if function == "acos" else 1)
    return core, turned


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
    turned = 1
    while (split := layer(expr)) is not None:
        factor, offset, function, expr = split
        bound = (bound - offset) / factor
        turned *= _sign(factor)
        if function == "acos":
            if not (bound.is_nonnegative and (sympy.pi - bound).is_nonnegative):
                raise NotProvedError(f"{bound} is no angle")
            bound, turned = sympy.cos(bound), -turned
        elif function == "root":
            if not bound.is_nonnegative:
                raise NotProvedError(f"{bound} is negative")
            bound = sympy.expand(bound**2)
    return expr - bound, turned


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


def sense(index: Index) -> int:
    """Return 1 if larger means more alike, −1 if less."""
    return 1 if index.direction == "similarity" else -1


def demand(truth: bool, otherwise: str) -> None:
    """Give up unless something is true."""
    if not truth:
        raise NotProvedError(otherwise)


def compare(value: Expr, bound: Expr, face: Face, proof: Proof) -> int:
    """Return the sign of ``value − bound`` on a face."""
    if value.is_infinite or bound.is_infinite:
        return int(sympy.sign(value if value.is_infinite else -bound)) if value != bound else 0
    difference, turned = against(value, bound)
    what = f"V − {bound}" if bound != 0 else "V"
    if difference != value - bound:
        what = f"what the sign of {what} hinges on"
    if turned < 0:
        what += " (falls as V rises)"
    return turned * proof.sign(what, difference, face.symbols, str(face))


def slope(value: Expr, direction: dict[str, int], face: Face, proof: Proof) -> int:
    """Return the sign of the derivative in a direction, such as {"N10": −1, "N11": 1}."""
    core, turned = inside(value)
    derivative = sum(
        (change * sympy.diff(core, sympy.Symbol(name, positive=True)))
        for name, change in direction.items()
    )
    what = "slope of V along " + ", ".join(
        f"{name} {'up' if change > 0 else 'down'}" for name, change in direction.items()
    )
    if core is not value:
        what += f", or of what is inside, with which V {'rises' if turned > 0 else 'falls'}"
    return turned * proof.sign(what, derivative, face.symbols, str(face))
