"""The expected score of a random clustering in closed form.

If an index is linear in N11, or in mutual information, for given cluster sizes, its mean is its
value at the mean of N11, or of mutual information.
"""

from __future__ import annotations

import numpy as np

from partwise.catalogue import Index
from partwise.chance.lines import Line, at_information, line_in_information, line_in_n11
from partwise.tables import AggregatedTable


def mean_in_closed_form(table: AggregatedTable, index: Index) -> float | None:
    """Return the mean of an index over all candidates with the cluster sizes of a table.

    The result is None if there is no formula for the mean. :func:`random_scores` estimates it then.

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
    line = _line(table, index)
    moments = line and line.moments()
    return None if moments is None else float(moments.mean)


def _line(table: AggregatedTable, index: Index) -> Line | None:
    if index.kind == "pairs":
        counts = table.pair_counts
        return line_in_n11(index, counts.same_a, counts.same_b, counts.total)
    rows, columns = table.row_histogram, table.column_histogram
    mean = float(table.information.expected_mutual_information)
    return line_in_information(index, rows, columns, mean)


def is_of_entropies(table: AggregatedTable, index: Index) -> bool:
    """Whether an index is a function of entropies, mutual information and numbers of clusters.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    >>> [is_of_entropies(table, pw.index(key)) for key in ("VI", "nmi_joint", "bcubed", "rand")]
    [True, True, False, False]
    """
    rows, columns = table.row_histogram, table.column_histogram
    mean = float(table.information.expected_mutual_information)
    return at_information(index, rows, columns, mean, np.array([mean])) is not None
