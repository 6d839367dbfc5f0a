"""Columns are known by their exact names, whatever engines read into them."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

import partwise as pw
from every_engine.cases import Frame
from every_engine.engines import Engine
from partwise.base.errors import InputError

HOSTILE = [
    *("*", "^x$", "x", 'a"b', "a'b", "a.b", "a`b", "[a]", "select", "two words", "%s", "{x}", "\\"),
    *("i", "w", "c0", "c1", "mc0", "other", "m", "n", "count", "size", "a", "b", "n_ab", "Größe"),
]
GOLD = [0, 0, 0, 1, 1, 1, 2, 2]


def _labels(number: int) -> list[int]:
    """Return labels that differ from those of every other number: its binary digits."""
    return [number >> bit & 1 for bit in range(len(GOLD))]


def test_hostile_names(frame: Frame, engine: Engine) -> None:
    names = HOSTILE[::6] if engine.is_spark else HOSTILE
    table = frame({name: _labels(number) for number, name in enumerate(names)} | {"gold": GOLD})
    scores = pw.scores("gold", table, ["rand"])
    assert list(scores) == names
    for number, name in enumerate(names):
        assert scores[name]["rand"] == pw.score(GOLD, _labels(number), "rand"), name


@pytest.mark.parametrize("name", ["*", "^n$", "c0", "i", "a.b"])
def test_hostile_names_of_ids_and_weights(frame: Frame, engine: Engine, name: str) -> None:
    ids, weights = list(range(8)), [3, 1, 0, 2, 1, 1, 4, 1]
    left = frame({"n": _labels(7), name: ids, "gold": GOLD, f"{name} w": weights})
    right = frame({"mine": _labels(5)[::-1], name: ids[::-1], "n": _labels(9)})
    reference = pw.read(left, item_column=name, label_column="gold")
    candidate = pw.read(right, item_column=name, label_column="mine")
    expected = pw.score(GOLD, _labels(5), "rand", weights=weights)
    assert pw.score(reference, candidate, "rand", weights=f"{name} w") == expected
    if not engine.is_spark:
        loaded = reference.to_clustering(), candidate.to_clustering()
        assert pw.contingency(*loaded).pair_counts == pw.contingency(GOLD, _labels(5)).pair_counts


def test_names_that_differ_only_in_case(frame: Frame, engine: Engine) -> None:
    columns = {"x": _labels(3), "gold": GOLD, "X": _labels(5)}
    if engine.key == "ibis":  # a table of DuckDB cannot have them, but a query in memory can
        import ibis

        with pytest.raises(InputError, match=r"columns 'x' and 'X' differ only in case; rename"):
            pw.scores("gold", ibis.memtable(pa.table(columns)), ["rand"])
        return
    if engine.key == "duckdb":
        import duckdb

        one = duckdb.connect()
        one.register("given", pa.table({"a": columns["x"], "gold": GOLD, "b": columns["X"]}))
        table: Any = one.sql('SELECT a AS x, gold, b AS "X" FROM given')
    else:
        table = frame(columns)
    scores = pw.scores("gold", table, ["rand"])
    assert {name: found["rand"] for name, found in scores.items()} == {
        name: pw.score(GOLD, columns[name], "rand") for name in ("x", "X")
    }
    if not engine.is_spark:
        assert pw.read(table)["X"].to_clustering() == pw.Clustering(_labels(5))


def test_equal_names(engine: Engine, frame: Frame) -> None:
    names = ["x", "gold", "x"]
    arrays = [_labels(3), GOLD, _labels(5)]
    table: Any = pa.table(arrays, names=names)
    if engine.key.startswith("polars") or engine.key == "ibis":
        pytest.skip("its frames cannot have equal names")
    if engine.key == "duckdb":
        import duckdb

        table = duckdb.connect().sql("SELECT 1 AS x, 2 AS gold, 3 AS x")
    elif engine.key in ("pandas", "pandas-arrow", "dask"):
        import pandas as pd

        table = pd.DataFrame(dict(enumerate(arrays))).set_axis(names, axis=1)
        if engine.key == "dask":
            import dask.dataframe as dd

            table = dd.from_pandas(table, npartitions=1)
    elif engine.is_spark:
        table = frame(dict(zip("abc", arrays, strict=True))).toDF(*names)
    with pytest.raises(
        InputError, match=r"two columns are called 'x'; rename one of them$"
    ) as told:
        pw.scores("gold", table, ["rand"])
    assert "[" not in str(told.value)  # no data
