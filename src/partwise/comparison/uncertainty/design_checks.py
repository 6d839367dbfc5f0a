"""Labels checked against the design that they are said to come from.

If items were drawn at random, the mates of a labelled item in its candidate cluster are labelled as
often as any other item. If whole clusters were, its right mates are all labelled. So the number of
labelled pairs that the candidate has together tells the two apart: for random items its mean and
variance are known. How many items and how many candidate clusters the
clusters have shows whether they were drawn with equal probability or through their items.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from partwise.base import Either, InputError, Option
from partwise.comparison.uncertainty.cluster_designs import ClusterDesign, Design, design_option
from partwise.comparison.uncertainty.influence import Vector
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth

_SURE = 5.0  # standard deviations
_UNLIKELY = 3.0
_FAR = 4.0
_LEAST_RIGHT = 0.2  # of the labelled pairs together in the candidate
_FACTOR = 1.2  # by which a share or a mean size must be off
NO_POWER = (
    "The labels could not be checked against the design: they are too few, or the candidate is too "
    "poor, to show whether single items or whole clusters were drawn. If the labels were not drawn "
    "by the design that you named, the estimates and their confidence intervals are wrong."
)
NOT_CHECKED = (
    "The labels were not checked against the design, because that needs candidates with all items."
)


class _Mates(NamedTuple):
    """Mates of labelled items, in their candidate clusters: how many, and how many are labelled.

    ``excess`` is how many more are labelled than expected if items were drawn at random, and
    ``deviation`` its standard deviation in that case.
    """

    number: float
    labelled: float
    rate: float
    excess: float
    deviation: float

    @classmethod
    def of(cls, truth: PartialTruth) -> _Mates:
        """Count them."""
        labelled, sizes = (x.astype(np.float64) for x in (truth.table.column_sizes, truth.sizes))
        rate = truth.table.n / truth.n
        number = float(labelled @ (sizes - 1))
        together = float(labelled @ (labelled - 1))
        v = rate * (1 - rate)
        variance = 2 * v**2 * sizes * (sizes - 1) + rate**2 * v * sizes * (sizes - 1) ** 2
        touched = -np.expm1(sizes * math.log1p(-rate))  # how likely a cluster has a labelled item
        deviation = math.sqrt(float((variance / touched).sum()))
        usual = (truth.table.n - 1) / (truth.n - 1) * number
        return cls(number, together, rate, together - usual, deviation)

    def __str__(self) -> str:
        share = self.labelled / self.number if self.number else 0.0
        return (
            f"{share:.0%} of the items that share a candidate cluster with a labelled item are "
            f"labelled, compared with {self.rate:.0%} of all items"
        )


def check_items(truth: PartialTruth) -> str | None:
    """Refuse labels that are no random sample of items; return a note if that cannot be told."""
    if truth.table.n >= truth.n or truth.table.n < 2:
        return None
    mates = _Mates.of(truth)
    is_more = mates.labelled > _FACTOR * mates.rate * mates.number
    if is_more and mates.excess > _SURE * mates.deviation:
        raise _mismatch(
            "random items",
            f"{mates}; whole clusters seem to have been labelled",
            ("random clusters", "clusters of random items"),
        )
    if_whole = (1 - mates.rate) * mates.number / 2  # if half of the mates were right
    return NO_POWER if if_whole <= _SURE * mates.deviation else None


def check_clusters(truth: PartialTruth, design: ClusterDesign) -> str | None:
    """Refuse labels that are no whole clusters; return a note if that cannot be told."""
    if not design.knows_all:
        return NOT_CHECKED
    if truth.table.n >= truth.n or truth.table.n < 2:
        return None
    mates = _Mates.of(truth)
    if mates.excess > _SURE * mates.deviation:
        if design.design is not None:
            _check_sizes(truth, design)
        return None
    right = 2 * float(truth.table.pair_counts.n11) / max(mates.labelled, 1.0)
    if_whole = (1 - mates.rate) * mates.number * right / 2
    tells = right >= _LEAST_RIGHT and if_whole > _FAR * mates.deviation
    if not tells or mates.excess > _UNLIKELY * mates.deviation:
        return NO_POWER
    raise _mismatch(
        design.design,
        f"{mates}, which is about the same; single items seem to have been labelled",
        ("random items",),
    )


def _check_sizes(truth: PartialTruth, design: ClusterDesign) -> None:
    """Refuse clusters that are too large or too small for how they are said to be drawn.

    The sum of sizes over that of shares of candidate clusters, with the weights of the design,
    estimates how many items a candidate cluster has, which is known.
    """
    weight, times, _ = design.weights(truth)
    items, candidates = truth.parts.items, truth.parts.candidates
    known = truth.n / truth.k_b
    ratio = float((weight * times) @ items) / float((weight * times) @ candidates)
    residuals: Vector = weight * (items - ratio * candidates)
    error = math.sqrt(float(times @ residuals**2)) / float((weight * times) @ candidates)
    if abs(ratio - known) < _FAR * error or abs(math.log(ratio / known)) < math.log(_FACTOR):
        return
    is_large = ratio > known
    if is_large == (design.design == "random clusters"):
        size = "large" if is_large else "small"
        how = "found through their items" if is_large else "drawn with equal probability"
        raise _mismatch(
            design.design,
            f"the labelled clusters are too {size}: with the weights of this design there are "
            f"{ratio:.2g} items per candidate cluster, but {known:.2g} among all items; clusters "
            f"seem to have been {how}",
            ("clusters of random items",) if is_large else ("random clusters",),
            Option("whole", "neighbourhood"),
        )


def _mismatch(
    design: Design | None, what: str, instead: tuple[Design, ...], *more: Option
) -> InputError:
    """Say why the labels do not come from a design, and what to pass instead."""
    which = "sampling weights of whole clusters" if design is None else design_option(design)
    options: list[Either | Option] = [*map(design_option, instead), *more]
    remedy: list[str | Either | Option] = ["pass ", options[0]]
    for option in options[1:]:
        remedy += [" or ", option]
    return InputError(("the labels do not fit ", which, f": {what}"), remedy=remedy)
