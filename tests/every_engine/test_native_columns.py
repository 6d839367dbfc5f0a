"""Columns that only some libraries have."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import partwise as pw
from every_engine.cases import cells_of, labels_of, same_as_memory
from partwise.base.errors import InputError
from partwise.clusterings import Policies
from partwise.engines.engine_tables import engine_table
from partwise.engines.item_join import JoinedItems, join

OTHER = [1, 1, 2]


def _joined(native: Any, **policies: Any) -> JoinedItems:
    labels = labels_of(native, "a", "b")
    return join({"a": labels["a"], "b": labels["b"]}, Policies(**policies))


@pytest.mark.parametrize(
    ("column", "values"),
    [
        (pd.Categorical([7, None, 7]), [7, None, 7]),
        (pd.Categorical(["x", "y", None], categories=["z", "y", "x"]), ["x", "y", None]),
        (pd.array([2**53 + 1, None, 2**53], dtype="Int64"), [2**53 + 1, None, 2**53]),
        (pd.Series([2**53 + 1, None, 2**53], dtype=object), [2**53 + 1, None, 2**53]),
        (pd.Series([True, None, True], dtype=object), [True, None, True]),
        (pd.Series([2.0, None, 2], dtype=object), [2, None, 2]),
        (pd.Series([2**70, -1, None], dtype=object), [2**70, -1, None]),
        (pd.Series([date(2020, 1, 2), None, None], dtype=object), [date(2020, 1, 2), None, None]),
    ],
    ids=str,
)
def test_columns_of_pandas(column: Any, values: list[Any]) -> None:
    frame = pd.DataFrame({"a": column, "b": OTHER})
    frame.index = pd.Index([3, 3, 3])
    joined = _joined(frame, missing="singletons")
    same_as_memory(joined, values, OTHER, missing="singletons")


def test_integers_that_meet_nulls_stay_exact() -> None:
    left = pd.DataFrame({"id": [1, 2], "a": [2**53 + 1, 2**53]})
    right = pd.DataFrame({"id": [2, 3], "b": [2**53 + 1, 2**53]})
    given = {"a": labels_of(left, "a", item="id"), "b": labels_of(right, "b", item="id")}
    expected = pw.contingency(
        {1: 2**53 + 1, 2: 2**53}, {2: 2**53 + 1, 3: 2**53}, missing="singletons"
    )
    joined = join(given, Policies(missing="singletons"))
    assert cells_of(engine_table(joined, "a", "b")) == cells_of(expected)


def test_text_and_numbers_in_one_column() -> None:
    frame = pd.DataFrame({"a": pd.Series([1, "1", 2], dtype=object), "b": OTHER})
    with pytest.raises(InputError, match=r"column 'a' mixes numbers \(1\) and text \('1'\)"):
        _joined(frame)


def test_fractions_among_objects() -> None:
    frame = pd.DataFrame({"a": pd.Series([1, 1.5, 2], dtype=object), "b": OTHER})
    with pytest.raises(InputError, match=r"a: 1 label is not a whole number \(1\.5\)"):
        _joined(frame)


@pytest.mark.parametrize("kind", [pl.Categorical, pl.Enum(["x", "y"])], ids=str)
def test_categories_of_polars(kind: Any) -> None:
    column = pl.Series(["x", None, "x"], dtype=kind)
    joined = _joined(pl.DataFrame({"a": column, "b": OTHER}), missing="singletons")
    same_as_memory(joined, ["x", None, "x"], OTHER, missing="singletons")


@pytest.mark.parametrize("values", [["x", None, "x"], [5, None, 5]], ids=str)
def test_dictionaries_of_arrow(values: list[Any]) -> None:
    table = pa.table({"a": pa.array(values).dictionary_encode(), "b": OTHER})
    same_as_memory(_joined(table, missing="singletons"), values, OTHER, missing="singletons")


def test_nothing_but_nulls() -> None:
    for native in (
        pa.table({"a": pa.nulls(3), "b": OTHER}),
        pl.DataFrame({"a": [None] * 3, "b": OTHER}),
    ):
        joined = _joined(native, missing="singletons")
        same_as_memory(joined, [None] * 3, OTHER, missing="singletons")


def test_tuples_are_no_labels() -> None:
    frame = pd.DataFrame({"a": pd.Series([("p", 1), ("p", 1), None], dtype=object), "b": OTHER})
    with pytest.raises(InputError, match="column 'a' holds tuple values; cast it"):
        _joined(frame)


def test_lists_are_no_labels() -> None:
    with pytest.raises(InputError, match=r"column 'a' holds List\(Int64\) values"):
        _joined(pl.DataFrame({"a": [[1], [2], [3]], "b": OTHER}))


def test_libraries_do_not_mix() -> None:
    one = labels_of(pl.DataFrame({"i": OTHER, "a": OTHER}), "a", item="i", source="one")
    two = labels_of(pd.DataFrame({"i": OTHER, "b": OTHER}), "b", item="i", source="two")
    with pytest.raises(InputError, match="one is in polars and two is in pandas; convert"):
        join({"a": one, "b": two})


def test_lazy_and_eager_frames_of_polars_do() -> None:
    one = labels_of(pl.DataFrame({"i": [1, 2], "a": [1, 2]}), "a", item="i")
    two = labels_of(pl.LazyFrame({"i": [2, 1], "b": [3, 4]}), "b", item="i")
    joined = join({"a": one, "b": two})
    assert cells_of(engine_table(joined, "a", "b")) == cells_of(pw.contingency([1, 2], [4, 3]))


def test_integers_of_different_widths_are_the_same_ids() -> None:
    types = (pa.int8(), pa.uint32(), pa.int64(), pa.uint64())
    tables = [pa.table({"i": pa.array([3, 1, 2], kind), "a": OTHER}) for kind in types]
    given = {str(i): labels_of(table, "a", item="i") for i, table in enumerate(tables)}
    assert join(given).n == 3


def test_no_engine_is_imported_with_partwise() -> None:
    code = (
        "import sys, partwise; partwise.score; "
        "print(*sorted({m.partition('.')[0] for m in sys.modules}))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    engines = {"dask", "duckdb", "ibis", "pandas", "polars", "pyarrow", "pyspark"}
    assert not engines & set(found.stdout.split())


LARGE = 2**63 + 5
WITHOUT_SIGN = [0, LARGE, LARGE, 7, 0], [0, LARGE, 7, 7, 7]
AS_FRAME = {
    "pyarrow": lambda table: table,
    "polars": pl.from_arrow,
    "pandas": lambda table: table.to_pandas(),
}


def _without_sign(library: str, **columns: list[int]) -> Any:
    arrays = {name: pa.array(values, pa.uint64()) for name, values in columns.items()}
    return AS_FRAME[library](pa.table(arrays))


@pytest.mark.parametrize("library", AS_FRAME)
@pytest.mark.parametrize("noise", [None, "drop", "singletons"])
@pytest.mark.parametrize("noise_label", [0, "0", 7.0, LARGE, str(LARGE), 2.0**63, 2**64, -1])
def test_noise_among_integers_without_a_sign(library: str, noise: Any, noise_label: Any) -> None:
    items = [LARGE + place for place in range(5)]
    one, other = (_without_sign(library, item=items, label=labels) for labels in WITHOUT_SIGN)
    named = [dict(zip(items, labels, strict=True)) for labels in WITHOUT_SIGN]
    policies: Any = {"noise": noise, "noise_label": noise_label}
    assert pw.score(one, other, "rand", **policies) == pw.score(
        named[0], named[1], "rand", **policies
    )
    here, there = (
        pw.compare(a, {"b": b}, ["rand"], **policies).coverage for a, b in ((one, other), named)
    )
    assert here == there


@pytest.mark.parametrize("library", AS_FRAME)
def test_items_without_a_sign_that_contradict(library: str) -> None:
    twice = _without_sign(library, item=[0, LARGE, LARGE], label=[1, 1, 2])
    with pytest.raises(InputError, match=rf"1 item has more than one label: {LARGE} has 1, 2"):
        pw.score(twice, twice, "rand")


@pytest.mark.parametrize("library", AS_FRAME)
def test_weights_without_a_sign(library: str) -> None:
    def weighted(*weights: int) -> Any:
        return _without_sign(library, gold=[1, 1, 2], mine=[1, 2, 2], seen=list(weights))

    found = pw.scores("gold", weighted(2, 0, 2**62), ["rand"], weights="seen")
    assert found["mine"]["rand"] == 1
    for weighting in ("multiplicity", "importance"):
        with pytest.raises(InputError, match="engines count in 64 bits"):
            pw.scores("gold", weighted(1, 1, LARGE), ["rand"], weights="seen", weighting=weighting)
