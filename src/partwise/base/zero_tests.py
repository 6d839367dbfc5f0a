"""What proves that a number is zero, which no interval does."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple


class Reach(NamedTuple):
    """A number is α/β: bits of the largest conjugates of α and of β, and the roots in them."""

    above: int
    below: int
    roots: frozenset[object] = frozenset()

    def times(self, other: Reach) -> Reach:
        """(α/β)·(γ/δ) is αγ/(βδ)."""
        roots = self.roots | other.roots
        return Reach(self.above + other.above, self.below + other.below, roots)

    def inverse(self) -> Reach:
        """1/(α/β) is β/α."""
        return Reach(self.below, self.above, self.roots)

    def plus(self, other: Reach) -> Reach:
        """α/β + γ/δ is (αδ + βγ)/(βδ)."""
        above = max(self.above + other.below, self.below + other.above) + 1
        return Reach(above, self.below + other.below, self.roots | other.roots)

    def root(self, name: object) -> Reach:
        """√(α/β) is √(αβ)/β, or α/√(αβ)."""
        mean, roots = (self.above + self.below + 1) // 2, self.roots | {name}
        is_large = self.above >= self.below
        return Reach(mean, self.below, roots) if is_large else Reach(self.above, mean, roots)

    @property
    def bits(self) -> int:
        """How close to zero, in bits, a number other than zero can be."""
        return ((1 << len(self.roots)) - 1) * self.above + self.below


def logs_cancel(multiples: dict[int, Fraction]) -> bool:
    """Whether multiples of logarithms add up to zero: their numbers are made coprime first.

    Examples
    --------
    >>> logs_cancel({6: Fraction(2), 12: Fraction(-1), 3: Fraction(-1)})  # 36 = 12·3
    True
    """
    if 1 in multiples:
        return False
    coprime: dict[int, Fraction] = {}
    waiting = list(multiples.items())
    while waiting:
        base, times = waiting.pop()
        other = next((known for known in coprime if math.gcd(known, base) > 1), None)
        if other is None:
            coprime[base] = times
            continue
        common, known = math.gcd(other, base), coprime.pop(other)
        split = [(common, known + times), (other // common, known), (base // common, times)]
        waiting += [(part, factor) for part, factor in split if part > 1]
    return not any(coprime.values())
