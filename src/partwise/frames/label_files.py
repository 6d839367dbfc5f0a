"""Label files: CSV or TSV with a header, or plain text with one label per line."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import NamedTuple

from partwise.clustering import Clustering
from partwise.errors import InputError, MissingLabelError
from partwise.frames.text_tables import TextTable, delimiter_of, read_table, read_text
from partwise.policies import MissingPolicy, NoisePolicy

__all__ = ["read_columns", "read_labels"]

_LABEL_NAMES = ("label", "labels", "cluster", "cluster_id", "class", "community", "group")
_ITEM_NAMES = ("item", "item_id", "id", "name", "key")


class _Column(NamedTuple):
    """Labels as they stand in a file, with where they stand."""

    path: Path
    labels: list[str | None]
    items: list[str] | None
    lines: list[int]
    name: str | None = None


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
    text = read_text(path)
    delimiter = delimiter_of(path, text)
    if delimiter is None:
        if label_column or item_column:
            raise InputError(f"{path}: only .csv and .tsv files have columns to choose from")
        rows = re.split("\r\n|\r|\n", text)
        rows = rows[:-1] if rows[-1] == "" else rows
        labels = [line.strip() or None for line in rows]
        column = _Column(path, labels, None, list(range(1, len(rows) + 1)))
    else:
        table = read_table(path, text, delimiter)
        if label_column is not None:
            table.place(label_column)
        item = _item_column(table, item_column, {label_column})
        names = [name for name in table.header if name != item]
        label = label_column or _find_label(path, names)
        column = _column(table, label, item)
    return _clustering(column, noise, noise_label, missing)


def read_columns(
    path: str | Path,
    columns: Iterable[str] | None = None,
    *,
    item_column: str | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = "-1",
    missing: MissingPolicy = "raise",
) -> dict[str, Clustering]:
    r"""Read several clusterings from a wide file, which has a column for each.

    Parameters
    ----------
    path : str or Path
        A ``.csv`` or ``.tsv`` file with a row of column names.
    columns : iterable of str, optional
        Which columns; all but that of the item names if not given.
    item_column, noise, noise_label, missing
        As in :func:`read_labels`.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "all.csv")
    ...     _ = path.write_text("item,gold,mine\nann,1,x\nbob,1,y\n")
    ...     {name: each.k for name, each in read_columns(path).items()}
    {'gold': 1, 'mine': 2}
    """
    path = Path(path)
    text = read_text(path)
    delimiter = delimiter_of(path, text)
    if delimiter is None:
        raise InputError(
            f"{path}: only .csv and .tsv files have columns; a text file has one label per line"
        )
    table = read_table(path, text, delimiter)
    wanted = None if columns is None else list(columns)
    for name in wanted or ():
        table.place(name)
    item = _item_column(table, item_column, set(wanted or ()))
    chosen = [name for name in table.header if name != item] if wanted is None else wanted
    return {
        name: _clustering(_column(table, name, item), noise, noise_label, missing)
        for name in chosen
    }


def _item_column(table: TextTable, wanted: str | None, labels: set[str | None]) -> str | None:
    """Return the column of item names: the one asked for, or the first with a usual name."""
    if wanted is not None:
        table.place(wanted)
        return wanted
    if len(table.header) == 1:
        return None
    usual = (n for n in table.header if n.lower() in _ITEM_NAMES and n not in labels)
    return next(usual, None)


def _column(table: TextTable, label: str, item: str | None) -> _Column:
    labels = [text or None for text in table.column(label)]
    items = None if item is None else table.column(item)
    return _Column(table.path, labels, items, table.lines, label)


def _clustering(
    column: _Column, noise: NoisePolicy | None, noise_label: Hashable, missing: MissingPolicy
) -> Clustering:
    if not column.labels:
        raise InputError(f"{column.path}: there are no labels in the file")
    if missing == "raise":
        _check_labels(column)
    if column.items is not None:
        _check_items(column.path, column.items, column.lines)
    try:
        return Clustering(
            column.labels,
            items=column.items,
            noise=noise,
            noise_label=noise_label,
            missing=missing,
        )
    except InputError as error:
        raise type(error)(f"{column.path}: {error}") from None


def _check_labels(column: _Column) -> None:
    path, labels, items, lines, name = column
    for i, label in enumerate(labels):
        if label is None:
            what = "there is no label" if items is None else f"the item {items[i]!r} has no label"
            where = f" in column {name!r}" if name else ""
            raise MissingLabelError(
                f"{path}, line {lines[i]}: {what}{where} ({labels.count(None)} of {len(labels)} "
                "are missing); --missing drop leaves such items out, --missing singletons makes "
                "each its own cluster"
            )


def _check_items(path: Path, items: list[str], lines: list[int]) -> None:
    seen: dict[str, int] = {}
    for item, line in zip(items, lines, strict=True):
        if seen.setdefault(item, line) != line:
            raise InputError(
                f"{path}, line {line}: the item {item!r} is named twice (first on line "
                f"{seen[item]}); each item has one label"
            )


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
