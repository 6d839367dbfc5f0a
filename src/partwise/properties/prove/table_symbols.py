"""What a formula on tables sees in a proof: symbols for its entropies, sums and maxima."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias

import sympy

from partwise.catalogue import Index
from partwise.properties.prove.signs import NotProvedError
from partwise.properties.prove.traced import Condition, Traced, traced
from partwise.tables import FormulaTable, NotGivenError, PairCounts

Expr: TypeAlias = Any


def _positive(name: str) -> Expr:
    return sympy.Symbol(name, positive=True)


class TableSymbols(FormulaTable):
    """What formulas see of a table, as positive symbols; ``swapped`` exchanges A and B.

    ``number`` makes of a symbol what the formula works with, such as a traced number.
    """

    whose = "the symbols of a proof"

    def __init__(
        self, swapped: bool = False, number: Callable[[Expr], Any] = sympy.sympify
    ) -> None:
        def symbol(name: str) -> Any:
            return number(_positive(name))

        order = -1 if swapped else 1
        self._number = number
        self.n, self.cell = symbol("n"), symbol("n_ij")
        self.k_a, self.k_b = (symbol("k_A"), symbol("k_B"))[::order]
        self.row, self.col = (symbol("a_i"), symbol("b_j"))[::order]
        maxima = (symbol("Σ_i max_j n_ij"), symbol("Σ_j max_i n_ij"))[::order]
        self.row_maxima, self.column_maxima = maxima
        self.entropy_a, self.entropy_b = (symbol("H(A)"), symbol("H(B)"))[::order]
        self.entropy_joint = symbol("H(A,B)")
        self.expected_mutual_information = symbol("E[M]")
        self.sd_mutual_information = symbol("σ[M]")
        n10, n01 = (symbol("N10"), symbol("N01"))[::order]
        self.pairs = PairCounts(symbol("N11"), n10, n01, symbol("N00"))

    def sum(self, terms: Any) -> Any:
        """Return the sum over the cells as a symbol that is named after its terms."""
        written = terms.expr if isinstance(terms, Traced) else terms
        return self._number(_positive(f"(Σ {written})"))  # in brackets: its square reads as one

    @property
    def linked_pairs(self) -> NoReturn:
        """Refused: it may be zero, and the symbols are positive."""
        self.not_given("linked_pairs")


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
    (one,), conditions = traced(sympy.Integer(1))
    value = index.formula(TableSymbols(swapped, lambda symbol: one * symbol))
    return sympy.sympify(getattr(value, "expr", value)), list(dict.fromkeys(conditions))


class InformationSymbols(FormulaTable):
    """A table of which only the entropies are known: M, H(A|B) and H(B|A) make them all."""

    whose = "entropies alone"

    def __init__(self, shared: Any, only_a: Any, only_b: Any) -> None:
        self.mutual_information = shared
        self.entropy_a = shared + only_a
        self.entropy_b = shared + only_b
        self.entropy_joint = shared + only_a + only_b


def of_information(index: Index, shared: Expr, only_a: Expr, only_b: Expr) -> tuple[Any, list[Any]]:
    """Return the value for M, H(A|B) and H(B|A), None if 0/0, and its conditions."""
    numbers, conditions = traced(shared, only_a, only_b)
    try:
        value = index.formula(InformationSymbols(*numbers))
    except ZeroDivisionError:
        return None, []
    except NotGivenError as error:
        raise NotProvedError(str(error)) from None
    return sympy.sympify(getattr(value, "expr", value)), conditions
