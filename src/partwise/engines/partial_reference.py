"""The items that a partial reference labels, and a candidate's clusters in the whole."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Option, many
from partwise.clusterings import (
    AS_THEY_ARE,
    Clustering,
    Policies,
    as_clustering,
    correspond,
    examples,
)
from partwise.engines.field_objects import opened
from partwise.engines.inputs import REFERENCE, are_in_frames, as_labels
from partwise.engines.placing import in_one_place
from partwise.engines.text_inputs import are_text_tables, with_text_items
from partwise.tables import Cells, Contingency, SizeHistogram, counted, with_cells

if TYPE_CHECKING:
    from partwise.engines.label_columns import Frame, LabelColumns


class LabelledPart(NamedTuple):
    """The table of the labelled items, the sizes of its columns in the whole, and all sizes."""

    table: Contingency
    sizes: NDArray[Any]
    whole: SizeHistogram


def labelled_part(
    reference: object, candidate: object, policies: Policies = AS_THEY_ARE
) -> LabelledPart:
    """Count the labelled items and the sizes of the whole candidate where the data are."""
    if policies.noise == "drop":
        raise InputError(
            (
                Option("noise", "drop"),
                " would leave clusters incomplete, but whole ones are needed",
            ),
            remedy=("use ", Option("noise", "singletons")),
        )
    some = replace(policies, missing="drop")  # which the reference labels
    both = {REFERENCE: opened(reference), "the candidate": opened(candidate)}
    sources = dict(both)
    both[REFERENCE] = in_one_place(both, some)[REFERENCE]
    both = in_one_place(both, policies)
    if are_text_tables(both):
        both = {
            name: as_labels(labels, name).to_clustering(missing=policy.missing)
            for (name, labels), policy in zip(both.items(), (some, policies), strict=True)
        }
    both = with_text_items(both, sources, policies)
    sample, whole = both.values()
    if are_in_frames(both):
        return _in_frames(sample, whole, some, policies)
    return _in_memory(as_clustering(sample, some), as_clustering(whole, policies))


def _in_memory(a: Clustering, b: Clustering) -> LabelledPart:
    ours, theirs = correspond(a.item_set, b.item_set, "drop")
    if len(ours) < a.n:
        known = set(ours.tolist())
        strange = [item for i, item in enumerate(a.items) if i not in known]
        raise InputError(
            f"the candidate lacks {many(len(strange), 'labelled item')} ({examples(strange)}); it "
            "must cluster all items, labelled or not"
        )
    table = counted(a.codes[ours], b.codes[theirs])
    columns = np.array(table.column_labels, np.int64)
    labelled = Contingency(
        table.cells,
        [a.cluster_labels[code] for code in table.row_labels],  # type: ignore[call-overload]
        [b.cluster_labels[code] for code in columns.tolist()],
        (table.row_sizes, table.column_sizes),
    )
    return LabelledPart(labelled, b.sizes[columns], SizeHistogram.of(b.sizes))


def _in_frames(
    reference: object, candidate: object, some: Policies, policies: Policies
) -> LabelledPart:
    from partwise.engines.engine_tables import engine_sizes, engine_table, sizes_of_clusters
    from partwise.engines.item_join import join

    sample, whole = as_labels(reference, REFERENCE), as_labels(candidate, "the candidate")
    alone = ["candidate"] if policies.missing == "singletons" else []
    labelled = join({REFERENCE: sample, "candidate": whole}, some, alone=alone)
    side = labelled.sides[REFERENCE]
    absent = side.items - side.missing - labelled.n
    if absent:
        raise InputError(
            f"the candidate lacks {many(absent, 'labelled item')}; it must cluster all items, "
            "labelled or not"
        )
    everything = join({"candidate": _beside(whole, labelled.frame)}, policies)
    try:
        table = _in_order(with_cells(engine_table(labelled, REFERENCE, "candidate")))
        histogram = engine_sizes(everything, "candidate")
        size = sizes_of_clusters(everything, "candidate", labelled)
    finally:
        labelled.forget()
        everything.forget()
    one = 1  # the size of what a policy made a cluster of its own
    sizes = np.array([size.get(label, one) for label in table.column_labels], np.int64)
    return LabelledPart(table, sizes, histogram)


def _beside(labels: LabelColumns, joined: Frame) -> LabelColumns:
    """Bring labels in memory to the engine of files with which they were joined."""
    if labels.frame.implementation.value == joined.implementation.value:
        return labels
    import narwhals as nw

    from partwise.engines.duck import as_relation

    wanted = [labels.column, *([] if labels.item is None else [labels.item])]
    return replace(labels, frame=nw.from_native(as_relation(labels.frame.select(wanted))))


def _in_order(table: Contingency) -> Contingency:
    """Sort the rows, so that tables of several candidates have them in one order."""
    order = np.argsort(np.array([str(label) for label in table.row_labels]))
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    rows, columns, counts = table.cells
    by_row = np.lexsort((columns, place[rows]))
    cells = Cells(place[rows][by_row], columns[by_row], counts[by_row])
    return Contingency(cells, [table.row_labels[i] for i in order.tolist()], table.column_labels)
