"""Text with a row of column names (such as CSV), or one label per line, read by DuckDB."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from partwise.engines.dialects import LABEL, Dialect
from partwise.engines.duck import Relation, database, name, run, text, texts
from partwise.engines.duck_errors import NULL_BYTE
from partwise.engines.text_files import SAMPLED_LINES, common_dialect

_NEVER = "\x01"  # a delimiter that no text has


def read_text(
    source: str, paths: Sequence[Path], form: str, named: Collection[str] = ()
) -> tuple[Relation, Dialect]:
    """Return the columns of text files as text, and how they were understood.

    Blanks around a field do not count, and empty fields are missing.
    """
    first = common_dialect(source, paths, form, named, _first_lines)
    rows = _lines(paths) if first.delimiter is None else _table(paths, first)
    return rows.project(", ".join(_clean(source, column) for column in first.columns)), first


def literal_path(path: Path) -> str:
    """Return a path that DuckDB does not take for a glob."""
    return "".join(f"[{character}]" if character in "*?[" else character for character in str(path))


def _clean(source: str, column: str) -> str:
    """Return the SQL of a field without blanks around it; a null byte in it is an error."""
    field = name(column)
    null_byte = f"{NULL_BYTE}{source}, column {column!r}"
    cleaned = f"nullif(trim({field}, ' \t'), '')"
    return (
        f"CASE WHEN contains({field}, chr(0)) THEN error({text(null_byte)}) "
        f"ELSE {cleaned} END AS {field}"
    )


def _table(paths: Sequence[Path], dialect: Dialect) -> Relation:
    columns = ", ".join(f"{text(column)}: 'VARCHAR'" for column in dialect.columns)
    return database().sql(
        f"FROM read_csv({texts(map(literal_path, paths))}, auto_detect = false, "
        f"header = true, columns = {{{columns}}}, delim = {text(dialect.delimiter or ',')}, "
        "quote = '\"', escape = '\"', strict_mode = true)"
    )


def _lines(paths: Sequence[Path]) -> Relation:
    return database().sql(
        f"FROM read_csv({texts(map(literal_path, paths))}, auto_detect = false, header = false, "
        f"columns = {{{text(LABEL)}: 'VARCHAR'}}, delim = {text(_NEVER)}, quote = '', "
        "escape = '', null_padding = true)"
    )


def _first_lines(path: Path) -> list[str]:
    return [line or "" for (line,) in run(_lines([path]).limit(SAMPLED_LINES).fetchall)]
