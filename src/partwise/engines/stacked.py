"""Clusterings on top of each other, rows of item, clustering and cluster, as columns of labels."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

import narwhals as nw

from partwise.base import OVERLAPPING_ROWS, InputError
from partwise.clusterings import is_missing
from partwise.engines.backends import backend_of
from partwise.engines.columns import Choice, no_item_column
from partwise.engines.label_columns import Frame, LabelColumns
from partwise.engines.label_types import without_nan


def unstacked(source: str, frame: Frame, choice: Choice, typed: bool) -> LabelColumns:
    """Return a column for each clustering of rows (item, clustering, cluster)."""
    clustering, cluster = choice.labels
    if choice.item is None:
        raise no_item_column(source, frame.collect_schema().names())
    plain = {"item": choice.item, "clustering": clustering, "cluster": cluster}
    backend = backend_of(frame)
    rows = backend.steady(backend.take(frame, plain)).lazy()
    rows = rows.with_columns(
        without_nan(column, dtype).alias(column) for column, dtype in rows.collect_schema().items()
    )
    values = _clustering_names(source, clustering, rows)
    check_clustering_names(source, choice.item, list(values.values()))
    _check_one_cluster(source, rows)
    numbered = dict(zip(values, (f"partwise_{i}" for i in range(len(values))), strict=True))
    columns = [
        nw.when(nw.col("clustering") == value).then(nw.col("cluster")).alias(column)
        for value, column in numbered.items()
    ]
    wide = rows.select("item", *columns).group_by("item").agg(nw.col(*numbered.values()).max())
    renamed = {column: values[value] for value, column in numbered.items()}
    named: Frame = wide.sort("item").rename({"item": choice.item, **renamed})
    if isinstance(frame, nw.DataFrame):  # in memory it stays
        named = backend.collect(named)
    return LabelColumns(named, tuple(values.values()), choice.item, source, typed)


def _clustering_names(source: str, column: str, rows: nw.LazyFrame[Any]) -> dict[Hashable, str]:
    distinct = backend_of(rows).collect(rows.select("clustering").unique())
    values = distinct["clustering"].to_list()
    return checked_names(source, column, values)


def checked_names(source: str, column: str, values: Iterable[Hashable]) -> dict[Hashable, str]:
    """Return the values that name clusterings, and how they are written, in order of that."""
    values = list(values)
    place = f"column {column!r}"
    if any(map(is_missing, values)):
        raise InputError(
            "some rows do not name their clustering",
            subject=source,
            place=place,
            remedy="name the clustering on every row",
        )
    names = sorted({value: str(value) for value in values}.items(), key=lambda pair: pair[1])
    if not names:
        raise InputError("there are no clusterings", subject=source, place=place)
    return dict(names)


def check_clustering_names(source: str, item: str, names: list[str]) -> None:
    """Refuse names that engines would mix up once they are the names of columns."""
    seen = {item.casefold(): f"the column of items {item!r}"}
    for clustering in names:
        other = seen.setdefault(clustering.casefold(), f"the clustering {clustering!r}")
        if other != f"the clustering {clustering!r}" or names.count(clustering) > 1:
            raise InputError(
                f"{other} and the clustering {clustering!r} have the same name, or names that "
                "differ only in case",
                subject=source,
                remedy="rename one of them",
            )


def _check_one_cluster(source: str, rows: nw.LazyFrame[Any]) -> None:
    value = nw.col("cluster")
    no_label = nw.when(value.is_null()).then(nw.lit(1)).otherwise(nw.lit(0))
    ranges = (
        rows.with_columns(low=value, high=value, none=no_label)
        .group_by("item", "clustering")
        .agg(nw.col("low").min(), nw.col("high").max(), nw.col("none").max())
    )
    several = nw.col("low") != nw.col("high")
    partly = nw.col("none") == 1
    has_label = ~nw.col("low").is_null()  # pandas' missing values differ from themselves
    conflicts = ranges.filter(has_label & (several | partly)).sort("item", "clustering").head(1)
    conflicting = backend_of(rows).collect(conflicts)
    if len(conflicting):
        item, clustering, low, high = (
            conflicting[column].to_list()[0] for column in conflicting.columns[:4]
        )
        raise several_clusters(source, item, clustering, low, None if low == high else high)


def several_clusters(
    source: str, item: Hashable, clustering: Hashable, low: Hashable, high: Hashable
) -> InputError:
    """Return the error for an item with two clusters in one clustering; None is no cluster."""
    have = f"{low!r} on one row and none on another" if high is None else f"{low!r} and {high!r}"
    return InputError(
        f"the item {item!r} has several clusters in the clustering {clustering!r} ({have})",
        subject=source,
        remedy=(
            "remove the wrong rows, or write one file per clustering to keep them; ",
            *OVERLAPPING_ROWS,
        ),
    )
