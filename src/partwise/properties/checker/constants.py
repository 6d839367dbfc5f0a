"""Exact numbers: those of conventions, and those in formulas."""

from __future__ import annotations

from .algebra import NotShownError, Polynomial, Quotient
from .formulas import Tree, UndefinedError, evaluate
from .signs import Factors, Witnesses

Bound = Quotient | float
"""An exact number, or plus or minus infinity."""

PI = Quotient(Polynomial.variable("pi"))


class _NoWitnesses:
    def factors(self, polynomial: Polynomial) -> Factors:
        return [(polynomial, 1)]


NO_WITNESSES: Witnesses = _NoWitnesses()


def constant(tree: Tree) -> Quotient:
    """Return a number; π is a positive variable about which nothing else is known.

    Examples
    --------
    >>> from .formulas import parse
    >>> print(constant(parse("1 - sqrt(8)/pi")))
    (pi - 2*sqrt(2))/(pi)
    """
    try:
        return evaluate(tree, {"pi": PI}, NO_WITNESSES)
    except UndefinedError as error:
        raise NotShownError(f"{tree} is not a number") from error
