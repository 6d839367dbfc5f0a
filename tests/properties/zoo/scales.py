"""Offsets, factors, poles, holes, roots that touch zero, and what conventions put there."""

from __future__ import annotations

from math import prod
from typing import Any

from partwise import PairCounts
from partwise.base import ops
from partwise.catalogue import Conventions
from properties.zoo.branches import singles
from properties.zoo.evidence import of_sizes
from properties.zoo.species import (
    Broken,
    Species,
    correlation,
    covariance,
    jaccard,
    pairs,
    rand,
    written,
)

HUGE, TINY = 10**16, 10**12
OF_RAND = {
    "symmetry": True, "maximal_agreement": True, "distance": True, "monotonicity": True,
    "constant_baseline": False,
}  # fmt: skip
OF_CORRELATION = {
    "symmetry": True, "maximal_agreement": True, "monotonicity": True, "constant_baseline": True,
}  # fmt: skip
BEST_ONE = Conventions(1, -1, 0)


def dice(p: PairCounts) -> Any:
    return 2 * p.n11 / (2 * p.n11 + p.n10 + p.n01)


def adjusted_rand(p: PairCounts) -> Any:
    return 2 * covariance(p) / (p.same_a * p.diff_b + p.same_b * p.diff_a)


def fowlkes_mallows(p: PairCounts) -> Any:
    return p.n11 / (ops.sqrt(p.same_a) * ops.sqrt(p.same_b))


def chord(p: PairCounts) -> Any:
    return ops.sqrt(2 * (1 - correlation(p)))


def hole(x: Any) -> Any:
    """Return 1, but nothing where x = 0."""
    return x / x


def until(x: Any, last: int) -> Any:
    """Return 0 for x = 0, 1, …, last."""
    return prod((x - i for i in range(1, last + 1)), start=x)


