"""What cannot be read for certain is refused: formats, delimiters, types, names."""

from __future__ import annotations

import gzip
import itertools
import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.engines.dialects import find_dialect
from partwise.engines.loading import clusterings
from partwise.engines.reading import read
from support.label_tables import WRITERS, write_csv

GOLD = {"item": list("abcd"), "cluster": ["1", "1", "2", "2"]}
MINE = {"item": list("abcd"), "cluster": ["1", "2", "1", "2"]}


def rand(one: Sequence[object], other: Sequence[object]) -> float:
    """The share of pairs about which two clusterings agree, by its definition."""
    pairs = list(itertools.combinations(range(len(one)), 2))
    agreed = sum((one[i] == one[j]) == (other[i] == other[j]) for i, j in pairs)
    return float(Fraction(agreed, comb(len(one), 2)))


def separated(table: dict[str, list[str]], delimiter: str) -> str:
    rows = [tuple(table), *zip(*table.values(), strict=True)]
    return "".join(delimiter.join(row) + "\n" for row in rows)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " "])
@pytest.mark.parametrize("name", ["x.txt", "x.dat", "x", "x.csv", "x.tsv", "x.csv.bak"])
def test_a_table_is_a_table_under_any_name(tmp_path: Path, name: str, delimiter: str) -> None:
    found = []
    for table in (GOLD, MINE):
        path = tmp_path / name
        path.write_text(separated(table, delimiter))
        labels = read(path)
        assert (labels.item, labels.columns) == ("item", ("cluster",))
        assert clusterings(labels) == {"cluster": pw.Clustering(table["cluster"], items="abcd")}
        found.append(labels.to_clustering())
    assert pw.score(found[0], found[1], "rand") == rand(GOLD["cluster"], MINE["cluster"])
    if not name.endswith((".csv", ".tsv")):
        understood = f"{path}: 4 items, columns item and cluster, delimiter {delimiter!r}"
        assert labels.description == understood


@pytest.mark.parametrize("delimiter", [",", "|", " "])
def test_a_table_in_a_pipe(tmp_path: Path, delimiter: str) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_text(separated(MINE, delimiter)))
    writer.start()
    labels = read(path)
    writer.join()
    assert labels.to_clustering() == pw.Clustering(MINE["cluster"], items="abcd")
    assert labels.description.startswith(f"{path}: 4 items, columns item and cluster, delimiter")


def test_json_lines_and_packed_tables_under_any_name(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(WRITERS["jsonl"](MINE, tmp_path).read_bytes())
    assert read(path).to_clustering() == pw.Clustering(MINE["cluster"], items="abcd")
    path.write_bytes(gzip.compress(separated(MINE, ",").encode()))
    with pytest.raises(InputError, match=r"compressed, but its name does not say so; .*\.gz"):
        read(path)
    assert read(path.rename(tmp_path / "x.gz")).item == "item"


@pytest.mark.parametrize(
    "lines",
    [
        ["x", "y", "x"],
        ["x"],
        ["1", "2", "1"],
        ["T cell", "B cell", "T cell"],
        ["class a", "class b", "class a"],
        ["x", "1,2", "x"],
        ["x", "y; z", "1,2", "x"],
        ["Zürich", "Genève", "Zürich"],
    ],
)
def test_one_label_per_line(tmp_path: Path, lines: list[str]) -> None:
    (tmp_path / "x.txt").write_text("\n".join(lines) + "\n")
    (tmp_path / "x.dat").write_text("\n".join(lines) + "\n")
    labels = read(tmp_path / "x.txt")
    assert labels.to_clustering().labels == tuple(lines)
    assert labels.sniffed is None  # this is what .txt is for
    counted = "1 item" if len(lines) == 1 else f"{len(lines)} items"
    assert read(tmp_path / "x.dat").description.endswith(f"x.dat: {counted}, one label per line")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["a,1", "b,1", "c,2"], "separated by ','"),
        (["a;1", "b;1", "c;2"], "separated by ';'"),
        (["a\t1", "b\t1"], r"separated by '\\t'"),
        (["a|1", "b|1"], r"separated by '\|'"),
        (["a 1", "b 1", "c 2"], "separated by ' '"),
        (["comment", "a,1", "b,1", "c,2"], "separated by ','"),
        (["label", "a,1", "b,1", "c,2"], "separated by ','"),
        (["a,1", "b,1,2", "c"], "separated by ','"),
        (["who,what", "a,1", "b,2"], "separated by ','"),
        (["who what", "a 1", "b 2"], "separated by ' '"),
        (["item what", "a 1", "b 2"], "separated by ' '"),  # one usual name may be a label's word
        (["who label", "a 1", "b 2"], "separated by ' '"),
        (["item,cluster|label", "a,1|2"], "separated by ','"),
        (["label", "x", "y"], "first line 'label' is a label or a column's name"),
        (["item", "a", "b"], "first line 'item' is a label or a column's name"),
        (["k-means", "1", "2", "1"], "first line 'k-means' is a label or a column's name"),
    ],
)
def test_text_with_two_readings_is_refused(tmp_path: Path, lines: list[str], says: str) -> None:
    path = tmp_path / "x.dat"
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(InputError, match=says) as caught:
        read(path)
    assert caught.value.subject == str(path)
    assert ".csv" in str(caught.value)  # what to do


