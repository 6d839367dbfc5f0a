"""Labels checked against the design that they are said to come from.

If items were drawn at random, the mates of a labelled item in its candidate cluster are labelled as
often as any other item. If whole clusters were, its right mates are all labelled. So the number of
labelled pairs that the candidate has together tells the two apart: for random items its mean and
variance are known exactly. Whether clusters were drawn alike or through their items is told by how
many items and how many candidate clusters they have.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from partwise.base import Either, InputError, percent
from partwise.comparison.uncertainty.cluster_designs import ClusterDesign, Design, design_option
from partwise.comparison.uncertainty.influence import Vector
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth

_SURE = 5.0  # standard deviations
_LEAST_RIGHT = 0.2  # of the labelled pairs together in the candidate
_FEWEST_PAIRS = 20.0
_FACTOR = 1.5  # by which a mean size must be off
NO_POWER = (
    "the labels were not checked against the design: in these data an item sample and whole "
    "clusters would look alike"
)
NOT_CHECKED = (
    "the labels were not checked against the design, which takes a candidate that has all items"
)


def check_items(truth: PartialTruth) -> str | None:
    """Refuse labels that are no random sample of items; return a note if that cannot be told."""
    if truth.table.n >= truth.n or truth.table.n < 2:
        return None
    pairs, mean, deviation = _labelled_pairs(truth)
    if pairs > max(mean + _SURE * deviation, _FACTOR * mean):
        share, usual = _labelled_shares(truth)
        raise _mismatch(
            "random items",
            f"{share} of the items that share a candidate cluster with a labelled item are "
            f"labelled, but {usual} of all items",
            "whole clusters seem to have been labelled",
            ("random clusters", "clusters of random items"),
        )
    if_whole = truth.table.n / truth.n * truth.same_b / 2
    return NO_POWER if mean + _SURE * deviation > if_whole else None


def check_clusters(truth: PartialTruth, design: ClusterDesign) -> str | None:
    """Refuse labels that are no whole clusters; return a note if that cannot be told."""
    if not design.knows_all:
        return NOT_CHECKED
    if truth.table.n >= truth.n or truth.table.n < 2:
        return None
    pairs, mean, deviation = _labelled_pairs(truth)
    if pairs > mean + _SURE * deviation:
        if design.design is not None:
            _check_sizes(truth, design)
        return None
    right = float(truth.table.pair_counts.n11)
    if mean < _FEWEST_PAIRS or right < _LEAST_RIGHT * pairs:
        return NO_POWER
    share, usual = _labelled_shares(truth)
    raise _mismatch(
        design.design,
        f"only {share} of the items that share a candidate cluster with a labelled item are "
        f"labelled, about as many as of all items ({usual})",
        "single items seem to have been labelled",
        ("random items",),
    )


def _labelled_pairs(truth: PartialTruth) -> tuple[float, float, float]:
    """Return how many labelled pairs the candidate has together: observed, mean and deviation.

    The latter two are those of random items.
    """
    together = float(truth.table.pair_counts.same_b)
    same_b = truth.same_b
    shared = truth.whole.sum_of(lambda b: b * (b - 1) * (b - 2))  # pairs that share an item
    two, three, four = (_inclusion(truth.table.n, truth.n, size) for size in (2, 3, 4))
    mean = same_b * two
    square = mean + shared * three + (same_b * (same_b - 1) - shared) * four
    return together, float(mean), math.sqrt(max(0.0, float(square - mean * mean)))


def _inclusion(drawn: int, n: int, items: int) -> Fraction:
    """Return how likely given items are all among those drawn."""
    top = bottom = 1
    for i in range(items):
        top, bottom = top * max(0, drawn - i), bottom * max(1, n - i)
    return Fraction(top, bottom)


def _labelled_shares(truth: PartialTruth) -> tuple[str, str]:
    """Return which share of the mates of labelled items is labelled, and of all items."""
    labelled = truth.table.column_sizes.astype(np.float64)
    mates = float(labelled @ (truth.sizes.astype(np.float64) - 1))
    share = float(labelled @ (labelled - 1)) / mates if mates else 0.0
    return percent(round(share, 3)), percent(round(truth.table.n / truth.n, 3))


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
    if abs(ratio - known) < _SURE * error or abs(math.log(ratio / known)) < math.log(_FACTOR):
        return
    is_large = ratio > known
    if is_large == (design.design == "random clusters"):
        size = "large" if is_large else "small"
        raise _mismatch(
            design.design,
            f"the labelled clusters are too {size} for that: with "
            f"its weights there are {ratio:.2g} items to a candidate cluster, but {known:.2g} in "
            "the whole",
            "clusters seem to have been found through their items"
            if is_large
            else "clusters seem to have been drawn alike, whatever their size",
            ("clusters of random items",) if is_large else ("random clusters",),
        )


def _mismatch(design: Design | None, what: str, so: str, instead: tuple[Design, ...]) -> InputError:
    """Say why the labels do not come from a design, and what to pass instead."""
    which = "sampling weights of whole clusters" if design is None else design_option(design)
    options: list[str | Either] = ["pass "]
    for i, name in enumerate(instead):
        options += [" or ", design_option(name)] if i else [design_option(name)]
    return InputError(("the labels do not fit ", which, f": {what}; {so}"), remedy=options)
