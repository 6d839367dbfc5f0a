"""Mean and variance of what is linear in N11, or in mutual information, at given sizes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import NotRationalError
from partwise.catalogue import Index, as_index
from partwise.chance.sampled_view import SampledView
from partwise.chance.sampling import SampledSums
from partwise.chance.size_laws import Sizes
from partwise.tables import (
    Contingency,
    Information,
    NotGivenError,
    PairCounts,
    SizeHistogram,
    n11_mean_and_variance,
    precise,
)

Real: TypeAlias = Fraction | float

_STEPS = 24
_PAIR_SIZES = ((23, 31, 105), (80, 97, 190), (50, 11, 66))  # m_A, m_B and N
_TABLE_SIZES = (
    (np.array([5, 7, 2]), np.array([6, 4, 3, 1])),
    (np.array([9, 3, 3, 2]), np.array([8, 9])),
)
_NO_LINE = (NotGivenError, TypeError, ValueError, AttributeError, ArithmeticError)


class Moments(NamedTuple):
    """A mean and a variance: fractions where they are rational, else floats."""

    mean: Real
    variance: Real


def n11_moments(row_sizes: Sizes, column_sizes: Sizes) -> Moments:
    """Mean and variance of N11 over all clusterings of the given sizes, exact.

    :func:`~partwise.tables.pairs.n11_mean_and_variance` has the formula.

    Examples
    --------
    >>> n11_moments((2, 2), (2, 2))
    Moments(mean=Fraction(2, 3), variance=Fraction(8, 9))
    """
    return n11_moments_of(*(SizeHistogram.of(np.array(s)) for s in (row_sizes, column_sizes)))


def n11_moments_of(rows: SizeHistogram, columns: SizeHistogram) -> Moments:
    """Mean and variance of N11 as :func:`n11_moments` gives them, from histograms of the sizes."""
    return Moments(*n11_mean_and_variance(rows, columns))


def linear_in_n11(index: str | Index) -> bool:
    """Whether a pair-counting index is a linear function of N11 once all sizes are given.

    Decided on the formula: at fixed m_A, m_B and N its values at equal steps of N11 lie on a line.

    Examples
    --------
    >>> import partwise as pw
    >>> linear_in_n11("rand"), linear_in_n11("CC"), linear_in_n11("jaccard")
    (True, True, False)
    """
    chosen = as_index(index)
    return chosen.kind == "pairs" and _pairs_linear(chosen)


@lru_cache(maxsize=256)
def _pairs_linear(index: Index) -> bool:
    try:
        return all(_is_straight(_along_n11(index, *sizes)) for sizes in _PAIR_SIZES)
    except _NO_LINE:
        return False


def _along_n11(index: Index, m_a: int, m_b: int, total: int) -> list[Any]:
    """Evaluate the formula at equal steps of N11 between its bounds, in exact or precise numbers.

    The numerator of a second difference has a degree far below the number of steps.
    """
    low, high = max(0, m_a + m_b - total), min(m_a, m_b)
    steps = [low + Fraction(high - low) * k / _STEPS for k in range(1, _STEPS)]
    try:
        return [index.formula(_counts(n11, m_a, m_b, total)) for n11 in steps]
    except NotRationalError:
        number = precise().mpf
        precisely = (number(n11.numerator) / n11.denominator for n11 in steps)
        return [index.formula(_counts(n11, m_a, m_b, total)) for n11 in precisely]


def _counts(n11: Any, m_a: int, m_b: int, total: int) -> PairCounts:
    return PairCounts(n11, m_a - n11, m_b - n11, total - m_a - m_b + n11)


def _is_straight(values: Sequence[Any], tolerance: float = 1e-60) -> bool:
    """Tell whether values at equal steps lie on a line."""
    bound = tolerance * max(1, *map(abs, values))
    return all(
        abs(one - 2 * other + third) <= bound
        for one, other, third in zip(values, values[1:], values[2:], strict=False)
    )


def linear_in_information(index: str | Index) -> bool:
    """Whether an index is a linear function of mutual information once all sizes are given.

    Examples
    --------
    >>> import partwise as pw
    >>> [linear_in_information(key) for key in ("nmi_max", "ami_max", "VI", "nmi_joint", "bcubed")]
    [True, True, True, False, False]
    """
    chosen = as_index(index)
    return chosen.kind == "table" and _table_linear(chosen)


@lru_cache(maxsize=256)
def _table_linear(index: Index) -> bool:
    information = np.linspace(0.1, 1.0, _STEPS)
    try:
        return all(
            _is_straight(_at_information(index, rows, columns, information).tolist(), 1e-9)
            for rows, columns in _TABLE_SIZES
        )
    except _NO_LINE:
        return False


def linear_moments(index: Index, row_sizes: Sizes, column_sizes: Sizes) -> Moments | None:
    """Mean and variance in closed form; None if the index has none or is undefined here.

    Examples
    --------
    >>> import partwise as pw
    >>> linear_moments(pw.index("rand"), (2, 2), (3, 1))
    Moments(mean=Fraction(1, 2), variance=Fraction(0, 1))
    """
    n = sum(row_sizes)
    if any(len(sizes) in (0, 1, n) for sizes in (row_sizes, column_sizes)):
        return _of_the_only_table(index, row_sizes, column_sizes)
    if linear_in_n11(index):
        return _of_pairs(index, row_sizes, column_sizes)
    if linear_in_information(index):
        return _of_information(index, row_sizes, column_sizes)
    return None


def _of_the_only_table(index: Index, row_sizes: Sizes, column_sizes: Sizes) -> Moments:
    """Moments where one clustering is trivial: all tables of these sizes are the same."""
    rows = np.repeat(np.arange(len(row_sizes)), row_sizes)
    columns = np.repeat(np.arange(len(column_sizes)), column_sizes)
    cells = Contingency.from_cells(rows, columns, np.ones(len(rows), np.int64))
    value = index.evaluate(cells, exact=index.is_rational).value
    return Moments(value, Fraction(0) if isinstance(value, Fraction) else 0 * value)


def _of_pairs(index: Index, row_sizes: Sizes, column_sizes: Sizes) -> Moments | None:
    n11 = n11_moments(row_sizes, column_sizes)
    m_a, m_b = (sum(math.comb(s, 2) for s in sizes) for sizes in (row_sizes, column_sizes))
    apart = math.comb(sum(row_sizes), 2) - m_a - m_b

    def at(same: Any) -> PairCounts:
        return PairCounts(same, m_a - same, m_b - same, apart + same)

    if not all(_is_defined(index, at(same)) for same in (max(0, -apart), min(m_a, m_b))):
        return None  # a factor of the formula cancels, but not where it is zero
    try:
        first, second = (index.formula(at(n11.mean + step)) for step in (0, 1))
        if isinstance(first, int | Fraction) and isinstance(second, int | Fraction):
            return Moments(Fraction(first), (Fraction(second) - first) ** 2 * n11.variance)
    except NotRationalError:
        pass
    except ArithmeticError:
        return None
    number = precise().mpf
    same, spread = (
        number(x.numerator) / x.denominator for x in (Fraction(n11.mean), Fraction(n11.variance))
    )
    try:
        first, second = (index.formula(at(same + step)) for step in (0, 1))
        moments = Moments(float(first), float((second - first) ** 2 * spread))
    except (ArithmeticError, TypeError):  # a number that is not real is no float
        return None
    return moments if all(map(math.isfinite, moments)) else None


def _is_defined(index: Index, counts: PairCounts) -> bool:
    value = index.evaluate(counts, undefined="nan")
    return value.note is None and math.isfinite(value.value)


def _of_information(index: Index, row_sizes: Sizes, column_sizes: Sizes) -> Moments | None:
    rows, columns = np.array(row_sizes), np.array(column_sizes)
    histogram = SizeHistogram.of(rows)
    information = Information(sum(row_sizes), histogram, SizeHistogram.of(columns), histogram)
    if information.is_constant:
        return None
    mean = float(information.expected_mutual_information)
    try:
        first, second = _at_information(index, rows, columns, np.array([mean, mean + 1])).tolist()
    except NotGivenError:
        return None
    variance = ((second - first) * float(information.sd_mutual_information)) ** 2
    moments = Moments(first, variance)
    return moments if all(map(math.isfinite, moments)) else None


def _at_information(
    index: Index, rows: NDArray[Any], columns: NDArray[Any], values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Evaluate the formula as if mutual information had these values."""
    nothing = np.full(len(values), math.nan)
    sums = SampledSums(rows, columns, nothing, values, nothing, nothing, nothing, nothing)
    with np.errstate(all="ignore"):
        moved = np.asarray(index.formula(SampledView(sums)), np.float64)
    return np.broadcast_to(moved, len(values))
