"""What users call, on every engine: the same scores, intervals and answers as in memory."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import partwise as pw
from every_engine.cases import Frame
from every_engine.engines import Engine
from partwise.tables.aggregated import AggregatedTable

SUMS_OF_CELLS = {"bcubed"}  # functions of more than histograms


def _columns() -> dict[str, Any]:
    rng = np.random.default_rng(11)
    gold = rng.integers(0, 12, 240)
    near = np.where(rng.random(240) < 0.2, rng.integers(0, 12, 240), gold)
    far = np.where(rng.random(240) < 0.5, rng.integers(0, 30, 240), gold)
    names = [f"item {i}" for i in range(240)]
    return {"id": names, "gold": gold.tolist(), "near": near.tolist(), "far": far.tolist()}


def _same(ours: Any, memory: Any) -> None:
    assert set(ours) == set(memory)
    for key, value in memory.items():
        if key in SUMS_OF_CELLS:
            assert ours[key] == pytest.approx(value, rel=1e-12)
        else:
            assert ours[key] == value or (math.isnan(ours[key]) and math.isnan(value)), key


@pytest.mark.parametrize("max_cells", [10**6, 0], ids=["cells", "histograms"])
def test_scores_of_columns_of_one_frame(frame: Frame, max_cells: int) -> None:
    columns = _columns()
    found = pw.scores("gold", frame(columns), max_cells=max_cells)
    assert list(found) == ["near", "far"]
    for name in found:
        _same(found[name], pw.scores(columns["gold"], columns[name]))


def test_scores_of_two_frames(frame: Frame) -> None:
    columns = _columns()
    gold = frame({"id": columns["id"], "label": columns["gold"]})
    near = frame({"item_id": columns["id"][::-1], "cluster": columns["near"][::-1]})
    _same(pw.scores(gold, near), pw.scores(columns["gold"], columns["near"]))
    table = pw.contingency(gold, near)
    assert table == pw.contingency(columns["gold"], columns["near"])
    assert pw.score(gold, near, "CC") == pw.score(columns["gold"], columns["near"], "CC")


@pytest.mark.parametrize("max_cells", [10**6, 0], ids=["cells", "histograms"])
def test_comparisons(frame: Frame, engine: Engine, max_cells: int) -> None:
    columns = _columns()
    some = ["CC", "J", "VI", "BCubed"]
    memory = pw.compare(
        columns["gold"], {"near": columns["near"], "far": columns["far"]}, some, seed=1
    )
    found = pw.compare("gold", frame(columns), some, seed=1, max_cells=max_cells)
    for name in found.names:
        _same(found.scores[name], memory.scores[name])
        for key, estimate in found.estimates(["CC", "J"])[name].items():
            expected = memory.estimates()[name][key]
            assert estimate.standard_error == pytest.approx(expected.standard_error, rel=1e-9)
    assert found.best == memory.best == ("near",)
    ours, theirs = (each.differences("near", "far", ["CC"])["CC"] for each in (found, memory))
    assert ours.value == theirs.value
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=1e-9)
    assert found.coverage.compared == 240
    assert found.answer().best == ("near",)
    if engine.lazy:
        assert isinstance(found.tables["near"], pw.Contingency) == (max_cells > 0)
        with pytest.raises(pw.errors.InputError, match="every item in memory"):
            found.carry_over("near")


def test_a_table_without_cells(frame: Frame, engine: Engine) -> None:
    labels = pw.read(frame(_columns()))
    found = pw.contingency(labels["gold"], labels["near"], max_cells=3)
    assert isinstance(found, AggregatedTable)
    if engine.lazy:
        with pytest.raises(pw.errors.InputError, match="max_cells="):
            found.cells  # type: ignore[attr-defined]  # noqa: B018


def test_labels_come_into_memory(frame: Frame) -> None:
    columns = _columns()
    clustering = pw.read(frame(columns))["near"].to_clustering()
    named = dict(zip(columns["id"], columns["near"], strict=True))
    assert clustering == pw.Clustering(named)
