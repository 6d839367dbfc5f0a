"""Compare two hierarchies after cutting both into the same number of clusters."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Result, Table, percent
from partwise.catalogue import Index
from partwise.chance import linear_in_n11
from partwise.clusterings import Codes
from partwise.ensembles.hierarchies.agreement import TwoTrees
from partwise.tables import Contingency, PairCounts, counted, n11_mean_and_variance

if TYPE_CHECKING:
    from partwise.ensembles.hierarchies.plots import CutCurvePlots

MOST_CUTS = 2_000
"""How many numbers of clusters are looked at unless others are asked for."""


@dataclass(frozen=True, eq=False)
class CutCurve(Result):
    """An index of two hierarchies at each number of clusters, with its values under chance.

    Made by :meth:`partwise.Hierarchy.bk_curve`.

    Parameters
    ----------
    index : Index
        The index; by default, that of Fowlkes and Mallows, who call the curve B_k.
    clusters : array of int
        Numbers of clusters into which both hierarchies can be cut.
    values : array of float
        The index of the two cuts.
    expected, sd : arrays of float
        Mean and standard deviation of the index if the items are shuffled; NaN if there is no
        formula for this index.
    level : float
        Probability of the band under a normal distribution. With many clusters, the distribution
        over shuffles is skewed, so the band is a guide and not a test.
    skipped : int
        How many possible numbers of clusters were left out.
    """

    index: Index
    clusters: Codes
    values: NDArray[np.float64]
    expected: NDArray[np.float64]
    sd: NDArray[np.float64]
    level: float
    skipped: int = 0

    @property
    def low(self) -> NDArray[np.float64]:
        """Lower end of the band, within the range of the index."""
        return np.maximum(self.expected - self._reach(), float(self.index.range[0]))

    @property
    def high(self) -> NDArray[np.float64]:
        """Upper end of the band, within the range of the index."""
        return np.minimum(self.expected + self._reach(), float(self.index.range[1]))

    def _reach(self) -> NDArray[np.float64]:
        from scipy.special import ndtri

        return np.asarray(float(ndtri((1 + self.level) / 2)) * self.sd)

    @property
    def has_band(self) -> bool:
        """Whether mean and standard deviation under shuffling are known."""
        return bool(np.isfinite(self.expected).any())

    @property
    def notes(self) -> tuple[str, ...]:
        """Caveats about the band and the numbers of clusters."""
        notes = []
        if not self.has_band:
            notes.append(
                f"no null band: {self.index.short} is not linear in N11 for fixed cluster sizes"
            )
        if self.skipped:
            notes.append(
                f"{self.skipped:,} more numbers of clusters are possible; choose with clusters="
            )
        return tuple(notes)

    def to_table(self) -> Table:
        """Return one line per number of clusters."""
        rows = zip(
            *(x.tolist() for x in (self.clusters, self.values, self.expected, self.low, self.high)),
            strict=True,
        )
        title = f"{self.index.label} of two hierarchies by number of clusters"
        columns = ["clusters", self.index.short, "expected", "low", "high"]
        if self.has_band:
            title += f", {percent(self.level)} null band"
            return Table(columns, [list(row) for row in rows], title, self.notes, decimals=4)
        return Table(columns[:2], [list(row[:2]) for row in rows], title, self.notes, decimals=4)

    def _full_table(self) -> Table:
        parts = (self.clusters, self.values, self.expected, self.sd, self.low, self.high)
        columns = ["clusters", self.index.key, "expected", "sd", "low", "high"]
        rows = zip(*(part.tolist() for part in parts), strict=True)
        return Table(columns, [list(row) for row in rows])

    def _content(self) -> dict[str, Any]:
        return {**super()._content(), "low": self.low, "high": self.high, "notes": self.notes}

    @property
    def plot(self) -> CutCurvePlots:
        """``plot()`` draws the curve with its null band."""
        from partwise.ensembles.hierarchies.plots import CutCurvePlots

        return CutCurvePlots(self)


def curve_of_cuts(
    trees: TwoTrees, index: Index, clusters: Iterable[int] | None, level: float
) -> CutCurve:
    """Evaluate an index at the numbers of clusters that both trees have."""
    first, second, matched = trees
    if not 0 < level < 1:
        raise InputError(f"level= must be between 0 and 1, not {level!r}")
    one, other = (tree.steps[::-1] for tree in (first, second))  # by rising number of clusters
    possible, at_one, at_other = np.intersect1d(
        first.clusters[one], second.clusters[other], assume_unique=True, return_indices=True
    )
    inside = (possible > 1) & (possible < first.n)
    chosen = _chosen(possible[inside], clusters)
    places = np.searchsorted(possible, chosen)
    cuts = zip(one[at_one[places]].tolist(), other[at_other[places]].tolist(), strict=True)
    has_band = linear_in_n11(index)
    values, laws = [], []
    for mine, theirs in cuts:
        table = counted(first.codes(mine), second.codes(theirs)[matched], 1)
        values.append(index.evaluate(table).value)
        if has_band:
            laws.append(_law(table))
    expected, sd = _null(index, np.array(laws), len(chosen))
    skipped = 0 if clusters is not None else int(inside.sum()) - len(chosen)
    return CutCurve(index, chosen, np.array(values, np.float64), expected, sd, level, skipped)


def _law(table: Contingency) -> tuple[float, ...]:
    """Return mean and standard deviation of N11 if items are shuffled; m_A, m_B and all pairs.

    The formulas of Fowlkes and Mallows (1983), exact until they are rounded.
    """
    mean, variance = n11_mean_and_variance(table.row_histogram, table.column_histogram)
    counts = table.pair_counts
    return (
        float(mean),
        math.sqrt(variance),
        *map(float, (counts.same_a, counts.same_b, counts.total)),
    )


def _null(
    index: Index, laws: NDArray[np.float64], cuts: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return mean and standard deviation of an index that is linear in N11 at fixed sizes."""
    if len(laws) == 0:
        return np.full(cuts, np.nan), np.full(cuts, np.nan)
    mean, deviation, same_a, same_b, total = laws.T

    def value(n11: NDArray[np.float64]) -> NDArray[np.float64]:
        counts = PairCounts(n11, same_a - n11, same_b - n11, total - same_a - same_b + n11)
        return np.asarray(index.formula(counts), np.float64)

    most = np.minimum(same_a, same_b)
    with np.errstate(all="ignore"):
        slope = (value(most) - value(np.zeros(cuts))) / most
        return value(mean), np.abs(slope) * deviation


