"""Tables as formulas see them: in floats, in fractions, or symbols."""

from __future__ import annotations

import math
from abc import abstractmethod
from fractions import Fraction
from functools import cached_property
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from partwise import kernels
from partwise.base import NotRationalError, Number, precise, require
from partwise.tables.aggregated import AggregatedTable, Blocks
from partwise.tables.assignment import best_cells
from partwise.tables.formula_protocol import FormulaTable
from partwise.tables.pairs import PairCounts

_EXACT_IN_FLOAT = 2**53
_UNITS = 2**200  # into which precise sums divide one


class OneTable(FormulaTable):
    """One concrete table; subclasses say in which numbers, and how they are added up."""

    def __init__(self, table: AggregatedTable) -> None:
        self._table = table

    def _number(self, value: Number) -> Number:
        """Return a count, or a fraction, in the numbers of the view."""
        return value

    def _numbers(self, counts: NDArray[Any]) -> NDArray[Any]:
        return np.array([self._number(count) for count in counts.tolist()], object)

    @abstractmethod
    def _added(self, terms: NDArray[Any]) -> Number:
        """Return the sum of an array."""

    @cached_property
    def _blocks(self) -> Blocks:
        return self._table.blocks

    def _for_each_cell(self, terms: Number) -> NDArray[Any]:
        if isinstance(terms, np.ndarray):
            return terms
        return np.full(len(self._blocks.cell), terms)

    @property
    def n(self) -> Number:
        return self._number(self._table.n)

    @property
    def k_a(self) -> Number:
        return self._number(self._table.k_a)

    @property
    def k_b(self) -> Number:
        return self._number(self._table.k_b)

    @property
    def cell(self) -> NDArray[Any]:
        return self._numbers(self._blocks.cell)

    @property
    def row(self) -> NDArray[Any]:
        return self._numbers(self._blocks.row)

    @property
    def col(self) -> NDArray[Any]:
        return self._numbers(self._blocks.column)

    def sum(self, terms: Number) -> Number:
        return self._added(self._for_each_cell(terms) * self._blocks.times)

    def matched(self, terms: Number) -> Number:
        terms = self._for_each_cell(terms)
        return self._added(terms[_matching(self._table, terms)])

    @property
    def row_maxima(self) -> Number:
        return self._number(self._table.row_maxima)

    @property
    def column_maxima(self) -> Number:
        return self._number(self._table.column_maxima)

    @property
    def same_clusters(self) -> Number:
        return self._number(self._table.same_clusters)

    @property
    def size_overlap(self) -> Number:
        return self._number(self._table.size_overlap)

    @property
    def pairs(self) -> PairCounts:
        counts = self._table.pair_counts
        return type(counts)(*map(self._number, counts))

    @property
    def n11_variance(self) -> Number:
        return self._number(self._table.n11_variance)

    @property
    def linked_pairs(self) -> Number:
        return self._number(self._table.linked_pairs)


class FloatTable(OneTable):
    """One table: cells as float64 arrays, counts as integers, entropies as precise numbers.

    Sums over cells are rounded once. Where counts are too large for floats, cells are fractions and
    their sums precise numbers.

    Examples
    --------
    >>> from partwise.tables import contingency
    >>> t = FloatTable(contingency([0, 0, 1], [0, 1, 1]))
    >>> t.sum(t.cell * (t.cell / t.row)), t.row_maxima
    (2.0, 2)
    """

    def _numbers(self, counts: NDArray[Any]) -> NDArray[Any]:
        if self._table.n < _EXACT_IN_FLOAT:
            return counts.astype(np.float64)
        return np.array([Fraction(count) for count in counts.tolist()], object)

    def _added(self, terms: NDArray[Any]) -> Number:
        if terms.dtype != object:
            return kernels.compensated_sum(np.ascontiguousarray(terms, np.float64))
        # Rounded down, so that a sum of shares is not larger than their number.
        units = sum(math.floor(term * _UNITS) for term in terms.tolist())
        return precise().mpf(units) / _UNITS

    @property
    def pairs(self) -> PairCounts:
        return self._table.pair_counts

    @property
    def n11_variance(self) -> float:
        return float(self._table.n11_variance)

    @property
    def entropy_a(self) -> Number:
        return self._table.information.entropy_a

    @property
    def entropy_b(self) -> Number:
        return self._table.information.entropy_b

    @property
    def entropy_joint(self) -> Number:
        return self._table.information.entropy_joint

    @property
    def mutual_information(self) -> Number:
        return self._table.information.mutual_information

    @property
    def expected_mutual_information(self) -> Number:
        return self._table.information.expected_mutual_information

    @property
    def sd_mutual_information(self) -> Number:
        return self._table.information.sd_mutual_information

    @property
    def arrangement_information(self) -> Number:
        return self._table.information.arrangement_information

    @property
    def log_table_count(self) -> Number:
        return self._table.information.log_table_count


