"""What pandas holds as Python objects gets the one type of its values, and nothing else does."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import pytest

from partwise.engines.backends.pandas_like import (
    PandasLike,
    index_as_column,
    kind_of,
    of_objects,
    steady_type,
    with_text_names,
)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([True, False, None], "boolean"),
        ([True, 1], "object"),
        (["a", None, "b"], "string"),
        (["a", 1], "object"),
        ([1, None, 2], "Int64"),
        ([2**63 - 1, -(2**63)], "Int64"),
        ([2**63, 0], "object"),
        ([-(2**63) - 1, 0], "object"),
        ([1, float("nan")], "Int64"),
        ([0.5, 1], "Float64"),
        ([0.5, 1.0, None], "Float64"),
        ([0.5, True], "object"),
        ([0.5, "a"], "object"),
        ([1.0, 2.0, None], "object"),
        ([1.0, 2], "object"),
        ([None, None], "object"),
        ([], "object"),
        ([date(2020, 1, 2), None], "object"),
    ],
    ids=repr,
)
def test_objects_get_the_type_of_their_values(values: list[Any], expected: str) -> None:
    given = pd.Series(values, dtype=object)
    found = of_objects(given)
    assert str(found.dtype).startswith(expected)
    present = [value for value in values if value is not None and value == value]
    assert found[~found.isna()].tolist() == present
    assert found.isna().tolist() == given.isna().tolist()


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        (np.dtype(bool), "boolean"),
        *((np.dtype(f"{sign}int{bits}"), f"{'U' * len(sign)}{'i' if sign else 'I'}nt{bits}".replace(
            "Ui", "UI")) for sign in ("", "u") for bits in (8, 16, 32, 64)),
        (np.dtype(float), None),
        (np.dtype(object), None),
        (np.dtype("datetime64[ns]"), None),
        (pd.Int64Dtype(), None),
        (pd.BooleanDtype(), None),
        (pd.CategoricalDtype([1, 2]), "Int64"),
        (pd.CategoricalDtype([0.5]), "float64"),
        (pd.CategoricalDtype([True]), "boolean"),
    ],
    ids=str,
)  # fmt: skip
def test_types_with_nulls(dtype: Any, expected: str | None) -> None:
    assert steady_type(dtype) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a", "text"),
        (1, "numbers"),
        (0.5, "numbers"),
        (np.int8(1), "numbers"),
        (Decimal(1), "numbers"),
        (date(2020, 1, 2), "dates"),
        (datetime(2020, 1, 2), "dates"),
        ((1,), "tuple values"),
        (b"a", "bytes values"),
    ],
    ids=repr,
)
def test_kinds_of_labels(value: object, expected: str) -> None:
    assert kind_of(value) == expected


def test_each_kind_of_a_column_has_an_example() -> None:
    values = [None, 2, "a", 1, "b", date(2020, 1, 2)]
    frame = nw.from_native(pd.DataFrame({"x": pd.Series(values, dtype=object)}))
    assert PandasLike().kinds(frame, "x") == {
        "numbers": 2, "text": "a", "dates": date(2020, 1, 2),
    }  # fmt: skip


def test_columns_become_steady_and_the_frame_of_the_user_stays() -> None:
    native = pd.DataFrame({
        "objects": pd.Series([1, None], dtype=object),
        "integers": np.array([1, 2], dtype="uint8"),
        "fractions": [0.5, 1.0],
    })  # fmt: skip
    before = native.dtypes.to_dict()
    found = PandasLike().steady(nw.from_native(native)).to_native()
    assert [str(dtype) for dtype in found.dtypes] == ["Int64", "UInt8", "float64"]
    assert native.dtypes.to_dict() == before


@pytest.mark.parametrize(
    ("index", "columns", "expected"),
    [
        (pd.RangeIndex(2), ["a"], None),
        (pd.RangeIndex(1, 3), ["a"], "index"),
        (pd.RangeIndex(0, 4, 2), ["a"], "index"),
        (pd.Index([0, 1]), ["a"], "index"),
        (pd.Index(["x", "y"], name="who"), ["a"], "who"),
        (pd.Index(["x", "y"], name=7), ["a"], "7"),
        (pd.Index(["x", "y"], name="a"), ["a", "a_"], "a__"),
        (pd.MultiIndex.from_tuples([(0, 1), (0, 2)]), ["a"], None),
    ],
    ids=str,
)
def test_an_index_that_says_more_than_the_row_is_a_column(
    index: Any, columns: list[str], expected: str | None
) -> None:
    native = pd.DataFrame(dict.fromkeys(columns, 0), index=index)
    frame, name = index_as_column(nw.from_native(native))
    assert name == expected
    assert frame.columns == [*columns, *([] if expected is None else [expected])]
    if name is not None:
        assert frame[name].to_list() == list(index)


def test_columns_are_named_by_text() -> None:
    frame = pd.DataFrame({"a": [1], 2: [3]})
    assert list(with_text_names(frame).columns) == ["a", "2"]
    assert list(frame.columns) == ["a", 2]
    named = frame[["a"]]
    assert with_text_names(named) is named
