"""The most costly splits and merges of a candidate: how much each lowers an index.

Merge
    A cluster of the candidate with items of several clusters of the reference. Undoing it splits it
    along the reference: a sequence of the paper's perfect splits.
Split
    A cluster of the reference whose items are in several clusters of the candidate. Undoing it
    takes the parts out of the clusters that they share with others (perfect splits), and joins them
    (perfect merges). The first step undoes merges, so only the second counts as the split's cost.

Either repair is a consistent improvement by the paper's Theorem 2, so a monotone index gains by it.
Each pair of items on which the clusterings disagree is due to exactly one mistake.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from partwise.base import Cell, InputError, Result, Table, TextResult, many, shown, total, tracked
from partwise.catalogue import Index, UndefinedPolicy, Value, as_index
from partwise.comparison.errors.cluster_lines import (
    Part,
    columns_of,
    largest_first,
    listing,
    rows_of,
)
from partwise.comparison.errors.repairs import WrongPairs, joined, split_up, taken_out, wrong_pairs
from partwise.scoring import Which
from partwise.tables import Contingency, as_cell

if TYPE_CHECKING:
    from partwise.comparison.plots import MistakesPlots

_ONE_BY_ONE = 10_000  # pair counts that are not evaluated as an array
_TABLES = 1_000
_ROUNDING = 1e-12  # a cost this near to 0 is no news
_CELLS = 2 * 10**7  # of repaired tables, all together


class WorstPair(NamedTuple):
    """The two parts between which a mistake has most wrong pairs, and how many these are."""

    one: Hashable
    other: Hashable
    pairs: int


_MOST_PARTS = 10
"""How many parts of a mistake a dictionary holds."""


@dataclass(frozen=True)
class Mistake(TextResult):
    """A split or a merge, and what it costs.

    Parameters
    ----------
    kind : {"split", "merge"}
        A cluster of the reference that the candidate splits, or a cluster of the candidate that
        merges several of the reference.
    cluster : hashable
        Its label: of the reference for a split, of the candidate for a merge.
    size : int
        Its size.
    parts : tuple of Part
        The clusters of the other clustering that contain its items, how many items each shares with
        it, and how large each is; largest part first.
    pairs : int
        How many pairs of items are wrong because of this mistake.
    cost : float
        How much better ``repaired`` is than ``before``. Positive: undoing the mistake makes the
        clusterings more similar. Negative: the index is not monotone here. NaN: one of the two
        values is undefined.
    before : float
        The value of the index that the cost starts from. For a merge, this is the present value;
        for a split, the value after the parts are taken out of clusters that they share with
        others, but before they are joined.
    repaired : float
        The value of the index after the mistake is undone.
    """

    kind: Literal["split", "merge"]
    cluster: Hashable
    size: int
    parts: tuple[Part, ...]
    pairs: int
    cost: float
    before: float
    repaired: float

    @property
    def is_entangled(self) -> bool:
        """Whether it is a split whose parts share clusters with items of other clusters."""
        return self.kind == "split" and any(part.items < part.size for part in self.parts)

    @property
    def worst(self) -> WorstPair:
        """The two largest parts: no other two parts have more wrong pairs between them."""
        one, other, *_ = self.parts
        return WorstPair(one.label, other.label, one.items * other.items)

    def __str__(self) -> str:
        side, does = (
            ("reference", "is split into")
            if self.kind == "split"
            else ("candidate", "merges items of")
        )
        return (
            f"{side} cluster {self.cluster} ({many(self.size, 'item')}) {does} "
            f"{listing(self.parts[:3], len(self.parts))}: {many(self.pairs, 'wrong pair')}, cost "
            f"{self.cost:.4g} ({self.before:z.4f}, {self.repaired:z.4f} without it)"
        )

    def _content(self) -> dict[str, Any]:
        one, other, pairs = self.worst
        return {
            "kind": self.kind,
            "cluster": self.cluster,
            "size": self.size,
            "parts": self.parts[:_MOST_PARTS],
            "parts_in_all": len(self.parts),
            "worst": {"one": one, "other": other, "pairs": pairs},
            "pairs": self.pairs,
            "cost": self.cost,
            "before": self.before,
            "repaired": self.repaired,
        }


class Mistakes(Result):
    """The most costly mistakes of a candidate, most costly first. Made by :func:`mistakes`.

    Attributes
    ----------
    ranked_by : Index
        The index by which they are ranked.
    value : Value
        Its present value, and a note where a convention was used.
    splits, merges : int
        How many splits and merges there are in all.
    split_pairs, merge_pairs : int
        How many pairs are wrong because of splits (n10) and because of merges (n01).
    evaluated : int
        For how many mistakes the cost was computed.
    """

    def __init__(
        self,
        mistakes: Iterable[Mistake],
        ranked_by: Index,
        value: Value,
        all_of: WrongPairs,
        evaluated: int,
    ) -> None:
        self._mistakes = tuple(mistakes)
        self.ranked_by = ranked_by
        self.value = value
        self.splits = int(all_of.is_split.sum())
        self.merges = len(all_of.line) - self.splits
        self.split_pairs = total(all_of.pairs[all_of.is_split])
        self.merge_pairs = total(all_of.pairs[~all_of.is_split])
        self.evaluated = evaluated

    def __len__(self) -> int:
        return len(self._mistakes)

    @overload
    def __getitem__(self, place: int) -> Mistake: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Mistake, ...]: ...
    def __getitem__(self, place: int | slice) -> Mistake | tuple[Mistake, ...]:
        return self._mistakes[place]

    def __iter__(self) -> Iterator[Mistake]:
        return iter(self._mistakes)

    @property
    def notes(self) -> list[str]:
        """Notes on how to read the costs."""
        notes, label = [], self.ranked_by.label
        in_all = self.splits + self.merges
        if any(mistake.is_entangled for mistake in self):
            notes.append(
                "the cost of a split is what joining its parts gains, after each part has been "
                "separated from other items"
            )
        if self.value.note:
            notes.append(f"{label}: {self.value.note}")
        if any(mistake.cost < -_ROUNDING for mistake in self):
            notes.append(f"a negative cost means that undoing the mistake makes {label} worse")
        if any(np.isnan(mistake.cost) for mistake in self):
            notes.append(f"where {label} is undefined, mistakes are sorted by wrong pairs")
        if self.evaluated < in_all:
            notes.append(
                f"costs were computed for the {self.evaluated} of {in_all} mistakes with the "
                "most wrong pairs; pass a larger limit= for more"
            )
        return notes

    @property
    def plot(self) -> MistakesPlots:
        """``plot()`` draws the most costly ones."""
        from partwise.comparison.plots import MistakesPlots

        return MistakesPlots(self)

    def to_table(self) -> Table:
        """Return the mistakes as a table to print."""
        rows = [
            [*_cells(mistake), listing(mistake.parts[:3], len(mistake.parts))] for mistake in self
        ]
        title = (
            f"{self.ranked_by.label} {shown(self.value.value)}: {many(self.splits, 'split')} "
            f"({many(self.split_pairs, 'pair')}), {many(self.merges, 'merge')} "
            f"({many(self.merge_pairs, 'pair')})"
        )
        columns = ["mistake", "cluster", "size", "wrong pairs", "cost", "parts"]
        return Table(columns, rows, title, self.notes, decimals=4)

    def _full_table(self) -> Table:
        rows = [
            [
                *_cells(mistake),
                mistake.before,
                mistake.repaired,
                len(mistake.parts),
                as_cell(mistake.worst.one),
                as_cell(mistake.worst.other),
                mistake.worst.pairs,
            ]
            for mistake in self
        ]
        columns = ["mistake", "cluster", "size", "wrong_pairs", "cost", "before", "repaired"]
        worst = ["largest_part", "second_part", "pairs_between_them"]
        return Table([*columns, "parts", *worst], rows)

    def _content(self) -> dict[str, Any]:
        return {
            "index": self.ranked_by,
            "value": self.value.value,
            "splits": self.splits,
            "split_pairs": self.split_pairs,
            "merges": self.merges,
            "merge_pairs": self.merge_pairs,
            "evaluated": self.evaluated,
            "notes": self.notes,
            "mistakes": self._mistakes,
        }


def _cells(mistake: Mistake) -> list[Cell]:
    """Return what both tables say about a mistake."""
    cluster = as_cell(mistake.cluster)
    return [mistake.kind, cluster, mistake.size, mistake.pairs, mistake.cost]


def mistakes(
    table: Contingency,
    index: Which,
    top: int | None = 20,
    *,
    limit: int | None = None,
    undefined: UndefinedPolicy = "convention",
) -> Mistakes:
    """Rank the splits and merges of a candidate by how much each lowers an index.

    Parameters
    ----------
    table : Contingency
        From :func:`partwise.contingency`.
    index : str, Index or callable
        The index, as in :func:`partwise.score`.
    top : int or None
        How many mistakes to return; None for all.
    limit : int, optional
        Compute the cost of at most this many mistakes, those with the most wrong pairs. By default,
        all for a pair-counting index whose counts are below 2^53; for other indices, as many as can
        be computed quickly, and at least ``top``. The result says how many.
    undefined : {"convention", "nan", "raise"}
        What to do where the index is undefined.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency(list("aaaabbbc"), [1, 1, 2, 2, 3, 3, 3, 3])
    >>> print(mistakes(table, "rand"))
    Rand 0.75: 1 split (4 pairs), 1 merge (3 pairs)
    mistake  cluster  size  wrong pairs    cost  parts
    split    a           4            4  0.1429  1 (2 of 2), 2 (2 of 2)
    merge    3           4            3  0.1071  b (3 of 3), c (1 of 1)
    """
    chosen = as_index(index)
    for what, number in (("top", top), ("limit", limit)):
        if number is not None and number < 1:
            raise InputError(f"{what}= must be at least 1, or None for all, not {number}")
    every = wrong_pairs(table)
    worst = every.take(largest_first(every.pairs, _limit(chosen, table, top, limit)))
    value = chosen.evaluate(table, undefined=undefined)
    if chosen.kind == "pairs":
        before, repaired = _from_counts(chosen, table, worst, undefined)
    else:
        before, repaired = _from_tables(chosen, table, worst, float(value), undefined)
    with np.errstate(invalid="ignore"):
        gain = repaired - before if chosen.direction == "similarity" else before - repaired
    order = np.argsort(np.where(np.isnan(gain), np.inf, -gain), kind="stable")[:top]
    values = np.stack((gain, before, repaired), axis=1)[order].tolist()
    described = _described(table, worst.take(order), values)
    return Mistakes(described, chosen, value, every, len(worst.line))


def _limit(index: Index, table: Contingency, top: int | None, limit: int | None) -> int | None:
    if limit is not None or top is None:
        return limit
    if index.kind != "pairs":
        return max(top, min(_TABLES, _CELLS // max(len(table.cells.counts), 1)))
    in_an_array = index.stable and table.pair_counts.total < 2**53
    return None if in_an_array else max(top, _ONE_BY_ONE)


def _from_counts(
    index: Index, table: Contingency, worst: WrongPairs, undefined: UndefinedPolicy
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Evaluate a pair-counting index before and after each repair, all in one call."""
    moves = worst.mixed > 0  # else it starts from the present value, which is in front
    before, after = worst.take(moves).before(table.pair_counts), worst.after(table.pair_counts)
    present = (np.array([count], worst.pairs.dtype) for count in table.pair_counts)
    counts = [np.concatenate(three) for three in zip(present, before, after, strict=True)]
    values = np.asarray(index.from_counts(*counts, undefined=undefined), np.float64)
    start = np.full(len(worst.line), values[0])
    start[moves] = values[1 : 1 + moves.sum()]
    return start, values[1 + moves.sum() :]


