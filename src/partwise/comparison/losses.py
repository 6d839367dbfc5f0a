"""How much a candidate's errors lower an index, by kind of error and by cluster size.

Undoing all errors takes two steps. What the index gains by a step is the cost of the errors that
the step undoes. The two costs add up to everything that the candidate loses.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partwise.catalogue import Index
from partwise.tables import AggregatedTable, Blocks, Cells, Contingency


class ByKind(NamedTuple):
    """What an index loses by splits and by merges; NaN where it is undefined on the way."""

    splits: float
    merges: float


class BySize(NamedTuple):
    """What an index loses by errors in small and in large clusters of the reference."""

    small: float
    large: float


def losses_by_kind(index: Index, table: AggregatedTable) -> ByKind:
    """Return what the splits of a candidate cost it, and what its merges cost.

    Undoing the merges gives the intersections of reference and candidate clusters; joining these
    gives the reference. A positive cost means that the errors make the index worse.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency(list("aaaabbbc"), [1, 1, 2, 2, 3, 3, 3, 3])
    >>> [round(loss * 28) for loss in losses_by_kind(pw.index("rand"), table)]  # of 28 pairs
    [4, 3]
    """
    return ByKind(*_steps(index, table, _unmerged(table)))


def losses_by_size(index: Index, table: Contingency, from_size: int) -> BySize:
    """Return what errors in small clusters of the reference cost, and what those in large ones.

    Large clusters get a cluster of their own each, and then the others.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency(list("aaaabbbccc"), [1, 1, 2, 2, 3, 3, 3, 4, 4, 5])
    >>> [round(loss * 45) for loss in losses_by_size(pw.index("rand"), table, 4)]  # of 45 pairs
    [2, 4]
    """
    return BySize(*_steps(index, table, _large_repaired(table, from_size)))


def _steps(index: Index, table: AggregatedTable, halfway: AggregatedTable) -> tuple[float, float]:
    """Return what is gained from halfway to the reference, and from the candidate to halfway."""
    present, middle, perfect = (_value(index, t) for t in (table, halfway, _perfect(table)))
    sign = 1 if index.direction == "similarity" else -1
    return sign * (perfect - middle), sign * (middle - present)


def _value(index: Index, table: AggregatedTable) -> float:
    try:
        return float(index.evaluate(table).value)
    except Exception:  # noqa: BLE001 - it needs cells that are not here; a function may do anything
        return float("nan")


def _perfect(table: AggregatedTable) -> AggregatedTable:
    """Return the table of the reference with itself."""
    if isinstance(table, Contingency):
        rows = np.arange(table.k_a)
        return Contingency(Cells(rows, rows.copy(), table.row_sizes.copy()), rows, rows)
    sizes, counts = table.row_histogram
    return AggregatedTable(
        Blocks(sizes, sizes, sizes, counts),
        table.row_histogram,
        table.row_histogram,
        table.n,
        table.n,
    )


def _unmerged(table: AggregatedTable) -> AggregatedTable:
    """Return the table of the reference with the clusters that it and the candidate share."""
    if isinstance(table, Contingency):
        rows, _, counts = table.cells
        columns = np.arange(len(counts))
        return Contingency(Cells(rows.copy(), columns, counts.copy()), table.row_labels, columns)
    cell, row, _, times = table.blocks
    return AggregatedTable(
        Blocks(cell, row, cell, times),
        table.row_histogram,
        table.cell_histogram,
        table.row_maxima,
        table.n,
    )


def _large_repaired(table: Contingency, from_size: int) -> Contingency:
    """Give each reference cluster of at least a size a cluster of its own in the candidate."""
    rows, columns, counts = table.cells
    large = np.flatnonzero(table.row_sizes >= from_size)
    stays = table.row_sizes[rows] < from_size
    return Contingency.from_cells(
        np.concatenate([rows[stays], large]),
        np.concatenate([columns[stays], table.k_b + np.arange(len(large))]),
        np.concatenate([counts[stays], table.row_sizes[large]]),
    )
