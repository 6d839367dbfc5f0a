"""All covers of a few items, and the values of an index on each two of them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.catalogue import CoverIndex
from partwise.clusterings import Cover
from partwise.properties.deadline import check_time
from partwise.properties.verdict import Quantity
from partwise.tables import CoverTable

Clusters: TypeAlias = tuple[tuple[int, ...], ...]
Mask: TypeAlias = NDArray[np.bool_]

ROOM = 1e-9
"""Values that are no fractions count as equal if they are this close."""


class SmallCovers:
    """All covers of n items in which no cluster is there twice, from few clusters to many.

    Examples
    --------
    >>> two = SmallCovers(2)
    >>> two.clusters[:4], len(two.clusters), two.first_of_kind
    (((), ((0,),), ((1,),), ((0, 1),)), 8, (0, 1, 3, 4, 5, 7))
    """

    def __init__(self, n: int) -> None:
        self.n = n
        parts = [part for size in range(1, n + 1) for part in combinations(range(n), size)]
        self.clusters: tuple[Clusters, ...] = tuple(
            chosen for k in range(len(parts) + 1) for chosen in combinations(parts, k)
        )
        self._place = {frozenset(chosen): i for i, chosen in enumerate(self.clusters)}

    @cached_property
    def covers(self) -> list[Cover]:
        """The covers as partwise reads them."""
        return [Cover.from_clusters(chosen, range(self.n)) for chosen in self.clusters]

    @cached_property
    def moved(self) -> NDArray[np.int64]:
        """For each permutation of the items, where each cover is after it."""
        return np.array(
            [[self._moved(chosen, order) for chosen in self.clusters] for order in self._orders],
            np.int64,
        )

    @property
    def _orders(self) -> Iterator[tuple[int, ...]]:
        return permutations(range(self.n))

    def _moved(self, chosen: Clusters, order: tuple[int, ...]) -> int:
        parts = (tuple(sorted(order[item] for item in part)) for part in chosen)
        return self._place[frozenset(parts)]

    @cached_property
    def first_of_kind(self) -> tuple[int, ...]:
        """The first of all covers that differ by a permutation of the items."""
        firsts = self.moved.min(axis=0)
        return tuple(np.flatnonzero(firsts == np.arange(len(firsts))).tolist())

    @cached_property
    def is_trivial(self) -> Mask:
        """Whether every permutation leaves a cover as it is, so that it tells no items apart."""
        return np.asarray((self.moved == self.moved[0]).all(axis=0))

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many memberships each cover has: smaller counterexamples are shown first."""
        return np.array([sum(map(len, chosen)) for chosen in self.clusters], np.int64)

    @cached_property
    def levels(self) -> NDArray[np.int64]:
        """How many clusters each two items share; with itself an item shares all it is in."""
        items = [(x, y) for x in range(self.n) for y in range(x, self.n)]
        return np.array(
            [[sum(x in p and y in p for p in own) for x, y in items] for own in self.clusters],
            np.int64,
        )


@lru_cache(maxsize=4)
def small_covers(n: int) -> SmallCovers:
    """Return all covers of n items; they are made once."""
    return SmallCovers(n)


@dataclass(frozen=True, eq=False)
class CoverValues:
    """The values of an index on all pairs of covers of n items.

    Parameters
    ----------
    covers : SmallCovers
        The covers.
    numbers : array
        Reference × candidate, times ``scale``: whole numbers where the index has exact values, and
        floats otherwise; 0 where the formula is undefined.
    is_defined : array of bool
        Where the formula has a value. A convention is none.
    scale : int
        The common denominator of exact values; 0 for floats.
    """

    covers: SmallCovers
    numbers: NDArray[Any]
    is_defined: Mask
    scale: int

    @property
    def room(self) -> float:
        """By how much two numbers must differ not to be equal."""
        return 0 if self.scale else ROOM

    def true(self, number: Any) -> Fraction | float:
        """Return what a number stands for."""
        return Fraction(number, self.scale) if self.scale else float(number)

    def scaled(self, value: Fraction | float) -> Any:
        """Return the number that stands for a value."""
        if not self.scale:
            return value
        number = Fraction(value) * self.scale
        return int(number) if number.denominator == 1 else number

    def shown(self, number: Any) -> Quantity:
        """Return a number as a counterexample shows it."""
        return shown(self.true(number))


def shown(value: Fraction | float) -> Quantity:
    """Return a value as a counterexample shows it."""
    return value if isinstance(value, Fraction) else f"≈ {value + 0.0:.6g}"


def cover_values(index: CoverIndex, n: int) -> CoverValues:
    """Evaluate an index on all pairs of covers of n items; of pairs that are alike, on one.

    Examples
    --------
    >>> import partwise as pw
    >>> values = cover_values(pw.index("average_f1"), 2)
    >>> values.shown(values.numbers[1, 3]), values.is_defined[0, 0]
    (Fraction(2, 3), np.False_)
    """
    covers = small_covers(n)
    count = len(covers.clusters)
    found: list[tuple[int, int, Fraction | float]] = []
    for i in covers.first_of_kind:
        for j in range(count):
            check_time()
            table = CoverTable(covers.covers[i], covers.covers[j])
            value = index.evaluate(table, exact=index.is_rational, undefined="nan").value
            if isinstance(value, Fraction) or math.isfinite(value):
                found.append((i, j, value))
    scale = 0
    if index.is_rational:
        scale = math.lcm(*(Fraction(value).denominator for _, _, value in found))
    numbers = np.zeros((count, count), object if scale else np.float64)
    is_defined = np.zeros((count, count), bool)
    for i, j, value in found:
        places = covers.moved[:, i], covers.moved[:, j]
        numbers[places] = int(value * scale) if scale else float(value)
        is_defined[places] = True
    return CoverValues(covers, numbers, is_defined, scale)
