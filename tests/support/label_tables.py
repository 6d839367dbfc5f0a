"""The same small tables written in every format that partwise reads."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

__all__ = ["WRITERS", "Table", "write_csv"]

Table: TypeAlias = Mapping[str, Sequence[Any]]
Writer: TypeAlias = Callable[[Table, Path], Path]


def _rows(table: Table) -> list[tuple[Any, ...]]:
    return list(zip(*table.values(), strict=True))


def _separated(table: Table, delimiter: str) -> str:
    def cell(value: Any) -> str:
        text = "" if value is None else str(value)
        plain = not any(each in text for each in (delimiter, '"', "\n", "\r"))
        return text if plain else '"' + text.replace('"', '""') + '"'

    lines = [tuple(table), *_rows(table)]
    return "".join(delimiter.join(map(cell, line)) + "\n" for line in lines)


def write_csv(table: Table, folder: Path, name: str = "t.csv") -> Path:
    path = folder / name
    path.write_text(_separated(table, ","), encoding="utf-8")
    return path


def _tsv(table: Table, folder: Path) -> Path:
    path = folder / "t.tsv"
    path.write_text(_separated(table, "\t"), encoding="utf-8")
    return path


def _csv_gz(table: Table, folder: Path) -> Path:
    path = folder / "t.csv.gz"
    path.write_bytes(gzip.compress(_separated(table, ",").encode()))
    return path


def _json(table: Table) -> str:
    return "".join(json.dumps(dict(zip(table, row, strict=True))) + "\n" for row in _rows(table))


def _jsonl(table: Table, folder: Path) -> Path:
    path = folder / "t.jsonl"
    path.write_text(_json(table), encoding="utf-8")
    return path


def _jsonl_gz(table: Table, folder: Path) -> Path:
    path = folder / "t.ndjson.gz"
    path.write_bytes(gzip.compress(_json(table).encode()))
    return path


def _zst(suffix: str) -> Writer:
    def write(table: Table, folder: Path) -> Path:
        path = folder / f"t.{suffix}.zst"
        text = _separated(table, ",") if suffix == "csv" else _json(table)
        with pa.CompressedOutputStream(str(path), "zstd") as file:
            file.write(text.encode())
        return path

    return write


def _parquet(table: Table, folder: Path) -> Path:
    pa.parquet.write_table(pa.table(dict(table)), folder / "t.parquet", row_group_size=2)
    return folder / "t.parquet"


def _parquet_zst(table: Table, folder: Path) -> Path:
    pa.parquet.write_table(pa.table(dict(table)), folder / "t.pq", compression="zstd")
    return folder / "t.pq"


def _feather(table: Table, folder: Path) -> Path:
    pa.feather.write_feather(pa.table(dict(table)), folder / "t.feather")
    return folder / "t.feather"


def _stream(table: Table, folder: Path) -> Path:
    data = pa.table(dict(table))
    with pa.ipc.new_stream(str(folder / "t.arrow"), data.schema) as stream:
        stream.write_table(data, max_chunksize=2)
    return folder / "t.arrow"


def _parts(table: Table, folder: Path) -> Path:
    """A folder as Spark writes it."""
    parts = folder / "parts"
    parts.mkdir()
    data = pa.table(dict(table))
    for i in range(0, len(data), 2):
        pa.parquet.write_table(data.slice(i, 2), parts / f"part-{i:05d}.snappy.parquet")
    (parts / "_SUCCESS").touch()
    (parts / ".part-00000.snappy.parquet.crc").write_bytes(b"crc")
    return parts


def _glob(table: Table, folder: Path) -> Path:
    half = len(_rows(table)) // 2
    for name, rows in (("a", slice(half)), ("b", slice(half, None))):
        write_csv({key: list(values)[rows] for key, values in table.items()}, folder, f"{name}.csv")
    return folder / "[ab].csv"


WRITERS: dict[str, Writer] = {
    "csv": write_csv,
    "tsv": _tsv,
    "csv.gz": _csv_gz,
    "csv.zst": _zst("csv"),
    "jsonl": _jsonl,
    "ndjson.gz": _jsonl_gz,
    "jsonl.zst": _zst("jsonl"),
    "parquet": _parquet,
    "pq (zstd)": _parquet_zst,
    "feather": _feather,
    "arrow stream": _stream,
    "folder of parts": _parts,
    "glob": _glob,
}
