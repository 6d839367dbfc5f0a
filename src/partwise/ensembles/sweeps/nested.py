"""Similarity of two clusterings of a family without a reference, and how far a steady one reaches.

Where items are joined one pair after the other, the clustering at a stricter threshold refines the
one at a laxer threshold: the pairs that both put together are those of the finer one, and the
entropy of both is that of the finer one. So sums over each clustering alone tell how similar any
two of them are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from partwise.base import tracked
from partwise.catalogue import Index, UndefinedPolicy, index
from partwise.clusterings import Codes
from partwise.ensembles.sweeps.families import LabelFamily
from partwise.ensembles.sweeps.grids import Places
from partwise.ensembles.sweeps.merges import Merges
from partwise.ensembles.sweeps.threshold_comparison import codes_along
from partwise.tables import AggregatedTable, FormulaTable, PairCounts, counted, sweep_merges

Curve = NDArray[np.float64]


class NestedView(FormulaTable):
    """Clusterings A and B of which A refines B, as formulas see them: an entry for each two."""

    whose = "sums over nested clusterings"

    def __init__(self, n: int, fine: Sums, coarse: Sums) -> None:
        self.n = n
        self.k_a, self.k_b = (side.clusters.astype(np.float64) for side in (fine, coarse))
        self.entropy_a, self.entropy_b = fine.entropies, coarse.entropies
        self.entropy_joint = fine.entropies
        self.pairs = nested_pairs(n, fine.pairs, coarse.pairs)


def nested_pairs(n: int, fine: Curve, coarse: Curve) -> PairCounts:
    """Return the counts of pairs of nested clusterings, from the pairs inside their clusters.

    Examples
    --------
    >>> nested_pairs(4, np.array([1.0]), np.array([3.0])) == PairCounts(1.0, 0.0, 2.0, 3.0)
    True
    """
    return PairCounts(fine, np.zeros_like(fine), coarse - fine, n * (n - 1) / 2 - coarse)
