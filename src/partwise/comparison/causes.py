"""Why an index prefers one candidate to another: the cause, with the numbers that show it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from partwise.base import TextResult, shown
from partwise.catalogue import Index
from partwise.chance import RandomScores
from partwise.properties import holds
from partwise.tables import AggregatedTable, PairCounts

Cause: TypeAlias = Literal[
    "size bias",
    "size bias in part",
    "one-sided",
    "best value too easily",
    "small clusters weigh more",
    "large clusters weigh more",
    "trade-off",
    "fewer errors",
    "not found",
]

_SIGNIFICANT = 4.0  # standard errors that a difference of two baselines must have


@dataclass(frozen=True, eq=False)
class Evidence:
    """A candidate's table with the reference, its value by one index, and random scores."""

    name: str
    table: AggregatedTable
    value: float
    chance: RandomScores

    @property
    def adjusted(self) -> float:
        """The value on a scale where random candidates have 0 on average and the best value is 1.

        NaN for indices without a finite best value.
        """
        best, baseline = float(self.chance.index.best), self.chance.mean
        if not math.isfinite(best) or best == baseline:
            return math.nan
        return (self.value - baseline) / (best - baseline)

    @property
    def adjusted_error(self) -> float:
        """Standard error of the adjusted value, which comes from sampling random candidates."""
        best, baseline = float(self.chance.index.best), self.chance.mean
        return abs((1 - self.adjusted) / (best - baseline)) * self.chance.standard_error

    @property
    def errs_one_way(self) -> bool:
        """Whether the candidate only splits clusters of the reference, or only merges them."""
        counts = self.table.pair_counts
        return bool((counts.n10 == 0) != (counts.n01 == 0))


@dataclass(frozen=True)
class Reason(TextResult):
    """Why an index prefers one candidate to another.

    ``because`` says what the two candidates are like, the same for all indices with this cause;
    ``numbers`` what this index makes of it.
    """

    index: Index
    prefers: str
    over: str
    cause: Cause
    because: str
    numbers: str = ""

    def __str__(self) -> str:
        text = f"{self.index.short} prefers {self.prefers} to {self.over}: {self.because}."
        return f"{text} {self.numbers[0].upper()}{self.numbers[1:]}." if self.numbers else text


def has_constant_baseline(index: Index) -> bool:
    """Whether random candidates are known to score the same whatever their sizes, if only nearly.

    Examples
    --------
    >>> import partwise as pw
    >>> has_constant_baseline(pw.index("CD")), has_constant_baseline(pw.index("NMI"))
    (True, False)
    """
    exactly = holds(index, "constant_baseline")
    return bool(exactly or holds(index, "asymptotic_constant_baseline"))


def find_reason(index: Index, liked: Evidence, other: Evidence, decision: Index) -> Reason:
    """Find why an index prefers one candidate to another, while the deciding index may not."""

    def reason(cause: Cause, because: str, numbers: str = "") -> Reason:
        return Reason(index, liked.name, other.name, cause, because, numbers)

    ignored = _ignored_error(index, other.table.pair_counts) if index.kind == "pairs" else None
    if not ignored and liked.value == index.best and liked.errs_one_way:
        return reason("best value too easily", _one_way_words(liked))
    if _has_head_start(index, liked, other):
        is_lead = _is_more_than_size(index, liked, other)
        cause: Cause = "size bias in part" if is_lead else "size bias"
        return reason(cause, _size_words(liked, other), _baseline_words(index, liked, other))
    if ignored:
        return reason("one-sided", _error_words(liked, other), _ignored_words(index, ignored))
    cause, because = _weight_of_sizes(liked, other)
    if cause in _weights_that_differ(index, decision):
        return reason(cause, because)
    if index.kind != "pairs":
        return reason("not found", _error_words(liked, other))
    mine, theirs = liked.table.pair_counts, other.table.pair_counts
    if mine.n10 <= theirs.n10 and mine.n01 <= theirs.n01:
        return reason("fewer errors", _error_words(liked, other))
    return reason(
        "trade-off", _error_words(liked, other), _weight_words(index, decision, mine, theirs)
    )


def _has_head_start(index: Index, liked: Evidence, other: Evidence) -> bool:
    """Whether random candidates with the liked one's sizes score better, beyond sampling error."""
    if has_constant_baseline(index):
        return False
    sign = 1 if index.direction == "similarity" else -1
    head_start = sign * (liked.chance.mean - other.chance.mean)
    error = math.hypot(liked.chance.standard_error, other.chance.standard_error)
    return head_start > _SIGNIFICANT * error and head_start > 1e-9


