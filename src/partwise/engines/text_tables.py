"""Text with a row of column names (CSV and TSV), or with one label per line, read by DuckDB."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from partwise.base import InputError
from partwise.engines.duck import Relation, database, name, run, text, texts

LABEL = "label"
"""What the only column of a text file is called."""

ITEM = "item"
"""What the first column of a table is called if it has no name."""

_DELIMITERS = {"csv": ",", "tsv": "\t"}
_SNIFFED = 1 << 20
_NEVER = "\x01"  # a delimiter that no text has


def read_lines(paths: Sequence[Path]) -> Relation:
    """Return the lines of text files as a column of labels; blanks around them do not count."""
    for path in paths:
        _check_text(path)
    return _lines(paths).project(_clean(LABEL))


def read_table(source: str, paths: Sequence[Path], form: str) -> Relation:
    """Return the columns of CSV or TSV files as text; empty fields are missing."""
    for path in paths:
        _check_text(path)
    first, *others = [_header(path, form) for path in paths]
    header, delimiter = first
    for path, other in zip(paths[1:], others, strict=True):
        if other != first:
            raise InputError(
                f"{source}: the files have different columns: {', '.join(header)} in "
                f"{paths[0].name}, but {', '.join(other[0])} in {path.name}"
            )
    columns = ", ".join(f"{text(each)}: 'VARCHAR'" for each in header)
    rows = database().sql(
        f"FROM read_csv({texts(map(literal_path, paths))}, auto_detect = false, "
        f"header = true, columns = {{{columns}}}, delim = {text(delimiter)}, quote = '\"', "
        "escape = '\"', strict_mode = true)"
    )
    return rows.project(", ".join(map(_clean, header)))


def literal_path(path: Path) -> str:
    """Return a path that DuckDB does not take for a glob."""
    return "".join(f"[{each}]" if each in "*?[" else each for each in str(path))


def line_of_row(paths: Sequence[Path], form: str, row: int) -> str | None:
    """Say in which file and on which line a row stands; None if that is not known."""
    for path in paths:
        if path.suffix.lower() == ".zst":
            return None
        for line in _row_lines(path, form):
            if row == 0:
                return f"{path}, line {line}"
            row -= 1
    return None


def _row_lines(path: Path, form: str) -> Iterator[int]:
    """Iterate over the numbers of the lines on which the rows start."""
    packed = path.suffix.lower() == ".gz"
    with (
        gzip.open(path, "rb") if packed else path.open("rb") as raw,
        io.TextIOWrapper(raw, "utf-8-sig", newline="") as file,
    ):
        if form == "text":
            file.reconfigure(newline=None)
            yield from (i for i, _ in enumerate(file, 1))
            return
        reader = csv.reader(file, delimiter=_header(path, form)[1])
        width, last = len(next(reader)), reader.line_num
        for row in reader:
            first, last = last + 1, reader.line_num
            if row or width == 1:
                yield first


def _clean(column: str) -> str:
    return f"nullif(trim({name(column)}, ' \t'), '') AS {name(column)}"


def _lines(paths: Sequence[Path]) -> Relation:
    return database().sql(
        f"FROM read_csv({texts(map(literal_path, paths))}, auto_detect = false, header = false, "
        f"columns = {{{text(LABEL)}: 'VARCHAR'}}, delim = {text(_NEVER)}, quote = '', "
        "escape = '', null_padding = true)"
    )


def _header(path: Path, form: str) -> tuple[list[str], str]:
    """Return the column names and what separates them: as the file's name says, or shows."""
    rows = [line for (line,) in run(_lines([path]).limit(100).fetchall)]
    if not rows:
        raise InputError(f"{path}: the file is empty; it needs a row of column names")
    shown = rows[0] or ""
    usual = _DELIMITERS[form]
    delimiter = usual if usual in shown else next((d for d in ",;\t" if d in shown), usual)
    reader = csv.reader((f"{row or ''}\n" for row in rows), delimiter=delimiter, strict=True)
    try:
        header = [cell.strip() for cell in next(reader)]
    except csv.Error as error:
        raise InputError(f"{path}, line 1: not valid CSV ({error})") from None
    _check_header(path, header)
    return _with_names(path, header), delimiter


def _with_names(path: Path, header: list[str]) -> list[str]:
    """Name a first column without a name, which pandas writes for its index."""
    if not header[0] and ITEM not in [cell.lower() for cell in header]:
        header = [ITEM, *header[1:]]
    if "" in header:
        raise InputError(
            f"{path}, line 1: column {header.index('') + 1} of {len(header)} has no name; give it "
            "one, or remove the delimiter"
        )
    return header


def _check_header(path: Path, header: list[str]) -> None:
    if not any(header):
        raise InputError(f"{path}: the first line is empty; it needs a row of column names")
    if all(_is_number(cell) for cell in header):
        raise InputError(
            f"{path}: the first row {', '.join(header)!r} looks like data, not like column names; "
            "add a header, or name the file .txt if it has one label per line"
        )
    repeated = {cell for cell in header if header.count(cell) > 1}
    if repeated:
        raise InputError(f"{path}: columns are named twice: {', '.join(sorted(repeated))}")
    folded = [cell.lower() for cell in header]
    alike = [cell for cell in header if folded.count(cell.lower()) > 1]
    if alike:
        raise InputError(f"{path}: columns differ in case only: {', '.join(alike)}; rename one")


def _check_text(path: Path) -> None:
    """Refuse what is no text, as far as its beginning shows."""
    try:
        with path.open("rb") as file:
            start = file.read(_SNIFFED)
        if start[:2] == b"\x1f\x8b":
            with gzip.open(path, "rb") as file:
                start = file.read(_SNIFFED)
        elif start[:4] == b"\x28\xb5\x2f\xfd":
            return
    except (EOFError, gzip.BadGzipFile):
        raise InputError(f"{path}: the compressed file is damaged") from None
    except OSError as error:
        raise InputError(f"{path}: cannot read it ({error.strerror})") from None
    try:
        start.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if len(start) < _SNIFFED or error.start < len(start) - 4:
            raise InputError(
                f"{path}: not UTF-8 text (byte {error.start}); save it as UTF-8"
            ) from None
    if b"\0" in start:
        raise InputError(f"{path}: this is not a text file (it has null bytes)")


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
