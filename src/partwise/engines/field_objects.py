"""Names of files, AnnData and Splink's tables → frames and columns of labels.

No library is imported. The forms that other libraries have in memory are those of
``partwise.clusterings.field_objects``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from partwise.base import InputError

if TYPE_CHECKING:
    from partwise.engines.columns import Layout

_SPLINK_SEPARATOR = "-__-"  # Splink's own, between the dataset and the id of a record


def opened(data: Any, otherwise: Layout = "long") -> Any:
    """Return the frame or the label columns that an object or the name of a file stands for.

    A file whose layout is not obvious is read as ``otherwise`` says. Everything else, and text
    that does not name a file, passes as it is.
    """
    if isinstance(data, os.PathLike) or is_file_name(data):
        from partwise.engines.reading import read_as

        return read_as(data, otherwise)
    return as_frame(data)


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


def are_files(values: Iterable[object]) -> bool:
    """Tell the names of files that exist from labels, which repeat."""
    from partwise.engines.sources import is_file

    names = list(values)
    are_names = all(isinstance(name, str) and is_file(name) for name in names)
    return are_names and len(set(names)) == len(names)


def as_frame(data: Any) -> Any:
    """Return the frame inside of AnnData or of a table of Splink; others pass as they are."""
    kind = type(data)  # asked of the type: some frames answer to any name
    if hasattr(kind, "obs_names") and hasattr(kind, "obs"):
        return _observations(data)
    if hasattr(kind, "as_pandas_dataframe"):
        return _splink_clusters(data.as_pandas_dataframe())
    return data


def _observations(data: Any) -> Any:
    """Return the columns of .obs that can be clusterings, with the cells as the index."""
    obs = data.obs
    names = [name for name in obs.columns if obs[name].dtype.kind in "OUbT" or _is_text(obs[name])]
    if not names:
        raise InputError(
            "no column of .obs is a category or text",
            subject=type(data).__name__,
            remedy='pass the column itself: adata.obs["name"]',
        )
    return obs[names]


def _is_text(column: Any) -> bool:
    return str(column.dtype) in {"category", "string", "str", "boolean"}


def _splink_clusters(table: Any) -> Any:
    """Return Splink's clusters as a column of labels, with the records as the index."""
    names = list(table.columns)
    if "cluster_id" not in names or "unique_id" not in names:
        predictions = "match_probability" in names
        raise InputError(
            "these are predictions of pairs, not clusters"
            if predictions
            else f"there is no column cluster_id beside unique_id (columns {', '.join(names)})",
            subject="SplinkDataFrame",
            remedy="pass what linker.clustering.cluster_pairwise_predictions_at_threshold returns"
            if predictions
            else "rename them in as_pandas_dataframe(), and pass that",
        )
    item = table["unique_id"]
    if "source_dataset" in names:
        item = table["source_dataset"].astype(str) + _SPLINK_SEPARATOR + item.astype(str)
    return table[["cluster_id"]].set_index(item.rename("unique_id"))
