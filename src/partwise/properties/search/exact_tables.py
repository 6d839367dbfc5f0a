"""What formulas see of all tables of n items at once, without rounding that is not accounted for.

Rational formulas see arrays of fractions, others arrays of enclosures.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from fractions import Fraction
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Any, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import ExactReal, NotRationalError
from partwise.properties.search.enclosure import log_gamma
from partwise.properties.search.enclosure_arrays import Enclosures, enclosures_of
from partwise.properties.search.enumeration import Enumeration, enumeration, partitions
from partwise.properties.search.fraction_arrays import FractionArray
from partwise.properties.search.tables_view import (
    PRIMES,
    EnumeratedTables,
    LogMultiples,
    factorial_logs,
    tables_view,
)
from partwise.tables import (
    FormulaTable,
    PairCounts,
    SizeHistogram,
    log_table_count,
    n11_mean_and_variance,
)

Numbers: TypeAlias = FractionArray | Enclosures

_GAMMA_BITS = 300  # of logarithms of the gamma function, which take long


def _whole(member: str) -> Any:
    """Return a member that is a whole number for each table, or for each cell."""

    def numbers(self: ExactTables) -> Numbers:
        return self.of_wholes(getattr(self._floats, member))

    return cached_property(numbers)


class ExactTables(FormulaTable):
    """All tables of n items; subclasses say in which numbers."""

    def __init__(self, n: int) -> None:
        self._tables: Enumeration = enumeration(n)
        self._floats: EnumeratedTables = tables_view(n)

    @abstractmethod
    def of_wholes(self, values: NDArray[Any]) -> Numbers:
        """Return whole numbers in the numbers of the view."""

    @abstractmethod
    def _of_fractions(self, values: list[Fraction]) -> Numbers:
        """Return fractions in the numbers of the view."""

    @cached_property
    def n(self) -> Numbers:
        """Number of items."""
        return self.of_wholes(np.array(self._tables.n))

    k_a = _whole("k_a")
    k_b = _whole("k_b")
    cell = _whole("cell")
    row = _whole("row")
    col = _whole("col")
    row_maxima = _whole("row_maxima")
    column_maxima = _whole("column_maxima")
    same_clusters = _whole("same_clusters")
    size_overlap = _whole("size_overlap")

    @cached_property
    def pairs(self) -> PairCounts:
        """The counts of pairs."""
        return PairCounts(*map(self.of_wholes, self._floats.pairs))

    @cached_property
    def n11_variance(self) -> Numbers:
        """Variance of N11."""
        values = self._of_margins(lambda *sides: n11_mean_and_variance(*sides)[1])
        return self._of_fractions(values)

    def sum(self, terms: Any) -> Numbers:
        """Sum over the cells of each table."""
        return self._for_each_cell(terms).added_up(self._tables.offsets[:-1])

    def _for_each_cell(self, terms: Any) -> Numbers:
        if isinstance(terms, FractionArray | Enclosures):
            return terms.broadcast(self._tables.cells.shape)
        return self.cell * 0 + terms  # type: ignore[no-any-return]

    def _of_margins(self, function: Callable[[SizeHistogram, SizeHistogram], Any]) -> list[Any]:
        """Return a symmetric function of the sizes of both sides, for each table."""
        sides = [SizeHistogram.of(np.array(sizes)) for sizes in partitions(self._tables.n)]
        known: dict[tuple[int, int], Any] = {}
        margins = zip(
            np.minimum(self._tables.row_margin, self._tables.column_margin).tolist(),
            np.maximum(self._tables.row_margin, self._tables.column_margin).tolist(),
            strict=True,
        )
        values = []
        for i, k in margins:
            if (i, k) not in known:
                known[i, k] = function(sides[i], sides[k])
            values.append(known[i, k])
        return values


class FractionTables(ExactTables):
    """All tables of n items in fractions, for formulas that are rational.

    Examples
    --------
    >>> t = FractionTables(3)
    >>> t.sum(t.cell * t.cell / t.row).fractions()[:2]
    [Fraction(3, 1), Fraction(5, 3)]
    """

    def of_wholes(self, values: NDArray[Any]) -> FractionArray:
        """Return whole numbers as fractions."""
        return FractionArray(values.astype(np.int64))

    def _of_fractions(self, values: list[Fraction]) -> FractionArray:
        parts = zip(*(value.as_integer_ratio() for value in values), strict=True)
        return FractionArray(*(np.array(part, object) for part in parts))

    def matched(self, terms: Any) -> FractionArray:
        """Sum over the cells of an optimal matching: found among whole numbers, added exactly."""
        terms = self._for_each_cell(terms)
        _, wholes = terms.over_one_denominator()
        chosen = self._floats.matching(wholes.astype(np.float64))
        return (terms * FractionArray(chosen.astype(np.int64))).added_up(self._tables.offsets[:-1])  # type: ignore[no-any-return]

    def not_given(self, member: str) -> NoReturn:
        """Refuse entropies."""
        raise NotRationalError(f"the formula uses entropies (t.{member})")


class EnclosureTables(ExactTables):
    """All tables of n items in enclosures.

    Examples
    --------
    >>> t = EnclosureTables(3, bits=20)
    >>> (t.entropy_b.low[:2] / 2**20).tolist(), (t.entropy_b.high[:2] / 2**20).tolist()
    ([0.0, 0.6365127563476562], [0.0, 0.6365156173706055])
    """

    def __init__(self, n: int, bits: int) -> None:
        super().__init__(n)
        self._bits = bits

    def of_wholes(self, values: NDArray[Any]) -> Enclosures:
        """Return whole numbers as enclosures."""
        return Enclosures.of(values, self._bits)

    def _of_fractions(self, values: list[Fraction]) -> Enclosures:
        return enclosures_of([ExactReal(value) for value in values], self._bits)

    @cached_property
    def entropy_a(self) -> Enclosures:
        """H(A), like all that follow from whole multiples of logarithms of primes."""
        return self._logs(self._floats.row_multiples) / self.n

    @cached_property
    def entropy_b(self) -> Enclosures:
        """H(B)."""
        return self._logs(self._floats.column_multiples) / self.n

    @cached_property
    def entropy_joint(self) -> Enclosures:
        """H(A, B)."""
        return self._logs(self._floats.joint_multiples) / self.n

    @cached_property
    def _n_informations(self) -> Enclosures:
        return self._logs(self._floats.information_multiples)

    @cached_property
    def mutual_information(self) -> Enclosures:
        """M(A, B), exactly 0 for independent clusterings."""
        return self._n_informations / self.n

    @cached_property
    def expected_mutual_information(self) -> Enclosures:
        """E[M]; the very M where it is one constant."""
        by_weight = self._floats.information_multiples * self._tables.weight[:, None]
        sums = np.add.reduceat(by_weight[self._order], self._starts)
        means = self._logs(sums) / self.of_wholes(self._totals) / self.n
        expected, exact = means.at(self._group), self.mutual_information
        low, high = (
            np.where(self._is_constant, one, other)
            for one, other in ((exact.low, expected.low), (exact.high, expected.high))
        )
        return Enclosures(low, high, self._bits)

    @cached_property
    def sd_mutual_information(self) -> Enclosures:
        """σ[M], exactly 0 where M is one constant."""
        weight, n_information = self.of_wholes(self._tables.weight), self._n_informations
        moments = [
            (weight * power).at(self._order).added_up(self._starts) / self.of_wholes(self._totals)
            for power in (n_information, n_information * n_information)
        ]
        is_varying = self.of_wholes((~self._is_constant).astype(np.int64))
        variance = (moments[1] - moments[0] * moments[0]).at(self._group) * is_varying
        return variance.context.sqrt(variance) / self.n

    @cached_property
    def arrangement_information(self) -> Enclosures:
        """Ln(n! Π n_ij! / (Π a_i! Π b_j!)) / n."""
        tables = self._tables
        rows, columns, cells = (
            np.add.reduceat(factorial_logs(sizes), offsets[:-1])
            for sizes, offsets in (
                (tables.row_sizes, tables.row_offsets),
                (tables.column_sizes, tables.column_offsets),
                (tables.cells, tables.offsets),
            )
        )
        whole = factorial_logs(np.array(tables.n))
        return self._logs(whole + cells - rows - columns) / self.n

    @cached_property
    def log_table_count(self) -> Enclosures:
        """Ln Ω."""
        numbers, fewer = self._of_margins(_log_table_count), min(self._bits, _GAMMA_BITS)
        rough = enclosures_of(numbers, fewer)
        low, high = (end << self._bits - fewer for end in (rough.low, rough.high))
        return Enclosures(low, high, self._bits)

    def _logs(self, multiples: LogMultiples) -> Enclosures:
        """Return sums of multiples of logarithms of primes."""
        logs = enclosures_of([ExactReal(prime).log() for prime in PRIMES], self._bits)
        above, below = np.maximum(multiples, 0).astype(object), np.minimum(multiples, 0)
        low = above.dot(logs.low) + below.astype(object).dot(logs.high)
        high = above.dot(logs.high) + below.astype(object).dot(logs.low)
        return Enclosures(low, high, self._bits)

    # --- groups of tables with the same margins

    @cached_property
    def _margins(self) -> NDArray[np.int64]:
        count = len(partitions(self._tables.n))
        return self._tables.row_margin * count + self._tables.column_margin

    @cached_property
    def _order(self) -> NDArray[np.intp]:
        return np.argsort(self._margins, kind="stable")

    @cached_property
    def _starts(self) -> NDArray[np.intp]:
        margins = self._margins[self._order]
        return np.flatnonzero(np.diff(margins, prepend=-1))

    @cached_property
    def _group(self) -> NDArray[np.int64]:
        return np.unique(self._margins, return_inverse=True)[1].reshape(-1)

    @cached_property
    def _totals(self) -> NDArray[np.int64]:
        return np.add.reduceat(self._tables.weight[self._order], self._starts)

    @cached_property
    def _is_constant(self) -> NDArray[np.bool_]:
        """Whether M is one constant over all tables with the same margins."""
        multiples = self._floats.information_multiples[self._order]
        least, most = (of.reduceat(multiples, self._starts) for of in (np.minimum, np.maximum))
        return np.asarray((least == most).all(axis=1)[self._group])


def _log_table_count(rows: SizeHistogram, columns: SizeHistogram) -> ExactReal:
    if any(len(side.counted) == 1 and side.counted[0][1] == 1 for side in (rows, columns)):
        return ExactReal(0)
    return log_table_count(rows.counted, columns.counted, _REALS)  # type: ignore[no-any-return]


_REALS = SimpleNamespace(mpf=ExactReal, log=ExactReal.log, loggamma=log_gamma)


@cache
def fraction_tables(n: int) -> FractionTables:
    """Return the view of all tables of n items in fractions; kept, as many indices look at it."""
    return FractionTables(n)


@cache
def enclosure_tables(n: int, bits: int) -> EnclosureTables:
    """Return the view of all tables of n items in enclosures; kept, as many indices look at it."""
    return EnclosureTables(n, bits)
