"""Estimate scores of a candidate on all pairs from pairs that people judged.

The candidate says for every pair whether it is joined: m_B and N are known. Each judged pair
stands for w = 1/probability pairs (Horvitz & Thompson 1952). Two numbers are estimated: the
share of matches among the joined pairs, N11/m_B, with the weights calibrated to the known m_B, and
the number of matches among the others, N10. Every pair-counting index is a function of these two.

The interval of an index holds its values over a region of the two: at the distance of the normal
quantile from the estimates, by score limits (``judged_limits``) in groups of pairs that were drawn
with the same probability. The distance is measured by the covariance under the design: independent
draws, fixed numbers drawn with each probability, or pairs that share drawn records, where products
of residuals are summed over all pairs of judged pairs that have a record in common.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from partwise.base import InputError
from partwise.catalogue import Index
from partwise.comparison.uncertainty.estimates import Estimate, two_sided
from partwise.comparison.uncertainty.jackknife import value_on
from partwise.comparison.uncertainty.pair_samples import FAR, ROUNDING, JudgedPairs, PairSample
from partwise.tables import PairCounts

_METHOD = "Horvitz–Thompson, score limits"
_ANGLES = np.linspace(0, 2 * np.pi, 64, endpoint=False)
_AROUND = np.array([np.cos(_ANGLES), np.sin(_ANGLES)])

NO_CLUSTERS = "this index needs reference clusters; judged pairs are enough for pair counts only"
_NEEDS_ALL = (
    "this index needs the matches among pairs that the candidate does not join, and the design "
    "could not draw all of these; judge pairs drawn from all pairs"
)


def estimate_pairs(
    sample: PairSample, indices: Iterable[Index], level: float = 0.95
) -> dict[str, Estimate]:
    """Estimate the scores of a candidate on all pairs from a sample of judged pairs.

    Examples
    --------
    >>> import partwise as pw
    >>> rng = np.random.default_rng(0)
    >>> truth, found = np.arange(400) // 10, np.arange(400) // 12
    >>> left, right = np.triu_indices(400, 1)
    >>> drawn = rng.choice(len(left), 3000, replace=False)
    >>> left, right = left[drawn], right[drawn]
    >>> judged = JudgedPairs(left, right, truth[left] == truth[right], None, "random pairs")
    >>> e = estimate_pairs(PairSample.of(judged, found), [pw.index("CC")])["correlation"]
    >>> print(f"{e.value:.2f}, {e.low:.2f} to {e.high:.2f}; {pw.score(truth, found, 'CC'):.2f}")
    0.56, 0.46 to 0.65; 0.62
    """
    refusal = sample.refusal()
    counts = None if refusal else _region(sample, level)
    return {index.key: _estimate(index, sample, refusal, counts, level) for index in indices}


def _region(sample: PairSample, level: float) -> PairCounts:
    """Return the pair counts of the estimate, and around the region that holds the truth."""
    quantile = two_sided(level, sample.degrees)
    one, other = quantile * sample.stretch @ _AROUND
    share = np.concatenate(([sample.share.value], sample.share.limits(one)))
    n10 = np.concatenate(([sample.apart.value], sample.apart.limits(other)))
    diff_b = float(sample.total - sample.same_b)
    n11, n10 = share * sample.same_b, np.minimum(n10, diff_b)
    return PairCounts(n11, n10, sample.same_b - n11, diff_b - n10)


def _estimate(
    index: Index, sample: PairSample, refusal: str | None, counts: Any, level: float
) -> Estimate:
    if index.kind != "pairs":
        return Estimate.refused(np.nan, level, NO_CLUSTERS)
    if refusal:
        return Estimate.refused(np.nan, level, refusal)
    refusal = None if _of_joined_pairs(index, counts) else _needs_all(sample)
    if refusal:
        return Estimate.refused(np.nan, level, refusal)
    values = value_on(index, counts)
    if not np.isfinite(values).all():
        note = "this score is undefined for some values that the judged pairs leave possible"
        return Estimate.refused(np.nan, level, note)
    value, low, high = float(values[0]), float(values.min()), float(values.max())
    error = (high - low) / (2 * two_sided(level, sample.degrees))
    return Estimate(value, error, low, high, level, _METHOD)


def _needs_all(sample: PairSample) -> str | None:
    return sample.too_few() if sample.judged.from_all else _NEEDS_ALL


def _of_joined_pairs(index: Index, counts: PairCounts) -> bool:
    """Tell whether an index depends on the joined pairs alone, as precision does."""
    apart = counts.n10 + counts.n00
    few, many_more = (
        value_on(index, PairCounts(counts.n11, apart * part, counts.n01, apart * (1 - part)))
        for part in (0.25, 0.5)
    )
    return bool(np.array_equal(few, many_more, equal_nan=True))


def check_draws(sample: PairSample) -> None:
    """Refuse pairs that cannot have been drawn as the design says."""
    judged = sample.judged
    if judged.design == "random joined pairs" and not sample.joined.all():
        raise InputError(
            f"the candidate does not join {(~sample.joined).sum():,} of {len(judged):,} judged "
            "pairs, so they were not drawn from those that it joins",
            remedy="leave these pairs out, or pass the design by which all pairs were drawn",
        )
    if judged.design != "random pairs" or not len(judged):
        return
    if judged.probability is None:
        _check_one_by_one(judged, sample.n)
        return
    weights = sample.weights
    error = np.sqrt(((1 - sample.probability) * weights**2).sum())
    if abs(weights.sum() - sample.total) > FAR * error + ROUNDING * sample.total:
        raise InputError(
            f"by their probabilities, the judged pairs represent about {weights.sum():,.0f} pairs, "
            f"but {sample.n:,} items have {sample.total:,} pairs",
            subject="pairs=",
            remedy='pass design="random blocked pairs" if some pairs could not be drawn; otherwise '
            "correct the probabilities",
        )


def _check_one_by_one(judged: JudgedPairs, n: int) -> None:
    """Refuse pairs that share records more often than pairs drawn one by one would."""
    ends = np.bincount(np.concatenate((judged.left, judged.right)), minlength=n)
    shared, number = int((ends * (ends - 1) // 2).sum()), len(judged)
    expected = number * (number - 1) / 2 * 4 / (n + 1)
    if shared > expected + FAR * (np.sqrt(expected) + 1):
        raise InputError(
            f"two judged pairs have a record in common {shared:,} times; pairs drawn one by one "
            f"from all pairs would have one in common about {expected:,.0f} times",
            subject="pairs=",
            remedy='pass design="pairs of random records" if records were drawn, and then pairs '
            "with them; or add a column probability if some pairs were more likely to be drawn",
        )
