"""Confidence intervals from samples whose items weigh more or less: empirical likelihood.

The interval holds each score that the sample would have if its items were weighed in a way that is
not too unlikely (Owen 1988; for jackknife values Jing, Yuan & Zhou 2009). Where a few errors
decide, it is as skewed as the law of their number, and its ends are scores, within the range.

Samples in which too few items decide get no interval. The others have more errors than usual, so
each end is set for the samples that get one: its tail is a share of the probability that enough
items decide, were the end the truth.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Weights: TypeAlias = NDArray[np.float64]
"""A number for each cell."""
Score: TypeAlias = Callable[[Weights], float]
"""The score if the items of each cell weighed so many times as much."""

_FURTHEST = 1 - 1e-9
_HALVINGS = 40
_JUST_BEFORE = 0.999


@dataclass(frozen=True, eq=False)
class Tilt:
    """A sample whose items can be weighed so that its score goes up or down.

    Parameters
    ----------
    counts : array
        Items of each cell.
    moves : array
        What leaving out an item of each cell adds to the score, less the mean.
    score : callable
        The score for factors of the weights of items of each cell.
    ratio : float
        The standard error as a share of that of the jackknife.
    degrees : float
        Degrees of freedom of Student's distribution for the tails; infinite for the normal one.
    deciding, fewest : float
        How many items decide, and how many must.
    """

    counts: Weights
    moves: Weights
    score: Score
    ratio: float = 1.0
    degrees: float = math.inf
    deciding: float = math.inf
    fewest: float = 0.0

    def factors(self, step: float) -> Weights:
        """Return the weights of items, relative to equal ones: −1 < step < 1 goes down or up.

        Examples
        --------
        >>> tilt = Tilt(np.array([3.0, 1.0]), np.array([-1.0, 3.0]), lambda factors: 0.0)
        >>> [round(float(factor), 2) for factor in tilt.factors(-0.5)]  # 3 · 0.75 + 1.75 = 4
        [0.75, 1.75]
        """
        furthest = -self.moves.min() if step > 0 else self.moves.max()
        factors = 1 / (1 + step * self.moves / furthest)
        return np.asarray(factors * (self.counts.sum() / (self.counts @ factors)))

    def tail(self, factors: Weights) -> float:
        """Return how likely samples as far from these weights are, among those with an interval."""
        from scipy.special import gammainc, ndtr, stdtr

        distance = math.sqrt(max(0.0, -2 * float(self.counts @ np.log(factors)))) / self.ratio
        is_normal = math.isinf(self.degrees)
        tail = float(ndtr(-distance) if is_normal else stdtr(self.degrees, -distance))
        if not self.fewest:
            return tail
        squares = self.counts * self.moves**2
        expected = self.deciding * float(squares @ factors) / float(squares.sum())
        return tail / max(float(gammainc(self.fewest, expected)), tail)

    def ends(self, level: float) -> tuple[float, float]:
        """Return the ends of the interval."""
        low, high = (self._end((1 - level) / 2, side) for side in (-_FURTHEST, _FURTHEST))
        return min(low, high), max(low, high)

    def _end(self, share: float, furthest: float) -> float:
        from scipy.optimize import brentq

        def excess(step: float) -> float:
            return math.log(max(self.tail(self.factors(step)), 1e-300) / share)

        step = furthest if excess(furthest) > 0 else brentq(excess, 0.0, furthest, xtol=1e-12)
        return self._furthest_score(step)

    def _furthest_score(self, step: float) -> float:
        """Return the score furthest down or up on the way: it may have turned before the end."""
        from scipy.optimize import minimize_scalar

        def back(part: float) -> float:
            return -math.copysign(1.0, step) * self.score(self.factors(part * step))

        end = back(1.0)
        if back(_JUST_BEFORE) < end:
            end = float(minimize_scalar(back, bounds=(0.0, 1.0), method="bounded").fun)
        return -math.copysign(1.0, step) * end

    def p_value(self, estimate: float) -> float:
        """Return how likely an estimate at least this far from zero is if it is zero; two-sided."""
        side = -math.copysign(1.0, estimate)

        def is_beyond(step: float) -> bool:
            return not self.score(self.factors(side * step)) * estimate > 0

        below, beyond = 0.0, 0.5
        while beyond < _FURTHEST and not is_beyond(beyond):
            below, beyond = beyond, (1 + beyond) / 2
        for _ in range(_HALVINGS):
            middle = (below + beyond) / 2
            below, beyond = (below, middle) if is_beyond(middle) else (middle, beyond)
        return min(1.0, 2 * self.tail(self.factors(side * below)))
