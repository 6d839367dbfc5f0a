"""Names are data, and what is wrong with files is said before any work is done."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.engines.backends.duckdb import DuckDB
from partwise.engines.columns import _PAIR_NAMES, choose_columns, usual_pair
from partwise.engines.loading import clusterings
from partwise.engines.reading import read
from support.label_tables import WRITERS, write_csv

DROP = '"; DROP TABLE x; --'
ODD_COLUMNS = [DROP, "it's", "a.b", "select", "", " ", "日本", "$1", "{x}", "\\", "*", "a\nb", "?"]
ODD_FILES = [
    "it's [odd] *name?.csv",
    '"; DROP TABLE x; --.csv',
    "back\\slash.csv",
    "$HOME ~ %20 {a,b} **.csv",
    "名.csv",
    "[ab].csv",
    "a]b.csv",
]


@pytest.mark.parametrize("column", [name for name in ODD_COLUMNS if name.strip()])
@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet", "feather", "arrow stream"])
def test_columns_may_have_any_name(tmp_path: Path, column: str, form: str) -> None:
    table = {"odd id'\"": ["a", "b", "c"], column: ["x", "x", "y"], "other": ["1", "2", "3"]}
    path = WRITERS[form](table, tmp_path)
    labels = read(path, label_column=column, item_column="odd id'\"")
    assert clusterings(labels) == {column: pw.Clustering(["x", "x", "y"], items="abc")}


@pytest.mark.parametrize("column", [name for name in ODD_COLUMNS if name.strip()])
def test_clusterings_on_top_of_each_other_may_have_any_name(tmp_path: Path, column: str) -> None:
    table = {"item": ["a", "b", "a"], "model": [column, column, "k"], "label": ["1", "1", "2"]}
    labels = read(WRITERS["parquet"](table, tmp_path))
    assert set(labels.columns) == {column, "k"}
    assert clusterings(labels[column])[column] == pw.Clustering(["1", "1"], items="ab")


def test_pairs_may_be_in_columns_of_any_name(tmp_path: Path) -> None:
    path = write_csv({DROP: ["a"], "it's": ["b"]}, tmp_path)
    found = clusterings(read(path, layout="pairs"))
    assert found == {"cluster": pw.Clustering(["1", "1"], items="ab")}


@pytest.mark.parametrize("name", ODD_FILES)
@pytest.mark.parametrize("form", ["csv", "parquet", "feather", "jsonl"])
def test_a_file_that_exists_is_that_file(tmp_path: Path, name: str, form: str) -> None:
    """Also if its name looks like a glob that matches others."""
    for decoy in ("a.csv", "b.csv", "itxs [odd] zname1.csv", "it's o 1name1.csv"):
        written = WRITERS[form]({"item": ["q"], "label": ["z"]}, tmp_path)
        written.rename(tmp_path / decoy.replace(".csv", written.suffix))
    written = WRITERS[form]({"item": ["a", "b"], "label": ["1", "1"]}, tmp_path)
    path = written.rename(tmp_path / name.replace(".csv", written.suffix))
    expected = {"label": pw.Clustering(["1", "1"], items="ab")}
    assert clusterings(read(path)) == expected
    assert clusterings(read(str(path))) == expected
    assert clusterings(read([path])) == expected


def test_labels_are_data(tmp_path: Path) -> None:
    labels = [DROP, "'; DROP TABLE x; --", "NULL", "null", "NaN", "\\N", "a\nb", "a"]
    table = {"item": list("abcdefgh"), "label": labels}
    assert clusterings(read(write_csv(table, tmp_path)))["label"].labels == tuple(labels)


def test_python_variables_are_no_tables(tmp_path: Path) -> None:
    """DuckDB looks names up among Python's variables; what we quote never gets there."""
    frame = pd.DataFrame({"x": [1]})  # noqa: F841
    with pytest.raises(InputError, match="No such file"):
        read("frame")


