"""One table as formulas see it that need to know exactly where they have a value."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise import kernels
from partwise.base import ExactReal, Number
from partwise.tables.formula_views import OneTable
from partwise.tables.information import SizeHistogram

_MOST_CELLS = 1000  # beyond, terms of sums over cells are floats
_OF_FLOATS = 1e-12  # how far sums of floats may be off, relatively
_OF_DEVIATION = 1e-9
_OF_GAMMA = 1e-60  # with 300 bits


class RealTable(OneTable):
    """One table in exact real numbers.

    Counts and entropies have no rounding. What kernels compute is known to as many digits as they
    give: the moments of mutual information, and sums over more than 1,000 cells.

    Examples
    --------
    >>> from partwise.tables import contingency
    >>> t = RealTable(contingency([0, 0, 1, 1, 2], [5, 5, 7, 7, 6]))
    >>> t.entropy_a == t.mutual_information, t.sum(t.cell / t.row)
    (True, ExactReal(3))
    """

    def _number(self, value: Number) -> ExactReal:
        return ExactReal(value)

    def _numbers(self, counts: NDArray[Any]) -> NDArray[Any]:
        if len(counts) > _MOST_CELLS:
            return counts.astype(np.float64)
        return super()._numbers(counts)

    def _added(self, terms: NDArray[Any]) -> ExactReal:
        if terms.dtype == object:
            return sum(terms.tolist(), ExactReal(0))
        floats = np.ascontiguousarray(terms, np.float64)
        error = _OF_FLOATS * float(np.abs(floats).sum())
        return ExactReal.measured(kernels.compensated_sum(floats), error)

    @cached_property
    def entropy_a(self) -> ExactReal:
        """H(A), as multiples of logarithms of whole numbers, like all that follow."""
        return self._entropy(self._table.row_histogram)

    @cached_property
    def entropy_b(self) -> ExactReal:
        """H(B)."""
        return self._entropy(self._table.column_histogram)

    @cached_property
    def entropy_joint(self) -> ExactReal:
        """H(A, B)."""
        return self._entropy(self._table.cell_histogram)

    def _entropy(self, histogram: SizeHistogram) -> ExactReal:
        n = Fraction(self._table.n)
        multiples: dict[int, Fraction] = {}
        for size, times in histogram.counted:
            share = size / n
            for base, sign in zip(share.as_integer_ratio(), (-1, 1), strict=True):
                multiples[base] = multiples.get(base, Fraction(0)) + sign * times * share
        multiples.pop(1, None)  # whose logarithm is zero
        return ExactReal.of_logs(multiples)

    @cached_property
    def expected_mutual_information(self) -> ExactReal:
        """E[M]; the very M where all tables of these sizes have it."""
        information = self._table.information
        if information.is_constant:
            return self.mutual_information  # type: ignore[no-any-return]
        return ExactReal.measured(
            information.expected_mutual_information, information.expectation_error
        )

    @cached_property
    def sd_mutual_information(self) -> ExactReal:
        """σ[M]; zero where M is a constant."""
        return self._measured(self._table.information.sd_mutual_information, _OF_DEVIATION)

    @cached_property
    def arrangement_information(self) -> ExactReal:
        """Ln(n! Π n_ij! / (Π a_i! Π b_j!)) / n."""
        return self._measured(self._table.information.arrangement_information, _OF_GAMMA)

    @cached_property
    def log_table_count(self) -> ExactReal:
        """Ln Ω."""
        return self._measured(self._table.information.log_table_count, _OF_GAMMA)

    def _measured(self, value: Any, error: float) -> ExactReal:
        return ExactReal.measured(value, error * (1 + abs(value))) if value else ExactReal(0)
