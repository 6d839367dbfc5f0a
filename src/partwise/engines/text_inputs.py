"""Columns of text files that are read without DuckDB → clusterings and weights in memory."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from partwise.clusterings import Clustering, Policies
from partwise.engines import data_problems
from partwise.engines.coverage import Side, read_side

if TYPE_CHECKING:
    from partwise.engines.label_columns import LabelColumns

_INTEGER = re.compile(r"[+-]?\d+")


def are_text_tables(clusterings: Mapping[str, object]) -> bool:
    """Tell whether some clusterings are in text files that are read without DuckDB."""
    from partwise.engines.label_columns import LabelColumns
    from partwise.engines.text_files import is_text_table

    return any(
        isinstance(labels, LabelColumns) and is_text_table(labels.frame)
        for labels in clusterings.values()
    )


def load_side(
    labels: LabelColumns, policies: Policies, text_items: bool
) -> tuple[Clustering, Side]:
    """Load a label column, and count what is missing, noise and repeated."""
    from partwise.engines.loading import clusterings

    loaded = clusterings(labels, missing=policies.missing, text_items=text_items)[labels.column]
    read, side = read_side(loaded, policies)
    rows = labels.rows
    return read, replace(side, given=rows, duplicates=rows - loaded.total)


def load_weights(
    reference: LabelColumns, column: str
) -> dict[Hashable, int | float] | list[int | float]:
    """Return the weight of each item: whole numbers if all are, by name if items have names."""
    table: Any = reference.frame
    texts = table[column]
    where = f"{reference.source}, column {column!r}"
    items = None if reference.item is None else table[reference.item]
    lacking = [row for row, text in enumerate(texts) if text is None]
    if lacking:
        some = [] if items is None else [items[row] for row in lacking]
        raise data_problems.weights(where, "missing, for the items", len(lacking), len(texts), some)
    strange = [text for text in texts if not _is_number(text)]
    if strange:
        raise data_problems.weights(where, "not numeric", len(strange), len(texts), strange)
    are_whole = all(map(_INTEGER.fullmatch, texts))
    weights: list[int | float] = [int(text) if are_whole else float(text) for text in texts]
    if items is None:
        return weights
    by_item = dict(zip(items, weights, strict=True))
    _check_repeated(reference.source, items, weights, by_item)
    return by_item


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text


def _check_repeated(
    source: str,
    items: list[Hashable],
    weights: list[int | float],
    by_item: Mapping[Hashable, int | float],
) -> None:
    """Refuse items that are on several rows with different weights."""
    conflicts = {
        item: [weight, by_item[item]]
        for item, weight in zip(items, weights, strict=True)
        if weight != by_item[item]
    }
    if conflicts:
        some = list(conflicts.items())[:3]
        raise data_problems.conflicts(source, len(conflicts), some, "weight").as_error()