ERRORS: dict[str, tuple[dict[str, str | bytes], str, str]] = {
    "absent": ({"label.csv": "label\na\n"}, "lable.csv", r"No such file; is it label\.csv"),
    "no folder": ({}, "nowhere/x.csv", "No such file .there is no folder"),
    "glob": ({"a.csv": "item,label\na,1\n"}, "*.parquet", "no file matches"),
    "empty": ({"e.csv": ""}, "e.csv", "the file is empty; it needs a row of column names"),
    "empty text": ({"e.txt": ""}, "e.txt", "no labels"),
    "empty parquet": ({"e.parquet": ""}, "e.parquet", "the file is empty"),
    "formats": (
        {"p/a.csv": "item,label\na,1\n", "p/b.jsonl": "{}"},
        "p",
        r"different formats: a\.csv \(csv\) and b\.jsonl \(json\)",
    ),
    "headers": (
        {"p/a.csv": "item,label\na,1\n", "p/b.csv": "item,cluster\na,1\n"},
        "p",
        r"different columns: item, label in a\.csv, but item, cluster in b\.csv",
    ),
    "no part": ({"p/_SUCCESS": "", "p/.hidden.csv": "label\n1\n"}, "p", "folder has no label"),
    "long row": (
        {"x.csv": "item,label\na,1\nb,1,2\n"},
        "x.csv",
        "line 3: 3 fields .* has 2",
    ),
    "late row": (
        {"x.csv": "item,label\n" + "".join(f"{i},1\n" for i in range(99_999)) + "b\n"},
        "x.csv",
        "line 100001: 1 field where",
    ),
    "quote": ({"x.csv": 'item,label\na,"1\n'}, "x.csv", "line 2: not valid CSV"),
    "line ends": (
        {"x.csv": "item,label\na,1\nb,2\r\nc,3\rd,4\n"},
        "x.csv",
        r"x\.csv: not valid CSV; check that quotes are closed and that all lines end in the same",
    ),
    "late bytes": (
        {"x.csv": b"item,label\n" + b"abcdefgh,1\n" * 200_000 + b"b,\xff\n"},
        "x.csv",
        "line 200002: not UTF-8",
    ),
    "binary": ({"x.csv": b"\x00\x01\x02"}, "x.csv", "not a text file"),
    "binary text": ({"x.bin": b"\x00\x01\x02"}, "x.bin", "not a text file"),
    "no parquet": ({"x.parquet": b"\x00\x01\x02junk"}, "x.parquet", "not a Parquet file"),
    "cut parquet": ({"x.parquet": b"PAR1junkjunkjunk"}, "x.parquet", "x.parquet"),
    "no arrow": ({"x.arrow": b"\x00\x01\x02junkjunk"}, "x.arrow", "not an Arrow file"),
    "cut arrow": ({"x.arrow": b"ARROW1\0\0junkjunk"}, "x.arrow", "not an Arrow file"),
    "no gzip": ({"x.csv.gz": b"item,label\na,1\n"}, "x.csv.gz", r"x\.csv\.gz.*"),
    "cut gzip": ({"x.csv.gz": gzip.compress(b"item,label\n" * 99)[:40]}, "x.csv.gz", "damaged"),
    "json": (
        {"x.jsonl": '{"item":"a","label":1}\n{"item":\n'},
        "x.jsonl",
        "line 2: not valid",
    ),
    "packed json": (
        {"x.jsonl.zst": pa.compress(b'{"item":"a","label":1}\n' * 9 + b"{", "zstd", asbytes=True)},
        "x.jsonl.zst",
        r"x\.jsonl\.zst, near line 1\d: not valid JSON lines",
    ),
    "json list": ({"x.jsonl": "[1,2]\n[3,4]\n"}, "x.jsonl", "must be a JSON object"),
    "excel": ({"x.xlsx": b"PK"}, "x.xlsx", "spreadsheet; save it as CSV"),
    "zip": ({"x.zip": b"PK"}, "x.zip", "a packed file; unpack it"),
    "no name": ({"x.csv": "id,gold,\n1,a,b\n"}, "x.csv", "line 1: column 3 of 3 has no name"),
    "case": (
        {"x.csv": "item,label,Label\na,1,2\n"},
        "x.csv",
        "columns 'label' and 'Label' differ only in case; rename one of them",
    ),
    "no label": (
        {"x.csv": "item,label\na,1\nb,\n"},
        "x.csv",
        r"x\.csv, line 3: the item 'b' has",
    ),
    "two parts": (
        {"p/a.csv": "item,label\na,1\n", "p/b.csv": "item,label\nb,1\na,2\n"},
        "p",
        r"b\.csv, line 3: the item 'a' has the label '2' .* and '1' on .*a\.csv, line 2",
    ),
    "two items": (
        {"x.csv": "item,label\na,1\nb,1\nb,2\na,2\n"},
        "x.csv",
        r"x\.csv, line 4: the item 'b' has the label '2' .* and '1' on line 3",
    ),
    "no item": ({"x.csv": "item,label\na,1\n,2\n"}, "x.csv", "line 3: there is no item"),
    "lines in quotes": ({"x.csv": 'item,label\n"a\nb",1\nc,\n'}, "x.csv", "line 4: the item 'c'"),
}


