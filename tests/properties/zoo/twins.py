"""Good indices in strange clothes: none of what is true of them may be refuted."""

from __future__ import annotations

from typing import Any

from partwise import PairCounts
from partwise.base import ops
from partwise.catalogue import Conventions
from properties.zoo.scales import (
    BEST_ONE,
    OF_CORRELATION,
    OF_RAND,
    adjusted_rand,
    dice,
)
from properties.zoo.species import (
    Species,
    correlation,
    covariance,
    jaccard,
    pairs,
    rand,
    written,
)

METRIC = {"symmetry": True, "maximal_agreement": True, "distance": True, "monotonicity": True}
ORDER_OF_RAND = {"symmetry": True, "maximal_agreement": True, "monotonicity": True}


def summed(p: PairCounts) -> Any:
    total = 0
    for agreeing in (p.n11, p.n00):
        total = total + agreeing
    return total / sum(p)


def covariance_over_margins(p: PairCounts) -> Any:
    return covariance(p) / (ops.sqrt(p.same_a * p.diff_a) * ops.sqrt(p.same_b * p.diff_b))


def telescoped(p: PairCounts) -> Any:
    return (p.n11**2 - p.n00**2 + p.n00 * 0) / (p.n11 + p.n10 + p.n01 + p.n00) ** 2


SPECIES: list[Species] = [
    written("rand_expanded", "(n11 + n00) / (n11 + n10 + n01 + n00)", "Rand", **OF_RAND),
    written("rand_by_margins", "(N + 2*n11 - mA - mB) / N", "N00 = N − mA − mB + N11", **OF_RAND),
    written("rand_multiplied", "(n11 + n00) * N / (N * N)", "Rand", **OF_RAND),
    written("rand_subtracted", "1 - (n10 + n01) / N", "Rand", **OF_RAND),
    written("rand_squared_out", "((n11 + n00)**2 - (n10 + n01)**2) / N**2",
            "x² − y² with x + y = N is N(2x − N): 2 Rand − 1", **OF_RAND),
    pairs("rand_summed", summed, "a loop over two counts, not over a count", **OF_RAND),
    pairs("rand_by_a_root", lambda p: ops.sqrt(rand(p) ** 2), "√x² = x", **OF_RAND),
    pairs("rand_twice", lambda p: rand(p) + rand(p), "2 Rand", **OF_RAND),
    pairs("cube_of_rand", lambda p: rand(p) ** 3, "rises with Rand", **ORDER_OF_RAND),
    pairs("exponential_of_rand", lambda p: ops.exp(rand(p)), "rises with Rand", **ORDER_OF_RAND),
    pairs("root_of_rand_itself", lambda p: ops.sqrt(rand(p)), "rises with Rand", **ORDER_OF_RAND),
    pairs("logarithm_of_rand", lambda p: ops.log(1 + rand(p)), "rises with Rand", **ORDER_OF_RAND),
    pairs("odds_of_rand", lambda p: p.agree / (p.total + p.disagree), "x/(2 − x)", **ORDER_OF_RAND),
    pairs("hamming", lambda p: p.n10 + p.n01, "pairs in one relation alone", direction="distance",
          **METRIC),
    pairs("squared_hamming", lambda p: (p.n10 + p.n01) ** 2, "4 > 1 + 1 on a line of three",
          direction="distance", symmetry=True, maximal_agreement=True, monotonicity=True,
          distance=False),
    pairs("root_of_hamming", lambda p: ops.sqrt(p.n10 + p.n01), "the root of a metric",
          direction="distance", **METRIC),
    pairs("bounded_hamming", lambda p: p.disagree / (1 + p.disagree), "d/(1 + d)",
          direction="distance", **METRIC),
    pairs("closeness_by_hamming", lambda p: 1 / (1 + p.disagree), "1 − d/(1 + d)", **METRIC),
    pairs("discrete", lambda p: ops.minimum(p.disagree, 1), "0 for A = B, else 1: a metric",
          direction="distance", symmetry=True, maximal_agreement=True, distance=True,
          monotonicity=False, weak_monotonicity=True),
    pairs("jaccard_distance", lambda p: p.disagree / (p.n11 + p.n10 + p.n01), "Steinhaus",
          direction="distance", conventions=Conventions(0, None, None), symmetry=True,
          maximal_agreement=True, distance=True, monotonicity=False, weak_monotonicity=True),
    pairs("jaccard_by_dice", lambda p: dice(p) / (2 - dice(p)), "J = D/(2 − D)",
          conventions=Conventions(1, None, None), symmetry=True, maximal_agreement=True,
          distance=True, monotonicity=False),
    pairs("square_of_jaccard", lambda p: jaccard(p) ** 2, "rises with J",
          conventions=Conventions(1, None, None), symmetry=True, maximal_agreement=True,
          monotonicity=False, weak_monotonicity=True),
    pairs("correlation_by_two_roots", covariance_over_margins, "CC", conventions=BEST_ONE,
          distance=False, **OF_CORRELATION),
    pairs("negative_correlation", lambda p: -correlation(p), "−CC as a distance",
          direction="distance", conventions=Conventions(-1, 1, 0), distance=False,
          **OF_CORRELATION),
    pairs("cube_of_correlation", lambda p: correlation(p) ** 3, "rises with CC; the mean of a cube "
          "is not 0", conventions=BEST_ONE, symmetry=True, maximal_agreement=True,
          monotonicity=True, constant_baseline=False),
    pairs("exponential_of_correlation", lambda p: ops.exp(correlation(p)), "rises with CC",
          symmetry=True, monotonicity=True),
    pairs("square_of_correlation", lambda p: correlation(p) ** 2, "falls below 0 and rises above",
          conventions=Conventions(1, 1, 0), symmetry=True, maximal_agreement=False,
          monotonicity=False),
    pairs("covariance", covariance, "N·N11 − mA·mB, and E[N11] = mA·mB/N; V(A, A) varies",
          symmetry=True, constant_baseline=True, maximal_agreement=False, monotonicity=True),
    pairs("adjusted_rand", adjusted_rand, "Hubert and Arabie", conventions=Conventions(1, None, 0),
          symmetry=True, maximal_agreement=True, constant_baseline=True, distance=False),
    pairs("root_zero", lambda p: ops.sqrt(p.n11 * p.n11) - p.n11, "0 for all: not even maximal "
          "agreement", symmetry=True, constant_baseline=True, maximal_agreement=False,
          monotonicity=False, weak_monotonicity=True),
    pairs("telescoped", telescoped, "symmetric, as N11 and N00 are; V(A, A) varies",
          symmetry=True, maximal_agreement=False),
]  # fmt: skip
