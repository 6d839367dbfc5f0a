"""Label files: CSV or TSV with a header, or plain text with one label per line."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from partwise.clustering import Clustering
from partwise.errors import InputError, MissingLabelError
from partwise.policies import MissingPolicy, NoisePolicy

__all__ = ["read_labels"]

_DELIMITERS = {".csv": ",", ".tsv": "\t", ".tab": "\t"}
_LABEL_NAMES = ("label", "labels", "cluster", "cluster_id", "class", "community", "group")
_ITEM_NAMES = ("item", "item_id", "id", "name", "key")


class _Columns(NamedTuple):
    label: int
    item: int | None


def read_labels(
    path: str | Path,
    *,
    label_column: str | None = None,
    item_column: str | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = "-1",
    missing: MissingPolicy = "raise",
) -> Clustering:
    r"""Read a clustering from a file.

    Parameters
    ----------
    path : str or Path
        ``.csv``, ``.tsv`` and ``.tab`` files start with a row of column names, separated by commas,
        semicolons or tabs; any other file has one label per line. Labels are text; an empty one is
        missing.
    label_column : str, optional
        Column of the labels. Found by itself if there is only one column, one besides the items,
        or one with a usual name (label, cluster, class, …).
    item_column : str, optional
        Column of the item names (item, id, name or key if not given). Without one, items are
        known by their position.
    noise, noise_label, missing
        Policies as in :class:`~partwise.Clustering`.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "found.csv")
    ...     _ = path.write_text("item,cluster\nann,1\nbob,1\ncy,2\n")
    ...     read_labels(path).items
    ('ann', 'bob', 'cy')
    """
    path = Path(path)
    text = _read_text(path)
    delimiter = _delimiter(path, text)
    labels: list[str | None]
    items: list[str] | None = None
    if delimiter is None:
        if label_column or item_column:
            raise InputError(f"{path}: only .csv and .tsv files have columns to choose from")
        rows = re.split("\r\n|\r|\n", text)
        rows = rows[:-1] if rows[-1] == "" else rows
        labels, lines = [line.strip() or None for line in rows], list(range(1, len(rows) + 1))
    else:
        labels, items, lines = _read_table(path, text, delimiter, label_column, item_column)
    if not labels:
        raise InputError(f"{path}: there are no labels in the file")
    if missing == "raise":
        _check_labels(path, labels, items, lines)
    if items is not None:
        _check_items(path, items, lines)
    try:
        return Clustering(
            labels, items=items, noise=noise, noise_label=noise_label, missing=missing
        )
    except InputError as error:
        raise type(error)(f"{path}: {error}") from None


def _delimiter(path: Path, text: str) -> str | None:
    """Return what separates columns: what the file's name says, or what its header shows."""
    delimiter = _DELIMITERS.get(path.suffix.lower())
    header = re.split("\r\n|\r|\n", text, maxsplit=1)[0]
    if delimiter is None or delimiter in header:
        return delimiter
    return next((other for other in (",", ";", "\t") if other in header), delimiter)


def _check_labels(
    path: Path, labels: list[str | None], items: list[str] | None, lines: list[int]
) -> None:
    for i, label in enumerate(labels):
        if label is None:
            what = "there is no label" if items is None else f"the item {items[i]!r} has no label"
            raise MissingLabelError(
                f"{path}, line {lines[i]}: {what} ({labels.count(None)} of {len(labels)} are "
                "missing); --missing drop leaves such items out, --missing singletons makes each "
                "its own cluster"
            )


def _check_items(path: Path, items: list[str], lines: list[int]) -> None:
    seen: dict[str, int] = {}
    for item, line in zip(items, lines, strict=True):
        if seen.setdefault(item, line) != line:
            raise InputError(
                f"{path}, line {line}: the item {item!r} is named twice (first on line "
                f"{seen[item]}); each item has one label"
            )


def _read_text(path: Path) -> str:
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


def _read_table(
    path: Path, text: str, delimiter: str, label: str | None, item: str | None
) -> tuple[list[str | None], list[str] | None, list[int]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        if not header:
            raise InputError(f"{path}: the file is empty; it needs a row of column names")
        columns = _choose_columns(path, header, label, item)
        numbered = list(_whole_rows(path, reader, len(header)))
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num}: not valid CSV ({error})") from None
    rows = [row for _, row in numbered]
    labels = [row[columns.label].strip() or None for row in rows]
    items = None if columns.item is None else [row[columns.item].strip() for row in rows]
    return labels, items, [line for line, _ in numbered]


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


def _choose_columns(
    path: Path, header: Sequence[str], label: str | None, item: str | None
) -> _Columns:
    if all(_is_number(name) for name in header):
        raise InputError(
            f"{path}: the first row {', '.join(header)!r} looks like data, not like column names; "
            "add a header, or name the file .txt if it has one label per line"
        )
    repeated = {name for name in header if header.count(name) > 1}
    if repeated:
        raise InputError(f"{path}: columns are named twice: {', '.join(sorted(repeated))}")
    where = {name: i for i, name in enumerate(header)}
    for wanted in (label, item):
        if wanted is not None and wanted not in where:
            raise InputError(
                f"{path}: there is no column {wanted!r}; the columns are {', '.join(header)}"
            )
    if item is None and len(header) > 1:
        item = next(
            (name for name in header if name.lower() in _ITEM_NAMES and name != label), None
        )
    if label is None:
        label = _find_label(path, [name for name in header if name != item])
    return _Columns(where[label], None if item is None else where[item])


def _find_label(path: Path, names: list[str]) -> str:
    if len(names) == 1:
        return names[0]
    usual = [name for name in names if name.lower() in _LABEL_NAMES]
    if len(usual) == 1:
        return usual[0]
    raise InputError(
        f"{path}: which column has the labels? Choose one of {', '.join(names)} "
        "(--label-column on the command line), or add a header if these are data"
    )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
