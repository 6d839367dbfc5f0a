"""How a text file is to be read: one label per line, or columns with a header and a delimiter.

The name of a file decides its format. If it does not, the first lines do, provided that they allow
one reading only; otherwise the file is refused.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Sequence
from typing import NamedTuple

from partwise.base import InputError
from partwise.engines.columns import KNOWN_NAMES, UNNAMED, check_names, has_item_name

LABEL = "label"
"""What the only column of a text file is called."""

ITEM = "item"
"""What the first column of a table is called if it has no name."""

_DELIMITERS = ",\t;|"
_USUAL = {"csv": ",", "tsv": "\t"}


class Dialect(NamedTuple):
    """The columns of a text file and what separates them.

    Examples
    --------
    >>> print(Dialect(("item", "cluster"), ","), Dialect((LABEL,), None), sep=" | ")
    columns item and cluster, delimiter ',' | one label per line
    """

    columns: tuple[str, ...]
    delimiter: str | None
    """None: there is no header, and each line is a label."""

    def __str__(self) -> str:
        if self.delimiter is None:
            return "one label per line"
        *others, last = self.columns
        columns = f"columns {', '.join(others)} and {last}" if others else f"column {last}"
        return f"{columns}, delimiter {self.delimiter!r}"


def find_dialect(
    file: str, lines: Sequence[str], form: str, named: Collection[str] = ()
) -> Dialect:
    """Return how to read a file, of which these are the first lines.

    ``form`` is what its name says: "csv", "tsv", or "text" if it says nothing. Columns that the
    user has ``named`` are expected in a header.

    Examples
    --------
    >>> find_dialect("labels.txt", ["item;cluster", "ann;1"], "text")
    Dialect(columns=('item', 'cluster'), delimiter=';')
    >>> find_dialect("labels.txt", ["x", "y", "x"], "text").delimiter is None
    True
    """
    if form in _USUAL:
        return _with_header(file, lines, _delimiter_of_table(file, lines, _USUAL[form]))
    filled = [line for line in lines if line.strip()]
    expected = {*KNOWN_NAMES, *(name.lower() for name in named)}
    used = [d for d in _DELIMITERS if _is_used(d, filled)]
    possible = [d for d in used if _looks_like_header(filled, d, expected)]
    if len(possible) == 1:
        return _with_header(file, lines, possible[0])
    if used:
        raise _lines_or_fields(file, filled, used[0])
    if _is_table_of_words(filled, expected):
        return _with_header(file, lines, " ")
    if _is_used(" ", filled) and 1 < len(filled) == len(set(filled)):
        raise _lines_or_fields(file, filled, " ")
    if filled and filled[0].strip() in named:
        return _with_header(file, lines, ",")
    _check_first_label(file, filled, expected)
    return Dialect((LABEL,), None)


def _delimiter_of_table(file: str, lines: Sequence[str], usual: str) -> str:
    """Return what separates the columns of a file whose name says that it has columns."""
    splitting = [d for d in _DELIMITERS if len(_fields(lines[0], d)) > 1]
    regular = [d for d in splitting if _is_regular(d, lines)]
    if usual in splitting:
        if regular and usual not in regular:
            raise _which_delimiter(file, lines, [usual, *regular])
        return usual
    if len(splitting) > 1 and len(regular) != 1:
        raise _which_delimiter(file, lines, splitting)
    if splitting:
        return regular[0] if len(splitting) > 1 else splitting[0]
    if _is_table_of_words(lines, KNOWN_NAMES):
        return " "
    if lines[0].strip() and 1 < len(lines) == len(set(lines)) and _is_regular(" ", lines):
        raise _lines_or_fields(file, lines, " ")
    return usual


def _fields(line: str, delimiter: str) -> list[str]:
    """Return the fields of one line; a quote that is not closed on it ends with it."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:  # a field of more than 100 kB
        return line.split(delimiter)


