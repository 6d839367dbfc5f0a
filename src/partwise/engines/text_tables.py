"""Text with a row of column names (CSV and the like), or one label per line, read by DuckDB."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from partwise.base import InputError
from partwise.engines.dialects import LABEL, Dialect, find_dialect
from partwise.engines.duck import Relation, database, name, run, text, texts
from partwise.engines.duck_errors import NULL_BYTE, shown_path

_LOOKED_AT = 1 << 20
_SAMPLED_LINES = 100
_NEVER = "\x01"  # a delimiter that no text has


def read_text(
    source: str, paths: Sequence[Path], form: str, named: Collection[str] = ()
) -> tuple[Relation, Dialect]:
    """Return the columns of text files as text, and how they were understood.

    Blanks around a field do not count, and empty fields are missing.
    """
    for path in paths:
        _check_text(path)
    first, *others = [_dialect(path, form, named) for path in paths]
    for path, other in zip(paths[1:], others, strict=True):
        if other != first:
            raise InputError(
                f"the files have different columns: {', '.join(first.columns)} in "
                f"{paths[0].name}, but {', '.join(other.columns)} in {path.name}",
                subject=source,
            )
    rows = _lines(paths) if first.delimiter is None else _table(paths, first)
    return rows.project(", ".join(_clean(source, column) for column in first.columns)), first


def literal_path(path: Path) -> str:
    """Return a path that DuckDB does not take for a glob."""
    return "".join(f"[{character}]" if character in "*?[" else character for character in str(path))


def line_of_row(paths: Sequence[Path], dialect: Dialect, row: int) -> str | None:
    """Say in which file and on which line a row stands; None if that is not known."""
    for path in paths:
        if path.suffix.lower() == ".zst":
            return None
        try:
            for line in _row_lines(path, dialect):
                if row == 0:
                    return f"{shown_path(path)}, line {line}"
                row -= 1
        except csv.Error:  # a field of more than 100 kB
            return None
    return None


def _row_lines(path: Path, dialect: Dialect) -> Iterator[int]:
    """Iterate over the numbers of the lines on which the rows start."""
    packed = path.suffix.lower() == ".gz"
    with (
        gzip.open(path, "rb") if packed else path.open("rb") as raw,
        io.TextIOWrapper(raw, "utf-8-sig", newline="") as file,
    ):
        if dialect.delimiter is None:
            file.reconfigure(newline=None)
            yield from (i for i, _ in enumerate(file, 1))
            return
        reader = csv.reader(file, delimiter=dialect.delimiter)
        width, last = len(next(reader)), reader.line_num
        for row in reader:
            first, last = last + 1, reader.line_num
            if row or width == 1:
                yield first


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


def _dialect(path: Path, form: str, named: Collection[str]) -> Dialect:
    lines = [line or "" for (line,) in run(_lines([path]).limit(_SAMPLED_LINES).fetchall)]
    if not lines:
        raise InputError(
            "the file is empty; it needs a row of column names", subject=shown_path(path)
        )
    return find_dialect(shown_path(path), lines, form, named)


def _check_text(path: Path) -> None:
    """Refuse what is no text, as far as its beginning shows."""
    file_name = shown_path(path)
    start = _start(path)
    if start is None:
        return
    try:
        start.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if len(start) < _LOOKED_AT or error.start < len(start) - 4:
            raise InputError(
                f"not UTF-8 text (byte {error.start})", subject=file_name, remedy="save it as UTF-8"
            ) from None
    if b"\0" in start:
        raise InputError("this is not a text file (it has null bytes)", subject=file_name)


def _start(path: Path) -> bytes | None:
    """Return the first megabyte of a text, unpacked; None of what only DuckDB unpacks."""
    file_name = shown_path(path)
    try:
        with path.open("rb") as file:
            start = file.read(_LOOKED_AT)
        if start[:4] == b"\x28\xb5\x2f\xfd":
            _check_suffix(path, ".zst")
            return None
        if start[:2] == b"\x1f\x8b":
            _check_suffix(path, ".gz")
            with gzip.open(path, "rb") as file:
                start = file.read(_LOOKED_AT)
    except (EOFError, gzip.BadGzipFile):
        raise InputError("the compressed file is damaged", subject=file_name) from None
    except OSError as error:
        raise InputError(f"cannot read it ({error.strerror})", subject=file_name) from None
    return start


def _check_suffix(path: Path, suffix: str) -> None:
    if path.suffix.lower() != suffix:
        raise InputError(
            "this is compressed, and its name does not say so",
            subject=shown_path(path),
            remedy=f"unpack it, or name it {suffix}",
        )
