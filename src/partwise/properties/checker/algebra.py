"""Exact algebra: polynomials with rational coefficients and square roots, and their quotients.

All variables are positive. A square root of a positive polynomial is one more variable, whose
square is that polynomial. So a polynomial whose coefficients are all positive is positive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from math import gcd, lcm
from operator import mul

from .pairs.refusals import NotShownError as NotShownError  # one for both programs

Number = int | Fraction

LARGEST_POWER, LARGEST_PRODUCT = 99, 300_000  # so that nobody waits for ever
LARGEST_DEGREE, MOST_BITS = 10_000, 50_000  # of a monomial, and of a number


def of_fair_size(value: Number) -> Number:
    """Refuse numbers that are too large to calculate with.

    Examples
    --------
    >>> of_fair_size(Fraction(1, 10**20000))  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
        ...
    NotShownError: too large to check: a number of 15,000 digits
    """
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MOST_BITS:
        raise NotShownError("too large to check: a number of 15,000 digits")
    return value


class Root(str):
    """A variable that is the square root of a polynomial; its name says which one."""

    radicand: Polynomial

    @classmethod
    def of(cls, radicand: Polynomial) -> Root:
        """Return the root of a positive polynomial as a variable."""
        root = cls(f"sqrt({radicand})")
        root.radicand = radicand
        return root


Monomial = tuple[tuple[str, int], ...]
"""Variables with their powers, in the order of their names."""


@lru_cache(maxsize=1 << 16)
def _times(first: Monomial, second: Monomial) -> Monomial:
    powers = dict(first)
    for variable, power in second:
        powers[variable] = powers.get(variable, 0) + power
        if powers[variable] > LARGEST_DEGREE:
            raise NotShownError(f"too large to check: the power {powers[variable]} of {variable}")
    return tuple(sorted(powers.items()))


class Polynomial:
    """A polynomial with rational coefficients.

    Examples
    --------
    >>> x, y = Polynomial.variable("x"), Polynomial.variable("y")
    >>> print((x + y) ** 2 - x * x)
    2*x*y + y**2
    >>> root = Polynomial.variable(Root.of(x + y))
    >>> print(root * root)
    x + y
    """

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Monomial, Number]) -> None:
        self.terms = {m: _plain(of_fair_size(c)) for m, c in terms.items() if c}

    @classmethod
    def constant(cls, value: Number) -> Polynomial:
        """Return a number as a polynomial."""
        return cls({(): value})

    @classmethod
    def variable(cls, name: str) -> Polynomial:
        """Return a variable as a polynomial."""
        return cls({((name, 1),): 1})

    def __add__(self, other: Polynomial) -> Polynomial:
        terms = dict(self.terms)
        for monomial, coefficient in other.terms.items():
            terms[monomial] = terms.get(monomial, 0) + coefficient
        return Polynomial(terms)

    def __neg__(self) -> Polynomial:
        return Polynomial({monomial: -c for monomial, c in self.terms.items()})

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + -other

    def __mul__(self, other: Polynomial) -> Polynomial:
        if len(self.terms) * len(other.terms) > LARGEST_PRODUCT:
            raise NotShownError("the polynomials are too long")
        terms: dict[Monomial, Number] = {}
        for first, a in self.terms.items():
            for second, b in other.terms.items():
                monomial = _times(first, second)
                terms[monomial] = terms.get(monomial, 0) + a * b
        return _without_squares_of_roots(terms)

    def __pow__(self, power: int) -> Polynomial:
        return reduce(mul, [self] * power, ONE)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __bool__(self) -> bool:
        return bool(self.terms)

    @property
    def variables(self) -> set[str]:
        """The variables, roots included; what is inside a root is not."""
        return {variable for monomial in self.terms for variable, _ in monomial}

    @property
    def as_number(self) -> Number | None:
        """The value of a constant polynomial; None if it has variables."""
        return None if self.variables else self.terms.get((), 0)

    @property
    def sign_of_coefficients(self) -> int | None:
        """The common sign of all coefficients, which is that of the polynomial; None if none."""
        signs = {1 if c > 0 else -1 for c in self.terms.values()}
        return signs.pop() if len(signs) == 1 else None

    def slope(self, direction: Mapping[str, int]) -> Quotient:
        """Return the slope along a direction: how fast each variable changes."""
        total = Quotient(ZERO)
        for variable in sorted(self.variables):
            change = Quotient.of(direction.get(variable, 0))
            if isinstance(variable, Root):  # d√f = √f · df / 2f
                inner = variable.radicand.slope(direction)
                if inner:
                    half = Quotient(Polynomial({((variable, 1),): Fraction(1, 2)}))
                    change = inner * half / Quotient(variable.radicand)
            if change:
                total += Quotient(self._partial(variable)) * change
        return total

    def _partial(self, name: str) -> Polynomial:
        terms: dict[Monomial, Number] = {}
        for monomial, coefficient in self.terms.items():
            powers = dict(monomial)
            power = powers.pop(name, 0)
            if power > 1:
                powers[name] = power - 1
            if power:
                terms[tuple(sorted(powers.items()))] = coefficient * power
        return Polynomial(terms)

    def split(self, root: str) -> tuple[Polynomial, Polynomial]:
        """Return a and b of a + b·root."""
        without = {m: c for m, c in self.terms.items() if (root, 1) not in m}
        with_it = {
            tuple(pair for pair in m if pair[0] != root): c
            for m, c in self.terms.items()
            if (root, 1) in m
        }
        return Polynomial(without), Polynomial(with_it)

    def divided_by(self, divisor: Polynomial) -> Polynomial | None:
        """Return the quotient if the division leaves nothing, else None."""
        if not self._may_be_multiple_of(divisor):
            return None
        lead = max(divisor.terms, key=_order)
        quotient: dict[Monomial, Number] = {}
        rest = dict(self.terms)
        while rest:
            top = max(rest, key=_order)
            monomial = _over(top, lead)
            if monomial is None:
                return None
            factor = Fraction(rest[top]) / divisor.terms[lead]
            quotient[monomial] = factor
            for other, coefficient in divisor.terms.items():
                place = _times(monomial, other)
                rest[place] = rest.get(place, 0) - factor * coefficient
                if not rest[place]:
                    del rest[place]
        return Polynomial(quotient)

    def _may_be_multiple_of(self, divisor: Polynomial) -> bool:
        """Compare values at one place, where a multiple of a polynomial is a multiple."""
        (_, whole), (_, part) = self.primitive(), divisor.primitive()
        place = {v: 7 + 4 * i for i, v in enumerate(sorted(whole.variables | part.variables))}
        value = part.at(place)
        return value == 0 or whole.at(place) % value == 0

    def at(self, place: Mapping[str, int]) -> Number:
        """Return the value where the variables, roots included, have these values."""
        products = (reduce(mul, (place[v] ** p for v, p in m), c) for m, c in self.terms.items())
        return sum(products)

    def primitive(self) -> tuple[Fraction, Polynomial]:
        """Split off a number; whole coprime coefficients are left, the first of them positive."""
        below = lcm(*(c.denominator for c in self.terms.values()))
        above = gcd(*(int(c * below) for c in self.terms.values()))
        lead = self.terms[max(self.terms, key=_order)]
        content = Fraction(above, below) * (1 if lead > 0 else -1)
        return content, Polynomial({m: c / content for m, c in self.terms.items()})

    def __str__(self) -> str:
        if not self.terms:
            return "0"
        ordered = sorted(self.terms.items(), key=lambda item: _order(item[0]), reverse=True)
        text = " + ".join(_written(monomial, c) for monomial, c in ordered)
        return text.replace("+ -", "- ")


def _plain(value: Number) -> Number:
    is_whole = isinstance(value, Fraction) and value.denominator == 1
    return int(value) if is_whole else value


@lru_cache(maxsize=1 << 16)
def _order(monomial: Monomial) -> tuple[int, list[tuple[list[int], int]]]:
    """Order by total degree, then by powers of the variables in the order of their names."""
    names = [([-ord(letter) for letter in v] + [1], p) for v, p in monomial]
    return sum(power for _, power in monomial), names


def _over(top: Monomial, below: Monomial) -> Monomial | None:
    powers = dict(top)
    for variable, power in below:
        powers[variable] = powers.get(variable, 0) - power
        if powers[variable] < 0:
            return None
    return tuple(sorted((v, p) for v, p in powers.items() if p))


def _written(monomial: Monomial, coefficient: Number) -> str:
    powers = [v if p == 1 else f"{v}**{p}" for v, p in monomial]
    if not powers:
        return str(coefficient)
    factor = f"{coefficient}*" if abs(coefficient) != 1 else "-" if coefficient < 0 else ""
    return factor + "*".join(powers)


def _without_squares_of_roots(terms: Mapping[Monomial, Number]) -> Polynomial:
    plain: dict[Monomial, Number] = {}
    rest = ZERO
    for monomial, coefficient in terms.items():
        squares = [(v, p) for v, p in monomial if p > 1 and isinstance(v, Root)]
        if not squares:
            plain[monomial] = coefficient
            continue
        kept = [(v, p % 2 if isinstance(v, Root) else p) for v, p in monomial]
        product = Polynomial({tuple((v, p) for v, p in kept if p): coefficient})
        for root, power in squares:
            product *= root.radicand ** (power // 2)
        rest += product
    return Polynomial(plain) + rest if rest else Polynomial(plain)


ZERO = Polynomial({})
ONE = Polynomial.constant(1)


class Quotient:
    """A polynomial over powers of polynomials that are nowhere zero.

    Examples
    --------
    >>> x, y = (Quotient(Polynomial.variable(name)) for name in "xy")
    >>> print(x / (x + y) + y / (x + y))
    1
    >>> print((x / (x + y)).slope({"y": 1}))
    -x/(x + y)**2
    """

    __slots__ = ("above", "below")

    def __init__(self, above: Polynomial, below: Mapping[Polynomial, int] | None = None) -> None:
        self.above, self.below = above, dict(below or {})
        for factor in list(self.below):
            while self.below.get(factor) and self.above:
                less = self.above.divided_by(factor)
                if less is None:
                    break
                self.above = less
                self.below[factor] -= 1
        self.below = {f: p for f, p in self.below.items() if p} if self.above else {}

    @classmethod
    def of(cls, value: Number) -> Quotient:
        """Return a number as a quotient."""
        return cls(Polynomial.constant(value))

    def __add__(self, other: Quotient) -> Quotient:
        common = dict(self.below)
        for factor, power in other.below.items():
            common[factor] = max(common.get(factor, 0), power)
        return Quotient(self._over(common) + other._over(common), common)

    def _over(self, common: Mapping[Polynomial, int]) -> Polynomial:
        missing = (f ** (p - self.below.get(f, 0)) for f, p in common.items())
        return reduce(mul, missing, self.above)

    def __neg__(self) -> Quotient:
        return Quotient(-self.above, self.below)

    def __sub__(self, other: Quotient) -> Quotient:
        return self + -other

    def __mul__(self, other: Quotient) -> Quotient:
        below = dict(self.below)
        for factor, power in other.below.items():
            below[factor] = below.get(factor, 0) + power
        return Quotient(self.above * other.above, below)

    def __truediv__(self, other: Quotient) -> Quotient:
        """Divide by what is known not to be zero."""
        return self * other.inverse([(other.above, 1)])

    def inverse(self, factors: Iterable[tuple[Polynomial, int]]) -> Quotient:
        """Return 1 over this, with the factors of what is above (nowhere zero) below."""
        number: Number = 1
        below: dict[Polynomial, int] = {}
        for factor, power in factors:
            content, primitive = factor.primitive()
            number *= content**power
            if primitive != ONE:
                below[primitive] = below.get(primitive, 0) + power
        above = reduce(mul, (f**p for f, p in self.below.items()), ONE)
        return Quotient(above * Polynomial.constant(Fraction(1) / number), below)

    def __pow__(self, power: int) -> Quotient:
        return reduce(mul, [self] * power, Quotient(ONE))

    def __bool__(self) -> bool:
        return bool(self.above)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quotient) and not (self - other).above

    __hash__ = None  # type: ignore[assignment]

    @property
    def as_number(self) -> Number | None:
        """The value if there are no variables, else None."""
        return None if self.below else self.above.as_number

    @property
    def roots(self) -> set[str]:
        """The square roots that are left."""
        variables = set(self.above.variables).union(*(f.variables for f in self.below))
        return {variable for variable in variables if isinstance(variable, Root)}

    def slope(self, direction: Mapping[str, int]) -> Quotient:
        """Return the slope along a direction: how fast each variable changes."""
        slope = self.above.slope(direction) * Quotient(ONE, self.below)
        for factor, power in self.below.items():
            inner = factor.slope(direction)
            if inner:
                slope -= self * Quotient.of(power) * inner / Quotient(factor)
        return slope

    def __str__(self) -> str:
        below = "*".join(sorted(f"({f})" + f"**{p}" * (p > 1) for f, p in self.below.items()))
        if not below:
            return str(self.above)
        above = f"({self.above})" if len(self.above.terms) > 1 else str(self.above)
        return f"{above}/{below if len(self.below) == 1 else f'({below})'}"
