"""Why an index prefers one candidate to another: the cause, with the numbers that show it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from partwise.base import TextResult, listed, shown
from partwise.catalogue import Index
from partwise.comparison.losses import BySize, losses_by_kind, losses_by_size
from partwise.comparison.size_bias import (
    Evidence,
    baseline_of,
    baseline_words,
    has_head_start,
    leads_beyond_size,
    short,
    size_words,
)
from partwise.scoring import better
from partwise.tables import AggregatedTable, Contingency, PairCounts

if TYPE_CHECKING:
    from partwise.comparison.comparison import Comparison

Cause: TypeAlias = Literal[
    "size bias",
    "size bias in part",
    "size bias and trade-off",
    "one-sided",
    "best value too easily",
    "small clusters weigh more",
    "large clusters weigh more",
    "trade-off",
    "fewer errors",
    "cheaper errors",
]

_NOTHING = 1e-12  # costs below this are rounding errors


@dataclass(frozen=True)
class Reason(TextResult):
    """Why an index prefers one candidate to another.

    ``because`` describes the two candidates, in the same words for all indices with this cause;
    ``numbers`` says how this index scores the difference.
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


@dataclass(frozen=True)
class NoPreference(TextResult):
    """An index that prefers neither of two candidates."""

    index: Index
    first: str
    second: str
    undefined: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.undefined:
            return f"{self.index.short} is undefined for {listed(list(map(str, self.undefined)))}."
        return f"{self.index.short} ranks {self.first} and {self.second} equal."


def preference(
    comparison: Comparison, place: int, first: str, second: str
) -> Reason | NoPreference:
    """Tell why the index at a place prefers one of two candidates, or that it prefers none."""
    index = comparison.indices[place]
    prefers = comparison.disagreement.prefers(place, first, second)
    if prefers == 0:
        ranks = comparison.ranks[index.key]
        undefined = [name for name in dict.fromkeys((first, second)) if ranks[name] is None]
        return NoPreference(index, first, second, tuple(undefined))
    pair = (first, second) if prefers > 0 else (second, first)
    liked, other = (_evidence(comparison, index, name) for name in pair)
    return find_reason(index, liked, other, comparison.decision)


def _evidence(comparison: Comparison, index: Index, name: str) -> Evidence:
    table, value = comparison.tables[name], float(comparison.scores[name][index.key])
    baseline = baseline_of(table, index, lambda: comparison.chance[name][index.key])
    return Evidence(index, name, table, value, baseline)


def find_reason(index: Index, liked: Evidence, other: Evidence, decision: Index) -> Reason:
    """Find why an index prefers one candidate to another, while the deciding index may not."""

    def reason(cause: Cause, because: str, numbers: str = "") -> Reason:
        return Reason(index, liked.name, other.name, cause, because, numbers)

    ignored = _ignored_error(index) if index.kind == "pairs" else None
    if not ignored and liked.value == index.best and _errs_one_way(liked):
        return reason("best value too easily", _one_way_words(liked))
    if has_head_start(liked, other):
        return reason(*_size_bias(liked, other, decision))
    if ignored:
        return reason("one-sided", _error_words(liked, other), _ignored_words(index, ignored))
    weighing = _weight_of_sizes(liked, other, decision)
    if weighing:
        return reason(*weighing)
    return reason(*_weight_of_errors(liked, other, decision))


def _size_bias(liked: Evidence, other: Evidence, decision: Index) -> tuple[Cause, str, str]:
    """Say what sizes have to do with the lead and, if they are not all of it, what else has."""
    because, numbers = size_words(liked, other), baseline_words(liked, other)
    if not leads_beyond_size(liked, other):
        return "size bias", because, numbers
    trade = _trade_words(liked, other, decision)
    if not trade:
        return "size bias in part", because, numbers
    return "size bias and trade-off", because, f"{numbers}. {trade}"


def _errs_one_way(candidate: Evidence) -> bool:
    """Whether the candidate only splits clusters of the reference, or only merges them."""
    counts = candidate.table.pair_counts
    return bool((counts.n10 == 0) != (counts.n01 == 0))