SPECIES: list[Species] = [
    # --- offsets and factors decide nothing
    pairs("rand_far_up", lambda p: HUGE + rand(p), "Rand + 10¹⁶", **OF_RAND),
    pairs("rand_far_down", lambda p: rand(p) - HUGE**2, "Rand − 10³²", **OF_RAND),
    pairs("tiny_rand", lambda p: rand(p) / TINY, "Rand · 10⁻¹²", **OF_RAND),
    pairs("tiny_rand_far_up", lambda p: HUGE + rand(p) / TINY, "10¹⁶ + 10⁻¹² Rand", **OF_RAND),
    pairs("huge_rand", lambda p: HUGE * rand(p), "10¹⁶ Rand", **OF_RAND),
    written("written_far_up", "1e16 + (n11 + n00) / N", "Rand + 10¹⁶ as text", **OF_RAND),
    written("written_tiny", "1e-12 * (n11 + n00) / N", "Rand · 10⁻¹² as text", **OF_RAND),
    pairs(
        "tiny_rand_distance", lambda p: (p.n10 + p.n01) / p.total / TINY, "10⁻¹² (1 − Rand)",
        direction="distance", **OF_RAND,
    ),
    pairs(
        "correlation_far_up", lambda p: HUGE + correlation(p), "CC + 10¹⁶",
        conventions=Conventions(HUGE + 1, HUGE - 1, HUGE), **OF_CORRELATION,
    ),
    pairs(
        "tiny_adjusted_rand", lambda p: adjusted_rand(p) / TINY, "ARI · 10⁻¹²; it is (V − E[V]) "
        "over a function of the sizes",
        conventions=Conventions(1 / TINY, None, 0), symmetry=True, constant_baseline=True,
    ),
    pairs(
        "jaccard_far_up", lambda p: HUGE + jaccard(p), "J + 10¹⁶: ties where N11 = 0",
        conventions=Conventions(HUGE + 1, None, None),
        symmetry=True, maximal_agreement=True, monotonicity=False, distance=True,
    ),
    pairs(
        "tiny_dice", lambda p: dice(p) / TINY, "1 − Dice is no metric",
        conventions=Conventions(1 / TINY, None, None), symmetry=True, distance=False,
    ),
    pairs(
        "dice_far_up", lambda p: HUGE + dice(p), "the same",
        conventions=Conventions(HUGE + 1, None, None), symmetry=True, distance=False,
    ),
    pairs(
        "tiny_asymmetry", lambda p: rand(p) + p.n10 / (p.total * 10**30), "10⁻³⁰ N10/N more",
        symmetry=False, distance=False, maximal_agreement=True,
    ),
    pairs(
        "tiny_asymmetry_far_up", lambda p: HUGE + rand(p) + p.n10 / (p.total * 10**30), "the same",
        symmetry=False, distance=False,
    ),
    pairs(
        "nearly_constant_baseline", lambda p: covariance(p) + p.n10 * p.n01 / 10**20,
        "a covariance with a defect of 10⁻²⁰", symmetry=True, constant_baseline=False,
    ),
    pairs(
        "nearly_best", lambda p: 1 - (p.n10 + p.n01) / 10**25,
        "1 − 10⁻²⁵ (N10 + N01)", symmetry=True, maximal_agreement=True, distance=True,
    ),
    # --- late violations
    pairs(
        "zero_up_to_45", lambda p: rand(p) - until(p.n10, 45), "N10(N10 − 1)…(N10 − 45) is 0 for "
        "up to ten items, and 46! for N10 = 46 = 45 + 1", maximal_agreement=True,
        symmetry=Broken(of_sizes(10, 2), singles(12)),
        distance=Broken(of_sizes(10, 2), singles(12)),
    ),
    pairs(
        "zero_up_to_12_items", lambda p: rand(p) - p.n10 * until(p.items, 12), "asymmetric from "
        "n = 13 on", symmetry=Broken(of_sizes(2, *(1,) * 11), singles(13)), maximal_agreement=True,
    ),
    pairs(
        "turns_at_5000", lambda p: p.agree - p.agree**2 / 10000, "x − x²/10⁴ falls beyond 5000",
        symmetry=True, strong_monotonicity=Broken((5999, 1, 0, 0), (6000, 1, 0, 0)),
        monotonicity=Broken(of_sizes(5, *(1,) * 105), singles(110), (0, *range(109))),
    ),
    pairs(
        "turns_when_huge", lambda p: rand(p) - p.n11 * p.n10 / 10**9, "N11 N10/10⁹ outgrows Rand",
        symmetry=False, strong_monotonicity=Broken((10**9, 5, 1, 1), (10**9 + 1, 5, 1, 1)),
    ),
    pairs(
        "best_until_100", lambda p: 1 - (p.n10 + p.n01) * (100 - p.n11), "other clusterings win "
        "where N11 > 100", symmetry=True, constant_baseline=False,
        maximal_agreement=Broken(of_sizes(20, 2), of_sizes(20, 1, 1)),
    ),
    pairs(
        "narrow_gap", lambda p: rand(p) - 1 / ((p.n11 - 500) ** 2 + 1) / 2, "V(A, A) is ½ where "
        "N11 = 500 = 496 + 3 + 1, and more elsewhere", symmetry=True, maximal_agreement=False,
        distance=False,
    ),
    # --- degenerate faces
    pairs(
        "hole_without_n00", lambda p: rand(p) * hole(p.n00), "2 for all with a trivial clustering "
        "of one cluster", conventions=Conventions(1, 2, 2), symmetry=True, maximal_agreement=False,
    ),
    pairs(
        "trivial_candidates_lose", lambda p: rand(p) * hole(p.n00) * hole(p.n11),
        "−5 for trivial candidates, also if they are improvements, ½ for other ones with N11 = 0",
        conventions=Conventions(1, -5, -5, 0.5), symmetry=True, monotonicity=False,
    ),
    pairs(
        "trivial_pays", lambda p: correlation(p), "a trivial candidate gets 3",
        conventions=Conventions(1, -1, 3), symmetry=True, maximal_agreement=False,
        monotonicity=False, distance=False,
    ),
    pairs(
        "other_best_for_trivial", lambda p: correlation(p), "identical trivial clusterings get 2, "
        "the others 1", conventions=Conventions(2, -1, 0), symmetry=True, maximal_agreement=False,
    ),
    pairs(
        "trivial_shifts_the_mean", lambda p: correlation(p), "E = ½ for trivial candidates, else 0",
        conventions=Conventions(1, -1, 0.5), constant_baseline=False, maximal_agreement=True,
    ),
    pairs(
        "plain_correlation", correlation, "CC with the conventions of the paper",
        conventions=BEST_ONE, distance=False, **OF_CORRELATION,
    ),
    pairs(
        "chord", chord, "a distance of points on a sphere (the paper's Theorem)",
        direction="distance", conventions=Conventions(0, 2, 2**0.5),
        symmetry=True, maximal_agreement=True, monotonicity=True,
    ),
    pairs(
        "chord_near_trivial", chord, "d(A, C) = √3 > 0.1 + 0.1 over a trivial B",
        direction="distance", conventions=Conventions(0, 2, 0.1), symmetry=True, distance=False,
    ),
    pairs(
        "chord_of_opposites", chord, "10 between the two trivial clusterings, √2 to any other",
        direction="distance", conventions=Conventions(0, 10, 2**0.5), symmetry=True,
        distance=False,
    ),
    pairs(
        "chord_with_a_hole", lambda p: chord(p) * hole(p.n10 - p.n01), "7 where N10 = N01, else at "
        "most 2: d(A, C) > d(A, B) + d(B, C)", direction="distance",
        conventions=Conventions(0, 2, 2**0.5, 7), symmetry=True, distance=False,
    ),
    pairs(
        "chord_with_a_zero", lambda p: chord(p) * hole(p.n10 - p.n01), "0 where N10 = N01, though "
        "A ≠ B", direction="distance", conventions=Conventions(0, 2, 2**0.5, 0),
        symmetry=True, maximal_agreement=False, distance=False,
    ),
    pairs(
        "rand_with_a_late_hole", lambda p: rand(p) * hole(p.n11 - 41), "no value for identical "
        "clusterings with N11 = 41", symmetry=True,
        maximal_agreement=Broken(of_sizes(9, 3, 2, 2), of_sizes(9, 3, 2, 2)),
    ),
    pairs(
        "rand_with_a_hole_at_12_items", lambda p: rand(p) * hole(p.items - 12), "no value for "
        "identical clusterings of 12 items", symmetry=True,
        maximal_agreement=Broken(of_sizes(6, 6), of_sizes(6, 6)),
    ),
    pairs(
        "rand_with_a_hole", lambda p: rand(p) * hole(p.n10 - p.n01), "no value for identical "
        "clusterings", symmetry=True, maximal_agreement=False, distance=False,
    ),
    pairs(
        "hole_with_a_better_value", lambda p: rand(p) * hole(p.n10 - p.n01),
        "2 where N10 = N01 > 0", conventions=Conventions(1, 0, None, 2),
        symmetry=True, maximal_agreement=False,
    ),
    pairs(
        "hole_that_closes", lambda p: (p.n10**2 - p.n01**2) / (p.n10 - p.n01), "N10 + N01 where "
        "N10 ≠ N01; identical clusterings have no value", direction="distance",
        maximal_agreement=False, symmetry=True,
    ),
    # --- roots that touch zero, and poles
    pairs(
        "root_that_touches_zero", lambda p: 1 - ops.sqrt(1 - fowlkes_mallows(p)),
        "FM ≤ 1 by Cauchy and Schwarz, with equality where N10 = N01 = 0 alone",
        conventions=Conventions(1, None, None), symmetry=True, maximal_agreement=True,
    ),
    pairs(
        "angle_that_touches_zero", lambda p: ops.sqrt(1 - correlation(p) ** 2), "the sine of the "
        "angle is 0 also for CC = −1; CC = −1 takes N11 = N00 = 0, that is opposites, which have "
        "no value", direction="distance", conventions=Conventions(0, None, None), symmetry=True,
    ),
    pairs(
        "root_of_rand", lambda p: ops.sqrt(1 - rand(p)), "the root of a metric is a metric",
        direction="distance", symmetry=True, maximal_agreement=True, distance=True,
        monotonicity=True,
    ),
    pairs(
        "pole", lambda p: (1 + correlation(p)) / (1 - correlation(p)), "rises with CC, and has no "
        "value for identical clusterings", symmetry=True, maximal_agreement=False,
        monotonicity=True,
    ),
    pairs(
        "pole_of_counts", lambda p: 1 / (p.n10 + p.n01), "no value for identical clusterings",
        symmetry=True, maximal_agreement=False, monotonicity=True,
    ),
    pairs(
        "late_pole", lambda p: 1 / (p.n10 + p.n01 - 700.5), "jumps up where N10 + N01 passes 700.5",
        direction="distance", symmetry=True, maximal_agreement=False,
    ),
    pairs(
        "logarithm", lambda p: ops.log(1 + p.n10 + p.n01), "log(1 + d) is a metric where d is",
        direction="distance", symmetry=True, maximal_agreement=True, distance=True,
        monotonicity=True,
    ),
    pairs(
        "logarithm_of_nothing", lambda p: ops.log(p.n10 + p.n01), "no value for identical ones",
        direction="distance", symmetry=True, maximal_agreement=False,
    ),
    # --- the number of items
    pairs(
        "agreements_per_item", lambda p: (p.n11 + p.n00) / p.items, "V(A, A) = (n − 1)/2; n is one "
        "number in each comparison of monotonicity", symmetry=True, maximal_agreement=False,
        monotonicity=True, distance=False,
    ),
    pairs(
        "disagreements_per_item", lambda p: (p.n10 + p.n01) / p.items, "a metric over n",
        direction="distance", symmetry=True, maximal_agreement=True, distance=True,
        monotonicity=True,
    ),
    pairs(
        "rand_by_items", lambda p: 2 * (p.n11 + p.n00) / (p.items * (p.items - 1)), "Rand",
        **OF_RAND,
    ),
    pairs(
        "parity_of_items", lambda p: rand(p) + (-1) ** int(p.items) / 9, "V(A, A) is 1 ± 1/9",
        symmetry=True, maximal_agreement=False, monotonicity=True,
    ),
]  # fmt: skip