class ExactTable(OneTable):
    """One table in fractions, for formulas that are rational.

    Entropies raise :class:`~partwise.errors.NotRationalError`, as roots of fractions do.

    Examples
    --------
    >>> from partwise.tables import contingency
    >>> t = ExactTable(contingency([0, 0, 1], [0, 1, 1]))
    >>> t.sum(t.cell / t.row)
    Fraction(2, 1)
    """

    def _number(self, value: Number) -> Fraction:
        return Fraction(value)

    def _added(self, terms: NDArray[Any]) -> Fraction:
        return sum(terms.tolist(), Fraction(0))

    def not_given(self, member: str) -> NoReturn:
        """Refuse entropies."""
        raise NotRationalError(
            f"the formula uses entropies (t.{member}), so its value is not a fraction; ask for a "
            "float (exact=False)"
        )


def _matching(table: AggregatedTable, weights: NDArray[Any]) -> NDArray[Any]:
    """Return the cells of an optimal matching of the clusters."""
    return best_cells(*table.places, weights, limit=None)


class _SymbolicPairs(PairCounts):
    """Symbols for counts of pairs, and one for the number of items that they tell."""

    @property
    def items(self) -> Number:
        sympy = require("sympy")

        return sympy.Symbol("n", positive=True, integer=True)


class SymbolicTable(FormulaTable):
    """A table of SymPy symbols, for LaTeX and proofs.

    Sums run over i = 1 … k_A and j = 1 … k_B, so their terms must be zero for an empty cell; the
    row maxima stand as indexed symbols of their own. Entropies are symbols, and mutual information
    is what the paper defines by them. An optimal matching is x_ij, 1 for the cells that it chooses
    and 0 for the others.
    """

    whose = "symbols"

    def __init__(self) -> None:
        sympy = require("sympy")

        self.n, self.k_a, self.k_b = sympy.symbols("n k_A k_B", positive=True, integer=True)
        self._i, self._j = sympy.symbols("i j", positive=True, integer=True)
        self.cell = sympy.IndexedBase("n", nonnegative=True)[self._i, self._j]
        self.row = sympy.IndexedBase("a", positive=True)[self._i]
        self.col = sympy.IndexedBase("b", positive=True)[self._j]
        names = ("H(A)", "H(B)", "H(A,B)", "E[M]", "sigma[M]")
        entropies = [sympy.Symbol(name, nonnegative=True) for name in names]
        self.entropy_a, self.entropy_b, self.entropy_joint = entropies[:3]
        self.expected_mutual_information, self.sd_mutual_information = entropies[3:]
        self.same_clusters, self.size_overlap, self.n11_variance = sympy.symbols(
            ("k_AB", "s_AB", "Var[N11]"), nonnegative=True
        )
        self.arrangement_information, self.log_table_count = sympy.symbols(
            ("I_0", "ln_Omega"), real=True
        )
        self.pairs = _SymbolicPairs(*sympy.symbols("N11 N10 N01 N00", nonnegative=True))

    def sum(self, terms: Number) -> Number:
        sympy = require("sympy")

        if not sympy.sympify(terms).has(self.cell):
            self.not_given("sum of terms without t.cell")
        inner = sympy.Sum(terms, (self._j, 1, self.k_b))
        return sympy.Sum(inner, (self._i, 1, self.k_a))

    def matched(self, terms: Number) -> Number:
        sympy = require("sympy")

        return self.sum(sympy.IndexedBase("x", nonnegative=True)[self._i, self._j] * terms)

    @property
    def row_maxima(self) -> Number:
        sympy = require("sympy")

        largest = sympy.IndexedBase(r"\max_{j} n", nonnegative=True)[self._i]
        return sympy.Sum(largest, (self._i, 1, self.k_a))

    @property
    def column_maxima(self) -> Number:
        sympy = require("sympy")

        largest = sympy.IndexedBase(r"\max_{i} n", nonnegative=True)[self._j]
        return sympy.Sum(largest, (self._j, 1, self.k_b))
