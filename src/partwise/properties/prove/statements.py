"""What provers state about an index on a face: comparisons with a constant, and slopes."""

from __future__ import annotations

from typing import Any, TypeAlias

import sympy

from partwise.catalogue import Index
from partwise.properties.prove.certificates import Proof
from partwise.properties.prove.faces import Face
from partwise.properties.prove.outer import against, inside
from partwise.properties.prove.signs import NotProvedError

Expr: TypeAlias = Any


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
