"""Proofs for indices that are functions of entropies: NMI in its variants, VI, and fair NMI.

Such an index is a function of M = M(A, B), H(A|B) and H(B|A), none of which is negative.
A = B exactly where H(A|B) = H(B|A) = 0. A perfect split of B leaves H(A, B) as it is and adds
δ > 0 to H(B): it moves δ from H(A|B) to M. A perfect merge leaves M as it is and takes δ > 0 from
H(B) and H(A, B), so from H(B|A); and M > 0 before, since A is not one cluster and a cluster of B
lies inside one of A, so that A and B are not independent.
"""

from __future__ import annotations

import copy
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from partwise.base import require
from partwise.catalogue import Index
from partwise.properties.checker.faces import NO_VALUE
from partwise.properties.prove.certificates import Proof
from partwise.properties.prove.symbolic import conditions_met, constant, demand, sense
from partwise.properties.prove.symbols import (
    TableSymbols,
    formula_and_conditions,
    formula_of,
    of_information,
)
from partwise.tables import FormulaTable

sympy = require("sympy")

Expr: TypeAlias = Any

M, A_GIVEN_B, B_GIVEN_A = (sympy.Symbol(s, positive=True) for s in ("M", "H(A|B)", "H(B|A)"))
_MORE = sympy.Symbol("δ", positive=True)
_ZERO = sympy.Integer(0)
_T = TableSymbols()


class Place(NamedTuple):
    """M, H(A|B) and H(B|A), as functions of positive symbols."""

    shared: Expr
    only_a: Expr
    only_b: Expr

    @property
    def symbols(self) -> tuple[Expr, ...]:
        """The symbols."""
        return tuple(sorted(set().union(*(e.free_symbols for e in self)), key=str))

    def __str__(self) -> str:
        named = zip((M, A_GIVEN_B, B_GIVEN_A), self, strict=True)
        return ", ".join(f"{s} > 0" if s == expr else f"{s} = {expr}" for s, expr in named)


# Maxima and minima of H(A) and H(B) are plain once it is known which of the two is larger.
_SAME = A_GIVEN_B
PLACES = tuple(
    Place(shared, only_a, only_b)
    for shared, (only_a, only_b) in product(
        (M, _ZERO),
        (
            (_ZERO, _ZERO),
            (A_GIVEN_B, _ZERO),
            (_ZERO, B_GIVEN_A),
            (_SAME, _SAME),
            (_SAME + _MORE, _SAME),
            (_SAME, _SAME + _MORE),
        ),
    )
)


def value_at(index: Index, place: Place, proof: Proof, swapped: bool = False) -> Expr | None:
    """Return the value at a place; None if the formula is undefined there."""
    shared, only_a, only_b = place
    if swapped:
        only_a, only_b = only_b, only_a
    value, conditions = of_information(index, shared, only_a, only_b)
    if value is None or not conditions_met(conditions, place.symbols, proof, str(place)):
        return None
    return value


def symmetry(index: Index, proof: Proof) -> None:
    """Show that the formula is the same after A and B trade places."""
    straight, conditions = formula_and_conditions(index)
    swapped, swapped_conditions = formula_and_conditions(index, swapped=True)
    same = straight == swapped or sympy.cancel(straight - swapped) == 0
    demand(bool(same), "the formula changes when A and B trade places")
    demand(set(conditions) == set(swapped_conditions), "one order is defined where another is not")
    if straight.has(_T.expected_mutual_information, _T.sd_mutual_information):
        proof.note("it does not matter whether A or B is shuffled: E[M] and σ[M] are symmetric")
    proof.note(f"V(A, B) = {straight}, V(B, A) = {swapped}: the same")


def maximal_agreement(index: Index, proof: Proof) -> None:
    """Show that V is one constant where H(A|B) = H(B|A) = 0, and worse elsewhere."""
    unique_best(index, proof)


def unique_best(index: Index, proof: Proof) -> Expr:
    """Return V(A, A) after showing that V(A, B) is worse for every other B."""
    best = value_at(index, Place(M, _ZERO, _ZERO), proof)
    demand(best is not None and not best.free_symbols, "V(A, A) is not constant")
    trivial = value_at(index, Place(_ZERO, _ZERO, _ZERO), proof)
    if trivial is None:
        declared = index.conventions.identical
        demand(declared is not None, "two single clusters have no value")
        trivial = constant(declared or 0)
        proof.note(f"undefined; V = {trivial} by convention", "A and B are one cluster")
    demand(trivial == best, "V(A, A) is not constant")
    proof.note(f"V(A, A) = {best}; elsewhere V must be worse")
    for place in (p for p in PLACES if p.only_a != 0 or p.only_b != 0):
        value = value_at(index, place, proof)
        if value is None:
            value = _by_convention(index, place, proof)
        if value is not None:
            sign = proof.sign(f"V − {best}", value - best, place.symbols, str(place))
            demand(sign * sense(index) < 0, f"V reaches {best} where {place}")
    return best


