"""Whether an algebraic expression of SymPy is zero wherever its variables are positive.

An expression is brought to the form (Σ root · polynomial) / (Σ root · polynomial), where a root is
a product of square roots of positive polynomials; it is zero if no term is left above.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import mul
from typing import Any, TypeAlias

from partwise.base import require
from partwise.properties.deadline import check_time

sympy = require("sympy")

Expr: TypeAlias = Any
Symbols: TypeAlias = tuple[Any, ...]
Grouped: TypeAlias = "dict[Expr, Any]"

_LONGEST = 1500  # operations; SymPy cannot be stopped once it has started


class NotProvedError(Exception):
    """No proof was found. The property may hold nevertheless."""


def is_zero(expr: Expr, variables: Symbols) -> bool:
    """Whether an algebraic expression is zero wherever its variables are positive.

    Raises
    ------
    NotProvedError
        If the expression is not algebraic, or too long.

    Examples
    --------
    >>> x, y = sympy.symbols("x y", positive=True)
    >>> is_zero(sympy.sqrt(x**2 * y) - x * sympy.sqrt(y), (x, y)), is_zero(x - y, (x, y))
    (True, False)
    """
    above, below = _normal(expr, variables)
    return not above and bool(below)


def _sign_of_coefficients(polynomial: Expr) -> int | None:
    coefficients = sympy.Poly(polynomial, *_sorted_symbols(polynomial)).coeffs()
    if all(c > 0 for c in coefficients):
        return 1
    return -1 if all(c < 0 for c in coefficients) else None


def _sorted_symbols(expr: Expr) -> list[Expr]:
    return sorted(expr.free_symbols, key=str) or [sympy.Symbol("unused")]


@lru_cache(maxsize=4096)
def _normal(expr: Expr, variables: Symbols) -> tuple[Grouped, Grouped]:
    """Return numerator and denominator as {product of roots: polynomial}."""
    check_time()
    if sympy.count_ops(expr) > _LONGEST:
        raise NotProvedError("the expression is too long")
    roots: dict[Expr, Expr] = {}
    plain = _without_roots(sympy.sympify(expr), variables, roots)
    above, below = sympy.fraction(sympy.cancel(plain))
    check_time()
    return _grouped(above, variables, roots), _grouped(below, variables, roots)


def _without_roots(expr: Expr, variables: Symbols, roots: dict[Expr, Expr]) -> Expr:
    """Replace √f by a symbol of its own, for each irreducible f."""
    if expr.is_Pow and expr.exp.is_Rational and expr.exp.q == 2:
        base = _without_roots(expr.base, variables, roots)
        return _root(base, variables, roots) ** (2 * expr.exp)
    if not expr.args:
        return expr
    return expr.func(*(_without_roots(arg, variables, roots) for arg in expr.args))


def _root(base: Expr, variables: Symbols, roots: dict[Expr, Expr]) -> Expr:
    if base.free_symbols - set(variables):
        raise NotProvedError(f"a root inside the root of {base}")
    above, below = sympy.fraction(sympy.cancel(base))
    return _root_of_polynomial(above, roots) / _root_of_polynomial(below, roots)


def _root_of_polynomial(polynomial: Expr, roots: dict[Expr, Expr]) -> Expr:
    constant, factors = sympy.factor_list(polynomial)
    result, left = sympy.Integer(1), sympy.Integer(1)
    for factor, exponent in factors:
        sign = _sign_of_coefficients(factor)
        if sign is None:
            if exponent % 2 == 0:
                raise NotProvedError(f"the root of the square of {factor}, whose sign is unknown")
            left *= factor**exponent
            continue
        constant *= sign**exponent
        result *= (sign * factor) ** (exponent // 2) * _symbol(sign * factor, roots) ** (
            exponent % 2
        )
    if constant < 0:
        if left == 1:
            raise NotProvedError("the root of a negative number")
        left *= -1
    for prime, exponent in sympy.factorint(abs(constant)).items():
        result *= prime ** (exponent // 2) * _symbol(prime, roots) ** (exponent % 2)
    return result * (_symbol(sympy.expand(left), roots) if left != 1 else 1)


def _symbol(base: Expr, roots: dict[Expr, Expr]) -> Expr:
    symbol = sympy.Symbol(f"√({base})" if sympy.sympify(base).args else f"√{base}", positive=True)
    roots[symbol] = sympy.sympify(base)
    return symbol


def _grouped(polynomial: Expr, variables: Symbols, roots: dict[Expr, Expr]) -> Grouped:
    """Group a polynomial in variables and roots by its roots; even powers of roots are undone."""
    symbols = sorted(roots, key=str)
    if polynomial.free_symbols - set(variables) - set(roots):
        raise NotProvedError(f"{polynomial} has other symbols")
    if not symbols:
        poly = _rational(polynomial, variables)
        return {sympy.Integer(1): poly} if poly != 0 else {}
    groups: Grouped = {}
    try:
        terms = sympy.Poly(polynomial, *symbols).terms()
    except sympy.PolynomialError:
        raise NotProvedError(f"{polynomial} is not algebraic") from None
    for exponents, coefficient in terms:
        powers = list(zip(symbols, exponents, strict=True))
        root = reduce(mul, (sympy.sqrt(roots[s]) for s, e in powers if e % 2), sympy.Integer(1))
        rest = reduce(mul, (roots[s] ** (e // 2) for s, e in powers), coefficient)
        groups[root] = groups.get(root, 0) + rest
    expanded = {root: _rational(p, variables) for root, p in groups.items()}
    return {root: p for root, p in expanded.items() if p != 0}


def _rational(polynomial: Expr, variables: Symbols) -> Expr:
    """Expand, and refuse what is not a polynomial with rational coefficients."""
    expanded = sympy.expand(polynomial)
    try:
        domain = sympy.Poly(expanded, *(variables or _sorted_symbols(expanded))).get_domain()
    except sympy.PolynomialError:
        raise NotProvedError(f"{polynomial} is not algebraic") from None
    if not (domain.is_QQ or domain.is_ZZ):
        raise NotProvedError(f"{polynomial} has coefficients that are not rational")
    return expanded
