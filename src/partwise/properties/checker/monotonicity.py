"""Goals of pair-counting indices: monotonicity in several strengths, for every number of items.

A perfect split of B turns pairs that only B has together (N01) into pairs that are apart in both
(N00); a perfect merge turns N10 into N11. Between the counts before and after lies a segment inside
one face. If V has a slope of one sign on that face and is continuous at both ends, it improves: a
formula is continuous wherever it is defined. If it is undefined at an end, the convention for it is
compared with the whole face and with the other end.

So V also improves along several moves, of which some lead over clusterings without a value: the
straight segment from the first counts to the last lies in a face on which both moves improve V.
"""

from __future__ import annotations

from itertools import product

from .algebra import Quotient
from .claims import Claim
from .faces import FACES, Face, Faces
from .proofs import Proof, demand

_SPLIT, _MERGE = ("N01", "N00"), ("N10", "N11")
_NAMES = {_SPLIT: "perfect split", _MERGE: "perfect merge"}
_STRICTLY, _WEAKLY = (1,), (0, 1)


def monotonicity(claim: Claim, proof: Proof) -> None:
    """Show that perfect splits and merges improve V(A, B) and V(B, A), if 1 < k_A < n."""
    _show(Faces(claim, proof), (_SPLIT, _MERGE), (False, True), _STRICTLY)


def weak_monotonicity(claim: Claim, proof: Proof) -> None:
    """Show that no perfect split or merge worsens V(A, B) or V(B, A), if 1 < k_A < n."""
    _show(Faces(claim, proof), (_SPLIT, _MERGE), (False, True), _WEAKLY)


def meila_monotonicity(claim: Claim, proof: Proof) -> None:
    """Show that no perfect split worsens V(A, B) or V(B, A), if 1 < k_A < n.

    Perfect splits, one after the other, lead from B to A ⊗ B.
    """
    _show(Faces(claim, proof), (_SPLIT,), (False, True), _WEAKLY)


def meila_monotonicity_at_once(claim: Claim, proof: Proof) -> None:
    """Show that V(A, A ⊗ B) is no worse than V(A, B), and V(A ⊗ B, A) than V(B, A), if 1 < k_A < n.

    From B to A ⊗ B all pairs of N01 move to N00. A single split may well make V worse.
    """
    faces = Faces(claim, proof)
    for swapped, face in product((False, True), FACES):
        after = face.changed(N01=False, N00=True)
        if not (face.n01 and face.is_possible and face.is_proper):
            continue
        before, limit = faces.value(face, swapped), faces.value(after, swapped)
        if limit.by_formula:
            moved = {"n01": Quotient.of(0), "n00": face.places["n00"] + face.places["n01"]}
            limit = faces.at(face.places | moved, swapped)
        if before.exists and limit.exists:
            order = "V(A ⊗ B, A) − V(B, A)" if swapped else "V(A, A ⊗ B) − V(A, B)"
            sign = faces.compare(limit, before, order, str(face))
            demand(sign >= 0, f"V worsens on {face}")


def homogeneity(claim: Claim, proof: Proof) -> None:
    """Show that perfect splits improve V(A, B), if 1 < k_A < n."""
    _show(Faces(claim, proof), (_SPLIT,), (False,), _STRICTLY)


def completeness(claim: Claim, proof: Proof) -> None:
    """Show that perfect merges improve V(A, B), if 1 < k_A < n."""
    _show(Faces(claim, proof), (_MERGE,), (False,), _STRICTLY)


def _show(
    faces: Faces,
    moves: tuple[tuple[str, str], ...],
    orders: tuple[bool, ...],
    wanted: tuple[int, ...],
) -> None:
    for swapped, move in product(orders, moves):
        source, target = move
        order = "V(B, A)" if swapped else "V(A, B)"
        again = "; what stands above is not repeated" if swapped else ""
        faces.proof.note(f"{order}, {_NAMES[move]}: pairs move from {source} to {target}{again}")
        for face in FACES:
            if face.has(source) and face.has(target) and face.is_proper and face.is_possible:
                _segment(faces, face, move, swapped, wanted)


def _segment(
    faces: Faces, face: Face, move: tuple[str, str], swapped: bool, wanted: tuple[int, ...]
) -> None:
    """Show that V improves from one end of a segment inside a face to the other.

    If no clusterings are on the face, none are at the start either: they would need N00 = 0 < N10,
    N01, for both moves.
    """
    source, target = move
    sign = faces.slope(face, {source: -1, target: 1}, swapped)
    demand(sign in wanted, f"V does not improve on {face}")
    start, end = face.changed(**{target: False}), face.changed(**{source: False})
    for here, others, way in ((start, (face, end), 1), (end, (face, start), -1)):
        if not here.is_possible or not (value := faces.value(here, swapped)).exists:
            continue
        for other in others if not value.by_formula else ():
            if other.is_possible and (there := faces.value(other, swapped)).exists:
                sign = way * faces.compare(there, value, "V less the convention", str(other))
                demand(sign in wanted, f"the convention on {here} is out of order")


def strong_monotonicity(claim: Claim, proof: Proof) -> None:
    """Show that V improves with N11 and N00, and worsens with N10 and N01, as the paper excludes.

    Counts for which the formula is undefined are left out: a convention says nothing about what
    more pairs change.
    """
    faces = Faces(claim, proof)
    for name, wanted in (("N11", 1), ("N00", 1), ("N10", -1), ("N01", -1)):
        others = ("N10", "N01") if wanted > 0 else ("N11", "N00")
        for face in (f for f in FACES if f.has(name) and f.has(*others)):
            if faces.value(face).by_formula:
                sign = faces.slope(face, {name: 1})
                demand(sign == wanted, f"V does not move as it should with {name} on {face}")
