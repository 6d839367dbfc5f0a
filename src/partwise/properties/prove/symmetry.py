"""Symmetry of pair-counting indices."""

from __future__ import annotations

from partwise.index import Index
from partwise.properties.prove.certificates import Proof
from partwise.properties.prove.faces import FACES, on_face
from partwise.properties.prove.outer import layers
from partwise.properties.prove.statements import demand

__all__ = ["symmetry"]


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
