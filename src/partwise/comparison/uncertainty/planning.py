"""How large a sample must be: standard error, power and width at sizes that were not drawn.

The variance of a score has two parts: what single items add falls as 1/n, and what pairs of items
add falls as 1/n² (Hoeffding 1948). With few items in each cluster the second part is most of it in
a small sample and little of it in a large one, so both are told apart: the variance that the score
would have if pairs were drawn independently of one another holds them in other shares than the
jackknife's, which counts the second part twice (Efron & Stein 1981).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import many
from partwise.catalogue import Index
from partwise.comparison.uncertainty.dispatch import outcomes
from partwise.comparison.uncertainty.influence import Vector
from partwise.comparison.uncertainty.jackknife import effects_of_pairs, scale_of
from partwise.tables import AggregatedTable, Contingency, PairCounts, ThreeWayCounts

_NORMAL = NormalDist()
_LARGEST = 10**15
_FEWEST_PAIRS = 100  # together in both clusterings
_LEAST_OF_ITEMS = 0.4
"""The least part of a variance that is put down to items: less cannot be told in a small sample."""


@dataclass(frozen=True)
class Spread:
    """How the standard error of an estimate depends on the size of the sample.

    Parameters
    ----------
    of_items, of_pairs : float
        The variance is ``of_items``/n + ``of_pairs``/n².
    times : float
        How often a standard error counts the second part: twice if it is the jackknife's.
    normal, beyond_normal : float
        An interval reaches ``normal`` + ``beyond_normal``/n standard errors to each side: the
        normal quantile, or less where the interval of the sample reached less far, and what
        skewness or Student's distribution adds to it.
    whole : int or None
        How many there are to draw, if the share that is drawn matters.
    """

    of_items: float
    of_pairs: float
    times: float
    normal: float
    beyond_normal: float = 0.0
    whole: int | None = None

    @classmethod
    def of(
        cls,
        size: int,
        standard_error: float,
        level: float,
        *,
        reach: float | None = None,
        jackknife: float | None = None,
        pairs: float = 0.0,
        whole: int | None = None,
    ) -> Spread:
        """Make it from a sample of some size.

        Its interval reaches as far as ``reach`` standard errors to each side. ``jackknife`` is the
        jackknife's standard error, if that is another; ``pairs`` is the variance that the score
        would have if pairs were drawn independently of one another.

        Examples
        --------
        >>> spread = Spread.of(400, 0.02, 0.95)
        >>> spread.standard_error(1600), round(spread.width(1600), 4)
        (0.01, 0.0392)
        """
        normal = _NORMAL.inv_cdf((1 + level) / 2)
        if reach is not None:
            normal = min(normal, reach)
        left = 1.0 if whole is None else 1 - size / whole
        beyond = 0.0 if reach is None else (reach - normal) * size
        items = both = size * (jackknife or standard_error) ** 2 / left
        if pairs:
            items = ((size - 2) * both - 2 * size * (size - 1) * pairs) / (size - 4)
            items = min(max(items, _LEAST_OF_ITEMS * both), both)
        if items == both:
            return cls(size * standard_error**2 / left, 0.0, 0.0, normal, beyond, whole)
        times = 2 * (size * standard_error**2 / left - items) / (both - items)
        return cls(items, (both - items) * size / 2, times, normal, beyond, whole)

    def standard_error(self, size: int) -> float:
        """Return the standard error that a sample of this size is expected to report."""
        return self._error(size, self.times)

    def _error(self, size: int, times: float = 1.0) -> float:
        left = 1.0 if self.whole is None else max(0.0, 1 - size / self.whole)
        return math.sqrt((self.of_items + times * self.of_pairs / size) / size * left)

    def width(self, size: int) -> float:
        """Return how wide an interval is expected to be."""
        return 2 * self._reach(size)

    def _reach(self, size: int) -> float:
        return (self.normal + self.beyond_normal / size) * self.standard_error(size)

    def power(self, size: int, effect: float) -> float:
        """Return how likely a two-sided test distinguishes an effect from zero.

        Examples
        --------
        >>> round(Spread.of(400, 0.02, 0.95).power(400, 0.02 * 2.8016), 3)
        0.8
        """
        error, reach = self._error(size), self._reach(size)
        if error == 0:
            return float(effect != 0)
        return sum(_NORMAL.cdf((side * effect - reach) / error) for side in (1, -1))

    def size_for_power(self, power: float, effect: float) -> int | None:
        """Return the least size at which a test distinguishes an effect from zero with this power.

        Examples
        --------
        >>> Spread.of(400, 0.02, 0.95).size_for_power(0.8, 0.02), 400 * 2.8016**2
        (3140, 3139.58...)
        """
        return self._least(lambda size: self.power(size, effect) >= power)

    def size_for_width(self, width: float) -> int | None:
        """Return the least size at which an interval is as narrow as this."""
        return self._least(lambda size: self.width(size) <= width)

    def _least(self, is_enough: Callable[[int], bool]) -> int | None:
        """Return the least size that is enough, of those from 2; None if there is none."""
        most = _LARGEST if self.whole is None else self.whole
        low, high = 1, 2
        while not is_enough(high):
            if high >= most:
                return None
            low, high = high, min(2 * high, most)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if is_enough(middle) else (middle, high)
        return high


def too_few_to_plan(index: Index, tables: Iterable[AggregatedTable]) -> str | None:
    """Say why samples are too small to tell what larger ones would give; None if they are not."""
    together = min(table.pair_counts.n11 for table in tables)
    if index.kind != "pairs" or together >= _FEWEST_PAIRS:
        return None
    return (
        f"only {many(together, 'pair')} {'is' if together == 1 else 'are'} together in both the "
        "reference and a candidate, and a plan "
        f"needs {_FEWEST_PAIRS}; label more items and plan again"
    )


def jackknife_error(index: Index, table: AggregatedTable) -> float | None:
    """Return the jackknife's standard error, which counts twice what pairs add."""
    ((_, influence),) = outcomes(table, [index])
    return None if isinstance(influence, str) else influence.standard_error


