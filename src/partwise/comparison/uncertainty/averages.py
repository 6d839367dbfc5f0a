"""Standard error of BCubed, which averages over items.

A sample's BCubed is too high: each item counts itself among those that are with it, which is much
in a small cluster and nothing in the whole. Leaving the item itself out, n_ij (n_ij − 1)/(a_i − 1)
instead of n_ij²/a_i, gives recall and precision without bias, up to clusters of which the sample
has one item: those say nothing about their company. Each item is left out of both in turn, and
their harmonic mean is linearised.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.comparison.uncertainty.influence import Features, Influence, Outcome, Vector
from partwise.contingency import Contingency
from partwise.index import Index

__all__ = ["bcubed_influence"]


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
