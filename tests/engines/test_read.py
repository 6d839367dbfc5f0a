"""Every format in every layout: what is read is the clustering that was written."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import duckdb
import narwhals as nw
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.engines.loading import clusterings
from partwise.engines.reading import read
from support.label_tables import WRITERS, Table, write_csv

ITEMS = ["ann", "bob", "cy", "dee", "eve", "日"]
GOLD = ["1", "01", "x,y", "1", 'q"', "x,y"]
MINE = ["a", "a", "b", "b", "c", "c"]
EXPECTED = {
    "gold": pw.Clustering(GOLD, items=ITEMS),
    "mine": pw.Clustering(MINE, items=ITEMS),
}


def found(source: Any, **options: Any) -> dict[str, pw.Clustering]:
    return clusterings(read(source, **options))


@pytest.fixture(params=WRITERS)
def write(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    return lambda table: WRITERS[request.param](table, tmp_path)


def test_wide(write: Any) -> None:
    path = write({"id": ITEMS, "gold": GOLD, "mine": MINE})
    assert found(path) == EXPECTED
    assert found(str(path)) == EXPECTED
    assert found(path)["gold"].cluster_labels == ("1", "01", "x,y", 'q"')


def test_long(write: Any) -> None:
    labels = read(write({"cluster": GOLD, "item": ITEMS}))
    assert (labels.columns, labels.item) == (("cluster",), "item")
    assert clusterings(labels) == {"cluster": EXPECTED["gold"]}


def test_missing_labels(write: Any) -> None:
    holed = [None, *GOLD[1:]]
    path = write({"id": ITEMS, "gold": holed, "mine": MINE})
    with pytest.raises(pw.errors.MissingLabelError, match=r"'ann' has no label.*1 of 6"):
        found(path)
    dropped = clusterings(read(path), missing="drop")["gold"]
    assert dropped == pw.Clustering(holed, items=ITEMS, missing="drop")
    assert dropped.dropped == ("ann",)


def test_integers(write: Any) -> None:
    big = 2**62
    ids, labels = [big + 1, big + 2, big + 3, -5], [7, 7, -1, 2**40]
    path = write({"id": ids, "cluster": labels})
    read_back = read(path)
    expected = pw.Clustering(labels, items=ids, noise="drop")
    if not read_back.typed:
        expected = pw.Clustering(list(map(str, labels)), items=list(map(str, ids)))
        expected = expected.restrict([str(i) for i in (big + 1, big + 2, -5)])
    assert clusterings(read_back, noise="drop")["cluster"] == expected


def test_pairs(write: Any, tmp_path: Path) -> None:
    pairs = [("b", "a"), ("c", "d"), ("d", "e"), ("c", "e")]
    one, other = map(list, zip(*pairs, strict=True))
    path = write({"left": one, "right": other, "score": ["1", "2", "3", "4"]})
    assert found(path) == {"cluster": pw.Clustering.from_pairs(pairs)}
    everything = tmp_path / "all.txt"
    everything.write_text("z\na\nb\nc\nd\ne\n")
    expected = pw.Clustering.from_pairs(pairs, items="zabcde")
    assert found(path, items=everything) == {"cluster": expected}


def test_stacked(write: Any) -> None:
    names = ["gold"] * 6 + ["mine"] * 6
    path = write({"item": ITEMS * 2, "clustering": names, "cluster": GOLD + MINE})
    labels = read(path)
    assert (labels.columns, labels.item) == (("gold", "mine"), "item")
    assert clusterings(labels) == EXPECTED
    assert clusterings(labels["mine"]) == {"mine": EXPECTED["mine"]}


def test_a_stacked_item_without_a_row_has_no_label(tmp_path: Path) -> None:
    table = {"item": ["a", "b", "a"], "model": ["m", "m", "k"], "label": ["1", "1", "2"]}
    labels = read(write_csv(table, tmp_path))
    assert clusterings(labels["k"], missing="drop")["k"].items == ("a",)
    table["model"][2] = "m"
    with pytest.raises(InputError, match="'a' has several clusters in the clustering 'm'"):
        read(write_csv(table, tmp_path))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_text_has_a_label_per_line(tmp_path: Path, end: str) -> None:
    path = tmp_path / "labels.txt"
    path.write_bytes(end.join(["x", " 01 ", '"y', "1,2", "x"]).encode())
    assert found(path)["label"].labels == ("x", "01", '"y', "1,2", "x")


def test_a_file_without_items_keeps_its_order(tmp_path: Path) -> None:
    """Labels without items are known by their row, also when many threads read them."""
    labels = [str((i * 7919) % 1000) for i in range(300_000)]
    (tmp_path / "many.txt").write_text("\n".join(labels))
    assert found(tmp_path / "many.txt")["label"] == pw.Clustering(labels)


FRAMES: dict[str, Any] = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "polars lazy": pl.LazyFrame,
    "pyarrow": lambda table: pa.table(dict(table)),
    "duckdb": lambda table: duckdb.connect().from_arrow(pa.table(dict(table))),
    "narwhals": lambda table: nw.from_native(pl.DataFrame(table)),
}


@pytest.mark.parametrize("frame", FRAMES)
def test_frames(frame: str) -> None:
    wide: Table = {"id": ITEMS, "gold": GOLD, "mine": MINE}
    assert found(FRAMES[frame](wide)) == EXPECTED
    assert list(found(FRAMES[frame](wide), label_column="mine")) == ["mine"]
    pairs = FRAMES[frame]({"source": ["a", "b"], "target": ["b", "c"]})
    everything = FRAMES[frame]({"item": list("abcd")})
    expected = pw.Clustering.from_pairs([("a", "b"), ("b", "c")], items="abcd")
    assert found(pairs, items=everything) == {"cluster": expected}


def test_pairs_are_components_at_any_size(tmp_path: Path) -> None:
    """Chains of 10: component i has the items 10i … 10i+9."""
    ends = [(i, i + 1) for i in range(20_000) if i % 10 != 9]
    one, other = map(list, zip(*ends, strict=True))
    path = WRITERS["feather"]({"id_1": one, "id_2": other}, tmp_path)
    clustering = found(path)["cluster"]
    assert clustering == pw.Clustering([i // 10 for i in range(20_000)], items=range(20_000))
    assert (clustering.n, clustering.k) == (20_000, 2000)


def test_pairs_of_unknown_items(tmp_path: Path) -> None:
    path = write_csv({"left": ["a"], "right": ["b"]}, tmp_path)
    items = write_csv({"item": ["a"]}, tmp_path, "items.csv")
    with pytest.raises(
        InputError, match=r"t\.csv: pairs name items that are not .* \('b'\); add them to items="
    ):
        read(path, items=items)
    with pytest.raises(InputError, match="1 pair has no item"):
        read(write_csv({"left": ["a"], "right": [None]}, tmp_path))
    with pytest.raises(InputError, match='items= applies only to layout="pairs"'):
        read(path, items=items, layout="wide")


def test_a_pipe_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pipe.csv"
    os.mkfifo(path)
    text = "item,label\na,1\nb,1\n"
    writer = threading.Thread(target=lambda: path.write_text(text))
    writer.start()
    assert pw.read(path).to_clustering().sizes.tolist() == [2]
    writer.join()


def test_dates_and_wide_numbers_stay_as_written(tmp_path: Path) -> None:
    days = ["2020-01-01", "2020-1-1", "2020-01-02"]
    uuids = [f"{i:032x}" for i in range(3)]
    path = WRITERS["jsonl"]({"id": uuids, "cluster": days}, tmp_path)
    assert found(path)["cluster"].labels == tuple(days)
    assert found(path)["cluster"].items == tuple(uuids)
    numbers = duckdb.connect().sql("FROM range(2) t(i)")
    huge = numbers.project("170141183460469231731687303715884105727 - i AS id, i AS cluster")
    assert found(huge)["cluster"].items == (str(2**127 - 1), str(2**127 - 2))


def test_csv_and_parquet_agree_as_text(tmp_path: Path) -> None:
    table = {"id": [1, 2, 3], "cluster": [5, 5, 6]}
    one = clusterings(read(write_csv(table, tmp_path)), text=True, text_items=True)["cluster"]
    other = clusterings(read(WRITERS["parquet"](table, tmp_path)), text=True, text_items=True)[
        "cluster"
    ]
    assert one == other
    assert other.items == ("1", "2", "3")
    assert other.labels == ("5", "5", "6")
