"""Columns of text files that are read without DuckDB → clusterings and weights in memory."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from partwise.base import InputError
from partwise.clusterings import Clustering, Factorized, Policies, as_clustering, as_text
from partwise.engines import data_problems
from partwise.engines.coverage import Side, read_side
from partwise.engines.inputs import is_frame

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


def with_text_items(
    clusterings: Mapping[str, object], sources: Mapping[str, object], policies: Policies
) -> dict[str, object]:
    """Read all item ids as text where a source is a text file: there everything is text.

    Examples
    --------
    >>> import narwhals as nw, pyarrow as pa
    >>> from partwise.engines.label_columns import LabelColumns
    >>> file = LabelColumns(nw.from_native(pa.table({"id": ["7"], "a": ["x"]})), ("a",), "id",
    ...     typed=False)
    >>> with_text_items({"mine": {7: 0}}, {"gold": file}, Policies())["mine"].items
    ('7',)
    """
    from partwise.engines.label_columns import LabelColumns

    if not any(
        isinstance(source, LabelColumns) and not source.typed and source.item is not None
        for source in sources.values()
    ):
        return dict(clusterings)
    named = dict(clusterings)
    for name, labels in clusterings.items():
        if not is_frame(labels):
            try:
                read = as_clustering(labels, Policies(missing=policies.missing))
            except InputError as error:
                raise error.about(name) from None
            named[name] = _named_by_text(read, name)
    return named


def _named_by_text(clustering: Clustering, name: str) -> Clustering:
    try:
        items = clustering.item_set.as_text()
    except InputError as error:
        raise error.about(name) from None
    if items is clustering.item_set:
        return clustering
    labelled = Factorized(clustering.codes, list(clustering.cluster_labels))
    return Clustering.from_codes(labelled, items)


def load_side(
    labels: LabelColumns, name: str, policies: Policies, text_items: bool
) -> tuple[Clustering, Side]:
    """Load a label column, and count what is missing, noise and repeated."""
    loaded = labels.to_clustering(missing=policies.missing)
    if text_items:
        loaded = _named_by_text(loaded, name)
    read, side = read_side(loaded, policies)
    rows = labels.rows
    return read, replace(side, given=rows, duplicates=rows - loaded.total)


def load_weights(
    reference: LabelColumns, column: str
) -> dict[Hashable, int | float] | list[int | float]:
    """Return the weight of each item: whole numbers if all are, by name if items have names."""
    texts = _values(reference, column)
    where = f"{reference.source}, column {column!r}"
    items = None
    if reference.item is not None:
        items = [as_text(item) for item in _values(reference, reference.item)]
    lacking = [row for row, text in enumerate(texts) if text is None]
    if lacking:
        some = [] if items is None else [items[row] for row in lacking]
        raise data_problems.weights(where, "missing, for the items", len(lacking), len(texts), some)
    if reference.typed:
        return texts if items is None else _by_item(reference.source, items, texts)
    strange = [text for text in texts if not _is_number(text)]
    if strange:
        raise data_problems.weights(where, "not numeric", len(strange), len(texts), strange)
    are_whole = all(map(_INTEGER.fullmatch, texts))
    weights: list[int | float] = [int(text) if are_whole else float(text) for text in texts]
    return weights if items is None else _by_item(reference.source, items, weights)


def _values(labels: LabelColumns, column: str) -> list[Any]:
    """Return a column of a text file or of a frame in memory."""
    from partwise.engines.text_files import is_text_table

    if is_text_table(labels.frame):
        return labels.frame[column]
    return labels.frame.lazy().collect()[column].to_list()


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.isascii() and "_" not in text  # as DuckDB reads digits


def _by_item(
    source: str, items: list[str], weights: list[int | float]
) -> dict[Hashable, int | float]:
    """Return weights by item; refuse items that are on several rows with different weights."""
    by_item: dict[Hashable, int | float] = dict(zip(items, weights, strict=True))
    conflicts = {
        item: [weight, by_item[item]]
        for item, weight in zip(items, weights, strict=True)
        if weight != by_item[item]
    }
    if conflicts:
        some = list(conflicts.items())[:3]
        raise data_problems.conflicts(source, len(conflicts), some, "weight").as_error()
    return by_item
