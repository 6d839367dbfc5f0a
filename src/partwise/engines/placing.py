"""Where clusterings are brought together: in their engine, or in memory where no engine can.

Files and objects that stand for frames are opened here, and what fits is loaded.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from partwise.base import InputError
from partwise.clusterings import Policies
from partwise.engines.field_objects import opened
from partwise.engines.inputs import as_labels, is_frame
from partwise.engines.same_items import needs_items
from partwise.engines.text_inputs import with_text_items

if TYPE_CHECKING:
    from partwise.engines.label_columns import LabelColumns

_BYTES_OF_AN_ITEM = 200  # its label, its name, and both once more while they are numbered


def in_one_place(clusterings: Mapping[str, object], policies: Policies) -> dict[str, object]:
    """Open files and objects that stand for frames; load what fits where no engine can join them.

    Examples
    --------
    >>> import pyarrow as pa
    >>> frame = pa.table({"id": ["ann", "bob"], "label": [1, 2]})
    >>> in_one_place({"a": frame, "b": {"bob": 0, "ann": 0}}, Policies())["a"]
    <Clustering of 2 items into 2 clusters>
    """
    everything = {name: opened(labels) for name, labels in clusterings.items()}
    if all(map(is_frame, everything.values())) and not _lack_ids(everything.values()):
        return everything
    sources = dict(everything)
    for name, labels in sources.items():
        if is_frame(labels) and _fits(columns := as_labels(labels, name)):
            try:
                everything[name] = columns.to_clustering(missing=policies.missing)
            except InputError as error:
                raise error.about(name) from None
    return with_text_items(everything, sources, policies)


def _lack_ids(frames: Collection[Any]) -> bool:
    """Tell files without item ids beside other data: their rows have an order in memory only."""
    columns = [frame for frame in frames if hasattr(type(frame), "to_clustering")]
    lacking = [c for c in columns if c.bytes_on_disk is not None and c.item is None]
    if not lacking:
        return False
    are_one = all(c.frame is lacking[0].frame for c in columns)
    return len(columns) < len(frames) or not are_one


def items_of(labels: object, what: str, policies: Policies) -> object:
    """Load labels of a frame in memory or of a file that fits; refuse those of another engine.

    Labels in memory are returned as they are.
    """
    if not is_frame(labels):
        return labels
    columns = as_labels(labels, what)
    if not _fits(columns):
        raise needs_items(what, columns.source)
    return columns.to_clustering(missing=policies.missing)


def _fits(labels: LabelColumns) -> bool:
    """Whether labels and names of items are in memory, or in a file of ours that fits there."""
    if labels.is_eager:
        return True
    if not labels.frame.implementation.is_duckdb():
        return False
    import narwhals as nw

    from partwise.engines.duck import is_ours, memory_left
    from partwise.engines.grouped import single_row

    if not is_ours(labels.frame.to_native()):
        return False
    return bool(single_row(labels.frame, n=nw.len())["n"] * _BYTES_OF_AN_ITEM < memory_left())
