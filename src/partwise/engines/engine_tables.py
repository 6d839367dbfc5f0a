"""Joined label columns → cells, or what indices need of them; counted inside the engine."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from partwise.base import exact_counts
from partwise.clusterings import (
    MISSING,
    MOST_CELLS,
    Codes,
    Factorized,
    Lone,
    Policies,
    factorize,
)
from partwise.engines.backends import backend_of
from partwise.engines.engine_aggregates import (
    MOST,
    check_total,
    histogram_of,
    summary_of,
    with_sizes,
)
from partwise.engines.fetch import fetch_weighted, is_near
from partwise.engines.grouped import COUNT, as_int64, count_groups, single_row, sum_groups
from partwise.engines.item_join import JoinedItems
from partwise.engines.label_columns import Frame
from partwise.engines.source_columns import WEIGHT
from partwise.tables import (
    AggregatedTable,
    Contingency,
    SizeHistogram,
    gathered,
    weighted_contingency,
)


def engine_table(
    joined: JoinedItems, first: str, second: str, most_cells: int = MOST_CELLS
) -> Contingency | AggregatedTable:
    """Count the cells of two clusterings; where items have multiplicities, these are summed.

    Examples
    --------
    >>> import narwhals as nw, pyarrow as pa
    >>> from partwise.engines.item_join import join
    >>> from partwise.engines.label_columns import LabelColumns
    >>> frame = nw.from_native(pa.table({"a": [1, 1, 2], "b": [5, 5, 5]}))
    >>> labels = LabelColumns(frame, ("a", "b"))
    >>> joined = join({"a": labels["a"], "b": labels["b"]})
    >>> engine_table(joined, "a", "b").to_dense().tolist()
    [[2], [1]]
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


def table_of_cells(cells: Frame, most_cells: int = MOST_CELLS) -> Contingency | AggregatedTable:
    """Make a table of cells that are counted: columns "a", "b" and "count", each pair once."""
    backend = backend_of(cells)
    kept = backend.keep(cells)
    try:
        is_lone = nw.col("a").is_null() | nw.col("b").is_null()
        lone = nw.when(is_lone).then(nw.col(COUNT)).otherwise(nw.lit(0))
        counts = single_row(kept, rows=nw.len(), most_lone=lone.max(), lone=lone.sum())
        most_cells = min(most_cells, backend.most_cells(kept))
        if max(counts["rows"], counts["most_lone"], counts["lone"]) <= most_cells:
            return contingency_of(backend_of(kept).collect(kept))
        return summary_of(kept)
    finally:
        backend.forget(kept)


def engine_sizes(joined: JoinedItems, name: str) -> SizeHistogram:
    """Count how many clusters have each size."""
    column = joined.column(name)
    sizes = count_groups(joined.frame.select(column), [column])
    return histogram_of(sizes.with_columns(nw.col(COUNT).alias(MOST)), column)[0]


def sizes_of_clusters(joined: JoinedItems, name: str, sample: JoinedItems) -> dict[Hashable, int]:
    """Count the items of those clusters of which a sample has some: label → size."""
    column = joined.column(name)
    seen = sample.frame.select(nw.col(sample.column(name)).alias("seen")).drop_nulls().unique()
    sizes = count_groups(joined.frame.select(column), [column])
    wanted = sizes.lazy().join(seen.lazy(), left_on=column, right_on="seen", how="semi")
    clusters = joined.backend.collect(wanted)
    return dict(zip(clusters[column].to_list(), clusters[COUNT].to_list(), strict=True))


def contingency_of(cells: nw.DataFrame[Any]) -> Contingency:
    """Make a table of counted cells; each item without a label gets a cluster of its own."""
    rows, columns = (factorize(nw.to_native(cells[side])) for side in ("a", "b"))
    counts = as_int64(cells, COUNT)
    lone = (rows.codes == MISSING) | (columns.codes == MISSING)
    times = np.where(lone, counts, 1)
    spread = np.repeat(np.arange(len(counts)), times)
    row_codes, row_labels = _with_lone(rows, spread)
    column_codes, column_labels = _with_lone(columns, spread)
    numbers = exact_counts(np.where(lone, 1, counts)[spread], "count")
    cells_in_memory, kept_rows, kept_columns = gathered(row_codes, column_codes, numbers)
    return Contingency(
        cells_in_memory,
        [row_labels[i] for i in kept_rows.tolist()],
        [column_labels[j] for j in kept_columns.tolist()],
    )


