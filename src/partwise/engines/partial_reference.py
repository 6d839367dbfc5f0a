"""The items that a partial reference labels, and a candidate's clusters in the whole."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, many
from partwise.clusterings import Policies
from partwise.engines.engine_tables import engine_sizes, engine_table, sizes_of_clusters
from partwise.engines.inputs import REFERENCE, as_labels
from partwise.engines.item_join import join
from partwise.tables import Cells, Contingency, with_cells


class LabelledPart(NamedTuple):
    """The table of the labelled items, and of the whole: sizes of its columns, n and m_B."""

    table: Contingency
    sizes: NDArray[Any]
    n: int
    same_b: int


def labelled_part(reference: object, candidate: object) -> LabelledPart:
    """Count the labelled items and the sizes of the whole candidate where the data are."""
    sample, whole = as_labels(reference, REFERENCE), as_labels(candidate, "the candidate")
    labelled = join({REFERENCE: sample, "candidate": whole}, Policies(missing="drop"))
    side = labelled.sides[REFERENCE]
    absent = side.items - side.missing - labelled.n
    if absent:
        raise InputError(
            f"the candidate lacks {many(absent, 'labelled item')}; it must cluster all items of "
            "the whole"
        )
    everything = join({"candidate": whole})
    try:
        table = _in_order(with_cells(engine_table(labelled, REFERENCE, "candidate")))
        histogram = engine_sizes(everything, "candidate")
        size = sizes_of_clusters(everything, "candidate", labelled)
    finally:
        labelled.forget()
        everything.forget()
    sizes = np.array([size[label] for label in table.column_labels], np.int64)
    pairs = histogram.sum_of(lambda size: size * (size - 1) // 2)
    return LabelledPart(table, sizes, everything.n, pairs)


def _in_order(table: Contingency) -> Contingency:
    """Sort the rows, so that tables of several candidates have them in one order."""
    order = np.argsort(np.array([str(label) for label in table.row_labels]))
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    rows, columns, counts = table.cells
    by_row = np.lexsort((columns, place[rows]))
    cells = Cells(place[rows][by_row], columns[by_row], counts[by_row])
    return Contingency(cells, [table.row_labels[i] for i in order.tolist()], table.column_labels)