def _is_more_than_size(index: Index, liked: Evidence, other: Evidence) -> bool:
    """Whether the liked candidate leads beyond what its sizes give it, and sampling error."""
    gap = _adjusted_gap(liked, other)
    if not math.isnan(gap):
        return gap > 0
    sign = 1 if index.direction == "similarity" else -1
    return sign * (liked.value - other.value) > sign * (liked.chance.mean - other.chance.mean)


def _adjusted_gap(liked: Evidence, other: Evidence) -> float:
    """Return by how much the first leads after adjustment; 0 if that may be sampling error."""
    gap = liked.adjusted - other.adjusted
    error = math.hypot(liked.adjusted_error, other.adjusted_error)
    return 0.0 if abs(gap) <= max(_SIGNIFICANT * error, 1e-9) else gap


def _weights_that_differ(index: Index, decision: Index) -> tuple[Cause, ...]:
    """Tell how an index may weigh cluster sizes differently than the one that decides.

    Counts of pairs give a cluster a weight that grows with the square of its size, so two indices
    of such counts weigh all sizes alike, and others mind small clusters more. Of two others
    nothing is known.
    """
    small: Cause = "small clusters weigh more"
    large: Cause = "large clusters weigh more"
    if index.kind == "pairs":
        return () if decision.kind == "pairs" else (large,)
    return (small,) if decision.kind == "pairs" else ()


def _size_words(liked: Evidence, other: Evidence) -> str:
    mine, theirs = liked.table.k_b, other.table.k_b
    if mine > theirs:
        return f"{liked.name} has more, smaller clusters ({mine:,} against {theirs:,})"
    if mine < theirs:
        return f"{liked.name} has fewer, larger clusters ({mine:,} against {theirs:,})"
    pairs = (liked.table.pair_counts.same_b, other.table.pair_counts.same_b)
    told = "more" if pairs[0] > pairs[1] else "fewer"
    return (
        f"{liked.name} has as many clusters ({mine}), but of other sizes: they hold {told} pairs "
        f"({pairs[0]:,} against {pairs[1]:,})"
    )


def _baseline_words(index: Index, liked: Evidence, other: Evidence) -> str:
    told = (
        f"for random clusterings with these sizes, {index.short} averages "
        f"{_short(liked.chance.mean)} against {_short(other.chance.mean)}"
    )
    if math.isnan(liked.adjusted) or math.isnan(other.adjusted):
        return told
    gap = _adjusted_gap(liked, other)
    if gap == 0:
        scores = f"{_short(liked.adjusted)} and {_short(other.adjusted)}"
        return f"{told}; adjusted for that the two are level ({scores})"
    winner, loser = (liked, other) if gap > 0 else (other, liked)
    scores = f"{_short(winner.adjusted)} against {_short(loser.adjusted)}"
    would = "still prefers" if gap > 0 else "would prefer"
    return f"{told}; adjusted for that it {would} {winner.name} ({scores})"


def _error_words(liked: Evidence, other: Evidence) -> str:
    mine, theirs = liked.table.pair_counts, other.table.pair_counts
    return (
        f"{liked.name} separates {mine.n10:,} pairs that belong together ({other.name}: "
        f"{theirs.n10:,}) and joins {mine.n01:,} that do not ({other.name}: {theirs.n01:,})"
    )


def _one_way_words(liked: Evidence) -> str:
    counts = liked.table.pair_counts
    if counts.n01 == 0:
        return f"{liked.name} joins no pair wrongly, however many it separates ({counts.n10:,})"
    return f"{liked.name} separates no pair wrongly, however many it joins ({counts.n01:,})"


def _ignored_error(index: Index, counts: PairCounts) -> Literal["joins", "separations"] | None:
    """Tell which kind of error an index does not see at all."""
    n11, n10, n01, n00 = counts
    value = index.evaluate(counts).value
    if n00 and index.evaluate(PairCounts(n11, n10, n01 + 1, n00 - 1)).value == value:
        return "joins"
    if n00 and index.evaluate(PairCounts(n11, n10 + 1, n01, n00 - 1)).value == value:
        return "separations"
    return None


