"""Names of files, AnnData and Splink's tables → frames and columns of labels.

No library is imported. The forms that other libraries have in memory are those of
``partwise.clusterings.field_objects``.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from partwise.base import InputError
from partwise.clusterings import as_list

if TYPE_CHECKING:
    from partwise.engines.columns import Layout

SPLINK_SEPARATOR = "-__-"
"""What Splink puts between the dataset and the id of a record."""


def opened(
    data: Any, otherwise: Layout = "long", also: object = None, besides: object = None
) -> Any:
    """Return the labels, or the frame of several, that an object or the name of a file stands for.

    A file whose layout is not obvious is read as ``otherwise`` says; its column ``besides``, if
    that is text, has weights. In AnnData, the column
    ``also`` is one of labels whatever its type. An iterator becomes a list, which can be read
    twice. Everything else, and text that does not name a file, passes as it is.
    """
    if isinstance(data, os.PathLike) or is_file_name(data):
        from partwise.engines.reading import read_as

        return read_as(data, otherwise, besides=besides if isinstance(besides, str) else None)
    if is_splink(data):
        return _splink_clusters(data)["cluster_id"]
    data = as_list(data)
    frame = as_frame(data, [also] if isinstance(also, str) else [])
    if frame is not data and otherwise == "long" and len(frame.columns) > 1:
        raise InputError(
            f"AnnData has several columns of labels ({', '.join(frame.columns)})",
            remedy=f"choose one: adata.obs[{frame.columns[0]!r}]",
        )
    return frame


def is_file_name(data: object) -> bool:
    """Tell text that names a file: one that exists, or that ends as files of labels do.

    Examples
    --------
    >>> is_file_name("gold.csv"), is_file_name("gold"), is_file_name(["gold.csv"])
    (True, False, False)
    """
    if not isinstance(data, str):
        return False
    from partwise.engines.sources import has_known_suffix, is_file

    return has_known_suffix(data) or is_file(data)


def are_files(values: Collection[object], *, by_name: bool) -> bool:
    """Tell names of files from labels, which repeat, and of which none is a file.

    Given by name, one of both is enough: one file may have two names, and some may not exist.
    """
    from partwise.engines.sources import is_file

    if not all(isinstance(path, os.PathLike) or is_file_name(path) for path in values):
        return False
    paths = [os.fspath(path) for path in values]  # type: ignore[call-overload]
    signs = (len(set(paths)) == len(paths), any(map(is_file, paths)))
    return any(signs) if by_name else all(signs)


def as_frame(data: Any, also: Collection[object] = ()) -> Any:
    """Return the frame inside of AnnData or of a table of Splink; others pass as they are."""
    kind = type(data)  # asked of the type: some frames answer to any name
    if hasattr(kind, "obs_names") and hasattr(kind, "obs"):
        return _observations(data.obs, also)
    return _splink_clusters(data) if is_splink(data) else data


def _observations(obs: Any, also: Collection[object]) -> Any:
    """Return the columns that are categories, text or booleans, with the cells as the index."""
    names = [name for name in obs.columns if obs[name].dtype.kind in "Ob" or name in also]
    if not names:
        raise InputError(
            "no column of .obs has categories or text",
            subject="AnnData",
            remedy='pass one of its other columns: adata.obs["name"]',
        )
    return obs[names]


def is_splink(data: object) -> bool:
    """Tell a table of Splink."""
    return hasattr(type(data), "as_pandas_dataframe")


def _splink_clusters(data: Any) -> Any:
    """Return the clusters as a frame with one column, and the records as its index."""
    table = data.as_pandas_dataframe()
    names = list(table.columns)
    if "cluster_id" not in names or "unique_id" not in names:
        predictions = "match_probability" in names
        raise InputError(
            "these are predictions of pairs, not clusters"
            if predictions
            else "it needs the columns cluster_id and unique_id, but its columns are "
            f"{', '.join(names)}",
            subject="SplinkDataFrame",
            remedy="pass what linker.clustering.cluster_pairwise_predictions_at_threshold returns, "
            "or find the threshold with pw.sweep(reference, predictions)"
            if predictions
            else "call as_pandas_dataframe(), rename its columns, and pass the frame",
        )
    item = table["unique_id"]
    if "source_dataset" in names:
        item = table["source_dataset"].astype(str) + SPLINK_SEPARATOR + item.astype(str)
    return table[["cluster_id"]].set_index(item.rename("unique_id"))
