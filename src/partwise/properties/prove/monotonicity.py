"""Monotonicity of pair-counting indices, for every number of items.

A perfect split of B turns pairs that only B has together (N01) into pairs that are apart in both
(N00); a perfect merge turns N10 into N11. Between the counts before and after lies a segment inside
one face. If V has a slope of one sign on that face and is continuous at both ends, it improves. If
the formula is undefined at an end, the convention for it is compared with the whole face.
"""

from __future__ import annotations

from itertools import product

from partwise.catalogue import Index
from partwise.properties.prove.certificates import Proof
from partwise.properties.prove.faces import FACES, Face, on_face
from partwise.properties.prove.statements import compare, demand, sense, slope

MOVES = {"perfect split": ("N01", "N00"), "perfect merge": ("N10", "N11")}


def monotonicity(index: Index, proof: Proof) -> None:
    """Show that perfect splits and merges improve V(A, B) and V(B, A), if 1 < k_A < n."""
    for swapped, (name, (source, target)) in product((False, True), MOVES.items()):
        order = "V(B, A)" if swapped else "V(A, B)"
        again = "; what stands above is not repeated" if swapped else ""
        proof.note(f"{order}, {name}: pairs move from {source} to {target}{again}")
        for face in FACES:
            if face.has(source) and face.has(target) and _is_reference_proper(face):
                _segment(index, face, (source, target), swapped, proof)


def _is_reference_proper(face: Face) -> bool:
    """Whether A is neither a single cluster nor all singletons, and clusterings lie on the face.

    A segment may start where the target count is zero; if no clusterings are on the face itself,
    none are there either, since for both moves they would need N00 = 0 < N10, N01.
    """
    return face.is_possible and face.has("N11", "N10") and face.has("N01", "N00")


def _segment(index: Index, face: Face, move: tuple[str, str], swapped: bool, proof: Proof) -> None:
    source, target = move
    inner = on_face(index, face, proof, swapped)
    demand(inner.by_formula, f"the formula is undefined on {face}")
    towards = {source: -1, target: 1}
    sign = slope(inner.value, towards, face, proof) * sense(index)
    demand(sign > 0, f"V does not improve on {face}")
    start, end = face.with_only(**{target: False}), face.with_only(**{source: False})
    _end_by_convention(index, start, (face, end), (swapped, 1), proof)
    _end_by_convention(index, end, (face, start), (swapped, -1), proof)


def _end_by_convention(
    index: Index, end: Face, others: tuple[Face, ...], how: tuple[bool, int], proof: Proof
) -> None:
    """Compare the convention at one end, if there is one, with all that can be the other end."""
    swapped, wanted = how
    if not end.is_possible:
        return
    here = on_face(index, end, proof, swapped)
    if here.by_formula or here.value is None:
        return
    for other in (face for face in others if face.is_possible):
        there = on_face(index, other, proof, swapped)
        if there.value is not None:
            sign = compare(there.value, here.value, other, proof) * sense(index)
            demand(sign == wanted, f"the convention on {end} is out of order")


def strong_monotonicity(index: Index, proof: Proof) -> None:
    """Show that V improves with N11 and N00, and worsens with N10 and N01, as the paper excludes.

    Counts for which the formula is undefined are left out: a convention says nothing about what
    more pairs change.
    """
    for name, wanted in (("N11", 1), ("N00", 1), ("N10", -1), ("N01", -1)):
        others = ("N10", "N01") if wanted > 0 else ("N11", "N00")
        for face in (f for f in FACES if f.has(name) and f.has(*others)):
            value = on_face(index, face, proof)
            if value.by_formula:
                sign = slope(value.value, {name: 1}, face, proof) * sense(index)
                demand(sign == wanted, f"V does not move as it should with {name} on {face}")
