"""DuckDB's errors in our words: the one place that reads its messages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from partwise.base import InputError, Option, PartwiseError, require
from partwise.engines.scratch import shown_path
from partwise.engines.text_files import null_byte, wrong_quotes, wrong_width

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = require("duckdb")

NULL_BYTE = "partwise met a null byte in "
"""How our queries begin the error for a null byte; the place follows."""


def explained(error: duckdb.Error) -> PartwiseError:
    """Return the error that says what was wrong, where, and what to do."""
    message = str(error)
    if re.search(r"KeyboardInterrupt:\s*$", message):  # it met a query in the hands of DuckDB
        raise KeyboardInterrupt
    full = isinstance(error, duckdb.OutOfMemoryException | duckdb.IOException)
    if full and re.search("space left|max_temp_directory_size|write.*temporary", message):
        return InputError(
            f"the disk is full, with no space for temporary files ({_first_line(message)})",
            remedy="free some space, or set TMPDIR to a folder on another disk",
        )
    if isinstance(error, duckdb.OutOfMemoryException):
        return InputError(
            f"the memory limit is too small for this ({_first_line(message)})",
            remedy=["allow more with ", Option("memory"), ", or free space for temporary files"],
        )
    if NULL_BYTE in message:
        return null_byte(message.partition(NULL_BYTE)[2])
    file = re.search(r"^\s*file = (.*)$", message, re.MULTILINE)
    if file:
        return _csv_problem(shown_path(file[1].strip()), message)
    json = re.search(r'Malformed JSON in file "(.*)", at byte \d+ in \S+ (\d+)', message)
    if json:
        return InputError(
            "not valid JSON lines; each line must be one JSON object",
            subject=f"{shown_path(json[1])}, near line {json[2]}",
        )
    repeated = re.search(r'in file "(.*)", in line (\d+): .*has duplicate key "(.*)"', message)
    if repeated:
        return InputError(
            f"two columns are called {repeated[3]!r}",
            subject=f"{shown_path(repeated[1])}, line {repeated[2]}",
            remedy="rename one of them",
        )
    if isinstance(error, duckdb.ConversionException | duckdb.OutOfRangeException):
        return InputError(
            f"a value does not fit the type it is compared as ({_first_line(message)})",
            remedy="cast labels and item ids of all sources to one type, such as text",
        )
    return InputError(f"DuckDB cannot read this: {_first_line(message)}")


def _csv_problem(file: str, message: str) -> InputError:
    line = re.search(r"CSV Error on Line: (\d+)", message)
    where = f"{file}, line {line[1]}" if line else file
    if re.search(r"^Maximum line size", message, re.MULTILINE):
        return InputError(
            "this line is longer than 2 MB",
            subject=where,
            remedy="close the quote if one is open, or shorten the items and labels",
        )
    fields = re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", message)
    if fields:
        expected, count = fields.groups()
        return wrong_width(where, int(count), int(expected))
    if "unicode" in message or "utf-8" in message:
        return InputError("not UTF-8 text", subject=where, remedy="save it as UTF-8")
    if "quote" in message and line:
        return wrong_quotes(where)
    if "state machine" in message:
        return InputError(
            "not valid CSV",
            subject=where,
            remedy="check that quotes are closed and that all lines end in the same way",
        )
    return InputError(f"not valid CSV ({_first_line(message)})", subject=where)


def _first_line(message: str) -> str:
    """Return the first line without the kind of error before it."""
    return re.sub(r"^[\w ]+Error: ", "", message.strip().split("\n", 1)[0]).rstrip(". ")
