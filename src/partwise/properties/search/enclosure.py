"""Signs of SymPy expressions of numbers, decided by intervals and algebra."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from partwise.base import ExactReal, require

_BITS_PER_DIGIT = math.log2(10)
_MOST_DIGITS = 2000


def sign_of(expression: Any, digits: int) -> int | None:
    """Return the sign of a number; None if that many digits and algebra do not decide it.

    Examples
    --------
    >>> import sympy
    >>> sign_of(sympy.sqrt(2) - sympy.Rational(141421356237, 10**11), digits=20)
    1
    """
    try:
        return real_of(expression).proved_sign(math.ceil(digits * _BITS_PER_DIGIT))
    except ArithmeticError:
        return None


def real_of(expression: Any) -> ExactReal:
    """Return the number that a SymPy expression is.

    Raises
    ------
    ArithmeticError
        If it has no value: it divides by zero, or takes the root or logarithm of what has none.
    TypeError
        If the expression holds anything but roots, logarithms, exponentials, arccosines and
        logarithms of the gamma function of rational numbers, and π.

    Examples
    --------
    >>> import sympy
    >>> real_of(sympy.sqrt(2)) ** 2 == 2
    True
    """
    sympy = require("sympy")

    if expression.is_Rational:
        return ExactReal(Fraction(int(expression.p), int(expression.q)))
    if expression is sympy.pi:
        return ExactReal.pi
    if expression is sympy.E:
        return ExactReal(1).exp()
    parts = [real_of(part) for part in expression.args]
    if expression.is_Add:
        return sum(parts, ExactReal(0))
    if expression.is_Mul:
        return math.prod(parts, start=ExactReal(1))
    if expression.is_Pow:
        return parts[0] ** parts[1]
    function = _FUNCTIONS.get(expression.func.__name__)
    if function is None:
        raise TypeError(f"no interval for {expression.func.__name__}")
    return function(*parts)


def log_gamma(x: ExactReal) -> ExactReal:
    """Return the logarithm of the gamma function of a positive number."""
    if x <= 0:
        raise ArithmeticError("the gamma function of a number that is not positive")
    return ExactReal.made("loggamma", (x,))


_FUNCTIONS: dict[str, Callable[..., ExactReal]] = {
    "log": ExactReal.log,
    "exp": ExactReal.exp,
    "acos": ExactReal.acos,
    "loggamma": log_gamma,
    "Abs": abs,
    "Max": max,
    "Min": min,
}


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
        or sign_of(first - second, _MOST_DIGITS) == 0
        or _vanishes(first - second)
        or _have_equal_squares(first, second)
        or _are_one_function(first, second)
    )


def _vanishes(difference: Any) -> bool:
    """Whether nothing is left over one denominator, multiplied out."""
    sympy = require("sympy")

    if sympy.expand(difference) == 0:
        return True
    numerator, _ = sympy.fraction(sympy.together(sympy.expand_log(difference, force=True)))
    if sympy.expand(numerator) == 0:
        return True
    has_only_roots = not difference.atoms(sympy.log, sympy.exp, sympy.acos)
    return has_only_roots and bool(sympy.expand(sympy.radsimp(difference)) == 0)


def _have_equal_squares(first: Any, second: Any) -> bool:
    sympy = require("sympy")

    half = sympy.Rational(1, 2)
    powers = first.atoms(sympy.Pow) | second.atoms(sympy.Pow)
    if not any(abs(power.exp) == half for power in powers):
        return False
    sign = sign_of(first, 60)
    return sign is not None and sign == sign_of(second, 60) and _vanishes(first**2 - second**2)


def _are_one_function(first: Any, second: Any) -> bool:
    """Whether both are one expression in one function, of arguments that are equal."""
    sympy = require("sympy")

    inside = sympy.Dummy()
    for function in (sympy.acos, sympy.exp, sympy.log):
        calls = [side.atoms(function) for side in (first, second)]
        if not all(len(arguments) == 1 for arguments in calls):
            continue
        one, other = (arguments.pop() for arguments in calls)
        if first.subs(one, inside) == second.subs(other, inside):
            return are_equal(one.args[0], other.args[0])
    return False
