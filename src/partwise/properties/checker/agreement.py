"""Goals of pair-counting indices: maximal and minimal agreement, and symmetry."""

from __future__ import annotations

from .claims import Claim
from .faces import FACES, Face, Faces, Value
from .proofs import Proof, demand


def maximal_agreement(claim: Claim, proof: Proof) -> None:
    """Show that V(A, A) is one constant and V(A, B) is worse for every other B."""
    unique_best(Faces(claim, proof))


def unique_best(faces: Faces) -> Value:
    """Return the constant V(A, A) after showing that V(A, B) is worse for every other B.

    Clusterings are identical exactly where N10 = N01 = 0. Two that are one cluster, or all single
    items, need not have a value.
    """
    values = [(face, faces.value(face)) for face in FACES if face.relation == "identical"]
    demand(faces.value(Face.of("N11", "N00")).exists, "identical clusterings have no value")
    best = _common([(face, value) for face, value in values if value.exists], faces)
    text = faces.text(best)
    faces.proof.note(f"so V(A, A) = {text}; elsewhere V must be worse")
    for face in FACES:
        if face.is_possible and face.relation != "identical":
            value = faces.value(face)
            if value.exists:
                sign = faces.compare(value, best, f"V − {text}", str(face))
                demand(sign < 0, f"V reaches {text} on {face}")
    return best


def minimal_agreement(claim: Claim, proof: Proof) -> None:
    """Show that V is one constant where N11 = N00 = 0, and better for all other pair counts.

    The definition is about pair counts, so also those that no clusterings have are looked at.
    """
    faces = Faces(claim, proof)
    ends = [face for face in FACES if not face.has("N11", "N00")]
    values = [(face, faces.value(face)) for face in ends]
    demand(all(value.exists for _, value in values), "no value where N11 = N00 = 0")
    worst = _common(values, faces)
    text = faces.text(worst)
    proof.note(f"so V = {text} where N11 = N00 = 0; elsewhere V must be better")
    for face in (f for f in FACES if f not in ends):
        value = faces.value(face)
        if value.exists:
            sign = faces.compare(value, worst, f"V − {text}", str(face))
            demand(sign > 0, f"V reaches {text} on {face}")


def _common(values: list[tuple[Face, Value]], faces: Faces) -> Value:
    """Return the one constant that an index is on some faces, or give up."""
    face, first = values[0]
    if first.core is not None:
        first = faces.at(face.corner)
    demand(not isinstance(first.convention, float), "V is infinite")
    for face, value in values:
        sign = faces.compare(value, first, f"V − {faces.text(first)}", str(face))
        demand(sign == 0, f"V is not constant on {face}")
    return first


def symmetry(claim: Claim, proof: Proof) -> None:
    """Show that V(N11, N10, N01, N00) − V(N11, N01, N10, N00) is zero on every face."""
    show_symmetry(Faces(claim, proof))


def show_symmetry(faces: Faces) -> None:
    """Show that V(A, B) = V(B, A), where either exists."""
    for face in (f for f in FACES if f.is_possible):
        straight, swapped = (faces.value(face, swapped=s) for s in (False, True))
        demand(straight.exists == swapped.exists, f"only one order is defined on {face}")
        if straight.exists:
            sign = faces.compare(straight, swapped, "V(A, B) − V(B, A)", str(face))
            demand(sign == 0, f"V(A, B) and V(B, A) differ on {face}")