def _from_tables(
    index: Index,
    table: Contingency,
    worst: WrongPairs,
    present: float,
    undefined: UndefinedPolicy,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Evaluate an index on the table before and after each repair."""

    def value(repaired: Contingency) -> float:
        return float(index.evaluate(repaired, undefined=undefined))

    start, end = np.full(len(worst.line), present), np.empty(len(worst.line))
    work = enumerate(zip(*(array.tolist() for array in worst), strict=True))
    for k, (is_split, line, _, mixed) in tracked(work, len(worst.line), "mistakes: "):
        if mixed:
            start[k] = value(taken_out(table, line))
        end[k] = value(joined(table, line) if is_split else split_up(table, line))
    return start, end


def _described(
    table: Contingency, worst: WrongPairs, values: list[list[float]]
) -> Iterator[Mistake]:
    rows, columns = rows_of(table), columns_of(table)
    arrays = (worst.is_split.tolist(), worst.line.tolist(), worst.pairs.tolist(), values)
    for is_split, line, pairs, value in zip(*arrays, strict=True):
        labels, sizes = (
            (table.row_labels, table.row_sizes)
            if is_split
            else (table.column_labels, table.column_sizes)
        )
        yield Mistake(
            "split" if is_split else "merge",
            labels[line],
            int(sizes[line]),
            (rows if is_split else columns).parts(line),
            pairs,
            *value,
        )
