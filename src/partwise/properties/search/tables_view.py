"""What formulas see of all tables of n items at once."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.properties.search.enumeration import Enumeration, enumeration, partitions
from partwise.tables import (
    FormulaTable,
    Information,
    PairCounts,
    SizeHistogram,
    n11_mean_and_variance,
    precise,
    size_overlap,
)

Floats: TypeAlias = NDArray[np.float64]


class EnumeratedTables(FormulaTable):
    """All tables of an enumeration, as formulas see them.

    Numbers are float64 arrays with an entry per table. Entropies are rounded once, from exact
    multiples of logarithms: equal ones are equal floats.

    Examples
    --------
    >>> t = EnumeratedTables(enumeration(3))
    >>> t.sum(t.cell * (t.cell / t.row))[:4]
    array([3.        , 1.66666667, 3.        , 1.        ])
    """

    def __init__(self, tables: Enumeration) -> None:
        self._tables = tables
        self.n = float(tables.n)

    @cached_property
    def k_a(self) -> Floats:
        """Numbers of clusters of the reference."""
        return self._tables.k_a.astype(np.float64)

    @cached_property
    def k_b(self) -> Floats:
        """Numbers of clusters of the candidate."""
        return self._tables.k_b.astype(np.float64)

    @cached_property
    def cell(self) -> Floats:
        """Counts of the non-zero cells of all tables."""
        return self._tables.cells.astype(np.float64)

    @cached_property
    def row(self) -> Floats:
        """Size of the reference's cluster, for each cell."""
        return self._tables.row_sizes[self._tables.row_of_cell].astype(np.float64)

    @cached_property
    def col(self) -> Floats:
        """Size of the candidate's cluster, for each cell."""
        return self._tables.column_sizes[self._tables.column_of_cell].astype(np.float64)

    def sum(self, terms: Floats) -> Floats:
        """Sum over the cells of each table."""
        return np.add.reduceat(np.broadcast_to(terms, self.cell.shape), self._tables.offsets[:-1])

    @cached_property
    def row_maxima(self) -> Floats:
        """Sums of the largest cells of the rows."""
        tables = self._tables
        maxima = np.zeros(len(tables.row_sizes))
        np.maximum.at(maxima, tables.row_of_cell, self.cell)
        return np.add.reduceat(maxima, tables.row_offsets[:-1])

    @cached_property
    def column_maxima(self) -> Floats:
        """Sums of the largest cells of the columns."""
        tables = self._tables
        maxima = np.zeros(len(tables.column_sizes))
        np.maximum.at(maxima, tables.column_of_cell, self.cell)
        return np.add.reduceat(maxima, tables.column_offsets[:-1])

    def matched(self, terms: Floats) -> Floats:
        """Sum over the cells of an optimal matching, for each table."""
        return self.sum(np.where(self.matching(terms), terms, 0))

    def matching(self, terms: Floats) -> NDArray[np.bool_]:
        """Whether each cell is chosen by an optimal matching of its table."""
        from scipy.optimize import linear_sum_assignment

        tables = self._tables
        terms = np.broadcast_to(terms, self.cell.shape)
        is_chosen = np.zeros(terms.shape, bool)
        shapes = zip(tables.k_a.tolist(), tables.k_b.tolist(), strict=True)
        for i, shape in enumerate(shapes):
            cells = slice(*tables.offsets[i : i + 2].tolist())
            rows, columns = tables.rows[cells], tables.columns[cells]
            matrix, chosen = np.zeros(shape), np.zeros(shape, bool)
            matrix[rows, columns] = terms[cells]
            chosen[linear_sum_assignment(matrix, maximize=True)] = True
            is_chosen[cells] = chosen[rows, columns]
        return is_chosen

    @cached_property
    def same_clusters(self) -> Floats:
        """Numbers of clusters that are in both clusterings."""
        is_same = (self.cell == self.row) & (self.cell == self.col)
        return self.sum(is_same.astype(np.float64))

    @cached_property
    def size_overlap(self) -> Floats:
        """What the sizes of both have in common, the largest first."""
        return self._of_margins(size_overlap)

    @cached_property
    def n11_variance(self) -> Floats:
        """Variance of N11, exactly 0 where it is one constant."""
        return self._of_margins(lambda *sides: float(n11_mean_and_variance(*sides)[1]))

    @cached_property
    def log_table_count(self) -> Floats:
        """Ln of the number of tables with the same sizes, approximately."""
        n = self._tables.n
        return self._of_margins(lambda a, b: float(Information(n, a, b, a).log_table_count))

    @cached_property
    def arrangement_information(self) -> Floats:
        """Ln(n! Π n_ij! / (Π a_i! Π b_j!)) / n."""
        tables = self._tables
        logs = np.array([math.lgamma(size + 1) for size in range(tables.n + 1)])
        rows, columns, cells = (
            np.add.reduceat(logs[sizes], offsets[:-1])
            for sizes, offsets in (
                (tables.row_sizes, tables.row_offsets),
                (tables.column_sizes, tables.column_offsets),
                (tables.cells, tables.offsets),
            )
        )
        information: Floats = (logs[-1] + cells - rows - columns) / self.n
        return information

    def _of_margins(self, function: Callable[[SizeHistogram, SizeHistogram], float]) -> Floats:
        """Return a symmetric function of the sizes of both sides, for each table."""
        sides = [SizeHistogram.of(np.array(sizes)) for sizes in partitions(self._tables.n)]
        by_margins = np.empty((len(sides), len(sides)))
        for i, rows in enumerate(sides):
            for j, columns in enumerate(sides[: i + 1]):
                by_margins[i, j] = by_margins[j, i] = function(rows, columns)
        return by_margins[self._tables.row_margin, self._tables.column_margin]

    @cached_property
    def pairs(self) -> PairCounts:
        """The counts of pairs, exact in floats."""
        n, tables = self.n, self._tables
        n11 = (self.sum(self.cell**2) - n) / 2
        same_a, same_b = (
            (np.add.reduceat(sizes**2, offsets[:-1]) - n) / 2
            for sizes, offsets in (
                (tables.row_sizes, tables.row_offsets),
                (tables.column_sizes, tables.column_offsets),
            )
        )
        n00 = n * (n - 1) / 2 - same_a - same_b + n11
        return PairCounts(n11, same_a - n11, same_b - n11, n00)

    @cached_property
    def distinct_pair_counts(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """One table for each distinct set of pair counts, and which of these each table has."""
        counts, base = self.pairs, int(self.n) ** 2
        keys = (counts.n11 * base + counts.n10) * base + counts.n01
        _, first, place = np.unique(keys, return_index=True, return_inverse=True)
        return first, place.reshape(-1)

    @cached_property
    def relations(self) -> NDArray[np.str_]:
        """How the two clusterings stand to each other (a ``Relation``), for each table."""
        tables, n = self._tables, self._tables.n
        cell_counts = np.diff(tables.offsets)
        sides = (tables.k_a, tables.k_b)
        has_one, has_all = ((sides[0] == k) | (sides[1] == k) for k in (1, n))
        return np.select(
            [
                (cell_counts == sides[0]) & (cell_counts == sides[1]),
                has_one & has_all,
                has_one | has_all,
            ],
            ["identical", "opposite", "trivial"],
            "ordinary",
        )

    # --- information, as n times the entropies in exact multiples of logarithms

    @cached_property
    def _all_items(self) -> LogMultiples:
        return size_logs(np.array(self._tables.n))

    @cached_property
    def row_multiples(self) -> LogMultiples:
        """N H of each table's rows, exactly."""
        logs = size_logs(self._tables.row_sizes)
        return self._all_items - np.add.reduceat(logs, self._tables.row_offsets[:-1])

    @cached_property
    def column_multiples(self) -> LogMultiples:
        """N H of each table's columns, exactly."""
        logs = size_logs(self._tables.column_sizes)
        return self._all_items - np.add.reduceat(logs, self._tables.column_offsets[:-1])

    @cached_property
    def joint_multiples(self) -> LogMultiples:
        """N H of each table's cells, exactly."""
        return self._all_items - np.add.reduceat(
            size_logs(self._tables.cells), self._tables.offsets[:-1]
        )

    @cached_property
    def information_multiples(self) -> LogMultiples:
        """N M(A, B) of each table, exactly."""
        return self.row_multiples + self.column_multiples - self.joint_multiples

    @cached_property
    def entropy_a(self) -> Floats:
        """H(A)."""
        return as_floats(self.row_multiples) / self._tables.n

    @cached_property
    def entropy_b(self) -> Floats:
        """H(B)."""
        return as_floats(self.column_multiples) / self._tables.n

    @cached_property
    def entropy_joint(self) -> Floats:
        """H(A, B)."""
        return as_floats(self.joint_multiples) / self._tables.n

    @cached_property
    def mutual_information(self) -> Floats:
        """M(A, B), exactly 0 for independent clusterings."""
        return as_floats(self.information_multiples) / self._tables.n

    @cached_property
    def expected_mutual_information(self) -> Floats:
        """E[M], where it is one constant exactly M."""
        expected = self._moments[0][self._tables.row_margin, self._tables.column_margin]
        return np.where(np.isnan(expected), self.mutual_information, expected)

    @cached_property
    def sd_mutual_information(self) -> Floats:
        """σ[M], where M is one constant exactly 0."""
        return self._moments[1][self._tables.row_margin, self._tables.column_margin]

    @cached_property
    def _moments(self) -> tuple[Floats, Floats]:
        """E[M] (NaN where M is constant) and σ[M] for each pair of margins."""
        n = self._tables.n
        sides = [SizeHistogram.of(np.array(sizes)) for sizes in partitions(n)]
        expected, deviation = np.full((2, len(sides), len(sides)), np.nan)
        for i, rows in enumerate(sides):
            for j, columns in enumerate(sides[: i + 1]):
                information = Information(n, rows, columns, rows)  # of cells nothing is asked
                deviation[i, j] = deviation[j, i] = float(information.sd_mutual_information)
                if not information.is_constant:
                    mean = float(information.expected_mutual_information)
                    expected[i, j] = expected[j, i] = mean
        return expected, deviation


@cache
def tables_view(n: int) -> EnumeratedTables:
    """Return the view of all tables of n items; kept, since many indices look at it."""
    return EnumeratedTables(enumeration(n))


PRIMES = (2, 3, 5, 7, 11)  # enough for sizes up to 12

LogMultiples: TypeAlias = NDArray[np.int64]
"""Whole multiples of ln 2, ln 3, ln 5, ln 7 and ln 11, along the last axis."""


def size_logs(sizes: NDArray[Any]) -> LogMultiples:
    """Return s ln s for each size.

    Examples
    --------
    >>> size_logs(np.array([1, 6]))
    array([[0, 0, 0, 0, 0],
           [6, 6, 0, 0, 0]])
    """
    return np.asarray(_size_logs()[sizes])


@cache
def _size_logs() -> LogMultiples:
    multiples = np.zeros((13, len(PRIMES)), np.int64)
    for size in range(2, 13):
        for place, prime in enumerate(PRIMES):
            power = prime
            while size % power == 0:
                multiples[size, place] += size
                power *= prime
    return multiples


def factorial_logs(sizes: NDArray[Any]) -> LogMultiples:
    """Return ln s! for each size.

    Examples
    --------
    >>> factorial_logs(np.array([1, 6]))
    array([[0, 0, 0, 0, 0],
           [4, 2, 1, 0, 0]])
    """
    logs = _size_logs() // np.maximum(np.arange(13), 1)[:, None]
    return np.asarray(np.cumsum(logs, axis=0)[sizes])


@cache
def _split_logs() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return each logarithm in two parts; whole multiples of the first part add up exactly."""
    context = precise()
    logs = [context.log(prime) for prime in PRIMES]
    high = [round(float(log * 2**36)) / 2**36 for log in logs]
    low = [float(log - first) for log, first in zip(logs, high, strict=True)]
    return np.array(high), np.array(low)


def as_floats(multiples: LogMultiples) -> NDArray[np.float64]:
    """Round to floats, once: small differences keep their digits, and zero is zero.

    Examples
    --------
    >>> as_floats(np.array([[-1, 2, 0, 0, 0], [0, 0, 0, 0, 0]]))
    array([1.5040774, 0.       ])
    """
    high, low = _split_logs()
    return np.asarray(multiples @ high + multiples @ low)
