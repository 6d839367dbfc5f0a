"""The faces of {N11, N10, N01, N00 ≥ 0}, and what a formula is on each of them.

On a face some counts are zero and the others positive. Two faces hold no pair of clusterings: if
no pair of items is apart in both (N00 = 0), one of the two clusterings is a single cluster, since
the pairs that are apart in the other connect all items; so N10 and N01 cannot both be positive.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from partwise.base import require
from partwise.catalogue import Index
from partwise.properties.deadline import check_time
from partwise.properties.prove.certificates import Proof
from partwise.properties.prove.signs import NotProvedError
from partwise.properties.prove.symbols import Condition, traced
from partwise.tables import PairCounts, Relation

sympy = require("sympy")

Expr: TypeAlias = Any

NO_VALUE = "the index has no value, so there is nothing to compare"
NAMES = ("N11", "N10", "N01", "N00")
COUNTS: tuple[Expr, ...] = sympy.symbols(" ".join(NAMES), positive=True)


@dataclass(frozen=True)
class Face:
    """Which counts are positive; the others are zero.

    Examples
    --------
    >>> face = Face.of("N11", "N01")
    >>> print(face, face.relation)
    N11, N01 > 0 = N10, N00 trivial
    """

    positive: tuple[bool, bool, bool, bool]

    @classmethod
    def of(cls, *names: str) -> Face:
        """Return the face on which these counts are positive."""
        n11, n10, n01, n00 = (name in names for name in NAMES)
        return cls((n11, n10, n01, n00))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the positive counts."""
        return tuple(n for n, positive in zip(NAMES, self.positive, strict=True) if positive)

    @property
    def symbols(self) -> tuple[Expr, ...]:
        """The positive counts."""
        return tuple(s for s, positive in zip(COUNTS, self.positive, strict=True) if positive)

    @property
    def counts(self) -> tuple[Expr, ...]:
        """All four counts, zeros included."""
        return tuple(
            s if positive else sympy.Integer(0)
            for s, positive in zip(COUNTS, self.positive, strict=True)
        )

    def has(self, *names: str) -> bool:
        """Whether one of these counts is positive."""
        return any(name in self.names for name in names)

    def with_only(self, **changes: bool) -> Face:
        """Return the face with some counts made positive or zero."""
        return Face.of(*(n for n in NAMES if changes.get(n, n in self.names)))

    @property
    def swapped(self) -> Face:
        """The face after A and B trade places."""
        n11, n10, n01, n00 = self.positive
        return Face((n11, n01, n10, n00))

    @property
    def is_possible(self) -> bool:
        """Whether two clusterings can have such counts."""
        return self.has("N00") or not (self.has("N10") and self.has("N01"))

    @property
    def relation(self) -> Relation:
        """How clusterings with such counts stand to each other."""
        return PairCounts(*map(int, self.positive)).relation

    def __str__(self) -> str:
        zeros = [name for name in NAMES if name not in self.names]
        text = ", ".join(self.names) + " > 0" if self.names else "no pairs: 0"
        return f"{text} = {', '.join(zeros)}" if zeros else text


FACES = tuple(Face((a, b, c, d)) for a, b, c, d in product((True, False), repeat=4))


@dataclass(frozen=True)
class OnFace:
    """The values of an index on a face."""

    value: Expr | None  # as a function of the positive counts; None where there is no value
    by_formula: bool  # whether the formula gives it (then it is continuous there), or a convention


def on_face(index: Index, face: Face, proof: Proof, swapped: bool = False) -> OnFace:
    """Return the values of an index on a face; with ``swapped``, of V(B, A).

    Writes down why each divisor is not zero there and each root is real.
    """
    check_time()
    n11, n10, n01, n00 = face.counts
    counts = (n11, n01, n10, n00) if swapped else face.counts
    value = on_counts(index, counts, face.symbols, proof, str(face))
    if value is not None:
        return OnFace(value, by_formula=True)
    convention = index.conventions.value(face.relation)
    if convention is None or math.isnan(convention):
        proof.note(NO_VALUE, str(face))
        return OnFace(None, by_formula=False)
    value = constant(convention)
    proof.note(f"the formula is undefined; V = {value} by convention", str(face))
    return OnFace(value, by_formula=False)


def on_counts(
    index: Index, counts: tuple[Expr, ...], variables: tuple[Expr, ...], proof: Proof, where: str
) -> Expr | None:
    """Return the formula's value for counts in positive variables; None if it is undefined."""
    numbers, conditions = traced(*counts)
    try:
        value = index.formula(PairCounts(*numbers))
    except ZeroDivisionError:
        return None
    if not conditions_met(conditions, variables, proof, where):
        return None
    return sympy.sympify(getattr(value, "expr", value))


def conditions_met(
    conditions: list[Condition], variables: tuple[Expr, ...], proof: Proof, where: str
) -> bool:
    """Whether a formula is defined wherever the variables are positive, or nowhere there."""
    return all(
        _is_met(condition, variables, proof, where) for condition in dict.fromkeys(conditions)
    )


def _is_met(condition: Condition, variables: tuple[Expr, ...], proof: Proof, where: str) -> bool:
    kind, about = condition
    if kind == "cosine":
        signs = [
            proof.sign(f"1 {sign} cosine", one + about * factor, variables, where)
            for one, sign, factor in ((1, "−", -1), (1, "+", 1))
        ]
        if min(signs) < 0:
            raise NotProvedError("the arccosine of a number beyond ±1")
        return True
    sign = proof.sign(kind, about, variables, where)
    if kind == "divisor":
        return sign != 0
    return sign > 0 or (kind == "radicand" and sign == 0)


def constant(value: float | Fraction) -> Expr:
    """Return a declared number exactly; a float that is the root of a small fraction is that root.

    Examples
    --------
    >>> constant(0.25), constant(2**0.5)
    (1/4, sqrt(2))
    """
    if math.isinf(value):
        return sympy.oo if value > 0 else -sympy.oo
    exact = Fraction(value)
    if exact.denominator > 2**20:
        square = (exact * exact).limit_denominator(1000)
        if math.sqrt(square) == value:
            return sympy.sqrt(sympy.Rational(square.numerator, square.denominator))
    return sympy.Rational(exact.numerator, exact.denominator)
