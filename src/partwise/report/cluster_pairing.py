"""Which cluster of the candidate stands for which of the reference, for charts and summaries."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, total
from partwise.tables import Contingency, best_cells

_MOST_WORK = 10**10
"""As the limit of :func:`partwise.comparison.match_clusters`: some seconds."""


@dataclass(frozen=True, eq=False)
class Pairing:
    """An optimal one-to-one matching of the rows and columns of a table.

    Parameters
    ----------
    partner : array
        The column that is matched with each row; −1 if there is none.
    accuracy : float
        The share of items that are in matched clusters of both.
    """

    partner: NDArray[Any]
    accuracy: float

    @property
    def matches(self) -> int:
        """How many clusters are matched."""
        return int((self.partner >= 0).sum())


def pairing(table: Contingency) -> Pairing | None:
    """Match clusters one to one; None if that would take long.

    Examples
    --------
    >>> found = pairing(Contingency.from_matrix([[5, 0], [1, 0], [1, 3]]))
    >>> found.partner.tolist(), found.accuracy
    ([0, -1, 1], 0.8)
    """
    try:
        chosen = best_cells(*table.cells, _MOST_WORK)
    except InputError:
        return None
    rows, columns, counts = (array[chosen] for array in table.cells)
    partner = np.full(table.k_a, -1)
    partner[rows] = columns
    return Pairing(partner, float(Fraction(total(counts), table.n)) if table.n else 1.0)