def _error_words(liked: Evidence, other: Evidence) -> str:
    mine, theirs = liked.table.pair_counts, other.table.pair_counts
    belong, do = ("belongs" if mine.n10 == 1 else "belong"), ("does" if mine.n01 == 1 else "do")
    return (
        f"{liked.name} separates {_pairs(mine.n10)} that {belong} together ({other.name}: "
        f"{theirs.n10:,}) and joins {mine.n01:,} that {do} not ({other.name}: {theirs.n01:,})"
    )


def _pairs(number: int) -> str:
    return f"{number:,} pair{'' if number == 1 else 's'}"


def _one_way_words(liked: Evidence) -> str:
    counts = liked.table.pair_counts
    if counts.n01 == 0:
        return f"{liked.name} wrongly joins no pair, although it separates {_pairs(counts.n10)}"
    return f"{liked.name} wrongly separates no pair, although it joins {_pairs(counts.n01)}"


_POINTS = (PairCounts(2, 3, 4, 12), PairCounts(5, 4, 9, 10))  # of 7 and 8 items


def _ignored_error(index: Index) -> Literal["joins", "separations"] | None:
    """Tell which kind of error an index of pairs does not see at all."""

    def is_ignored(join: int, separation: int) -> bool:
        return all(
            index.evaluate(PairCounts(n11, n10 + separation, n01 + join, n00 - 1)).value
            == index.evaluate(PairCounts(n11, n10, n01, n00)).value
            for n11, n10, n01, n00 in _POINTS
        )

    if is_ignored(1, 0):
        return "joins"
    return "separations" if is_ignored(0, 1) else None


def _ignored_words(index: Index, ignored: str) -> str:
    if ignored == "joins":
        return f"{index.short} does not count pairs that a candidate wrongly joins"
    return f"{index.short} does not count pairs that a candidate wrongly separates"


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
    words = f"for {index.short}, a wrong join weighs {_times(weight)} a wrong separation"
    usual = _weight_of_a_join(decision, halfway) if decision.kind == "pairs" else None
    if usual is None or usual * saved_joins >= more_separations:
        return words
    return f"{words} (for {decision.short}, {_times(usual).removesuffix(' as')})"


def _times(weight: float) -> str:
    """Say how much something weighs; the thing that it is compared with follows.

    Examples
    --------
    >>> _times(0.614), _times(1.003), _times(120.4)
    ('0.61 times as much as', 'as much as', '120 times as much as')
    """
    number = shown(float(f"{weight:.2g}"))
    return "as much as" if number == "1" else f"{number} times as much as"


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


def _weight_of_errors(liked: Evidence, other: Evidence, decision: Index) -> tuple[Cause, str, str]:
    """Say what the errors of both candidates cost by kind, where there is no simpler reason."""
    index, because = liked.index, _error_words(liked, other)
    mine, theirs = liked.table.pair_counts, other.table.pair_counts
    if index.kind == "pairs" and mine.n10 <= theirs.n10 and mine.n01 <= theirs.n01:
        return "fewer errors", because, ""
    weights = _weight_words(index, decision, mine, theirs) if index.kind == "pairs" else ""
    if weights:
        return "trade-off", because, weights
    trade = _trade_words(liked, other, decision)
    if trade:
        return "trade-off", because, trade
    deciding = () if _agrees(decision, liked, other) else (decision,)
    numbers = "; ".join(filter(None, (_loss_words(i, liked, other) for i in (index, *deciding))))
    costs, other_costs = (losses_by_kind(index, side.table) for side in (liked, other))
    errors = zip(costs, other_costs, (mine.n10 or theirs.n10, mine.n01 or theirs.n01), strict=True)
    if any(made and max(abs(own), abs(others)) < _NOTHING for own, others, made in errors):
        return "one-sided", because, numbers
    if costs.splits <= other_costs.splits and costs.merges <= other_costs.merges:
        return "cheaper errors", because, numbers
    return "trade-off", because, numbers


