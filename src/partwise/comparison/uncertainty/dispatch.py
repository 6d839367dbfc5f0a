"""Influences of items on indices of every kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import TableError
from partwise.catalogue import Index
from partwise.comparison.uncertainty.entropies import Entropies, entropy_influence
from partwise.comparison.uncertainty.influence import Features, Influence, Outcome, Vector
from partwise.comparison.uncertainty.jackknife import PairInfluences
from partwise.tables import AggregatedTable, Contingency

_FAR = "its standard error needs all cells of the table, too many to fetch from the engine"


def outcomes(table: AggregatedTable, indices: Iterable[Index]) -> Iterator[tuple[Index, Outcome]]:
    """Yield for each index how much each item moves it, or why that is unknown."""
    influences = Influences(table)
    return ((index, influences.of(index)) for index in indices)


class Influences:
    """How much each item of a table moves indices; what indices share is computed once."""

    def __init__(self, table: AggregatedTable) -> None:
        self.table = table

    def __reduce__(self) -> tuple[type[Influences], tuple[AggregatedTable]]:
        return Influences, (self.table,)

    def of(self, index: Index) -> Outcome:
        """Return how much each item moves an index, or why that is unknown."""
        if self.table.n < 3:
            return "a confidence interval needs at least three items"
        if index.kind == "pairs":
            return self._of_pairs.of(index)
        if index.kind == "callable":
            return "how a function of your own behaves on samples is unknown"
        if index.builtin and index.key == "bcubed":
            return (
                bcubed_influence(index, self.table) if isinstance(self.table, Contingency) else _FAR
            )
        try:
            return entropy_influence(index, self.table, self._entropies)
        except TableError as error:  # it matches clusters, and the cells are not here
            return str(error)

    @cached_property
    def _of_pairs(self) -> PairInfluences:
        return PairInfluences(self.table)

    @cached_property
    def _entropies(self) -> Entropies:
        return Entropies(self.table)


def bcubed_influence(index: Index, table: Contingency) -> Outcome:
    """Return how much each item moves BCubed, or why that is unknown."""
    scored = index.evaluate(table)
    if scored.note:
        return scored.note
    rows, columns, counts = table.cells
    cells = counts.astype(np.float64)
    recall, precision = (
        _Company.of(cells, lines, sizes)
        for lines, sizes in ((rows, table.row_sizes), (columns, table.column_sizes))
    )
    if recall.mean + precision.mean == 0:
        return "no two items of the sample are together in both clusterings"
    means = np.array([recall.mean, precision.mean])
    slopes = 2 * means[::-1] ** 2 / means.sum() ** 2
    alone = [float((sizes == 1).sum()) / table.n for sizes in (table.row_sizes, table.column_sizes)]
    features = Features.of(cells, np.array([recall.moves, precision.moves]))
    both = np.add.outer(slopes[0] * recall.another, slopes[1] * precision.another)

    def score(factors: Vector) -> float:
        shift = features.values @ (cells * factors) * (1 - 1 / table.n)
        return _harmonic_mean(*(means - shift))

    return Influence(
        float(scored.value),
        _harmonic_mean(*means),
        features,
        slopes,
        "jackknife without self-pairs",
        score=score,
        worst=float(np.abs(both).max()),
        unseen=float(slopes @ alone),
    )


def _harmonic_mean(one: float, two: float) -> float:
    return float(2 * one * two / (one + two))


class _Company(NamedTuple):
    """How much of the rest of their cluster is with items in the other clustering.

    A cluster of one item has no rest and adds nothing.
    """

    mean: float
    moves: Vector
    """What leaving out an item of each cell adds to the mean, up to a constant."""
    another: Vector
    """The least and the most that leaving out an item with none of its cluster adds."""

    @classmethod
    def of(cls, cells: Vector, lines: NDArray[np.int32], sizes: NDArray[Any]) -> _Company:
        n, size = float(cells.sum()), sizes.astype(np.float64)
        together = np.bincount(lines, cells * (cells - 1), len(size))
        share = together / np.maximum(size - 1, 1)
        # (mates − 2 (n_ij−1)) / (a_i−2) less mates / (a_i−1), over one denominator: none cancels.
        steps = np.maximum((size - 2) * (size - 1), 1)
        moves = (together[lines] - 2 * (cells - 1) * (size[lines] - 1)) / steps[lines]
        moves = np.where(size[lines] > 2, moves, -share[lines]) / (n - 1)
        another = np.where(size > 2, together / steps, 0.0) / (n - 1)
        centred = np.array([another.min(), another.max()]) - float(moves @ cells) / n
        return cls(float(share.sum()) / n, moves, centred)
