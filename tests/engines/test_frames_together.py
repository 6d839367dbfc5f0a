"""Label columns as frames that can be joined: what is in one frame, one engine and one type."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from partwise.engines.label_columns import LabelColumns
from partwise.engines.reading import read
from partwise.engines.source_columns import Source, sources_of
from partwise.errors import AlignmentError, InputError

COLUMNS = {"id": [3, 1, 2], "one": ["x", "y", "x"], "other": ["p", "p", "q"], "w": [1, 2, 3]}


def column(data: Any, label: str = "one", item: str | None = "id") -> LabelColumns:
    return read(data, label_column=label, item_column=item)


def rows(source: Source) -> dict[str, list[Any]]:
    frame = source.backend.collect(source.frame)
    return {name: frame[name].to_list() for name in frame.columns}


def test_columns_of_one_frame_are_one_source() -> None:
    table = pa.table(COLUMNS)
    for second in (table, pa.table(COLUMNS)):
        found = sources_of({"a": column(table), "b": column(second, "other")}, "w")
        assert len(found) == (1 if second is table else 2)
        assert [source.weight for source in found] == ["w", None][: len(found)]
        assert rows(found[0])["w"] == COLUMNS["w"]
        assert rows(found[0])["i"] == COLUMNS["id"]
        assert rows(found[0])["c0"] == COLUMNS["one"]
        assert rows(found[-1])["c1"] == COLUMNS["other"]
        assert found[-1].columns["c1"] == "b"
        assert found[-1].labels["c1"] == "other"
    by_others = {"a": column(table), "b": column(table, "other", "w"), "c": column(table, "w")}
    found = sources_of(by_others)
    assert [source.columns for source in found] == [{"c0": "a", "c2": "c"}, {"c1": "b"}]
    assert [source.item for source in found] == ["id", "w"]


def test_what_sources_are_called(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    pd.DataFrame(COLUMNS).to_csv(path, index=False)
    labels = read(path)
    (one,) = sources_of({"one": labels["one"], "b": labels["other"]}, "w")
    assert one.where("c0") == f"one ({path}, column 'one')"
    assert one.where("c1") == f"b ({path}, column 'other')"
    assert one.where_weights == f"{path}, column 'w'"
    table = pa.table(COLUMNS)
    (one,) = sources_of({"one": column(table), "b": column(table, "other")}, "w")
    assert (one.where("c0"), one.where("c1")) == ("one", "b (column 'other')")
    assert one.where_weights == "the frame of one, column 'w'"


@pytest.mark.parametrize("wrong", ["weight", "label", "item"])
def test_a_column_that_is_not_there(wrong: str) -> None:
    labels = column(pa.table(COLUMNS))
    if wrong != "weight":
        names = {"label": ("none", "id"), "item": ("one", "none")}[wrong]
        labels = LabelColumns(labels.frame, (names[0],), names[1])
    says = r"there is no column 'none', only 'id', 'one', 'other'"
    with pytest.raises(InputError, match=says):
        sources_of({"a": labels}, "none" if wrong == "weight" else None)


IN_MEMORY: dict[str, Callable[[], Any]] = {
    "pandas": lambda: pd.DataFrame(COLUMNS),
    "polars": lambda: pl.DataFrame(COLUMNS),
    "pyarrow": lambda: pa.table(COLUMNS),
}


@pytest.mark.parametrize("library", IN_MEMORY)
@pytest.mark.parametrize("is_file_first", [True, False])
def test_frames_in_memory_go_to_files(library: str, is_file_first: bool, tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    pd.DataFrame(COLUMNS).to_parquet(path)
    places = [path, IN_MEMORY[library]()]
    columns = [column(place) for place in (places if is_file_first else reversed(places))]
    found = sources_of({"a": columns[0], "b": columns[1]})
    assert all(source.frame.implementation.is_duckdb() for source in found)
    for number, source in enumerate(found):
        table = rows(source)
        pairs = zip(table["i"], table[f"c{number}"], strict=True)
        assert sorted(pairs) == [(1, "y"), (2, "x"), (3, "x")]


@pytest.mark.parametrize("first", IN_MEMORY)
@pytest.mark.parametrize("second", [*IN_MEMORY, "lazy", "relation"])
def test_frames_of_two_libraries(first: str, second: str) -> None:
    import duckdb

    others: dict[str, Callable[[], Any]] = IN_MEMORY | {
        "lazy": lambda: pl.LazyFrame(COLUMNS),
        "relation": lambda: duckdb.connect().from_arrow(pa.table(COLUMNS)),
    }
    columns = {"a": column(IN_MEMORY[first]()), "b": column(others[second]())}
    if first == second or (first, second) == ("polars", "lazy"):
        found = sources_of(columns)
        assert len({type(source.frame) for source in found}) == 1
        assert [rows(source)["i"] for source in found] == [COLUMNS["id"]] * 2
        return
    says = "cannot be joined: the frame of a is in .* and the frame of b is in .*; convert one"
    with pytest.raises(InputError, match=says):
        sources_of(columns)


@pytest.mark.parametrize("nameless", [0, 1, 2])
def test_all_or_none_have_ids(nameless: int) -> None:
    columns = {
        name: column(pa.table({name: ["x", "y"]} | ({} if i == nameless else {"id": [1, 2]})),
                     name, None)
        for i, name in enumerate("abc")
    }  # fmt: skip
    says = f"^the frame of {'abc'[nameless]} has no column of item ids, but the others do; name it"
    with pytest.raises(InputError, match=says):
        sources_of(columns)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_frames_without_ids_side_by_side(length: int) -> None:
    values = {"a": ["x", "y"], "b": ["p", "q"], "c": ["u", "v", "w"][:length]}
    columns = {name: column(pa.table({name: each}), name, None) for name, each in values.items()}
    if length == 2:
        (found,) = sources_of(columns)
        assert rows(found) == {"c0": ["x", "y"], "c1": ["p", "q"], "c2": ["u", "v"]}
        assert found.columns == {"c0": "a", "c1": "b", "c2": "c"}
        assert found.labels == {"c0": "a", "c1": "b", "c2": "c"}
        assert found.item is None
        return
    says = rf"^the frame of a has 2 rows and the frame of c has {length}; frames without item ids"
    with pytest.raises(AlignmentError, match=says):
        sources_of(columns)


@pytest.mark.parametrize(
    ("ids", "says"),
    [
        ([1.0, 2.0, -(2.0**63)], None),
        ([1.0, 2.0, 2.0**63 - 1024], None),
        (
            [1.0, 2.5, 3.5],
            r"^the frame of b: item id 2\.5 is not a whole number, but the other ids",
        ),
        ([1.0, 2.0, 2.0**63], r"^the frame of b: item id 9\.2\d*e\+18 is too large for an integer"),
        ([1.0, 0.5, 2.0**63], r"item id 0\.5 is not a whole number"),
        ([1.0, None, 3.0], r"1 of 3 item ids in column 'id' are missing"),
        ([1.5, None, None], r"2 of 3 item ids in column 'id' are missing"),
    ],
)
@pytest.mark.parametrize("library", ["polars", "pyarrow"])
def test_floats_beside_integers(library: str, ids: list[Any], says: str | None) -> None:
    make: Any = pl.DataFrame if library == "polars" else pa.table
    columns = {"a": column(make(COLUMNS)), "b": column(make(COLUMNS | {"id": ids}))}
    if says is not None:
        with pytest.raises(InputError, match=says):
            sources_of(columns)
        return
    found = sources_of(columns)
    assert rows(found[1])["i"] == [int(number) for number in ids]
    assert rows(found[0])["i"] == COLUMNS["id"]
    text = column(make(COLUMNS | {"id": pa.array([3, 1, 2**64 - 1], pa.uint64()).to_numpy()}))
    found = sources_of({"a": text, "b": columns["b"]})
    assert rows(found[1])["i"] == [str(int(number)) for number in ids]
    assert rows(found[0])["i"] == ["3", "1", str(2**64 - 1)]
