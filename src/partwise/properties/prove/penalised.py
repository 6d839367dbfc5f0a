"""Proofs for indices with a penalty for different numbers of clusters, such as fair NMI."""

from __future__ import annotations

import copy
from dataclasses import replace

import sympy

from partwise.catalogue import Index
from partwise.properties.prove.certificates import Proof
from partwise.properties.prove.entropies import PLACES, unique_best, value_at
from partwise.properties.prove.statements import demand
from partwise.properties.prove.table_symbols import TableSymbols, formula_of
from partwise.tables import FormulaTable

_T = TableSymbols()


def _with_equal_numbers(table: FormulaTable) -> FormulaTable:
    """Return the table with as many clusters in A as in B."""
    changed = copy.copy(table)
    changed.k_a = changed.k_b = sympy.Integer(1)
    return changed


def maximal_agreement(index: Index, proof: Proof) -> None:
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
