"""DuckDB's errors in our words, by the messages that it writes."""

from __future__ import annotations

import duckdb
import pytest

from partwise.engines.duck_errors import NULL_BYTE, explained
from partwise.errors import InputError

CSV = "Invalid Input Error: CSV Error on Line: 7\nOriginal Line: x\n{}\n\n  file = /x/my file.csv\n"
MESSAGES: list[tuple[type[duckdb.Error], str, str]] = [
    (
        duckdb.OutOfMemoryException,
        "Out of Memory Error: failed to allocate 2 MB.\nPossible solutions: …",
        "the memory limit is too small for this (failed to allocate 2 MB); allow more with memory=",
    ),
    (
        duckdb.OutOfMemoryException,
        "Out of Memory Error: could not offload, max_temp_directory_size is reached",
        "the disk is full, with no space for temporary files (could not offload, max_temp",
    ),
    (
        duckdb.IOException,
        "IO Error: Could not write file: No space left on device",
        "the disk is full, with no space for temporary files (Could not write file: No space left",
    ),
    (
        duckdb.IOException,
        "IO Error: Could not write all bytes to temporary file\nmore",
        "the disk is full, with no space for temporary files (Could not write all bytes to temp",
    ),
    (
        duckdb.IOException,
        "IO Error: No files found that match the pattern.\nmore",
        "DuckDB cannot read this: No files found that match the pattern",
    ),
    (
        duckdb.InvalidInputException,
        "Invalid Input Error: space left on device",
        "DuckDB cannot read this: space left on device",
    ),
    (
        duckdb.InvalidInputException,
        f"Invalid Input Error: {NULL_BYTE}x.csv, column 'a'",
        "x.csv, column 'a': there is a null byte",
    ),
    (
        duckdb.InvalidInputException,
        CSV.format("Expected Number of Columns: 2 Found: 3"),
        "/x/my file.csv, line 7: 3 fields where the header has 2",
    ),
    (
        duckdb.InvalidInputException,
        CSV.format("Value with unterminated quote found."),
        "/x/my file.csv, line 7: not valid CSV (a quote is not closed",
    ),
    (
        duckdb.InvalidInputException,
        CSV.format("Invalid unicode (byte sequence mismatch) detected. quote = x"),
        "/x/my file.csv, line 7: not UTF-8 text; save it as UTF-8",
    ),
    (
        duckdb.InvalidInputException,
        CSV.format("Maximum line size of 2000000 bytes exceeded. quote = x"),
        "/x/my file.csv, line 7: this line is longer than 2 MB",
    ),
    (
        duckdb.InvalidInputException,
        "The CSV Parser state machine reached an invalid state.\n  quote = x\n  file = /x/a.csv\n",
        "/x/a.csv: not valid CSV; check that quotes are closed and that all lines end in the same",
    ),
    (
        duckdb.InvalidInputException,
        "Invalid Input Error: CSV Error on Line: 7\nSomething else.\n  file = /x/a.csv\n",
        "/x/a.csv, line 7: not valid CSV (CSV Error on Line: 7)",
    ),
    (
        duckdb.InvalidInputException,
        'Invalid Input Error: Malformed JSON in file "/x/a.jsonl", at byte 3 in line 12: more',
        "/x/a.jsonl, near line 12: not valid JSON lines",
    ),
    (
        duckdb.InvalidInputException,
        'Error in file "/x/a.jsonl", in line 4: Object has duplicate key "b"',
        "/x/a.jsonl, line 4: two columns are called 'b'; rename one of them",
    ),
    (
        duckdb.ConversionException,
        "Conversion Error: Could not convert string 'x' to INT32.\nmore",
        "a value does not fit the type it is compared as (Could not convert string 'x' to INT32)",
    ),
    (
        duckdb.OutOfRangeException,
        "Out of Range Error: Overflow in multiplication",
        "a value does not fit the type it is compared as (Overflow in multiplication)",
    ),
]


@pytest.mark.parametrize(("kind", "message", "says"), MESSAGES)
def test_each_message(kind: type[duckdb.Error], message: str, says: str) -> None:
    told = explained(kind(message))
    assert isinstance(told, InputError)
    assert str(told).startswith(says)
    assert len(str(told).splitlines()) == 1


@pytest.mark.parametrize("end", ["", "\n", "  \n"])
def test_ctrl_c_in_the_hands_of_duckdb(end: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        explained(duckdb.InvalidInputException(f"Python exception: KeyboardInterrupt: {end}"))
    told = explained(duckdb.InvalidInputException("KeyboardInterrupt: is a column"))
    assert "KeyboardInterrupt: is a column" in str(told)
