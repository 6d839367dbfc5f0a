"""Text files by Python alone: how they are understood, where rows stand, tables in memory."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, TypeGuard

import narwhals as nw

from partwise.base import InputError, require
from partwise.engines.dialects import Dialect, find_dialect
from partwise.engines.scratch import shown_path
from partwise.engines.sources import check_unchanged

SAMPLED_LINES = 100
_LOOKED_AT = 1 << 20


class TextTable:
    """The rows of text files in memory, where there is no DuckDB to hold them.

    Parameters
    ----------
    columns : mapping str → list
        The fields by column; those that are missing are None.
    """

    implementation = nw.Implementation.UNKNOWN  # asked of every frame

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self.columns = columns

    def __getitem__(self, column: str) -> list[Any]:
        return self.columns[column]

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))


def is_text_table(frame: object) -> TypeGuard[TextTable]:
    """Tell text files that are read without DuckDB from frames of a library."""
    return isinstance(frame, TextTable)


def read_table(
    source: str, paths: Sequence[Path], form: str, named: Collection[str] = ()
) -> tuple[TextTable, Dialect]:
    """Return the columns of text files as text, and how they were understood.

    Blanks around a field do not count, and empty fields are missing.
    """
    for path in paths:
        if path.suffix.lower() == ".zst":
            require("duckdb", f"compressed files such as {path.name}")
    dialect = common_dialect(source, paths, form, named, _first_lines)
    fields: list[list[str | None]] = [[] for _ in dialect.columns]
    for path in paths:
        for line, row in _checked_rows(path, dialect):
            for column, field in zip(fields, row, strict=True):
                if "\0" in field:
                    raise null_byte(f"{shown_path(path)}, line {line}")
                column.append(field.strip(" \t") or None)
    check_unchanged()
    return TextTable(dict(zip(dialect.columns, fields, strict=True))), dialect


def null_byte(where: str) -> InputError:
    """Return the error for a null byte in text."""
    return InputError(
        "there is a null byte, which text files cannot have",
        subject=where,
        remedy="remove it, or save the data as Parquet",
    )


def wrong_width(where: str, count: int, expected: int) -> InputError:
    """Return the error for a row with too few or too many fields."""
    counted = "1 field" if count == 1 else f"{count} fields"
    return InputError(
        f"{counted} where the header has {expected}",
        subject=where,
        remedy="quote fields that contain the delimiter",
    )


def wrong_quotes(where: str) -> InputError:
    """Return the error for quotes that do not enclose a field."""
    return InputError(
        "not valid CSV (a quote is not closed, or not at the end of its field)", subject=where
    )


def common_dialect(
    source: str,
    paths: Sequence[Path],
    form: str,
    named: Collection[str],
    first_lines: Callable[[Path], list[str]],
) -> Dialect:
    """Return how all files are to be read, which their first lines tell."""
    for path in paths:
        _check_text(path)
    first, *others = [_dialect(path, form, named, first_lines(path)) for path in paths]
    for path, other in zip(paths[1:], others, strict=True):
        if other != first:
            raise InputError(
                f"the files have different columns: {', '.join(first.columns)} in "
                f"{paths[0].name}, but {', '.join(other.columns)} in {path.name}",
                subject=source,
            )
    return first


def _dialect(path: Path, form: str, named: Collection[str], lines: list[str]) -> Dialect:
    if not lines:
        raise InputError(
            "the file is empty; it needs a row of column names", subject=shown_path(path)
        )
    return find_dialect(shown_path(path), lines, form, named)


def line_of_row(paths: Sequence[Path], dialect: Dialect, row: int) -> str | None:
    """Say in which file and on which line a row stands; None if that is not known."""
    for path in paths:
        if path.suffix.lower() == ".zst":
            return None
        try:
            for line, _ in _rows(path, dialect):
                if row == 0:
                    return f"{shown_path(path)}, line {line}"
                row -= 1
        except csv.Error:  # a field of more than 100 kB
            return None
    return None


@contextmanager
def _opened(path: Path, newline: str | None = None) -> Iterator[io.TextIOWrapper]:
    packed = path.suffix.lower() == ".gz"
    with (
        gzip.open(path, "rb") if packed else path.open("rb") as raw,
        io.TextIOWrapper(raw, "utf-8-sig", newline=newline) as file,
    ):
        yield file


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Say what is wrong with a file where it cannot be read as text to its end."""
    try:
        yield
    except UnicodeDecodeError:
        raise InputError(
            "not UTF-8 text", subject=shown_path(path), remedy="save it as UTF-8"
        ) from None
    except (EOFError, OSError):
        raise InputError("the compressed file is damaged", subject=shown_path(path)) from None


def _first_lines(path: Path) -> list[str]:
    with _explained(path), _opened(path) as file:
        return [line.rstrip("\n") for line in islice(file, SAMPLED_LINES)]


def _rows(path: Path, dialect: Dialect, *, strict: bool = False) -> Iterator[tuple[int, list[str]]]:
    """Iterate over the rows, each with the number of the line on which it starts."""
    if dialect.delimiter is None:
        with _opened(path) as file:
            yield from ((line, [label.rstrip("\n")]) for line, label in enumerate(file, 1))
        return
    with _opened(path, newline="") as file:
        reader = csv.reader(file, delimiter=dialect.delimiter, skipinitialspace=True, strict=strict)
        next(reader)
        width, last = len(dialect.columns), reader.line_num
        try:
            for row in reader:
                first, last = last + 1, reader.line_num
                if row or width == 1:
                    yield first, row or [""]
        except csv.Error as error:
            if strict and "field limit" not in str(error):
                raise wrong_quotes(f"{shown_path(path)}, line {last + 1}") from None
            raise


def _checked_rows(path: Path, dialect: Dialect) -> Iterator[tuple[int, list[str]]]:
    """Iterate over rows with as many fields as there are columns; refuse others."""
    width = len(dialect.columns)
    file = shown_path(path)
    try:
        with _explained(path):
            for line, row in _rows(path, dialect, strict=True):
                if len(row) == width + 1 and not row[-1]:
                    row.pop()  # a delimiter at the end of the line
                if len(row) != width:
                    raise wrong_width(f"{file}, line {line}", len(row), width)
                yield line, row
    except csv.Error as error:
        raise InputError(f"not valid CSV ({error})", subject=file) from None


def _check_text(path: Path) -> None:
    """Refuse what is no text, as far as its beginning shows."""
    file_name = shown_path(path)
    start = _start(path)
    if start is None:
        return
    decoder = codecs.getincrementaldecoder("utf-8-sig")()  # a letter may be cut where it ends
    try:
        decoder.decode(start, final=len(start) < _LOOKED_AT)
    except UnicodeDecodeError as error:
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
            "this file is compressed, but its name does not say so",
            subject=shown_path(path),
            remedy=f"unpack it, or name it {suffix}",
        )
