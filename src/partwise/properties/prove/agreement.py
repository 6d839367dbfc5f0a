"""Maximal and minimal agreement of pair-counting indices."""

from __future__ import annotations

from typing import Any, TypeAlias

from partwise.catalogue import Index
from partwise.properties.prove.certificates import Proof
from partwise.properties.prove.faces import FACES, Face, on_face
from partwise.properties.prove.statements import compare, demand, layers, sense

Expr: TypeAlias = Any


def maximal_agreement(index: Index, proof: Proof) -> None:
    """Show that V(A, A) is one constant and V(A, B) is worse for every other B."""
    unique_best(index, proof)


def unique_best(index: Index, proof: Proof) -> Expr:
    """Return the constant V(A, A) after showing that V(A, B) is worse for every other B.

    Clusterings are identical exactly where N10 = N01 = 0.
    """
    best = _best_value(index, proof)
    proof.note(f"so V(A, A) = {best}; elsewhere V must be worse")
    for face in FACES:
        if face.is_possible and face.relation != "identical":
            value = on_face(index, face, proof).value
            if value is not None:
                sign = compare(value, best, face, proof) * sense(index)
                demand(sign < 0, f"V reaches {best} on {face}")
    return best


def _best_value(index: Index, proof: Proof) -> Expr:
    """Return the constant V(A, A), or give up."""
    values = []
    for face in (f for f in FACES if f.relation == "identical"):
        value = on_face(index, face, proof).value
        demand(value is not None, f"identical clusterings have no value: {face}")
        values.append((face, value))
    return _common(values, proof)


def minimal_agreement(index: Index, proof: Proof) -> None:
    """Show that V is one constant where N11 = N00 = 0, and better for all other pair counts.

    The definition speaks of pair counts, so also those that no clusterings have are looked at.
    """
    faces = [face for face in FACES if face.names]
    ends = [face for face in faces if not face.has("N11", "N00")]
    values = [(face, on_face(index, face, proof).value) for face in ends]
    demand(all(value is not None for _, value in values), "no value where N11 = N00 = 0")
    worst = _common(values, proof)
    proof.note(f"so V = {worst} where N11 = N00 = 0; elsewhere V must be better")
    for face in (f for f in faces if f not in ends):
        value = on_face(index, face, proof).value
        if value is not None:
            sign = compare(value, worst, face, proof) * sense(index)
            demand(sign > 0, f"V reaches {worst} on {face}")


def _common(values: list[tuple[Face, Expr]], proof: Proof) -> Expr:
    """Return the one constant that an index is on some faces, or give up."""
    point = dict.fromkeys((s for face, _ in values for s in face.symbols), 1)
    first = values[0][1].subs(point)
    demand(bool(first.is_finite), "V is infinite")
    for face, value in values:
        demand(compare(value, first, face, proof) == 0, f"V is not constant on {face}")
    return first


def symmetry(index: Index, proof: Proof) -> None:
    """Show that V(N11, N10, N01, N00) − V(N11, N01, N10, N00) is zero on every face."""
    for face in (f for f in FACES if f.is_possible):
        straight, swapped = (on_face(index, face, proof, swapped=s) for s in (False, True))
        if straight.value is None or swapped.value is None:
            demand(straight.value is swapped.value, f"only one order is defined on {face}")
            continue
        (around, first), (around_swapped, second) = map(layers, (straight.value, swapped.value))
        if around != around_swapped:
            first, second = straight.value, swapped.value
        sign = proof.sign("V(A, B) − V(B, A)", first - second, face.symbols, str(face))
        demand(sign == 0, f"V(A, B) and V(B, A) differ on {face}")
