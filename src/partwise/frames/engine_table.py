"""Cells that have left an engine → a contingency table."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np

from partwise.cells import gathered
from partwise.contingency import Contingency
from partwise.counts import exact_counts
from partwise.factorize import MISSING, Codes, Factorized, factorize
from partwise.frames.grouped import COUNT, as_int64
from partwise.policies import Lone

__all__ = ["contingency_of"]


def contingency_of(cells: nw.DataFrame[Any]) -> Contingency:
    """Make a table of counted cells; each item without a label gets a cluster of its own."""
    rows, columns = (factorize(nw.to_native(cells[side])) for side in ("a", "b"))
    counts = as_int64(cells, COUNT)
    lone = (rows.codes == MISSING) | (columns.codes == MISSING)
    times = np.where(lone, counts, 1)
    spread = np.repeat(np.arange(len(counts)), times)
    row_codes, row_labels = _with_lone(rows, spread)
    column_codes, column_labels = _with_lone(columns, spread)
    numbers = exact_counts(np.where(lone, 1, counts)[spread], "count")
    found, kept_rows, kept_columns = gathered(row_codes, column_codes, numbers)
    return Contingency(
        found,
        [row_labels[i] for i in kept_rows.tolist()],
        [column_labels[j] for j in kept_columns.tolist()],
    )


def _with_lone(side: Factorized, spread: Codes) -> tuple[Codes, list[Any]]:
    codes = side.codes[spread]
    where = np.flatnonzero(codes == MISSING)
    codes[where] = len(side.labels) + np.arange(len(where))
    return codes, [*side.labels, *(Lone(number) for number in range(1, len(where) + 1))]
