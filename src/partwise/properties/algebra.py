"""Proofs that two SymPy expressions of numbers are equal."""

from __future__ import annotations

from typing import Any

from partwise.properties.enclosure import sign_of

__all__ = ["are_equal"]

_MOST_ROOTS = 4  # in a difference, of which the minimal polynomial is still found quickly


def are_equal(first: Any, second: Any) -> bool:
    """Whether two numbers are shown to be equal; False means that no proof was found.

    Examples
    --------
    >>> from sympy import Integer, log, sqrt
    >>> are_equal(sqrt(3 + 2 * sqrt(2)), 1 + sqrt(2))
    True
    >>> are_equal(log(8) / log(4), Integer(3) / 2)
    True
    """
    return (
        first == second
        or _vanishes(first - second)
        or _have_equal_squares(first, second)
        or _are_one_function(first, second)
        or _is_algebraic_zero(first - second)
    )


def _vanishes(difference: Any) -> bool:
    """Whether nothing is left over one denominator, multiplied out."""
    import sympy

    if sympy.expand(difference) == 0:
        return True
    numerator, _ = sympy.fraction(sympy.together(sympy.expand_log(difference, force=True)))
    if sympy.expand(numerator) == 0:
        return True
    has_only_roots = not difference.atoms(sympy.log, sympy.exp, sympy.acos)
    return has_only_roots and bool(sympy.expand(sympy.radsimp(difference)) == 0)


def _have_equal_squares(first: Any, second: Any) -> bool:
    import sympy

    half = sympy.Rational(1, 2)
    powers = first.atoms(sympy.Pow) | second.atoms(sympy.Pow)
    if not any(abs(power.exp) == half for power in powers):
        return False
    sign = sign_of(first, 60)
    return sign is not None and sign == sign_of(second, 60) and _vanishes(first**2 - second**2)


def _are_one_function(first: Any, second: Any) -> bool:
    """Whether both are one expression in one function, of arguments that are equal."""
    import sympy

    inside = sympy.Dummy()
    for function in (sympy.acos, sympy.exp, sympy.log):
        calls = [side.atoms(function) for side in (first, second)]
        if not all(len(found) == 1 for found in calls):
            continue
        one, other = (found.pop() for found in calls)
        if first.subs(one, inside) == second.subs(other, inside):
            return are_equal(one.args[0], other.args[0])
    return False


def _is_algebraic_zero(difference: Any) -> bool:
    import sympy

    if difference.atoms(sympy.Function) or difference.has(sympy.pi, sympy.E):
        return False
    powers = difference.atoms(sympy.Pow)
    if len(powers) > _MOST_ROOTS or not all(power.exp.is_Rational for power in powers):
        return False
    x = sympy.Dummy()
    return bool(sympy.minimal_polynomial(difference, x) == x)
