"""Files of each format as a relation of DuckDB."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from partwise.base import InputError, require
from partwise.engines.columns import check_names
from partwise.engines.dialects import Dialect
from partwise.engines.duck import Relation, database, errors_explained, run, texts
from partwise.engines.json_tables import read_json
from partwise.engines.scratch import shown_path
from partwise.engines.sources import Files, readable
from partwise.engines.text_tables import literal_path, read_text


@errors_explained()
def open_files(files: Files, named: Collection[str] = ()) -> tuple[Relation, Dialect | None]:
    """Return the rows of files, and how text was understood.

    Nothing but names and types of columns is read now. Columns that the user has ``named`` help
    to tell a header from data.
    """
    try:
        if not files.has_types:
            return read_text(readable(files.source), files.paths, files.format, named)
        if files.format == "parquet":
            return _parquet(files), None
        if files.format == "json":
            return read_json(files), None
        return _arrow(files), None
    except OSError as error:
        raise InputError(
            f"cannot read it ({error.strerror or error})", subject=files.source
        ) from None


def relation_of(files: Files) -> Relation:
    """Return the rows of files."""
    return open_files(files)[0]


def _parquet(files: Files) -> Relation:
    for path in files.paths:
        with path.open("rb") as file:
            start = file.read(4)
        if start != b"PAR1":
            raise InputError(
                "this is not a Parquet file, or it is encrypted", subject=shown_path(path)
            )
    paths = texts(map(literal_path, files.paths))
    schema = database().sql(f"FROM parquet_schema({paths})")
    columns = "file_name, list(name || ' ' || coalesce(logical_type, type) ORDER BY column_id)"
    rows = schema.filter("num_children IS NULL").aggregate(columns, "file_name").order("file_name")
    _check_same(files, {Path(file): listed for file, listed in run(rows.fetchall)})
    nested = schema.order("file_name, column_id").project("name, num_children")
    check_names(files.source, _top_level(run(nested.fetchall)))
    return database().sql(f"FROM read_parquet({paths}, hive_partitioning = false)")


def _top_level(schema: list[tuple[str, int | None]]) -> list[str]:
    """Return the columns of the first file in a schema that lists what is nested after its parent.

    DuckDB numbers columns with equal names, or names that differ only in case; this is what the
    file calls them.
    """
    names: list[str] = []
    place = 1
    for _ in range(schema[0][1] or 0):
        names.append(schema[place][0])
        place = _after(schema, place)
    return names


def _after(schema: list[tuple[str, int | None]], place: int) -> int:
    children = schema[place][1] or 0
    place += 1
    for _ in range(children):
        place = _after(schema, place)
    return place


def _check_same(files: Files, columns: dict[Path, list[str]]) -> None:
    first, *others = columns.items()
    for path, listed in others:
        if listed != first[1]:
            raise InputError(
                f"the files have different columns: {', '.join(first[1])} in {first[0].name}, but "
                f"{', '.join(listed)} in {path.name}",
                subject=files.source,
            )


def _arrow(files: Files) -> Relation:
    """Return the rows of Arrow files (Feather among them), and of streams, by pyarrow."""
    pa, dataset = require("pyarrow"), require("pyarrow.dataset")
    try:
        if all(map(_is_arrow_file, files.paths)):
            for path in files.paths:
                with pa.ipc.open_file(str(path)) as file:
                    check_names(files.source, file.schema.names)
            paths = list(map(str, files.paths))
            return database().from_arrow(dataset.dataset(paths, format="ipc"))
        return _arrow_streams(files, pa)
    except pa.ArrowInvalid:
        raise InputError("this is not an Arrow file or stream", subject=files.source) from None


def _is_arrow_file(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(6) == b"ARROW1"


def _arrow_streams(files: Files, pa: Any) -> Relation:
    """Return the rows of streams, which can be read once: they are put into a table."""
    import narwhals as nw

    from partwise.engines.backends.duckdb import DuckDB

    parts: list[Relation] = []
    for path in files.paths:
        with pa.input_stream(str(path), compression="detect") as stream:
            reader = pa.ipc.open_stream(stream)
            check_names(files.source, reader.schema.names)
            rows = database().from_arrow(reader)
            parts.append(DuckDB().keep(nw.from_native(rows), ordered=True).to_native())
    first, *others = parts
    for other in others:
        first = first.union(other)
    return first
