"""Parquet and Arrow files: several as one table, and what is said of those that are none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.feather
import pyarrow.ipc
import pyarrow.parquet
import pytest

from partwise.engines.readers import relation_of
from partwise.engines.sources import Files, find_files
from partwise.errors import InputError

Columns: TypeAlias = dict[str, list[Any]]


def _arrow_file(table: pa.Table, path: Path) -> None:
    with pa.ipc.new_file(str(path), table.schema) as file:
        file.write_table(table)


def _arrow_stream(table: pa.Table, path: Path) -> None:
    with pa.ipc.new_stream(str(path), table.schema) as file:
        file.write_table(table)


WRITE: dict[str, tuple[str, Callable[[pa.Table, Path], None]]] = {
    "Parquet": (".parquet", lambda table, path: pa.parquet.write_table(table, path)),
    "Arrow": (".arrow", _arrow_file),
    "Feather": (".feather", lambda table, path: pa.feather.write_feather(table, str(path))),
    "stream": (".arrows", _arrow_stream),
}


def written(form: str, tables: list[Columns], folder: Path) -> Files:
    suffix, write = WRITE[form]
    paths = [folder / f"{place}{suffix}" for place in range(len(tables))]
    for table, path in zip(tables, paths, strict=True):
        write(pa.table(table), path)
    return find_files(paths)


@pytest.mark.parametrize("form", WRITE)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_files_are_parts_of_one_table(form: str, count: int, tmp_path: Path) -> None:
    parts: list[Columns] = [{"id": [i, i + 10], "label": [f"{i}", None]} for i in range(count)]
    found = relation_of(written(form, parts, tmp_path))
    assert found.columns == ["id", "label"]
    expected = [(i, f"{i}") for i in range(count)] + [(i + 10, None) for i in range(count)]
    assert sorted(found.fetchall()) == sorted(expected)


def test_arrow_files_and_streams_are_not_mixed(tmp_path: Path) -> None:
    _arrow_file(pa.table({"id": [1], "label": ["a"]}), tmp_path / "0.arrow")
    _arrow_stream(pa.table({"id": [2], "label": ["b"]}), tmp_path / "1.arrow")
    with pytest.raises(InputError, match="this is not an Arrow file or stream"):
        relation_of(find_files(tmp_path / "*.arrow"))
    assert relation_of(find_files(tmp_path / "0.arrow")).fetchall() == [(1, "a")]
    assert relation_of(find_files(tmp_path / "1.arrow")).fetchall() == [(2, "b")]


@pytest.mark.parametrize("different", [1, 2])
@pytest.mark.parametrize(
    "other", [{"id": [1], "cluster": ["a"]}, {"id": ["1"], "label": ["a"]}, {"id": [1]}], ids=str
)
def test_parquet_files_with_other_columns(different: int, other: Columns, tmp_path: Path) -> None:
    parts: list[Columns] = [{"id": [1], "label": ["a"]}] * 3
    parts[different] = other
    says = (
        r"have different columns: id INT64, label \S+ in 0\.parquet, but "
        rf"id \S+.* in {different}\.parquet"
    )
    with pytest.raises(InputError, match=says):
        relation_of(written("Parquet", parts, tmp_path))


@pytest.mark.parametrize("names", [["id", "id"], ["id", "ID"], ["a", "b", "A"]])
@pytest.mark.parametrize("form", ["Parquet", "Arrow", "stream"])
def test_names_that_differ_only_in_case(form: str, names: list[str], tmp_path: Path) -> None:
    suffix, write = WRITE[form]
    path = tmp_path / f"x{suffix}"
    write(pa.Table.from_arrays([pa.array([1])] * len(names), names=names), path)
    with pytest.raises(InputError, match=r"x\.\w+"):
        relation_of(find_files(path))


def test_nested_columns_have_their_own_names(tmp_path: Path) -> None:
    """Names inside of columns may be those of others."""
    nested: Columns = {"id": [{"id": 1, "x": {"id": 2, "y": 3}}], "l": [[1]], "m": [4], "x": ["a"]}
    found = relation_of(written("Parquet", [nested], tmp_path))
    assert found.columns == ["id", "l", "m", "x"]
    assert found.project("m, x").fetchall() == [(4, "a")]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("x.parquet", b"PAR2", r"x\.parquet: this is not a Parquet file, or it is encrypted"),
        ("x.parquet", b"PARE", "this is not a Parquet file, or it is encrypted"),
        ("x.arrow", b"ARROW", r"x\.arrow: this is not an Arrow file or stream"),
        ("x.arrow", b"ARROW1 and more", "this is not an Arrow file or stream"),
        ("x.arrows", b"no stream", "this is not an Arrow file or stream"),
    ],
)
def test_what_is_no_such_file(name: str, content: bytes, says: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=says):
        relation_of(find_files(tmp_path / name))
