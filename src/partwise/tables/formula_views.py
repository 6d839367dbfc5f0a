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
``pairs``, ``n11_variance``, ``linked_pairs``
    The :class:`~partwise.PairCounts`; the variance of N11 over all B' with the sizes of B; and
    Σ n_ij ((a_i − 1)(b_j − 1) − (n_ij − 1)), pairs of A and of B that share one item.
``matched(x)``
    Largest sum of an expression over cells, at most one of each row and of each column.
``same_clusters``
    Number of clusters that are in both clusterings.
``size_overlap``
    Σ_i min(a_(i), b_(i)) over the sizes in order, the largest first.
``arrangement_information``, ``log_table_count``
    ln(n! Π n_ij! / (Π a_i! Π b_j!)) / n, and ln of the number of tables with the same sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise import kernels
from partwise.base import NotRationalError, Number
from partwise.tables.aggregated import AggregatedTable, Blocks
from partwise.tables.assignment import best_of_few
from partwise.tables.pairs import PairCounts

_ENTROPIES = (
    "entropy_a",
    "entropy_b",
    "entropy_joint",
    "mutual_information",
    "expected_mutual_information",
    "sd_mutual_information",
    "arrangement_information",
    "log_table_count",
)
_SUMS = (
    "row_maxima",
    "column_maxima",
    "same_clusters",
    "size_overlap",
    "n11_variance",
    "linked_pairs",
)


class _TableView:
    """What the views of one concrete table share."""

    def __init__(self, table: AggregatedTable) -> None:
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

    @property
    def same_clusters(self) -> Number:
        """Number of clusters that are in both clusterings."""
        return self._table.same_clusters

    @property
    def size_overlap(self) -> Number:
        """What the sizes of both have in common, the largest first."""
        return self._table.size_overlap

    @property
    def linked_pairs(self) -> Number:
        """Pairs of A and pairs of B that share one item."""
        return self._table.linked_pairs


class FloatTable(_TableView):
    """One table: cells as float64 arrays, entropies as precise numbers."""

    def sum(self, terms: NDArray[Any]) -> float:
        """Sum over the cells, with one rounding."""
        weighted = terms * self._blocks.times
        return kernels.compensated_sum(np.ascontiguousarray(weighted, np.float64))

    def matched(self, terms: NDArray[Any]) -> float:
        """Sum over the cells of an optimal matching, with one rounding."""
        return kernels.compensated_sum(np.ascontiguousarray(terms[_matching(self._table, terms)]))

    @property
    def pairs(self) -> PairCounts:
        """Counts of pairs, exact."""
        return self._table.pair_counts

    @property
    def n11_variance(self) -> float:
        """Variance of N11, rounded once."""
        return float(self._table.n11_variance)

    def __getattr__(self, name: str) -> Number:
        if name in _ENTROPIES:
            return getattr(self._table.information, name)
        raise AttributeError(name)


class ExactTable(_TableView):
    """One table in fractions, for formulas that are rational."""

    def __init__(self, table: AggregatedTable) -> None:
        super().__init__(table)
        self.n, self.k_a, self.k_b = map(Fraction, (table.n, table.k_a, table.k_b))

    def _numbers(self, counts: NDArray[Any]) -> NDArray[Any]:
        return np.array([Fraction(count) for count in counts.tolist()], object)

    def sum(self, terms: NDArray[Any]) -> Fraction:
        """Sum over the cells, exactly."""
        return sum((terms * self._blocks.times).tolist(), Fraction(0))

    def matched(self, terms: NDArray[Any]) -> Fraction:
        """Sum over the cells of an optimal matching, which is found in floats, exactly."""
        chosen = terms[_matching(self._table, terms.astype(np.float64))]
        return sum(chosen.tolist(), Fraction(0))

    @property
    def pairs(self) -> PairCounts:
        """Counts of pairs, as fractions."""
        return self._table.pair_counts.as_fractions()

    @property
    def n11_variance(self) -> Fraction:
        """Variance of N11."""
        return self._table.n11_variance

    def __getattr__(self, name: str) -> Number:
        if name in _ENTROPIES:
            raise NotRationalError(
                "the formula uses entropies, so its value is not a fraction; ask for a float "
                "(exact=False)"
            )
        raise AttributeError(name)


def _matching(table: AggregatedTable, weights: NDArray[Any]) -> NDArray[Any]:
    """Return the cells of an optimal matching of the clusters."""
    return best_of_few(*table.places, weights)


class ManyTables:
    """Many tables at once: an array with an entry per table where the others have a number."""

    def __init__(self, tables: Sequence[AggregatedTable]) -> None:
        self._tables = tables

    @cached_property
    def _blocks(self) -> list[Blocks]:
        return [table.blocks for table in self._tables]

    def __getattr__(self, name: str) -> NDArray[np.float64]:
        tables = self._tables
        if name in _ENTROPIES:
            return np.array([float(getattr(table.information, name)) for table in tables])
        if name in {"n", "k_a", "k_b", *_SUMS}:
            return np.array([float(getattr(table, name)) for table in tables])
        if name in {"cell", "row", "col"}:
            place = ("cell", "row", "col").index(name)
            return np.concatenate([each[place] for each in self._blocks]).astype(np.float64)
        raise AttributeError(name)

    @property
    def pairs(self) -> PairCounts:
        """Counts of pairs of each table."""
        counts = zip(*(table.pair_counts for table in self._tables), strict=True)
        return PairCounts.checked(*(np.array(count, object) for count in counts))

    def matched(self, terms: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum over the cells of an optimal matching of each table."""
        sizes = [len(each.cell) for each in self._blocks]
        parts = zip(self._tables, np.split(terms, np.cumsum(sizes)[:-1]), strict=True)
        return np.array([part[_matching(table, part)].sum() for table, part in parts])

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


class _SymbolicPairs(PairCounts):
    """Symbols for counts of pairs, and one for the number of items that they tell."""

    @property
    def items(self) -> Number:
        import sympy

        return sympy.Symbol("n", positive=True, integer=True)


class SymbolicTable:
    """A table of SymPy symbols, for LaTeX and proofs.

    Sums run over i = 1 … k_A and j = 1 … k_B; the row maxima stand as indexed symbols of their
    own. Entropies are symbols, and mutual information is what the paper defines by them. An
    optimal matching is x_ij, 1 for the cells that it chooses and 0 for the others.
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
        more = ("k_AB", "s_AB", "Var[N11]", "I_0", "ln_Omega")
        self.same_clusters, self.size_overlap, self.n11_variance = sympy.symbols(
            more[:3], nonnegative=True
        )
        self.arrangement_information, self.log_table_count = sympy.symbols(more[3:], real=True)
        self.pairs = _SymbolicPairs(*sympy.symbols("N11 N10 N01 N00", nonnegative=True))

    @property
    def linked_pairs(self) -> Number:
        """Pairs of A and pairs of B that share one item."""
        return self.sum(self.cell * ((self.row - 1) * (self.col - 1) - (self.cell - 1)))

    def matched(self, term: Number) -> Number:
        """Sum over the cells of an optimal matching."""
        import sympy

        return self.sum(sympy.IndexedBase("x", nonnegative=True)[self._i, self._j] * term)

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