@pytest.mark.parametrize("case", ERRORS)
def test_errors(tmp_path: Path, case: str) -> None:
    files, source, says = ERRORS[case]
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(InputError, match=says) as caught:
        clusterings(read(tmp_path / source))
    message = str(caught.value)
    assert str(tmp_path) in message
    assert len(message.splitlines()) == 1
    assert "Error:" not in message


def test_a_first_column_without_a_name_has_the_items(tmp_path: Path) -> None:
    """As pandas writes its index."""
    path = tmp_path / "x.csv"
    pd.DataFrame({"gold": ["a", "a", "b"], "mine": [1, 2, 2]}, index=["p", "q", "r"]).to_csv(path)
    labels = read(path)
    assert (labels.item, labels.columns) == ("item", ("gold", "mine"))
    assert labels["mine"].to_clustering().items == ("p", "q", "r")


def test_parts_of_different_types(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    for name, labels in (("a", [1]), ("b", ["1"])):
        path = WRITERS["parquet"]({"item": ["x"], "label": labels}, tmp_path)
        path.rename(tmp_path / "p" / f"{name}.parquet")
    with pytest.raises(InputError, match=r"different columns.*a\.parquet.*b\.parquet"):
        read(tmp_path / "p")


@pytest.mark.parametrize(
    ("columns", "options", "expected"),
    [
        (["id", "gold", "mine"], {}, ("wide", "id", ("gold", "mine"))),
        (["ID", "Cluster"], {}, ("wide", "ID", ("Cluster",))),
        (["who", "x"], {"item": "who"}, ("wide", "who", ("x",))),
        (["label"], {}, ("wide", None, ("label",))),
        (["a", "b", "c"], {"label": ["c", "a"]}, ("wide", None, ("c", "a"))),
        (["a", "b"], {"layout": "wide"}, ("wide", None, ("a", "b"))),
        (["id", "cluster", "score"], {"layout": "long"}, ("long", "id", ("cluster",))),
        (["ID", "Cluster", "Score"], {"layout": "long"}, ("long", "ID", ("Cluster",))),
        (["id", "cluster", "score"], {"otherwise": "long"}, ("long", "id", ("cluster",))),
        (["id_l", "id_r", "p"], {}, ("pairs", None, ("id_l", "id_r"))),
        (["x", "y"], {"layout": "pairs"}, ("pairs", None, ("x", "y"))),
        (["id", "run", "cluster"], {}, ("stacked", "id", ("run", "cluster"))),
        (["id", "x", "cluster"], {"layout": "stacked"}, ("stacked", "id", ("x", "cluster"))),
        (["id", "name"], {"label": "id"}, ("wide", "name", ("id",))),
        (["Unnamed: 0", "id", "gold"], {}, ("wide", "id", ("gold",))),
        (["", "who", "gold"], {"item": "who"}, ("wide", "who", ("gold",))),
        (["", "gold", "mine"], {}, ("wide", "", ("gold", "mine"))),
        (["id", "", "gold"], {"layout": "wide"}, ("wide", "id", ("", "gold"))),
    ],
)
def test_columns_are_found_when_obvious(
    columns: list[str], options: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    assert choose_columns("x.csv", columns, **options) == expected


@pytest.mark.parametrize(
    ("columns", "options", "says"),
    [
        (
            ["x", "y"],
            {},
            r'columns x, y are.*layout="wide".*layout="pairs".*item_column=.*label_column=',
        ),
        (["x", "y", "z"], {}, r'columns x, y, z are.*layout="wide".*item_column='),
        (["id", "cluster", "mine"], {}, 'label_column="cluster", or layout="wide"'),
        (["x", "y", "z"], {"layout": "long"}, "choose one of x, y, z with label_column="),
        (["x", "y", "z"], {"layout": "pairs"}, "which two of the columns x, y, z.*label_column="),
        (
            ["x", "y", "z"],
            {"layout": "stacked"},
            "which of the columns x, y, z has the items.*item_column=",
        ),
        (["id", "y", "z", "w"], {"layout": "stacked"}, "y, z, w hold the names of the clusterings"),
        (["id", "gold"], {"label": "glod"}, "no column 'glod' .did you mean 'gold'.*id, gold"),
        (["id", "gold"], {"item": "nope"}, "no column 'nope'; the columns are id, gold"),
        (["id", "gold"], {"label": "id", "item": "id"}, "both the items and the labels"),
        (["id", "gold"], {"label": ["gold", "gold"]}, "twice"),
        (["id", "gold"], {"layout": "tall"}, 'layout= must be "wide"'),
        (["a", "b"], {"layout": "pairs", "label": "a"}, "two columns of items"),
    ],
)
def test_columns_are_asked_for_when_not(
    columns: list[str], options: dict[str, Any], says: str
) -> None:
    with pytest.raises(InputError, match=says):
        choose_columns("x.csv", columns, **options)


@pytest.mark.parametrize("names", _PAIR_NAMES, ids="-".join)
def test_pairs_have_usual_names_on_both_sides(names: tuple[str, str]) -> None:
    one, other = names
    for left, right in ((one, other), (one.upper(), other.capitalize())):
        found = choose_columns("x.csv", ["p", right, left])
        assert found == ("pairs", None, (left, right))
    for name in names:
        assert usual_pair([name, "p"]) is None
        assert choose_columns("x.csv", [name, "p"], layout="wide").layout == "wide"


@pytest.mark.parametrize("source", [3, None, {"a": [1]}, [1, 2], object()])
def test_what_is_neither_a_file_nor_a_frame(source: Any) -> None:
    with pytest.raises(InputError, match="cannot read labels from a"):
        read(source)


def test_an_empty_list_and_empty_frames() -> None:
    with pytest.raises(InputError, match="list of files is empty"):
        read([])
    for frame in (pd.DataFrame({"id": [], "label": []}), pl.DataFrame({"id": [], "label": []})):
        with pytest.raises(InputError, match="no labels"):
            clusterings(read(frame))


def test_user_databases_are_left_alone(tmp_path: Path) -> None:
    """Comparing a relation leaves nothing behind in the database that it comes from."""
    with duckdb.connect(tmp_path / "mine.duckdb") as connection:
        connection.from_arrow(pa.table({"id": [1, 2], DROP: ["x", "y"]})).create("x")
        found = clusterings(read(connection.table("x")))
        assert found[DROP].labels == ("x", "y")
        pairs = connection.sql("SELECT id AS left, id + 1 AS right FROM x")
        assert clusterings(read(pairs))["cluster"].n == 3
        assert connection.sql("SHOW ALL TABLES").project("name").fetchall() == [("x",)]


def test_read_only_and_closed_databases(tmp_path: Path) -> None:
    path = tmp_path / "mine.duckdb"
    with duckdb.connect(path) as connection:
        connection.sql("SELECT 1 AS id, 2 AS label").create("x")
    with duckdb.connect(path, read_only=True) as connection:
        relation = connection.table("x")
        backend = DuckDB()
        kept = backend.keep(read(relation).frame)
        assert backend.collect(kept)["label"].to_list() == [2]
        backend.forget(kept)
    with pytest.raises(InputError, match="DuckDB cannot read this"):
        clusterings(read(relation))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("form", ["csv", "parquet", "feather", "jsonl"])
def test_files_that_may_not_be_read(tmp_path: Path, form: str) -> None:
    path = WRITERS[form]({"item": ["a"], "label": ["1"]}, tmp_path)
    path.chmod(0)
    with pytest.raises(InputError, match="cannot read it"):
        read(path)


def test_remote_files() -> None:
    with pytest.raises(
        InputError,
        match=r"s3://bucket/x\.parquet: only files on a disk can "
        "be read",
    ):
        read("s3://bucket/x.parquet")


def test_columns_of_labels_by_name_alone() -> None:
    labels = read(pa.table({"id": ["x", "y"], "gold": [1, 1], "kmeans_3": [1, 2]}))
    with pytest.raises(InputError, match=r"'kmean_3' \(did you mean 'kmeans_3'\?\); choose one of"):
        labels["kmean_3"]
    anything: Any = labels
    with pytest.raises(TypeError, match="not iterable"):
        list(anything)
    with pytest.raises(TypeError, match=r"not iterable|not a container"):
        0 in anything  # noqa: B015
