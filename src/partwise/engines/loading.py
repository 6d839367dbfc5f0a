"""LabelColumns → clusterings in memory."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import narwhals as nw
import numpy as np

from partwise.base import InputError, MissingLabelError
from partwise.clusterings import (
    MISSING,
    Clustering,
    Codes,
    Factorized,
    Items,
    MissingPolicy,
    NoisePolicy,
    check_policies,
    factorize,
    renumber,
    settle_missing,
    settle_noise,
)
from partwise.engines.backends import backend_of
from partwise.engines.backends.duckdb import fetched
from partwise.engines.duck import Relation, name
from partwise.engines.label_columns import LabelColumns

_PLAIN = {
    *(f"{sign}{kind}INT" for sign in ("", "U") for kind in ("TINY", "SMALL", "BIG")),
    *("INTEGER", "UINTEGER", "FLOAT", "DOUBLE", "BOOLEAN", "VARCHAR"),
}
_FRACTIONS = {"FLOAT", "DOUBLE"}


def clusterings(
    labels: LabelColumns,
    *,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
    text: bool = False,
    text_items: bool = False,
) -> dict[str, Clustering]:
    r"""Bring each label column into memory as a clustering.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from partwise.engines.reading import read
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "all.csv")
    ...     _ = path.write_text("id,gold,mine\nann,1,x\nbob,1,y\n")
    ...     found = clusterings(read(path))
    >>> {name: each.sizes.tolist() for name, each in found.items()}
    {'gold': [2], 'mine': [1, 1]}
    """
    check_policies(noise, missing)
    columns = _columns(labels, text_items)
    n = len(next(iter(columns.values())))
    if n == 0:
        raise InputError(f"{labels.source}: there are no labels in the file")
    found_labels = {each: _numbered(labels, each, columns[each], text) for each in labels.columns}
    items, rows = _items(labels, columns, n, found_labels)
    result = {}
    for column, found in found_labels.items():
        found = found if rows is None else Factorized(found.codes[rows], found.labels)
        if missing == "raise":
            _check_labels(labels, column, found, items)
        settled = settle_noise(settle_missing(found, items, missing), items, noise, noise_label)
        result[column] = Clustering.from_codes(settled, items)
    return result


def _columns(labels: LabelColumns, text_items: bool) -> dict[str, Any]:
    """Fetch the columns of items and labels."""
    wanted = [*labels.columns, *([] if labels.item is None else [labels.item])]
    ours = {f"c{place}": column for place, column in enumerate(wanted)}
    frame = backend_of(labels.frame).take(labels.frame, ours)
    item = f"c{len(labels.columns)}"  # if there is one
    if frame.implementation.is_duckdb():
        relation: Relation = frame.to_native()
        kinds = dict(zip(relation.columns, map(str, relation.types), strict=True))
        as_text = {column for column in ours if kinds[column] not in _PLAIN}
        if labels.item is not None and (text_items or kinds[item] in _FRACTIONS):
            as_text.add(item)
        cells = (_cell(column, column in as_text) for column in ours)
        values = fetched(relation.project(", ".join(cells)))
    else:
        eager = frame.collect() if isinstance(frame, nw.LazyFrame) else frame
        values = {column: _series(eager[column], text_items and column == item) for column in ours}
    return {ours[column]: series for column, series in values.items()}


def _cell(column: str, as_text: bool) -> str:
    return f"{name(column)}::VARCHAR AS {name(column)}" if as_text else name(column)


def _series(series: nw.Series[Any], as_text: bool) -> Any:
    return (series.cast(nw.String()) if as_text else series).to_native()


def _items(
    labels: LabelColumns, columns: dict[str, Any], n: int, found: dict[str, Factorized]
) -> tuple[Items, Codes | None]:
    """Return the names of the items, none missing, and the rows to keep if some repeat an item."""
    if labels.item is None:
        return Items(n), None
    codes, names = factorize(columns[labels.item])
    if len(names) == n:
        return Items(n, names=tuple(names), keyed=True), None
    missing = np.flatnonzero(codes == MISSING)
    if len(missing):
        row = int(missing[0])
        raise InputError(
            f"{_where(labels, row)}: there is no item in column {labels.item!r} ({len(missing)} of "
            f"{n} are missing); name every item"
        )
    numbered, first = renumber(codes)  # the row on which each item is named first
    for column, (label_codes, label_names) in found.items():
        other = np.flatnonzero(label_codes != label_codes[first][numbered])
        if len(other):
            row, before = int(other[0]), int(first[numbered[other[0]]])
            here, there = _where(labels, row), _where(labels, before)
            there = there.removeprefix(here.rpartition(", ")[0] + ", ")
            told = [_label(label_codes[place], label_names) for place in (row, before)]
            raise InputError(
                f"{here}: the item {names[int(codes[row])]!r} has the label {told[0]} in column "
                f"{column!r}, and {told[1]} on {there}; each item has one label"
            )
    kept = [names[code] for code in codes[first].tolist()]
    return Items(len(kept), names=tuple(kept), keyed=True), first


def _label(code: int, names: list[Hashable]) -> str:
    return "missing" if code == MISSING else repr(names[code])


def _numbered(labels: LabelColumns, column: str, values: Any, text: bool) -> Factorized:
    try:
        codes, names = factorize(values)
    except InputError as error:
        raise type(error)(f"{labels.source}, column {column!r}: {error}") from None
    return Factorized(codes, [str(each) for each in names] if text else names)


def _check_labels(labels: LabelColumns, column: str, found: Factorized, items: Items) -> None:
    rows = np.flatnonzero(found.codes == MISSING)
    if len(rows) == 0:
        return
    row = int(rows[0])
    who = (
        "there is no label"
        if items.names is None
        else f"the item {items.names[row]!r} has no label"
    )
    raise MissingLabelError(
        f"{_where(labels, row)}: {who} in column {column!r} ({len(rows)} of {len(found.codes)} are "
        'missing); missing="drop" leaves such items out, missing="singletons" makes each its own '
        "cluster"
    )


def _where(labels: LabelColumns, row: int) -> str:
    """Say where a row stands: in which file and line, or which row it is."""
    line = labels.where(row) if labels.where else None
    return line or f"{labels.source}, row {row + 1}"
