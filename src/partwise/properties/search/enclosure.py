"""Intervals that surely hold the value of a SymPy expression of numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from typing import Any

from partwise.base import require


def sign_of(expression: Any, digits: int) -> int | None:
    """Return the sign of a number, or None if that many digits do not tell it from zero.

    Examples
    --------
    >>> import sympy
    >>> sign_of(sympy.sqrt(2) - sympy.Rational(141421356237, 10**11), digits=20)
    1
    """
    try:
        interval = enclosure(expression, digits)
    except (ZeroDivisionError, ValueError):  # an interval too wide to divide by, or for a logarithm
        return None
    if interval.a > 0:
        return 1
    return -1 if interval.b < 0 else None


def enclosure(expression: Any, digits: int) -> Any:
    """Return an interval of mpmath in which the value lies.

    Raises
    ------
    TypeError
        If the expression holds anything but roots, logarithms, exponentials, arccosines and
        logarithms of the gamma function of rational numbers, and π.

    Examples
    --------
    >>> import sympy
    >>> 2 in enclosure(sympy.sqrt(2), digits=30) ** 2
    True
    """
    return _enclosed(_context(digits), expression)


@cache
def _context(digits: int) -> Any:
    from mpmath.ctx_iv import MPIntervalContext

    context = MPIntervalContext()  # apart from the user's own settings
    context.dps = digits
    return context


def _enclosed(context: Any, expression: Any) -> Any:
    sympy = require("sympy")

    if expression.is_Rational:
        return context.mpf(int(expression.p)) / int(expression.q)
    if expression is sympy.pi:
        return +context.pi
    if expression is sympy.E:
        return context.exp(context.mpf(1))
    parts = [_enclosed(context, part) for part in expression.args]
    if expression.is_Add:
        return sum(parts, context.mpf(0))
    if expression.is_Mul:
        return reduce(lambda x, y: x * y, parts, context.mpf(1))
    if expression.is_Pow:
        return _power(context, parts[0], expression.exp, parts[1])
    function = _functions(context).get(expression.func.__name__)
    if function is None:
        raise TypeError(f"no interval for {expression.func.__name__}")
    return function(*parts)


def _functions(context: Any) -> dict[str, Callable[..., Any]]:
    return {
        "log": context.log,
        "exp": context.exp,
        "loggamma": context.loggamma,
        "Abs": abs,
        "acos": lambda x: context.atan2(_root(context, 1 - x * x), x),
        "Max": lambda *x: _extreme(context, x, max),
        "Min": lambda *x: _extreme(context, x, min),
    }


def _power(context: Any, base: Any, exponent: Any, enclosed_exponent: Any) -> Any:
    if exponent.is_Integer:
        power = base ** abs(int(exponent))
        return power if exponent >= 0 else _inverse(context, power)
    if exponent.is_Rational and exponent.q == 2:
        root = _root(context, base) ** abs(int(exponent.p))
        return root if exponent >= 0 else _inverse(context, root)
    return context.exp(enclosed_exponent * context.log(base))


def _inverse(context: Any, interval: Any) -> Any:
    if 0 in interval:
        raise ZeroDivisionError("the interval of a divisor holds zero")
    return context.mpf(1) / interval


def _root(context: Any, interval: Any) -> Any:
    """Root of a number that is not negative, although its interval may reach below zero."""
    return context.sqrt(context.mpf([max(interval.a, context.mpf(0)), interval.b]))


def _extreme(context: Any, intervals: Any, choose: Any) -> Any:
    ends = ([interval.a for interval in intervals], [interval.b for interval in intervals])
    return context.mpf([choose(end) for end in ends])


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


def _is_algebraic_zero(difference: Any) -> bool:
    sympy = require("sympy")

    if difference.atoms(sympy.Function) or difference.has(sympy.pi, sympy.E):
        return False
    powers = difference.atoms(sympy.Pow)
    if len(powers) > _MOST_ROOTS or not all(power.exp.is_Rational for power in powers):
        return False
    x = sympy.Dummy()
    return bool(sympy.minimal_polynomial(difference, x) == x)
