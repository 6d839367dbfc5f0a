"""Whether an index prefers a candidate for its cluster sizes, and what these sizes are like."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from partwise.base import shown
from partwise.catalogue import Index
from partwise.chance import RandomScores, is_of_entropies, mean_in_closed_form
from partwise.properties import holds
from partwise.tables import AggregatedTable, PairCounts

_SIGNIFICANT = 4.0  # standard errors that a difference of two baselines must have
_NOTICEABLE = 0.05  # share of a lead that a head start must make to be worth a word


@dataclass(frozen=True)
class Baseline:
    """The expected score of a random clustering with a candidate's cluster sizes.

    ``samples`` is 0 where it is exact; otherwise the mean is of so many random clusterings.
    """

    mean: float
    standard_error: float = 0.0
    samples: int = 0

    def __str__(self) -> str:
        if not self.samples or self.standard_error == 0:
            return short(self.mean)
        decimals = max(0, -math.floor(math.log10(self.standard_error)))
        return short(round(self.mean, decimals))


def baseline_of(
    table: AggregatedTable, index: Index, sampled: Callable[[], RandomScores]
) -> Baseline:
    """Return the baseline in closed form where there is one, else from random clusterings.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    >>> baseline_of(table, pw.index("rand"), lambda: None)
    Baseline(mean=0.56, standard_error=0.0, samples=0)
    """
    mean = mean_in_closed_form(table, index)
    if mean is not None:
        return Baseline(mean)
    scores = sampled()
    with np.errstate(invalid="ignore"):  # values may be infinite
        return Baseline(scores.mean, scores.standard_error, len(scores.values))


@dataclass(frozen=True, eq=False)
class Evidence:
    """A candidate's table with the reference, its value by one index, and the baseline there."""

    index: Index
    name: str
    table: AggregatedTable
    value: float
    baseline: Baseline

    @property
    def adjusted(self) -> float:
        """The value on a scale where random candidates have 0 on average and the best value is 1.

        NaN for indices without a finite best value.
        """
        best, baseline = float(self.index.best), self.baseline.mean
        if not math.isfinite(best) or best == baseline:
            return math.nan
        return (self.value - baseline) / (best - baseline)

    @property
    def adjusted_error(self) -> float:
        """Standard error of the adjusted value, which comes from sampling random candidates."""
        if math.isnan(self.adjusted):
            return math.nan
        room = float(self.index.best) - self.baseline.mean
        return abs((1 - self.adjusted) / room) * self.baseline.standard_error


def has_constant_baseline(index: Index) -> bool:
    """Whether random candidates are known to score the same on average, whatever their sizes.

    Examples
    --------
    >>> import partwise as pw
    >>> [has_constant_baseline(pw.index(key)) for key in ("CC", "CD", "NMI")]
    [True, False, False]
    """
    return holds(index, "constant_baseline") is True


def has_head_start(liked: Evidence, other: Evidence) -> bool:
    """Whether random candidates with the liked one's sizes score better, beyond sampling error.

    A head start that is a small part of the lead is not counted.
    """
    if has_constant_baseline(liked.index):
        return False
    head_start = _sign(liked.index) * (liked.baseline.mean - other.baseline.mean)
    lead = abs(liked.value - other.value)
    error = math.hypot(liked.baseline.standard_error, other.baseline.standard_error)
    return head_start > max(_SIGNIFICANT * error, _NOTICEABLE * lead, 1e-9)


def leads_beyond_size(liked: Evidence, other: Evidence) -> bool:
    """Whether the liked candidate leads by more than its sizes give it, and sampling error."""
    gap = _adjusted_gap(liked, other)
    if not math.isnan(gap):
        return gap > 0
    sign = _sign(liked.index)
    head_start = sign * (liked.baseline.mean - other.baseline.mean)
    return sign * (liked.value - other.value) > head_start


def _adjusted_gap(liked: Evidence, other: Evidence) -> float:
    """Return by how much the first leads after adjustment; 0 if that may be sampling error."""
    gap = liked.adjusted - other.adjusted
    error = math.hypot(liked.adjusted_error, other.adjusted_error)
    return 0.0 if abs(gap) <= max(_SIGNIFICANT * error, 1e-9) else gap


def _sign(index: Index) -> int:
    return 1 if index.direction == "similarity" else -1


