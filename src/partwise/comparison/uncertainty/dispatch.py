"""Influences of items on indices of every kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import TableError
from partwise.catalogue import Index
from partwise.comparison.uncertainty.entropies import Entropies, entropy_influence
from partwise.comparison.uncertainty.influence import Features, Influence, Outcome, Vector
from partwise.comparison.uncertainty.jackknife import influences
from partwise.tables import AggregatedTable, Contingency

_FAR = "its standard error needs the cells, which are too many to leave their engine"


def outcomes(table: AggregatedTable, indices: Iterable[Index]) -> Iterator[tuple[Index, Outcome]]:
    """Yield for each index how much each item moves it, or why that is unknown."""
    chosen = list(indices)
    of_pairs = influences(table, [index for index in chosen if index.kind == "pairs"])

    @cache
    def entropies() -> Entropies:
        return Entropies(table)

    for index in chosen:
        if table.n < 3:
            yield index, "fewer than three items are no sample"
        elif index.kind == "pairs":
            yield next(of_pairs)
        elif index.kind == "callable":
            yield index, "how a function of your own behaves on a sample is not known"
        elif index.builtin and index.key == "bcubed":
            yield index, bcubed_influence(index, table) if isinstance(table, Contingency) else _FAR
        else:
            try:
                yield index, entropy_influence(index, table, entropies())
            except TableError as error:  # it matches clusters, and the cells are not here
                yield index, str(error)


def bcubed_influence(index: Index, table: Contingency) -> Outcome:
    """Return how much each item moves BCubed, or why that is unknown."""
    scored = index.evaluate(table)
    if scored.note:
        return scored.note
    rows, columns, counts = table.cells
    cells = counts.astype(np.float64)
    recall, moves_recall = _company(cells, rows, table.row_sizes)
    precision, moves_precision = _company(cells, columns, table.column_sizes)
    if recall + precision == 0:
        return "no two items of the sample are together in both clusterings"
    slopes = 2 * np.array([precision, recall]) ** 2 / (precision + recall) ** 2
    alone = [float((sizes == 1).sum()) / table.n for sizes in (table.row_sizes, table.column_sizes)]
    return Influence(
        float(scored.value),
        2 * precision * recall / (precision + recall),
        Features(cells, np.array([moves_recall, moves_precision])),
        slopes,
        "jackknife without self-pairs",
        unseen=float(slopes @ alone),
    )


def _company(cells: Vector, lines: NDArray[np.int32], sizes: NDArray[Any]) -> tuple[float, Vector]:
    """Average over items how much of the rest of their cluster is with them.

    A cluster of one item has no rest and adds nothing. Return the mean, and what leaving out an
    item of each cell adds to it, up to a constant.
    """
    n, size = float(cells.sum()), sizes.astype(np.float64)
    together = np.bincount(lines, cells * (cells - 1), len(size))
    share = together / np.maximum(size - 1, 1)
    size, mates = size[lines], together[lines]
    # (mates − 2 (n_ij−1)) / (a_i−2) less mates / (a_i−1), over one denominator: nothing cancels.
    moves = (mates - 2 * (cells - 1) * (size - 1)) / np.maximum((size - 2) * (size - 1), 1)
    return float(share.sum()) / n, np.where(size > 2, moves, -share[lines]) / (n - 1)
