"""Text files with a row of column names: CSV and TSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from partwise.errors import InputError

__all__ = ["TextTable", "delimiter_of", "read_table", "read_text"]

_DELIMITERS = {".csv": ",", ".tsv": "\t", ".tab": "\t"}


class TextTable(NamedTuple):
    """A table of text: column names, rows, and on which line of the file each row starts."""

    path: Path
    header: list[str]
    rows: list[list[str]]
    lines: list[int]

    def place(self, name: str) -> int:
        """Return the place of a column; an error if there is none of this name."""
        if name not in self.header:
            columns = ", ".join(self.header)
            raise InputError(f"{self.path}: there is no column {name!r}; the columns are {columns}")
        return self.header.index(name)

    def column(self, name: str) -> list[str]:
        """Return the cells of a column, without the blanks around them."""
        place = self.place(name)
        return [row[place].strip() for row in self.rows]


def read_text(path: Path) -> str:
    """Return the text of a file; an error says why it cannot be read."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
        if "\0" in text:
            raise InputError(f"{path}: this is not a text file (it has null bytes)")
        return text
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text (byte {error.start}); save it as UTF-8") from None
    except IsADirectoryError:
        raise InputError(f"{path}: this is a folder; name a file with labels") from None
    except OSError as error:
        raise InputError(f"{path}: cannot read it ({error.strerror})") from None


def delimiter_of(path: Path, text: str) -> str | None:
    """Return what separates columns: what the file's name says, or what its header shows."""
    delimiter = _DELIMITERS.get(path.suffix.lower())
    header = re.split("\r\n|\r|\n", text, maxsplit=1)[0]
    if delimiter is None or delimiter in header:
        return delimiter
    return next((other for other in (",", ";", "\t") if other in header), delimiter)


def read_table(path: Path, text: str, delimiter: str) -> TextTable:
    """Split a text into columns and rows; every row has a cell for each column."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        if not header:
            raise InputError(f"{path}: the file is empty; it needs a row of column names")
        _check_header(path, header)
        numbered = list(_whole_rows(path, reader, len(header)))
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num}: not valid CSV ({error})") from None
    return TextTable(path, header, [row for _, row in numbered], [line for line, _ in numbered])


def _check_header(path: Path, header: list[str]) -> None:
    if all(_is_number(name) for name in header):
        raise InputError(
            f"{path}: the first row {', '.join(header)!r} looks like data, not like column names; "
            "add a header, or name the file .txt if it has one label per line"
        )
    repeated = {name for name in header if header.count(name) > 1}
    if repeated:
        raise InputError(f"{path}: columns are named twice: {', '.join(sorted(repeated))}")


def _whole_rows(path: Path, reader: Any, width: int) -> Iterator[tuple[int, list[str]]]:
    last = reader.line_num
    for row in reader:
        first, last = last + 1, reader.line_num
        if not row and width > 1:
            continue
        if len(row or [""]) != width:
            line = getattr(reader, "line_num", 0)
            raise InputError(
                f"{path}, line {line}: {len(row)} fields where the header has {width}; quote "
                "fields that contain the delimiter"
            )
        yield first, row or [""]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
