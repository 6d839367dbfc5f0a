"""Counting in engines: nulls, no rows, and tables with as many cells as may be fetched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import duckdb
import narwhals as nw
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from partwise.clusterings import Policies
from partwise.engines.backends import backend_of
from partwise.engines.engine_aggregates import check_total, exact_total
from partwise.engines.engine_tables import (
    engine_sizes,
    sizes_of_clusters,
    table_of_cells,
    weighted_table,
)
from partwise.engines.grouped import as_int64, count_groups, number_of, single_row, sum_groups
from partwise.engines.item_join import join
from partwise.engines.reading import read
from partwise.errors import InputError
from partwise.tables import AggregatedTable, Contingency

FRAMES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "pandas": lambda columns: pd.DataFrame(columns).convert_dtypes(),
    "polars": pl.DataFrame,
    "lazy": pl.LazyFrame,
    "pyarrow": pa.table,
    "duckdb": lambda columns: duckdb.connect().from_arrow(pa.table(columns)),
}


@pytest.fixture(params=FRAMES)
def frame(request: pytest.FixtureRequest) -> Callable[..., Any]:
    return lambda **columns: nw.from_native(FRAMES[request.param](columns))


def rows_of(data: Any, *names: str) -> set[tuple[Any, ...]]:
    collected = backend_of(data).collect(data)
    columns = (collected[name].to_list() for name in names)
    return {tuple(None if pd.isna(x) else x for x in row) for row in zip(*columns, strict=True)}


def test_groups_are_counted_and_summed(frame: Any) -> None:
    data = frame(k=["x", None, "x", None, "y"], v=[2**40, 3, 2**41, 1, 7])
    assert rows_of(count_groups(data, ["k"]), "k", "count") == {("x", 2), (None, 2), ("y", 1)}
    both = sum_groups(data, ["k"], {"sum": ("v", "sum"), "most": ("v", "max")})
    assert rows_of(both, "k", "sum", "most") == {
        ("x", 2**40 + 2**41, 2**41), (None, 4, 3), ("y", 7, 7),
    }  # fmt: skip


def test_one_row_of_numbers(frame: Any) -> None:
    data = frame(x=[3, None, 5])
    found = single_row(
        data, n=nw.len(), null=number_of(nw.col("x").is_null()), small=number_of(nw.col("x") < 4),
        most=nw.col("x").max(),
    )  # fmt: skip
    assert found == {"n": 3, "null": 1, "small": 1, "most": 5}
    nothing = data.filter(nw.col("x") > 9)
    assert single_row(nothing, n=nw.len(), most=nw.col("x").max()) == {"n": 0, "most": 0}


def test_counts_are_never_missing() -> None:
    counts = nw.from_native(pa.table({"count": [1, None]}), eager_only=True)
    assert as_int64(counts.head(1), "count").tolist() == [1]
    with pytest.raises(InputError, match="a count is missing in column 'count'"):
        as_int64(counts, "count")


@pytest.mark.parametrize(
    ("a", "b", "counts", "least"),
    [
        ([1, 1, 2], ["x", "y", "y"], [9, 9, 9], 3),  # as many as there are cells
        ([1, None], ["x", "x"], [9, 4], 4),  # each item without a label has a cell
        ([1, None, 2], ["x", "x", None], [9, 4, 3], 7),
        ([1, 2, None], ["x", "y", "z"], [9, 9, 1], 3),
    ],
)
def test_cells_are_fetched_up_to_a_limit(
    frame: Any, a: list[Any], b: list[Any], counts: list[int], least: int
) -> None:
    cells = frame(a=a, b=b, count=counts)
    whole = table_of_cells(cells, least)
    assert isinstance(whole, Contingency)
    assert isinstance(table_of_cells(cells), Contingency)
    summary = table_of_cells(cells, least - 1)
    assert type(summary) is AggregatedTable
    assert whole.n == summary.n == sum(counts)
    assert whole.pair_counts == summary.pair_counts
    assert whole.pair_counts.n11 == sum(
        n * (n - 1) // 2 for x, y, n in zip(a, b, counts, strict=True) if None not in (x, y)
    )


@pytest.mark.parametrize("counts", [[2**62, 2**62 - 1], [2**63 - 1], [2**61, 2**62, 2**61 - 1]])
def test_items_are_counted_up_to_64_bits(counts: list[int]) -> None:
    cells = nw.from_native(pa.table({"count": counts}))
    check_total(cells)
    assert exact_total(cells) == sum(counts) == 2**63 - 1
    one_more = nw.from_native(pa.table({"count": [*counts, 1]}))
    with pytest.raises(InputError, match=f"there are {2**63} items, but engines count in 64 bits"):
        check_total(one_more)


def test_sizes_of_the_clusters_of_a_sample(frame: Any) -> None:
    data = frame(a=["x", "x", "y", None, "z", "z", "z", None], b=[1, 1, 2, 1, 2, 2, 1, 3])
    labels = read(data.to_native(), layout="wide")
    both = {name: labels[name] for name in "ab"}
    joined = join(both, Policies(missing="singletons"))
    some = read(data.filter(nw.col("b") == 1).to_native(), layout="wide")
    sample = join({name: some[name] for name in "ab"}, Policies(missing="singletons"))
    assert sizes_of_clusters(joined, "a", sample) == {"x": 2, "z": 3}
    histogram = engine_sizes(joined, "a")
    assert (histogram.sizes.tolist(), histogram.counts.tolist()) == ([1, 2, 3], [3, 1, 1])


@pytest.mark.parametrize("weighting", ["multiplicity", "importance"])
def test_weights_are_summed_by_cell(frame: Any, weighting: Any) -> None:
    data = frame(a=[1, 1, 2, 2], b=[5, 5, 5, 6], w=[3, 4, 0, 2])
    labels = read(data.to_native(), layout="wide", label_column=["a", "b"])
    both = {name: labels[name] for name in "ab"}
    joined = join(both, Policies(weights="w", weighting=weighting))
    assert (joined.n + joined.weightless, joined.weightless) == (4, 1)
    table: Any = weighted_table(joined, "a", "b")
    rows = zip(table.row_labels, table.to_dense().tolist(), strict=True)
    cells = {(a, b): n for a, row in rows for b, n in zip(table.column_labels, row, strict=True)}
    assert cells == {(1, 5): 7, (1, 6): 0, (2, 5): 0, (2, 6): 2}
