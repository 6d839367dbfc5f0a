"""Covers in files and frames, with a row for each item in each cluster → covers in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from partwise.base import Either, InputError
from partwise.clusterings import Clustering, Cover, Policies, as_cover, as_list
from partwise.engines.field_objects import opened
from partwise.engines.inputs import as_labels, is_frame

if TYPE_CHECKING:
    from partwise.engines.label_columns import LabelColumns


def read_cover(data: Any, policies: Policies) -> Cover:
    """Return a cover, whatever holds it: memory, a data frame, a file.

    Policies for noise are applied to labels; a cover has items in no cluster instead.

    Examples
    --------
    >>> import pyarrow as pa
    >>> rows = pa.table({"item": ["ann", "bob", "bob"], "cluster": ["x", "x", "y"]})
    >>> read_cover(rows, Policies())
    <Cover of 2 items by 2 clusters: 1 item in several, 0 in none>
    """
    if isinstance(data, Cover):
        return data
    data = opened(as_list(data))
    if is_frame(data):
        _refuse_noise(policies)
        return as_labels(data, "the cover").to_cover()
    if policies.noise is None:
        return as_cover(data)
    if not isinstance(data, Clustering) and not _has_labels(data):
        _refuse_noise(policies)
    return as_cover(Clustering(data, noise=policies.noise, noise_label=policies.noise_label))


def cover_of_rows(labels: LabelColumns, text_items: bool = False) -> Cover:
    """Bring the rows of one label column into memory as a cover; items as text, if asked.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from partwise.engines.reading import read
    >>> rows = pa.table({"item": [7, 8, 8], "cluster": ["x", "x", "y"]})
    >>> cover_of_rows(read(rows), text_items=True).items
    ('7', '8')
    """
    from partwise.engines.loading import loaded_columns

    if labels.item is None:
        raise InputError(
            "a cover needs a column of items and a column of clusters",
            subject=labels.source,
            remedy=(
                "name the column of items: ",
                Either('pw.read(…, item_column="…")', "--item-column NAME"),
            ),
        )
    columns = loaded_columns(labels[labels.column], text_items)
    try:
        return Cover.from_rows(
            columns[labels.item], columns[labels.column], untyped=not labels.typed
        )
    except InputError as error:
        raise error.about(labels.source) from None


def _refuse_noise(policies: Policies) -> None:
    if policies.noise is not None:
        raise InputError(
            "noise= applies to labels, but this is a cover",
            remedy="leave noise points out of its clusters; if the other side has labels, pass "
            f"pw.Clustering(labels, noise={policies.noise!r})",
        )


def _has_labels(data: Any) -> bool:
    return not isinstance(data, list | tuple) or not any(
        isinstance(part, list | tuple | set | frozenset) for part in data
    )
