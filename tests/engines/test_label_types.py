"""Types of labels and ids at their borders: what can mark noise, what is whole, what fits."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import duckdb
import narwhals as nw
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from partwise.clusterings import is_missing
from partwise.engines.backends import backend_of
from partwise.engines.grouped import count_groups
from partwise.engines.label_types import (
    beyond_64_bits,
    check_type,
    compared_as,
    is_noise_in,
    item_kind,
    not_whole,
    without_nan,
)
from partwise.errors import InputError

FRAMES: dict[str, Callable[[pa.Table], Any]] = {
    "pyarrow": lambda table: table,
    "polars": pl.from_arrow,
    "pandas": lambda table: table.to_pandas(types_mapper=pd.ArrowDtype),
    "duckdb": lambda table: duckdb.connect().from_arrow(table),
}


@pytest.fixture(params=FRAMES)
def frame(request: pytest.FixtureRequest) -> Callable[[pa.Array], Any]:
    """Make a frame of one column x."""
    return lambda values: nw.from_native(FRAMES[request.param](pa.table({"x": values})))


def rows(frame: Any, condition: nw.Expr) -> list[bool]:
    marked = backend_of(frame).collect(frame.select(found=condition))
    return [not is_missing(each) and bool(each) for each in marked["found"].to_list()]


ENDS = [
    -(2**63) - 1,
    -(2**63),
    -(2**31),
    -1,
    0,
    2**53 + 1,
    2**62,
    2**63 - 1,
    2**63,
    2**64 - 1,
    2**64,
]


@pytest.mark.parametrize("kind", ["int8", "int64", "uint8", "uint64", "float64"])
@pytest.mark.parametrize("label", ENDS)
def test_numbers_that_mark_noise(frame: Any, kind: str, label: int) -> None:
    if kind == "float64":
        values: list[Any] = [
            -(2.0**63),
            -1.0,
            0.0,
            0.5,
            2.0**53,
            2.0**62,
            2.0**63,
            2.0**64,
            1e300,
            None,
        ]
    else:
        bits, is_signed = int(kind.lstrip("uint")), kind.startswith("i")
        lowest = -(2 ** (bits - 1)) if is_signed else 0
        values = [lowest, *({-1} if is_signed else {}), 0, lowest + 2**bits - 1, None]
    data = frame(pa.array(values, kind))
    condition = is_noise_in("x", data.collect_schema()["x"], label)
    found = [False] * len(values) if condition is None else rows(data, condition)
    assert found == [value == label for value in values]


DAY, NOON = date(2020, 2, 3), datetime(2020, 2, 3, 12)


@pytest.mark.parametrize(
    ("values", "label", "expected"),
    [
        (["a", "b"], "a", [True, False]),
        (["-1", "a"], -1, [True, False]),
        ([True, False], True, [True, False]),
        ([True, False], 1, None),
        ([True, False], "a", None),
        ([0, 1], True, None),
        ([0.0, 1.0], True, None),
        (["True", "b"], True, [True, False]),
        ([DAY, date(1, 1, 1)], DAY, [True, False]),
        ([NOON, datetime(1970, 1, 1)], NOON, [True, False]),
        ([DAY], "a", None),
        ([NOON], "a", None),
        ([0, 1], "a", None),
        ([0.0], "a", None),
        ([0.0, 0.5], 0.5, None),
    ],
    ids=repr,
)
def test_other_labels_that_mark_noise(
    frame: Any, values: list[Any], label: Any, expected: list[bool] | None
) -> None:
    data = frame(pa.array(values))
    condition = is_noise_in("x", data.collect_schema()["x"], label)
    if expected is None:
        assert condition is None or not any(rows(data, condition))
    else:
        assert condition is not None
        assert rows(data, condition) == expected


def test_floats_that_are_no_integers(frame: Any) -> None:
    border = 2.0**53
    whole = [0.0, -0.0, 1.0, -7.0, border - 1, border, border * 3, -border, 2.0**63, 1e300]
    parts = [0.5, -0.5, 1e-300, border / 4 + 0.5, border / 2 - 0.5, math.inf, -math.inf]
    data = frame(pa.array([*whole, *parts, None]))
    assert rows(data, not_whole("x")) == [False] * len(whole) + [True] * len(parts) + [False]


def test_floats_that_no_integer_of_64_bits_is_equal_to(frame: Any) -> None:
    """From -2^63 to 2^63 - 1, of which the largest float is 2^63 - 1024."""
    inside = [0.0, -(2.0**63), 2.0**63 - 1024, 2.0**62]
    outside = [2.0**63, 2.0**64, -(2.0**63) - 2048, math.inf, -math.inf]
    data = frame(pa.array([*inside, *outside]))
    assert rows(data, beyond_64_bits("x")) == [False] * len(inside) + [True] * len(outside)


def test_nan_is_null_and_zeros_are_one(frame: Any) -> None:
    data = frame(pa.array([math.nan, 0.0, -0.0, None, 2.5]))
    value = without_nan("x", data.collect_schema()["x"])
    counted = backend_of(data).collect(count_groups(data.select(value), ["x"]))
    found = dict(zip(counted["x"].to_list(), counted["count"].to_list(), strict=True))
    assert {None if is_missing(x) else x: n for x, n in found.items()} == {None: 2, 0.0: 2, 2.5: 1}


@pytest.mark.parametrize(
    ("dtypes", "expected"),
    [
        ([nw.String(), nw.Categorical()], nw.String()),
        ([nw.Int8(), nw.Int64()], nw.Int64()),
        ([nw.Int64(), nw.UInt32()], nw.Int64()),
        ([nw.UInt64(), nw.UInt64()], nw.UInt64()),
        ([nw.UInt64(), nw.Int64()], nw.String()),
        ([nw.UInt64(), nw.UInt8()], nw.String()),
        ([nw.Int64(), nw.Float64()], nw.Int64()),
        ([nw.UInt64(), nw.Float32()], nw.String()),
        ([nw.Float64(), nw.Float32()], None),
        ([nw.Date(), nw.Date()], None),
        ([nw.Boolean(), nw.Boolean()], None),
    ],
    ids=repr,
)
@pytest.mark.parametrize("typed", [True, False])
def test_ids_that_have_a_type_in_common(dtypes: list[Any], expected: Any, typed: bool) -> None:
    for order in (1, -1):
        given = dtypes[::order]
        assert compared_as([*map(item_kind, given)], given, typed, ["x", "y"]) == expected


@pytest.mark.parametrize(
    "dtypes",
    [
        [nw.String(), nw.Int64()],
        [nw.Date(), nw.String()],
        [nw.Boolean(), nw.Int64()],
        [nw.Int64(), nw.Float64(), nw.String()],
    ],
    ids=repr,
)
def test_ids_of_different_types_are_text_in_text_files_alone(dtypes: list[Any]) -> None:
    kinds, sources = [*map(item_kind, dtypes)], ["x", "y", "z"][: len(dtypes)]
    assert compared_as(kinds, dtypes, False, sources) == nw.String()
    with pytest.raises(InputError, match=f"different types: '{kinds[0]} in x', '{kinds[1]} in y'"):
        compared_as(kinds, dtypes, True, sources)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (["a", "b", None], None),
        ([1, 2.5], None),
        ([DAY, None], None),
        (["a", 1], r"x mixes numbers \(1\) and text \('a'\), and it is unclear whether"),
        ([1, "a", DAY], r"x mixes dates .* and numbers \(1\) and text \('a'\)"),
        ([(1, 2)], "x holds tuple values; cast it to integers or text"),
    ],
)
def test_columns_of_python_objects(values: list[Any], says: str | None) -> None:
    data = nw.from_native(pd.DataFrame({"x": pd.Series(values, dtype=object)}))
    assert data.schema["x"] in (nw.Object, nw.String)

    def check() -> None:
        check_type(backend_of(data), data, "x", nw.Object(), "x")

    if says is None:
        check()
    else:
        with pytest.raises(InputError, match=says):
            check()


def test_columns_of_nested_values() -> None:
    data = nw.from_native(pa.table({"x": [[1], [2]]}))
    with pytest.raises(InputError, match=r"^x holds List.* values; use one field"):
        check_type(backend_of(data), data, "x", data.schema["x"], "x")
