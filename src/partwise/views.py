"""What a formula of the form ``f(t)`` sees of one table, of many tables, or of a symbolic one.

All views have the same attributes:

``n``, ``k_a``, ``k_b``
    Numbers of items, of clusters of the reference, of clusters of the candidate.
``cell``, ``row``, ``col``
    For each non-zero cell its count n_ij, and the sizes a_i and b_j of its two clusters.
``sum(x)``
    Sum of an expression over the cells.
``row_maxima``, ``column_maxima``
    Σ_i max_j n_ij and Σ_j max_i n_ij.
``entropy_a``, ``entropy_b``, ``entropy_joint``, ``mutual_information``
    H(A), H(B), H(A, B) and M(A, B), in nats.
``expected_mutual_information``, ``sd_mutual_information``
    Mean and standard deviation of M(A, B') over all B' with the sizes of B.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise import kernels
from partwise.errors import NotRationalError
from partwise.ops import Number
from partwise.summary import Blocks, Summary

__all__ = ["ExactTable", "FloatTable", "ManyTables", "SymbolicTable"]

_ENTROPIES = (
    "entropy_a",
    "entropy_b",
    "entropy_joint",
    "mutual_information",
    "expected_mutual_information",
    "sd_mutual_information",
)


class _TableView:
    """What the views of one concrete table share."""

    def __init__(self, table: Summary) -> None:
        self._table = table
        self.n: Number = table.n
        self.k_a: Number = table.k_a
        self.k_b: Number = table.k_b

    @cached_property
    def _blocks(self) -> Blocks:
        return self._table.blocks

    def _numbers(self, counts: NDArray[Any]) -> NDArray[Any]:
        return counts.astype(np.float64)

    @property
    def cell(self) -> NDArray[Any]:
        """Counts of the non-zero cells."""
        return self._numbers(self._blocks.cell)

    @property
    def row(self) -> NDArray[Any]:
        """Size of the reference's cluster, for each cell."""
        return self._numbers(self._blocks.row)

    @property
    def col(self) -> NDArray[Any]:
        """Size of the candidate's cluster, for each cell."""
        return self._numbers(self._blocks.column)

    @property
    def row_maxima(self) -> Number:
        """Sum of the largest cells of the rows."""
        return self._table.row_maxima

    @property
    def column_maxima(self) -> Number:
        """Sum of the largest cells of the columns."""
        return self._table.column_maxima


class FloatTable(_TableView):
    """One table: cells as float64 arrays, entropies as precise numbers."""

    def sum(self, terms: NDArray[Any]) -> float:
        """Sum over the cells, with one rounding."""
        weighted = terms * self._blocks.times
        return kernels.compensated_sum(np.ascontiguousarray(weighted, np.float64))

    def __getattr__(self, name: str) -> Number:
        if name in _ENTROPIES:
            return getattr(self._table.information, name)
        raise AttributeError(name)


class ExactTable(_TableView):
    """One table in fractions, for formulas that are rational."""

    def __init__(self, table: Summary) -> None:
        super().__init__(table)
        self.n, self.k_a, self.k_b = map(Fraction, (table.n, table.k_a, table.k_b))

    def _numbers(self, counts: NDArray[Any]) -> NDArray[Any]:
        return np.array([Fraction(count) for count in counts.tolist()], object)

    def sum(self, terms: NDArray[Any]) -> Fraction:
        """Sum over the cells, exactly."""
        return sum((terms * self._blocks.times).tolist(), Fraction(0))

    def __getattr__(self, name: str) -> Number:
        if name in _ENTROPIES:
            raise NotRationalError(
                "the formula uses entropies, so its value is not a fraction; ask for a float "
                "(exact=False)"
            )
        raise AttributeError(name)


class ManyTables:
    """Many tables at once: an array with an entry per table where the others have a number."""

    def __init__(self, tables: Sequence[Summary]) -> None:
        self._tables = tables

    @cached_property
    def _blocks(self) -> list[Blocks]:
        return [table.blocks for table in self._tables]

    def __getattr__(self, name: str) -> NDArray[np.float64]:
        tables = self._tables
        if name in _ENTROPIES:
            return np.array([float(getattr(table.information, name)) for table in tables])
        if name in {"n", "k_a", "k_b", "row_maxima", "column_maxima"}:
            return np.array([float(getattr(table, name)) for table in tables])
        if name in {"cell", "row", "col"}:
            place = ("cell", "row", "col").index(name)
            return np.concatenate([each[place] for each in self._blocks]).astype(np.float64)
        raise AttributeError(name)

    def sum(self, terms: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum over the cells of each table."""
        sums = np.zeros(len(self._tables))
        if len(terms) == 0:
            return sums
        sizes = [len(each.cell) for each in self._blocks]
        has_cells = np.array(sizes) > 0
        starts = np.concatenate(([0], np.cumsum(sizes)))[:-1][has_cells]
        pairs = zip(self._blocks, sizes, strict=True)
        times = np.concatenate([np.broadcast_to(each.times, size) for each, size in pairs])
        sums[has_cells] = np.add.reduceat(terms * times, starts)
        return sums


class SymbolicTable:
    """A table of SymPy symbols, for LaTeX and proofs.

    Sums run over i = 1 … k_A and j = 1 … k_B; the row maxima stand as indexed symbols of their
    own. Entropies are symbols, and mutual information is what the paper defines by them.
    """

    def __init__(self) -> None:
        import sympy

        self.n, self.k_a, self.k_b = sympy.symbols("n k_A k_B", positive=True, integer=True)
        self._i, self._j = sympy.symbols("i j", positive=True, integer=True)
        self.cell = sympy.IndexedBase("n", nonnegative=True)[self._i, self._j]
        self.row = sympy.IndexedBase("a", positive=True)[self._i]
        self.col = sympy.IndexedBase("b", positive=True)[self._j]
        names = ("H(A)", "H(B)", "H(A\\,B)", "E[M]", "sigma[M]")
        entropies = [sympy.Symbol(name.replace("\\", ""), nonnegative=True) for name in names]
        self.entropy_a, self.entropy_b, self.entropy_joint = entropies[:3]
        self.expected_mutual_information, self.sd_mutual_information = entropies[3:]
        self.mutual_information = self.entropy_a + self.entropy_b - self.entropy_joint

    def sum(self, term: Number) -> Number:
        """Sum over all cells; empty ones add nothing to the sums that indices use."""
        import sympy

        inner = sympy.Sum(term, (self._j, 1, self.k_b))
        return sympy.Sum(inner, (self._i, 1, self.k_a))

    @property
    def row_maxima(self) -> Number:
        """Sum of the largest cells of the rows."""
        import sympy

        largest = sympy.IndexedBase(r"\max_{j} n", nonnegative=True)[self._i]
        return sympy.Sum(largest, (self._i, 1, self.k_a))

    @property
    def column_maxima(self) -> Number:
        """Sum of the largest cells of the columns."""
        import sympy

        largest = sympy.IndexedBase(r"\max_{i} n", nonnegative=True)[self._j]
        return sympy.Sum(largest, (self._j, 1, self.k_b))
