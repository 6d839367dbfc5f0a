"""Mean and variance of what is linear in N11, or in mutual information, at given sizes."""

from __future__ import annotations

import math
from contextlib import suppress
from fractions import Fraction
from functools import partial

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


def n11_third_moment(rows: SizeHistogram, columns: SizeHistogram) -> Fraction:
    """Third central moment of N11 over all clusterings of the given sizes, exact.

    E[N11³] is a sum over triples of pairs of items, by how they share items: all A·B / all, where
    A and B count the triples of a kind whose pairs are inside clusters, and "all" those of n items.

    Examples
    --------
    >>> twos = SizeHistogram.of(np.array([2, 2]))
    >>> n11_third_moment(twos, twos)
    Fraction(16, 27)
    """
    everything = SizeHistogram(np.array([rows.sum_of(int)], object), np.ones(1, np.int64))
    kinds = zip(*(_triples(sizes) for sizes in (rows, columns, everything)), strict=True)
    cube = sum((Fraction(a * b, whole) for a, b, whole in kinds if whole), Fraction(0))
    mean, variance = n11_mean_and_variance(rows, columns)
    return cube - 3 * mean * variance - mean**3


def _triples(sizes: SizeHistogram) -> list[int]:
    """Count ordered triples of pairs inside clusters, by how the pairs share items."""
    two, three, four = (sizes.sum_of(partial(_falling, order)) for order in (2, 3, 4))
    pairs = two // 2
    kinds = [
        pairs,  # all three the same
        3 * three,  # two the same, and one that shares an item with them
        3 * (two**2 - 4 * three - 2 * two) // 4,  # two the same, and one apart
        three,  # a triangle
        four,  # a star
        3 * four,  # a path
        3 * (three * two - 6 * four - 6 * three) // 2,  # two that share an item, and one apart
    ]
    return [*kinds, pairs**3 - sum(kinds)]  # and three apart


def _falling(order: int, size: int) -> int:
    return math.perm(size, order)