def variance_of_pairs(index: Index, table: AggregatedTable) -> float:
    """Return the variance of an index if pairs were drawn independently; 0 if it counts none."""
    if index.kind != "pairs":
        return 0.0
    counts = np.array([float(count) for count in table.pair_counts])
    return float(counts @ _effects(index, table.pair_counts) ** 2)


def _effects(index: Index, pairs: PairCounts) -> Vector:
    return effects_of_pairs(index, pairs, scale_of(index) or 1.0)


def variance_of_paired_pairs(index: Index, counts: ThreeWayCounts) -> float:
    """Return the same of the difference of two candidates; 0 where it is not known.

    A pair of items is together or apart in the reference and in each candidate: eight patterns.
    """
    first, second = counts.tables
    if index.kind != "pairs":
        return 0.0
    if not (isinstance(first, Contingency) and isinstance(second, Contingency)):
        return 0.0  # the cells stayed in their engine
    one, two = (_effects(index, t.pair_counts).reshape(2, 2) for t in counts.tables)
    effects = one[:, :, None] - two[:, None, :]
    return float((_patterns(first, second, counts) * effects**2).sum())


def _patterns(first: Contingency, second: Contingency, counts: ThreeWayCounts) -> Vector:
    """Count pairs by whether they are together (0) or apart (1) in each of the three."""
    one, two = first.pair_counts, second.pair_counts
    columns = [
        table.cells.columns[cells].astype(np.int64)
        for table, cells in zip((first, second), counts.cells, strict=True)
    ]
    _, crossed = np.unique(columns[0] * second.k_b + columns[1], return_inverse=True)
    sizes = counts.counts.astype(np.float64)
    in_all = _pairs(sizes)
    in_both = _pairs(np.bincount(crossed, sizes)) - in_all  # candidates alone
    together = [[in_all, one.n11 - in_all], [two.n11 - in_all, one.n10 - two.n11 + in_all]]
    apart = [[in_both, one.n01 - in_both], [two.n01 - in_both, one.n00 - two.n01 + in_both]]
    return np.array([together, apart], np.float64)


def _pairs(sizes: NDArray[Any]) -> float:
    return float((sizes * (sizes - 1)).sum()) / 2
