"""The values of an index in their order: equal values have one rank, and no rounding decides.

Formulas of + − × ÷ are evaluated in fractions, others in enclosures so narrow that differences
between values stand out, whatever is added to the formula or multiplied by; values whose enclosures
overlap have one rank. All values are then whole multiples of one unit. Only where there is nothing
but floats, which is so for functions of a user's own, do values that are nearly the same count as
equal, measured by how far all lie apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import Number
from partwise.properties.search.enclosure_arrays import KNOWN, Enclosures

Whole: TypeAlias = NDArray[np.int64]
Level: TypeAlias = Fraction | float
"""A value: a fraction, also where it is only one that is near enough, or an infinite float."""

_FINEST = 100  # bits of the units of floats, below the rounding
_ROUNDING = 1e-11  # floats that are nearer, as a share of how far all lie apart, may be equal
_LAST_DIGITS = 16 * 2.0**-52  # of the largest float


class Levels(NamedTuple):
    """Values of an index, turned so that larger means more alike.

    Examples
    --------
    >>> levels = levels_of([Fraction(1, 2), None, Fraction(1, 3), Fraction(1, 2)])
    >>> levels.ranks.tolist(), levels.wholes, levels.unit
    ([1, -1, 0, 1], [2, 3], Fraction(1, 6))
    >>> levels.value(0)
    Fraction(1, 2)
    """

    ranks: Whole  # a rank for each value, the smallest 0; −1 where there is no value
    wholes: list[Any]  # by rank: the value in units, or an infinite float
    unit: Fraction
    room: int  # in units: values that are so near to each other may be equal

    def value(self, i: int) -> Level:
        """Return the i-th value, which there must be."""
        return self.of_rank(int(self.ranks[i]))

    def of_rank(self, rank: int) -> Level:
        """Return the value that has a rank."""
        whole = self.wholes[rank]
        return whole if isinstance(whole, float) else whole * self.unit

    @property
    def rank_count(self) -> int:
        """How many ranks there are."""
        return len(self.wholes)

    @property
    def tolerance(self) -> Fraction:
        """How near two values are that may be equal."""
        return self.room * self.unit

    @property
    def has_numbers(self) -> bool:
        """Whether there is a value that is not infinite."""
        return any(not isinstance(whole, float) for whole in self.wholes)

    @property
    def is_defined(self) -> NDArray[np.bool_]:
        """Where there is a value."""
        return self.ranks >= 0

    def not_above(self, these: Any, others: Any) -> NDArray[np.bool_]:
        """Whether values are at most as large as others; never where there is none.

        Examples
        --------
        >>> levels = levels_of([Fraction(1), Fraction(2), None])
        >>> levels.not_above([0, 1, 2, 0], [1, 0, 0, 2]).tolist()
        [True, False, False, False]
        """
        first, second = self.ranks[these], self.ranks[others]
        return np.asarray((first >= 0) & (second >= 0) & (first <= second))

    def at(self, places: Whole) -> Levels:
        """Return the levels of the values at some places, in this order."""
        return self._replace(ranks=self.ranks[places])

    def means(self, groups: Whole, weights: Whole, count: int) -> list[Level | None]:
        """Return the weighted mean of each group, exactly; None if a value is undefined.

        Examples
        --------
        >>> levels = levels_of([Fraction(1), Fraction(2), None])
        >>> levels.means(np.array([0, 0, 1]), np.array([1, 3, 1]), 2)
        [Fraction(7, 4), None]
        """
        sums: list[Any] = [0] * count
        totals = [0] * count
        wholes, ranks = self.wholes, self.ranks.tolist()
        for group, weight, rank in zip(groups.tolist(), weights.tolist(), ranks, strict=True):
            totals[group] += weight
            if rank < 0 or sums[group] is None:
                sums[group] = None
            else:
                sums[group] = _added(sums[group], weight, wholes[rank])
        return [self._mean(one, total) for one, total in zip(sums, totals, strict=True)]

    def _mean(self, whole: Any, total: int) -> Level | None:
        if whole is None or not total:
            return None
        return whole if isinstance(whole, float) else whole * self.unit / total


def _added(whole: Any, weight: int, other: Any) -> Any:
    """Add a multiple; what is infinite stays so, and two opposite infinities have no sum."""
    if not isinstance(whole, float) and not isinstance(other, float):
        return whole + weight * other
    if isinstance(whole, float) and isinstance(other, float) and whole != other:
        return None
    return whole if isinstance(whole, float) else other


def levels_of(numbers: Sequence[Number | None], sense: int = 1) -> Levels:
    """Rank numbers of one kind: fractions exactly, floats up to rounding; None is no value."""
    finite = [x for x in numbers if x is not None and _is_finite(x)]
    if all(isinstance(x, Fraction) for x in finite):
        divisor = math.lcm(*{x.denominator for x in finite})
        turned = {x: sense * x.numerator * (divisor // x.denominator) for x in set(finite)}
        return _ranked(numbers, turned, Fraction(1, divisor), 0, sense)
    room = _float_room(max(finite) - min(finite), max(map(abs, finite)))
    unit = Fraction(room) or Fraction(1)
    turned = {x: sense * round(Fraction(x) / unit * 2**_FINEST) for x in set(finite)}
    within = 2**_FINEST if room else 0  # nothing but zeros: what is not 0 elsewhere differs
    return _ranked(numbers, turned, unit / 2**_FINEST, within, sense)


def levels_between(
    numbers: Enclosures, infinite: NDArray[np.float64] | None = None, sense: int = 1
) -> Levels:
    """Rank numbers by their enclosures: those that overlap have one rank.

    Where there is no number, there may be an infinite one.

    Examples
    --------
    >>> low, high = np.array([0, 6, 5]), np.array([1, 8, 7])
    >>> levels = levels_between(Enclosures(low, high, bits=3))
    >>> levels.ranks.tolist(), levels.value(0), levels.value(1)
    ([0, 1, 1], Fraction(1, 16), Fraction(13, 16))
    """
    low, high = (numbers.low, numbers.high) if sense > 0 else (-numbers.high, -numbers.low)
    ends = np.full(low.shape, np.nan) if infinite is None else sense * infinite
    is_known = numbers.state == KNOWN
    pairs = [*zip(low.tolist(), high.tolist(), strict=True)]
    known = {pair for pair, is_one in zip(pairs, is_known.tolist(), strict=True) if is_one}
    wholes: list[Any] = [-math.inf] if (ends == -math.inf).any() else []
    rank_of, start, end, widest = {}, 0, None, 0
    for pair in sorted(known):
        if end is None or pair[0] > end:
            wholes.append(0)
            start, end = pair
        end = max(end, pair[1])
        wholes[-1] = start + end
        widest = max(widest, end - start)
        rank_of[pair] = len(wholes) - 1
    if (ends == math.inf).any():
        wholes.append(math.inf)
    ranks = np.where(ends == math.inf, len(wholes) - 1, np.where(ends == -math.inf, 0, -1))
    ranks[is_known] = [
        rank_of[pair] for pair, is_one in zip(pairs, is_known.tolist(), strict=True) if is_one
    ]
    return Levels(ranks.astype(np.int64), wholes, Fraction(1, 2 ** (numbers.bits + 1)), 2 * widest)


def are_near(first: Level, second: Level, room: Fraction) -> bool:
    """Whether two values are equal, or so near to each other that they may be.

    Examples
    --------
    >>> are_near(Fraction(1, 2), Fraction(1, 2), Fraction(0)), are_near(math.inf, 0, Fraction(1))
    (True, False)
    """
    if isinstance(first, float) or isinstance(second, float):
        return first == second
    return abs(first - second) <= room


def _float_room(spread: float, size: float) -> float:
    return _ROUNDING * spread + _LAST_DIGITS * size


def _is_finite(x: Number) -> bool:
    return isinstance(x, Fraction) or math.isfinite(x)


def _ranked(
    numbers: Sequence[Number | None], turned: dict[Any, int], unit: Fraction, room: int, sense: int
) -> Levels:
    ordered = sorted(set(turned.values()))
    rank_of: dict[Any, int] = {}
    wholes: list[Any] = []
    infinite = {sense * x for x in numbers if not (x is None or x != x or _is_finite(x))}
    if -math.inf in infinite:
        wholes.append(-math.inf)
    for before, whole in zip([None, *ordered], ordered, strict=False):
        if before is None or whole - before > room:
            wholes.append(whole)
        rank_of[whole] = len(wholes) - 1
    if math.inf in infinite:
        wholes.append(math.inf)
    ends = {math.inf: len(wholes) - 1, -math.inf: 0}

    def rank(x: Number | None) -> int:
        if x is None or x != x:
            return -1
        return rank_of[turned[x]] if _is_finite(x) else ends[sense * x]

    return Levels(np.array([rank(x) for x in numbers], np.int64), wholes, unit, room)
