"""Pairs and stacked clusterings: by DuckDB and by Python alone they are the same."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import partwise as pw
from partwise.engines.loading import clusterings
from partwise.engines.reading import read
from partwise.errors import InputError, MissingExtraError
from support.label_tables import write_csv


def components(pairs: list[tuple[str, str]], items: list[str]) -> list[str]:
    """The smallest item that each item is joined with, directly or through others."""
    smallest = {item: item for item in items}
    for _ in items:
        for one, other in pairs:
            smallest[one] = smallest[other] = min(smallest[one], smallest[other])
    return [smallest[item] for item in items]


@pytest.mark.usefixtures("by")
@pytest.mark.parametrize("seed", range(6))
def test_pairs_are_their_connected_components(seed: int, tmp_path: Path) -> None:
    random = Random(seed)  # noqa: S311
    items = [f"{i}" for i in random.sample(range(100), 12)]
    pairs = random.sample(list(combinations(items, 2)), random.choice([0, 1, 4, 9]))
    pairs += pairs[:1] + [(b, a) for a, b in pairs[:1]] + [(a, a) for a, _ in pairs[:1]]
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    path = write_csv({"left": left, "right": right}, tmp_path)
    used = sorted({*left, *right})
    if used:
        found = clusterings(read(path))["cluster"]
        assert found == pw.Clustering(components(pairs, used), items=used)
    found = clusterings(read(path, items=items))["cluster"]
    everything = sorted(items)
    assert found == pw.Clustering(components(pairs, everything), items=everything)


ITEMS: dict[str, Callable[[Path], Any]] = {
    "list of text": lambda _: ["1", "2", "3", "10"],
    "list": lambda _: [1, 2, 3, 10],
    "tuple": lambda _: (1, 2, 3, 10),
    "range and repeated": lambda _: [*range(1, 4), 10, 10],
    "array": lambda _: np.array([1, 2, 3, 10]),
    "array of whole floats": lambda _: np.array([1.0, 2.0, 3.0, 10.0]),
    "series of pandas": lambda _: pd.Series([1, 2, 3, 10]),
    "series of Polars": lambda _: pl.Series(["1", "2", "3", "10"]),
    "frame": lambda _: pd.DataFrame({"who": [1, 2, 3, 10]}),
    "frame with other columns": lambda _: pl.DataFrame({"x": [0] * 4, "id": [1, 2, 3, 10]}),
    "lazy frame": lambda _: pl.LazyFrame({"id": [1, 2, 3, 10]}),
    "items with a null": lambda _: pl.Series(["1", None, "2", "3", "10"]),
    "columns": lambda _: read(pl.DataFrame({"id": [1, 2, 3, 10], "gold": [0, 0, 1, 1]})),
    "file": lambda folder: write_csv({"item": [1, 2, 3, 10]}, folder, "items.csv"),
    "name of a file": lambda folder: str(write_csv({"x": [1, 2, 3, 10]}, folder, "items.csv")),
    "columns of a file": lambda folder: read(
        write_csv({"id": [1, 2, 3, 10], "gold": [0, 0, 1, 1]}, folder, "items.csv")
    ),
}


@pytest.mark.usefixtures("by")
@pytest.mark.parametrize("form", ITEMS)
def test_items_in_no_pair_are_clusters_of_their_own(form: str, tmp_path: Path) -> None:
    path = write_csv({"left": [1, 3], "right": [2, 1]}, tmp_path)
    found = clusterings(read(path, items=ITEMS[form](tmp_path)))["cluster"]
    assert found == pw.Clustering([0, 1, 0, 0], items=["1", "10", "2", "3"])


def test_items_in_a_file_that_only_duckdb_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("partwise.engines.reading.is_installed", lambda _: False)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    path = write_csv({"left": [1, 3], "right": [2, 1]}, tmp_path)
    items = write_csv({"item": [1, 2, 3]}, tmp_path, "items.csv")
    assert read(path, items=items).columns == ("cluster",)
    pl.DataFrame({"item": [1, 2, 3]}).write_parquet(tmp_path / "items.parquet")
    with pytest.raises(MissingExtraError, match=r"files such as .*items\.parquet"):
        read(path, items=tmp_path / "items.parquet")


@pytest.mark.usefixtures("by")
@pytest.mark.parametrize(
    ("pairs", "items", "says"),
    [
        (("a", "b"), ["a"], r"that are not among all items \('b'\); add them to items="),
        (("fedcba", "ghhhhh"), ["h"], r"\('a', 'b', 'c' and 1 more\)"),  # at most four are shown
        ((["a", None, None], ["b", "c", "d"]), None, "2 pairs have no item in column left or righ"),
        ((["a", None], [None, "d"]), ["a", "d"], "2 pairs have no item"),
        (("a", "b"), pl.DataFrame({"x": ["a"], "y": ["b"]}), "which of the columns x, y has"),
    ],
)
def test_pairs_that_are_refused(pairs: Any, items: Any, says: str, tmp_path: Path) -> None:
    path = write_csv({"left": list(pairs[0]), "right": list(pairs[1])}, tmp_path)
    with pytest.raises(InputError, match=says):
        read(path, items=items)


STACKED = [("b", "x", "1"), ("a", "x", "1"), ("a", "y", "2"), ("c", "y", "2"), ("c", "x", None)]


@pytest.mark.usefixtures("by")
def test_stacked_clusterings_side_by_side(tmp_path: Path) -> None:
    """In any order of the rows, which may repeat; an item without a row has no label."""
    rows = [*STACKED, *STACKED[:2]]
    for seed in range(3):
        Random(seed).shuffle(rows)  # noqa: S311
        columns = dict(
            zip(("item", "run", "cluster"), map(list, zip(*rows, strict=True)), strict=True)
        )
        labels = read(write_csv(columns, tmp_path))
        assert (labels.item, labels.columns) == ("item", ("x", "y"))
        found = clusterings(labels, missing="drop")
        assert found["x"] == pw.Clustering([1, 1, None], items="abc", missing="drop")
        assert found["y"] == pw.Clustering([2, None, 2], items="abc", missing="drop")


@pytest.mark.usefixtures("by")
def test_stacked_rows_of_which_there_are_none(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("item,run,cluster\n")
    with pytest.raises(InputError, match=r"x\.csv: column 'run': there are no clusterings"):
        clusterings(read(path, layout="stacked"))


@pytest.mark.usefixtures("by")
@pytest.mark.parametrize(
    ("row", "says"),
    [
        (("a", "x", "0"), r"'a' has several clusters in the clustering 'x' \('0' and '1'\)"),
        (("c", "y", None), r"'c' has .* 'y' \('2' on one row and none on another\)"),
        (("a", None, "1"), "column 'run': some rows do not name their clustering"),
        (("a", "X", "1"), "the clustering 'X' and the clustering 'x' .* differ only in case"),
        (("a", "Item", "1"), "the column of items 'item' and the clustering 'Item' .* differ only"),
    ],
)
def test_stacked_rows_that_are_refused(row: Any, says: str, tmp_path: Path) -> None:
    columns = zip(("item", "run", "cluster"), zip(*STACKED, row, strict=True), strict=True)
    path = write_csv({name: list(values) for name, values in columns}, tmp_path)
    with pytest.raises(InputError, match=says):
        clusterings(read(path), missing="drop")


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pl.LazyFrame])
def test_the_first_of_several_conflicts_is_shown(library: Any) -> None:
    """By the item, and then by the clustering."""
    rows = [("b", "x"), ("c", "x"), ("a", "z"), ("a", "y"), ("b", "y")] * 2
    columns = zip(("item", "run"), zip(*rows, strict=True), strict=True)
    frame = library({**{name: list(values) for name, values in columns}, "cluster": range(10)})
    with pytest.raises(InputError, match=r"'a' has several .* 'y' \(3 and 8\)"):
        read(frame)


@pytest.mark.parametrize("items", [5, object(), [1, "a"], [2**70], {"a": 1}])
def test_items_of_no_one_type(items: Any) -> None:
    pairs = pd.DataFrame({"left": [1], "right": [2]})
    with pytest.raises(InputError, match="items= must be a path, a list, a series or a frame"):
        read(pairs, layout="pairs", items=items)


@pytest.mark.parametrize("item", [2.0**53, -(2.0**53), 2.0**53 + 2, -(2.0**54), 0.5])
def test_floats_beside_integers_are_ids_where_they_are_exact(item: float) -> None:
    """From 2^53 + 1 on, a float stands for several integers."""
    pairs = pl.DataFrame({"left": [1.0, item], "right": [2, 3]})
    if abs(item) == 2**53:
        found = read(pairs, layout="pairs").to_clustering()
        assert found == pw.Clustering([0, 0, 1, 1], items=[1, 2, 3, int(item)])
        return
    with pytest.raises(InputError, match=rf"beyond 2\^53 \({item!r}\)".replace("+", r"\+")):
        read(pairs, layout="pairs")
