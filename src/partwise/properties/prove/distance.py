"""Pair-counting indices that are metrics, up to a linear function.

Symmetry and maximal agreement are proved as such. The triangle inequality follows in one of two
ways. Either the index is an angle or a chord between unit vectors. Or, with the pairs of items
sorted by whether they are together in A, in B and in C (eight patterns), the polynomial
d(A, B) + d(B, C) − d(A, C), cleared of denominators, has no negative coefficient.
"""

from __future__ import annotations

from itertools import product
from typing import Any, TypeAlias

from partwise.base import require
from partwise.catalogue import Index
from partwise.properties.prove.agreement import symmetry, unique_best
from partwise.properties.prove.certificates import Proof
from partwise.properties.prove.faces import COUNTS, FACES, on_face
from partwise.properties.prove.statements import demand, layer, sense
from partwise.tables import PairCounts

sympy = require("sympy")

Expr: TypeAlias = Any

_PATTERNS: dict[tuple[int, int, int], Expr] = {
    (a, b, c): sympy.Symbol(f"t{a}{b}{c}", positive=True) for a, b, c in product((1, 0), repeat=3)
}


def distance(index: Index, proof: Proof) -> None:
    """Show that |V − V(A, A)| is a metric."""
    symmetry(index, proof)
    best = unique_best(index, proof)
    value = on_face(index, FACES[0], proof).value
    outermost = layer(value)
    if outermost is None:
        _triangle_by_patterns(index, best, proof)
    else:
        _on_the_sphere(index, best, outermost, proof)


def _on_the_sphere(
    index: Index, best: Expr, outermost: tuple[Expr, Expr, str, Expr], proof: Proof
) -> None:
    factor, offset, function, within = outermost
    face = FACES[0]
    gram = _inner_product()
    proof.note(
        "u_A is the vector over all pairs of items that is 1 − m_A/N where the pair is together "
        "in A and −m_A/N elsewhere, divided by its length"
    )
    if function == "acos":
        claim, cosine, scale, kind = "cosine − u_A·u_B", within - gram, 1, "angle"
    else:
        scale = within.subs(dict.fromkeys(COUNTS, 1))
        claim, cosine, kind = f"inside − {scale}(1 − u_A·u_B)", within - scale * (1 - gram), "chord"
    demand(proof.sign(claim, cosine, face.symbols, str(face)) == 0, "not a function of u_A·u_B")
    demand(offset == best, "the constant is not that of identical clusterings")
    proof.note(
        f"so |V − {best}| is the {kind} between u_A and u_B up to a factor, which is a metric on "
        "the sphere; one cluster is e and all singletons are −e, with e orthogonal to all u"
    )
    for other in (f for f in FACES if f.is_possible):
        expected = {"trivial": 0, "opposite": -1}.get(other.relation)
        if expected is not None:
            inner = sympy.acos(expected) if kind == "angle" else sympy.sqrt(scale * (1 - expected))
            demand(
                on_face(index, other, proof).value == sympy.expand(offset + factor * inner),
                f"the convention does not fit the sphere on {other}",
            )
    proof.note("the conventions for trivial clusterings are these angles")


def _inner_product() -> Expr:
    """Return u_A·u_B, summed over the four kinds of pairs."""
    n11, n10, n01, n00 = COUNTS
    total = n11 + n10 + n01 + n00
    p, q = (n11 + n10) / total, (n11 + n01) / total

    def product_of(first: Expr, second: Expr, how: tuple[tuple[int, int], ...]) -> Expr:
        terms = zip(COUNTS, how, strict=True)
        return sympy.factor(sum(count * (a - first) * (b - second) for count, (a, b) in terms))

    together = ((1, 1), (1, 0), (0, 1), (0, 0))
    cross = product_of(p, q, together)
    square_a = product_of(p, p, tuple((a, a) for a, _ in together))
    square_b = product_of(q, q, tuple((b, b) for _, b in together))
    return cross / sympy.sqrt(square_a * square_b)


def _triangle_by_patterns(index: Index, best: Expr, proof: Proof) -> None:
    for face in (f for f in FACES if f.is_possible and f.relation != "identical"):
        demand(on_face(index, face, proof).by_formula, f"the formula is undefined on {face}")
    demand(not _is_violated(index, float(best)), "three graphs violate the triangle inequality")
    proof.note("if two of A, B and C are identical, the triangle inequality is plain; else")
    value: Expr = on_face(index, FACES[0], proof).value
    ab, bc, ac = (
        sense(index) * (best - value.subs(_renamed(*pair), simultaneous=True))
        for pair in ((0, 1), (1, 2), (0, 2))
    )
    sign = proof.sign(
        "d(A, B) + d(B, C) − d(A, C), with t_abc pairs together (1) or apart (0) in A, B and C",
        ab + bc - ac,
        tuple(_PATTERNS.values()),
        "all t ≥ 0",
    )
    demand(sign >= 0, "the triangle inequality does not follow from the coefficients")


def _renamed(first: int, second: int) -> dict[Expr, Expr]:
    return dict(zip(COUNTS, _sums(_PATTERNS, first, second), strict=True))


def _is_violated(index: Index, best: float) -> bool:
    """Look at a few cases in floats, so that no time is spent on what is not true."""
    for numbers in product((1, 20), repeat=len(_PATTERNS)):
        patterns = dict(zip(_PATTERNS, numbers, strict=True))
        ab, bc, ac = (
            abs(best - float(index.formula(PairCounts(*_sums(patterns, *pair)))))
            for pair in ((0, 1), (1, 2), (0, 2))
        )
        if ab + bc < ac - 1e-9:
            return True
    return False


def _sums(patterns: dict[tuple[int, int, int], Any], first: int, second: int) -> list[Any]:
    """Return the pair counts of two of the three clusterings, as sums of patterns."""
    return [
        sum(t for together, t in patterns.items() if (together[first], together[second]) == wanted)
        for wanted in ((1, 1), (1, 0), (0, 1), (0, 0))
    ]
