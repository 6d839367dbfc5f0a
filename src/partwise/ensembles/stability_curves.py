"""How much replicates of a clustering agree: mean similarity and its confidence interval."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Result, Table, ci_name, listed
from partwise.catalogue import Index, UndefinedPolicy, as_index, check_undefined
from partwise.clusterings import (
    Codes,
    MissingInPairs,
    NoisePolicy,
    Policies,
    in_both,
    missing_in_each,
)
from partwise.engines import Several, are_many
from partwise.ensembles.replicates import (
    Fit,
    Sampling,
    is_function,
    made_replicates,
    read_replicates,
    refuse_options,
)
from partwise.properties import holds
from partwise.scoring import Which
from partwise.tables import counted

if TYPE_CHECKING:
    from partwise.ensembles.plots import StabilityPlots


@dataclass(frozen=True)
class StabilityPoint:
    """How much replicates agree.

    Parameters
    ----------
    clusters : hashable
        What distinguishes this set of replicates from others, such as the number of clusters.
    mean : float
        Mean of the index over all pairs of replicates.
    standard_error : float
        Standard error of the mean, by leaving out each replicate in turn; NaN with two replicates.
    low, high : float
        Ends of the confidence interval for the mean over all possible replicates.
    replicates : int
        How many replicates there are.
    """

    clusters: Hashable
    mean: float
    standard_error: float
    low: float
    high: float
    replicates: int


@dataclass(frozen=True)
class Stability(Result):
    """Mean agreement of replicates, for one set of them or for each number of clusters.

    Made by :func:`stability`.

    Parameters
    ----------
    points : tuple of StabilityPoint
        One for each set of replicates.
    index : Index
        The index that measures agreement.
    level : float
        Confidence level of the intervals.
    """

    points: tuple[StabilityPoint, ...]
    index: Index
    level: float

    def __getitem__(self, clusters: Hashable) -> StabilityPoint:
        return next(point for point in self.points if point.clusters == clusters)

    @property
    def best(self) -> StabilityPoint:
        """The set of replicates that agree most; the first one if several tie."""
        sign = 1 if self.index.direction == "similarity" else -1
        return max(self.points, key=lambda point: sign * point.mean)

    @property
    def close(self) -> tuple[StabilityPoint, ...]:
        """The best set of replicates, and those whose interval overlaps with its interval."""
        best = self.best
        return tuple(
            p for p in self.points if p is best or (p.low <= best.high and best.low <= p.high)
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """Caveats about comparing numbers of clusters."""
        if len(self.points) == 1:
            return ()
        others = [str(point.clusters) for point in self.close if point is not self.best]
        notes = [f"most stable: {self.best.clusters}"]
        if others:
            notes[0] += f"; the confidence interval of {listed(others)} overlaps with its own"
        if holds(self.index, "constant_baseline") is not True:
            notes.append(
                f"{self.index.short} is not known to have a constant baseline: random replicates "
                "may score differently at different numbers of clusters; use correlation instead"
            )
        return tuple(notes)

    def to_table(self) -> Table:
        """Return one line per set of replicates."""
        names = ["mean", "standard error", "low", "high", "replicates"]
        rows = [
            [p.mean, p.standard_error, p.low, p.high, p.replicates]
            if len(self.points) == 1
            else [_shown(p.clusters), p.mean, p.standard_error, p.low, p.high, p.replicates]
            for p in self.points
        ]
        better = "higher" if self.index.direction == "similarity" else "lower"
        title = f"Stability by {self.index.label} ({better} is more stable), {ci_name(self.level)}"
        columns = names if len(self.points) == 1 else ["clusters", *names]
        emphasis = {(self.points.index(self.best), 0)} if len(self.points) > 1 else ()
        return Table(columns, rows, title, self.notes, emphasis)

    def _content(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "level": self.level,
            "points": self.points,
            "best": self.best.clusters,
            "notes": self.notes,
        }

    @property
    def plot(self) -> StabilityPlots:
        """``plot()`` draws the curve."""
        from partwise.ensembles.plots import StabilityPlots

        return StabilityPlots(self)


def _shown(clusters: Hashable) -> str | int | None:
    return clusters if clusters is None or isinstance(clusters, int) else str(clusters)


def stability(
    replicates: Several | Mapping[int, Several] | Fit,
    index: Which = "correlation",
    *,
    data: Any = None,
    cluster_counts: Sequence[int] | None = None,
    repeats: int = 20,
    subsample: float = 0.8,
    seed: int = 0,
    level: float = 0.95,
    undefined: UndefinedPolicy = "convention",
    progress: bool | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingInPairs = "raise",
) -> Stability:
    """Measure how much replicates of a clustering agree with each other.

    Parameters
    ----------
    replicates : clusterings, mapping number of clusters → clusterings, or a function
        Clusterings of the same items by the same method, with different seeds or samples. Or a
        function that makes them: ``fit(rows, k, seed)`` returns labels for rows of ``data``.
    index : str, Index or callable
        The index that measures agreement. To compare numbers of clusters, choose an index with a
        constant baseline, such as the correlation coefficient.
    data : array or data frame, optional
        The data for the function, one row per item.
    cluster_counts : sequence of int, optional
        The numbers of clusters to try, which are passed to ``fit`` as k; by default, k is None.
    repeats : int
        How many replicates the function makes, each from its own rows and seed.
    subsample : float
        The share of the rows that each replicate gets, drawn without replacement. Two replicates
        are compared on the rows that both have. With 1, each gets all rows.
    seed : int
        Seed for drawing the rows, and for the seeds that ``fit`` gets.
    level : float
        Confidence level of the intervals.
    undefined, progress, noise, noise_label
        As in :func:`~partwise.pairwise`.
    missing : {"raise", "drop", "singletons", "pairwise"}
        As in :func:`~partwise.pairwise`. With "pairwise", two replicates are compared on the items
        that both have, as replicates of a function always are. There is no ``weights=``, because
        replicates are samples of rows, and each row is drawn once.

    Returns
    -------
    Stability
        Means, with confidence intervals for the mean over all replicates of this kind. The
        intervals treat replicates as independent, but samples of the same rows overlap. ``best`` is
        the most reproducible set of replicates; without a reference, nothing shows that it is the
        right one. ``close`` lists the sets that are about as stable. It is not a test, because the
        intervals are not adjusted for choosing the best.

    Examples
    --------
    >>> stable = stability({2: [[0, 0, 1, 1]] * 3, 3: [[0, 0, 1, 2], [0, 1, 2, 2], [0, 1, 1, 2]]})
    >>> print(stable)
    Stability by Correlation Coefficient (higher is more stable), 95% CI
    clusters  mean  standard error   low  high  replicates
           2     1               0     1     1           3
           3  -0.2               0  -0.2  -0.2           3
    most stable: 2
    """
    if not 0 < level < 1:
        raise InputError(f"level= must be between 0 and 1, not {level!r}")
    chosen, (in_each, by_pairs) = as_index(index), missing_in_each(missing)
    policies = Policies(noise, noise_label, in_each)
    check_undefined(undefined)
    if is_function(replicates):
        sampling = Sampling(data, repeats, subsample, seed, progress)
        sets = made_replicates(replicates, cluster_counts, sampling, policies)
    else:
        refuse_options(data=data, cluster_counts=cluster_counts)
        sets = {
            k: read_replicates(group, policies, by_pairs).codes
            for k, group in _grouped(replicates).items()
        }
    points = []
    for k, codes in sets.items():
        if len(codes) < 2:
            which = "" if k is None else f" for {k!r}"
            raise InputError(f"stability needs at least two replicates{which}, not {len(codes)}")
        points.append(_point(k, _similarities(chosen, codes, undefined), level, chosen))
    if not points:
        raise InputError("stability needs at least two replicates")
    return Stability(tuple(points), chosen, level)


def _grouped(replicates: Any) -> dict[Hashable, Any]:
    """Return the sets of replicates; a single one is called None."""
    if isinstance(replicates, Mapping) and replicates and all(map(are_many, replicates.values())):
        return dict(replicates)
    return {None: replicates}


def _similarities(
    index: Index, codes: list[Codes], undefined: UndefinedPolicy
) -> NDArray[np.float64]:
    """Return the index of each two replicates, on the items that both have."""
    m = len(codes)
    values = np.full((m, m), math.nan)
    for i, j in combinations(range(m), 2):
        one, other = in_both(codes[i], codes[j])
        if not len(one):
            raise InputError(f"replicates {i} and {j} have no items in common")
        table = counted(one, other, 1)
        values[i, j] = values[j, i] = index.evaluate(table, undefined=undefined).value
    return values


def _point(
    clusters: Hashable, values: NDArray[np.float64], level: float, index: Index
) -> StabilityPoint:
    """Return the mean over pairs, and its jackknife interval over replicates."""
    m = len(values)
    inside = ~np.eye(m, dtype=bool)
    mean = float(values[inside].mean())
    if m == 2:
        return StabilityPoint(clusters, mean, math.nan, math.nan, math.nan, m)
    sums = np.where(inside, values, 0).sum(axis=1)
    without = (sums.sum() - 2 * sums) / ((m - 1) * (m - 2))
    error = math.sqrt((m - 1) / m * float(((without - without.mean()) ** 2).sum()))
    error = 0.0 if error < 1e-12 else error
    from scipy.stats import t

    reach = float(t.ppf((1 + level) / 2, m - 1)) * error
    least, most = (float(end) for end in index.range)
    return StabilityPoint(
        clusters, mean, error, max(least, mean - reach), min(most, mean + reach), m
    )