def _with_lone(side: Factorized, spread: Codes) -> tuple[Codes, list[Any]]:
    codes = side.codes[spread]
    where = np.flatnonzero(codes == MISSING)
    codes[where] = len(side.labels) + np.arange(len(where))
    return codes, [*side.labels, *(Lone(number) for number in range(1, len(where) + 1))]


class TripleSizes(NamedTuple):
    """Distinct sizes of clusters and cells of two candidates, and how many items have them.

    ``items`` items are in a cluster of ``a`` items of the reference; in one of ``b`` items of the
    first candidate, which shares ``n_ab`` with it; and in one of ``c`` items of the second, which
    shares ``n_ac``. The two candidates' clusters share ``n_bc`` items.
    """

    items: NDArray[np.int64]
    n_ab: NDArray[np.int64]
    a: NDArray[np.int64]
    b: NDArray[np.int64]
    n_ac: NDArray[np.int64]
    c: NDArray[np.int64]
    n_bc: NDArray[np.int64]

    @property
    def same(self) -> bool:
        """Whether the two candidates are the same clustering."""
        return np.array_equal(self.n_bc, self.b) and np.array_equal(self.n_bc, self.c)


def engine_triples(joined: JoinedItems, reference: str, first: str, second: str) -> TripleSizes:
    """Count items by the sizes of their clusters in three clusterings, inside the engine.

    Examples
    --------
    >>> import narwhals as nw, pyarrow as pa
    >>> from partwise.engines.item_join import join
    >>> from partwise.engines.label_columns import LabelColumns
    >>> frame = nw.from_native(pa.table({"r": [0, 0, 0], "x": [5, 5, 5], "y": [1, 1, 1]}))
    >>> labels = LabelColumns(frame, ("r", "x", "y"))
    >>> engine_triples(join({name: labels[name] for name in "rxy"}), "r", "x", "y").items.tolist()
    [3]
    """
    columns = zip("abc", (reference, first, second), strict=True)
    three = joined.frame.select(nw.col(joined.column(name)).alias(new) for new, name in columns)
    return sizes_of_triples(count_groups(three, ["a", "b", "c"]))


def sizes_of_triples(triples: Frame) -> TripleSizes:
    """Do so for triples that are counted: columns "a", "b", "c" and "count"."""
    backend = backend_of(triples)
    kept = backend.keep(triples)
    try:
        check_total(kept)
        sized = kept
        for name, keys in _LINES.items():
            lines = sum_groups(kept, keys, {COUNT: (COUNT, "sum")})
            sized = with_sizes(sized, lines, keys, name)
        alike = sum_groups(sized, list(_LINES), {"items": (COUNT, "sum")})
        triple_sizes = backend_of(alike).collect(alike)
    finally:
        backend.forget(kept)
    return TripleSizes(*(as_int64(triple_sizes, name) for name in ("items", *_LINES)))


_LINES = {
    "n_ab": ["a", "b"],
    "size_a": ["a"],
    "size_b": ["b"],
    "n_ac": ["a", "c"],
    "size_c": ["c"],
    "n_bc": ["b", "c"],
}


def weighted_table(
    joined: JoinedItems, first: str, second: str, most_cells: int = MOST_CELLS
) -> AggregatedTable:
    """Sum the weights of items by pair of clusters.

    Multiplicities are summed inside the engine. Under weights of importance an item is no pair
    with itself, so labels and weights of all items come into memory.

    Examples
    --------
    >>> import narwhals as nw, pyarrow as pa
    >>> from partwise.engines.item_join import join
    >>> from partwise.engines.label_columns import LabelColumns
    >>> frame = nw.from_native(pa.table({"a": [1, 1, 2], "b": [5, 5, 5], "seen": [3, 4, 0]}))
    >>> labels = LabelColumns(frame, ("a", "b"))
    >>> joined = join({name: labels[name] for name in "ab"}, Policies(weights="seen"))
    >>> weighted_table(joined, "a", "b").to_dense().tolist()
    [[7]]
    """
    if joined.weighting == "multiplicity" and not is_near(joined):
        return engine_table(joined, first, second, most_cells)
    (a, b), weights = fetch_weighted(joined, first, second)
    weighting = joined.weighting or "multiplicity"
    return weighted_contingency(a, b, Policies(weights=weights, weighting=weighting))
