"""How polynomials factor: found by SymPy, and written down for those who check."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from partwise.base import require
from partwise.properties.checker.algebra import Polynomial
from partwise.properties.checker.signs import Factors
from partwise.properties.deadline import check_time

_MOST_VARIABLES = 8  # beyond, factoring can take for ever
_MOST_TERMS = 400


class FactorSearch:
    """Witnesses that factor whatever they are asked about, and remember it.

    Examples
    --------
    >>> from partwise.properties.checker.formulas import polynomial
    >>> search = FactorSearch()
    >>> print(*(f"({p})**{k}" for p, k in search.factors(polynomial("x**2 - 2*x*y + y**2"))))
    (x - y)**2
    """

    def __init__(self) -> None:
        self.asked: dict[str, Factors] = {}

    def factors(self, polynomial: Polynomial) -> Factors:
        """Return polynomials with powers whose product is the polynomial."""
        check_time()
        text = str(polynomial)
        if text not in self.asked:
            self.asked[text] = list(_factors(polynomial))
        return self.asked[text]

    def written(self) -> list[dict[str, Any]]:
        """Return what a certificate says about polynomials that have more than one factor."""
        return [
            {"polynomial": text, "factors": [[str(factor), power] for factor, power in factors]}
            for text, factors in self.asked.items()
            if [(text, 1)] != [(str(factor), power) for factor, power in factors]
        ]


@lru_cache(maxsize=4096)  # the properties of an index ask about the same polynomials
def _factors(polynomial: Polynomial) -> tuple[tuple[Polynomial, int], ...]:
    names = sorted(polynomial.variables)
    if not names or len(names) > _MOST_VARIABLES or len(polynomial.terms) > _MOST_TERMS:
        return ((polynomial, 1),)
    sympy = require("sympy", "the search for proofs")
    symbols = [sympy.Symbol(f"v{i}") for i in range(len(names))]
    terms = {}
    for monomial, coefficient in polynomial.terms.items():
        powers = dict(monomial)
        exponents = tuple(powers.get(name, 0) for name in names)
        terms[exponents] = sympy.Rational(coefficient.numerator, coefficient.denominator)
    whole = sympy.Poly.from_dict(terms, *symbols, domain="QQ")
    content, factors = whole.factor_list()
    number = Polynomial.constant(Fraction(int(content.p), int(content.q)))
    result = [(_read(factor, names), int(power)) for factor, power in factors]
    return ((number, 1), *result) if content != 1 else tuple(result)


def _read(factor: Any, names: list[str]) -> Polynomial:
    return Polynomial(
        {
            tuple((name, power) for name, power in zip(names, powers, strict=True) if power): (
                Fraction(int(coefficient.p), int(coefficient.q))
            )
            for powers, coefficient in factor.terms()
        }
    )
