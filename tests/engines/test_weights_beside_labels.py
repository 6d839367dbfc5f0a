"""Which column of a frame has the weights, and where there can be none."""

from __future__ import annotations

from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from partwise.clusterings import Policies
from partwise.engines.engine_tables import engine_table
from partwise.engines.item_join import join
from partwise.engines.reading import read
from partwise.engines.shared_items import read_shared
from partwise.engines.weight_columns import weight_column
from partwise.errors import InputError

TABLE = pa.table({"id": [1, 2], "gold": [1, 1], "mine": [1, 2], "seen": [3, 4]})


def test_a_name_or_a_column_of_the_same_frame() -> None:
    labels = read(TABLE)
    assert weight_column("seen", labels["gold"]) == "seen"
    assert weight_column("any name", labels["gold"]) == "any name"
    assert weight_column(labels["mine"], labels["gold"]) == "mine"


@pytest.mark.parametrize(
    "weights", [[3, 4], {1: 3, 2: 4}, 3, read(TABLE)["seen"], pa.array([3, 4])], ids=type
)
def test_weights_of_another_place(weights: Any) -> None:
    says = r"weights= must be the name of a column beside the reference's labels; to pass weights"
    with pytest.raises(InputError, match=says):
        weight_column(weights, read(TABLE)["gold"])


@pytest.mark.parametrize("weights", ["seen", [3, 4]])
@pytest.mark.parametrize("layout", ["pairs", "stacked", "long", "wide"])
def test_rows_that_are_no_items(layout: Any, weights: Any) -> None:
    tables = {
        "pairs": pa.table({"left": [1], "right": [2]}),
        "stacked": pa.table({"item": [1], "clustering": ["a"], "cluster": [1]}),
        "long": pa.table({"item": [1], "cluster": [1]}),
        "wide": pa.table({"item": [1], "cluster": [1]}),
    }
    labels = read(tables[layout], layout=layout)
    if layout in ("long", "wide"):
        assert weight_column("seen", labels) == "seen"
        return
    says = rf'^the frame: weights= needs one item per row, .*\(layout="{layout}"\); pass a table of'
    with pytest.raises(InputError, match=says):
        weight_column(weights, labels)


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
@pytest.mark.parametrize(
    ("weight", "rows"),
    [(3**31 - 1, 16_384), (2**31 - 1, 2**10), (2**62, 2), (2**62 - 1, 2), (2**50, 2**13)],
)
def test_sums_of_few_and_of_many_weights(make: Any, weight: int, rows: int) -> None:
    """Exact where 64 bits hold them, and told where they do not."""
    frame = make({"gold": [1] * rows, "mine": [2] * rows, "w": [weight] * rows})
    labels = read(frame)
    policies, columns = Policies(weights="w"), {"gold": labels["gold"], "mine": labels["mine"]}
    if weight * rows < 2**63:
        assert engine_table(join(columns, policies), "gold", "mine").n == weight * rows
        return
    says = f"the weights add up to {weight * rows} or more, but engines count in 64 bits"
    with pytest.raises(InputError, match=says):
        join(columns, policies)


A, B, C = {"x": 0, "y": 0, "z": 1}, {"z": 5, "w": 5, "x": 6}, {"w": 1, "v": 1}


def test_clusterings_on_the_items_that_both_have() -> None:
    inputs = read_shared({"a": A, "b": B, "c": C}, Policies(), "this")
    assert inputs.names == ("a", "b", "c")
    assert inputs.shared_items().tolist() == [[3, 2, 0], [2, 3, 1], [0, 1, 2]]
    assert set(inputs.items) == {*A, *B, *C}
    assert len(inputs.items) == len(set(inputs.items))
    assert inputs.table("b", "a").n == 2
    assert inputs.table("c", "a").n == 0
    for first, second, counts in (
        ("a", "b", (0, 0, 0, 1)),
        ("a", "a", (1, 0, 0, 2)),
        ("b", "c", (0, 0, 0, 0)),
        ("c", "c", (1, 0, 0, 0)),
    ):
        assert tuple(inputs.pair_counts(first, second)) == counts
        assert tuple(inputs.table(second, first).pair_counts) == counts
    assert inputs.narrow_codes() == []
    assert inputs.most_at_once >= 1
    with inputs as same:
        assert same is inputs


def test_items_with_weights_are_those_of_all() -> None:
    says = r'^missing="pairwise" compares every two .* pass missing="drop", or leave the weights'
    with pytest.raises(InputError, match=says):
        read_shared({"a": A, "b": B}, Policies(weights=[1, 2, 3]), "this")