@pytest.mark.parametrize("name", ["x.dat", "x.csv"])
@pytest.mark.parametrize("delimiter", [",", " "])
def test_a_blank_line_before_the_header(tmp_path: Path, name: str, delimiter: str) -> None:
    (tmp_path / name).write_text("\n" + separated(GOLD, delimiter))
    with pytest.raises(InputError, match="the first line is empty"):
        read(tmp_path / name)


def test_columns_that_are_named_tell_a_header(tmp_path: Path) -> None:
    path = tmp_path / "x.dat"
    path.write_text("who,what\na,1\nb,2\n")
    assert read(path, item_column="who", label_column="what").to_clustering().items == ("a", "b")
    path.write_text("what\n1\n2\n")
    assert read(path, label_column="what").to_clustering().labels == ("1", "2")


def test_delimiters_of_csv_files_are_certain() -> None:
    rows = ["id;name, first;cluster", "1;ann;2", "2;bob;2"]
    with pytest.raises(InputError, match="whether ',' or ';' separates the columns"):
        find_dialect("x.csv", rows, "csv")
    assert find_dialect("x.csv", ["id;cluster", "1;2,5"], "csv").delimiter == ";"
    for table, delimiter in (  # the only one that splits every line into as many fields
        (["a;x|b", "1|2", "3|4"], "|"),
        (["a|x;b", "1;2", "3;4"], ";"),
        (["a;x|b;y\tc", "1\t2", "3\t4"], "\t"),
        (["a;x|b", "1;2", "3|4;5"], ";"),
    ):
        assert find_dialect("x.csv", table, "csv").delimiter == delimiter
    with pytest.raises(InputError, match=r"whether ';' or '\|' separates the columns"):
        find_dialect("x.csv", ["a;x|b", "1", "2"], "csv")
    assert find_dialect("x.csv", ["cluster", "T cell", "B cell"], "csv").columns == ("cluster",)
    with pytest.raises(InputError, match="separated by ' '"):
        find_dialect("x.csv", ["who what", "a 1", "b 2"], "csv")


def test_late_null_bytes_long_fields_and_empty_devices(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(b"item,label\n" + b"abcdefgh,1\n" * 200_000 + b"i,a\0b\n")
    with pytest.raises(InputError, match=r"x\.csv, column 'label': there is a null byte"):
        clusterings(read(path))
    path.write_text("item,label\na,1\nb," + "x" * 3_000_000 + "\n")
    with pytest.raises(InputError, match=r"x\.csv, line 3: this line is longer than 2 MB"):
        clusterings(read(path))
    with pytest.raises(InputError, match=r"^/dev/null: the file is empty"):
        read("/dev/null")


def test_errors_in_a_pipe_name_the_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe.csv"
    for content in ("item,label\na,1\nb\n", "item,label\na,1\nb,\n", ",\n"):
        path.unlink(missing_ok=True)
        os.mkfifo(path)
        writer = threading.Thread(target=path.write_text, args=(content,))
        writer.start()
        with pytest.raises(InputError, match=f"^{path}"):
            clusterings(read(path))
        writer.join()


SCRIPT = """
import sys
import partwise as pw
labels = pw.read(sys.argv[1])
table = pw.contingency(labels, labels)
raise ValueError("the last line")
"""


def test_nothing_is_heard_after_an_error_that_ends_the_process(tmp_path: Path) -> None:
    """DuckDB's bindings list on standard error what the traceback keeps alive."""
    path = write_csv(GOLD, tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, path], capture_output=True, text=True, check=False
    )
    assert done.stderr.splitlines()[-1] == "ValueError: the last line"


NAMES = [["X", "x"], ["item", "Item"], ["É", "é"]]


def files_with_columns(names: list[str], folder: Path) -> list[Path]:
    """The same columns in every format."""
    columns = ["id", *names]
    table = pa.Table.from_arrays([pa.array([1, 2]) for _ in columns], columns)
    pa.parquet.write_table(table, folder / "x.parquet")
    pa.feather.write_feather(table, folder / "x.feather")
    with pa.ipc.new_stream(str(folder / "x.arrow"), table.schema) as stream:
        stream.write_table(table)
    (folder / "x.csv").write_text(",".join(columns) + "\n" + ",".join("1" * len(columns)) + "\n")
    members = ", ".join(f"{json.dumps(column)}: 1" for column in columns)
    (folder / "x.jsonl").write_text(f"{{{members}}}\n")
    return [folder / f"x.{form}" for form in ("parquet", "feather", "arrow", "csv", "jsonl")]