def _ignored_words(index: Index, ignored: str) -> str:
    if ignored == "joins":
        return f"{index.short} does not see pairs that are wrongly joined"
    return f"{index.short} does not see pairs that are wrongly separated, only those it has joined"


def _weight_words(index: Index, decision: Index, liked: PairCounts, other: PairCounts) -> str:
    """Say how much a wrong join weighs against a wrong separation, if that shows the trade-off.

    Weights are slopes halfway between the candidates; they are told if they rank the candidates
    as the index does.
    """
    saved_joins, more_separations = other.n01 - liked.n01, liked.n10 - other.n10
    n10, n01 = (liked.n10 + other.n10) // 2, (liked.n01 + other.n01) // 2
    halfway = PairCounts(liked.same_a - n10, n10, n01, liked.diff_a - n01)
    weight = _weight_of_a_join(index, halfway)
    if weight is None or weight * saved_joins <= more_separations:
        return ""
    words = f"for {index.short}, a wrong join weighs {weight:.2g} times a wrong separation"
    usual = _weight_of_a_join(decision, halfway) if decision.kind == "pairs" else None
    if usual is None or usual * saved_joins >= more_separations:
        return words
    return f"{words} (for {decision.short}: {usual:.2g} times)"


def _weight_of_a_join(index: Index, counts: PairCounts) -> float | None:
    """Return how many wrong separations lower an index as much as a wrong join does."""
    n11, n10, n01, n00 = counts
    if not (n11 and n00):
        return None
    step = max(1, min(n11, n00) // 1000)
    value = float(index.evaluate(counts).value)
    joined = float(index.evaluate(PairCounts(n11, n10, n01 + step, n00 - step)).value)
    separated = float(index.evaluate(PairCounts(n11 - step, n10 + step, n01, n00)).value)
    if separated == value or not math.isfinite(value + joined + separated):
        return None
    weight = (joined - value) / (separated - value)
    return weight if weight > 0 else None


def _weight_of_sizes(liked: Evidence, other: Evidence) -> tuple[Cause, str]:
    mine, theirs = item_agreement(liked.table), item_agreement(other.table)
    if math.isnan(mine.small):
        return "not found", ""
    better_small, better_large = mine.small > theirs.small, mine.large > theirs.large
    if better_small == better_large:
        return "not found", ""
    first, second = ("small", "large") if better_small else ("large", "small")
    words = (
        f"{liked.name} is better about items of {first} clusters (agreement "
        f"{_short(getattr(mine, first))} against {_short(getattr(theirs, first))}), {other.name} "
        f"about those of {second} ones ({_short(getattr(theirs, second))} against "
        f"{_short(getattr(mine, second))}; large is {mine.from_size} items or more)"
    )
    cause: Cause = "small clusters weigh more" if better_small else "large clusters weigh more"
    return cause, words


def _short(number: float) -> str:
    return shown(float(f"{number:.3g}") if abs(number) >= 1e-9 else 0.0)


class ItemAgreement(NamedTuple):
    """Mean over items of |A_i ∩ B_j| / |A_i ∪ B_j|, where A_i and B_j are the item's clusters.

    ``large`` is over the items of the largest reference clusters, of size ``from_size`` or more,
    that together hold half of all items; ``small`` over the others, NaN if there are none.
    """

    large: float
    small: float
    from_size: int


def item_agreement(table: AggregatedTable) -> ItemAgreement:
    """Average the agreement about items, apart for large and small reference clusters.

    Clusters of the same size are on the same side.

    Examples
    --------
    >>> from partwise import contingency
    >>> item_agreement(contingency([0, 0, 0, 0, 1, 2], [0, 0, 0, 0, 1, 1]))
    ItemAgreement(large=1.0, small=0.5, from_size=4)
    """
    histogram = table.row_histogram
    sizes, counts = (array.astype(np.float64)[::-1] for array in histogram)
    covered = np.cumsum(sizes * counts)
    from_size = int(sizes[np.searchsorted(covered, covered[-1] / 2)])
    cell, row, column, _ = blocks = table.blocks
    items = blocks.items.astype(np.float64)
    agreement = items * (cell / (row + column - cell).astype(np.float64))
    is_large = row >= from_size
    in_large, in_small = items[is_large].sum(), items[~is_large].sum()
    return ItemAgreement(
        float(agreement[is_large].sum() / in_large),
        float(agreement[~is_large].sum() / in_small) if in_small else float("nan"),
        from_size,
    )
