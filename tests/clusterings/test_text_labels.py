"""Text in every usual container: the same numbers and the same missing labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.clusterings.factorization import factorize
from partwise.clusterings.measurements import kind_of_measurement

Container = Callable[[list[str | None]], Any]


def _in_chunks(labels: list[str | None], kind: Any) -> pa.ChunkedArray:
    middle = len(labels) // 2
    return pa.chunked_array([pa.array(part, kind) for part in (labels[:middle], labels[middle:])])


def _between_others(labels: list[str | None]) -> pa.Array:
    return pa.array(["before", None, *labels, "after"], pa.string()).slice(2, len(labels))


def _dictionary(labels: list[str | None]) -> pa.Array:
    """Make a dictionary that has an entry twice, a missing one, and one that no item has."""
    entries = [*dict.fromkeys(label for label in labels if label is not None)]
    place = {label: i + len(entries) * (i % 2) for i, label in enumerate(entries)}
    indices = [None if label is None else place[label] for label in labels]
    twice = pa.array([*entries, *entries, None, "nobody"], pa.string())
    return pa.DictionaryArray.from_arrays(pa.array(indices, pa.uint16()), twice)


CONTAINERS: dict[str, Container] = {
    "list": list,
    "tuple": tuple,
    "objects": lambda labels: np.array(labels, object),
    "every other object": lambda labels: np.array(labels, object).repeat(2)[::2],
    "masked": lambda labels: np.ma.masked_array(
        [label or "" for label in labels], [label is None for label in labels], "U5"
    ),
    "pandas object": lambda labels: pd.Series(labels, dtype=object),
    "pandas str": lambda labels: pd.Series(labels, dtype="str"),
    "pandas string, python": lambda labels: pd.Series(labels, dtype="string[python]"),
    "pandas string, pyarrow": lambda labels: pd.Series(labels, dtype="string[pyarrow]"),
    "pandas ArrowDtype": lambda labels: pd.Series(labels, dtype=pd.ArrowDtype(pa.string())),
    "pandas dictionary": lambda labels: pd.Series(
        pd.arrays.ArrowExtensionArray(_dictionary(labels))
    ),
    "pandas category": lambda labels: pd.Series(labels, dtype=object).astype(
        pd.CategoricalDtype(["nobody", *sorted({x for x in labels if x is not None})])
    ),
    "pandas index": lambda labels: pd.Index(labels, dtype=object),
    "polars": lambda labels: pl.Series("x", labels, pl.String),
    "polars category": lambda labels: pl.Series("x", labels, pl.String).cast(pl.Categorical),
    "pyarrow": lambda labels: pa.array(labels, pa.string()),
    "pyarrow large": lambda labels: pa.array(labels, pa.large_string()),
    "pyarrow view": lambda labels: pa.array(labels, pa.string_view()),
    "pyarrow slice": _between_others,
    "pyarrow chunks": lambda labels: _in_chunks(labels, pa.string()),
    "pyarrow dictionary": _dictionary,
    "pyarrow dictionaries": lambda labels: _in_chunks(
        labels, pa.dictionary(pa.int8(), pa.string())
    ),
}
if hasattr(np.dtypes, "StringDType"):  # from NumPy 2 on
    CONTAINERS["StringDType"] = lambda labels: np.array(
        labels, np.dtypes.StringDType(na_object=None)
    )


@pytest.mark.parametrize("name", CONTAINERS)
@given(labels=st.lists(st.sampled_from(["", "a", "b", "é", "aa", "nan", None]), max_size=12))
def test_every_container(name: str, labels: list[str | None]) -> None:
    number: dict[str, int] = {}
    expected = [-1 if x is None else number.setdefault(x, len(number)) for x in labels]
    found = factorize(CONTAINERS[name](labels))
    assert found.codes.tolist() == expected
    assert found.codes.dtype == np.int64
    assert found.labels == list(number)
    assert all(type(label) is str for label in found.labels)


@pytest.mark.parametrize("other", [7, 2.0, True, ("a",), b"a", np.str_("z")])
def test_text_beside_other_labels(other: Any) -> None:
    """Nothing is turned into text."""
    found = factorize(["a", other, None, "b", other, "a"])
    assert found.codes.tolist() == [0, 1, -1, 2, 1, 0]
    assert found.labels == ["a", other, "b"]


def test_all_that_stands_for_a_missing_label() -> None:
    found = factorize(["a", None, float("nan"), pd.NA, np.datetime64("NaT"), np.float32("nan")])
    assert found.codes.tolist() == [0, -1, -1, -1, -1, -1]


def test_numbers_beyond_64_bits() -> None:
    assert factorize([2**64, 1, 2**64]).labels == [2**64, 1]


@pytest.mark.parametrize("labels", [["1.5"] * 20, list(range(20)), [True, False] * 10])
def test_names_are_no_measurements(labels: list[Any]) -> None:
    assert kind_of_measurement(labels, are_text=False) == ""
