"""What users pass as clusterings: labels in memory or columns of a frame, one or several."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from numbers import Number
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from partwise.base import InputError
from partwise.clusterings import Clustering, Cover, Memberships, is_field_object
from partwise.engines.field_objects import are_files, is_file_name, opened

if TYPE_CHECKING:
    from partwise.engines.columns import Layout
    from partwise.engines.label_columns import LabelColumns

Several: TypeAlias = Mapping[Any, object] | Sequence[object]

REFERENCE = "the reference"
_IN_MEMORY = (Clustering, Cover, Memberships, list, Mapping, os.PathLike)
_KEYS = (Number, date, np.generic)  # what columns are called, besides text


class Name(str):
    """The name of a clustering whose key is no text: shown as text, found and equal as its key.

    Examples
    --------
    >>> years = {Name(2019): "old", Name(2024): "new"}
    >>> years[2024], [f"{name}" for name in years]
    ('new', ['2019', '2024'])
    """

    __slots__ = ("key",)
    key: Hashable

    def __new__(cls, key: Hashable) -> Name:
        """Keep a key beside its text."""
        name = super().__new__(cls, key)
        name.key = key
        return name

    def __eq__(self, other: object) -> bool:
        return bool(self.key == (other.key if isinstance(other, Name) else other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return repr(self.key)

    def __reduce__(self) -> tuple[type[Name], tuple[Hashable]]:
        return Name, (self.key,)


def name_of(key: Hashable) -> str:
    """Return the name of a clustering: text as it is, any other key as text that is equal to it."""
    if isinstance(key, Name):
        return key
    return str(key) if isinstance(key, str) else Name(key)


def is_frame(data: object) -> bool:
    """Tell whether this is a data frame of any library, or label columns of one.

    Examples
    --------
    >>> import pyarrow as pa
    >>> is_frame(pa.table({"a": [1]})), is_frame([1]), is_frame({"a": [1]})
    (True, False, False)
    """
    if isinstance(data, Cover | Memberships):
        return False
    # Asked of the type: for a lazy frame, to look at its columns may be costly.
    return hasattr(type(data), "columns") or hasattr(type(data), "to_clustering")


def is_engine_frame(data: Any) -> bool:
    """Tell whether a frame is more than columns of labels in memory: lazy, or with item ids."""
    if not is_frame(data):
        return False
    from partwise.engines.label_columns import LabelColumns

    if isinstance(data, LabelColumns):
        return True
    labels = _columns_of(data)
    if not labels.is_eager:
        return True
    names = getattr(data, "column_names", data.columns)  # the index of a pandas frame is none
    return labels.item is not None and labels.item in map(str, names)


def are_in_frames(clusterings: Mapping[str, object]) -> bool:
    """Tell whether clusterings are columns of frames; refuse a mixture with labels in memory."""
    frames = [name for name, labels in clusterings.items() if is_frame(labels)]
    others = [name for name in clusterings if name not in frames]
    if frames and others:
        raise InputError(
            f"{frames[0]} is in a frame or file, but {others[0]} is in memory",
            remedy="pass both as frames with a column of item ids, or, if it fits, load the frame "
            "or file into memory: pw.read(...).to_clustering()",
        )
    return bool(frames)


def _columns_of(frame: Any) -> LabelColumns:
    from partwise.engines.label_columns import LabelColumns
    from partwise.engines.reading import read

    return frame if isinstance(frame, LabelColumns) else read(frame)


def as_labels(frame: Any, name: str, besides: str | None = None) -> LabelColumns:
    """Return the one label column of a frame, besides that of weights; an error says whose."""
    from partwise.engines.label_columns import LabelColumns
    from partwise.engines.reading import read_as

    labels = frame if isinstance(frame, LabelColumns) else read_as(frame, "long", besides=besides)
    if besides in labels.columns and len(labels.columns) > 1:
        labels = replace(labels, columns=tuple(c for c in labels.columns if c != besides))
    if len(labels.columns) != 1:
        raise InputError(
            f"{labels.source} has {len(labels.columns)} label columns "
            f"({', '.join(labels.columns)})",
            subject=name,
            remedy=f"choose one: pw.read(frame)[{labels.columns[0]!r}]",
        )
    return labels


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

    labels = _columns_of(frame)
    if isinstance(reference, str):
        reference = labels[str(reference)]
    used: set[str] = set()
    if isinstance(reference, LabelColumns) and reference.frame is labels.frame:
        used = {reference.column}
        if weights is not None:
            from partwise.engines.weight_columns import weight_column

            used.add(weight_column(weights, reference))
    names = {str(name): name_of(name) for name in _column_keys(frame)}
    candidates = {
        names.get(column, column): labels[column] for column in labels.columns if column not in used
    }
    if not candidates:
        raise InputError(f"{labels.source}: there is no label column besides the reference")
    return reference, candidates


def two_columns(reference: str, frame: Any, weights: object) -> tuple[object, object]:
    """Return the column that is named, and the only other one, of a frame."""
    first, others = columns_beside(reference, frame, weights)
    if len(others) > 1:
        raise InputError(
            "a contingency table compares two clusterings, but there are several besides the "
            f"reference: {', '.join(others)}",
            remedy=f"choose one: pw.read(frame)[{next(iter(others))!r}]",
        )
    return first, next(iter(others.values()))


def opened_beside(
    reference: object, candidates: Any, otherwise: Layout, weights: object = None
) -> tuple[object, Any]:
    """Open files, and objects that stand for frames.

    A reference that is text names a column of the candidates, if they have it; or else a file.
    A number or a date names a column of a frame, too.
    """
    if isinstance(reference, _KEYS) and is_frame(candidates):
        reference = name_of(reference)
    is_column = isinstance(reference, str) and (
        not is_file_name(reference) or _is_column_of(reference, candidates)
    )
    candidates = opened(candidates, "wide" if is_column else otherwise, reference)
    if is_file_name(reference) and is_frame(candidates):
        is_column = reference in _columns_of(candidates).columns
    return reference if is_column else opened(reference, besides=weights), candidates


def _is_column_of(name: str, candidates: object) -> bool:
    """Tell whether the name of a file without suffix is a column of the candidates' file, too."""
    from partwise.engines.reading import columns_in
    from partwise.engines.sources import find_files, has_known_suffix

    if has_known_suffix(name) or not (
        isinstance(candidates, os.PathLike) or is_file_name(candidates)
    ):
        return False
    return name in columns_in(find_files(candidates))  # type: ignore[arg-type]


