"""The faces of {N11, N10, N01, N00 ≥ 0}, and the values of an index on each of them.

On a face some counts are zero and the others positive. Two faces hold no pair of clusterings: if
no pair of items is apart in both (N00 = 0), one of the two clusterings is a single cluster, since
the pairs that are apart in the other connect all items; so N10 and N01 cannot both be positive.
The face without any pair is that of a single item, of which no property says anything.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from .algebra import NotShownError, Polynomial, Quotient
from .claims import Claim
from .constants import PI, Bound
from .formulas import UndefinedError, evaluate
from .layers import Layered
from .proofs import Proof
from .signs import sign_of

NO_VALUE = "the index has no value, so there is nothing to compare"
NAMES = ("N11", "N10", "N01", "N00")


class Face(NamedTuple):
    """Which counts are positive; the others are zero.

    Examples
    --------
    >>> face = Face.of("N11", "N01")
    >>> print(face, face.relation)
    N11, N01 > 0 = N10, N00 trivial
    """

    n11: bool
    n10: bool
    n01: bool
    n00: bool

    @classmethod
    def of(cls, *names: str) -> Face:
        """Return the face on which these counts are positive."""
        return cls(*(name in names for name in NAMES))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the positive counts."""
        return tuple(name for name, positive in zip(NAMES, self, strict=True) if positive)

    @property
    def places(self) -> dict[str, Quotient]:
        """The counts as formulas name them: positive variables, or zero."""
        return {
            name.lower(): Quotient(Polynomial.variable(name.lower()))
            if positive
            else Quotient.of(0)
            for name, positive in zip(NAMES, self, strict=True)
        }

    @property
    def corner(self) -> dict[str, Quotient]:
        """One place on the face: the positive counts are 1."""
        return {name.lower(): Quotient.of(int(p)) for name, p in zip(NAMES, self, strict=True)}

    def has(self, *names: str) -> bool:
        """Whether one of these counts is positive."""
        return any(name in self.names for name in names)

    def changed(self, **changes: bool) -> Face:
        """Return the face with some counts made positive or zero."""
        return Face.of(*(n for n in NAMES if changes.get(n, n in self.names)))

    @property
    def is_possible(self) -> bool:
        """Whether two clusterings can have such counts."""
        return self.n00 or not (self.n10 and self.n01)

    @property
    def relation(self) -> str:
        """How clusterings with such counts stand to each other."""
        if not (self.n10 or self.n01):
            return "identical"
        if self.names in (("N10",), ("N01",)):
            return "opposite"
        return "ordinary" if self.is_proper and self.swapped.is_proper else "trivial"

    @property
    def is_proper(self) -> bool:
        """Whether A has pairs together and pairs apart: 1 < k_A < n."""
        return self.has("N11", "N10") and self.has("N01", "N00")

    @property
    def swapped(self) -> Face:
        """The face after A and B trade places."""
        return Face(self.n11, self.n01, self.n10, self.n00)

    def __str__(self) -> str:
        zeros = [name for name in NAMES if name not in self.names]
        text = ", ".join(self.names) + " > 0"
        return f"{text} = {', '.join(zeros)}" if zeros else text


FACES = tuple(Face(*flags) for flags in product((True, False), repeat=4) if any(flags))
INTERIOR = FACES[0]


class Value(NamedTuple):
    """The values of an index on a face: the formula's, or a convention."""

    core: Quotient | None  # of the formula, as a function of the positive counts
    convention: Bound | None = None

    @property
    def by_formula(self) -> bool:
        """Whether the formula gives it; then it is continuous up to there."""
        return self.core is not None

    @property
    def exists(self) -> bool:
        """Whether there is a value."""
        return self.core is not None or self.convention is not None


class Faces:
    """The values of an index on all faces, and how they compare."""

    def __init__(self, claim: Claim, proof: Proof) -> None:
        self.claim, self.proof = claim, proof
        self.formula = Layered(claim.formula)
        self._known: dict[tuple[Face, bool], Value] = {}
        strange = claim.formula.symbols - {name.lower() for name in NAMES}
        if strange:
            raise NotShownError(f"{', '.join(sorted(strange))}: not pair counts")
        if self.formula.layers:
            way = "rises" if self.formula.turns > 0 else "falls"
            proof.note(f"core = {self.formula.core}; V {way} strictly with it")

    def value(self, face: Face, swapped: bool = False) -> Value:
        """Return the values of V(A, B) on a face, or of V(B, A)."""
        key = (face, swapped)
        if key not in self._known:
            self._known[key] = self._value(face, swapped)
        return self._known[key]

    def _value(self, face: Face, swapped: bool) -> Value:
        places = _ordered(face.places, swapped)
        try:
            return Value(self.formula.value(places, self.proof, str(face)))
        except UndefinedError:
            convention = self.claim.convention(face.relation)
        if convention is None:
            self.proof.note(NO_VALUE, str(face))
        else:
            self.proof.note(f"the formula is undefined; V = {convention} by convention", str(face))
        return Value(None, convention)

    def at(self, counts: dict[str, Quotient], swapped: bool = False) -> Value:
        """Return the formula's value for counts at which it is known to have one."""
        places = _ordered(counts, swapped)
        return Value(evaluate(self.formula.core, places, self.proof.witnesses))

    def text(self, value: Value) -> str:
        """Return a number as text."""
        return self.formula.whole(value.core) if value.core is not None else str(value.convention)

    def compare(self, first: Value, second: Value, what: str, where: str) -> int:
        """Return the sign of the first value less the second, in the direction of likeness."""
        return self.claim.sense * self._compare(first, second, what, where)

    def _compare(self, first: Value, second: Value, what: str, where: str) -> int:
        if first.core is not None and second.core is not None:
            if self.formula.layers:
                what = f"core, for {what}"
            return self.formula.turns * self.proof.sign(first.core - second.core, what, where)
        if first.core is not None and second.convention is not None:
            return self.formula.compare(first.core, second.convention, self.proof, where)
        if second.core is not None and first.convention is not None:
            return -self.formula.compare(second.core, first.convention, self.proof, where)
        return difference(first.convention, second.convention, self.proof)

    def slope(self, face: Face, direction: dict[str, int], swapped: bool = False) -> int:
        """Return the sign of the slope of V along a direction, towards likeness."""
        core = self.value(face, swapped).core
        if core is None:
            raise NotShownError(f"the formula is undefined on {face}")
        slope = core.slope({name.lower(): change for name, change in direction.items()})
        what = "slope of V" if not self.formula.layers else "slope of the core"
        ways = (f"{name} {'up' if change > 0 else 'down'}" for name, change in direction.items())
        sign = self.proof.sign(slope, f"{what} along {', '.join(ways)}", str(face))
        return self.claim.sense * self.formula.turns * sign


def _ordered(counts: dict[str, Quotient], swapped: bool) -> dict[str, Quotient]:
    """Return the counts as V(A, B) sees them, or V(B, A)."""
    turned = {"n10": counts["n01"], "n01": counts["n10"]} if swapped else {}
    return {**counts, **turned, "pi": PI}


def difference(first: Bound | None, second: Bound | None, proof: Proof) -> int:
    """Return the sign of the difference of two conventions."""
    if first is None or second is None:
        raise NotShownError("a value that does not exist cannot be compared")
    if isinstance(first, float):
        return 0 if first == second else 1 if first > 0 else -1
    if isinstance(second, float):
        return -1 if second > 0 else 1
    return sign_of(first - second, proof.witnesses)
