"""Values of indices on one table, as far as a kernel can decide them in one call."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from partwise.kernels import score_cells
from partwise.tables import AggregatedTable, Contingency

if TYPE_CHECKING:
    from partwise.catalogue.index_record import Index


def decided_values(indices: Sequence[Index], table: AggregatedTable) -> list[float]:
    """Evaluate formulas in the kernel's arithmetic; NaN where it cannot decide a value.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency([0, 0, 1, 1], [0, 0, 0, 1])
    >>> decided_values([pw.index("rand"), pw.index("correlation_distance")], table)
    [0.5, 0.5]
    """
    programs = [index.program for index in indices]
    if not isinstance(table, Contingency) or not any(programs):
        return [math.nan] * len(programs)
    rows, columns, counts = table.cells
    return score_cells(rows, columns, counts, table.row_sizes, table.column_sizes, programs)
