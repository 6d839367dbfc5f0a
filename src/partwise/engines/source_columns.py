"""Clusterings → the frames that they are in, each with its label columns under our own names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import narwhals as nw

from partwise.base import AlignmentError, Either, InputError, Option, listed, many
from partwise.engines.backends import backend_of, column_names
from partwise.engines.backends.plain import Backend
from partwise.engines.data_problems import missing_ids
from partwise.engines.grouped import number_of, single_row
from partwise.engines.label_columns import Frame, LabelColumns
from partwise.engines.label_types import (
    beyond_64_bits,
    check_type,
    compared_as,
    item_kind,
    not_whole,
    without_nan,
)

ITEM = "i"
WEIGHT = "w"
_OR_ONE_FRAME = Either(", or put all labels into one frame", ", or put all labels into one file")


@dataclass(frozen=True, eq=False)
class Source:
    """One frame with its item ids in column "i" and its labels in columns "c0", "c1", ….

    Parameters
    ----------
    frame : narwhals frame
        The data.
    columns : mapping str → str
        Column → the clustering whose labels it has.
    item : str, optional
        What the data call the column of item ids.
    name : str
        What to call the data in messages.
    typed : bool
        Whether columns have types.
    labels : mapping str → str
        Column → what the data call it.
    weight : str, optional
        What the data call the column of weights, which is "w" here.
    """

    frame: Frame
    columns: Mapping[str, str]
    item: str | None
    name: str
    typed: bool
    labels: Mapping[str, str]
    weight: str | None = None

    def where(self, column: str) -> str:
        """Say whose labels a column has, and where they are."""
        name, label = self.columns[column], self.labels[column]
        if not self.name.startswith("the frame of "):
            return f"{name} ({self.name}, column {label!r})"
        return name if name == label else f"{name} (column {label!r})"

    @property
    def where_weights(self) -> str:
        """Say where the weights are."""
        return f"{self.name}, column {self.weight!r}"

    @property
    def backend(self) -> Backend:
        """The engine that holds the frame."""
        return backend_of(self.frame)

    @property
    def schema(self) -> nw.Schema:
        """The types of the columns."""
        return self.frame.collect_schema()


def sources_of(clusterings: Mapping[str, LabelColumns], weight: str | None = None) -> list[Source]:
    """Gather what is in the same frame, and give item ids of different frames one type.

    The first source has the weights, in its column of that name.
    """
    groups: list[dict[str, LabelColumns]] = []
    numbered = {name: f"c{i}" for i, name in enumerate(clusterings)}
    for name, labels in clusterings.items():
        for group in groups:
            if _same_frame(next(iter(group.values())), labels):
                group[name] = labels
                break
        else:
            groups.append({name: labels})
    sources = [
        _source(group, numbered, None if place else weight) for place, group in enumerate(groups)
    ]
    if len(sources) == 1:
        return sources
    sources = _in_one_engine(sources)
    nameless = [source for source in sources if source.item is None]
    if not nameless:
        return _with_one_item_type(_all_lazy_or_none(sources))
    if len(nameless) < len(sources):
        raise InputError(
            f"{nameless[0].name} has no column of item ids, but the others do",
            remedy=["name it with ", Option("item_column"), _OR_ONE_FRAME],
        )
    return [_side_by_side(sources)]


def _same_frame(one: LabelColumns, other: LabelColumns) -> bool:
    same = one.frame is other.frame or nw.to_native(one.frame) is nw.to_native(other.frame)
    return same and one.item == other.item


def _source(
    group: Mapping[str, LabelColumns], numbered: Mapping[str, str], weight: str | None
) -> Source:
    first = next(iter(group.values()))
    known = column_names(first.frame, first.source)
    wanted = {numbered[name]: labels.column for name, labels in group.items()}
    wanted |= {} if first.item is None else {ITEM: first.item}
    wanted |= {} if weight is None else {WEIGHT: weight}
    for column in wanted.values():
        if column not in known:
            raise InputError(
                f"{first.source}: there is no column {column!r}, only {listed([*map(repr, known)])}"
            )
    backend = backend_of(first.frame)
    frame = backend.steady(backend.take(first.frame, wanted))
    for new, dtype in frame.collect_schema().items():
        check_type(backend, frame, new, dtype, f"{first.source}, column {wanted[new]!r}")
    frame = _without_nan(frame)
    columns = {numbered[name]: name for name in group}
    source = f"the frame of {next(iter(group))}" if first.source == "the frame" else first.source
    names_in_data = {numbered[name]: labels.column for name, labels in group.items()}
    return Source(frame, columns, first.item, source, first.typed, names_in_data, weight)


def _without_nan(frame: Frame) -> Frame:
    return frame.with_columns(
        without_nan(name, dtype).alias(name) for name, dtype in frame.collect_schema().items()
    )


def _in_one_engine(sources: list[Source]) -> list[Source]:
    """Bring frames in memory to the files they are joined with; refuse other mixtures."""
    files = [source for source in sources if _is_file(source)]
    if files and len(files) < len(sources):
        from partwise.engines.duck import as_relation

        sources = [
            _with_frame(source, nw.from_native(as_relation(source.frame)))
            if isinstance(source.frame, nw.DataFrame)
            else source
            for source in sources
        ]
    engines = {source.frame.implementation: source for source in sources}
    if len(engines) > 1:
        places = " and ".join(
            f"{source.name} is in {engine.value}" for engine, source in engines.items()
        )
        raise InputError(
            f"frames of different libraries cannot be joined: {places}; convert one of them first"
        )
    return sources


def _is_file(source: Source) -> bool:
    if not source.frame.implementation.is_duckdb():
        return False
    from partwise.engines.duck import is_ours

    return is_ours(source.frame.to_native())


def _all_lazy_or_none(sources: list[Source]) -> list[Source]:
    if len({isinstance(source.frame, nw.LazyFrame) for source in sources}) == 1:
        return sources
    return [_with_frame(source, source.frame.lazy()) for source in sources]


def _with_one_item_type(sources: list[Source]) -> list[Source]:
    dtypes = [source.schema[ITEM] for source in sources]
    kinds = [item_kind(dtype) for dtype in dtypes]
    typed = all(source.typed for source in sources)
    wanted = compared_as(kinds, dtypes, typed, [source.name for source in sources])
    if wanted is None:
        return sources
    return [
        _with_frame(source, _cast_items(source, kind, wanted))
        for source, kind in zip(sources, kinds, strict=True)
    ]


def _cast_items(source: Source, kind: str, wanted: Any) -> Frame:
    """Cast item ids; whole floats by way of integers, so that 1.0 is the text "1"."""
    frame = source.frame
    if kind == "floats":
        _check_float_items(source)
        frame = frame.with_columns(nw.col(ITEM).cast(nw.Int64))
    return source.backend.steady(frame.with_columns(nw.col(ITEM).cast(wanted)))


def _check_float_items(source: Source) -> None:
    """Refuse floats that are no integers before they are cast: engines round, wrap or fail."""
    wrong = {
        "is not a whole number": not_whole(ITEM),
        "is too large for an integer of 64 bits": beyond_64_bits(ITEM),
    }
    counts = single_row(
        source.frame,
        rows=nw.len(),
        missing=number_of(nw.col(ITEM).is_null()),
        **{problem: number_of(condition) for problem, condition in wrong.items()},
    )
    if counts["missing"]:
        name, column = source.name, str(source.item)
        raise missing_ids(name, column, counts["missing"], counts["rows"]).as_error()
    for problem, condition in wrong.items():
        if counts[problem]:
            ids = source.backend.collect(source.frame.filter(condition).select(ITEM).head(1))
            raise InputError(
                f"item id {ids[ITEM].to_list()[0]} {problem}, but the other ids are integers or "
                "text",
                place=source.name,
                remedy="cast them to one type",
            )


def _side_by_side(sources: list[Source]) -> Source:
    """Put the columns of frames without item ids side by side: items are known by their row."""
    first = sources[0]
    frame = first.frame
    for source in sources[1:]:
        if isinstance(frame, nw.LazyFrame) or isinstance(source.frame, nw.LazyFrame):
            raise InputError(
                f"the rows of {first.name} and {source.name} have no fixed order, so they cannot "
                "be matched by position",
                remedy=["name the column of item ids with ", Option("item_column"), _OR_ONE_FRAME],
            )
        if len(frame) != len(source.frame):
            raise AlignmentError(
                f"{first.name} has {many(len(frame), 'row')} and {source.name} has "
                f"{len(source.frame)}; frames without item ids must have the same length",
                remedy=["to match rows by id, name the column of ids with ", Option("item_column")],
            )
        frame = frame.with_columns(*source.frame.iter_columns())
    columns = {column: name for source in sources for column, name in source.columns.items()}
    labels = {column: label for source in sources for column, label in source.labels.items()}
    return Source(frame, columns, None, first.name, first.typed, labels, first.weight)


def _with_frame(source: Source, frame: Frame) -> Source:
    return replace(source, frame=frame)
