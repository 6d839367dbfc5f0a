"""Random tables as a formula ``f(t)`` sees them, if only sums over their cells were kept."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from partwise.base import total
from partwise.chance.sampling import SampledSums
from partwise.tables import FormulaTable, Information, KeptSums, NotGivenError, SizeHistogram

NOT_FOR_ARRAYS = (NotGivenError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What a formula raises that is not for many tables at once, or needs more than was kept."""


class EntropiesOfSizes(FormulaTable):
    """Random tables of the same sizes: what the sizes settle, and what follows with M."""

    whose = "sums over random tables"

    def __init__(
        self, rows: SizeHistogram, columns: SizeHistogram, information: Information | None = None
    ) -> None:
        self.n, self.k_a, self.k_b = rows.sum_of(_size), total(rows.counts), total(columns.counts)
        # Of cells nothing is asked.
        self._information = information or Information(self.n, rows, columns, rows)

    @cached_property
    def entropy_a(self) -> float:
        """H(A), the same for all."""
        return float(self._information.entropy_a)

    @cached_property
    def entropy_b(self) -> float:
        """H(B), the same for all."""
        return float(self._information.entropy_b)

    @cached_property
    def entropy_joint(self) -> NDArray[np.float64]:
        """H(A, B)."""
        joint: NDArray[np.float64] = self.entropy_a + self.entropy_b - self.mutual_information
        return joint

    @cached_property
    def sd_mutual_information(self) -> float:
        """σ[M], the same for all."""
        return float(self._information.sd_mutual_information)


def _size(size: int) -> int:
    return size


class SampledView(EntropiesOfSizes, KeptSums):
    """Random tables as formulas see them: arrays with an entry per table.

    Sums over cells are known for Σ n_ij², Σ n_ij²/a_i and Σ n_ij²/b_j only.

    Examples
    --------
    >>> from partwise.chance.sampling import sample_sums
    >>> t = SampledView(sample_sums([2, 1], [3], 2, seed=1))
    >>> t.sum(t.cell * (t.cell / t.row))
    array([3., 3.])
    """

    def __init__(self, sums: SampledSums) -> None:
        super().__init__(SizeHistogram.of(sums.row_sizes), SizeHistogram.of(sums.column_sizes))
        self.kept = {
            (2, 0, 0): sums.squares,
            (2, -1, 0): sums.row_squares,
            (2, 0, -1): sums.column_squares,
        }
        self.row_maxima = sums.row_maxima.astype(np.float64)
        self.column_maxima = sums.column_maxima.astype(np.float64)
        self.mutual_information = sums.mutual_information

    @cached_property
    def expected_mutual_information(self) -> float | NDArray[np.float64]:
        """E[M], the same for all."""
        if self._information.is_constant:
            return self.mutual_information  # type: ignore[no-any-return]
        return float(self._information.expected_mutual_information)