def _column_keys(frame: Any) -> Iterable[Hashable]:
    """Return the names of columns where these may be no text, as in pandas."""
    return frame.columns if hasattr(type(frame), "iloc") else ()


def named(clusterings: Any, weights: object = None) -> dict[str, object]:
    """Return clusterings by name; those in a list are called 0, 1, 2, …, and files as they are.

    The column of a frame that has the weights is no clustering.

    Examples
    --------
    >>> named([[0, 0], [0, 1]])
    {0: [0, 0], 1: [0, 1]}
    """
    clusterings = opened(clusterings, "wide")
    if isinstance(clusterings, str):
        raise InputError(
            f"there is no file {clusterings!r}",
            remedy="pass several clusterings as a list, a mapping by name, a data frame or a file",
        )
    if is_engine_frame(clusterings) or (is_frame(clusterings) and isinstance(weights, str)):
        labels = _columns_of(clusterings)
        clusterings = replace(labels, columns=tuple(c for c in labels.columns if c != weights))
    if hasattr(clusterings, "columns"):
        # In a pyarrow table, "columns" are the columns themselves.
        names = getattr(clusterings, "column_names", clusterings.columns)
        pairs = [(name, clusterings[name]) for name in names]
    elif isinstance(clusterings, Mapping):
        pairs = list(clusterings.items())
    elif isinstance(clusterings, Iterable):
        pairs = [(_file_name(labels, i), labels) for i, labels in enumerate(clusterings)]
    else:
        raise InputError(
            "pass several clusterings as a list, a mapping by name or a data frame, not as "
            f"{type(clusterings).__name__}"
        )
    names = [str(key) for key, _ in pairs]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"two clusterings are called {twice!r}; give each a unique name")
    return {name_of(key): labels for key, labels in pairs}


