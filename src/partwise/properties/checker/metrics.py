"""Goal of pair-counting indices: to be a metric, up to a linear function.

Symmetry and maximal agreement are shown as such. The triangle inequality follows in one of two
ways. Either the index is an angle or a chord between unit vectors. Or, with the pairs of items
sorted by whether they are together in A, in B and in C (eight patterns), the polynomial
d(A, B) + d(B, C) − d(A, C), cleared of denominators, has no negative coefficient. A concave
function of a metric that rises from 0, such as a root or a logarithm, is a metric as well.
"""

from __future__ import annotations

from itertools import product

from .agreement import show_symmetry, unique_best
from .algebra import NotShownError, Polynomial, Quotient
from .claims import Claim
from .constants import PI, Bound
from .faces import FACES, Face, Faces, Value
from .formulas import Tree, evaluate, parse
from .proofs import Proof, demand

_SPHERE = (
    "u_A is the vector over all pairs of items that is 1 − m_A/N where the pair is together in A "
    "and −m_A/N elsewhere, divided by its length; u_A·u_B is their correlation"
)
_TRIVIAL = (
    "which is a metric on the sphere; one cluster is e and all singletons are −e, with e "
    "orthogonal to all u"
)
_CORRELATION = parse("(n11*n00 - n10*n01)/sqrt((n11 + n10)*(n01 + n00)*(n11 + n01)*(n10 + n00))")
_PATTERNS = {
    (a, b, c): Quotient(Polynomial.variable(f"t{a}{b}{c}")) for a, b, c in product((1, 0), repeat=3)
}


def distance_on_the_sphere(claim: Claim, proof: Proof) -> None:
    """Show that |V − V(A, A)| is an angle or a chord between unit vectors."""
    faces = Faces(claim, proof)
    show_symmetry(faces)
    unique_best(faces)
    proof.note(_SPHERE)
    kind, scale = _kind(faces)
    for face in (f for f in FACES if f.is_possible and f.is_proper and f.swapped.is_proper):
        core = faces.value(face).core
        if core is None:
            raise NotShownError(f"the formula is undefined on {face}")
        cosine = evaluate(_CORRELATION, face.places, proof.witnesses)
        claimed = cosine if kind == "angle" else scale * (Quotient.of(1) - cosine)
        what = "core − u_A·u_B" if kind == "angle" else f"core − {scale}·(1 − u_A·u_B)"
        demand(proof.sign(core - claimed, what, str(face)) == 0, "not a function of u_A·u_B")
    proof.note(f"so |V − V(A, A)| is the {kind} between u_A and u_B up to a factor, {_TRIVIAL}")
    for face in (f for f in FACES if f.is_possible):
        cosine_of = {"trivial": 0, "opposite": -1}.get(face.relation)
        if cosine_of is not None:
            number = Quotient.of(cosine_of)
            core = number if kind == "angle" else scale * (Quotient.of(1) - number)
            value = faces.value(face)
            demand(value.exists, f"no value on {face}")
            sign = faces.compare(value, Value(core), f"V − V(u·u = {cosine_of})", str(face))
            demand(sign == 0, f"the value on {face} does not fit the sphere")
    proof.note("trivial clusterings have the values of these vectors")


def _kind(faces: Faces) -> tuple[str, Quotient]:
    """Return whether V is an angle or a chord up to a linear function, and the square's scale."""
    names = [layer.does for layer in faces.formula.layers if layer.does != "affine"]
    if names == ["acos"]:
        return "angle", Quotient.of(1)
    if names != ["sqrt"]:
        raise NotShownError("V is not a linear function of an arccosine or of a root")
    places = {"n11": 1, "n10": 1, "n01": 1, "n00": 1}  # where u_A·u_B = 0
    value = faces.at({name: Quotient.of(number) for name, number in places.items()})
    if value.core is None:
        raise NotShownError("the formula is undefined where all counts are 1")
    return "chord", value.core


def distance_by_patterns(claim: Claim, proof: Proof) -> None:
    """Show that V less V(A, A) is a metric, or the reverse."""
    faces, _ = _defined_where_different(claim, proof)
    identical = Face.of("N11", "N00")
    origin = faces.value(identical).convention
    if faces.value(identical).by_formula:
        origin = evaluate(claim.formula, identical.corner | {"pi": PI}, proof.witnesses)
    if not isinstance(origin, Quotient):
        raise NotShownError("identical clusterings have no finite value")
    _show_triangles(claim.formula, origin, -claim.sense, proof)


def distance_by_concavity(claim: Claim, proof: Proof) -> None:
    """Show that V is a root or a logarithm of a metric, up to linear functions."""
    faces, best = _defined_where_different(claim, proof)
    names = [layer.does for layer in faces.formula.layers if layer.does != "affine"]
    demand(names in (["sqrt"], ["log"]), "V is not the root or the logarithm of anything")
    origin: Bound | None = best.core
    if best.convention is not None:
        origin = faces.formula.into_core(best.convention)
    if not isinstance(origin, Quotient):
        raise NotShownError("identical clusterings have no finite value")
    demand(claim.sense * faces.formula.turns < 0, "the distance is a convex function")
    proof.note(
        f"|V − V(A, A)| is a concave function of d = core − {origin} that rises from 0, so it is a "
        "metric if d is one"
    )
    _show_triangles(faces.formula.core, origin, 1, proof)


def _defined_where_different(claim: Claim, proof: Proof) -> tuple[Faces, Value]:
    """Show all of a metric but the triangle inequality; also return the value of V(A, A)."""
    faces = Faces(claim, proof)
    show_symmetry(faces)
    best = unique_best(faces)
    for face in (f for f in FACES if f.is_possible and f.relation != "identical"):
        demand(faces.value(face).by_formula, f"the formula is undefined on {face}")
    return faces, best


def _show_triangles(tree: Tree, origin: Quotient, way: int, proof: Proof) -> None:
    """Show the triangle inequality for all counts of the eight patterns of three clusterings.

    Where some counts are zero it follows by continuity, as the formula is defined for any two
    clusterings that differ; and if two of three are identical, it is plain.
    """
    pairs = ((0, 1), (1, 2), (0, 2))
    values = [evaluate(tree, _counts(*pair) | {"pi": PI}, proof.witnesses) for pair in pairs]
    demand(len(set().union(*(value.roots for value in values))) <= 1, "there are too many roots")
    ab, bc, ac = (Quotient.of(way) * (value - origin) for value in values)
    sign = proof.sign(
        ab + bc - ac,
        "d(A, B) + d(B, C) − d(A, C), with t_abc pairs together (1) or apart (0) in A, B and C",
        "all t > 0",
    )
    demand(sign >= 0, "the triangle inequality does not follow from the coefficients")


def _counts(first: int, second: int) -> dict[str, Quotient]:
    """Return the pair counts of two of the three clusterings, as sums of patterns."""
    zero = Quotient.of(0)
    return {
        f"n{a}{b}": sum(
            (t for pattern, t in _PATTERNS.items() if (pattern[first], pattern[second]) == (a, b)),
            zero,
        )
        for a, b in product((1, 0), repeat=2)
    }
