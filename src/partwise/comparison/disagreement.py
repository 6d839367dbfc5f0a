"""Which indices order which candidates differently: the paper's inconsistency."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Result, Table, lower_half, many
from partwise.catalogue import ByName, Index, as_index, beyond_index_named
from partwise.scoring import Which, better

if TYPE_CHECKING:
    from partwise.comparison.plots import DisagreementPlots

Rule: TypeAlias = Literal["definition", "signs"]
"""What counts as inconsistent: opposite preferences, or different signs of the differences."""


class Disagreement(Result):
    """How often each pair of indices orders a pair of candidates differently.

    Two indices are inconsistent about two candidates if one strictly prefers the first and the
    other strictly prefers the second. Ties and undefined values do not count. The paper's tables
    compare the signs of the differences instead: there, a tie by one index and a preference by the
    other also count, and differences as small as rounding errors do not count as ties.

    Parameters
    ----------
    indices : sequence of Index
        The indices.
    names : sequence of str
        Names of the candidates.
    values : array
        Value of each index (row) for each candidate (column).
    rule : {"definition", "signs"}
        How to count: "definition" follows the paper's definition of inconsistency, "signs" the
        counts in its tables.

    Examples
    --------
    >>> import partwise as pw
    >>> values = np.array([[0.9, 0.8, 0.7], [0.1, 0.3, 0.2]])
    >>> d = Disagreement([pw.index("rand"), pw.index("VI")], ["a", "b", "c"], values)
    >>> int(d.counts[0, 1]), round(float(d.percentages[0, 1]), 1)
    (1, 33.3)
    >>> d.between("rand", "vi")
    [('b', 'c')]
    """

    def __init__(
        self,
        indices: Sequence[Index],
        names: Sequence[str],
        values: NDArray[np.float64],
        rule: Rule = "definition",
    ) -> None:
        self.indices = tuple(indices)
        self.names = tuple(names)
        self.rule = rule
        self.pairs = list(combinations(range(len(self.names)), 2))
        firsts = [i for i, _ in self.pairs]
        seconds = [j for _, j in self.pairs]
        self.preferences = np.array(
            [
                better(index, row[firsts], row[seconds], exact=rule == "signs")
                for index, row in zip(self.indices, values, strict=True)
            ],
            np.int8,
        ).reshape(len(self.indices), len(self.pairs))

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How many pairs of candidates each pair of indices orders differently."""
        signs = self.preferences.astype(np.int64)
        ordered = np.abs(signs)
        agree_less_disagree = signs @ signs.T
        both = ordered @ ordered.T
        opposite: NDArray[np.int64] = (both - agree_less_disagree) // 2
        if self.rule == "definition":
            return opposite
        ordered_pairs = ordered.sum(axis=1)
        with_ties: NDArray[np.int64] = (
            opposite + ordered_pairs[:, None] + ordered_pairs[None, :] - 2 * both
        )
        return with_ties

    @property
    def percentages(self) -> NDArray[np.float64]:
        """`counts` as percentages of all pairs of candidates."""
        return 100 * self.counts / max(len(self.pairs), 1)

    def between(self, first: Which, second: Which) -> list[tuple[str, str]]:
        """Return the pairs of candidates that two indices order differently.

        In each pair, the first index prefers the first candidate and the second index the other.
        """
        one, other = (self.preferences[self._place(index)] for index in (first, second))
        pairs = []
        for (i, j), mine, theirs in zip(self.pairs, one.tolist(), other.tolist(), strict=True):
            if mine * theirs < 0:
                pair = (self.names[i], self.names[j])
                pairs.append(pair if mine > 0 else pair[::-1])
        return pairs

    def _place(self, which: Which) -> int:
        places = ByName({index.key: place for place, index in enumerate(self.indices)})
        if which not in places:
            named = beyond_index_named(which) if isinstance(which, str) else which
            key = named.key if isinstance(named, Index) else as_index(which).key
            raise InputError(f"{key} was not compared; the indices are {', '.join(places)}")
        return places[which]  # type: ignore[index]  # an index is found by itself, too

    def prefers(self, place: int, first: str, second: str) -> int:
        """Return 1 if the index at a place prefers the first candidate, −1 if the second, or 0."""
        i, j = self.names.index(first), self.names.index(second)
        if i == j:
            return 0
        sign = int(self.preferences[place, self.pairs.index((min(i, j), max(i, j)))])
        return sign if i < j else -sign

    def preferring(self, first: Any, second: Any) -> list[Index]:
        """Return the indices that prefer the first of two candidates."""
        return [index for i, index in enumerate(self.indices) if self.prefers(i, first, second) > 0]

    @cached_property
    def order(self) -> list[int]:
        """Places of the indices in an order that puts indices that agree next to each other."""
        return agreeing_order(self.percentages)

    @property
    def plot(self) -> DisagreementPlots:
        """``plot()`` draws the matrix."""
        from partwise.comparison.plots import DisagreementPlots

        return DisagreementPlots(self)

    def to_table(self) -> Table:
        """Return the lower half of the matrix of percentages."""
        shorts = [index.short for index in self.indices]
        title = (
            f"% of {many(len(self.pairs), 'pair')} of candidates that two indices order differently"
        )
        return lower_half(shorts, self.percentages.round(1).tolist(), title)

    def _content(self) -> dict[str, Any]:
        return {
            "indices": self.indices,
            "pairs_of_candidates": len(self.pairs),
            "counts": self.counts,
            "percentages": self.percentages,
        }

    def _full_table(self) -> Table:
        rows: list[list[Any]] = [
            [
                self.indices[i].key,
                self.indices[j].key,
                int(self.counts[i, j]),
                len(self.pairs),
                float(self.percentages[i, j]),
            ]
            for i, j in combinations(range(len(self.indices)), 2)
        ]
        return Table(["first", "second", "disagree", "pairs_of_candidates", "percent"], rows)


def agreeing_order(percentages: NDArray[np.float64]) -> list[int]:
    """Return the places of indices, those that agree next to each other.

    Examples
    --------
    >>> agreeing_order(np.array([[0.0, 50, 1], [50, 0, 51], [1, 51, 0]]))
    [1, 0, 2]
    """
    if len(percentages) < 3 or not percentages.any():
        return list(range(len(percentages)))
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    tree = linkage(squareform(percentages, checks=False), "average", optimal_ordering=True)
    return [int(leaf) for leaf in leaves_list(tree)]
