"""Estimate scores of a candidate on all items from whole clusters of the reference.

What each labelled cluster has of the whole (``labelled_clusters``) is summed with the weights of
its design (``cluster_designs``). Scores are functions of ratios of such sums, as in Binette et al.
(2022): Σ w n11 / Σ w m_A is recall of pairs, and so on. Where the candidate has all items, m_B and
n are known, and N11 and m_A follow from the ratios to m_B. Standard errors come from leaving out
each draw in turn; intervals are symmetric on the logistic scale, with quantiles of Student's
distribution.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from partwise.base import InputError, many
from partwise.catalogue import Index
from partwise.comparison.uncertainty.cluster_designs import ClusterDesign, Weights
from partwise.comparison.uncertainty.estimates import (
    Difference,
    Estimate,
    check_level,
    difference_of_scores,
)
from partwise.comparison.uncertainty.influence import Vector, has_spread
from partwise.comparison.uncertainty.jackknife import scale_of, value_on
from partwise.comparison.uncertainty.labelled_clusters import ClusterParts, PartialTruth
from partwise.tables import PairCounts

_METHOD = "ratios of weighted sums, jackknife over drawn clusters"
_FEWEST_DRAWN = 50
_FEWEST_WRONG = 10
_UNSEEN = (0.5, 1.0)  # a further draw: at least this share of the variance, from fewer in effect
_NOT_ADDED = (
    "labelled clusters give no estimate of this index for all items; choose a pair-counting index, "
    "BCubed, or cluster precision, recall or F1"
)
_NEEDS_ALL = (
    "this score needs the total number of items, and only the neighbourhood of the labelled ones "
    "is available; precision, recall, F1 and Jaccard of pairs do not need the total"
)

_Wrong: TypeAlias = Literal["split", "merged", "either"]


class _Share(NamedTuple):
    """A score as a function of sums over clusters.

    ``power`` is that of the sizes which these sums grow with: 2 for pairs, 1 for items, and
    ``wrong`` says which errors of labelled clusters lower it.
    """

    power: int
    wrong: _Wrong
    of: Callable[[ClusterParts], Vector]


def _bcubed(sums: ClusterParts) -> Vector:
    recall, precision = sums.recall / sums.items, sums.precision / sums.items
    f1: Vector = 2 * precision * recall / (precision + recall)
    return f1


_SHARES = {
    "bcubed_recall": _Share(1, "split", lambda s: s.recall / s.items),
    "bcubed_precision": _Share(1, "merged", lambda s: s.precision / s.items),
    "bcubed": _Share(1, "either", _bcubed),
    "cluster_recall": _Share(0, "either", lambda s: s.recovered / s.clusters),
    "cluster_precision": _Share(0, "either", lambda s: s.recovered / s.candidates),
    "cluster_f1": _Share(0, "either", lambda s: 2 * s.recovered / (s.clusters + s.candidates)),
}
_WRONG_PAIRS: dict[str, _Wrong] = {"wallace_1": "split", "wallace_2": "merged"}


class _Moves(NamedTuple):
    """An estimate, how leaving out each draw moves it, and why there is no interval, if so."""

    estimate: float
    moves: Vector
    reason: str | None


def estimate_clusters(
    truth: PartialTruth, indices: Iterable[Index], design: ClusterDesign, level: float = 0.95
) -> dict[str, Estimate]:
    """Estimate the scores of a candidate on all items from a sample of whole reference clusters.

    In each estimate ``value`` is the score of the labelled items alone, ``corrected`` the estimate
    of that of the whole.

    Examples
    --------
    >>> import numpy as np
    >>> import partwise as pw
    >>> reference = np.arange(3000) // 5
    >>> candidate = np.arange(3000) // 6
    >>> labelled = {i: reference[i] for i in range(3000) if reference[i] % 7 == 0}
    >>> truth = PartialTruth.of(labelled, dict(enumerate(candidate)))
    >>> design = ClusterDesign("random clusters")
    >>> e = estimate_clusters(truth, [pw.index("CC")], design)["correlation"]
    >>> print(f"{e.value:.2f}; of the whole {e.corrected:.2f} ± {e.standard_error:.2f}")
    0.82; of the whole 0.60 ± 0.02
    """
    check_level(level)
    design.check(truth)
    sample = _Sample(truth, design)
    estimates = {}
    for index in indices:
        value = float(index.evaluate(truth.table).value)
        moved = sample.moves_of(index)
        if isinstance(moved, str):
            estimates[index.key] = Estimate.refused(value, level, moved)
            continue
        error, degrees = sample.error(moved.moves)
        reason = moved.reason or _no_spread(error)
        estimates[index.key] = (
            Estimate.refused(value, level, reason, moved.estimate)
            if reason
            else _around(index, value, moved.estimate, error, degrees, level)
        )
    return estimates


def difference_clusters(
    first: PartialTruth,
    second: PartialTruth,
    indices: Iterable[Index],
    design: ClusterDesign,
    level: float = 0.95,
) -> dict[str, Difference]:
    """Estimate how much two candidates differ on all items, from the same reference clusters.

    Examples
    --------
    >>> import numpy as np
    >>> import partwise as pw
    >>> reference = np.arange(3000) // 5
    >>> labelled = {i: reference[i] for i in range(3000) if reference[i] % 7 == 0}
    >>> truths = [
    ...     PartialTruth.of(labelled, dict(enumerate(np.arange(3000) // size))) for size in (6, 12)
    ... ]
    >>> design = ClusterDesign("random clusters")
    >>> d = difference_clusters(*truths, [pw.index("CC")], design)["correlation"]
    >>> print(f"{d.value:.2f}; of the whole {d.corrected:.2f}, at least {d.low:.2f}")
    -0.09; of the whole 0.10, at least 0.06
    """
    check_level(level)
    _check_same_sample(first, second, design)
    design.check(first)
    samples = _Sample(first, design), _Sample(second, design)
    differences = {}
    for index in indices:
        value = difference_of_scores(index, first.table, second.table)
        one, two = (sample.moves_of(index) for sample in samples)
        if isinstance(one, str) or isinstance(two, str):
            why = one if isinstance(one, str) else str(two)
            differences[index.key] = Difference.refused(value, level, why)
            continue
        corrected = one.estimate - two.estimate
        error, degrees = samples[0].error(one.moves - two.moves)
        reason = one.reason or two.reason or _no_spread(error)
        differences[index.key] = (
            Difference.refused(value, level, reason, corrected)
            if reason
            else Difference.around(
                value, error, level, _METHOD, corrected=corrected, degrees=degrees
            )
        )
    return differences


class _Sample:
    """Labelled clusters with their weights: sums, and sums without each draw."""

    def __init__(self, truth: PartialTruth, design: ClusterDesign) -> None:
        self.truth, self.design = truth, design
        self.weights: Weights = design.weights(truth)
        weight, times, _ = self.weights
        self.sums = ClusterParts(*(np.array([(weight * times) @ part]) for part in truth.parts))
        self.without = ClusterParts(
            *(total - weight * part for total, part in zip(self.sums, truth.parts, strict=True))
        )

    def moves_of(self, index: Index) -> _Moves | str:
        """Return the estimate of an index and how draws move it, or why there is none."""
        share = self._share(index)
        if isinstance(share, str):
            return share
        with np.errstate(all="ignore"):
            estimate = float(share.of(self.sums)[0])
            values = share.of(self.without)
        if not math.isfinite(estimate):
            return "this score of the whole is undefined for the estimated numbers of pairs"
        if not np.isfinite(values).all():
            values = np.zeros(len(values))
            reason: str | None = "leaving out a single cluster makes this score undefined"
        else:
            mean = float(self.weights.times @ values) / self.weights.draws
            values = values - mean
            reason = self._too_few(share) or self._unseen(share, estimate, values)
        return _Moves(estimate, values, reason)

    def error(self, moves: Vector) -> tuple[float, float]:
        """Return the standard error, and its degrees of freedom.

        These are twice the draws that decide about it in effect, (Σ u²)²/Σ u⁴, less one, and at
        least one; for normal moves it would be three times as many (Satterthwaite). Few of them
        make an interval wide; to refuse it would leave the samples that happen to lack what
        decides, of which too few intervals hold.
        """
        _, times, kept = self.weights
        draws = self.weights.draws
        squares = float(times @ (kept * moves**2))
        fourths = float(times @ (kept * moves**2) ** 2)
        deciding = squares**2 / fourths if fourths else 1.0
        return math.sqrt((draws - 1) / draws * squares), max(1.0, 2 * deciding - 1)

    def _share(self, index: Index) -> _Share | str:
        """Return an index as a function of sums, or why it is none."""
        if not self.truth.table.n:
            return "no item is labelled"
        if index.builtin and index.key in _SHARES:
            return _SHARES[index.key]
        if index.kind != "pairs":
            return _NOT_ADDED
        if not self.design.knows_all and _needs_all(index):
            return _NEEDS_ALL
        wrong = _WRONG_PAIRS.get(index.key, "either") if index.builtin else "either"
        return _Share(2, wrong, lambda sums: value_on(index, self._pairs(sums)))

    def _pairs(self, sums: ClusterParts) -> PairCounts:
        """Return the numbers of pairs of the whole; up to a factor if it is not at hand."""
        n11, n10, n01 = sums.n11, sums.same_a - sums.n11, sums.same_b - sums.n11
        if not self.design.knows_all:
            return PairCounts(n11, n10, n01, np.full(len(n11), math.nan))
        n, same_b = self.truth.n, self.truth.same_b
        scale = same_b / sums.same_b if same_b else n / sums.items
        n11, n10, n01 = scale * n11, scale * n10, scale * n01
        n00 = n * (n - 1) // 2 - (n11 + n10 + n01)
        return PairCounts(n11, n10, n01, np.where(n00 < 0, math.nan, n00))

    def _too_few(self, share: _Share) -> str | None:
        """Say why the labelled clusters are too few for an interval; None if they are enough."""
        table, draws = self.truth.table, int(self.weights.draws)
        if self.design.knows_all and table.n == self.truth.n:
            return "the sample is the whole"
        if draws < _FEWEST_DRAWN:
            clusters = many(draws, "drawn cluster")
            return f"{clusters} are too few for a confidence interval, which needs {_FEWEST_DRAWN}"
        wrong = self._wrong(share)
        if wrong < _FEWEST_WRONG:
            return (
                f"errors in {many(wrong, 'labelled cluster')} decide this, which is too few for a "
                f"confidence interval: it needs {_FEWEST_WRONG}, so label more clusters"
            )
        if not share.power:
            return None
        holding, least = self.design.holding(self.truth, share.power)
        if holding >= least:
            return None
        what = "pairs" if share.power == 2 else "items"
        help_ = (
            "label more clusters"
            if self.design.design == "clusters of random items"
            else "draw random items and label their whole clusters, which finds large clusters "
            "more often, or label more clusters"
        )
        return (
            f"a few large clusters hold most of the {what}: the effective number of labelled "
            f"clusters is {holding:.1f}, and a confidence interval needs {least:.0f}; {help_}"
        )

    def _wrong(self, share: _Share) -> int:
        """Count the labelled clusters with errors; of errors or none, whichever are fewer."""
        parts = self.truth.parts
        if share.power == 0:
            whole = int(parts.recovered.sum())
            return min(whole, len(parts.recovered) - whole)
        split, merged = parts.n11 < parts.same_a, parts.n11 < parts.same_b
        chosen = {"split": split, "merged": merged, "either": split | merged}[share.wrong]
        return int(chosen.sum())

    def _unseen(self, share: _Share, estimate: float, moves: Vector) -> str | None:
        """Say whether items that nobody drew, merged with large labelled clusters, decide.

        A few such items of small clusters have most of the wrong pairs. How many there are is
        known from the large cluster; how a draw of one would move the estimate, too.
        """
        if share.power < 2 or self.design.design != "clusters of random items":
            return None
        _, columns, counts = self.truth.table.cells
        cells = counts.astype(np.float64)
        others = self.truth.sizes.astype(np.float64)[columns] - cells
        n = self.truth.n if self.design.knows_all else float(self.truth.sizes.sum())
        expected = others * self.weights.draws / n
        further = ClusterParts(*(total + np.zeros(len(cells)) for total in self.sums))
        further = further._replace(items=further.items + 1, same_b=further.same_b + cells / 2)
        with np.errstate(all="ignore"):
            squares = np.nan_to_num(share.of(further) - estimate) ** 2
        unseen, fourths = float(expected @ squares), float(expected @ squares**2)
        of_variance, in_effect = _UNSEEN
        if unseen <= of_variance * self.error(moves)[0] ** 2 or unseen**2 >= in_effect * fourths:
            return None
        return (
            "this score depends on items of small clusters that the candidate merges with large "
            "ones, and too few of them can be expected in the sample; label more clusters"
        )


def _needs_all(index: Index) -> bool:
    """Tell whether a pair-counting index depends on the number of all pairs, or on a scale."""
    one = np.ones(1)
    known = value_on(index, PairCounts(one * 5, one * 3, one * 2, np.full(1, math.nan)))
    return scale_of(index) != 1 or not math.isfinite(float(known[0]))


def _around(
    index: Index, value: float, estimate: float, error: float, degrees: float, level: float
) -> Estimate:
    """Return an interval that is symmetric on the logistic scale, if the range has two ends."""
    from scipy.special import stdtrit

    half = float(stdtrit(degrees, (1 + level) / 2)) * error
    lowest, highest = map(float, index.range)
    room = (estimate - lowest) * (highest - estimate)
    if not (math.isfinite(room) and room > 0):
        low, high = max(lowest, estimate - half), min(highest, estimate + half)
        return Estimate(value, error, low, high, level, _METHOD, None, estimate)
    width = highest - lowest
    centre = math.log((estimate - lowest) / (highest - estimate))
    low, high = (
        lowest + width / (1 + math.exp(-min(max(centre + signed, -700), 700)))
        for signed in (-half * width / room, half * width / room)
    )
    return Estimate(value, error, low, high, level, _METHOD, None, estimate)


def _no_spread(error: float) -> str | None:
    return None if has_spread(error) else "leaving out a cluster changes nothing"


def _check_same_sample(first: PartialTruth, second: PartialTruth, design: ClusterDesign) -> None:
    if design.knows_all and first.n != second.n:
        raise InputError(
            f"the candidates cluster {first.n} and {second.n} items; both must cluster all items"
        )
    one, two = first.table, second.table
    if one.row_labels != two.row_labels or not np.array_equal(one.row_sizes, two.row_sizes):
        raise InputError(
            "the two tables have different reference clusters; a difference needs the same "
            "labelled clusters in the same order"
        )
