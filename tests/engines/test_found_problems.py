"""Problems that engines find: how many, the first three of them, and what each side brought."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from partwise.clusterings import Policies
from partwise.engines.data_problems import SideCounts
from partwise.engines.item_join import JoinedItems, join
from partwise.engines.reading import read
from partwise.errors import (
    AlignmentError,
    InputError,
    MissingLabelError,
    NothingLeftError,
)

FRAMES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "pandas": lambda columns: pd.DataFrame(columns).convert_dtypes(),
    "polars": pl.DataFrame,
    "lazy": pl.LazyFrame,
    "duckdb": lambda columns: duckdb.connect().from_arrow(pa.table(columns)),
}
Join = Callable[..., JoinedItems]


@pytest.fixture(params=FRAMES)
def library(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def joined(library: str) -> Join:
    """Join columns of one frame, or of several, each with ids and one column of labels."""

    def make(*tables: dict[str, Any], weights: str | None = None, **policies: Any) -> JoinedItems:
        columns: dict[str, Any] = {}
        if library == "duckdb" and len(tables) > 1:
            connection = duckdb.connect()
            frames: list[Any] = [connection.from_arrow(pa.table(table)) for table in tables]
        else:
            frames = [FRAMES[library](table) for table in tables]
        for table, frame in zip(tables, frames, strict=True):
            names = [name for name in table if name not in ("id", weights)]
            labels = read(frame, layout="wide", label_column=names)
            columns |= {name: labels[name] for name in names}
        return join(columns, Policies(weights=weights, **policies))

    return make


@pytest.mark.parametrize(
    ("lacking", "shown"),
    [("b", "'b'"), ("dbc", "'b', 'c', 'd'"), ("edcb", "'b', 'c', 'd' and 1 more")],
)
def test_the_first_items_without_a_label(joined: Join, lacking: str, shown: str) -> None:
    table = {"id": list("fedcba"), "x": [None if item in lacking else 1 for item in "fedcba"]}
    item = "item" if len(lacking) == 1 else "items"
    with pytest.raises(
        MissingLabelError, match=rf"{len(lacking)} of 6 labels are missing \({item}s? {shown}\)"
    ):
        joined(table)
    found = joined(table, missing="singletons")
    assert found.sides == {"x": SideCounts(6, len(lacking), 0)}
    (problem,) = found.problems
    assert (problem.kind, problem.count) == ("missing labels", len(lacking))
    assert problem.examples == tuple(sorted(lacking)[:3])


@pytest.mark.parametrize("several", [1, 3, 4])
def test_the_first_items_with_several_labels(joined: Join, several: int) -> None:
    items = list("dcba")[-several:]
    table: dict[str, list[Any]] = {
        "id": [*items, *items, "z"],
        "x": [2] * several + [1] * several + [5],
    }
    shown = "; ".join(f"'{item}' has 1, 2" for item in sorted(items)[:3])
    rest = " and 1 more;" if several > 3 else ";"
    with pytest.raises(InputError, match=f"{several} items? .* more than one label: {shown}{rest}"):
        joined(table)
    table["x"] = [1] * len(table["id"])
    found = joined(table)
    assert found.sides == {"x": SideCounts(2 * several + 1, 0, 0, several)}
    assert found.n == several + 1
    (problem,) = found.problems
    assert (problem.kind, problem.count) == ("duplicates", several)
    assert problem.examples == tuple(sorted(items)[:3])


def test_a_missing_label_contradicts_a_label(joined: Join) -> None:
    table = {"id": ["a", "a", "b"], "x": [1, 1, 1], "y": [1, None, 1]}
    with pytest.raises(InputError, match="more than one label: 'a' has 1, None;"):
        joined(table, missing="drop")


def test_items_with_several_weights(joined: Join) -> None:
    table = {"id": ["a", "a", "b"], "x": [1, 1, 2], "w": [3, 4, 1]}
    with pytest.raises(InputError, match="1 item has more than one weight: 'a' has 3, 4;"):
        joined(table, weights="w")
    table["w"] = [3, 3, 1]
    found = joined(table, weights="w")
    assert (found.n, found.weightless, found.sides["x"].duplicates) == (2, 0, 1)


@pytest.mark.parametrize(("labels", "shown"), [
    ([0.5, 1.0, 2.0], r"1 label is not a whole number \(0\.5\)"),
    ([3.5, 0.5, 1.0, 2.5, 3.5, 1.5], r"5 labels are .* \(0\.5, 1\.5, 2\.5 and 2 more\)"),
])  # fmt: skip
def test_the_smallest_labels_that_are_not_whole(
    joined: Join, labels: list[float], shown: str
) -> None:
    with pytest.raises(InputError, match=shown):
        joined({"x": labels})


def test_noise_is_counted_by_column(joined: Join) -> None:
    table = {"id": [1, 2, 3, 4], "x": [-1, 0, -1, 0], "y": [0, 0, 0, 0], "z": [0, 0, 0, -1]}
    found = joined(table, noise="drop")
    assert found.n == 1
    assert {name: side.noise for name, side in found.sides.items()} == {"x": 2, "y": 0, "z": 1}
    assert [(problem.kind, problem.source, problem.count) for problem in found.problems] == [
        ("noise", "x", 2),
        ("noise", "z", 1),
    ]


def test_ids_that_are_missing(joined: Join) -> None:
    with pytest.raises(InputError, match="2 of 3 item ids in column 'id' are missing; give every"):
        joined({"id": [None, "a", None], "x": [1, 2, 3]})


LEFT = {"id": [1, 2, 3, 4, 5, 6, 7], "x": [0, 0, 0, 1, 1, 1, 1]}
RIGHT = {"id": [6, 7, 8], "y": [0, 1, 1]}


def test_items_of_one_frame_alone(joined: Join) -> None:
    with pytest.raises(
        AlignmentError,
        match=r"x lacks 1 item that others have \(8\) and .*y lacks 5 .* \(1, 2, 3 and 2 more",
    ):
        joined(LEFT, RIGHT)
    apart = joined(LEFT, RIGHT, missing="singletons")
    shared = joined(LEFT, RIGHT, missing="drop")
    assert (apart.n, shared.n) == (8, 2)
    for found in (apart, shared):
        counts = [(problem.count, problem.examples) for problem in found.problems]
        assert sorted(counts) == [(1, (8,)), (5, (1, 2, 3))]
        assert {name: side.given for name, side in found.sides.items()} == {"x": 7, "y": 3}
    same = joined(LEFT, {"id": LEFT["id"][::-1], "y": LEFT["x"]}, missing="drop")
    assert (same.n, same.problems) == (7, [])


def test_what_one_frame_drops_leaves_the_other_too(joined: Join) -> None:
    left = {"id": [1, 2, 3], "x": [-1, 0, 0]}
    right = {"id": [1, 2, 3], "y": [0, 0, -1]}
    assert joined(left, right, noise="drop").n == 1
    assert joined(left, right, noise="drop", missing="drop").n == 1
    assert joined(left, right, noise="singletons").n == 3
    more = {"id": [1, 2, 3, 4], "y": [0, 0, -1, 0]}
    assert joined(left, more, noise="drop", missing="singletons").n == 2


@pytest.mark.parametrize(
    ("other_ids", "labels", "policies", "were_dropped"),
    [
        ([3, 4], [-1, -1], {"missing": "drop"}, False),  # they count as a cluster
        ([3, 4], [-1, -1], {"missing": "drop", "noise": "singletons"}, False),
        ([3, 4], [0, 0], {"missing": "drop", "noise": "drop"}, False),
        ([3, 4], [-1, 0], {"missing": "drop", "noise": "drop"}, False),
        ([3, 4], [None, 0], {"missing": "drop"}, False),
        ([1, 2], [-1, -1], {"noise": "drop"}, True),
        ([1, 2], [-1, -1], {"noise": "drop", "missing": "drop"}, True),
        ([1, 2], [None, None], {"missing": "drop"}, True),
        ([1, 2], [None, -1], {"noise": "drop", "missing": "drop"}, True),
    ],
)
def test_nothing_is_left(
    joined: Join, other_ids: list[int], labels: Any, policies: Any, were_dropped: bool
) -> None:
    """Ids may be to blame only where not all items of a side were dropped."""
    tables = {"id": [1, 2], "x": labels}, {"id": other_ids, "y": [0, 0]}
    with pytest.raises(
        AlignmentError, match=r"no items are left .* \(items in the input: x 2, y 2\)"
    ) as caught:
        joined(*tables, **policies)
    assert type(caught.value) is (NothingLeftError if were_dropped else AlignmentError)
    assert ("written in the same way" in str(caught.value)) is not were_dropped
