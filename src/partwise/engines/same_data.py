"""Candidates that are the reference itself: the same object, column, file or memory."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.base import InputError

if TYPE_CHECKING:
    from partwise.engines.label_columns import LabelColumns


def same_as_reference(reference: object, candidates: Mapping[str, object]) -> tuple[str, ...]:
    """Return the candidates that are the very data of the reference; equal labels are none.

    Examples
    --------
    >>> gold = [0, 0, 1]
    >>> same_as_reference(gold, {"a": [0, 0, 1], "b": gold})
    ('b',)
    """
    same = tuple(name for name, labels in candidates.items() if _are_same(reference, labels))
    if len(same) == len(candidates):
        raise InputError(
            "there is no candidate besides the reference itself",
            examples=same,
            remedy="add at least one clustering to compare with it",
        )
    return same


def _are_same(one: Any, other: Any) -> bool:
    """Tell whether these are one object, one column of one frame or file, or one array."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if hasattr(type(one), "to_clustering"):  # asked of the type: some frames answer to any name
        is_one_column = (one.columns, one.item) == (other.columns, other.item)
        return is_one_column and (one.frame is other.frame or _are_one_source(one, other))
    arrays = [getattr(labels, "values", labels) for labels in (one, other)]  # both stay alive
    first, second = map(_place, arrays)
    return first is not None and first == second and _have_one_index(one, other)


def _are_one_source(one: LabelColumns, other: LabelColumns) -> bool:
    """Tell one frame, or one file; pairs of one file may be about different items."""
    if one.bytes_on_disk is None or other.bytes_on_disk is None:
        return one.frame.to_native() is other.frame.to_native()
    paths = [os.path.realpath(labels.source) for labels in (one, other)]
    return one.layout != "pairs" and paths[0] == paths[1] and Path(paths[0]).exists()


def _have_one_index(one: Any, other: Any) -> bool:
    """Tell whether two series name the same items in the same order, or have no index."""
    indices: list[Any] = [getattr(labels, "index", None) for labels in (one, other)]
    return not hasattr(indices[0], "equals") or bool(indices[0].equals(indices[1]))


def _place(array: Any) -> list[object] | None:
    """Return where in memory labels are, as far as that is known."""
    if isinstance(array, np.ndarray) and array.size:
        described = array.__array_interface__
        return [described[field] for field in ("data", "shape", "strides", "typestr")]
    if not type(array).__module__.startswith("pyarrow") or not getattr(array, "chunks", None):
        return None
    buffers = [(len(chunk), chunk.offset, chunk.buffers()) for chunk in array.chunks]
    return [(n, at, [buffer and buffer.address for buffer in data]) for n, at, data in buffers]
