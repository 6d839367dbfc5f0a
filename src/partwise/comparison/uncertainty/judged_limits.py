"""Limits of the number and of the share of matches, at a signed number of standard errors.

Both are score limits: the standard error is that at the limit, so that few judged pairs make a
limit wide on the side where little is known, and no limit leaves what is possible.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.comparison.uncertainty.influence import Vector

Marks: TypeAlias = NDArray[np.bool_]

_STEPS = 50  # of the bisection
_REACHED = 1 - 2.0**-40
_DISTANCES = np.geomspace(1e-4, 1, 60)  # from the estimate, as a share of what is possible


@dataclass(frozen=True, eq=False)
class Count:
    """A number of matches: the sum over groups of those drawn, times what each stands for.

    For means μ of the numbers drawn, the square of the distance is Σ (x − μ)² / (spread · μ). All
    means at the least distance from the estimate with a certain sum Σ w μ are
    μ = x / √(1 − t · spread · w), with one t for all groups. A group in which no match was drawn
    may have some nevertheless: the one where these weigh most takes what is left.

    Parameters
    ----------
    drawn : array
        Matches drawn in each group, in effect.
    weights : array
        For how many matches of the whole each of them stands.
    spreads : array
        The variance of ``drawn`` as a share of its mean: 1 for the law of Poisson, 0 if the whole
        group was judged.
    """

    drawn: Vector
    weights: Vector
    spreads: Vector

    @property
    def value(self) -> float:
        """The estimate."""
        return float(self.drawn @ self.weights)

    @cached_property
    def _steps(self) -> Vector:
        return self.spreads * self.weights

    @cached_property
    def _largest(self) -> float:
        return float(self._steps.max(initial=0.0))

    @cached_property
    def _unseen(self) -> float:
        """What a unit of the squared distance is worth in a group where no match was drawn."""
        return float(self._steps[self.drawn == 0].max(initial=0.0))

    def limits(self, distances: Vector) -> Vector:
        """Return the numbers that are at signed distances from the estimate.

        Examples
        --------
        >>> few = Count(np.array([9.0, 0.0]), np.array([1.0, 100.0]), np.array([1.0, 1.0]))
        >>> few.limits(np.array([-1.96, 0.0, 1.96])).round(1)
        array([  4.7,   9. , 393.2])
        """
        if self._largest == 0:
            return np.full(distances.shape, self.value)
        squares, up = distances**2, distances > 0
        place = self._place(up, lambda place: self._square(self.means(place)) < squares)
        means = self.means(place)
        rest = np.where(place > _REACHED, squares - self._square(means), 0.0)
        return means @ self.weights + np.maximum(rest, 0) * self._unseen

    def squares(self, totals: Vector) -> Vector:
        """Return the squared distances of numbers from the estimate.

        Examples
        --------
        >>> nine = Count(np.array([9.0]), np.array([1.0]), np.array([1.0]))
        >>> nine.squares(np.array([4.0, 9.0, 16.0]))
        array([6.25  , 0.    , 3.0625])
        """
        slack = 1e-9 * (1 + totals)
        if self._largest == 0:
            return np.where(np.abs(totals - self.value) < slack, 0.0, np.inf)
        means = self.means(self.place_of(totals))
        rest = totals - means @ self.weights
        unseen = self._unseen or np.nextafter(0, 1)  # where there is no such group: none at all
        with np.errstate(over="ignore"):
            beyond = np.where(rest > slack, rest / unseen, 0.0)
        return np.where(rest < -slack, np.inf, self._square(means) + beyond).round(12)

    def place_of(self, totals: Vector) -> Vector:
        """Return where on the curve of means the sum is this, as far as it goes."""
        up = totals > self.value
        return self._place(
            up, lambda place: np.where(up, 1, -1) * (totals - self.means(place) @ self.weights) > 0
        )

    def _place(self, up: Marks, is_short: Callable[[Vector], Marks]) -> Vector:
        """Bisect for the place on the curve of means, from −1 (no matches) to 1 (all there are)."""
        sign = np.where(up, 1.0, -1.0)
        low, high = np.zeros(sign.shape), np.ones(sign.shape)
        for _ in range(_STEPS):
            middle = (low + high) / 2
            short = is_short(sign * middle)
            low, high = np.where(short, middle, low), np.where(short, high, middle)
        return sign * low

    def means(self, place: Vector) -> Vector:
        """Return the means of all groups at a place of the curve, in the last axis."""
        t = np.where(place < 0, place / (1 + np.minimum(place, 0)), place) / self._largest
        roots = np.sqrt(1 - t[..., None] * self._steps)
        return np.asarray(np.divide(self.drawn, roots, out=np.zeros(roots.shape), where=roots > 0))

    def _square(self, means: Vector) -> Vector:
        scale = self.spreads * means
        parts = np.zeros(means.shape)
        np.divide((self.drawn - means) ** 2, scale, out=parts, where=scale > 0)
        return np.asarray(parts.sum(axis=-1))


@dataclass(frozen=True, eq=False)
class Share:
    """The share of matches among pairs whose number is known.

    It lies at the least distance from both numbers that were drawn, of matches and of others, with
    the known sum.
    """

    matches: Count
    others: Count
    total: float

    @cached_property
    def value(self) -> float:
        """The estimate."""
        sides = self.matches, self.others
        both = Count(
            *(
                np.concatenate([getattr(side, name) for side in sides])
                for name in ("drawn", "weights", "spreads")
            )
        )
        means = both.drawn
        if both._largest > 0:
            means = both.means(both.place_of(np.array([self.total])))[0]
        groups = len(self.matches.drawn)
        matches = float(means[:groups] @ self.matches.weights)
        return matches / (matches + float(means[groups:] @ self.others.weights))

    def limits(self, distances: Vector) -> Vector:
        """Return the shares that are at signed distances from the estimate.

        With one group of equally likely pairs these are the limits of Wilson (1927).

        Examples
        --------
        >>> fifty = Count(np.array([50.0]), np.array([2.0]), np.array([1.0]))
        >>> half = Share(fifty, fifty, 200)
        >>> half.limits(np.array([-1.96, 0.0, 1.96])).round(3)
        array([0.404, 0.5  , 0.596])
        """
        below, above = self.value * _DISTANCES, (1 - self.value) * _DISTANCES
        shares = np.concatenate((self.value - below[::-1], [self.value], self.value + above))
        squares = self.matches.squares(shares * self.total)
        squares = squares + self.others.squares((1 - shares) * self.total)
        centre = len(below)
        steps = np.sqrt(np.maximum(squares - squares[centre], 0))
        lower = -np.maximum.accumulate(steps[:centre][::-1])[::-1]
        signed = np.concatenate((lower, np.maximum.accumulate(steps[centre:])))
        known = np.isfinite(signed)
        return np.asarray(np.interp(distances, signed[known], shares[known]))