def _by_convention(index: Index, place: Place, proof: Proof) -> Expr | None:
    """Return the convention where one clustering is a single cluster; give up elsewhere."""
    demand(place.shared == 0 and 0 in (place.only_a, place.only_b), f"undefined where {place}")
    conventions = index.conventions
    if conventions.opposite is None and conventions.vs_other is None:
        proof.note(NO_VALUE, str(place))
        return None
    demand(conventions.opposite in (None, conventions.vs_other), "two conventions")
    demand(conventions.vs_other is not None, "no convention")
    return constant(conventions.vs_other or 0)


def monotonicity(index: Index, proof: Proof) -> None:
    """Show that perfect splits and merges improve V(A, B) and V(B, A), if 1 < k_A < n."""
    for swapped in (False, True):
        order = "V(B, A)" if swapped else "V(A, B)"
        proof.note(f"{order}, perfect split: moves from H(A|B) to M")
        for only_b in (B_GIVEN_A, _ZERO):
            _improves(index, Place(M, A_GIVEN_B, only_b), (1, -1, 0), swapped, proof)
            for end in (Place(_ZERO, A_GIVEN_B, only_b), Place(M, _ZERO, only_b)):
                _continuous_or_without_value(index, end, swapped, proof)
        proof.note(f"{order}, perfect merge: H(B|A) falls, and M > 0")
        for only_a in (A_GIVEN_B, _ZERO):
            _improves(index, Place(M, only_a, B_GIVEN_A), (0, 0, -1), swapped, proof)
            _continuous_or_without_value(index, Place(M, only_a, _ZERO), swapped, proof)


def _improves(
    index: Index, place: Place, move: tuple[int, int, int], swapped: bool, proof: Proof
) -> None:
    value = value_at(index, place, proof, swapped)
    demand(value is not None, f"undefined where {place}")
    variables = (M, A_GIVEN_B, B_GIVEN_A)
    slope = sum(step * sympy.diff(value, s) for step, s in zip(move, variables, strict=True))
    sign = proof.sign("slope of V", slope, place.symbols, str(place))
    demand(sign * sense(index) > 0, f"V does not improve where {place}")


def _continuous_or_without_value(index: Index, end: Place, swapped: bool, proof: Proof) -> None:
    if value_at(index, end, proof, swapped) is None:
        demand(index.conventions.vs_other is None, f"a convention where {end}")
        demand(end.shared == 0 and end.only_b == 0, f"undefined where {end}")
        proof.note(NO_VALUE, str(end))


def distance(index: Index, proof: Proof) -> None:
    """Show that |V − V(A, A)| is a metric, from Shannon's inequalities for three clusterings."""
    symmetry(index, proof)
    best = unique_best(index, proof)
    for place in (p for p in PLACES if p.only_a != 0 or p.only_b != 0):
        demand(value_at(index, place, proof) is not None, f"undefined where {place}")
    proof.note("if two of A, B and C are identical, the triangle inequality is plain; else")
    gap = sense(index) * (best - formula_of(index))
    factor = sympy.simplify(gap / (1 - _nmi_max()))
    if factor.is_positive and factor.is_number:
        _triangle_of_nmi_max(factor, proof)
        return
    for where, atoms, symbols in _three_clusterings():
        ab, bc, ac = (
            sense(index) * (best - of_information(index, *_pair(atoms, *pair))[0])
            for pair in ("AB", "BC", "AC")
        )
        what = "d(A, B) + d(B, C) − d(A, C)"
        demand(proof.sign(what, ab + bc - ac, symbols, where) >= 0, "no triangle inequality")


