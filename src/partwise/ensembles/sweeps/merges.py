"""A clustering that coarsens: items that are joined one pair after the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.clusterings import Codes
from partwise.engines import components
from partwise.ensembles.hierarchies.sources import checked_children
from partwise.ensembles.hierarchies.tree_arrays import raised


@dataclass(frozen=True, eq=False)
class Merges:
    """Joins of items in their order, and the thresholds between which they happen.

    Parameters
    ----------
    n : int
        Number of items.
    left, right : int32 arrays
        The two items of each join, in the order of joining.
    levels : float64 array
        The score or the height of each join.
    thresholds : float64 array
        Distinct thresholds in the order of joining. The first is infinite: nothing is joined.
    ends : int64 array
        How many joins are done at each threshold.
    is_score : bool
        Whether items are joined when score ≥ threshold, and thresholds fall; or else, as in a
        dendrogram, when height ≤ threshold, and thresholds rise.

    Examples
    --------
    >>> merges = Merges.of_scores([0, 1, 0], [1, 2, 2], [0.9, 0.5, 0.5], n=4)
    >>> merges.thresholds.tolist(), merges.ends.tolist()
    ([inf, 0.9, 0.5], [0, 1, 3])
    >>> merges.labels(0.9).tolist(), merges.labels(0.6).tolist(), merges.labels(0.5).tolist()
    ([0, 0, 1, 2], [0, 0, 1, 2], [0, 0, 0, 1])
    """

    n: int
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    levels: NDArray[np.float64]
    thresholds: NDArray[np.float64]
    ends: NDArray[np.int64]
    is_score: bool

    @classmethod
    def of_scores(cls, left: Any, right: Any, scores: Any, n: int) -> Merges:
        """Join items by falling scores; equal scores are one step."""
        values = np.asarray(scores, np.float64)
        order = stable_order(-values)
        levels = values[order]
        steps = _steps(levels)
        first, second = (np.asarray(side, np.int32)[order] for side in (left, right))
        thresholds, ends = np.r_[np.inf, steps.values], np.r_[0, steps.ends]
        return cls(n, first, second, levels, thresholds, ends, True)

    @classmethod
    def of_tree(cls, children: Any, heights: Any, n: int) -> Merges:
        """Join the subtrees of a dendrogram by rising heights; equal heights are one step.

        A subtree is numbered n + i if row i joins it, as SciPy and scikit-learn do. Where a height
        is below one within its subtrees (an inversion, as centroid linkage makes them), it counts
        as the highest of these, as in :func:`scipy.cluster.hierarchy.fcluster`.

        Examples
        --------
        >>> merges = Merges.of_tree([[0, 1], [2, 3]], [1.0, 2.0], 3)
        >>> merges.thresholds.tolist(), merges.labels(1.5).tolist()
        ([-inf, 1.0, 2.0], [0, 0, 1])
        """
        pairs = checked_children(np.asarray(children), n)
        values = np.asarray(heights, np.float64)
        if not np.isfinite(values).all():
            raise InputError("heights must be finite numbers", subject="the linkage matrix")
        values = raised(n, pairs.ravel(), np.arange(len(pairs) + 1) * 2, values)
        order = stable_order(values)
        levels = values[order]
        steps = _steps(levels)
        leaf = np.r_[np.arange(n), pairs[:, 0]]  # a leaf of each subtree
        while (leaf >= n).any():
            leaf = leaf[leaf]
        left, right = (leaf[pairs[order, side]].astype(np.int32) for side in (0, 1))
        thresholds, ends = np.r_[-np.inf, steps.values], np.r_[0, steps.ends]
        return cls(n, left, right, levels, thresholds, ends, False)

    def ends_at(self, thresholds: Any) -> NDArray[np.int64]:
        """Return how many joins are done at each of any thresholds, listed or not."""
        sign = -1.0 if self.is_score else 1.0
        values = np.asarray(thresholds, np.float64)
        return np.searchsorted(sign * self.levels, sign * values, side="right")

    def labels(self, threshold: float | str) -> Codes:
        """Return the cluster of each item at a threshold."""
        if not is_number(threshold):
            raise InputError(f"a threshold must be a number, not {threshold!r}")
        end = int(self.ends_at(threshold))
        return components(self.left[:end], self.right[:end], self.n)

    def on_grid(self, thresholds: int | Sequence[float]) -> Merges:
        """Return the same joins with other thresholds: these, or so many at equal distances.

        Examples
        --------
        >>> merges = Merges.of_scores([0, 1, 2], [1, 2, 3], [0.9, 0.5, 0.1], n=4)
        >>> merges.on_grid([0.2, 0.7]).ends.tolist(), merges.on_grid(3).thresholds.tolist()
        ([0, 1, 2], [inf, 0.9, 0.5, 0.1])
        """
        values = _grid(thresholds, self.thresholds[1:])
        values = np.unique(values)[:: -1 if self.is_score else 1]
        ends = np.r_[0, self.ends_at(values)]
        return replace(self, thresholds=np.r_[self.thresholds[0], values], ends=ends)


def is_number(value: object) -> bool:
    """Tell a real number, of NumPy or not, from NaN and everything else.

    Examples
    --------
    >>> is_number(np.float32(0.5)), is_number(np.nan), is_number("0.5")
    (True, False, False)
    """
    return isinstance(value, Real) and not math.isnan(value)


def _is_whole_number(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def stable_order(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the order of a stable sort, some five times as fast: numbers are sorted, then ties.

    Examples
    --------
    >>> stable_order(np.array([0.5, 0.1, 0.5, 0.1])).tolist()
    [1, 3, 0, 2]
    """
    order: NDArray[np.int64] = np.argsort(values)
    ordered = values[order]
    differs = ordered[1:] != ordered[:-1]
    if differs.all():
        return order
    tie: NDArray[np.int64] = np.r_[0, np.cumsum(differs)] * len(values)
    return np.sort(tie + order) - tie


@dataclass(frozen=True)
class _Steps:
    """Distinct values in order, and how many of all values are before the end of each."""

    values: NDArray[np.float64]
    ends: NDArray[np.int64]


def _steps(values: NDArray[np.float64]) -> _Steps:
    ends = np.flatnonzero(np.r_[values[1:] != values[:-1], [True][: len(values)]]) + 1
    return _Steps(values[ends - 1], ends)


def _grid(thresholds: Any, known: NDArray[np.float64]) -> NDArray[np.float64]:
    if _is_whole_number(thresholds):
        if thresholds < 2:
            raise InputError(
                f"the number of thresholds must be at least 2, not {thresholds}",
                subject="thresholds=",
                remedy="to choose a single threshold, pass a list with it",
            )
        # The ends are what they are, not what rounding makes of them.
        return (
            np.r_[known[0], np.linspace(known[0], known[-1], int(thresholds))[1:-1], known[-1]]
            if len(known)
            else known
        )
    try:
        values = np.asarray(thresholds, np.float64)
    except (TypeError, ValueError):
        values = np.zeros(0)
    if values.ndim != 1 or len(values) == 0 or not np.isfinite(values).all():
        raise InputError(
            f"pass a whole number or a list of finite numbers, not {thresholds!r}",
            subject="thresholds=",
        )
    return values
