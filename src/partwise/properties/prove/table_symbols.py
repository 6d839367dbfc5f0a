"""What a formula on tables sees in a proof: symbols for its entropies, sums and maxima."""

from __future__ import annotations

from typing import Any, TypeAlias

import sympy

from partwise.catalogue import Index
from partwise.properties.prove.signs import NotProvedError
from partwise.properties.prove.traced import Condition, traced
from partwise.tables import PairCounts

Expr: TypeAlias = Any


def _positive(name: str) -> Expr:
    return sympy.Symbol(name, positive=True)


class TableSymbols:
    """What formulas see of a table, as symbols; ``swapped`` exchanges A and B."""

    expected_mutual_information = _positive("E[M]")
    sd_mutual_information = _positive("σ[M]")
    entropy_joint = _positive("H(A,B)")
    n = _positive("n")
    cell = _positive("n_ij")

    def __init__(self, swapped: bool = False) -> None:
        order = -1 if swapped else 1
        self.entropy_a, self.entropy_b = (_positive("H(A)"), _positive("H(B)"))[::order]
        self.k_a, self.k_b = (_positive("k_A"), _positive("k_B"))[::order]
        self.row, self.col = (_positive("a_i"), _positive("b_j"))[::order]
        maxima = (_positive("Σ_i max_j n_ij"), _positive("Σ_j max_i n_ij"))[::order]
        self.row_maxima, self.column_maxima = maxima
        self.mutual_information = self.entropy_a + self.entropy_b - self.entropy_joint
        n10, n01 = (_positive("N10"), _positive("N01"))[::order]
        self.pairs = PairCounts(_positive("N11"), n10, n01, _positive("N00"))

    def sum(self, term: Expr) -> Expr:
        """Return the sum over the cells as a symbol that is named after its term."""
        return _positive(f"(Σ {term})")  # so that its square reads as one


class _TracedTable:
    """The same symbols, which note what the formula divides by."""

    def __init__(self, symbols: TableSymbols) -> None:
        self._symbols = symbols
        (self._one,), self.conditions = traced(sympy.Integer(1))

    def __getattr__(self, name: str) -> Any:
        return self._one * getattr(self._symbols, name)

    @property
    def pairs(self) -> PairCounts:
        return PairCounts(*(self._one * count for count in self._symbols.pairs))

    def sum(self, term: Any) -> Any:
        return self._one * self._symbols.sum(term.expr)


def formula_of(index: Index, swapped: bool = False) -> Expr:
    """Return the formula of a table index in these symbols.

    Examples
    --------
    >>> import partwise as pw
    >>> formula_of(pw.index("vi"))
    -H(A) + 2*H(A,B) - H(B)
    """
    return formula_and_conditions(index, swapped)[0]


def formula_and_conditions(index: Index, swapped: bool = False) -> tuple[Expr, list[Condition]]:
    """Return the formula of a table index, and what must be true for it to be defined."""
    table = _TracedTable(TableSymbols(swapped))
    value = index.formula(table)
    return sympy.sympify(getattr(value, "expr", value)), list(dict.fromkeys(table.conditions))


class _OfInformation:
    """A table of which only the entropies are known: M, H(A|B) and H(B|A) make them all."""

    def __init__(self, shared: Any, only_a: Any, only_b: Any) -> None:
        self.mutual_information = shared
        self.entropy_a = shared + only_a
        self.entropy_b = shared + only_b
        self.entropy_joint = shared + only_a + only_b

    def __getattr__(self, name: str) -> Any:
        raise NotProvedError(f"{name} is not a function of the entropies")


def of_information(index: Index, shared: Expr, only_a: Expr, only_b: Expr) -> tuple[Any, list[Any]]:
    """Return the value for M, H(A|B) and H(B|A), None if 0/0, and its conditions."""
    numbers, conditions = traced(shared, only_a, only_b)
    try:
        value = index.formula(_OfInformation(*numbers))
    except ZeroDivisionError:
        return None, []
    return sympy.sympify(getattr(value, "expr", value)), conditions
