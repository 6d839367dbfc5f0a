"""Proofs for indices that are mutual information adjusted for chance: (M − E[M]) / (g − E[M]).

Here g is a mean of H(A) and H(B), at least min(H(A), H(B)) ≥ M. For proper A and B, E[M] is less
than min(H(A), H(B)): A has items x, y together and z apart from them, B has u, v together and w
apart; a shuffle that takes u to x, v to z and w to y leaves neither as a refinement of the other,
so that M < min(H(A), H(B)) for it.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import sympy

from partwise.index import Index
from partwise.properties.prove.certificates import Proof
from partwise.properties.prove.faces import NO_VALUE, constant
from partwise.properties.prove.statements import demand
from partwise.properties.prove.table_symbols import TableSymbols, formula_of

__all__ = ["constant_baseline", "maximal_agreement"]

Expr: TypeAlias = Any

_T = TableSymbols()
_S, _MORE = sympy.symbols("s δ", positive=True)
_LEMMA = (
    "if neither clustering is trivial, E[M] < min(H(A), H(B)): A has x, y together and z apart, "
    "B has u, v together and w apart; after shuffling u to x, v to z, w to y neither refines the "
    "other"
)


def constant_baseline(index: Index, proof: Proof) -> str:
    """Show that the mean of V over all candidates of given sizes is 0."""
    bound = _normaliser(index, proof)
    _at_least_the_smaller(bound, proof, strictly=False)
    proof.note(_LEMMA)
    proof.note("so the denominator is positive; it depends on sizes only, and E[M − E[M]] = 0")
    for name, entropies, expected in _trivial_candidates():
        if _denominator(bound, entropies, expected) == 0:
            declared = index.conventions.vs_other
            demand(declared == 0, f"{name} does not have the baseline")
            proof.note("0/0; V = 0 by convention", name)
        else:
            proof.note("M = E[M] and the denominator is not zero, so V = 0", name)
    return "0"


def maximal_agreement(index: Index, proof: Proof) -> None:
    """Show that V(A, A) = 1, and V(A, B) < 1 for every other B."""
    bound = _normaliser(index, proof)
    _at_least_the_smaller(bound, proof, strictly=True)
    equal = bound.subs({_T.entropy_a: _S, _T.entropy_b: _S}, simultaneous=True) - _S
    demand(proof.sign("g − H(A)", equal, (_S,), "H(A) = H(B) = s") == 0, "g is not a mean")
    proof.note(_LEMMA)
    proof.note(
        "so g − E[M] > 0, and 1 − V = (g − M)/(g − E[M]) ≥ 0; it is 0 only if g = M, so only if "
        "H(A) = H(B) = M, that is A = B"
    )
    demand(index.conventions.identical == 1, "identical trivial clusterings are not worth 1")
    proof.note("trivial A = B: 0/0; V = 1 by convention")
    for name, entropies, expected in _trivial_candidates():
        if _denominator(bound, entropies, expected) != 0:
            proof.note("M = E[M], so V = 0 < 1", name)
            continue
        conventions = index.conventions
        values = [v for v in (conventions.vs_other, conventions.opposite) if v is not None]
        demand(all(v < 1 for v in values), f"{name} is worth 1")
        proof.note(f"0/0; V = {constant(values[0])} by convention" if values else NO_VALUE, name)


def _normaliser(index: Index, proof: Proof) -> Expr:
    value, mean = formula_of(index), _T.expected_mutual_information
    centred = _T.mutual_information - mean
    bound = mean + centred / value
    free = {str(s) for s in bound.free_symbols}
    demand(value.has(mean) and free <= {"H(A)", "H(B)"}, "not (M − E[M]) / (g − E[M])")
    proof.note(f"V = (M − E[M]) / (g − E[M]) with g = {bound}, a function of the sizes only")
    return bound


def _at_least_the_smaller(bound: Expr, proof: Proof, strictly: bool) -> None:
    for a, b in ((_S + _MORE, _S), (_S, _S + _MORE)):
        value = bound.subs({_T.entropy_a: a, _T.entropy_b: b}, simultaneous=True) - _S
        where = f"H(A) = {a}, H(B) = {b}"
        sign = proof.sign("g − min(H(A), H(B))", value, (_MORE, _S), where)
        demand(sign > 0 or (sign == 0 and not strictly), "g is too small")


def _trivial_candidates() -> list[tuple[str, tuple[Expr, Expr], Expr]]:
    """Return H(A), H(B) and E[M] where B is trivial and A is another clustering."""
    zero = sympy.Integer(0)
    return [
        ("B is one cluster", (_S, zero), zero),
        ("B is all singletons", (_S, _S + _MORE), _S),
        ("A is one cluster and B is all singletons", (zero, _S), zero),
    ]


def _denominator(bound: Expr, entropies: tuple[Expr, Expr], expected: Expr) -> Expr:
    a, b = entropies
    value = bound.subs({_T.entropy_a: a, _T.entropy_b: b}, simultaneous=True)
    return sympy.expand(value - expected)
