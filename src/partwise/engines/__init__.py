"""Where labels live: memory, files (DuckDB), data frames (Narwhals), Spark; one door for all.

An engine turns label columns into cells and nothing else. The entrance decides where labels live,
applies the policies there and returns tables. Engine libraries are imported when they are used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from partwise.engines.columns import Layout, usual_pair
    from partwise.engines.cover_reading import cover_of_rows, read_cover
    from partwise.engines.coverage import Coverage
    from partwise.engines.device_arrays import is_on_gpu
    from partwise.engines.duck import limit_memory
    from partwise.engines.entrance import (
        contingency,
        counts_of,
        load_clustering,
        read_clusterings,
        read_ensemble,
        read_items,
        table_of,
    )
    from partwise.engines.field_objects import are_files
    from partwise.engines.inputs import (
        REFERENCE,
        Several,
        are_in_frames,
        are_many,
        candidates_of,
        is_frame,
        named,
        opened_beside,
        own_name,
    )
    from partwise.engines.label_columns import LabelColumns
    from partwise.engines.loading import clusterings
    from partwise.engines.membership_reading import read_memberships
    from partwise.engines.memory import parse_size
    from partwise.engines.pair_columns import PairRows, pairs_in, read_pairs
    from partwise.engines.pair_scores import ScoredPairs, scored_pairs_of
    from partwise.engines.paired_items import load_reference, pairs_beside
    from partwise.engines.partial_reference import labelled_part
    from partwise.engines.placing import in_one_place
    from partwise.engines.plain_scores import score_of
    from partwise.engines.reading import columns_in, read, read_as
    from partwise.engines.same_data import same_as_reference
    from partwise.engines.same_items import Inputs, RemoteClustering, in_memory, three_way_of
    from partwise.engines.shared_items import OnSharedItems, read_shared
    from partwise.engines.sources import Files, find_files, watched_files
    from partwise.engines.text_layouts import components

_IMPORTED_WHEN_USED = {
    "REFERENCE": "inputs",
    "Coverage": "coverage",
    "Files": "sources",
    "Inputs": "same_items",
    "LabelColumns": "label_columns",
    "Layout": "columns",
    "OnSharedItems": "shared_items",
    "PairRows": "pair_columns",
    "RemoteClustering": "same_items",
    "ScoredPairs": "pair_scores",
    "Several": "inputs",
    "are_files": "field_objects",
    "are_in_frames": "inputs",
    "are_many": "inputs",
    "candidates_of": "inputs",
    "clusterings": "loading",
    "columns_in": "reading",
    "components": "text_layouts",
    "contingency": "entrance",
    "counts_of": "entrance",
    "cover_of_rows": "cover_reading",
    "find_files": "sources",
    "in_memory": "same_items",
    "in_one_place": "placing",
    "is_frame": "inputs",
    "is_on_gpu": "device_arrays",
    "labelled_part": "partial_reference",
    "limit_memory": "duck",
    "load_clustering": "entrance",
    "load_reference": "paired_items",
    "named": "inputs",
    "opened_beside": "inputs",
    "own_name": "inputs",
    "pairs_beside": "paired_items",
    "pairs_in": "pair_columns",
    "parse_size": "memory",
    "read": "reading",
    "read_as": "reading",
    "read_clusterings": "entrance",
    "read_cover": "cover_reading",
    "read_ensemble": "entrance",
    "read_items": "entrance",
    "read_memberships": "membership_reading",
    "read_pairs": "pair_columns",
    "read_shared": "shared_items",
    "same_as_reference": "same_data",
    "score_of": "plain_scores",
    "scored_pairs_of": "pair_scores",
    "table_of": "entrance",
    "three_way_of": "same_items",
    "usual_pair": "columns",
    "watched_files": "sources",
}


def __getattr__(name: str) -> Any:
    if name not in _IMPORTED_WHEN_USED:
        raise AttributeError(f"module 'partwise.engines' has no attribute {name!r}")
    return getattr(import_module(f"partwise.engines.{_IMPORTED_WHEN_USED[name]}"), name)


__all__ = [
    "REFERENCE",
    "Coverage",
    "Files",
    "Inputs",
    "LabelColumns",
    "Layout",
    "OnSharedItems",
    "PairRows",
    "RemoteClustering",
    "ScoredPairs",
    "Several",
    "are_files",
    "are_in_frames",
    "are_many",
    "candidates_of",
    "clusterings",
    "columns_in",
    "components",
    "contingency",
    "counts_of",
    "cover_of_rows",
    "find_files",
    "in_memory",
    "in_one_place",
    "is_frame",
    "is_on_gpu",
    "labelled_part",
    "limit_memory",
    "load_clustering",
    "load_reference",
    "named",
    "opened_beside",
    "own_name",
    "pairs_beside",
    "pairs_in",
    "parse_size",
    "read",
    "read_as",
    "read_clusterings",
    "read_cover",
    "read_ensemble",
    "read_items",
    "read_memberships",
    "read_pairs",
    "read_shared",
    "same_as_reference",
    "score_of",
    "scored_pairs_of",
    "table_of",
    "three_way_of",
    "usual_pair",
    "watched_files",
]
