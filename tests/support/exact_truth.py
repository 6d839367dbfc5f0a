"""Whether a formula has a value, decided by SymPy: a second way, which shares nothing with ours."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import sympy

_DIGITS = 60
_X = sympy.Symbol("x")


class NoValueError(Exception):
    """The formula divides by zero, or takes a root or logarithm that there is none of."""


@cache
def is_zero(number: sympy.Expr) -> bool:
    """Sixty digits, then the minimal polynomial; logarithms are expanded into those of primes."""
    if abs(sympy.N(number, _DIGITS)) > sympy.Rational(1, 10**40):
        return False
    if number.has(sympy.log):
        factored = number.replace(sympy.log, lambda x: _log_in_primes(x))
        return bool(sympy.expand(factored) == 0)
    return bool(sympy.minimal_polynomial(number, _X) == _X)


def _log_in_primes(x: sympy.Expr) -> sympy.Expr:
    primes = sympy.factorrat(x) if x.is_Rational else {}
    if not primes and x != 1:
        raise NotImplementedError(f"the logarithm of {x}")
    return sympy.Add(*(power * sympy.log(prime) for prime, power in primes.items()))


def sign(number: sympy.Expr) -> int:
    return 0 if is_zero(number) else int(sympy.sign(sympy.N(number, _DIGITS)))


def value(formula: str, counts: Mapping[str, int | Fraction]) -> sympy.Expr | None:
    """The exact value of a formula as text; None where it has none."""
    try:
        return _value(ast.parse(formula, mode="eval").body, counts)
    except NoValueError:
        return None


def _value(node: ast.expr, counts: Mapping[str, Any]) -> sympy.Expr:
    if isinstance(node, ast.Constant):
        return sympy.Rational(str(node.value))
    if isinstance(node, ast.Name):
        return sympy.Rational(Fraction(counts[node.id]))
    if isinstance(node, ast.UnaryOp):
        return -_value(node.operand, counts)
    if isinstance(node, ast.Call):
        assert isinstance(node.func, ast.Name)
        return _applied(node.func.id, [_value(part, counts) for part in node.args])
    assert isinstance(node, ast.BinOp)
    left, right = _value(node.left, counts), _value(node.right, counts)
    if isinstance(node.op, ast.Div):
        if is_zero(right):
            raise NoValueError
        return left / right
    if isinstance(node.op, ast.Pow):
        return left**right
    return {ast.Add: left + right, ast.Sub: left - right, ast.Mult: left * right}[type(node.op)]


def _applied(name: str, parts: list[sympy.Expr]) -> sympy.Expr:
    if name in ("min", "max"):
        smaller, larger = parts if sign(parts[0] - parts[1]) <= 0 else parts[::-1]
        return smaller if name == "min" else larger
    (x,) = parts
    if sign(x) < 0 or (name == "log" and sign(x) == 0):
        raise NoValueError
    if name == "log":
        return sympy.Integer(0) if is_zero(x - 1) else sympy.log(x)
    return sympy.Integer(0) if is_zero(x) else sympy.sqrt(x)
