"""What a comparison holds in an engine is released: by ``with``, and when it is forgotten."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest

import partwise as pw
from every_engine.cases import Frame, labels_of
from every_engine.engines import Engine
from partwise.base.errors import InputError
from partwise.engines.item_join import join

GOLD = {"id": [1, 2, 3, 4], "gold": list("aabb")}
MINE = {"id": [4, 3, 2, 1], "mine": list("xyyy")}


def _counter(engine: Engine, native: Any) -> Callable[[], int]:
    """Return what counts the tables or RDDs that an engine holds."""
    tables = "SELECT count(*) FROM duckdb_tables()"
    if engine.key == "duckdb":
        return lambda: int(native.limit(0).query("this", tables).fetchall()[0][0])
    if engine.key == "ibis":
        return lambda: int(native.get_backend().raw_sql(tables).fetchall()[0][0])
    if engine.key == "spark":
        context = native.sparkSession.sparkContext
        return lambda: int(context._jsc.getPersistentRDDs().size())
    pytest.skip("it holds nothing that outlives Python's own objects, or cannot be asked")


def test_comparisons(frame: Frame, engine: Engine) -> None:
    gold: object = frame(GOLD)
    mine: object = frame(MINE)
    held = _counter(engine, gold)
    before = held()
    with pw.compare(gold, mine, ["rand"]) as comparison:
        assert held() == before + 1
        assert len(comparison.names) == 1
    assert held() == before
    comparison.close()  # twice does no harm
    for _ in range(3):
        forgotten = pw.compare(gold, mine, ["rand"])
        assert held() > before
        del forgotten
        gc.collect()
        assert held() == before


def test_scores_and_errors(frame: Frame, engine: Engine) -> None:
    gold, mine = frame(GOLD), frame(MINE)
    few, others = frame({"id": [1, 2], "mine": [1, 1]}), frame({"id": [7, 8], "mine": [1, 1]})
    held = _counter(engine, gold)
    before = held()
    pw.scores(gold, mine, ["rand"])
    pw.contingency(gold, mine, max_cells=0)
    with pytest.raises(InputError):
        pw.compare(gold, few, ["rand"])
    with pytest.raises(InputError):
        pw.compare(gold, others, ["rand"], missing="drop")
    gc.collect()
    assert held() == before


def test_joined_columns(frame: Frame, engine: Engine) -> None:
    gold, mine = frame(GOLD), frame(MINE)
    held = _counter(engine, gold)
    before = held()
    labels = {"a": labels_of(gold, "gold", item="id"), "b": labels_of(mine, "mine", item="id")}
    joined = join(labels)
    assert held() == before + 1
    joined.forget()
    joined.forget()
    assert held() == before
    joined = join(labels)
    del joined
    gc.collect()
    assert held() == before
