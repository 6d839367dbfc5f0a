"""Columns that come into memory: their types, and where what is wrong with them stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import partwise as pw
from partwise.clusterings import Policies
from partwise.engines.backends.duckdb import fetched
from partwise.engines.fetch import fetch, fetch_columns
from partwise.engines.item_join import join
from partwise.engines.label_columns import LabelColumns
from partwise.engines.loading import clusterings, loaded_columns
from partwise.engines.reading import read
from partwise.errors import AlignmentError, InputError, MissingLabelError


@pytest.mark.parametrize(
    ("values", "kind", "dtype"),
    [
        ([2**53 + 1, 7], pa.int64(), "int64"),
        ([2**53 + 1, None, 7], pa.int64(), "int64"),
        ([2**64 - 1, None], pa.uint64(), "uint64"),
        ([0, None, 3], pa.int8(), "int8"),
        ([0.5, None], pa.float64(), "float64"),
        ([0.5, 1.5], pa.float32(), "float32"),
        ([True, None, False], pa.bool_(), "bool"),
        ([True, False], pa.bool_(), "bool"),
        ([None, None], pa.int32(), "int32"),
    ],
    ids=str,
)
def test_numbers_leave_duckdb_as_they_are(values: list[Any], kind: Any, dtype: str) -> None:
    """As arrays, which have masks where there are nulls."""
    relation = duckdb.connect().from_arrow(pa.table({"x": pa.array(values, kind)}))
    found = fetched(relation)["x"]
    assert str(found.dtype) == dtype
    assert isinstance(found, np.ma.MaskedArray) is (None in values)
    assert found.tolist() == values


def test_text_leaves_duckdb_as_a_column() -> None:
    relation = duckdb.connect().sql("FROM (VALUES ('a', 1), (NULL, 2)) AS t(x, y)")
    found = fetched(relation)
    assert list(found) == ["x", "y"]
    assert found["x"].to_pylist() == ["a", None]


WIDE = {"id": ["p", "q", "r", "s"], "a": [1, None, 2, None], "b": [1, 1, 1, None]}
FRAMES: dict[str, Any] = {
    "pandas": lambda table: pd.DataFrame(table).convert_dtypes(),
    "polars": pl.DataFrame,
    "lazy": pl.LazyFrame,
    "pyarrow": pa.table,
    "duckdb": lambda table: duckdb.connect().from_arrow(pa.table(table)),
}


@pytest.mark.parametrize("library", FRAMES)
@pytest.mark.parametrize("by_id", [True, False])
def test_the_first_row_without_a_label_is_told(library: str, by_id: bool) -> None:
    table = WIDE if by_id else {name: WIDE[name] for name in "ab"}
    labels = read(FRAMES[library](table), layout="wide")
    who = "the item 'q' has no label" if by_id else "there is no label"
    with pytest.raises(
        MissingLabelError, match=rf"^the frame, row 2: {who} in column 'a' \(2 of 4 are missing\)"
    ):
        clusterings(labels["a"])
    with pytest.raises(MissingLabelError, match=r"row 4: .* in column 'b' \(1 of 4 are missing\)"):
        clusterings(labels["b"])
    kept = clusterings(labels, missing="drop")
    assert [(found.n, found.k) for found in kept.values()] == [(2, 2), (3, 1)]
    alone = clusterings(labels, missing="singletons")
    assert [(found.n, found.k) for found in alone.values()] == [(4, 4), (4, 2)]


@pytest.mark.parametrize("library", FRAMES)
def test_the_first_row_without_an_item_is_told(library: str) -> None:
    labels = read(FRAMES[library]({"id": ["a", "b", None, None], "x": [1, 1, 2, 2]}))
    with pytest.raises(
        InputError, match=r"^the frame, row 3: there is no item id in column 'id' \(2 of 4 are"
    ):
        clusterings(labels)


@pytest.mark.parametrize("library", FRAMES)
def test_rows_that_repeat_an_item_agree_in_every_column(library: str) -> None:
    table: dict[str, Any] = {
        "id": ["a", "b", "c", "b", "a"], "x": [1, 2, 3, 2, 1], "y": [1, 2, 3, 2, 4]
    }  # fmt: skip
    labels = read(FRAMES[library](table), layout="wide")
    found = clusterings(labels["x"])["x"]
    assert (found.items, found.labels) == (("a", "b", "c"), (1, 2, 3))
    with pytest.raises(
        InputError, match=r"row 5: the item 'a' has the label 4 in column 'y', and 1 on row 1;"
    ):
        clusterings(labels)
    table["y"][4] = None
    with pytest.raises(InputError, match="the label missing in column 'y', and 1 on row 1;"):
        clusterings(read(FRAMES[library](table), layout="wide"), missing="drop")


def test_labels_and_items_are_made_text_when_asked_for() -> None:
    frame = pa.table({"id": [3, 4], "x": [1, 2]})
    plain, text = (clusterings(read(frame), text=is_text)["x"] for is_text in (False, True))
    assert (plain.labels, text.labels) == ((1, 2), ("1", "2"))
    assert loaded_columns(read(frame), text_items=True)["id"].to_pylist() == ["3", "4"]
    assert clusterings(read(frame), text_items=True)["x"].items == ("3", "4")
    assert clusterings(read(frame))["x"].items == (3, 4)


@pytest.mark.parametrize("frame", [pl.DataFrame, pl.LazyFrame, pa.table])
def test_dropped_rows_are_not_counted(frame: Any) -> None:
    labels = read(frame({"a": [1, None, 2, -1], "b": [1, 1, -1, 1]}), layout="wide")
    both = {name: labels[name] for name in "ab"}
    for policies, n in (
        (Policies(missing="singletons"), 4),
        (Policies(missing="drop"), 3),
        (Policies(noise="drop", missing="singletons"), 2),
        (Policies(noise="drop", missing="drop"), 1),
        (Policies(noise="singletons", missing="drop"), 3),
    ):
        joined = join(both, policies)
        assert joined.n == n
        assert [found.n for found in fetch(joined).values()] == [n, n]
        assert len(fetch_columns(joined)) == 2


def test_items_that_are_not_kept_cannot_be_fetched() -> None:
    labels = read(pa.table({"id": ["p", "q"], "a": [1, 2]}))
    kept = fetch(join({"a": labels}, items=True), items=True)["a"]
    assert kept.items == ("p", "q")
    with pytest.raises(InputError, match="pass items=True to join"):
        fetch(join({"a": labels}), items=True)
    no_items = read(pa.table({"a": [1, 2]}))
    with pytest.raises(
        InputError, match=r"^the frame of a has no column of item ids; name it with"
    ):
        join({"a": no_items}, items=True)
    with pytest.raises(InputError, match=r"there is no clustering 'b'; there are a$"):
        join({"a": labels}).column("b")


def test_weights_that_are_lacking_are_told_where_both_frames_lack_items() -> None:
    gold = read(pa.table({"id": [1, 2, 3], "a": [1, 1, 2], "w": [1, 1, 1]}), label_column="a")
    mine = read(pa.table({"id": [2, 3, 4], "b": [1, 1, 2]}))
    policies = Policies(missing="singletons", weights="w")
    with pytest.raises(InputError, match=r"1 item of .* has no weight \(4\)") as caught:
        join({"gold": gold, "mine": mine}, policies)
    assert "gold" in str(caught.value.subject)
    with pytest.raises(AlignmentError, match=r"gold lacks .*\(4\) and .*mine lacks .*\(1\)"):
        join({"gold": gold, "mine": mine}, Policies(weights="w"))


@pytest.mark.parametrize(("rows", "is_small"), [(200_000, True), (200_001, False)])
def test_names_are_remembered_of_few_items(rows: int, is_small: bool, tmp_path: Path) -> None:
    frame = pl.DataFrame({"a": np.zeros(rows, dtype="int8")})
    path = tmp_path / "x.parquet"
    frame.write_parquet(path)
    assert read(frame).is_small is is_small
    assert read(path).is_small is is_small
    assert read(frame.lazy()).is_small is False  # to count its rows may take long
    assert read(path).rows == rows


def test_label_columns_say_what_they_are() -> None:
    frame = pa.table({"id": ["x"], "a": [1], "b": [1]})
    labels = read(frame)
    assert repr(labels) == "<LabelColumns of the frame: a, b, items in id>"
    assert repr(read(frame.drop(["id"]), layout="wide")) == "<LabelColumns of the frame: a, b>"
    assert labels.description == "the frame: 1 item, columns id, a, b"
    assert isinstance(labels, LabelColumns)
    with pytest.raises(InputError, match=r"no label column 'aa'.*did you mean 'a'.*one of a, b"):
        labels["aa"]
    with pytest.raises(TypeError):
        iter(labels)  # type: ignore[call-overload]


def test_one_column_of_a_table_needs_no_name() -> None:
    class AnnData:
        def __init__(self, **columns: Any) -> None:
            self._obs = pd.DataFrame(columns, index=["p", "q", "r"])

        obs = property(lambda self: self._obs)
        obs_names = property(lambda self: self._obs.index)

    truth = {"p": 0, "q": 0, "r": 1}
    assert pw.score(truth, AnnData(leiden=["x", "x", "y"], counts=[1, 2, 3]), "rand") == 1
    with pytest.raises(InputError, match=r"several columns of labels \(leiden, kind\)"):
        pw.score(truth, AnnData(leiden=["x", "x", "y"], kind=["x", "x", "y"]), "rand")


@pytest.mark.parametrize("library", FRAMES)
def test_one_row_is_enough(library: str) -> None:
    frame = FRAMES[library]({"id": ["a"], "x": ["u"]})
    assert clusterings(read(frame))["x"].labels == ("u",)
    columns = loaded_columns(read(FRAMES[library]({"id": [7], "x": [1]})))
    assert np.asarray(columns["id"]).tolist() == [7]


@pytest.mark.parametrize("library", ["polars", "lazy", "duckdb"])
def test_no_row_is_refused(library: str) -> None:
    schema = pa.schema([("id", pa.string()), ("x", pa.string())])
    empty = schema.empty_table()
    frames: dict[str, Any] = {
        "polars": pl.DataFrame(pl.from_arrow(empty)),
        "lazy": pl.DataFrame(pl.from_arrow(empty)).lazy(),
        "duckdb": duckdb.connect().from_arrow(empty),
    }
    with pytest.raises(InputError, match=r"^the frame: the file has no labels"):
        clusterings(read(frames[library]))


@pytest.mark.parametrize(("kind", "is_measured"), [("VARCHAR", False), ("DECIMAL(9, 5)", True)])
def test_decimals_of_duckdb_are_measurements_and_its_text_is_none(
    kind: str, is_measured: bool
) -> None:
    query = f"SELECT ((i / 7)::DECIMAL(9, 5) + 0.00001)::{kind} AS x FROM range(30) AS t(i)"  # noqa: S608
    labels = read(duckdb.connect().sql(query))
    if is_measured:
        with pytest.raises(InputError, match="30 of 30 labels"):
            clusterings(labels)
    else:
        assert clusterings(labels)["x"].k == 30
