"""Do groups of scores differ: analysis of variance, χ² of wins, and Fisher's method."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_ROUNDING = 1e-12  # equal scores differ by rounding, relative to the largest


@dataclass(frozen=True)
class GroupTest:
    """The outcome of one test: F or χ², its p-value, and the average of each group.

    The p-value is NaN where scores are undefined, and 1 if all scores are the same (``constant``).
    """

    statistic: float
    p_value: float
    averages: tuple[float, ...]
    constant: bool = False


def anova(groups: NDArray[np.float64]) -> GroupTest:
    """Return the one-way analysis of variance of groups of the same size, a row each.

    Examples
    --------
    >>> anova(np.array([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0]])).statistic
    1.5
    """
    from scipy.stats import f

    k, r = groups.shape
    if not np.isfinite(groups).all():
        averages = [float(row.mean()) if np.isfinite(row).all() else math.nan for row in groups]
        return GroupTest(math.nan, math.nan, tuple(averages))
    means = groups.mean(axis=1)
    averages = [float(mean) for mean in means]
    if _same(groups):
        return GroupTest(math.nan, 1.0, tuple(averages), constant=True)
    between = r * float(np.square(means - means.mean()).sum()) / (k - 1)
    within = float(np.square(groups - means[:, None]).sum()) / (k * (r - 1))
    if all(_same(row) for row in groups):
        return GroupTest(math.inf, 0.0, tuple(averages))
    statistic = between / within
    return GroupTest(statistic, float(f.sf(statistic, k - 1, k * (r - 1))), tuple(averages))


def shares_of_wins(scores: NDArray[np.float64]) -> GroupTest:
    """Return the χ² test of which row is highest; rows that tie in a column share its win.

    Examples
    --------
    >>> shares_of_wins(np.array([[1.0, 1.0, 0.0, 0.0], [1.0, 0.0, 1.0, 0.0]])).averages
    (0.5, 0.5)
    """
    from scipy.stats import chi2

    scores = scores[:, np.isfinite(scores).all(axis=0)]
    k, pools = scores.shape
    if not pools:
        return GroupTest(math.nan, math.nan, (math.nan,) * k)
    best = scores.max(axis=0)
    won = scores >= best - _ROUNDING * np.abs(scores).max(axis=0)
    wins = (won / won.sum(axis=0)).sum(axis=1)
    statistic = float(np.square(wins - pools / k).sum() / (pools / k))
    averages = tuple(float(share) for share in wins / pools)
    return GroupTest(statistic, float(chi2.sf(statistic, k - 1)), averages, _same(scores))


def combined(p_values: Iterable[float]) -> float:
    """Return one p-value of independent ones, by Fisher's method; those that are NaN left out.

    Examples
    --------
    >>> round(combined([0.1, 0.1, math.nan]), 6), combined([0.5, 0.0])
    (0.056052, 0.0)
    """
    from scipy.stats import chi2

    known = [p for p in p_values if not math.isnan(p)]
    if not known:
        return math.nan
    if 0 in known:
        return 0.0
    return float(chi2.sf(-2 * math.fsum(map(math.log, known)), 2 * len(known)))


def _same(values: NDArray[np.float64]) -> bool:
    return float(np.ptp(values)) <= _ROUNDING * float(np.abs(values).max())
