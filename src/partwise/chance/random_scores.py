"""What random candidates with given cluster sizes score."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.chance.sampled_view import NotSampledError, SampledView
from partwise.chance.sampling import SampledSums, Seed, sample_sums, sample_tables
from partwise.contingency import Contingency
from partwise.errors import InputError
from partwise.index import Index
from partwise.registry import as_indices

__all__ = ["RandomScores", "Which", "random_scores", "some_indices"]

Which: TypeAlias = str | Index | Callable[[Any], Any]
"""What tells an index: its name, itself, or a function of a contingency table."""


@dataclass(frozen=True, eq=False)
class RandomScores:
    """Values of an index for random candidates; made by :func:`random_scores`.

    Parameters
    ----------
    index : Index
        The index.
    values : array of float
        One for each random candidate; NaN where the index is undefined.
    """

    index: Index
    values: NDArray[np.float64]

    @property
    def mean(self) -> float:
        """The mean: an estimate of the index's baseline for these sizes."""
        return float(np.mean(self.values))

    @property
    def standard_error(self) -> float:
        """Standard error of the mean, which comes from sampling."""
        if len(self.values) < 2:
            return math.nan
        return float(np.std(self.values, ddof=1) / math.sqrt(len(self.values)))

    def band(self, share: float = 0.9) -> tuple[float, float]:
        """Return the interval in which this share of the random candidates lies."""
        tail = (1 - share) / 2
        low, high = np.quantile(self.values, [tail, 1 - tail])
        return float(low), float(high)

    def p_value(self, value: float) -> float:
        """Return how likely a random candidate is at least as good: a permutation test.

        The observed candidate counts as one of the random ones, so the p-value is valid at any
        number of samples and never 0. NaN where the index is undefined.
        """
        if math.isnan(value) or np.isnan(self.values).any():
            return math.nan
        slack = 1e-12 * max(1.0, abs(value))  # equal tables may differ by rounding
        if self.index.direction == "similarity":
            as_good = self.values >= value - slack
        else:
            as_good = self.values <= value + slack
        return (1 + int(as_good.sum())) / (1 + len(self.values))


def some_indices(which: Which | Iterable[Which]) -> list[Index]:
    """Return the indices that are meant, at least one.

    Examples
    --------
    >>> [index.key for index in some_indices(["CC", "Rand", "correlation"])]
    ['correlation', 'rand']
    """
    found = as_indices(which)
    if not found:
        raise InputError("name at least one index; there is none")
    return found


def random_scores(
    indices: Iterable[Index],
    row_sizes: object,
    column_sizes: object,
    samples: int = 200,
    *,
    seed: Seed = None,
    threads: int | None = None,
) -> dict[str, RandomScores]:
    """Score random candidates: uniform among all clusterings with the given sizes.

    Parameters
    ----------
    indices : iterable of Index
        Which indices; all see the same random candidates.
    row_sizes, column_sizes : sequence of int
        Sizes of the clusters of the reference and of the candidates.
    samples : int
        How many random candidates.
    seed, threads
        As in :func:`~partwise.chance.sample_sums`.

    Returns
    -------
    dict key → RandomScores

    Examples
    --------
    >>> import partwise as pw
    >>> found = random_scores([pw.index("AR")], [5, 5], [5, 5], 1000, seed=1)["adjusted_rand"]
    >>> abs(found.mean) < 4 * found.standard_error
    True
    """
    chosen = list(indices)
    if samples < 1:
        raise InputError(f"samples= must be at least 1, not {samples}")
    seed = int(np.random.default_rng(seed).integers(2**63)) if chosen else seed
    sums = sample_sums(row_sizes, column_sizes, samples, seed=seed, threads=threads)
    view = SampledView(sums)  # one for all, since it keeps what took long to compute
    found: dict[str, RandomScores] = {}
    tables: list[Contingency] | None = None
    for index in chosen:
        values = _from_sums(index, sums, view)
        if values is None:
            if tables is None:
                many = 1 if _all_alike(sums) else samples
                tables = sample_tables(row_sizes, column_sizes, many, seed=seed, threads=threads)
            values = np.resize(index.values(tables), samples)
        found[index.key] = RandomScores(index, values)
    return found


def _all_alike(sums: SampledSums) -> bool:
    """Return whether only one table has these sizes, up to the order of rows and columns."""
    return any(len(sizes) in (1, sums.n) for sizes in (sums.row_sizes, sums.column_sizes))


def _from_sums(index: Index, sums: SampledSums, view: SampledView) -> NDArray[np.float64] | None:
    """Evaluate an index on sampled sums; None if it needs the tables themselves."""
    if index.kind == "pairs":
        return index.values(sums.pair_counts)
    if index.kind == "callable":
        return None
    try:
        with np.errstate(all="ignore"):
            values = np.asarray(index.formula(view), np.float64)
    except (NotSampledError, TypeError, ArithmeticError):
        return None
    values = np.broadcast_to(values, len(sums))
    return values if np.isfinite(values).all() else None
