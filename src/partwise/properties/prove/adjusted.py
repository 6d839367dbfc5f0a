"""Proofs for indices that are mutual information adjusted for chance: (M − E[M]) / (g − E[M]).

Here g is a mean of H(A) and H(B), at least min(H(A), H(B)) ≥ M. For proper A and B, E[M] is less
than min(H(A), H(B)): A has items x, y together and z apart from them, B has u, v together and w
apart; a shuffle that takes u to x, v to z and w to y leaves neither as a refinement of the other,
so that M < min(H(A), H(B)) for it.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from partwise.base import require
from partwise.catalogue import Index
from partwise.properties.checker.faces import NO_VALUE
from partwise.properties.prove.certificates import Proof
from partwise.properties.prove.symbolic import constant, demand
from partwise.properties.prove.symbols import TableSymbols, formula_and_conditions, formula_of

sympy = require("sympy")

Expr: TypeAlias = Any

_T = TableSymbols()
_CENTRED = _T.mutual_information - _T.expected_mutual_information
_S, _MORE = sympy.symbols("s δ", positive=True)
_LEMMA = (
    "if neither clustering is trivial, E[M] < min(H(A), H(B)): A has x, y together and z apart, "
    "B has u, v together and w apart; after shuffling u to x, v to z, w to y neither refines the "
    "other"
)


def constant_baseline(index: Index, proof: Proof) -> str:
    """Show that the mean of V over all candidates of given sizes is 0."""
    if formula_of(index) * _T.sd_mutual_information == _CENTRED:
        known = index.conventions
        demand(known.vs_other == known.otherwise == 0, "undefined without a convention")
        proof.note("V = (M − E[M]) / σ[M], where σ[M] depends on sizes only, and E[M − E[M]] = 0")
        proof.note("if σ[M] = 0, M is one constant for these sizes: 0/0; V = 0 by convention")
        return "0"
    bound = _normaliser(index, proof)
    _at_least_the_smaller(bound, proof, strictly=False)
    proof.note(_LEMMA)
    proof.note("so the denominator is positive; it depends on sizes only, and E[M − E[M]] = 0")
    for name, entropies, expected in _trivial_candidates():
        if _denominator(bound, entropies, expected, name, proof) == 0:
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
    for name, entropies, expected in (*_trivial_candidates(), *_trivial_references()):
        if _denominator(bound, entropies, expected, name, proof) != 0:
            proof.note("M = E[M], so V = 0 < 1", name)
            continue
        conventions = index.conventions
        values = [v for v in (conventions.vs_other, conventions.opposite) if v is not None]
        demand(all(v < 1 for v in values), f"{name} is worth 1")
        proof.note(f"0/0; V = {constant(values[0])} by convention" if values else NO_VALUE, name)


def _normaliser(index: Index, proof: Proof) -> Expr:
    value, conditions = formula_and_conditions(index)
    mean = _T.expected_mutual_information
    bound = mean + _CENTRED / value
    free = {str(s) for s in bound.free_symbols}
    demand(value.has(mean) and free <= {"H(A)", "H(B)"}, "not (M − E[M]) / (g − E[M])")
    for kind, about in conditions:
        is_denominator = kind == "divisor" and not (about / (bound - mean)).free_symbols
        if not is_denominator:
            entropies = (_T.entropy_a, _T.entropy_b)
            sign = proof.sign(kind, about, entropies, "H(A), H(B) > 0")
            demand(sign > 0 and kind == "radicand", "undefined somewhere")
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


def _trivial_references() -> list[tuple[str, tuple[Expr, Expr], Expr]]:
    return [
        (name.translate(str.maketrans("AB", "BA")), (b, a), expected)
        for name, (a, b), expected in _trivial_candidates()
    ]


def _denominator(
    bound: Expr, entropies: tuple[Expr, Expr], expected: Expr, where: str, proof: Proof
) -> int:
    """Return the sign of the denominator for a trivial clustering and another."""
    value = bound.subs(dict(zip((_T.entropy_a, _T.entropy_b), entropies, strict=True)))
    place = f"{where}, H(A) = {entropies[0]}, H(B) = {entropies[1]}"
    return proof.sign("g − E[M]", value - expected, (_MORE, _S), place)
