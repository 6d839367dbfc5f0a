"""Standard error of BCubed, which averages over items.

A sample's BCubed is too high: each item counts itself among those that are with it, which is much
in a small cluster and nothing in the whole. Leaving the item itself out, n_ij (n_ij − 1)/(a_i − 1)
instead of n_ij²/a_i, gives recall and precision without bias, up to clusters of which the sample
has one item: those say nothing about their company.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.comparison.influence import Features, Influence, Outcome, Vector
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
    recall, less_recall = _company(cells, rows, table.row_sizes)
    precision, less_precision = _company(cells, columns, table.column_sizes)
    if recall + precision == 0:
        return "no two items of the sample are together in both clusterings"
    estimate = 2 * precision * recall / (precision + recall)
    total = less_precision + less_recall
    product = less_precision * less_recall
    without = np.divide(2 * product, total, out=np.zeros_like(total), where=total > 0)
    alone = [float((sizes == 1).sum()) / table.n for sizes in (table.row_sizes, table.column_sizes)]
    slopes = 2 * np.array([precision, recall]) ** 2 / (precision + recall) ** 2
    return Influence(
        float(scored.value),
        estimate,
        Features(cells, without[None, :]),
        np.ones(1),
        "jackknife without self-pairs",
        unseen=float(slopes @ alone),
    )


def _company(
    cells: Vector, lines: NDArray[np.int32], sizes: NDArray[np.int64]
) -> tuple[float, Vector]:
    """Average over items how much of the rest of their cluster is with them; with and without each.

    A cluster of one item has no rest and adds nothing.
    """
    n = float(cells.sum())
    together = np.bincount(lines, cells * (cells - 1), len(sizes))
    share = together / np.maximum(sizes - 1.0, 1.0)
    size = sizes.astype(np.float64)[lines]
    left = together[lines] - 2 * (cells - 1)
    without = np.where(size > 2, left / np.maximum(size - 2, 1.0), 0.0)
    total = float(share.sum())
    return total / n, (total - share[lines] + without) / (n - 1)