def _three_clusterings() -> list[tuple[str, dict[str, Expr], tuple[Expr, ...]]]:
    """Return the parts of which all entropies of A, B and C are sums, in two cases.

    The parts are H(A|BC) …, I(A;B|C) …, and I(A;B;C), which alone can be negative; then I(A;B) and
    its like are the parts that are not.
    """
    alone = {name: sympy.Symbol(f"h{name}", positive=True) for name in "ABC"}
    pairs = {name: sympy.Symbol(f"i{name}", positive=True) for name in ("AB", "BC", "AC")}
    common = sympy.Symbol("i", positive=True)
    symbols = (*alone.values(), *pairs.values(), common)
    usual = {**alone, **pairs, "ABC": common}
    negative = {**alone, **{k: s + common for k, s in pairs.items()}, "ABC": -common}
    return [
        ("I(A;B;C) = i ≥ 0, I(A;B|C) = iAB …, H(A|B,C) = hA …", usual, symbols),
        ("I(A;B;C) = −i ≤ 0, I(A;B) = iAB …, H(A|B,C) = hA …", negative, symbols),
    ]


def _pair(atoms: dict[str, Expr], one: str, other: str) -> tuple[Expr, Expr, Expr]:
    """Return M, H(one|other) and H(other|one)."""
    (third,) = set("ABC") - {one, other}

    def name(x: str, y: str) -> str:
        return {"BA": "AB", "CB": "BC", "CA": "AC"}.get(x + y, x + y)

    shared = atoms[name(one, other)] + atoms["ABC"]
    return shared, atoms[one] + atoms[name(one, third)], atoms[other] + atoms[name(other, third)]


def _nmi_max() -> Expr:
    return _T.mutual_information / sympy.Max(_T.entropy_a, _T.entropy_b)


def _triangle_of_nmi_max(factor: Expr, proof: Proof) -> None:
    """Write down the proof of Vinh et al. (2010), with its two inequalities checked."""
    if factor != 1:
        proof.note(f"|V − V(A, A)| is {factor} · (1 − NMImax), a metric if 1 − NMImax is one")
    proof.note("d(A, B) = max(H(A|B), H(B|A)) / max(H(A), H(B)); let H(A) ≥ H(C)")
    for where, atoms, symbols in _three_clusterings():
        (m_ab, a_b, _), (m_bc, b_c, _), (m_ac, a_c, _) = (
            _pair(atoms, *pair) for pair in ("AB", "BC", "AC")
        )
        first = proof.sign("H(A|B) + H(B|C) − H(A|C)", a_b + b_c - a_c, symbols, where)
        bound = (m_bc + b_c) + m_ac - m_ab - m_bc
        second = proof.sign("H(B) + M(A, C) − M(A, B) − M(B, C)", bound, symbols, where)
        demand(first >= 0 and second >= 0, "Shannon's inequalities")
    proof.note(
        "if H(A) ≥ H(B): d(A, B) + d(B, C) ≥ H(A|B)/H(A) + H(B|C)/H(A) ≥ H(A|C)/H(A) = d(A, C)"
    )
    proof.note(
        "if H(B) > H(A): d(A, B) + d(B, C) = 2 − (M(A, B) + M(B, C))/H(B) ≥ 1 − M(A, C)/H(B) ≥ "
        "1 − M(A, C)/H(A) = d(A, C)"
    )


def _with_equal_numbers(table: FormulaTable) -> FormulaTable:
    """Return the table with as many clusters in A as in B."""
    changed = copy.copy(table)
    changed.k_a = changed.k_b = sympy.Integer(1)
    return changed


def maximal_agreement_with_penalty(index: Index, proof: Proof) -> None:
    """Show that V is a penalty of at most 1, and 1 if A = B, times an index that has it."""
    formula = formula_of(index)
    penalties = formula.atoms(sympy.exp)
    demand(len(penalties) == 1 and index.direction == "similarity", "no single penalty")
    (penalty,) = penalties
    (exponent,) = penalty.args
    rest = formula / penalty
    demand(not rest.has(_T.k_a, _T.k_b, sympy.exp), "the penalty is not a factor")
    demand(exponent.subs(_T.k_b, _T.k_a) == 0, "the penalty is not 1 where A = B")
    demand(bool((-exponent).is_nonnegative), "the penalty may exceed 1")
    proof.note(f"V = {penalty} · W; the penalty is at most 1, and it is 1 if A = B")
    plain = replace(index, formula=lambda t: index.formula(_with_equal_numbers(t)))
    proof.note(f"now for W = {rest} in place of V")
    unique_best(plain, proof)
    for place in PLACES:
        value = value_at(plain, place, proof)
        if value is not None:
            sign = proof.sign("W", value, place.symbols, str(place))
            demand(sign >= 0, "W may be negative")
    proof.note("W ≥ 0, so V ≤ W: V is worse than V(A, A) = W(A, A) wherever W is")
