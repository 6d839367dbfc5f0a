"""Goals of pair-counting indices: constant baseline, exactly and asymptotically, and bias.

At the expected pair counts a share x/(1+x) of all pairs is together in A, y/(1+y) in B, and the
two are independent. With N = N₀(1+x)(1+y) the counts are N₀xy, N₀x, N₀y and N₀.
"""

from __future__ import annotations

from .algebra import NotShownError, Polynomial, Quotient
from .claims import Claim
from .constants import PI
from .faces import FACES, INTERIOR, Face, Faces, Value
from .formulas import UndefinedError, evaluate
from .proofs import Proof, demand

_WHERE = "m_A = N·x/(1+x), m_B = N·y/(1+y)"
_KINDS = {1: "dec", -1: "inc", 0: "none"}


def _expected(x: Quotient, y: Quotient, total: Quotient) -> dict[str, Quotient]:
    """Return the pair counts of independent clusterings."""
    one = Quotient.of(1)
    unit = total / (one + x) / (one + y)
    return {"n11": unit * x * y, "n10": unit * x, "n01": unit * y, "n00": unit, "pi": PI}


def _at_expected(faces: Faces) -> Quotient:
    """Return the core at the expected pair counts, as a function of x, y and N."""
    x, y, total = (Quotient(Polynomial.variable(name)) for name in ("x", "y", "N"))
    try:
        return faces.formula.value(_expected(x, y, total), faces.proof, _WHERE)
    except UndefinedError:
        raise NotShownError("the formula is undefined at the expected counts") from None


def asymptotic_constant_baseline(claim: Claim, proof: Proof) -> str:
    """Show that V is one constant at the expected pair counts."""
    faces = Faces(claim, proof)
    return faces.text(_baseline(faces))


def _baseline(faces: Faces) -> Value:
    value = Value(_at_expected(faces))
    baseline = faces.at(_expected(*map(Quotient.of, (1, 1, 4))))
    what = f"V(expected counts) − {faces.text(baseline)}"
    sign = faces.compare(value, baseline, what, _WHERE)
    demand(sign == 0, "V at the expected counts is not constant")
    return baseline


def constant_baseline(claim: Claim, proof: Proof) -> str:
    """Show that V is linear in N11 for given sizes, and constant at the expected counts.

    For given sizes of A and B, neither trivial, all counts lie on one segment, whose inner points
    have four positive counts; the formula has a value, and so is continuous, wherever clusterings
    are. If B is trivial, there is one value, which must be the baseline.
    """
    faces = Faces(claim, proof)
    baseline = _baseline(faces)
    for face in FACES:
        if face.is_possible and face.is_proper and face.swapped.is_proper:
            demand(faces.value(face).by_formula, f"the formula is undefined on {face}")
    curvature = evaluate(claim.formula, INTERIOR.places | {"pi": PI}, proof.witnesses)
    for _ in range(2):
        curvature = curvature.slope({"n11": 1, "n10": -1, "n01": -1, "n00": 1})
    sign = proof.sign(curvature, "second slope of V in N11 for given sizes", str(INTERIOR))
    demand(sign == 0, "V is not linear in N11 for given sizes")
    proof.note("V is linear in N11 and E[N11] = m_A·m_B/N, so E[V] = V(expected counts)")
    for face in (Face.of("N11", "N01"), Face.of("N10", "N00")):
        value = faces.value(face)
        demand(value.exists, f"no value for a trivial candidate: {face}")
        sign = faces.compare(value, baseline, f"V − {faces.text(baseline)}", str(face))
        demand(sign == 0, "a trivial candidate does not have the baseline")
    return faces.text(baseline)


def bias(claim: Claim, proof: Proof) -> str:
    """Show that V at the expected counts always rises, always falls, or never moves with m_B."""
    faces = Faces(claim, proof)
    slope = _at_expected(faces).slope({"y": 1})
    what = "slope of V(expected counts) along y, which rises with m_B"
    if faces.formula.layers:
        what = what.replace("V", "the core")
    return _KINDS[claim.sense * faces.formula.turns * proof.sign(slope, what, _WHERE)]
