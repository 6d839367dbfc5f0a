"""Scores of random candidates as a function of their cluster sizes: the paper's two experiments."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.base import Cell, InputError, Result, Table, many, tracked
from partwise.catalogue import ByName, Index, as_index
from partwise.chance.random_candidates import Which, random_scores, some_indices
from partwise.chance.sampling import Seed
from partwise.chance.size_laws import balanced_sizes

if TYPE_CHECKING:
    from partwise.chance.plots import BiasCurvePlots

PAPER_REFERENCE_SIZES: tuple[int, ...] = (
    *(50, 44, 38, 27, 20, 15, 13, 13, 12, 11, 10, 9, 9, 9, 7, 7, 7),
    *(6,) * 8,
    *(5,) * 9,
    *(4,) * 9,
    *(3,) * 23,
    *(2,) * 60,
    *(1,) * 305,
)
"""The 431 clusters of 924 news articles, the reference of the paper's experiments."""

_PAPER_MOST_CLUSTERS = 512


@dataclass(frozen=True)
class BiasPoint:
    """The scores of one kind of random candidates.

    Parameters
    ----------
    x : int
        The number of clusters or the cluster size that identifies the kind.
    mean : float
        The mean score; NaN if the index is undefined.
    low, high : float
        Ends of the band that contains most scores.
    standard_error : float
        The standard error of the mean, from sampling.
    """

    x: int
    mean: float
    low: float
    high: float
    standard_error: float


@dataclass(frozen=True)
class BiasCurve(Result):
    """Scores of random candidates as a function of their cluster sizes.

    Parameters
    ----------
    title : str
        The title of the chart.
    x_name : str
        What x is, such as "clusters".
    indices : tuple of Index
        The indices.
    points : dict of key → tuple of BiasPoint
        The points of each index, in the order of x.
    n, reference_clusters : int
        Numbers of items and clusters of the reference.
    samples : int
        How many random candidates were drawn for each x. All indices are evaluated on the same
        ones.
    share : float
        The share of scores that the bands contain.
    """

    title: str
    x_name: str
    indices: tuple[Index, ...]
    points: ByName[tuple[BiasPoint, ...]]
    n: int
    reference_clusters: int
    samples: int
    share: float

    def __getitem__(self, which: Which) -> tuple[BiasPoint, ...]:
        """Return the points of an index."""
        key = as_index(which).key
        if key not in self.points:
            raise InputError(
                f"{key} is not in this curve; the indices are {', '.join(self.points)}"
            )
        return self.points[key]

    @property
    def plot(self) -> BiasCurvePlots:
        """Plot a panel for each index with ``plot()``."""
        from partwise.chance.plots import BiasCurvePlots

        return BiasCurvePlots(self)

    def to_table(self) -> Table:
        """Return the means: a row for each x, a column for each index."""
        columns = [self.x_name, *(each.short for each in self.indices)]
        rows: list[list[Cell]] = [
            [at_x[0].x, *(point.mean for point in at_x)]
            for at_x in zip(*self.points.values(), strict=True)
        ]
        note = f"Means of {self.samples} random candidates each. {self._reference()}"
        return Table(columns, rows, self.title, [note], decimals=4)

    def _reference(self) -> str:
        return f"The reference has {self.n} items in {self.reference_clusters} clusters."

    def _full_table(self) -> Table:
        columns = ["index", "x", "mean", "low", "high", "standard_error"]
        rows: list[list[Cell]] = [
            [key, each.x, each.mean, each.low, each.high, each.standard_error]
            for key, points in self.points.items()
            for each in points
        ]
        return Table(columns, rows, self.title)

    def _content(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "x": self.x_name,
            "n": self.n,
            "reference_clusters": self.reference_clusters,
            "samples": self.samples,
            "share": self.share,
            "indices": self.points,
        }


def bias_curve(
    reference_sizes: Iterable[int],
    candidate_sizes: Mapping[int, Sequence[int]],
    indices: Which | Iterable[Which],
    *,
    title: str = "Random candidates",
    x_name: str = "x",
    samples: int = 200,
    share: float = 0.9,
    seed: Seed = 0,
    threads: int | None = None,
    progress: bool | None = None,
) -> BiasCurve:
    """Score several kinds of random candidates against one reference.

    Parameters
    ----------
    reference_sizes : sequence of int
        Sizes of the reference's clusters, such as ``Clustering(labels).sizes``.
    candidate_sizes : mapping of int to sequence of int
        The candidates' cluster sizes for each x. They add up to the number of items.
    indices : str, Index, function, or several
        The indices. All are evaluated on the same random candidates.
    title, x_name : str
        The title of the chart, and what x is.
    samples : int
        How many random candidates to draw for each x.
    share : float
        The share of scores that the bands contain.
    seed, threads
        As in :func:`~partwise.chance.sample_sums`.
    progress : bool, optional
        Whether to show a progress bar. By default, it is shown if standard error is a terminal.

    Returns
    -------
    BiasCurve

    Examples
    --------
    >>> print(bias_curve([2, 2], {1: [4], 4: [1] * 4}, ["R"], x_name="clusters", seed=1))
    Random candidates
    clusters       R
           1  0.3333
           4  0.6667
    Means of 200 random candidates each. The reference has 4 items in 2 clusters.
    """
    chosen = some_indices(indices)
    sizes = [int(size) for size in reference_sizes]
    _check(sizes, candidate_sizes, samples, share)
    generator = np.random.default_rng(seed)
    points: dict[str, list[BiasPoint]] = {index.key: [] for index in chosen}
    kinds = sorted(candidate_sizes)
    for x in tracked(kinds, len(kinds), "scoring random candidates", progress):
        by_index = random_scores(
            sizes, candidate_sizes[x], chosen, samples, seed=generator, threads=threads
        )
        for key, scores in by_index.items():
            error = scores.standard_error
            points[key].append(BiasPoint(x, scores.mean, *scores.band(share), error))
    return BiasCurve(
        title=title,
        x_name=x_name,
        indices=tuple(chosen),
        points=ByName((key, tuple(series)) for key, series in points.items()),
        n=sum(sizes),
        reference_clusters=len(sizes),
        samples=samples,
        share=share,
    )


