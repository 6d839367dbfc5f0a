"""Joined label columns → cells, or what can be told without them; counted inside the engine."""

from __future__ import annotations

from collections.abc import Hashable

import narwhals as nw

from partwise.contingency import Contingency
from partwise.frames.backends import backend_of
from partwise.frames.engine_summary import summary_of
from partwise.frames.engine_table import contingency_of
from partwise.frames.engine_triples import engine_triples
from partwise.frames.given import MOST_CELLS
from partwise.frames.grouped import COUNT, count_groups, single_row, sum_groups
from partwise.frames.histograms import MOST, histogram_of
from partwise.frames.joinable import WEIGHT
from partwise.frames.joined import Joined
from partwise.frames.labels import Frame
from partwise.information import SizeHistogram
from partwise.summary import Summary

__all__ = [
    "engine_sizes",
    "engine_table",
    "engine_triples",
    "sizes_of_clusters",
    "table_of_cells",
]


def engine_table(
    joined: Joined, first: str, second: str, most_cells: int = MOST_CELLS
) -> Contingency | Summary:
    """Count the cells of two clusterings; where items have multiplicities, these are summed.

    Parameters
    ----------
    joined : Joined
        The clusterings.
    first, second : str
        Which two: the reference, and the candidate.
    most_cells : int
        If there are more cells, only what indices need of them leaves the engine.

    Examples
    --------
    >>> import narwhals as nw, pyarrow as pa
    >>> from partwise.frames.joined import join
    >>> from partwise.frames.labels import Labels
    >>> labels = Labels(nw.from_native(pa.table({"a": [1, 1, 2], "b": [5, 5, 5]})), ("a", "b"))
    >>> joined = join({"a": labels["a"], "b": labels["b"]})
    >>> engine_table(joined, "a", "b")
    <Contingency of 3 items: 2 × 1 clusters, 2 cells>
    """
    columns = {"a": joined.column(first), "b": joined.column(second)}
    if joined.weighting is None:
        pairs = joined.frame.select(nw.col(old).alias(new) for new, old in columns.items())
        cells = count_groups(pairs, ["a", "b"])
    else:
        columns[WEIGHT] = WEIGHT
        pairs = joined.frame.select(nw.col(old).alias(new) for new, old in columns.items())
        cells = sum_groups(pairs, ["a", "b"], {COUNT: (WEIGHT, "sum")})
    return table_of_cells(cells, most_cells)


def table_of_cells(cells: Frame, most_cells: int = MOST_CELLS) -> Contingency | Summary:
    """Make a table of cells that are counted: columns "a", "b" and "count", each pair once."""
    backend = backend_of(cells)
    kept = backend.keep(cells)
    try:
        is_lone = nw.col("a").is_null() | nw.col("b").is_null()
        lone = nw.when(is_lone).then(nw.col(COUNT)).otherwise(nw.lit(0))
        found = single_row(kept, rows=nw.len(), most_lone=lone.max(), lone=lone.sum())
        most_cells = min(most_cells, backend.most_cells(kept))
        if max(found["rows"], found["most_lone"], found["lone"]) <= most_cells:
            return contingency_of(backend_of(kept).collect(kept))
        return summary_of(kept)
    finally:
        backend.forget(kept)


def engine_sizes(joined: Joined, name: str) -> SizeHistogram:
    """Count how many clusters have each size."""
    column = joined.column(name)
    sizes = count_groups(joined.frame.select(column), [column])
    return histogram_of(sizes.with_columns(nw.col(COUNT).alias(MOST)), column)[0]


def sizes_of_clusters(joined: Joined, name: str, sample: Joined) -> dict[Hashable, int]:
    """Count the items of those clusters of which a sample has some: label → size."""
    column = joined.column(name)
    seen = sample.frame.select(nw.col(sample.column(name)).alias("seen")).drop_nulls().unique()
    sizes = count_groups(joined.frame.select(column), [column])
    wanted = sizes.lazy().join(seen.lazy(), left_on=column, right_on="seen", how="semi")
    found = joined.backend.collect(wanted)
    return dict(zip(found[column].to_list(), found[COUNT].to_list(), strict=True))
