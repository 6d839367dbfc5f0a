"""Exact algebra in positive variables: polynomials with square roots, their quotients, and signs.

A square root of something positive is one more positive variable, whose square is known. So a
polynomial is positive if all its coefficients are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import gcd, isqrt, lcm, prod
from typing import NamedTuple, TypeAlias

from .refusals import NotShownError

MOST_TERMS, LARGEST_POWER, MOST_BITS = 300_000, 99, 50_000  # so that nobody waits for ever


class Root(NamedTuple):
    """A variable: the root of a positive polynomial, of which these are the terms."""

    terms: frozenset[tuple[Monomial, Fraction]]


Variable: TypeAlias = "str | Root"
Monomial: TypeAlias = "frozenset[tuple[Variable, int]]"
NUMBER: Monomial = frozenset()


class Polynomial:
    """A polynomial with rational coefficients.

    Examples
    --------
    >>> x, y = variable("x"), variable("y")
    >>> root = variable(Root(frozenset((x + y).terms.items())))
    >>> root * root == x + y, (x * x - y * y).divided_by(x + y) == x - y
    (True, True)
    """

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Monomial, Fraction]) -> None:
        self.terms = {monomial: c for monomial, c in terms.items() if c}
        sizes = (max(c.numerator.bit_length(), c.denominator.bit_length()) for c in terms.values())
        if max(sizes, default=0) > MOST_BITS:
            raise NotShownError("too large to check: a number of 15,000 digits")

    def __add__(self, other: Polynomial) -> Polynomial:
        terms = dict(self.terms)
        for monomial, c in other.terms.items():
            terms[monomial] = terms.get(monomial, 0) + c
        return Polynomial(terms)

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + number(-1) * other

    def __mul__(self, other: Polynomial) -> Polynomial:
        if len(self.terms) * len(other.terms) > MOST_TERMS:
            raise NotShownError("too large to check: the polynomials are too long")
        terms: dict[Monomial, Fraction] = {}
        rest = Polynomial({})
        for first, a in self.terms.items():
            for second, b in other.terms.items():
                monomial, squares = _times(first, second)
                if squares:
                    inside = (Polynomial(dict(root.terms)) ** power for root, power in squares)
                    rest += prod(inside, start=Polynomial({monomial: a * b}))
                else:
                    terms[monomial] = terms.get(monomial, Fraction(0)) + a * b
        return Polynomial(terms) + rest if rest.terms else Polynomial(terms)

    def __pow__(self, power: int) -> Polynomial:
        return prod([self] * power, start=number(1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    @property
    def variables(self) -> set[Variable]:
        """The variables, roots among them; what is inside a root is not."""
        return {variable for monomial in self.terms for variable, _ in monomial}

    def divided_by(self, divisor: Polynomial) -> Polynomial | None:
        """Return the quotient if the division leaves nothing, else None."""
        variables = self.variables
        if not divisor.variables <= variables:
            return None
        names = sorted(variables, key=_key)

        def order(monomial: Monomial) -> tuple[int, ...]:
            powers = dict(monomial)
            return tuple(powers.get(name, 0) for name in names)

        lead = max(divisor.terms, key=order)
        rest, quotient = dict(self.terms), dict[Monomial, Fraction]()
        while rest:
            top = max(rest, key=order)
            powers = [p - q for p, q in zip(order(top), order(lead), strict=True)]
            if min(powers) < 0:
                return None
            monomial = frozenset((name, p) for name, p in zip(names, powers, strict=True) if p)
            factor = quotient[monomial] = rest[top] / divisor.terms[lead]
            for other, c in divisor.terms.items():
                place = _plainly(monomial, other)
                rest[place] = rest.get(place, Fraction(0)) - factor * c
                if not rest[place]:
                    del rest[place]
        return Polynomial(quotient)


def number(value: int | Fraction) -> Polynomial:
    """Return a number as a polynomial."""
    return Polynomial({NUMBER: Fraction(value)})


def variable(name: Variable) -> Polynomial:
    """Return a variable as a polynomial."""
    return Polynomial({frozenset([(name, 1)]): Fraction(1)})


@lru_cache(maxsize=1 << 16)
def _key(name: Variable) -> tuple[int, str]:
    """Order variables; a root comes after those inside it."""
    if isinstance(name, str):
        return 0, name
    inside = sorted(f"{_names(monomial)} {c}" for monomial, c in name.terms)
    return len("".join(inside)), " ".join(inside)


@lru_cache(maxsize=1 << 16)
def _plainly(first: Monomial, second: Monomial) -> Monomial:
    powers = dict(first)
    for name, power in second:
        powers[name] = powers.get(name, 0) + power
        if powers[name] > LARGEST_POWER**2:
            raise NotShownError("too large to check: a high power")
    return frozenset(powers.items())


@lru_cache(maxsize=1 << 16)
def _times(first: Monomial, second: Monomial) -> tuple[Monomial, list[tuple[Root, int]]]:
    """Multiply monomials; return squares of roots apart."""
    powers = _plainly(first, second)
    squares = [(v, p // 2) for v, p in powers if isinstance(v, Root) and p > 1]
    if not squares:
        return powers, []
    kept = ((v, p % 2 if isinstance(v, Root) else p) for v, p in powers)
    return frozenset((v, p) for v, p in kept if p), squares


class Quotient(NamedTuple):
    """A polynomial over powers of polynomials that are nowhere zero."""

    above: Polynomial
    below: Mapping[Polynomial, int] = {}

    @classmethod
    def of(cls, above: Polynomial, below: Mapping[Polynomial, int]) -> Quotient:
        """Return a quotient without those factors below that divide what is above."""
        powers = dict(below) if above.terms else {}
        for factor in below:
            while powers.get(factor) and (less := above.divided_by(factor)) is not None:
                above, powers[factor] = less, powers[factor] - 1
        return cls(above, {factor: power for factor, power in powers.items() if power})

    def plus(self, other: Quotient) -> Quotient:
        """Return the sum."""
        factors = {**self.below, **other.below}
        both = {f: max(self.below.get(f, 0), other.below.get(f, 0)) for f in factors}
        return Quotient.of(self._over(both) + other._over(both), both)

    def _over(self, below: Mapping[Polynomial, int]) -> Polynomial:
        missing = (factor ** (p - self.below.get(factor, 0)) for factor, p in below.items())
        return prod(missing, start=self.above)

    def minus(self, other: Quotient) -> Quotient:
        """Return the difference."""
        return self.plus(other.times(constant(-1)))

    def times(self, other: Quotient) -> Quotient:
        """Return the product."""
        powers = dict(self.below)
        for factor, power in other.below.items():
            powers[factor] = powers.get(factor, 0) + power
        return Quotient.of(self.above * other.above, powers)

    @property
    def number(self) -> Fraction | None:
        """The value if there are no variables, else None."""
        if self.below or self.above.variables:
            return None
        return self.above.terms.get(NUMBER, Fraction(0))

    def slope(self, direction: Mapping[str, int]) -> Quotient:
        """Return how fast the value changes if the variables do, each as fast as it says."""
        slope = _slope(self.above, direction).times(Quotient(number(1), self.below))
        for factor, power in self.below.items():
            inner = _slope(factor, direction).times(constant(-power))
            slope = slope.plus(self.times(inner).times(Quotient(number(1), {factor: 1})))
        return slope


def constant(value: int | Fraction) -> Quotient:
    """Return a number."""
    return Quotient(number(value))


def _slope(polynomial: Polynomial, direction: Mapping[str, int]) -> Quotient:
    total = constant(0)
    for monomial, c in polynomial.terms.items():
        for name, power in monomial:
            change = _change(name, direction)
            if change.above.terms:
                powers = {**dict(monomial), name: power - 1}
                rest = frozenset((v, p) for v, p in powers.items() if p)
                total = total.plus(Quotient(Polynomial({rest: c * power})).times(change))
    return total


def _change(name: Variable, direction: Mapping[str, int]) -> Quotient:
    if isinstance(name, str):
        return constant(direction.get(name, 0))
    inside = Polynomial(dict(name.terms))  # the slope of √f is √f f′ / 2f
    half = variable(name) * number(Fraction(1, 2))
    return _slope(inside, direction).times(Quotient(half, {inside: 1}))


class Signs:
    """Signs of polynomials wherever all variables are positive.

    Factors that a certificate names are tried as divisors: of those that divide, the product is
    what it should be, whoever found them.

    Examples
    --------
    >>> x, y = variable("x"), variable("y")
    >>> first, second = (Signs().root(Quotient(inside)) for inside in (x + y, x))
    >>> Signs().of(first.minus(second))
    1
    """

    def __init__(self, hints: Iterable[Polynomial] = ()) -> None:
        self.hints = [hint for hint in dict.fromkeys(hints) if hint.variables]

    def factors(self, polynomial: Polynomial) -> list[Polynomial]:
        """Return polynomials whose product is the polynomial."""
        factors = []
        for hint in (*self.hints, *map(variable, sorted(polynomial.variables, key=_key))):
            while (less := polynomial.divided_by(hint)) is not None:
                factors.append(hint)
                polynomial = less
        return factors if polynomial == number(1) else [*factors, polynomial]

    def sign(self, polynomial: Polynomial) -> int:
        """Return the one sign of a polynomial, or give up."""
        if not polynomial.terms:
            return 0
        signs = {1 if c > 0 else -1 for c in polynomial.terms.values()}
        if len(signs) == 1:
            return signs.pop()
        factors = self.factors(polynomial)
        if len(factors) > 1:
            return prod(map(self.sign, factors))
        roots = [name for name in polynomial.variables if isinstance(name, Root)]
        if not roots:
            raise NotShownError("nothing shows a sign")
        return self._by_squares(polynomial, max(roots, key=_key))

    def _by_squares(self, polynomial: Polynomial, root: Root) -> int:
        """Return the sign of a + b√f: compare a² with b²f."""
        with_it = {m: c for m, c in polynomial.terms.items() if (root, 1) in m}
        b = Polynomial({m - {(root, 1)}: c for m, c in with_it.items()})
        a = Polynomial({m: c for m, c in polynomial.terms.items() if m not in with_it})
        try:
            signs = {self.sign(a), self.sign(b)} - {0}
        except NotShownError:
            signs = set()
        if len(signs) == 1:
            return signs.pop()
        larger = self.sign(a * a - b * b * Polynomial(dict(root.terms)))
        if larger:
            return self.sign(a if larger > 0 else b)
        if not signs:
            raise NotShownError("it may be zero")
        return 0

    def of(self, value: Quotient) -> int:
        """Return the sign of a quotient."""
        below = (self.sign(factor) ** power for factor, power in value.below.items())
        return int(prod(below, start=self.sign(value.above)))

    def over(self, value: Quotient) -> Quotient:
        """Return 1 over what is known not to be zero."""
        above = prod((factor**power for factor, power in value.below.items()), start=number(1))
        powers: dict[Polynomial, int] = {}
        for factor in self.factors(value.above):
            whole, factor = _primitive(factor)
            above *= number(1 / whole)
            powers[factor] = powers.get(factor, 0) + 1
        powers.pop(number(1), None)
        return Quotient.of(above, powers)

    def root(self, value: Quotient) -> Quotient:
        """Return the square root of what is known to be positive."""
        inside = prod((f ** (p % 2) for f, p in value.below.items()), start=value.above)
        below = Quotient(number(1), {f: (p + 1) // 2 for f, p in value.below.items()})
        if self.of(below) < 0:
            below = below.times(constant(-1))
        powers: dict[Polynomial, int] = {}
        rest, content = number(1), Fraction(1)
        for factor in self.factors(inside):
            share, factor = _primitive(factor)
            content *= share
            if min(factor.terms.values()) > 0:
                powers[factor] = powers.get(factor, 0) + 1
            else:
                rest *= factor
        if content < 0:
            content, rest = -content, rest * number(-1)
        powers[rest] = powers.get(rest, 0) + 1
        powers.pop(number(1), None)
        outside = _root_of_number(content)
        for factor, power in powers.items():
            outside *= factor ** (power // 2) * _root_of(factor) ** (power % 2)
        return below.times(Quotient(outside))


def _primitive(polynomial: Polynomial) -> tuple[Fraction, Polynomial]:
    """Split off a number; whole coprime coefficients are left, the first of them positive."""
    values = polynomial.terms.values()
    share = Fraction(gcd(*(c.numerator for c in values)), lcm(*(c.denominator for c in values)))
    if polynomial.terms[max(polynomial.terms, key=_names)] < 0:
        share = -share
    return share, polynomial * number(1 / share)


def _names(monomial: Monomial) -> list[tuple[tuple[int, str], int]]:
    return sorted((_key(name), power) for name, power in monomial)


def _root_of(polynomial: Polynomial) -> Polynomial:
    return variable(Root(frozenset(polynomial.terms.items())))


def _root_of_number(value: Fraction) -> Polynomial:
    """Return √(p/q) = √(pq)/q, without small squares in the root."""
    whole = value.numerator * value.denominator
    square = isqrt(whole)
    if square * square != whole:
        square = max(k for k in range(1, 1000) if whole % (k * k) == 0)
    outside, inside = number(Fraction(square, value.denominator)), whole // square**2
    return outside if inside == 1 else outside * _root_of(number(inside))