def equal_clusters_curve(
    indices: Which | Iterable[Which],
    *,
    reference_sizes: Iterable[int] | None = None,
    cluster_counts: Iterable[int] | None = None,
    **options: Any,
) -> BiasCurve:
    """Score random candidates with k clusters of nearly equal sizes, for many k.

    Parameters
    ----------
    indices : str, Index, function, or several
        The indices.
    reference_sizes : sequence of int, optional
        Sizes of the reference's clusters; by default, those of the paper's experiment.
    cluster_counts : iterable of int, optional
        The values of k. By default, they are evenly spaced on a logarithmic scale from 2 to the
        number of items (512 in the paper's experiment).
    **options
        ``samples``, ``share``, ``seed``, ``threads``, ``progress`` of :func:`bias_curve`.

    Returns
    -------
    BiasCurve

    Examples
    --------
    >>> curve = equal_clusters_curve(["NMI", "CC"], cluster_counts=[2, 512], seed=1)
    >>> [round(point.mean, 1) for point in curve["NMI"]]
    [0.1, 0.8]
    """
    sizes = PAPER_REFERENCE_SIZES if reference_sizes is None else tuple(map(int, reference_sizes))
    n = sum(sizes)
    most = _PAPER_MOST_CLUSTERS if reference_sizes is None else n
    wanted = spaced(2, most) if cluster_counts is None else cluster_counts
    return bias_curve(
        sizes,
        {k: balanced_sizes(n, k) for k in wanted},
        indices,
        title="Random clusterings with clusters of equal size",
        x_name="clusters",
        **options,
    )


def one_large_cluster_curve(
    indices: Which | Iterable[Which],
    *,
    reference_sizes: Iterable[int] | None = None,
    small: int = 31,
    sizes: Iterable[int] | None = None,
    **options: Any,
) -> BiasCurve:
    """Score random candidates with clusters of size s and one large cluster of all other items.

    All candidates have the same number of clusters, but the mean score of a biased index changes
    with s.

    Parameters
    ----------
    indices : str, Index, function, or several
        The indices.
    reference_sizes : sequence of int, optional
        Sizes of the reference's clusters; by default, those of the paper's experiment.
    small : int
        How many clusters have size s: 31 in the paper.
    sizes : iterable of int, optional
        The values of s. By default, they go from 1 to the largest s for which the last cluster is
        not smaller than the others (28 in the paper's experiment).
    **options
        ``samples``, ``share``, ``seed``, ``threads``, ``progress`` of :func:`bias_curve`.

    Returns
    -------
    BiasCurve

    Examples
    --------
    >>> curve = one_large_cluster_curve("AMI", seed=1, samples=20)
    >>> [point.x for point in curve["AMI"]] == list(range(1, 29))
    True
    """
    reference = (
        PAPER_REFERENCE_SIZES if reference_sizes is None else tuple(map(int, reference_sizes))
    )
    n = sum(reference)
    if not 1 <= small < n:
        raise InputError(f"small= must be from 1 to {n - 1} for {many(n, 'item')}, not {small}")
    wanted = range(1, n // (small + 1) + 1) if sizes is None else list(sizes)
    for s in wanted:
        if not 1 <= s * small < n:
            raise InputError(
                f"with {many(small, 'cluster')} of size {s}, no item of {n} is left for the large "
                "cluster"
            )
    return bias_curve(
        reference,
        {s: (n - small * s, *(s,) * small) for s in wanted},
        indices,
        title=f"Random clusterings with {small} clusters of size s and one large one",
        x_name="s",
        **options,
    )


def spaced(first: int, last: int, most: int = 33) -> list[int]:
    """Return whole numbers evenly spaced on a logarithmic scale, each once.

    Examples
    --------
    >>> spaced(2, 512, 9), spaced(2, 4)
    ([2, 4, 8, 16, 32, 64, 128, 256, 512], [2, 3, 4])
    """

    def numbers() -> Iterator[int]:
        for i in range(most):
            yield round(first * math.exp(math.log(last / first) * i / (most - 1)))

    return sorted(set(numbers())) if first < last else [last]


def _check(
    sizes: Sequence[int], candidates: Mapping[int, Sequence[int]], samples: int, share: float
) -> None:
    if sum(sizes) < 2:
        raise InputError("a curve needs a reference of at least 2 items")
    if not candidates:
        raise InputError("a curve needs at least one kind of candidates")
    if samples < 2:
        raise InputError(f"samples= must be at least 2, not {samples}")
    if not 0 < share < 1:
        raise InputError(f"share= must be between 0 and 1, not {share}")
    for x, columns in candidates.items():
        if sum(columns) != sum(sizes):
            raise InputError(
                f"the reference has {sum(sizes)} items, but the candidates for x = {x} "
                f"have {sum(columns)}; give cluster sizes with the same sum"
            )