def size_words(liked: Evidence, other: Evidence) -> str:
    """Say how the sizes of two candidates differ, by what moves the baseline of the index.

    "More, smaller clusters" is said where the number of clusters, the pairs that are together and
    the entropy of the sizes all say so. Where they do not, as for one giant cluster and many single
    items, it is the pairs for an index of pairs, and the entropy for one of entropies: random
    candidates share more information with the reference, and are further from it, the more entropy
    their sizes have. Where neither shows which baseline is better, the sizes are stated.
    """
    index, mine, theirs = liked.index, liked.table, other.table
    numbers = f"({mine.k_b:,} against {theirs.k_b:,})"
    pairs, other_pairs = mine.pair_counts.same_b, theirs.pair_counts.same_b
    entropy, other_entropy = (float(t.information.entropy_b) for t in (mine, theirs))
    if index.kind == "pairs" and not _moves_with_pairs(liked, other):
        return _plain_sizes(liked, other)
    if mine.k_b > theirs.k_b and pairs < other_pairs and entropy > other_entropy:
        return f"{liked.name} has more, smaller clusters {numbers}"
    if mine.k_b < theirs.k_b and pairs > other_pairs and entropy < other_entropy:
        return f"{liked.name} has fewer, larger clusters {numbers}"
    if index.kind == "pairs":
        more = "more" if pairs > other_pairs else "fewer"
        return f"{liked.name} puts {more} pairs together ({pairs:,} against {other_pairs:,})"
    is_higher = entropy > other_entropy
    if is_of_entropies(mine, index) and is_higher == (index.direction == "similarity"):
        higher = "higher" if is_higher else "lower"
        values = f"({short(entropy)} against {short(other_entropy)} nats)"
        return f"the cluster sizes of {liked.name} have a {higher} entropy {values}"
    return _plain_sizes(liked, other)


def _plain_sizes(liked: Evidence, other: Evidence) -> str:
    def largest(table: AggregatedTable) -> int:
        return int(table.column_histogram.sizes[-1])

    mine, theirs = liked.table, other.table
    clusters = "cluster" if mine.k_b == 1 else "clusters"
    items = "item" if largest(mine) == 1 else "items"
    return (
        f"{liked.name} has {mine.k_b:,} {clusters}, the largest of {largest(mine):,} {items}, and "
        f"{other.name} has {theirs.k_b:,}, the largest of {largest(theirs):,}"
    )


def _moves_with_pairs(liked: Evidence, other: Evidence) -> bool:
    """Whether the pairs together tell which baseline of an index of pairs is better.

    They do if the value at the expected pair counts, by which bias is defined, says the same as the
    baselines.
    """
    mine, theirs = (_at_expected_counts(side) for side in (liked, other))
    if not math.isfinite(mine - theirs):
        return False
    return _sign(liked.index) * (mine - theirs) > 1e-12 * max(abs(mine), abs(theirs))


def _at_expected_counts(evidence: Evidence) -> float:
    counts = evidence.table.pair_counts
    n11 = counts.same_a * counts.same_b / counts.total
    n10, n01 = counts.same_a - n11, counts.same_b - n11
    try:
        return float(evidence.index.formula(PairCounts(n11, n10, n01, counts.diff_a - n01)))
    except (ArithmeticError, TypeError):
        return math.nan


def baseline_words(liked: Evidence, other: Evidence) -> str:
    """Quote the baselines, and say whom the index would prefer if it were adjusted for them."""
    index = liked.index.short
    samples = max(liked.baseline.samples, other.baseline.samples)
    words = (
        f"by {index}, the expected score of a random clustering is "
        f"{'about ' if samples else ''}{liked.baseline} with the sizes of {liked.name} and "
        f"{other.baseline} with those of {other.name}"
    )
    if samples:
        words = f"{words} (from {samples:,} random candidates)"
    if math.isnan(liked.adjusted) or math.isnan(other.adjusted):
        return words
    gap = _adjusted_gap(liked, other)
    if gap == 0:
        scores = f"{short(liked.adjusted)} and {short(other.adjusted)}"
        return f"{words}; adjusted for that, the two cannot be distinguished ({scores})"
    winner, loser = (liked, other) if gap > 0 else (other, liked)
    scores = f"{short(winner.adjusted)} against {short(loser.adjusted)}"
    would = "still prefers" if gap > 0 else "would prefer"
    return f"{words}; adjusted for that, {index} {would} {winner.name} ({scores})"


def short(number: float) -> str:
    """Write a number with three digits.

    Examples
    --------
    >>> short(0.123456), short(1e-17)
    ('0.123', '0')
    """
    return shown(float(f"{number:.3g}") if abs(number) >= 1e-9 else 0.0)
