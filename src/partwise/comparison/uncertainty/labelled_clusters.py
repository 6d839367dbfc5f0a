"""A candidate that clusters all items, and a reference that knows some of its clusters whole.

For a labelled item every other item of its candidate cluster is known to be together with it or
not, labelled or not, since its reference cluster is complete. So each labelled cluster c has its
exact part of the pairs of the whole: x_c of N11, a_c(a_c − 1)/2 of m_A and, with b_j the sizes in
the whole, g_c = Σ_j n_cj(b_j − 1)/2 of m_B. All clusters together have all of N11, m_A and m_B. Of
these m_B is known from the candidate, as is n = Σ a_c.

N11 and m_A are estimated by regression on what is known: with y_c a cluster's part of either, and
weights w_c = a_c for clusters drawn alike (for clusters found through drawn items: how often each
was drawn, since they are drawn with probability a_c/n),

    Y = n (ȳ + β (m_B/n − ḡ)),    β = Σ w (g/a − ḡ)(y/a − ȳ) / Σ w (g/a − ḡ)²,

where ȳ and ḡ are the means of y_c/a_c and g_c/a_c with these weights. Without β this is the ratio
estimator n Σ y_c / Σ a_c or that of Hansen & Hurwitz.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, exact_counts, total
from partwise.clusterings import AS_THEY_ARE, Policies
from partwise.comparison.uncertainty.influence import Vector
from partwise.engines import labelled_part
from partwise.tables import Contingency, PairCounts, SizeHistogram

_LEAST_SPREAD = 1e-12  # of g/a, as a share of its square: less is rounding


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
    n : int
        Number of items of the whole.
    same_b : int
        Pairs of items of the whole that the candidate has together, m_B: Σ b(b − 1)/2 over all of
        its clusters, those without a labelled item too.

    Examples
    --------
    >>> truth = PartialTruth.of({"a": 0, "b": 0}, {"a": 5, "b": 5, "c": 5, "d": 6, "e": 6})
    >>> truth.n, truth.sizes.tolist(), truth.same_b
    (5, [3], 4)
    """

    table: Contingency
    sizes: NDArray[Any]
    n: int
    same_b: int

    def __post_init__(self) -> None:
        sizes = exact_counts(self.sizes, "size in the whole")
        object.__setattr__(self, "sizes", sizes)
        labelled = self.table.column_sizes
        if sizes.shape != labelled.shape:
            raise InputError(
                f"there are {len(sizes)} sizes in the whole for the {len(labelled)} candidate "
                "clusters of the table; give one for each column, in the order of the columns"
            )
        small = np.flatnonzero(sizes < labelled)
        if len(small):
            j = int(small[0])
            raise InputError(
                f"candidate cluster {self.table.column_labels[j]!r} has {labelled[j]} labelled "
                f"items, but only {sizes[j]} in the whole; sizes= are over all items"
            )
        held, inside = total(sizes), SizeHistogram.of(sizes).sum_of(lambda b: b * (b - 1) // 2)
        if self.n < held:
            raise InputError(f"the whole has {self.n} items, fewer than the {held} of its clusters")
        if self.same_b < inside:
            raise InputError(
                f"the candidate has at least {inside} pairs together, more than same_b="
                f"{self.same_b}; same_b= counts those of the whole"
            )

    @classmethod
    def of(
        cls, reference: object, candidate: object, policies: Policies = AS_THEY_ARE
    ) -> PartialTruth:
        """Read a reference that labels whole clusters, and a candidate that has all items.

        Items that the reference lacks, or has no label for (None), are those not labelled.
        """
        return cls(*labelled_part(reference, candidate, policies))


def estimated_counts(
    truth: PartialTruth, times: Vector | None = None
) -> tuple[PairCounts, PairCounts]:
    """Estimate the pairs of the whole, and again without each labelled cluster.

    The first are arrays of length 1. ``times`` is how often each cluster was drawn if clusters
    were found through items, and None if all were equally likely to be drawn.
    """
    a = truth.table.row_sizes.astype(np.float64)
    x, g = parts_of_clusters(truth)
    weights = a if times is None else times
    step = a if times is None else np.ones(len(a))
    y = np.array([x, a * (a - 1) / 2 - x, g - x]) / a  # parts of n11, n10 and n01 for each item
    centre = g.sum() / a.sum()
    h = g / a - centre
    features = np.array([np.ones(len(a)), h, h * h, *y, *(h * y)])
    sums = (features @ weights)[:, None]

    def counts(sums: Vector) -> PairCounts:
        n11, n10, n01 = truth.n * _regressed(sums, truth.same_b / truth.n - centre, centre)
        return PairCounts(n11, n10, n01, truth.n * (truth.n - 1) // 2 - (n11 + n10 + n01))

    return counts(sums), counts(sums - features * step)


def parts_of_clusters(truth: PartialTruth) -> tuple[Vector, Vector]:
    """Return each labelled cluster's part of N11 and of m_B of the whole.

    Examples
    --------
    >>> truth = PartialTruth.of({"a": 0, "b": 0}, {"a": 5, "b": 5, "c": 5, "d": 6, "e": 6})
    >>> parts_of_clusters(truth)
    (array([1.]), array([2.]))
    """
    rows, columns, counts = truth.table.cells
    cells, b = counts.astype(np.float64), truth.sizes.astype(np.float64)[columns]
    x, g = np.zeros((2, truth.table.k_a))
    np.add.at(x, rows, cells * (cells - 1) / 2)
    np.add.at(g, rows, cells * (b - 1) / 2)
    return x, g


def _regressed(sums: Vector, known: float, centre: float) -> Vector:
    """Return means of y that a regression on h puts where the mean of h is as known.

    The sums are those of w, wh, wh², wy and why, for several y.
    """
    with np.errstate(all="ignore"):
        w, wh, whh = sums[:3]
        wy, why = np.split(sums[3:], 2)
        spread = whh - wh * wh / w
        is_spread = spread > _LEAST_SPREAD * (whh + w * centre**2)
        beta = np.where(is_spread, (why - wh * wy / w) / np.where(is_spread, spread, 1.0), 0.0)
        means: Vector = wy / w + beta * (known - wh / w)
    return means
