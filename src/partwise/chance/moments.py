"""Mean and variance of what is linear in N11, or in mutual information, at given sizes."""

from __future__ import annotations

import math
from contextlib import suppress
from fractions import Fraction

import numpy as np

from partwise.base import NotRationalError
from partwise.catalogue import Index
from partwise.chance.lines import Moments, Real, information_of, line_in_information, line_in_n11
from partwise.chance.size_laws import Sizes
from partwise.tables import AggregatedTable, Contingency, SizeHistogram, n11_mean_and_variance


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
    if index.kind == "pairs":
        return _of_pairs(index, row_sizes, column_sizes)
    return _of_information(index, row_sizes, column_sizes)


def _of_the_only_table(index: Index, row_sizes: Sizes, column_sizes: Sizes) -> Moments:
    """Moments where one clustering is trivial: all tables of these sizes are the same."""
    rows = np.repeat(np.arange(len(row_sizes)), row_sizes)
    columns = np.repeat(np.arange(len(column_sizes)), column_sizes)
    cells = Contingency.from_cells(rows, columns, np.ones(len(rows), np.int64))
    value = value_of(index, cells)
    return Moments(value, Fraction(0) if isinstance(value, Fraction) else 0 * value)


def value_of(index: Index, table: AggregatedTable) -> Real:
    """Return the value for a table: a fraction if it is rational, else a float.

    Your own formula may be rational for some tables only.
    """
    if index.is_rational:
        with suppress(NotRationalError):
            return index.evaluate(table, exact=True).value
    return index.evaluate(table).value


def _of_pairs(index: Index, row_sizes: Sizes, column_sizes: Sizes) -> Moments | None:
    m_a, m_b = (sum(math.comb(s, 2) for s in sizes) for sizes in (row_sizes, column_sizes))
    line = line_in_n11(index, m_a, m_b, math.comb(sum(row_sizes), 2))
    return line and line.moments(n11_moments(row_sizes, column_sizes).variance)


def _of_information(index: Index, row_sizes: Sizes, column_sizes: Sizes) -> Moments | None:
    rows, columns = (SizeHistogram.of(np.array(sizes)) for sizes in (row_sizes, column_sizes))
    information = information_of(rows, columns)
    if information.is_constant:
        return None
    mean = float(information.expected_mutual_information)
    line = line_in_information(index, rows, columns, mean)
    sd = float(information.sd_mutual_information)
    return line and Moments(line.value, (line.slope * sd) ** 2)