def _numbers(clusters: Iterable[int]) -> Codes:
    """Return the numbers of clusters that are asked for, rising."""
    numbers = np.unique(list(clusters) if isinstance(clusters, Iterable) else [])
    if len(numbers) == 0 or numbers.dtype.kind not in "iu":
        raise InputError(
            f"pass one or more whole numbers, such as range(2, 10), not {clusters!r}",
            subject="clusters=",
        )
    return numbers.astype(np.int64)


def _chosen(possible: Codes, clusters: Iterable[int] | None) -> Codes:
    """Return the numbers of clusters to look at."""
    if clusters is not None:
        wanted = _numbers(clusters)
        strange = wanted[~np.isin(wanted, possible)]
        if len(strange):
            raise InputError(
                "these numbers of clusters cannot be used: each must be above 1 and below the "
                "number of items, and both hierarchies must have a cut with that many clusters",
                subject="clusters=",
                examples=strange.tolist(),
            )
        return wanted
    if len(possible) == 0:
        raise InputError(
            "there is no number of clusters, from 2 to the number of items minus 1, into which "
            "both hierarchies can be cut"
        )
    if len(possible) <= MOST_CUTS:
        return possible
    evenly = np.geomspace(1, len(possible), 3 * MOST_CUTS)
    places = np.unique(evenly.round().astype(np.int64)) - 1
    return possible[places[np.linspace(0, len(places) - 1, MOST_CUTS).round().astype(np.int64)]]
