"""The sign of a polynomial wherever its variables are positive, by its factors and by squares."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Protocol

from .algebra import LARGEST_POWER, ONE, NotShownError, Polynomial, Quotient, Root

Factors = list[tuple[Polynomial, int]]
"""Polynomials with their powers; a number may be among them."""


class Witnesses(Protocol):
    """Tells what takes a search to find; all of it is checked."""

    def factors(self, polynomial: Polynomial) -> Factors:
        """Return polynomials with powers whose product is the polynomial."""


def factored(polynomial: Polynomial, witnesses: Witnesses) -> Factors:
    """Return the factors that the witnesses know, after multiplying them out.

    A root that the polynomial does not have may be one of a negative number, so it is refused.
    """
    factors = witnesses.factors(polynomial)
    if any(type(power) is not int or not 0 < power <= LARGEST_POWER for _, power in factors):
        raise NotShownError(f"the power of a factor of {polynomial} is not a small number")
    product = reduce(mul, (factor**power for factor, power in factors), ONE)
    roots = {v for f, _ in factors for v in f.variables if isinstance(v, Root)}
    if product != polynomial or not roots <= polynomial.variables:
        raise NotShownError(f"these are not the factors of {polynomial}")
    return factors


def sign(polynomial: Polynomial, witnesses: Witnesses) -> int:
    """Return the sign of a polynomial wherever its variables are positive.

    Raises
    ------
    NotShownError
        If the witnesses do not show that it has one sign.
    """
    if not polynomial:
        return 0
    plain = polynomial.sign_of_coefficients
    if plain is not None:
        return plain
    factors = factored(polynomial, witnesses)
    if len(factors) > 1 or factors[0][1] > 1:
        signs = (sign(factor, witnesses) ** power for factor, power in factors)
        return reduce(mul, signs, 1)
    roots = [v for v in polynomial.variables if isinstance(v, Root)]
    if not roots:
        raise NotShownError(f"the sign of {polynomial} does not follow from its coefficients")
    return _sign_with_root(polynomial, max(roots, key=lambda root: (len(root), root)), witnesses)


def sign_of(value: Quotient, witnesses: Witnesses) -> int:
    """Return the sign of a quotient wherever its variables are positive.

    Raises
    ------
    NotShownError
        If the witnesses do not show that it has one sign.
    """
    below = (sign(factor, witnesses) ** power for factor, power in value.below.items())
    return reduce(mul, below, sign(value.above, witnesses))


def _sign_with_root(polynomial: Polynomial, root: Root, witnesses: Witnesses) -> int:
    """Compare a with −b·√f by their squares, for a polynomial a + b·√f."""
    a, b = polynomial.split(root)
    signs: set[int] = set()
    with suppress(NotShownError):
        signs = {sign(a, witnesses), sign(b, witnesses)}
    if len(signs - {0}) == 1:
        return max(signs, key=abs)
    larger = sign(a * a - b * b * root.radicand, witnesses)
    if larger:
        return sign(a if larger > 0 else b, witnesses)
    if not signs:
        raise NotShownError(f"{polynomial} may be zero")
    return 0


def square_root(value: Quotient, witnesses: Witnesses) -> Quotient:
    """Return the square root of a positive quotient."""
    inside, outside = value.above, Quotient(ONE)
    for factor, power in value.below.items():
        positive = factor if sign(factor, witnesses) > 0 else -factor
        outside *= Quotient(positive ** ((power + 1) // 2)).inverse([(positive, (power + 1) // 2)])
        inside *= factor ** (power % 2)
    kept = ONE
    for factor, power in factored(inside, witnesses):
        number = factor.as_number
        plain = factor.sign_of_coefficients
        if number is not None or plain is None:
            kept *= factor**power
            continue
        positive = factor if plain > 0 else -factor
        kept *= Polynomial.constant(plain**power)
        outside *= Quotient(positive ** (power // 2) * _root_of(positive) ** (power % 2))
    return outside * _root_of_rest(kept)


def _root_of(positive: Polynomial) -> Polynomial:
    return Polynomial.variable(Root.of(positive))


def _root_of_rest(kept: Polynomial) -> Quotient:
    """Root of what has no plain sign, of which the largest square of a number is taken out."""
    content, rest = kept.primitive()
    rest = rest if content > 0 else -rest
    number = abs(content.numerator * content.denominator)
    square = max((k for k in range(1, 1000) if number % (k * k) == 0), default=1)
    root = Quotient.of(Fraction(square, content.denominator))
    if number != square * square:
        root *= Quotient(_root_of(Polynomial.constant(number // (square * square))))
    return root if rest == ONE else root * Quotient(_root_of(rest))
