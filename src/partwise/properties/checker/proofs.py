"""A proof in the making: every sign that a goal asks about, as a line that a reader can check."""

from __future__ import annotations

from collections.abc import Mapping

from .algebra import NotShownError, Polynomial, Quotient
from .formulas import polynomial
from .pairs.refusals import demand as demand
from .signs import Factors, Witnesses, sign_of

_RELATIONS = {1: ">", 0: "=", -1: "<"}


class Proof:
    """Shows signs by witnesses, and keeps a line for each.

    Examples
    --------
    >>> proof = Proof(GivenFactors({}))
    >>> proof.sign(Quotient(polynomial("x - 3*x")), "V − 1", "N11 > 0")
    -1
    >>> print(*proof.steps)
    N11 > 0: V − 1 = -2*x < 0
    """

    def __init__(self, witnesses: Witnesses) -> None:
        self.witnesses = witnesses
        self.steps: list[str] = []

    def sign(self, value: Quotient, what: str, where: str = "") -> int:
        """Return the sign of a value wherever its variables are positive, and write it down."""
        which = sign_of(value, self.witnesses)
        says = f"{value} {_RELATIONS[which]} 0" if which else "0"
        self.note(f"{what} = {says}", where)
        return which

    def note(self, text: str, where: str = "") -> None:
        """Write a line, unless it stands there already."""
        line = f"{where}: {text}" if where else text
        if line not in self.steps:
            self.steps.append(line)


class GivenFactors:
    """The factors that a certificate names, by the text of the polynomial.

    A polynomial that it does not name has itself as its only factor.
    """

    def __init__(self, factors: Mapping[str, Factors]) -> None:
        self._factors = factors

    @classmethod
    def read(cls, entries: list[dict[str, object]]) -> GivenFactors:
        """Read what :meth:`written` returns."""
        return cls({str(e["polynomial"]): _factors(e["factors"]) for e in entries})

    def factors(self, polynomial: Polynomial) -> Factors:
        """Return polynomials with powers whose product is the polynomial."""
        return self._factors.get(str(polynomial), [(polynomial, 1)])


def _factors(pairs: object) -> Factors:
    if not isinstance(pairs, list):
        raise NotShownError("factors are a list of polynomials with their powers")
    return [(polynomial(text), power) for text, power in pairs]
