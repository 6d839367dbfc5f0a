"""A candidate that clusters all items, and a reference that knows some of its clusters whole.

For a labelled item every other item of its candidate cluster is known to be together with it or
not, labelled or not, since its reference cluster is complete. So each labelled cluster c has its
exact part of the whole: of n, m_A, N11 and m_B, of what BCubed averages over items, and of how many
clusters there are and are recovered. All clusters together have all of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, exact_counts, many
from partwise.clusterings import AS_THEY_ARE, Policies
from partwise.comparison.uncertainty.influence import Vector
from partwise.engines import labelled_part
from partwise.tables import Contingency, SizeHistogram


class ClusterParts(NamedTuple):
    """What each labelled cluster has of the whole; or sums of that, with weights.

    With n_j of its a items in candidate cluster j, which has b_j items in the whole.
    """

    items: Vector  # a
    same_a: Vector  # a(a − 1)/2
    n11: Vector  # Σ n_j(n_j − 1)/2
    same_b: Vector  # Σ n_j(b_j − 1)/2: half of each pair across clusters
    recall: Vector  # Σ n_j²/a, BCubed recall summed over items
    precision: Vector  # Σ n_j²/b_j, BCubed precision summed over items
    recovered: Vector  # 1 if it is a cluster of the candidate
    candidates: Vector  # Σ n_j/b_j, its share of the candidate's clusters
    clusters: Vector  # 1


@dataclass(frozen=True, eq=False)
class PartialTruth:
    """Whole clusters of the reference, and what the candidate says about all items.

    Parameters
    ----------
    table : Contingency
        Of the labelled items.
    sizes : array of int
        Sizes in the whole of the candidate's clusters that are columns of the table, in their
        order.
    whole : SizeHistogram
        Sizes of all clusters of the candidate, those without a labelled item too.

    Examples
    --------
    >>> truth = PartialTruth.of({"a": 0, "b": 0}, {"a": 5, "b": 5, "c": 5, "d": 6, "e": 6})
    >>> truth.n, truth.sizes.tolist(), truth.same_b, truth.k_b
    (5, [3], 4, 2)
    """

    table: Contingency
    sizes: NDArray[Any]
    whole: SizeHistogram

    def __post_init__(self) -> None:
        sizes = exact_counts(self.sizes, "size in the whole")
        object.__setattr__(self, "sizes", sizes)
        labelled = self.table.column_sizes
        if sizes.shape != labelled.shape:
            raise InputError(
                f"sizes= has {len(sizes)} for the {len(labelled)} candidate clusters of "
                "the table; give the size of each column's cluster among all items, in order"
            )
        small = np.flatnonzero(sizes < labelled)
        if len(small):
            j = int(small[0])
            raise InputError(
                f"candidate cluster {self.table.column_labels[j]!r} has "
                f"{many(int(labelled[j]), 'labelled item')}, but its size in sizes= is only "
                f"{sizes[j]}; sizes= must count all items"
            )

    @classmethod
    def of(
        cls, reference: object, candidate: object, policies: Policies = AS_THEY_ARE
    ) -> PartialTruth:
        """Read a reference that labels whole clusters, and a candidate that has all items.

        Items that the reference lacks, or has no label for (None), are those not labelled.
        """
        return cls(*labelled_part(reference, candidate, policies))

    @cached_property
    def n(self) -> int:
        """Number of items of the whole."""
        return self.whole.sum_of(lambda size: size)

    @cached_property
    def same_b(self) -> int:
        """Pairs of items of the whole that the candidate has together, m_B."""
        return self.whole.sum_of(lambda size: size * (size - 1) // 2)

    @cached_property
    def k_b(self) -> int:
        """Clusters of the candidate."""
        return int(self.whole.counts.sum())

    @cached_property
    def parts(self) -> ClusterParts:
        """Each labelled cluster's part of the whole.

        Examples
        --------
        >>> truth = PartialTruth.of({"a": 0, "b": 0}, {"a": 5, "b": 5, "c": 5, "d": 6, "e": 6})
        >>> truth.parts.n11, truth.parts.same_b
        (array([1.]), array([2.]))
        """
        rows, columns, counts = self.table.cells
        a, cell = self.table.row_sizes.astype(np.float64), counts.astype(np.float64)
        b = self.sizes.astype(np.float64)[columns]

        def by_cluster(values: Vector) -> Vector:
            sums = np.zeros(self.table.k_a)
            np.add.at(sums, rows, values)
            return sums

        return ClusterParts(
            items=a,
            same_a=a * (a - 1) / 2,
            n11=by_cluster(cell * (cell - 1) / 2),
            same_b=by_cluster(cell * (b - 1) / 2),
            recall=by_cluster(cell**2) / a,
            precision=by_cluster(cell**2 / b),
            recovered=by_cluster(((cell == b) & (cell == a[rows])).astype(np.float64)),
            candidates=by_cluster(cell / b),
            clusters=np.ones(len(a)),
        )
