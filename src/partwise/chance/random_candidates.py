"""Scores of random candidates with given cluster sizes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Table, TextResult, many, tracked
from partwise.catalogue import Index, as_indices
from partwise.chance.cell_laws import logs_law, n11_law
from partwise.chance.lines import information_of
from partwise.chance.moments import n11_moments_of
from partwise.chance.sampled_view import NOT_FOR_ARRAYS, EntropiesOfSizes, SampledView
from partwise.chance.sampling import (
    SampledSums,
    Seed,
    memory_to_sample,
    sample_sums,
    sample_tables,
)
from partwise.scoring import ByCandidate, ByIndex
from partwise.tables import AggregatedTable, Contingency, Information, PairCounts, SizeHistogram

Which: TypeAlias = str | Index | Callable[[Any], Any]
"""An index, its name, or a function of a contingency table."""


@dataclass(frozen=True, eq=False)
class RandomScores(TextResult):
    """Scores of random candidates by one index; made by :func:`random_scores`.

    Parameters
    ----------
    index : Index
        The index.
    values : array of float
        The score of each random candidate; NaN if the index is undefined.
    """

    index: Index
    values: NDArray[np.float64]

    def _content(self) -> dict[str, Any]:
        drawn = {"mean": self.mean, "standard_error": self.standard_error}
        return {"index": self.index, **drawn, "values": self.values}

    def __str__(self) -> str:
        drawn = many(len(self.values), "random candidate")
        error = f"standard error {self.standard_error:.2g}"
        return f"{self.index.label} of {drawn}: mean {self.mean:z.4f} ({error})"

    def _full_table(self) -> Table:
        return Table(
            ["index", "value"], [[self.index.key, value] for value in self.values.tolist()]
        )

    @property
    def mean(self) -> float:
        """The mean score, which estimates the baseline of the index for these sizes."""
        return float(np.mean(self.values))

    @property
    def standard_error(self) -> float:
        """Standard error of the mean, from sampling."""
        if len(self.values) < 2:
            return math.nan
        return float(np.std(self.values, ddof=1) / math.sqrt(len(self.values)))

    def band(self, share: float = 0.9) -> tuple[float, float]:
        """Return the interval that contains this share of the random scores."""
        tail = (1 - share) / 2
        low, high = np.quantile(self.values, [tail, 1 - tail])
        return float(low), float(high)


def some_indices(which: Which | Iterable[Which]) -> list[Index]:
    """Return the indices that are meant, at least one.

    Examples
    --------
    >>> [index.key for index in some_indices(["CC", "Rand", "correlation"])]
    ['correlation', 'rand']
    """
    indices = as_indices(which)
    if not indices:
        raise InputError("no index is given; name at least one")
    return indices


def random_scores(
    row_sizes: object,
    column_sizes: object,
    indices: Iterable[Index],
    samples: int = 200,
    *,
    seed: Seed = 0,
    threads: int | None = None,
) -> ByIndex[RandomScores]:
    """Score random candidates, drawn uniformly from all clusterings with the given sizes.

    Parameters
    ----------
    row_sizes, column_sizes : sequence of int
        Cluster sizes of the reference and of the candidates.
    indices : iterable of Index
        The indices. All are evaluated on the same random candidates.
    samples : int
        How many random candidates to draw.
    seed, threads
        As in :func:`~partwise.chance.sample_sums`.

    Returns
    -------
    ByIndex
        A mapping from keys to RandomScores, which prints as a table.

    Examples
    --------
    >>> import partwise as pw
    >>> scores = random_scores([5, 5], [5, 5], [pw.index("AR")], 1000, seed=1)["adjusted_rand"]
    >>> abs(scores.mean) < 4 * scores.standard_error
    True
    """
    chosen = list(indices)
    if samples < 1:
        raise InputError(f"samples= must be at least 1, not {samples}")
    seed = int(np.random.default_rng(seed).integers(2**63)) if chosen else seed
    sums = sample_sums(row_sizes, column_sizes, samples, seed=seed, threads=threads)
    view = SampledView(sums)  # one for all, since it keeps what took long to compute
    scores: dict[str, RandomScores] = {}
    tables: list[Contingency] | None = None
    for index in chosen:
        values = _from_sums(index, sums, view)
        if values is None:
            if tables is None:
                count = 1 if _all_alike(sums) else samples
                tables = sample_tables(row_sizes, column_sizes, count, seed=seed, threads=threads)
            values = np.resize(index.values(tables), samples)
        scores[index.key] = RandomScores(index, values)
    return ByIndex(scores)


def _all_alike(sums: SampledSums) -> bool:
    """Return whether only one table has these sizes, up to the order of rows and columns."""
    return any(len(sizes) in (1, sums.n) for sizes in (sums.row_sizes, sums.column_sizes))


def _from_sums(index: Index, sums: SampledSums, view: SampledView) -> NDArray[np.float64] | None:
    """Evaluate an index on sampled sums; None if it needs the tables themselves."""
    if index.kind == "pairs":
        return index.values(sums.pair_counts)
    if index.kind == "callable" or not index.stable:  # which needs care with each table
        return None
    try:
        with np.errstate(all="ignore"):
            values = np.asarray(index.formula(view), np.float64)
    except NOT_FOR_ARRAYS:
        return None
    values = np.broadcast_to(values, len(sums))
    return values if np.isfinite(values).all() else None


Array = NDArray[np.float64]


MOST_DRAWN = 2 * 10**7
"""Items that are drawn one by one; of more, only sums are drawn."""

_SAMPLES, _FEWEST_SAMPLES = 200, 40
_MOST_WORK = 5 * 10**8  # items or cells drawn for all random candidates together: some seconds
_MOST_DRAWN_IN_ALL = 4 * 10**7  # items of all random candidates of a table: less than a second


def samples_worthwhile(tables: Iterable[AggregatedTable]) -> int:
    """Return how many random candidates to draw for each table: fewer for large tables."""
    work = sum(min(table.n, table.k_a * table.k_b) for table in tables)
    return min(_SAMPLES, max(_FEWEST_SAMPLES, _MOST_WORK // max(work, 1)))


def scores_of_chance(
    tables: Mapping[Any, AggregatedTable],
    indices: Sequence[Index],
    samples: int,
    seed: Seed = 0,
) -> ByCandidate[RandomScores]:
    """Score random candidates with the cluster sizes of each table."""
    generator = np.random.default_rng(seed)
    drawn = (_of_table(table, indices, samples, generator) for table in tables.values())
    followed = tracked(drawn, len(tables), "random candidates: ")
    return ByCandidate(dict(zip(tables, followed, strict=True)))


def _of_table(
    table: AggregatedTable, indices: Iterable[Index], samples: int, seed: Seed
) -> ByIndex[RandomScores]:
    """Score random candidates with the cluster sizes of a table; of many items, by their laws."""
    histograms = (table.row_histogram, table.column_histogram)
    if table.n * samples > _MOST_DRAWN_IN_ALL:
        of_sizes = table.information  # which the scores may have computed already
        return scores_at_scale(*histograms, indices, samples, seed=seed, information=of_sizes)
    if isinstance(table, Contingency):
        return random_scores(table.row_sizes, table.column_sizes, indices, samples, seed=seed)
    rows, columns = (histogram.expanded() for histogram in histograms)
    return random_scores(rows, columns, indices, samples, seed=seed)


def memory_of_random_candidates(n: int) -> int:
    """Return how many bytes it takes to score random candidates of n items."""
    return memory_to_sample(n) if n <= MOST_DRAWN else 0


def scores_at_scale(
    rows: SizeHistogram,
    columns: SizeHistogram,
    indices: Iterable[Index],
    samples: int = 200,
    *,
    seed: Seed = 0,
    information: Information | None = None,
) -> ByIndex[RandomScores]:
    """Score random candidates of very many items, from the laws of N11 and mutual information.

    Parameters
    ----------
    rows, columns : SizeHistogram
        Sizes of the clusters of the reference and of the candidates.
    indices : iterable of Index
        Which indices; those that need more than pair counts or entropies get NaN.
    samples, seed
        As in :func:`~partwise.chance.random_candidates`.
    information : Information, optional
        That of a table with these sizes, if there is one: its moments are not computed again.

    Examples
    --------
    >>> import partwise as pw
    >>> million = SizeHistogram(np.array([100]), np.array([1_000_000]))
    >>> scores = scores_at_scale(million, million, [pw.index("rand")], seed=1)["rand"]
    >>> round(scores.mean, 7)
    0.999998
    """
    generator = np.random.default_rng(seed)
    chosen = list(indices)
    of_pairs = all(index.kind == "pairs" for index in chosen)
    information = information or information_of(rows, columns)
    deviations = np.zeros(samples)
    if not of_pairs:
        deviations = _deviations(rows, columns, information, samples, generator)
    view = DrawnInformation(rows, columns, deviations, information)
    counts = _pair_counts(rows, columns, samples, generator)
    scores: dict[str, RandomScores] = {}
    for index in chosen:
        values = index.values(counts) if index.kind == "pairs" else _of_entropies(index, view)
        scores[index.key] = RandomScores(index, np.broadcast_to(values, samples))
    return ByIndex(scores)


def _pair_counts(
    rows: SizeHistogram, columns: SizeHistogram, samples: int, rng: np.random.Generator
) -> PairCounts:
    same_a, same_b, everything = (
        sizes.sum_of(lambda size: size * (size - 1) // 2) for sizes in (rows, columns, _whole(rows))
    )
    least, most = max(0, same_a + same_b - everything), min(same_a, same_b)
    mean, variance = n11_moments_of(rows, columns)
    n11 = n11_law(rows, columns).draw(samples, rng).tolist() if variance else [mean] * samples
    drawn = np.array([min(max(int(x), least), most) for x in n11], object)
    return PairCounts(drawn, same_a - drawn, same_b - drawn, everything - same_a - same_b + drawn)


def _deviations(
    rows: SizeHistogram,
    columns: SizeHistogram,
    information: Information,
    samples: int,
    rng: np.random.Generator,
) -> Array:
    """Draw mutual information: how many standard deviations it is from its mean."""
    if information.is_constant:
        return np.zeros(samples)
    law = logs_law(rows, columns, information)
    mean, sd = law.mean_and_sd
    return np.asarray((law.draw(samples, rng) - mean) / sd, np.float64)


def _whole(rows: SizeHistogram) -> SizeHistogram:
    """Return the sizes of a single cluster of everything."""
    n = rows.sum_of(lambda size: size)
    return SizeHistogram(np.array([n], object), np.ones(1, np.int64))


def _of_entropies(index: Index, view: DrawnInformation) -> Array | float:
    if index.kind == "callable":
        return math.nan
    try:
        with np.errstate(all="ignore"):
            return np.asarray(index.formula(view), np.float64)
    except NOT_FOR_ARRAYS:
        return math.nan


class DrawnInformation(EntropiesOfSizes):
    """Random tables of very many items, whose mutual information was drawn."""

    whose = "approximations of random tables"

    def __init__(
        self,
        rows: SizeHistogram,
        columns: SizeHistogram,
        deviations: Array,
        information: Information | None = None,
    ) -> None:
        super().__init__(rows, columns, information)
        self._deviations = deviations

    @cached_property
    def expected_mutual_information(self) -> float:
        """E[M], the same for all; refused where M has one value only."""
        if self._information.is_constant:
            self.not_given("expected_mutual_information")
        return float(self._information.expected_mutual_information)

    @cached_property
    def mutual_information(self) -> Array:
        """M(A, B), as far from its mean as was drawn."""
        drawn = self.expected_mutual_information + self.sd_mutual_information * self._deviations
        return np.clip(drawn, 0.0, min(self.entropy_a, self.entropy_b))