def _trade_words(liked: Evidence, other: Evidence, decision: Index) -> str:
    """Say which kind of error an index penalises less than the deciding one, if that is why.

    One candidate must lose more by splits and less by merges than the other, by both indices, or
    the reverse. If these two disagree, it is because they weigh the two kinds differently.
    """
    if _agrees(decision, liked, other):
        return ""
    told, kinds = [], set()
    for by in (liked.index, decision):
        mine, theirs = (losses_by_kind(by, side.table) for side in (liked, other))
        splits, merges = mine.splits - theirs.splits, mine.merges - theirs.merges
        if not splits * merges < 0 or min(abs(splits), abs(merges)) < _NOTHING:
            return ""  # or undefined
        kinds.add(("splits", "merges") if splits > 0 else ("merges", "splits"))
        told.append((short(max(splits, merges)), short(-min(splits, merges))))
    if len(kinds) > 1:
        return ""
    (more, fewer), index, deciding = kinds.pop(), liked.index.short, decision.short
    (cost, gain), (usual_cost, usual_gain) = told
    return (
        f"{index} penalises {more} less than {deciding} does, relative to {fewer}: by {index}, "
        f"{liked.name} loses {cost} from more {more} and gains {gain} from fewer {fewer}; by "
        f"{deciding}, it loses {usual_cost} and gains {usual_gain}"
    )


def _loss_words(index: Index, liked: Evidence, other: Evidence) -> str:
    """Say what splits and merges cost both candidates; nothing where that is undefined."""
    mine, theirs = (losses_by_kind(index, side.table) for side in (liked, other))
    if not all(map(math.isfinite, (*mine, *theirs))):
        return ""
    return (
        f"by {index.short}, splits cost {liked.name} {short(mine.splits)} and {other.name} "
        f"{short(theirs.splits)}, and merges cost them {short(mine.merges)} and "
        f"{short(theirs.merges)}"
    )


def _agrees(decision: Index, liked: Evidence, other: Evidence) -> bool:
    values = (np.array([float(decision.evaluate(side.table).value)]) for side in (liked, other))
    return bool(better(decision, *values)[0] >= 0)


def _weight_of_sizes(
    liked: Evidence, other: Evidence, decision: Index
) -> tuple[Cause, str, str] | None:
    """Say which clusters weigh more with an index than with the deciding one, if that is why.

    One candidate must be better about small clusters and the other about large ones, by the share
    of each item's clusters that agrees, by the index and by the deciding one. If these two
    disagree, it is because one minds small clusters more.
    """
    index, table, other_table = liked.index, liked.table, other.table
    if index.kind == decision.kind == "pairs" or _agrees(decision, liked, other):
        return None  # for both, a cluster's weight grows with the square of its size
    if not (isinstance(table, Contingency) and isinstance(other_table, Contingency)):
        return None  # the cells are not here
    mine, theirs = item_agreement(table), item_agreement(other_table)
    is_small, is_large = mine.small > theirs.small, mine.large > theirs.large
    if math.isnan(mine.small) or is_small == is_large:
        return None
    numbers = []
    for by in (index, decision):
        costs = losses_by_size(by, table, mine.from_size)
        other_costs = losses_by_size(by, other_table, mine.from_size)
        if not _trade(costs, other_costs, is_small):
            return None
        numbers.append(
            f"by {by.short}, errors in small clusters cost {liked.name} {short(costs.small)} and "
            f"{other.name} {short(other_costs.small)}, and errors in large clusters cost them "
            f"{short(costs.large)} and {short(other_costs.large)}"
        )
    first, second = ("small", "large") if is_small else ("large", "small")
    because = (
        f"{liked.name} agrees better with the reference on items of {first} clusters (mean "
        f"agreement {short(getattr(mine, first))} against {short(getattr(theirs, first))}), and "
        f"{other.name} on items of {second} clusters ({short(getattr(theirs, second))} against "
        f"{short(getattr(mine, second))}; large clusters have {mine.from_size} items or more)"
    )
    cause: Cause = "small clusters weigh more" if is_small else "large clusters weigh more"
    return cause, because, "; ".join(numbers)


def _trade(mine: BySize, theirs: BySize, is_small: bool) -> bool:
    """Whether the first loses less in small clusters and more in large ones, or the reverse."""
    if not is_small:
        mine, theirs = theirs, mine
    return mine.small < theirs.small and mine.large > theirs.large


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
