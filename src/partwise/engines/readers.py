"""Files of each format as a relation of DuckDB."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb

from partwise.base import InputError
from partwise.engines.duck import Relation, database, name, run, text, texts
from partwise.engines.duck_errors import explained
from partwise.engines.sources import Files
from partwise.engines.text_tables import literal_path, read_lines, read_table

_TOLD_BY_FORM = {"DATE", "TIME", "TIMESTAMP", "UUID"}


def relation_of(files: Files) -> Relation:
    """Return the rows of files; nothing but names and types of columns is read now."""
    try:
        if files.format == "text":
            return read_lines(files.paths)
        if files.format in ("csv", "tsv"):
            return read_table(files.source, files.paths, files.format)
        if files.format == "parquet":
            return _parquet(files)
        if files.format == "json":
            return _json(files)
        return _arrow(files)
    except duckdb.Error as error:
        raise explained(error) from None
    except OSError as error:
        raise InputError(f"{files.source}: cannot read it ({error.strerror or error})") from None


def _parquet(files: Files) -> Relation:
    for path in files.paths:
        with path.open("rb") as file:
            start = file.read(4)
        if start != b"PAR1":
            raise InputError(f"{path}: this is not a Parquet file (or is encrypted)")
    paths = texts(map(literal_path, files.paths))
    if len(files.paths) > 1:
        _check_parquet_columns(files, paths)
    return database().sql(f"FROM read_parquet({paths}, hive_partitioning = false)")


def _check_parquet_columns(files: Files, paths: str) -> None:
    leaves = database().sql(f"FROM parquet_schema({paths})").filter("num_children IS NULL")
    columns = "file_name, list(name || ' ' || coalesce(logical_type, type))"
    rows = leaves.aggregate(columns, "file_name").order("file_name")
    _check_same(files, {Path(file): columns for file, columns in run(rows.fetchall)})


def _check_same(files: Files, columns: dict[Path, list[str]]) -> None:
    first, *others = columns.items()
    for path, found in others:
        if found != first[1]:
            raise InputError(
                f"{files.source}: the files have different columns: {', '.join(first[1])} in "
                f"{first[0].name}, but {', '.join(found)} in {path.name}"
            )


def _json(files: Files) -> Relation:
    """Return objects as rows; text that looks like a date stays text."""
    form = "auto" if files.paths[0].suffixes[0].lower() == ".json" else "newline_delimited"
    reader = f"FROM read_json({texts(map(literal_path, files.paths))}, format = '{form}'"
    try:
        found = database().sql(f"{reader}, sample_size = -1)")
    except duckdb.Error:
        _check_json(files)
        raise
    kinds = {
        column: "VARCHAR" if str(kind).split()[0] in _TOLD_BY_FORM else str(kind)
        for column, kind in zip(found.columns, found.types, strict=True)
    }
    kinds |= _fitting(found, [column for column, kind in kinds.items() if kind == "HUGEINT"])
    if list(kinds) == ["json"]:
        raise InputError(f"{files.source}: the lines are not JSON objects with columns")
    columns = ", ".join(f"{text(column)}: {text(kind)}" for column, kind in kinds.items())
    return database().sql(f"{reader}, columns = {{{columns}}})")


def _fitting(rows: Relation, columns: list[str]) -> dict[str, str]:
    """Return the columns whose whole numbers fit 64 bits; DuckDB takes 128 if signs differ."""
    if not columns:
        return {}
    fits = (f"coalesce(bool_and(try_cast({name(c)} AS BIGINT) IS NOT NULL "
            f"OR {name(c)} IS NULL), true)" for c in columns)  # fmt: skip
    answers = run(rows.aggregate(", ".join(fits)).fetchall)[0]
    return {column: "BIGINT" for column, fit in zip(columns, answers, strict=True) if fit}


def _check_json(files: Files) -> None:
    """Find the first line that is no JSON."""
    for path in files.paths:
        if path.suffix.lower() == ".zst":
            continue
        for number, line in enumerate(_lines(path), 1):
            try:
                json.loads(line or b"null")
            except ValueError as error:
                raise InputError(
                    f"{path}, line {number}: not valid JSON ({error}); each line is one object"
                ) from None


def _lines(path: Path) -> Iterator[bytes]:
    with gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb") as file:
        yield from (line.strip() for line in file)


def _arrow(files: Files) -> Relation:
    """Return the rows of Arrow files (Feather among them), and of streams, by pyarrow."""
    try:
        import pyarrow as pa
        import pyarrow.dataset
    except ImportError:
        raise InputError(f"{files.source}: to read Arrow files, install pyarrow") from None
    try:
        whole = [path for path in files.paths if _is_arrow_file(path)]
        if len(whole) == len(files.paths):
            dataset = pa.dataset.dataset([str(path) for path in whole], format="ipc")
            return database().from_arrow(dataset)
        return _arrow_streams(files.paths, pa)
    except pa.ArrowInvalid:
        raise InputError(f"{files.source}: this is not an Arrow file or stream") from None


def _is_arrow_file(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(6) == b"ARROW1"


def _arrow_streams(paths: tuple[Path, ...], pa: Any) -> Relation:
    """Return the rows of streams, which can be read once: they are put into a table."""
    import narwhals as nw

    from partwise.engines.backends.duckdb import DuckDB

    parts: list[Relation] = []
    for path in paths:
        with pa.input_stream(str(path), compression="detect") as stream:
            reader = pa.ipc.open_stream(stream)
            rows = database().from_arrow(reader)
            parts.append(DuckDB().keep(nw.from_native(rows), ordered=True).to_native())
    first, *others = parts
    for other in others:
        first = first.union(other)
    return first
