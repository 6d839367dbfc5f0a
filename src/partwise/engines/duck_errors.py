"""What DuckDB complains about, in our words."""

from __future__ import annotations

import re

import duckdb

from partwise.base import InputError, PartwiseError


def explained(error: duckdb.Error) -> PartwiseError:
    """Return the error that says what was wrong, where, and what to do."""
    message = str(error)
    full = isinstance(error, duckdb.OutOfMemoryException | duckdb.IOException)
    if full and re.search("space left|max_temp_directory_size|write.*temporary", message):
        return InputError(
            "the disk is full: there is no room for temporary files "
            f"({_first_line(message)}); free some, or name another folder in TMPDIR"
        )
    if isinstance(error, duckdb.OutOfMemoryException):
        return InputError(
            f"the memory limit is too small for this ({_first_line(message)}); allow more with "
            "memory= (--memory on the command line), or free space for temporary files"
        )
    file = re.search(r"^\s*file = (.*)$", message, re.MULTILINE)
    if file:
        return InputError(_csv_problem(file[1].strip(), message))
    json = re.search(r'Malformed JSON in file "(.*)", at byte \d+ in \S+ (\d+)', message)
    if json:
        where = f"{json[1]}, near line {json[2]}"
        return InputError(f"{where}: not valid JSON lines; each is one object")
    return InputError(f"DuckDB cannot read this: {_first_line(message)}")


def _csv_problem(file: str, message: str) -> str:
    line = re.search(r"CSV Error on Line: (\d+)", message)
    where = f"{file}, line {line[1]}" if line else file
    fields = re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", message)
    if fields:
        expected, found = fields.groups()
        counted = "1 field" if found == "1" else f"{found} fields"
        return (
            f"{where}: {counted} where the header has {expected}; quote fields that contain the "
            "delimiter"
        )
    if "unicode" in message or "utf-8" in message:
        return f"{where}: not UTF-8 text; save it as UTF-8"
    if "quote" in message and line:
        return f"{where}: not valid CSV (a quote is not closed, or not at the end of its field)"
    if "state machine" in message:
        return f"{where}: not valid CSV; are quotes closed, and do all lines end in the same way?"
    if "Maximum line size" in message:
        return f"{where}: a line is longer than 2 MB; is a quote not closed?"
    return f"{where}: not valid CSV ({_first_line(message)})"


def _first_line(message: str) -> str:
    """Return the first line without the kind of error before it."""
    return re.sub(r"^[\w ]+Error: ", "", message.strip().split("\n", 1)[0]).rstrip(". ")
