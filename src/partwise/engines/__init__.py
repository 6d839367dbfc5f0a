"""Where labels live: memory, files (DuckDB), data frames (Narwhals), Spark; one door for all.

An engine turns label columns into cells and nothing else. The entrance decides where labels live,
applies the policies there and returns tables. Engine libraries are imported when they are used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from partwise.engines.collections import Several, are_many, named, read_all, told_whose
    from partwise.engines.columns import Layout
    from partwise.engines.coverage import Coverage
    from partwise.engines.duck import limit_memory
    from partwise.engines.engine_tables import engine_sizes, engine_table, sizes_of_clusters
    from partwise.engines.inputs import (
        MOST_CELLS,
        are_frames,
        as_labels,
        check_max_cells,
        columns_beside,
        is_engine_frame,
        is_frame,
    )
    from partwise.engines.item_join import join
    from partwise.engines.label_columns import LabelColumns
    from partwise.engines.loading import clusterings
    from partwise.engines.memory import parse_size
    from partwise.engines.readers import relation_of
    from partwise.engines.reading import read, read_as
    from partwise.engines.reading_clusterings import (
        REFERENCE,
        Policies,
        read_clusterings,
        read_weighted,
    )
    from partwise.engines.remote import RemoteClustering, in_memory, three_way_of
    from partwise.engines.sources import Files, find_files
    from partwise.engines.tables_of_two import contingency

_IMPORTED_WHEN_USED = {
    "Coverage": "coverage",
    "Files": "sources",
    "RemoteClustering": "remote",
    "LabelColumns": "label_columns",
    "Layout": "columns",
    "MOST_CELLS": "inputs",
    "Policies": "reading_clusterings",
    "REFERENCE": "reading_clusterings",
    "Several": "collections",
    "are_frames": "inputs",
    "are_many": "collections",
    "as_labels": "inputs",
    "check_max_cells": "inputs",
    "clusterings": "loading",
    "columns_beside": "inputs",
    "contingency": "tables_of_two",
    "engine_sizes": "engine_tables",
    "engine_table": "engine_tables",
    "find_files": "sources",
    "in_memory": "remote",
    "is_engine_frame": "inputs",
    "is_frame": "inputs",
    "join": "item_join",
    "limit_memory": "duck",
    "named": "collections",
    "parse_size": "memory",
    "read": "reading",
    "read_all": "collections",
    "read_as": "reading",
    "read_clusterings": "reading_clusterings",
    "read_weighted": "reading_clusterings",
    "relation_of": "readers",
    "sizes_of_clusters": "engine_tables",
    "three_way_of": "remote",
    "told_whose": "collections",
}


def __getattr__(name: str) -> Any:
    if name not in _IMPORTED_WHEN_USED:
        raise AttributeError(f"module 'partwise.engines' has no attribute {name!r}")
    return getattr(import_module(f"partwise.engines.{_IMPORTED_WHEN_USED[name]}"), name)


__all__ = [
    "MOST_CELLS",
    "REFERENCE",
    "Coverage",
    "Files",
    "LabelColumns",
    "Layout",
    "Policies",
    "RemoteClustering",
    "Several",
    "are_frames",
    "are_many",
    "as_labels",
    "check_max_cells",
    "clusterings",
    "columns_beside",
    "contingency",
    "engine_sizes",
    "engine_table",
    "find_files",
    "in_memory",
    "is_engine_frame",
    "is_frame",
    "join",
    "limit_memory",
    "named",
    "parse_size",
    "read",
    "read_all",
    "read_as",
    "read_clusterings",
    "read_weighted",
    "relation_of",
    "sizes_of_clusters",
    "three_way_of",
    "told_whose",
]
