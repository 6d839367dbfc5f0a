"""Whether an index is linear in N11, or in mutual information, for given cluster sizes.

A formula of the catalogue has no bends, so it is seen on the formula itself, at a few sizes. Your
own formula may be capped, stepped, conditional or undefined anywhere: it is tried at the given
sizes, at every possible N11, in exact numbers. Mutual information has no such list of
values, so no formula of yours counts as linear in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import ExactReal, as_real
from partwise.catalogue import Index, as_index
from partwise.chance.sampled_view import NOT_FOR_ARRAYS, EntropiesOfSizes
from partwise.tables import (
    AggregatedTable,
    FormulaTable,
    Information,
    PairCounts,
    SizeHistogram,
)

Real: TypeAlias = Fraction | float

_PAIR_SIZES = ((23, 31, 105), (80, 97, 190), (50, 11, 66), (15, 15, 55))  # m_A, m_B and N
_TABLE_SIZES = (([5, 7, 2], [6, 4, 3, 1]), ([9, 3, 3, 2], [8, 9]))
_STEPS = 24
_MOST_PLACES = 5000  # how many values of N11 are tried; beyond, an own formula is not linear
_MOST_IRRATIONAL = 1000  # the same for values that take longer
_ROUNDING = 1e-9  # of what floats say about formulas of the catalogue
_NO_LINE = (*NOT_FOR_ARRAYS, AssertionError, LookupError)


class Moments(NamedTuple):
    """A mean and a variance: fractions where they are rational, else floats."""

    mean: Real
    variance: Real


class Line(NamedTuple):
    """The value of an index at the mean of what it is linear in, and how fast it grows with it."""

    value: Any
    slope: Any

    def moments(self, variance: Real = 0) -> Moments | None:
        """Return the moments of the index, given the variance of what it is linear in."""
        if isinstance(self.value, Fraction):
            return Moments(self.value, self.slope**2 * Fraction(variance))
        try:
            return Moments(float(self.value), float(self.slope**2 * Fraction(variance)))
        except OverflowError:
            return None


def linear_in_n11(index: str | Index) -> bool:
    """Return whether a pair-counting index is linear in N11 for all given cluster sizes.

    The formula of an index of the catalogue is evaluated for four choices of m_A, m_B and N: it is
    linear if its values at all N11 are on a line. Your own formula never counts as linear for all
    sizes, because it may bend elsewhere. For it, ``expected`` checks the given sizes.

    Examples
    --------
    >>> import partwise as pw
    >>> linear_in_n11("rand"), linear_in_n11("CC"), linear_in_n11("jaccard")
    (True, True, False)
    """
    chosen = as_index(index)
    return chosen.kind == "pairs" and chosen.builtin and _pairs_linear(chosen)


@lru_cache(maxsize=256)
def _pairs_linear(index: Index) -> bool:
    return all(_linear_at_every_n11(index, *sizes) for sizes in _PAIR_SIZES)


def line_in_n11(index: Index, m_a: int, m_b: int, total: int) -> Line | None:
    """Return the line on which the values of a pair-counting index lie at these sizes, if they do.

    Examples
    --------
    >>> import partwise as pw
    >>> line_in_n11(pw.index("rand"), 6, 3, 15)
    Line(value=Fraction(14, 25), slope=Fraction(2, 15))
    """
    low, high = _bounds(m_a, m_b, total)
    is_linear = low == high or (
        _pairs_linear(index) if index.builtin else _linear_at_every_n11(index, m_a, m_b, total)
    )
    if index.kind != "pairs" or not is_linear:
        return None
    try:
        start, end = _along_n11(index, m_a, m_b, total, [low, high])
    except _NO_LINE:
        return None  # a factor of the formula cancels, but not where it is zero
    slope = (end - start) / max(high - low, 1)
    value = start + slope * (Fraction(m_a) * m_b / total - low)
    is_rational = index.is_rational and None not in (value.rational, slope.rational)
    return Line(value.rational, slope.rational) if is_rational else Line(value, slope)


def _bounds(m_a: int, m_b: int, total: int) -> tuple[int, int]:
    return max(0, m_a + m_b - total), min(m_a, m_b)


def _linear_at_every_n11(index: Index, m_a: int, m_b: int, total: int) -> bool:
    low, high = _bounds(m_a, m_b, total)
    try:
        values = _along_n11(index, m_a, m_b, total, range(low, high + 1))
        start, second = next(values), next(values)
        most = _MOST_PLACES if start.rational is not None else _MOST_IRRATIONAL
        if high - low > most:
            return False
        return all(value == start + k * (second - start) for k, value in enumerate(values, 2))
    except _NO_LINE:
        return False


def _along_n11(
    index: Index, m_a: int, m_b: int, total: int, places: Iterable[int]
) -> Iterator[ExactReal]:
    """Evaluate the formula at these N11 without rounding."""
    return _evaluated(lambda n11: index.formula(_pairs_at(n11, m_a, m_b, total)), places)


def _pairs_at(n11: Any, m_a: int, m_b: int, total: int) -> PairCounts:
    return PairCounts(n11, m_a - n11, m_b - n11, total - m_a - m_b + n11)


def _evaluated(formula: Callable[[Any], Any], places: Iterable[int]) -> Iterator[ExactReal]:
    for place in places:
        value = as_real(formula(ExactReal(place)))
        if value is None:
            raise TypeError("the formula does not return a number")
        yield value


def values_at_n11(index: Index, table: AggregatedTable, places: Iterable[int]) -> list[Any] | None:
    """Return the values of an index at these N11 and a table's sizes, without rounding.

    None if the index needs more than counts of pairs, or is undefined at some.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    >>> values_at_n11(pw.index("tsallis_vi_2"), table, [0, 1])
    [ExactReal(1/2), ExactReal(7/18)]
    >>> values_at_n11(pw.index("bcubed"), table, [0, 1]) is None
    True
    """
    counts = table.pair_counts
    sizes = counts.same_a, counts.same_b, counts.total

    def formula(n11: Any) -> Any:
        pairs = _pairs_at(n11, *sizes)
        return index.formula(pairs if index.kind == "pairs" else TablesWithN11(table, pairs))

    try:
        return list(_evaluated(formula, places))
    except _NO_LINE:
        return None


def direction_in_n11(index: Index, table: AggregatedTable) -> int:
    """Return 1 if an index grows with N11 at a table's sizes, −1 if it falls, 0 if neither.

    It is tried at N11 of all magnitudes that there may be, and at their neighbours.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    >>> [direction_in_n11(pw.index(key), table) for key in ("jaccard", "tsallis_vi_2", "bcubed")]
    [1, -1, 0]
    """
    counts = table.pair_counts
    low, high = _bounds(counts.same_a, counts.same_b, counts.total)
    around = [low + (high - low) * step // _STEPS for step in range(_STEPS + 1)]
    around += [counts.n11 - 1, counts.n11]
    places = sorted({p for place in around for p in (place, place + 1) if low <= p <= high})
    values = values_at_n11(index, table, places)
    if values is None:
        return 0
    rises = list(pairwise(values))
    if all(one < other for one, other in rises):
        return 1
    return -1 if all(one > other for one, other in rises) else 0


class TablesWithN11(FormulaTable):
    """Tables of given sizes, of which only the counts of pairs are known."""

    whose = "counts of pairs"

    def __init__(self, table: AggregatedTable, pairs: PairCounts) -> None:
        self.n, self.k_a, self.k_b = table.n, table.k_a, table.k_b
        self.pairs = pairs
        self.n11_variance = type(pairs.n11)(table.n11_variance)


def linear_in_information(index: str | Index) -> bool:
    """Whether an index of the catalogue is linear in mutual information once sizes are given.

    Examples
    --------
    >>> import partwise as pw
    >>> [linear_in_information(key) for key in ("nmi_max", "ami_max", "VI", "nmi_joint", "bcubed")]
    [True, True, True, False, False]
    """
    chosen = as_index(index)
    return chosen.kind == "table" and chosen.builtin and _table_linear(chosen)


@lru_cache(maxsize=256)
def _table_linear(index: Index) -> bool:
    for sizes in _TABLE_SIZES:
        rows, columns = (SizeHistogram.of(np.array(side)) for side in sizes)
        mean = float(information_of(rows, columns).expected_mutual_information)
        values = at_information(index, rows, columns, mean, np.linspace(0.1, 1.0, _STEPS))
        if values is None:
            return False
        bends = np.abs(np.diff(values, 2))
        if not (bends <= _ROUNDING * np.abs(values).max()).all():
            return False
    return True


def line_in_information(
    index: Index, rows: SizeHistogram, columns: SizeHistogram, mean: float
) -> Line | None:
    """Return the line on which the values of an index lie at these sizes, if they do.

    ``mean`` is that of mutual information.
    """
    if not linear_in_information(index):
        return None
    values = at_information(index, rows, columns, mean, np.array([mean, mean + 1]))
    if values is None or not np.isfinite(values).all():
        return None
    first, second = values.tolist()
    return Line(first, second - first)


def information_of(rows: SizeHistogram, columns: SizeHistogram) -> Information:
    """Return what sizes alone say about information; of cells nothing may be asked."""
    return Information(rows.sum_of(lambda size: size), rows, columns, rows)


class TablesWithInformation(EntropiesOfSizes):
    """Tables of the same sizes, as if their mutual information had any values."""

    whose = "means over random tables"

    def __init__(
        self, rows: SizeHistogram, columns: SizeHistogram, mean: float, values: NDArray[np.float64]
    ) -> None:
        super().__init__(rows, columns)
        self.expected_mutual_information = mean
        self.mutual_information = values


def at_information(
    index: Index,
    rows: SizeHistogram,
    columns: SizeHistogram,
    mean: float,
    values: NDArray[np.float64],
) -> NDArray[np.float64] | None:
    """Evaluate a formula as if mutual information had these values; None if it needs more."""
    if index.kind != "table":
        return None
    try:
        with np.errstate(all="ignore"):
            tables = TablesWithInformation(rows, columns, mean, values)
            return np.broadcast_to(np.asarray(index.formula(tables), np.float64), len(values))
    except NOT_FOR_ARRAYS:
        return None