def _is_used(delimiter: str, lines: Sequence[str]) -> bool:
    """Tell whether a delimiter separates something in the first line or in most."""
    split = [len(_fields(line.strip(" "), delimiter)) > 1 for line in lines]
    return bool(split) and (split[0] or 2 * sum(split) >= len(split))


def _is_regular(delimiter: str, lines: Sequence[str]) -> bool:
    widths = {len(_fields(line.rstrip(" "), delimiter)) for line in lines if line.strip()}
    return len(widths) == 1 and widths.pop() > 1


def _looks_like_header(
    lines: Sequence[str], delimiter: str, expected: Collection[str], least: int = 1
) -> bool:
    """Tell whether the first line names columns: usual names, which do not come again below."""
    header = [cell.strip() for cell in _fields(lines[0], delimiter)]
    if len(header) < 2 or any(map(_is_number, header)):
        return False
    below = [[cell.strip() for cell in _fields(line, delimiter)] for line in lines[1:]]
    usual = [i for i, cell in enumerate(header) if cell.lower() in expected]
    again = any(len(row) > i and row[i] == header[i] for i in usual for row in below)
    return len(usual) >= least and not again


def _is_table_of_words(lines: Sequence[str], expected: Collection[str]) -> bool:
    """Tell whether single blanks separate columns: labels may have blanks, so two are named."""
    return _is_regular(" ", lines) and _looks_like_header(lines, " ", expected, least=2)


def _check_first_label(file: str, lines: Sequence[str], expected: Collection[str]) -> None:
    """Refuse a file of one column whose first line may be the column's name."""
    first, *others = [line.strip() for line in lines] or [""]
    named = first.lower() in expected and first not in others
    among_numbers = not _is_number(first) and others and all(map(_is_number, others))
    if named or among_numbers:
        raise InputError(
            f"it is not clear whether the first line {first!r} is a label or a column's name",
            subject=file,
            remedy="remove it if it is a name; if it is a label, add the line 'label' before it "
            "and save the file as .csv",
        )


def _lines_or_fields(file: str, lines: Sequence[str], delimiter: str) -> InputError:
    return InputError(
        f"it is not clear whether a line is one label, or has fields separated by {delimiter!r}",
        subject=file,
        examples=lines[:2],
        remedy="if they are fields, add a first line with the names of the columns, such as "
        f"'item{delimiter}cluster'; if each line is a label, add the first line 'label', put the "
        "labels into double quotes, and save the file as .csv",
    )


def _which_delimiter(file: str, lines: Sequence[str], delimiters: Sequence[str]) -> InputError:
    return InputError(
        f"it is not clear whether {' or '.join(map(repr, delimiters))} separates the columns",
        subject=file,
        examples=lines[:2],
        remedy="put fields that contain one of these characters into double quotes",
    )


def _with_header(file: str, lines: Sequence[str], delimiter: str) -> Dialect:
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter, strict=True)
    try:
        header = [cell.strip() for cell in next(reader)]
    except csv.Error as error:
        raise InputError(f"not valid CSV ({error})", subject=f"{file}, line 1") from None
    if not any(header):
        raise InputError("the first line is empty; it needs a row of column names", subject=file)
    if all(map(_is_number, header)):
        raise InputError(
            f"the first row {', '.join(header)!r} looks like data, not like column names",
            subject=file,
            remedy="add a header, or name the file .txt if it has one label per line",
        )
    check_names(file, [cell for cell in header if cell])
    return Dialect(_named_columns(file, header), delimiter)


def _named_columns(file: str, header: list[str]) -> tuple[str, ...]:
    """Name a first column without a name, which pandas writes for its index."""
    if not header[0] and UNNAMED not in header:
        header = [UNNAMED if has_item_name(header) else ITEM, *header[1:]]
    if "" in header:
        raise InputError(
            f"column {header.index('') + 1} of {len(header)} has no name",
            subject=f"{file}, line 1",
            remedy="give it a name, or remove the delimiter",
        )
    return tuple(header)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