def _file_name(labels: object, otherwise: int) -> object:
    return os.fsdecode(labels) if isinstance(labels, str | os.PathLike) else otherwise


def are_many(candidate: object) -> bool:
    """Tell whether this is a collection of clusterings, and not one."""
    if hasattr(candidate, "columns") and hasattr(candidate, "__getitem__"):
        return True  # a data frame with a column for each
    if isinstance(candidate, Mapping):
        values = list(candidate.values())
    elif isinstance(candidate, list | tuple):
        values = list(candidate)
    else:
        return False
    if is_field_object(candidate) or not values:
        return False
    by_name = isinstance(candidate, Mapping)
    return all(map(_is_clustering_like, values)) or are_files(values, by_name=by_name)


def _is_clustering_like(value: object) -> bool:
    if isinstance(value, _IN_MEMORY) or is_frame(value) or is_field_object(value):
        return True
    is_array = hasattr(value, "__array__")  # those of PyArrow have no ndim
    return is_array and getattr(value, "ndim", int(hasattr(value, "__len__"))) == 1


def _are_several(candidates: Any) -> bool:
    """Tell candidates from the labels of a single one; refuse what may be either."""
    if getattr(candidates, "ndim", 1) == 2 and not hasattr(candidates, "columns"):
        raise InputError(
            f"the candidates are an array of shape {candidates.shape}, and it is not clear whether "
            "its rows or its columns are the candidates",
            remedy="pass list(candidates) if each row is one, or list(candidates.T) if each column "
            "is one",
        )
    if are_many(candidates):
        return True
    if is_field_object(candidates) or not isinstance(candidates, Mapping | list | tuple):
        return False
    values = list(candidates.values() if isinstance(candidates, Mapping) else candidates)
    are_labels = (
        isinstance(labels, Iterable) and not isinstance(labels, str | bytes) for labels in values
    )
    return not values or any(are_labels)


def candidates_of(
    reference: object, candidates: Any, weights: object = None
) -> tuple[object, dict[str, object]]:
    """Return the reference, and the candidates by name.

    A reference that is text names a column of the candidates' frame, which is then no candidate.

    Examples
    --------
    >>> candidates_of([0, 0], {"a": [0, 1]})
    ([0, 0], {'a': [0, 1]})
    """
    reference, candidates = opened_beside(reference, candidates, "wide", weights)
    by_name: dict[str, object]
    if is_frame(candidates) and (
        is_frame(reference) or isinstance(weights, str) or is_engine_frame(candidates)
    ):
        reference, columns = columns_beside(reference, candidates, weights)
        by_name = dict(columns)
    elif _are_several(candidates):
        by_name = {name: opened(labels) for name, labels in named(candidates).items()}
    else:
        by_name = {"candidate": candidates}
    if isinstance(reference, str):
        reference = _named_reference(reference, candidates, by_name)
    if not by_name:
        raise InputError("there is no candidate to compare with the reference")
    if REFERENCE in by_name:
        raise InputError(f"a candidate cannot be called {REFERENCE!r}")
    return reference, by_name


def _named_reference(reference: str, candidates: object, by_name: dict[str, object]) -> object:
    """Take the column that is the reference out of those of a frame in memory."""
    if not hasattr(candidates, "columns"):
        raise InputError(
            f"the reference {reference!r} is neither labels nor an existing file",
            remedy="pass labels, the name of a file, or the name of a column if the candidates are "
            "in a data frame or a file",
        )
    if reference not in by_name:
        columns = ", ".join(by_name)
        raise InputError(f"there is no column {reference!r}; the columns are {columns}")
    return by_name.pop(reference)


def own_name(labels: object) -> object:
    """Return what labels call themselves: the name of a series, or of a frame's one column."""
    if not is_frame(labels):
        return getattr(labels, "name", None)
    columns = _columns_of(labels).columns
    return columns[0] if len(columns) == 1 else None
