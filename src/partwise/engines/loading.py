"""LabelColumns → clusterings in memory."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import narwhals as nw
import numpy as np

from partwise.base import LABEL_POLICIES, OVERLAPPING_ROWS, InputError, MissingLabelError
from partwise.clusterings import (
    MISSING,
    Clustering,
    Codes,
    Factorized,
    Items,
    MissingPolicy,
    NoisePolicy,
    Policies,
    factorize,
    refuse_measurements,
    renumber,
    settle_missing,
    settle_noise,
)
from partwise.engines.backends import backend_of
from partwise.engines.label_columns import Frame, LabelColumns
from partwise.engines.label_types import may_measure
from partwise.engines.text_files import is_text_table

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
    ...     both = clusterings(read(path))
    >>> {name: clustering.sizes.tolist() for name, clustering in both.items()}
    {'gold': [2], 'mine': [1, 1]}
    """
    Policies(noise, noise_label, missing)  # checks them
    columns = loaded_columns(labels, text_items)
    n = len(next(iter(columns.values())))
    if n == 0:
        raise InputError("the file has no labels", subject=labels.source)
    coded = {column: _coded(labels, column, columns[column], text) for column in labels.columns}
    items, rows = _items(labels, columns, n, coded)
    result = {}
    for column, (codes, names) in coded.items():
        kept = Factorized(codes if rows is None else codes[rows], names)
        if missing == "raise":
            _check_labels(labels, column, kept, items)
        settled = settle_noise(settle_missing(kept, items, missing), items, noise, noise_label)
        result[column] = Clustering.from_codes(settled, items)
    return result


def loaded_columns(labels: LabelColumns, text_items: bool = False) -> dict[str, Any]:
    """Fetch the columns of items and labels."""
    wanted = [*labels.columns, *([] if labels.item is None else [labels.item])]
    if is_text_table(labels.frame):
        return {column: labels.frame[column] for column in wanted}
    ours = {f"c{place}": column for place, column in enumerate(wanted)}
    frame = backend_of(labels.frame).take(labels.frame, ours)
    item = None if labels.item is None else f"c{len(labels.columns)}"
    if frame.implementation.is_duckdb():
        values = _fetched(frame, item, text_items)
    else:
        eager = frame.collect() if isinstance(frame, nw.LazyFrame) else frame
        values = {column: _series(eager[column], text_items and column == item) for column in ours}
    return {ours[column]: series for column, series in values.items()}


def _fetched(frame: Frame, item: str | None, text_items: bool) -> dict[str, Any]:
    """Fetch columns out of DuckDB; those of types that are not plain as text."""
    from partwise.engines.backends.duckdb import fetched
    from partwise.engines.duck import name

    relation = frame.to_native()
    kinds = dict(zip(relation.columns, map(str, relation.types), strict=True))
    as_text = {column for column, kind in kinds.items() if kind not in _PLAIN}
    if item is not None and (text_items or kinds[item] in _FRACTIONS):
        as_text.add(item)
    cells = (
        f"{name(column)}::VARCHAR AS {name(column)}" if column in as_text else name(column)
        for column in kinds
    )
    return fetched(relation.project(", ".join(cells)))


def _series(series: nw.Series[Any], as_text: bool) -> Any:
    return (series.cast(nw.String()) if as_text else series).to_native()


def _items(
    labels: LabelColumns, columns: dict[str, Any], n: int, coded: dict[str, Factorized]
) -> tuple[Items, Codes | None]:
    """Return the names of the items, none missing, and the rows to keep if some repeat an item."""
    if labels.item is None:
        return Items(n), None
    codes, names = factorize(columns[labels.item])
    if len(names) == n:
        return Items(n, names=tuple(names), keyed=True, untyped=not labels.typed), None
    missing = np.flatnonzero(codes == MISSING)
    if len(missing):
        raise InputError(
            f"there is no item id in column {labels.item!r} ({len(missing)} of {n} are missing)",
            subject=_where(labels, int(missing[0])),
            remedy="give every row an item id",
        )
    numbered, first = renumber(codes)  # the row on which each item is named first
    for column, (label_codes, label_names) in coded.items():
        other = np.flatnonzero(label_codes != label_codes[first][numbered])
        if len(other):
            row, before = int(other[0]), int(first[numbered[other[0]]])
            here, there = _where(labels, row), _where(labels, before)
            there = there.removeprefix(here.rpartition(", ")[0] + ", ")
            label, label_before = (_label(label_codes[r], label_names) for r in (row, before))
            raise InputError(
                f"the item {names[int(codes[row])]!r} has the label {label} in column {column!r}, "
                f"and {label_before} on {there}",
                subject=here,
                remedy=("give each item one label; ", *OVERLAPPING_ROWS),
            )
    kept = [names[code] for code in codes[first].tolist()]
    return Items(len(kept), names=tuple(kept), keyed=True, untyped=not labels.typed), first


def _label(code: int, names: list[Hashable]) -> str:
    return "missing" if code == MISSING else repr(names[code])


def _coded(labels: LabelColumns, column: str, values: Any, text: bool) -> Factorized:
    try:
        labelled = factorize(values)
        refuse_measurements(labelled, are_text=_are_text(labels, column))
    except InputError as error:
        raise error.about(f"{labels.source}, column {column!r}") from None
    codes, names = labelled
    return Factorized(codes, list(map(str, names)) if text else names)


def _are_text(labels: LabelColumns, column: str) -> bool:
    """Tell whether values came as text that are none: from a text file, or out of DuckDB."""
    if not labels.typed:
        return True
    schema, is_duckdb = labels.frame.collect_schema(), labels.frame.implementation.is_duckdb()
    return is_duckdb and may_measure(schema[column])


def _check_labels(labels: LabelColumns, column: str, coded: Factorized, items: Items) -> None:
    rows = np.flatnonzero(coded.codes == MISSING)
    if len(rows) == 0:
        return
    row = int(rows[0])
    who = (
        "there is no label"
        if items.names is None
        else f"the item {items.names[row]!r} has no label"
    )
    raise MissingLabelError(
        f"{who} in column {column!r} ({len(rows)} of {len(coded.codes)} are missing)",
        subject=_where(labels, row),
        remedy=LABEL_POLICIES,
    )


def _where(labels: LabelColumns, row: int) -> str:
    """Say where a row stands: in which file and line, or which row it is."""
    line = labels.where(row) if labels.where else None
    return line or f"{labels.source}, row {row + 1}"
