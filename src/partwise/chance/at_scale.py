"""What random candidates score when there are too many items to draw any.

Among very many items N11 and mutual information hardly vary between random candidates, and vary
as sums of many small parts do: they are drawn from the normal law with their exact mean and
variance. What depends on neither is not known here (NaN).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from partwise.chance.moments import n11_moments_of
from partwise.chance.random_scores import RandomScores
from partwise.chance.sampled_view import EntropiesOfSizes, NotSampledError
from partwise.chance.sampling import Seed
from partwise.index import Index
from partwise.information import Information, SizeHistogram
from partwise.ops import Number
from partwise.pairs import PairCounts

__all__ = ["scores_at_scale"]

Array = NDArray[np.float64]


def scores_at_scale(
    indices: Iterable[Index],
    rows: SizeHistogram,
    columns: SizeHistogram,
    samples: int = 200,
    *,
    seed: Seed = None,
) -> dict[str, RandomScores]:
    """Score random candidates of very many items, approximately.

    Parameters
    ----------
    indices : iterable of Index
        Which indices; those that need more than pair counts or entropies get NaN.
    rows, columns : SizeHistogram
        Sizes of the clusters of the reference and of the candidates.
    samples, seed
        As in :func:`~partwise.chance.random_scores`.

    Examples
    --------
    >>> import partwise as pw
    >>> million = SizeHistogram(np.array([100]), np.array([1_000_000]))
    >>> found = scores_at_scale([pw.index("rand")], million, million, seed=1)["rand"]
    >>> round(found.mean, 7)
    0.999998
    """
    generator = np.random.default_rng(seed)
    view = _View(rows, columns, generator.standard_normal(samples))
    counts = _pair_counts(rows, columns, generator.standard_normal(samples))
    found = {}
    for index in indices:
        values = index.values(counts) if index.kind == "pairs" else _of_entropies(index, view)
        found[index.key] = RandomScores(index, np.broadcast_to(values, samples))
    return found


def _pair_counts(rows: SizeHistogram, columns: SizeHistogram, deviations: Array) -> PairCounts:
    same_a, same_b, everything = (
        each.sum_of(lambda size: size * (size - 1) // 2) for each in (rows, columns, _whole(rows))
    )
    mean, variance = n11_moments_of(rows, columns)
    least, most = max(0, same_a + same_b - everything), min(same_a, same_b)
    spread = math.sqrt(variance)
    n11 = [min(max(round(mean + int(spread * z)), least), most) for z in deviations.tolist()]
    drawn = np.array(n11, object)
    return PairCounts(drawn, same_a - drawn, same_b - drawn, everything - same_a - same_b + drawn)


def _whole(rows: SizeHistogram) -> SizeHistogram:
    """Return the sizes of a single cluster of everything."""
    n = rows.sum_of(lambda size: size)
    return SizeHistogram(np.array([n], object), np.ones(1, np.int64))


def _of_entropies(index: Index, view: _View) -> Array | float:
    if index.kind == "callable":
        return math.nan
    try:
        with np.errstate(all="ignore"):
            return np.asarray(index.formula(view), np.float64)
    except (NotSampledError, TypeError, ArithmeticError):
        return math.nan


class _View(EntropiesOfSizes):
    """Random tables as formulas see them: arrays with an entry per table."""

    def __init__(self, rows: SizeHistogram, columns: SizeHistogram, deviations: Array) -> None:
        self.n = rows.sum_of(lambda size: size)
        self.k_a, self.k_b = int(rows.counts.sum()), int(columns.counts.sum())
        self._information = Information(self.n, rows, columns, rows)  # of cells nothing is asked
        self._deviations = deviations

    def __getattr__(self, name: str) -> Number:
        raise NotSampledError(name)

    @cached_property
    def expected_mutual_information(self) -> float:
        if self._information.is_constant:
            raise NotSampledError("the only value that mutual information has")
        return float(self._information.expected_mutual_information)

    @cached_property
    def mutual_information(self) -> Array:  # type: ignore[override]
        drawn = self.expected_mutual_information + self.sd_mutual_information * self._deviations
        return np.clip(drawn, 0.0, min(self.entropy_a, self.entropy_b))
