"""Indices for covers: clusters that may overlap, and items that may be in none."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

import numpy as np

from partwise.base import sum_of_ratios
from partwise.catalogue.beyond_partitions import BeyondIndex, beyond_index, kind_of_input
from partwise.clusterings import Codes, Cover, Policies
from partwise.engines import read_cover
from partwise.tables import CoverTable, cover_table, shared_walks, unexplained

_ALPHA = 0.9  # as Gates et al. and clusim have it


@kind_of_input
@dataclass(frozen=True, eq=False, repr=False)
class CoverIndex(BeyondIndex):
    """An index for covers; found by :func:`~partwise.index`, listed by ``pw.indices("covers")``.

    Examples
    --------
    >>> import partwise as pw
    >>> omega = pw.index("omega")
    >>> omega([{0, 1}, {1, 2}], [{0, 1, 2}, {3}], missing="singletons")
    0.6666666666666666
    >>> omega.partition_index
    'adjusted_rand'
    """

    inputs: ClassVar[str] = "covers"
    record: ClassVar[type] = Cover
    commands: ClassVar[str] = "`partwise score` and `partwise compare` take covers"
    situations: ClassVar[Any] = {
        "identical": "the covers are identical",
        "opposite": "one cover has no cluster that distinguishes items",
        "trivial": "one cover has no cluster that distinguishes items",
        "ordinary": "the formula divides by zero",
    }

    @classmethod
    def table(cls, reference: object, candidate: object, policies: Policies) -> CoverTable:
        """Read two covers, bring them to the same items, and return what formulas see."""
        cls.check_noise((reference, candidate), policies)
        a, b = (cls.read(own, policies) for own in (reference, candidate))
        return cover_table(a, b, policies.missing)

    @classmethod
    def read_alone(cls, data: object, policies: Policies) -> Cover:
        """Read a cover."""
        return read_cover(data, policies)


_cover_index = partial(beyond_index, CoverIndex)


@_cover_index(
    "omega",
    label="Omega",
    aka=("Ω", "omega index", "Collins & Dent"),
    range=(-1, 1),
    symmetric=True,
    references=("collins1988",),
    partition_index="adjusted_rand",
    rational=True,
    trivial=dict.fromkeys(("vs_other", "otherwise"), 1),
)
def omega(t: CoverTable, exact: bool) -> Fraction:  # noqa: ARG001  # is exact in any case
    """Agreement about the number of clusters that pairs share in both covers, adjusted for chance.

    It is 0 on average if the pairs of one cover are shuffled, and 1 if each pair shares as many
    clusters in one cover as in the other. On partitions it is the adjusted Rand index. If all pairs
    share the same number of clusters in both covers, it is 1 by convention.

    Avoid when: nearly equal numbers of shared clusters must count for something.
    """
    levels = t.pair_levels
    pairs = t.n * (t.n - 1) // 2
    one, other = levels.marginal(0), levels.marginal(1)
    agree = sum(count for (a, b), count in levels.joint.items() if a == b)
    by_chance = sum(count * other.get(level, 0) for level, count in one.items())
    return Fraction(agree * pairs - by_chance, pairs * pairs - by_chance)


@_cover_index(
    "onmi_lfk",
    label="Overlapping NMI (LFK)",
    aka=("ONMI LFK", "NMI LFK", "overlapping normalised mutual information LFK"),
    symmetric=True,
    references=("lancichinetti2009",),
    trivial={"vs_other": 0},
)
def onmi_lfk(t: CoverTable) -> float:
    """One minus the mean share of a cluster's entropy that its best match leaves unexplained.

    The share is averaged over the clusters of each cover, then over both covers. A cluster with all
    items has no entropy and is left out.

    Avoid when: a candidate with few clusters that match well must not score well. Use onmi_max,
    which was designed to prevent that.
    """
    means = []
    for entropy, left in unexplained(t, ties=False):
        has_entropy = entropy > 0
        means.append(_mean(left[has_entropy] / entropy[has_entropy]))
    return 1 - sum(means) / 2


def _mean(values: Any) -> float:
    if not len(values):
        raise ZeroDivisionError
    return float(np.mean(values))


@_cover_index(
    "onmi_max",
    label="Overlapping NMI (max)",
    aka=("ONMI", "ONMI MGH", "NMI MGH", "overlapping NMI", "overlapping normalised MI"),
    symmetric=True,
    references=("mcdaid2011",),
    trivial={"vs_other": 0},
)
def onmi_max(t: CoverTable) -> float:
    """Entropy of clusters that their best matches explain, over the larger of the two entropies.

    The explained entropy is the mean of both directions.

    Avoid when: random candidates must score 0. The index is not adjusted for chance.
    """
    (entropy_a, left_a), (entropy_b, left_b) = unexplained(t, ties=True)
    total_a, total_b = float(entropy_a.sum()), float(entropy_b.sum())
    if t.are_identical and total_a:
        return 1.0
    explained = float((entropy_a - left_a).sum()) + float((entropy_b - left_b).sum())
    return explained / 2 / max(total_a, total_b)


def _multiplicity(shares: dict[tuple[int, int], int], memberships: Codes, exact: bool) -> Fraction:
    """Average over items that are in a cluster, and for each over the items that it meets there."""
    ratios = ((shared, near * level) for (near, level), shared in shares.items())
    return sum_of_ratios(ratios, exact=exact) / int(np.count_nonzero(memberships))


@_cover_index(
    "extended_bcubed",
    label="Extended BCubed F1",
    aka=("extended BCubed", "extended B3", "multiplicity BCubed"),
    symmetric=True,
    references=("amigo2009",),
    partition_index="bcubed",
    rational=True,
    trivial={"vs_other": 0, "otherwise": 0},
)
def extended_bcubed(t: CoverTable, exact: bool) -> Fraction:
    """Harmonic mean of extended BCubed precision and recall.

    On partitions it is BCubed F1.

    Avoid when: random candidates must score 0. The index is not adjusted for chance.
    """
    precision = _multiplicity(t.pair_levels.shares_b, t.candidate.memberships, exact)
    recall = _multiplicity(t.pair_levels.shares_a, t.reference.memberships, exact)
    return 2 * precision * recall / (precision + recall)


@_cover_index(
    "extended_bcubed_precision",
    label="Extended BCubed precision",
    aka=("extended B3 precision",),
    symmetric=False,
    references=("amigo2009",),
    partition_index="bcubed_precision",
    rational=True,
    trivial={"vs_other": 0},
)
def extended_bcubed_precision(t: CoverTable, exact: bool) -> Fraction:
    """Mean share of the clusters two items share in the candidate that they share in the reference.

    For each item, the mean is over the items in its clusters, itself included. The score is the
    mean over the items that are in a cluster of the candidate.

    Avoid when: it is the only index. extended_bcubed combines it with recall.
    """
    return _multiplicity(t.pair_levels.shares_b, t.candidate.memberships, exact)


@_cover_index(
    "extended_bcubed_recall",
    label="Extended BCubed recall",
    aka=("extended B3 recall",),
    symmetric=False,
    references=("amigo2009",),
    partition_index="bcubed_recall",
    rational=True,
    trivial={"vs_other": 0},
)
def extended_bcubed_recall(t: CoverTable, exact: bool) -> Fraction:
    """Mean share of the clusters two items share in the reference that they share in the candidate.

    For each item, the mean is over the items in its clusters, itself included. The score is the
    mean over the items that are in a cluster of the reference.

    Avoid when: it is the only index. extended_bcubed combines it with precision.
    """
    return _multiplicity(t.pair_levels.shares_a, t.reference.memberships, exact)


@_cover_index(
    "average_f1",
    label="Average F1",
    aka=("average F1 score", "mean best-match F1"),
    symmetric=True,
    references=("yang2013",),
    rational=True,
    trivial={"vs_other": 0},
)
def average_f1(t: CoverTable, exact: bool) -> Fraction:
    """Mean F1 of each cluster with its best match, averaged over both directions.

    Avoid when: clusters differ much in size and items matter, since every cluster has the same
    weight.
    """
    cells = t.overlaps
    sizes = t.row_sizes[cells.row] + t.column_sizes[cells.column]
    f1 = 2 * cells.shared / sizes
    total = Fraction(0)
    for side, k in ((cells.row, t.k_a), (cells.column, t.k_b)):
        best = _best_of_each(side, f1)
        tops, bottoms = (2 * cells.shared[best]).tolist(), sizes[best].tolist()
        total += sum_of_ratios(zip(tops, bottoms, strict=True), exact=exact) / k
    return total / 2


def _best_of_each(side: Codes, f1: Any) -> Codes:
    """Return where each cluster that shares items has its best match.

    A float tells fractions apart whose denominators are below 2²⁶.
    """
    order = np.lexsort((f1, side))
    next_one = np.append(side[order][1:], -1)
    return order[side[order] != next_one] if len(order) else order


@_cover_index(
    "element_centric",
    label="Element-centric similarity",
    aka=("ECS", "element-centric clustering similarity"),
    symmetric=True,
    references=("gates2019",),
    partition_index="element_centric",
)
def element_centric(t: CoverTable) -> Fraction:
    """Mean over items of the similarity of random walks from the item in both covers.

    A walk goes to one of the item's clusters, to one of that cluster's items, and so on. After each
    step, it returns to its first item with probability 0.1. A walk from an item in no cluster stays
    there.

    Avoid when: overlapping clusters connect many items, because the time grows with the square of
    their number.
    """
    if t.are_identical:
        return Fraction(1)
    disjoint, walked = shared_walks(t, _ALPHA)
    return min((sum_of_ratios(disjoint, exact=False) + Fraction(walked)) / t.n, Fraction(1))
