"""Proofs for means of recall and precision over items: BCubed and the F-measure.

Recall is 1 exactly where A refines B, precision exactly where B refines A; both only if A = B.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from partwise.base import require
from partwise.catalogue import Index
from partwise.properties.prove.certificates import Proof
from partwise.properties.prove.signs import NotProvedError
from partwise.properties.prove.symbolic import conditions_met, demand, sense
from partwise.properties.prove.symbols import Condition, TableSymbols, formula_and_conditions

sympy = require("sympy")

Expr: TypeAlias = Any

_T = TableSymbols()
_BCUBED = (_T.sum(_T.cell**2 / _T.row), _T.sum(_T.cell**2 / _T.col))
_MAXIMA = (_T.row_maxima, _T.column_maxima)
_LOST = sympy.symbols("ρ π", positive=True)


def maximal_agreement(index: Index, proof: Proof) -> None:
    """Show that V is one constant where recall and precision are 1, and worse elsewhere."""
    value, conditions = formula_and_conditions(index)
    recall, precision = _sums(value)
    proof.note(f"{recall} = n/(1 + ρ) with ρ ≥ 0, and ρ = 0 if and only if A refines B")
    proof.note(f"{precision} = n/(1 + π) with π ≥ 0, and π = 0 if and only if B refines A")
    place = {recall: _T.n, precision: _T.n}
    _defined(conditions, place, proof, "ρ = π = 0")
    best = sympy.cancel(value.subs(place, simultaneous=True))
    demand(not best.free_symbols and bool(best.is_finite), "V(A, A) is not constant")
    for rho, pi in ((*_LOST,), (_LOST[0], 0), (0, _LOST[1])):
        place = {recall: _T.n / (1 + rho), precision: _T.n / (1 + pi)}
        symbols = tuple(s for s in (rho, pi) if s != 0)
        _defined(conditions, place, proof, f"ρ = {rho}, π = {pi}")
        difference = sympy.cancel(value.subs(place, simultaneous=True)) - best
        sign = proof.sign(f"V − {best}", difference, symbols, f"ρ = {rho}, π = {pi}")
        demand(sign * sense(index) < 0, "V reaches its best value elsewhere")
    demand(index.conventions.identical in (None, best), "identical clusterings differ")


def monotonicity(index: Index, proof: Proof) -> None:
    """Show that V rises with BCubed recall and precision, one of which each improvement raises."""
    value, conditions = formula_and_conditions(index)
    sums = _sums(value)
    _defined(conditions, {}, proof, "all A and B")
    demand(sums == _BCUBED, "not a function of BCubed recall and precision")
    b1, b2, cell, size = sympy.symbols("b_1 b_2 c a_i", positive=True)
    merged = b1 + b2
    where = "perfect merge of b_1 and b_2 inside a_i"
    kept = merged**2 / merged - b1**2 / b1 - b2**2 / b2
    gained = (merged**2 - b1**2 - b2**2) / size
    demand(proof.sign("change of n·precision", kept, (b1, b2), where) == 0, "precision changes")
    demand(proof.sign("change of n·recall", gained, (size, b1, b2), where) > 0, "no gain")
    where = "perfect split into b_1 and b_2, for each cell c in b_1"
    gained = cell**2 / b1 - cell**2 / merged
    demand(proof.sign("change of c²/b", gained, (b1, b2, cell), where) > 0, "no gain")
    proof.note("a perfect split keeps all cells, so recall stays as it is")
    for name, total in zip(("recall", "precision"), sums, strict=True):
        slope = sympy.diff(value, total)
        symbols = tuple(sorted(value.free_symbols, key=str))
        sign = proof.sign(f"slope of V along n·{name}", slope, symbols, "all A and B")
        demand(sign * sense(index) > 0, f"V does not rise with {name}")
    proof.note("in V(B, A) recall and precision trade places, and V rises with both")


def _defined(
    conditions: list[Condition], place: dict[Expr, Expr], proof: Proof, where: str
) -> None:
    put = [Condition(kind, about.subs(place, simultaneous=True)) for kind, about in conditions]
    symbols: set[Expr] = set().union(*(about.free_symbols for _, about in put))
    variables = tuple(sorted(symbols, key=str))
    demand(conditions_met(put, variables, proof, where), f"undefined where {where}")


def _sums(value: Expr) -> tuple[Expr, Expr]:
    for sums in (_BCUBED, _MAXIMA):
        if value.free_symbols <= {*sums, _T.n}:
            return sums
    raise NotProvedError("not a function of recall and precision")
