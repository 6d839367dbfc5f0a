"""How much replicates of a clustering agree: mean similarity, with an interval by jackknife."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Result, Table, listed, tracked
from partwise.catalogue import Index, UndefinedPolicy, as_index, check_undefined
from partwise.clusterings import Codes, MissingPolicy, NoisePolicy, Policies, as_clustering
from partwise.engines import Several, are_many, load_clustering, named, read_items
from partwise.properties import holds
from partwise.scoring import Which
from partwise.tables import counted

if TYPE_CHECKING:
    from partwise.ensembles.plots import StabilityPlots


Fit: TypeAlias = Callable[[Any, Any, int], object]
_ABSENT = -1


@dataclass(frozen=True)
class StabilityPoint:
    """How much replicates agree.

    Parameters
    ----------
    clusters : hashable
        What tells this set of replicates from others, such as the number of clusters asked for.
    mean : float
        Mean of the index over all pairs of replicates.
    standard_error : float
        By leaving out each replicate in turn; NaN with two replicates.
    low, high : float
        Ends of the interval for the mean over all replicates that could have been made.
    replicates : int
        How many there are.
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
        By what agreement is measured.
    level : float
        Of the intervals.
    """

    points: tuple[StabilityPoint, ...]
    index: Index
    level: float

    def __getitem__(self, clusters: Hashable) -> StabilityPoint:
        return next(point for point in self.points if point.clusters == clusters)

    @property
    def best(self) -> StabilityPoint:
        """The set of replicates that agree most; the first of those that tie."""
        sign = 1 if self.index.direction == "similarity" else -1
        return max(self.points, key=lambda point: sign * point.mean)

    @property
    def close(self) -> tuple[StabilityPoint, ...]:
        """Those whose interval meets the interval of the best one, the best included."""
        best = self.best
        return tuple(
            p for p in self.points if p is best or (p.low <= best.high and best.low <= p.high)
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What to keep in mind when numbers of clusters are compared."""
        if len(self.points) == 1:
            return ()
        others = [str(point.clusters) for point in self.close if point is not self.best]
        notes = [f"most stable: {self.best.clusters}"]
        if others:
            notes[0] += f"; the interval of {listed(others)} overlaps with its own"
        if holds(self.index, "constant_baseline") is not True:
            notes.append(
                f"{self.index.short} has no constant baseline that is known: random replicates "
                "score differently at different numbers of clusters, so take correlation instead"
            )
        return tuple(notes)

    def to_table(self) -> Table:
        """Return a line for each set of replicates."""
        names = ["mean", "standard error", "low", "high", "replicates"]
        rows = [
            [p.mean, p.standard_error, p.low, p.high, p.replicates]
            if len(self.points) == 1
            else [_shown(p.clusters), p.mean, p.standard_error, p.low, p.high, p.replicates]
            for p in self.points
        ]
        better = "higher" if self.index.direction == "similarity" else "lower"
        title = (
            f"Stability by {self.index.label} ({better} is more stable), "
            f"{100 * self.level:g} % intervals"
        )
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
    missing: MissingPolicy = "raise",
) -> Stability:
    """Measure how much replicates of a clustering agree with each other.

    Parameters
    ----------
    replicates : clusterings, mapping number of clusters → clusterings, or a function
        Clusterings of the same items by the same method, from other seeds or samples. Or what
        makes them: ``fit(rows, k, seed)`` returns the labels of the given rows of ``data``.
    index : str, Index or callable
        By what agreement is measured. To compare numbers of clusters it needs a constant baseline,
        as the correlation coefficient has.
    data : array or data frame, optional
        The data of the function, a row for each item.
    cluster_counts : sequence of int, optional
        The numbers of clusters to try: ``fit`` gets each as k; without them, k is None.
    repeats : int
        How many replicates the function is to make, each from its own rows and seed.
    subsample : float
        The part of the rows that each replicate gets, drawn without repetition; two replicates
        are compared on the rows that both have. With 1, all rows.
    seed : int
        Seed of the rows, and of the seeds that ``fit`` gets.
    level : float
        Of the intervals.
    undefined, progress, noise, noise_label
        As in :func:`~partwise.pairwise`.
    missing : {"raise", "drop", "singletons"}
        With "drop", two replicates are compared on the items that both have.
        There are no weights of items: replicates are samples of rows, each of which is drawn once.

    Returns
    -------
    Stability
        Means with intervals; the interval is about replicates: what the mean over all replicates
        of this kind could be. It treats replicates as independent, which samples of the same rows
        are only in part. ``best`` is the most reproducible set of replicates, which need not be the
        right one: there is no reference here. Intervals are not adjusted for choosing it, so take
        ``close`` as those that are about as stable, not as a test.

    Examples
    --------
    >>> stable = stability({2: [[0, 0, 1, 1]] * 3, 3: [[0, 0, 1, 2], [0, 1, 2, 2], [0, 1, 1, 2]]})
    >>> print(stable)
    Stability by Correlation Coefficient (higher is more stable), 95 % intervals
    clusters  mean  standard error   low  high  replicates
           2     1               0     1     1           3
           3  -0.2               0  -0.2  -0.2           3
    most stable: 2
    """
    if not 0 < level < 1:
        raise InputError(f"level= must be between 0 and 1, not {level!r}")
    chosen, policies = as_index(index), Policies(noise, noise_label, missing)
    check_undefined(undefined)
    if hasattr(replicates, "fit"):
        raise InputError(
            "stability takes a function that clusters, not an estimator; pass lambda rows, k, "
            "seed: KMeans(k, random_state=seed).fit_predict(rows), or the like"
        )
    if callable(replicates) and not isinstance(replicates, Mapping):
        sets = _made(replicates, data, cluster_counts, repeats, subsample, seed, progress, policies)
    else:
        if data is not None or cluster_counts is not None:
            raise InputError(
                "data= and cluster_counts= are for a function that makes the replicates"
            )
        sets = {k: _codes(group, policies) for k, group in _grouped(replicates).items()}
    points = []
    for k, codes in sets.items():
        if len(codes) < 2:
            which = "" if k is None else f" for {k!r}"
            raise InputError(f"stability needs at least two replicates{which}, not {len(codes)}")
        points.append(_point(k, _similarities(chosen, codes, undefined), level, chosen))
    if not points:
        raise InputError("stability needs at least two replicates, and got none")
    return Stability(tuple(points), chosen, level)


