"""How similar two clusterings of a family are, without a reference.

Where items are joined one pair after the other, the clustering at a stricter threshold refines the
one at a laxer threshold: the pairs that both put together are those of the finer one, and so is the
entropy of both. So sums over each clustering alone tell how similar any two of them are.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from partwise.catalogue import Index, UndefinedPolicy
from partwise.clusterings import Codes
from partwise.ensembles.sweeps.families import LabelFamily
from partwise.ensembles.sweeps.grids import Places
from partwise.ensembles.sweeps.merges import Merges
from partwise.ensembles.sweeps.threshold_comparison import codes_along
from partwise.tables import (
    AggregatedTable,
    KeptSums,
    MovingSums,
    NotGivenError,
    PairCounts,
    counted,
)

Curve = NDArray[np.float64]


class Similarities(Protocol):
    """Similarity of any two clusterings of a family, the stricter one as the reference."""

    def of(self, first: Places, second: Places) -> Curve:
        """Return the similarity of the clusterings at these places, two by two."""


class NestedView(KeptSums):
    """Clusterings A and B of which A refines B, as formulas see them: an entry for each two."""

    kept = {}  # noqa: RUF012 - no sums over the cells of two

    def __init__(self, sums: MovingSums, fine: Places, coarse: Places) -> None:
        n = self.n = sums.n
        self.k_a, self.k_b = sums.k_b[fine], sums.k_b[coarse]
        self.entropy_a, self.entropy_b = sums.entropy_b[fine], sums.entropy_b[coarse]
        self.entropy_joint = self.entropy_a
        together, more = ((sums.column_squares[side] - n) / 2 for side in (fine, coarse))
        others = n * (n - 1) / 2 - more
        self.pairs = PairCounts(together, np.zeros(len(fine)), more - together, others)


class OfNested:
    """Similarities of nested clusterings from sums over each of them.

    Raises :class:`~partwise.tables.NotGivenError` if a formula needs more than these sums.

    Examples
    --------
    >>> import partwise as pw
    >>> from partwise.tables import sweep_merges
    >>> sums = sweep_merges([0, 0, 0, 0], left=[0, 2, 1], right=[1, 3, 2], ends=[1, 2, 3])
    >>> OfNested(sums, pw.index("rand")).of(np.array([0, 1]), np.array([1, 2])).round(3)
    array([0.833, 0.333])
    """

    def __init__(
        self, sums: MovingSums, index: Index, undefined: UndefinedPolicy = "convention"
    ) -> None:
        self._sums, self._index, self._undefined = sums, index, undefined
        self.of(np.zeros(1, np.int64), np.zeros(1, np.int64))

    def of(self, first: Places, second: Places) -> Curve:
        """Return the similarity of the clusterings at these places, two by two."""
        view = NestedView(self._sums, first, second)
        return self._index.values(view, undefined=self._undefined)


class OfTables:
    """Similarities from the contingency table of each two clusterings."""

    def __init__(
        self,
        clusterings: LabelFamily | list[Codes],
        index: Index,
        undefined: UndefinedPolicy = "convention",
    ) -> None:
        self._clusterings, self._index, self._undefined = clusterings, index, undefined

    def of(self, first: Places, second: Places) -> Curve:
        """Return the similarity of the clusterings at these places, two by two."""
        pairs = zip(first.tolist(), second.tolist(), strict=True)
        scored = (
            self._index.evaluate(self._table(i, j), undefined=self._undefined) for i, j in pairs
        )
        return np.array([float(score.value) for score in scored])

    def _table(self, first: int, second: int) -> AggregatedTable:
        clusterings = self._clusterings
        if isinstance(clusterings, LabelFamily):
            names = clusterings.names
            return clusterings.inputs.table(names[second], names[first])
        return counted(clusterings[first], clusterings[second])


def of_merges(
    merges: Merges, sums: MovingSums, places: Places, index: Index, undefined: UndefinedPolicy
) -> tuple[Similarities, bool]:
    """Return similarities of the clusterings at some thresholds, and whether they are nested sums.

    Sums know the clusterings at all thresholds, tables only those at ``places``.
    """
    try:
        return OfNested(sums, index, undefined), True
    except NotGivenError:
        return OfTables([*codes_along(merges, places)], index, undefined), False


def reach_by_bisection(
    similarities: Similarities, index: Index, places: Places, tolerance: float
) -> Places:
    """Return how far each clustering stays about the same, where one value says it for all later.

    For each place, the last of the places whose clustering is within ``tolerance`` of it, by
    bisection: the further apart nested clusterings are, the less similar.
    """
    low, high = np.arange(len(places)), np.full(len(places), len(places) - 1)
    while (open_ := np.flatnonzero(low < high)).size:
        middle = (low[open_] + high[open_] + 1) // 2
        near = is_near(index, similarities.of(places[open_], places[middle]), tolerance)
        low[open_] = np.where(near, middle, low[open_])
        high[open_] = np.where(near, high[open_], middle - 1)
    return low


def reach_one_by_one(
    similarities: Similarities, index: Index, number: int, tolerance: float
) -> Places:
    """Return the same where each similarity takes a table: few of them are looked at.

    A stretch ends at the first clustering that is not within ``tolerance`` of its first one. No
    stretch is taken to end before one that starts earlier.
    """
    reach, last = np.empty(number, np.int64), 0
    for start in range(number):
        last = max(last, start)
        while last + 1 < number:
            similarity = similarities.of(np.array([start]), np.array([last + 1]))
            if not is_near(index, similarity, tolerance)[0]:
                break
            last += 1
        reach[start] = last
    return reach


def is_near(index: Index, similarity: Curve, tolerance: float) -> NDArray[np.bool_]:
    """Tell where similarities are within ``tolerance`` of the best value of the index."""
    near: NDArray[np.bool_] = np.abs(similarity - float(index.best)) <= tolerance
    return near
