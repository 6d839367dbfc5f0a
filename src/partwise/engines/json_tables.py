"""JSON lines as a relation of DuckDB, and what DuckDB would read in silence but not exactly."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.base import InputError, many, require
from partwise.engines.columns import check_names
from partwise.engines.duck import Relation, database, errors_explained, name, run, text, texts
from partwise.engines.scratch import shown_path
from partwise.engines.sources import Files
from partwise.engines.text_tables import literal_path

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = require("duckdb")

_TOLD_BY_FORM = {"DATE", "TIME", "TIMESTAMP", "UUID"}
_EXACT = 2**53
_KINDS = {
    **dict.fromkeys(("UBIGINT", "BIGINT", "DOUBLE", "HUGEINT"), "numbers"),
    "VARCHAR": "text",
    "BOOLEAN": "booleans",
    "ARRAY": "lists",
    "OBJECT": "objects",
}


def read_json(files: Files) -> Relation:
    """Return objects as rows; text that looks like a date stays text."""
    detected = _detected(files)
    if detected.columns == ["json"]:
        raise InputError(
            "each line must be a JSON object with the columns as keys", subject=files.source
        )
    _check_keys(files)
    types = _types(detected)
    columns = ", ".join(f"{text(column)}: {text(kind)}" for column, kind in types.items())
    rows = database().sql(f"FROM read_json({_arguments(files)}, columns = {{{columns}}})")
    return rows.project(", ".join(_cell(column, kind) for column, kind in types.items()))


def _check_keys(files: Files) -> None:
    objects = database().sql(f"FROM read_json_objects({_arguments(files)})")
    keys = objects.project("json_keys(json) AS keys")
    repeating = keys.filter("len(keys) > len(list_distinct(keys))").limit(1)
    for (names,) in run(repeating.fetchall):
        check_names(files.source, names)
    different = keys.project("unnest(keys) AS key").distinct().order("key")
    check_names(files.source, [key for (key,) in run(different.fetchall)])


@errors_explained()
def check_json_values(files: Files, columns: Sequence[str]) -> None:
    """Refuse columns that mix types, and whole numbers that a float would stand for."""
    detected = _detected(files)
    kinds = dict(zip(detected.columns, map(str, detected.types), strict=True))
    for column in columns:
        if kinds[column] in ("JSON", "DOUBLE"):
            raw = database().sql(
                f"FROM read_json({_arguments(files)}, columns = {{{text(column)}: 'JSON'}})"
            )
            raw = raw.project(f"{name(column)}::VARCHAR AS raw, json_type({name(column)}) AS kind")
            place = f"column {column!r}"
            _check_one_kind(files.source, place, raw)
            if kinds[column] == "DOUBLE":
                _check_exact(files.source, place, raw)


def _detected(files: Files) -> Relation:
    """Return the rows with the names and types that DuckDB finds."""
    options = "sample_size = -1, map_inference_threshold = -1, field_appearance_threshold = 0"
    try:
        return database().sql(f"FROM read_json({_arguments(files)}, {options})")
    except duckdb.Error:
        _check_lines(files)
        raise


def _arguments(files: Files) -> str:
    is_one_document = any(suffix.lower() == ".json" for suffix in files.paths[0].suffixes[-2:])
    form = "auto" if is_one_document else "newline_delimited"
    return f"{texts(map(literal_path, files.paths))}, format = {text(form)}"


def _types(rows: Relation) -> dict[str, str]:
    kinds = {
        column: "VARCHAR" if str(kind).split()[0] in _TOLD_BY_FORM else str(kind)
        for column, kind in zip(rows.columns, rows.types, strict=True)
    }
    return kinds | _fitting(rows, [column for column, kind in kinds.items() if kind == "HUGEINT"])


def _cell(column: str, kind: str) -> str:
    """Return the SQL of a column: text without its quotes where types are mixed."""
    return f"{name(column)} ->> '$' AS {name(column)}" if kind == "JSON" else name(column)


def _fitting(rows: Relation, columns: list[str]) -> dict[str, str]:
    """Return the columns whose whole numbers fit 64 bits; DuckDB takes 128 if signs differ."""
    if not columns:
        return {}
    fitting: dict[str, str] = {}
    for kind in ("UBIGINT", "BIGINT"):
        fits = (f"coalesce(bool_and(try_cast({name(c)} AS {kind}) IS NOT NULL "
                f"OR {name(c)} IS NULL), true)" for c in columns)  # fmt: skip
        answers = run(rows.aggregate(", ".join(fits)).fetchall)[0]
        fitting |= {column: kind for column, fit in zip(columns, answers, strict=True) if fit}
    return fitting


def _check_one_kind(source: str, place: str, raw: Relation) -> None:
    rows = raw.filter("kind != 'NULL'").aggregate("kind, min(raw)", "kind").order("kind")
    shown: dict[str, Any] = {}
    for kind, value in run(rows.fetchall):
        shown.setdefault(_KINDS.get(kind, kind), _value(value))
    if len(shown) > 1:
        mixed = " and ".join(f"{kind} ({value!r})" for kind, value in shown.items())
        raise InputError(
            f"mixes {mixed}, and it is unclear whether 1 and '1' are the same",
            subject=source,
            place=place,
            remedy="write all values in one type, such as text",
        )


def _value(raw: str) -> Any:
    """Return a value to show it; as text where DuckDB reads it and Python does not, such as inf."""
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return raw


def _check_exact(source: str, place: str, raw: Relation) -> None:
    whole = raw.filter("regexp_full_match(raw, '-?[0-9]+')")
    large = whole.filter(f"coalesce(abs(try_cast(raw AS HUGEINT)) > {_EXACT}, true)")
    count = run(large.aggregate("count(*)").fetchall)[0][0]
    if count:
        smallest = large.order("raw").limit(3).project("raw")
        examples = [_value(value) for (value,) in run(smallest.fetchall)]
        are = "is" if count == 1 else "are"
        raise InputError(
            f"{many(count, 'whole number')} {are} too large to be read exactly (beyond 64 bits, "
            "or beyond 2^53 beside numbers with a decimal point)",
            subject=source,
            place=place,
            count=count,
            examples=examples,
            remedy="write them as text, in quotes",
        )


def _check_lines(files: Files) -> None:
    """Find the first line that is no JSON."""
    for path in files.paths:
        if path.suffix.lower() == ".zst":
            continue
        for number, line in enumerate(_lines(path), 1):
            try:
                json.loads(line or b"null")
            except (ValueError, RecursionError) as error:
                raise InputError(
                    f"not valid JSON ({error}); each line must be one JSON object",
                    subject=f"{shown_path(path)}, line {number}",
                ) from None


def _lines(path: Path) -> Iterator[bytes]:
    with gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb") as file:
        yield from (line.strip() for line in file)