@pytest.mark.parametrize("names", NAMES)
def test_names_that_differ_only_in_case_are_refused(tmp_path: Path, names: list[str]) -> None:
    both = f"'{names[0]}' and '{names[1]}'|'{names[1]}' and '{names[0]}'"
    says = f"columns ({both}) differ only in case; rename one of them"
    for path in files_with_columns(names, tmp_path):
        with pytest.raises(InputError, match=says) as caught:
            read(path, label_column=names[0])
        assert caught.value.subject == str(path)


def test_equal_names_are_refused(tmp_path: Path) -> None:
    for path in files_with_columns(["x", "x"], tmp_path):
        with pytest.raises(InputError, match=r"two columns are called 'x'; rename one of them"):
            read(path, label_column="x")


def test_what_is_nested_has_names_of_its_own(tmp_path: Path) -> None:
    nested = [{"label": 1, "Label": {"label": 2}}] * 2
    table = pa.table({"id": [1, 2], "nested": nested, "label": [3, 3]})
    pa.parquet.write_table(table, tmp_path / "x.parquet")
    assert read(tmp_path / "x.parquet", label_column="label").to_clustering().sizes.tolist() == [2]


HOSTILE = ["^x$", 'q"', "a.b", "`t`", "select", "i", "w", "c0", "mc0", "other", "one", "raw"]


@pytest.mark.parametrize("form", ["csv", "parquet", "jsonl", "feather"])
@pytest.mark.parametrize("column", HOSTILE)
def test_columns_with_hostile_names_are_scored(tmp_path: Path, column: str, form: str) -> None:
    """In memory and inside DuckDB, where two files are joined on their ids."""
    gold = {"k'": list("abcd"), column: ["1", "1", "2", "2"], "x": ["9"] * 4}
    mine = {"k'": list("dcba"), column: ["2", "1", "2", "1"], "x": ["9"] * 4}
    expected = rand(gold[column], mine[column][::-1])
    read_back = []
    for name, table in (("gold", gold), ("mine", mine)):
        path = WRITERS[form](table, tmp_path)
        path = path.rename(tmp_path / f"{name}{path.suffix}")
        read_back.append(read(path, label_column=column, item_column="k'"))
    one, other = read_back
    assert pw.score(one, other, "rand") == expected
    assert pw.score(one.to_clustering(), other.to_clustering(), "rand") == expected


def json_lines(path: Path, rows: list[str]) -> Path:
    path.write_text("\n".join(rows) + "\n")
    return path


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ([2**64 + 5, 2**64 + 6, 1], "2 whole numbers are too large"),
        ([2**53 + 1, 2**53 + 2, 0.5], "2 whole numbers are too large"),
        ([-(2**70), -(2**70) - 1, 0.5], "2 whole numbers are too large"),
        ([10**40, 10**40 + 1, 3], "2 whole numbers are too large"),
        ([1, "1", 1], r"mixes numbers \(1\) and text \('1'\)"),
        (["a", 2, "b"], r"mixes numbers \(2\) and text \('a'\)"),
        ([True, 1, 2], r"mixes .*booleans \(True\)"),
    ],
)
@pytest.mark.parametrize("column", ["id", "cluster"])
def test_json_values_that_would_collapse_are_refused(
    tmp_path: Path, values: list[object], says: str, column: str
) -> None:
    other = "cluster" if column == "id" else "id"
    rows = [json.dumps({column: value, other: i}) for i, value in enumerate(values)]
    path = json_lines(tmp_path / "x.jsonl", rows)
    with pytest.raises(InputError, match=says) as caught:
        read(path)
    assert (caught.value.subject, caught.value.place) == (str(path), f"column {column!r}")


@pytest.mark.parametrize("name", ["x.json", "x.JSON", "x.json.gz", "a.b.json"])
@pytest.mark.parametrize("text", ["[{}, {}]", "{}\n{}\n", "[\n{},\n{}\n]"])
def test_json_is_a_list_or_has_lines(tmp_path: Path, name: str, text: str) -> None:
    rows = ['{"item": "a", "label": 1}', '{"item": "b", "label": 2}']
    for row in rows:
        text = text.replace("{}", row, 1)
    content = text.encode()
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    assert clusterings(read(tmp_path / name)) == {"label": pw.Clustering([1, 2], items="ab")}


