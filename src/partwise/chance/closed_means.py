"""The expected score of a random clustering, where a formula gives it at once.

An index that is linear in N11, or in mutual information, once all sizes are settled has its mean
where N11, or mutual information, has its own. Whether it is linear is seen from its values at the
sizes in question: they lie on a line.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from partwise.catalogue import Index
from partwise.chance.sampled_view import EntropiesOfSizes
from partwise.tables import AggregatedTable, NotGivenError, PairCounts, precise

_PLACES = (0, 1, 3, 8)
"""Where values are tried, in eighths of the range: the mean is one more place."""
_PRECISE, _FLOATS = 1e-60, 1e-11  # rounding errors of 300 bits, and of floats


def mean_in_closed_form(table: AggregatedTable, index: Index) -> float | None:
    """Return the mean of an index over all candidates with the sizes of a table's clusters.

    None if there is no formula for it: then :func:`random_scores` estimates it.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    >>> mean_in_closed_form(table, pw.index("rand")), 14 / 25
    (0.56, 0.56)
    >>> mean_in_closed_form(table, pw.index("jaccard")) is None
    True
    """
    if any(k in (1, table.n) for k in (table.k_a, table.k_b)):  # all these tables are the same
        return float(index.evaluate(table).value)
    if index.kind == "pairs":
        return _linear_in_n11(index, table.pair_counts)
    return _linear_in_information(index, table)


def is_of_entropies(table: AggregatedTable, index: Index) -> bool:
    """Whether an index is a function of entropies, mutual information and numbers of clusters.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    >>> [is_of_entropies(table, pw.index(key)) for key in ("VI", "nmi_joint", "bcubed", "rand")]
    [True, True, False, False]
    """
    return _at_information(index, InformationOfSizes(table)) is not None


def _linear_in_n11(index: Index, counts: PairCounts) -> float | None:
    number = precise().mpf
    m_a, m_b, apart = counts.same_a, counts.same_b, counts.diff_a - counts.same_b
    low, high = max(0, -apart), min(m_a, m_b)
    mean = number(m_a) * m_b / counts.total
    places = [low + number(high - low) * eighths / 8 for eighths in _PLACES]
    try:
        values = [
            number(index.formula(PairCounts(same, m_a - same, m_b - same, apart + same)))
            for same in (mean, *places)
        ]
    except (ArithmeticError, TypeError, ValueError):  # undefined, or a number that is not real
        return None
    return float(values[0]) if _on_a_line([mean, *places], values, _PRECISE) else None


class InformationOfSizes(EntropiesOfSizes):
    """Tables of the same sizes with mutual information E[M] first, and then of some others."""

    whose = "means over random tables"

    def __init__(self, table: AggregatedTable) -> None:
        super().__init__(table.row_histogram, table.column_histogram)
        self._information = table.information
        self.expected_mutual_information = float(table.information.expected_mutual_information)
        most = min(self.entropy_a, self.entropy_b)
        places = [most * eighths / 8 for eighths in _PLACES]
        self.mutual_information = np.array([self.expected_mutual_information, *places])


def _linear_in_information(index: Index, table: AggregatedTable) -> float | None:
    tables = InformationOfSizes(table)
    values = _at_information(index, tables)
    if values is None or not np.isfinite(values).all():
        return None
    places = tables.mutual_information.tolist()
    return values[0] if _on_a_line(places, values, _FLOATS) else None


def _at_information(index: Index, tables: InformationOfSizes) -> list[float] | None:
    """Evaluate a formula; None if it needs more than entropies."""
    if index.kind != "table":
        return None
    try:
        with np.errstate(all="ignore"):
            values = np.asarray(index.formula(tables), np.float64)
    except (NotGivenError, TypeError, ArithmeticError):
        return None
    return [float(value) for value in np.broadcast_to(values, len(tables.mutual_information))]


def _on_a_line(places: list[Any], values: list[Any], rounding: float) -> bool:
    """Whether values are linear in their places, of which the second and the last are the ends."""
    start, end = places[1], places[-1]
    if start == end:
        return True
    slope = (values[-1] - values[1]) / (end - start)
    largest = max(1, *(abs(value) for value in values))
    return all(
        abs(values[1] + slope * (place - start) - value) <= rounding * largest
        for place, value in zip(places, values, strict=True)
    )
