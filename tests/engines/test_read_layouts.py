"""Pairs and stacked clusterings: ids of one type, and names that cannot be mixed up."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.engines.loading import clusterings
from partwise.engines.reading import read
from support.label_tables import WRITERS, Table, write_csv

GOLD = {"item": list("abcd"), "cluster": ["1", "1", "2", "2"]}
MINE = {"item": list("abcd"), "cluster": ["1", "2", "1", "2"]}


def stacked(names: list[Any]) -> dict[str, list[Any]]:
    """GOLD under the first name, MINE under the second."""
    return {
        "item": list("abcd") * 2,
        "clustering": [names[0]] * 4 + [names[1]] * 4,
        "cluster": GOLD["cluster"] + MINE["cluster"],
    }


@pytest.mark.parametrize("names", [["X", "x"], ["item", "x"], ["x", "Item"], ["É", "é"]])
@pytest.mark.parametrize("form", ["csv", "parquet", "pandas", "polars"])
def test_stacked_clusterings_that_would_be_mixed_up(
    tmp_path: Path, names: list[str], form: str
) -> None:
    table = stacked(names)
    makers: dict[str, Any] = {"pandas": pd.DataFrame, "polars": pl.DataFrame}
    source = makers[form](table) if form in makers else WRITERS[form](table, tmp_path)
    with pytest.raises(InputError, match="differ only in case; rename one of them"):
        read(source)


@pytest.mark.parametrize("names", [[True, False], [0.5, 1.0], [1, 10], ["1", "01"], [-0.5, 2.0]])
@pytest.mark.parametrize("form", ["parquet", "jsonl", "feather", "pandas", "polars"])
def test_stacked_clusterings_are_named_by_any_type(
    tmp_path: Path, names: list[Any], form: str
) -> None:
    table = stacked(names)
    makers: dict[str, Any] = {"pandas": pd.DataFrame, "polars": pl.DataFrame}
    source = makers[form](table) if form in makers else WRITERS[form](table, tmp_path)
    assert clusterings(read(source)) == {
        str(names[0]): pw.Clustering(GOLD["cluster"], items="abcd"),
        str(names[1]): pw.Clustering(MINE["cluster"], items="abcd"),
    }


@pytest.mark.parametrize("form", ["csv", "parquet", "jsonl"])
@pytest.mark.parametrize("clusters", [["1", None], [None, "1"], ["1", "2"]])
def test_a_stacked_item_has_one_row(tmp_path: Path, form: str, clusters: list[str | None]) -> None:
    table: dict[str, list[Any]] = {
        "item": ["a", "a", "b", "b"],
        "clustering": ["m"] * 4,
        "cluster": [*clusters, "3", "3"],
    }
    with pytest.raises(InputError, match=r"the item 'a' has several clusters in .* 'm'"):
        read(WRITERS[form](table, tmp_path))
    table["cluster"] = ["1", "1", None, None]
    labels = read(WRITERS[form](table, tmp_path).rename(tmp_path / f"y.{form}"))
    assert clusterings(labels, missing="drop")["m"].items == ("a",)


def test_a_stacked_row_without_a_clustering(tmp_path: Path) -> None:
    table: Table = {"item": ["a", "b"], "clustering": ["m", None], "cluster": ["1", "1"]}
    with pytest.raises(InputError, match="rows do not name their clustering"):
        read(write_csv(table, tmp_path))


def pair_file(left: list[Any], right: list[Any], folder: Path) -> Path:
    kinds = [pa.uint64() if 2**63 in ids else None for ids in (left, right)]
    ends = [pa.array(ids, kind) for ids, kind in zip((left, right), kinds, strict=True)]
    return WRITERS["parquet"](dict(zip(("left", "right"), ends, strict=True)), folder)


@pytest.mark.parametrize(
    ("left", "right", "items"),
    [
        ([1, 2], ["1", "3"], None),
        ([1, 2], ["1.4", "01"], None),
        ([1.5, 2.0], [1, 3], None),
        ([2.0**60, 2.0], [2**60 + 1, 3], None),
        ([1, 2], [2, 3], ["1", "2", "3"]),
        (["1", "2"], ["2", "3"], [1, 2, 3]),
        ([1, 2], [2, 3], [1.4, 2.0, 3.0]),
        ([1, 2], [2, 3], [1e300, 2.0, 3.0]),
    ],
)
def test_pairs_of_different_types_are_refused(
    tmp_path: Path, left: list[Any], right: list[Any], items: list[Any] | None
) -> None:
    with pytest.raises(InputError, match=r"different types|cannot be compared"):
        read(pair_file(left, right, tmp_path), items=items)


@pytest.mark.parametrize(
    ("left", "right", "items"),
    [
        ([1, 2], [2, 3], [1, 2, 3, 4]),
        ([1.0, 2.0], [2, 3], [1, 2, 3, 4]),
        ([1, 2], [2.0, 3.0], [1.0, 2.0, 3.0, 4.0]),
        ([2**63, 2], [2, 3], pa.table({"item": pa.array([2**63, 2, 3, 4], pa.uint64())})),
    ],
)
def test_pairs_of_whole_numbers_are_one_type(
    tmp_path: Path, left: list[Any], right: list[Any], items: Any
) -> None:
    found = read(pair_file(left, right, tmp_path), items=items).to_clustering()
    assert found.sizes.tolist() == [3, 1]


def test_pairs_and_items_in_a_text_file_are_compared_as_text(tmp_path: Path) -> None:
    path = pair_file([1, 2], [2, 3], tmp_path)
    (tmp_path / "all.txt").write_text("1\n2\n3\n4\n")
    labels = read(path, items=tmp_path / "all.txt")
    assert (labels.typed, labels.to_clustering().items) == (False, ("1", "2", "3", "4"))
    (tmp_path / "all.txt").write_text("01\n1.4\n2\n3\n")
    with pytest.raises(InputError, match=r"not among all items \('1'\)"):
        read(path, items=tmp_path / "all.txt")


def test_a_pair_with_nan_has_one_item(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="1 pair has no item"):
        read(pair_file([1.0, float("nan")], [2.0, 3.0], tmp_path))


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, pl.LazyFrame, pa.table])
@pytest.mark.parametrize("labels", [[1, None, 1], [2**60, 2**60 + 1, 2**60], ["x", None, "x"]])
def test_stacked_frames_with_missing_and_large_labels(frame: Any, labels: list[Any]) -> None:
    rows = {"item": [1, 2, 3] * 2, "clustering": list("aaabbb"), "cluster": [*labels, *labels]}
    for clustering in clusterings(read(frame(rows)), missing="drop").values():
        assert clustering == pw.Clustering(
            dict(zip((1, 2, 3), labels, strict=True)), missing="drop"
        )


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, pa.table])
def test_conflicts_show_plain_values(frame: Any) -> None:
    rows = {"item": [1, 1], "clustering": ["a", "a"], "cluster": [1, 2]}
    with pytest.raises(InputError, match=r"the item 1 has several clusters .* \(1 and 2\)"):
        read(frame(rows))


SCORED: dict[str, list[Any]] = {"left": ["a", "b"], "right": ["b", "c"], "p": [0.9, 0.1]}
IN_MEMORY: dict[str, Any] = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "lazy polars": pl.LazyFrame,
    "pyarrow": pa.table,
}


def scored(form: str, columns: Table, folder: Path) -> Any:
    """A table of pairs, in a file or a frame."""
    return IN_MEMORY[form](columns) if form in IN_MEMORY else WRITERS[form](columns, folder)


@pytest.mark.parametrize("form", [*WRITERS, *IN_MEMORY])
@pytest.mark.parametrize("layout", [None, "pairs"])
def test_scored_pairs_are_not_all_matches(tmp_path: Path, form: str, layout: Any) -> None:
    pairs = scored(form, SCORED, tmp_path)
    with pytest.raises(
        InputError, match=r"a score \(p\).*pw\.sweep.* above it, and name their columns"
    ):
        read(pairs, layout=layout)
    kept = read(pairs, layout="pairs", label_column=["left", "right"])
    assert clusterings(kept) == {"cluster": pw.Clustering([0, 0, 0], items="abc")}


@pytest.mark.parametrize("form", [*WRITERS, *IN_MEMORY])
@pytest.mark.parametrize("beside", [[3, 12], ["x", "0.5"]])
def test_what_is_no_score_may_stand_beside_pairs(
    tmp_path: Path, form: str, beside: list[Any]
) -> None:
    pairs = read(scored(form, SCORED | {"p": beside}, tmp_path))
    assert clusterings(pairs) == {"cluster": pw.Clustering([0, 0, 0], items="abc")}


JUDGED = {"left": ["a", "b", "c"], "right": ["b", "c", "d"]}


@pytest.mark.parametrize("form", ["csv", "parquet", *IN_MEMORY])
def test_judged_pairs_are_not_all_matches(tmp_path: Path, form: str) -> None:
    """The first column that is called as judgements are says so, if its values are judgements."""
    yes, no, other = ["yes"] * 3, ["yes", "no", "no"], ["x", "yes", "no"]
    found = []
    for columns in ({"is_match": yes, "same": no}, {"is_match": other, "same": no}):
        table = scored(form, JUDGED | columns, tmp_path)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            found.append(clusterings(read(table))["cluster"])
        shown = [str(warning.message) for warning in told]
        if columns["is_match"] is yes:
            (message,) = shown
            assert "pairs that are not listed count as non-matches, but column is_match" in message
        else:
            assert shown == []
    assert found == [pw.Clustering([0, 0, 0, 0], items="abcd")] * 2
    with pytest.raises(
        InputError, match=r"2 of 3 pairs are judged .* \(column is_match\), but ever"
    ):
        read(scored(form, JUDGED | {"is_match": no, "same": yes}, tmp_path))


@pytest.mark.parametrize("scores", [["1", "0.5"], ["1e-3", "2"], [".5", None]])
def test_scored_pairs_in_text_without_duckdb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scores: list[str | None]
) -> None:
    path = write_csv(SCORED | {"p": scores}, tmp_path)
    with pytest.raises(InputError) as with_duckdb:
        read(path)
    monkeypatch.setattr("partwise.engines.reading.is_installed", lambda _: False)
    with pytest.raises(InputError) as without:
        read(path)
    assert str(without.value) == str(with_duckdb.value)


@pytest.mark.parametrize("load", [str, pd.read_csv, pl.read_csv])
@pytest.mark.parametrize("ids", [{}, {"id": list("xyz")}, {"Item": list("xyz")}])
def test_the_index_that_pandas_wrote_is_no_clustering(
    tmp_path: Path, load: Any, ids: dict[str, list[str]]
) -> None:
    path = tmp_path / "labels.csv"
    pd.DataFrame({"gold": [0, 0, 1], **ids, "mine": [0, 1, 1]}).to_csv(path)
    labels = read(load(str(path)))
    assert labels.columns == ("gold", "mine")
    if ids:
        assert labels.item == next(iter(ids))
    assert pw.compare("gold", load(str(path)), ["rand"]).names == ("mine",)