@pytest.mark.parametrize(
    "values",
    [
        ["a", None, "b"],
        ["2020-01-01", "x", "2020-01-02"],
        ['"quoted"', "quoted", "'"],
        [2**63, 2**64 - 1, 0],
        [-(2**63), 2**63 - 1, 0],
        [2**53, 1e300, 5.0],
    ],
)
def test_json_values_that_are_certain_are_read_exactly(
    tmp_path: Path, values: list[object]
) -> None:
    rows = [json.dumps({"id": f"t{i}", "cluster": value}) for i, value in enumerate(values)]
    labels = read(json_lines(tmp_path / "x.jsonl", rows))
    read_back = clusterings(labels, missing="drop")["cluster"]
    assert read_back.labels == tuple(value for value in values if value is not None)


def test_other_columns_of_json_may_hold_anything(tmp_path: Path) -> None:
    rows = [
        '{"id": "a", "cluster": 1, "note": 1, "more": {"x": [1]}}',
        '{"id": "b", "cluster": 1, "note": "1", "more": null}',
    ]
    path = json_lines(tmp_path / "x.jsonl", rows)
    assert read(path, label_column="cluster", item_column="id").to_clustering().sizes.tolist() == [
        2
    ]


def test_many_columns_of_json_are_columns(tmp_path: Path) -> None:
    """DuckDB takes objects with hundreds of fields of one type for maps."""
    row = {"id": "a", **{f"run{i}": i for i in range(300)}}
    labels = read(json_lines(tmp_path / "x.jsonl", [json.dumps(row)]))
    assert len(labels.columns) == 300


@pytest.mark.parametrize("huge", [1e300, 2.0**63, -(2.0**64)])
def test_ids_that_no_integer_holds(tmp_path: Path, huge: float) -> None:
    """Ids of one file that are floats beyond 64 bits, beside integers in another."""
    paths = []
    for name, ids in (("floats", [huge, 1.0]), ("integers", [2**53, 1])):
        path = WRITERS["parquet"]({"id": ids, "label": [1, 2]}, tmp_path)
        paths.append(path.rename(tmp_path / f"{name}.parquet"))
    with pytest.raises(InputError, match="type") as caught:
        pw.score(read(paths[0]), read(paths[1]), "rand", missing="drop")
    assert "Error:" not in str(caught.value)


@pytest.mark.parametrize("form", ["csv", "parquet", "jsonl"])
@pytest.mark.parametrize(
    ("items", "labels"),
    [(["a", "a"], ["1", "2"]), (["a", "b"], ["1", None]), (["a", None], ["1", "1"])],
)
def test_an_error_names_its_file_once(
    tmp_path: Path, form: str, items: list[Any], labels: list[Any]
) -> None:
    path = WRITERS[form]({"item": items, "label": labels}, tmp_path)
    with pytest.raises(InputError) as caught:
        clusterings(read(path))
    assert str(caught.value).count(str(path)) == 1
    assert str(caught.value.about("somebody")) == str(caught.value)  # it says whose data these are


def test_labels_that_are_not_whole_are_told_by_file_and_column(tmp_path: Path) -> None:
    path = WRITERS["parquet"]({"item": ["a", "b"], "label": [0.5, 1.0]}, tmp_path)
    with pytest.raises(InputError, match=r"t\.parquet, column 'label': label 0\.5") as caught:
        clusterings(read(path))
    assert str(caught.value).count(str(path)) == 1


MEASURED = [f"{place / 7 + 0.01:.5f}" for place in range(30)]
NOT_MEASURED = {
    "few of them": ["1.1", "1.2", "2.1"] * 10,
    "whole": [f"{place}.0" for place in range(30)],
    "all different, and text": [f"v{place}.5" for place in range(30)],
    "all different, and whole": [str(place) for place in range(30)],
    "few rows": MEASURED[:9],
}


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_measurements_in_a_text_file_are_no_labels(suffix: str, tmp_path: Path) -> None:
    separator = "\t" if suffix == ".tsv" else ","

    def written(values: list[str]) -> Path:
        rows = [("id", "gold", "x"), *((str(i), str(i % 3), x) for i, x in enumerate(values))]
        path = tmp_path / f"all{suffix}"
        path.write_text("".join(separator.join(row) + "\n" for row in rows))
        return path

    path = written([*MEASURED, "0", "1.0"])  # some of a measurement are whole
    for use in (
        lambda: read(path)["x"].to_clustering(),
        lambda: pw.compare("gold", read(path), ["CC"]),
        lambda: pw.score(read(path)["gold"], read(path)["x"], "CC"),
    ):
        with pytest.raises(
            pw.errors.InputError, match=r"'x'.* 32 of 32 labels .* not whole .* leave this"
        ):
            use()
    assert pw.compare("gold", read(path, label_column=["gold", "id"]), ["CC"]).names == ("id",)
    for values in NOT_MEASURED.values():
        found = pw.compare("gold", read(written(values)), ["CC"])
        assert found.scores["x"].table.k_b == len(set(values))
        assert read(written(values))["x"].to_clustering().k == len(set(values))