def _grouped(replicates: Any) -> dict[Hashable, Any]:
    """Return the sets of replicates; a single one is called None."""
    if isinstance(replicates, Mapping) and replicates and all(map(are_many, replicates.values())):
        return dict(replicates)
    return {None: replicates}


def _codes(replicates: Several, policies: Policies) -> list[Codes]:
    """Return codes of the same items in the same order; −1 where one has no label."""
    by_name, what = named(replicates), "the stability of replicates"
    if policies.missing != "drop":
        inputs = read_items(by_name, policies, what)
        return [clustering.codes for clustering in inputs.clusterings.values()]
    read = [load_clustering(labels, policies, what) for labels in by_name.values()]
    place = {item: i for i, item in enumerate(dict.fromkeys(x for c in read for x in c.items))}
    return [
        _spread(clustering.codes, [place[x] for x in clustering.items], len(place))
        for clustering in read
    ]


def _spread(codes: Codes, places: Sequence[int] | Codes, n: int) -> Codes:
    spread = np.full(n, _ABSENT, np.int64)
    spread[places] = codes
    return spread


def _made(
    fit: Fit,
    data: Any,
    cluster_counts: Sequence[int] | None,
    repeats: int,
    subsample: float,
    seed: int,
    progress: bool | None,
    policies: Policies,
) -> dict[Hashable, list[Codes]]:
    """Make replicates; all numbers of clusters get the same rows."""
    if data is None:
        raise InputError("a function needs the rows that it is to cluster: pass data=")
    if not 0 < subsample <= 1:
        raise InputError(f"subsample= must be above 0 and at most 1, not {subsample!r}")
    if repeats < 2:
        raise InputError(f"repeats= must be at least 2, not {repeats}")
    n = len(data)
    size = round(subsample * n)
    if size < 2:
        raise InputError(f"{subsample} of {n} rows are {size}; too few to cluster")
    rng = np.random.default_rng(seed)
    rows = [np.sort(rng.choice(n, size, replace=False)) for _ in range(repeats)]
    seeds = rng.integers(2**31, size=repeats).tolist()
    wanted: list[Any] = [None] if cluster_counts is None else list(dict.fromkeys(cluster_counts))
    jobs = [(k, i) for k in wanted for i in range(repeats)]
    replicates: dict[Hashable, list[Codes]] = {k: [] for k in wanted}
    for k, i in tracked(jobs, len(jobs), "Replicates: ", progress):
        labels = as_clustering(fit(_rows(data, rows[i]), k, seeds[i]), policies)
        if labels.total != size:
            raise InputError(f"the function got {size} rows and returned {labels.total} labels")
        replicates[k].append(_spread(labels.codes, rows[i][labels.item_set.where()], n))
    return replicates


def _rows(data: Any, rows: Codes) -> Any:
    if hasattr(data, "iloc"):
        return data.iloc[rows]
    return (
        data[rows]
        if hasattr(data, "__array__") or hasattr(data, "tocsr")
        else [data[i] for i in rows.tolist()]
    )


def _similarities(
    index: Index, codes: list[Codes], undefined: UndefinedPolicy
) -> NDArray[np.float64]:
    """Return the index of each two replicates, on the items that both have."""
    m = len(codes)
    values = np.full((m, m), math.nan)
    for i, j in combinations(range(m), 2):
        both = (codes[i] != _ABSENT) & (codes[j] != _ABSENT)
        if not both.any():
            raise InputError(f"replicates {i} and {j} have no items in common")
        table = counted(codes[i][both], codes[j][both], 1)
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
