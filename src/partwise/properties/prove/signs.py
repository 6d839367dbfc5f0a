"""The sign of an algebraic expression where all its variables are positive, with a witness.

An expression is brought to the form (Σ root · polynomial) / (Σ root · polynomial), where a root is
a product of square roots of positive polynomials. A polynomial has a sign if each of its factors
has coefficients of one sign. Two terms of opposite or unknown signs are compared by their squares.
"""

from __future__ import annotations

from dataclasses import dataclass
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
_MOST_VARIABLES = 4  # beyond, factoring can take for ever


class NotProvedError(Exception):
    """No proof was found; says nothing about whether the property holds."""


@dataclass(frozen=True)
class Factored:
    """A polynomial as a constant times powers of polynomials."""

    constant: Expr
    factors: tuple[tuple[Expr, int], ...]

    @property
    def sign(self) -> int | None:
        """The sign on positive variables; None if the coefficients do not tell."""
        sign = 1 if self.constant > 0 else -1
        for factor, exponent in self.factors:
            one = _sign_of_coefficients(factor)
            if one is None:
                return None
            sign *= one**exponent
        return sign

    def product(self) -> Expr:
        """Multiply out."""
        return sympy.expand(reduce(mul, (f**e for f, e in self.factors), self.constant))

    def __str__(self) -> str:
        return str(reduce(mul, (f**e for f, e in self.factors), self.constant))


@dataclass(frozen=True)
class Term:
    """A product of square roots (1 if there is none) times a factored polynomial."""

    root: Expr
    polynomial: Factored

    def __str__(self) -> str:
        if self.root == 1 or str(self.polynomial) == "1":
            return str(self.polynomial if self.root == 1 else self.root)
        return f"{self.root}*({self.polynomial})"


@dataclass(frozen=True)
class Signed:
    """A sign, and what shows it."""

    sign: int  # the sign of the expression wherever all variables are positive
    # numerator, denominator: the expression; no term in the numerator means that it is zero
    numerator: tuple[Term, ...]
    denominator: tuple[Term, ...]
    # the square of the first term less that of the second, where only this decides
    squares: Factored | None = None

    def __str__(self) -> str:
        if not self.numerator:
            return "0"
        above, below = (
            f"({text})" if any(mark in text for mark in marks) else text
            for text, marks in (
                (" + ".join(map(str, self.numerator)), " "),
                (" + ".join(map(str, self.denominator)), " */"),
            )
        )
        shown = above if below == "1" else f"{above}/{below}"
        shown += " < 0" if self.sign < 0 else " > 0"
        if self.squares is None:
            return shown
        larger = "first" if self.squares.sign == 1 else "second"
        return f"{shown}, as the {larger} term is larger: difference of squares {self.squares}"


@lru_cache(maxsize=4096)  # the properties of an index ask about the same divisors and faces
def signed(expr: Expr, variables: Symbols) -> Signed:
    """Find the sign of an expression; raise ``NotProvedError`` if this method cannot tell.

    Examples
    --------
    >>> x, y = sympy.symbols("x y", positive=True)
    >>> print(signed((x + y)**2 - x**2, (x, y)))
    (y*(2*x + y)) > 0
    >>> print(signed(1 - x / sympy.sqrt(x**2 + y), (x, y)).sign)
    1
    """
    above, below = _normal(expr, variables)
    denominator = tuple(Term(root, _factored(p)) for root, p in below.items())
    numerator = tuple(Term(root, _factored(p)) for root, p in above.items())
    squares = None
    if len(numerator) == 2 and _common_sign(numerator) is None:
        squares = _factored(_difference_of_squares(numerator))
    unsigned = Signed(0, numerator, denominator, squares)
    sign = _decided(unsigned)
    if sign is None:
        raise NotProvedError(f"the sign of {expr} is not plain from coefficients")
    return Signed(sign, numerator, denominator, squares)


def confirmed(claim: Signed, expr: Expr, variables: Symbols) -> bool:
    """Check a claimed sign by multiplying out; nothing is factored or searched for."""
    above, below = _normal(expr, variables)
    for terms, normal in ((claim.numerator, above), (claim.denominator, below)):
        written = {term.root: term.polynomial for term in terms}
        if len(written) != len(terms) or set(written) != set(normal):
            return False
        if any(sympy.expand(written[root].product() - normal[root]) != 0 for root in written):
            return False
    if claim.squares is not None and len(claim.numerator) == 2:
        difference = _difference_of_squares(claim.numerator)
        if sympy.expand(claim.squares.product() - difference) != 0:
            return False
    return _decided(claim) == claim.sign


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


def _decided(claim: Signed) -> int | None:
    below = _common_sign(claim.denominator)
    if below is None:
        return None
    if not claim.numerator:
        return 0
    above = _common_sign(claim.numerator)
    if above is None and claim.squares is not None and len(claim.numerator) == 2:
        larger = {1: 0, -1: 1}.get(claim.squares.sign or 0)
        above = None if larger is None else claim.numerator[larger].polynomial.sign
    return None if above is None else above * below


def _common_sign(terms: tuple[Term, ...]) -> int | None:
    signs = {term.polynomial.sign for term in terms}
    return signs.pop() if len(signs) == 1 else None


def _sign_of_coefficients(polynomial: Expr) -> int | None:
    coefficients = sympy.Poly(polynomial, *_sorted_symbols(polynomial)).coeffs()
    if all(c > 0 for c in coefficients):
        return 1
    return -1 if all(c < 0 for c in coefficients) else None


def _sorted_symbols(expr: Expr) -> list[Expr]:
    return sorted(expr.free_symbols, key=str) or [sympy.Symbol("unused")]


def _factored(polynomial: Expr) -> Factored:
    check_time()
    if len(polynomial.free_symbols) > _MOST_VARIABLES:
        return Factored(sympy.Integer(1), ((polynomial, 1),))
    constant, factors = sympy.factor_list(polynomial)
    return Factored(constant, tuple((f, int(e)) for f, e in factors))


def _difference_of_squares(terms: tuple[Term, ...]) -> Expr:
    first, second = ((t.root**2) * t.polynomial.product() ** 2 for t in terms)
    return sympy.expand(first - second)


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
