"""What users pass as clusterings: labels in memory, or columns of a frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeGuard

from partwise.base import InputError

if TYPE_CHECKING:
    from partwise.engines.label_columns import LabelColumns


MOST_CELLS = 10_000_000
"""So many cells may leave an engine: some 400 MB in memory."""


def check_max_cells(max_cells: object) -> None:
    """Refuse what is no number of cells."""
    if not isinstance(max_cells, int) or isinstance(max_cells, bool) or max_cells < 0:
        raise InputError(f"max_cells= must be a whole number of at least 0, not {max_cells!r}")


def is_frame(given: object) -> bool:
    """Tell whether this is a data frame of any library, or label columns of one.

    Examples
    --------
    >>> import pyarrow as pa
    >>> is_frame(pa.table({"a": [1]})), is_frame([1]), is_frame({"a": [1]})
    (True, False, False)
    """
    # Asked of the type: for a lazy frame, to look at its columns may be costly.
    return any(hasattr(type(given), name) for name in ("columns", "to_clustering"))


def are_frames(given: Mapping[str, object]) -> TypeGuard[Mapping[str, Any]]:
    """Tell whether clusterings are columns of frames; refuse a mixture with labels in memory."""
    frames = [name for name, each in given.items() if is_frame(each)]
    others = [name for name in given if name not in frames]
    if frames and others:
        raise InputError(
            f"{frames[0]} is in a frame or file and {others[0]} in memory; pass both as frames "
            "with a column of item ids, or load what fits into memory: pw.read(...).to_clustering()"
        )
    return bool(frames)


def as_labels(given: Any, name: str, besides: str | None = None) -> LabelColumns:
    """Return the one label column of a frame, besides that of weights; an error says whose."""
    from partwise.engines.label_columns import LabelColumns
    from partwise.engines.reading import read_as

    labels = given if isinstance(given, LabelColumns) else read_as(given, "long", besides=besides)
    if besides in labels.columns and len(labels.columns) > 1:
        labels = replace(labels, columns=tuple(c for c in labels.columns if c != besides))
    if len(labels.columns) != 1:
        raise InputError(
            f"{name}: {labels.source} has {len(labels.columns)} label columns "
            f"({', '.join(labels.columns)}); choose one: pw.read(frame)[{labels.columns[0]!r}]"
        )
    return labels


def is_engine_frame(given: Any) -> bool:
    """Tell whether a frame is more than columns of labels in memory: lazy, or with item ids."""
    if not is_frame(given):
        return False
    from partwise.engines.label_columns import LabelColumns
    from partwise.engines.reading import read

    if isinstance(given, LabelColumns):
        return True
    labels = read(given)
    if not labels.is_eager:
        return True
    names = getattr(given, "column_names", given.columns)  # the index of a pandas frame is none
    return labels.item is not None and labels.item in map(str, names)


def columns_beside(
    reference: object, frame: Any, weights: object = None
) -> tuple[object, dict[str, LabelColumns]]:
    """Return the reference and, by name, the label columns of a frame that are the candidates.

    A reference that is text names a column of the frame. Weights beside it are no candidate.

    Examples
    --------
    >>> import pyarrow as pa
    >>> columns_beside("gold", pa.table({"id": [1, 2], "gold": [1, 1], "mine": [1, 2]}))[1]
    {'mine': <LabelColumns of the frame: mine, items in id>}
    """
    from partwise.engines.label_columns import LabelColumns
    from partwise.engines.reading import read

    labels = frame if isinstance(frame, LabelColumns) else read(frame)
    if isinstance(reference, str):
        reference = labels[reference]
    used: set[str] = set()
    if isinstance(reference, LabelColumns) and reference.frame is labels.frame:
        used = {reference.column}
        if weights is not None:
            from partwise.engines.weight_columns import weight_column

            used.add(weight_column(weights, reference))
    found = {name: labels[name] for name in labels.columns if name not in used}
    if not found:
        raise InputError(f"{labels.source}: there is no label column besides the reference's")
    return reference, found
