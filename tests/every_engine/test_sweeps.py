"""Sweeps over scored pairs and columns of labels, on every engine: the same as from lists."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import partwise as pw
from every_engine.cases import Frame

INDICES = ["CC", "VI", "BCubed"]


def _pairs(as_text: bool) -> dict[str, list[Any]]:
    """Pairs of 60 items with ties, of which some items are in no pair."""
    rng = np.random.default_rng(5)
    left, right = rng.integers(0, 55, (2, 200)).tolist()
    if as_text:
        left, right = ([f"item {i}" for i in side] for side in (left, right))
    scores = (rng.integers(0, 20, 200) / 20).tolist()
    return {"unique_id_l": left, "unique_id_r": right, "match_probability": scores}


def _assert_same(one: Any, other: Any) -> None:
    assert one.thresholds.tolist() == other.thresholds.tolist()
    for key in ("clusters", "largest"):
        assert getattr(one, key).tolist() == getattr(other, key).tolist()
    for key, scores in other.scores.items():
        np.testing.assert_array_equal(one.scores[key], scores)
    assert one.notes == other.notes


@pytest.mark.parametrize("as_text", [True, False], ids=["text", "integers"])
def test_scored_pairs(frame: Frame, as_text: bool) -> None:
    columns = _pairs(as_text)
    labels = [i // 7 for i in range(60)]
    reference = {(f"item {i}" if as_text else i): label for i, label in enumerate(labels)}
    from_lists = pw.sweep(reference, list(zip(*columns.values(), strict=True)), INDICES)
    _assert_same(pw.sweep(reference, frame(columns), INDICES), from_lists)
    others = {"a b": columns["unique_id_l"], "^c$": columns["unique_id_r"], "extra": [0.5] * 200}
    strange = frame({**others, "*": columns["match_probability"]})
    swept = pw.sweep(reference, strange, INDICES, score="*", left="a b", right="^c$")
    _assert_same(swept, from_lists)
    gold = frame({"id": list(reference), "cluster": labels})
    _assert_same(pw.sweep(gold, frame(columns), INDICES), from_lists)


@pytest.mark.parametrize("name", ["unique_id", "id", "record_id", "customer number"])
def test_reference_rows_in_any_order(frame: Frame, name: str) -> None:
    """Integer ids are no row numbers: a table's own column has them."""
    columns = _pairs(as_text=False)
    rows = np.random.default_rng(7).permutation(60)[:40].tolist()
    reference = {row: row // 7 for row in rows}
    gold = frame({name: rows, "cluster": [row // 7 for row in rows]})
    expected = pw.sweep(reference, frame(columns), INDICES)
    _assert_same(pw.sweep(gold, frame(columns), INDICES), expected)


def test_reference_without_a_column_of_ids(frame: Frame) -> None:
    gold = frame({"city": ["x"] * 60, "age": [3] * 60, "cluster": [i // 7 for i in range(60)]})
    with pytest.raises(pw.errors.InputError, match="columns city, age has the items"):
        pw.sweep(gold, frame(_pairs(as_text=False)))


def test_columns_of_labels(frame: Frame) -> None:
    rng = np.random.default_rng(6)
    columns = {f"leiden_{k / 10}": rng.integers(0, k, 50).tolist() for k in (9, 2, 5)}
    gold = rng.integers(0, 4, 50).tolist()
    names = [f"cell {i}" for i in range(50)]
    swept = pw.sweep("gold", frame({"id": names, "gold": gold, **columns}), INDICES)
    assert swept.thresholds.tolist() == [0.2, 0.5, 0.9]
    for key in swept.scores:
        expected = [pw.score(gold, columns[f"leiden_{t}"], key) for t in (0.2, 0.5, 0.9)]
        assert swept.scores[key].tolist() == pytest.approx(expected, rel=1e-12)


def test_a_score_is_missing(frame: Frame) -> None:
    columns = {**_pairs(True)}
    columns["match_probability"] = [None, *columns["match_probability"][1:]]
    with pytest.raises(pw.errors.InputError, match="1 of 200 pairs are missing"):
        pw.sweep({"item 1": 0, "item 2": 1}, frame(columns))


def test_an_item_is_missing(frame: Frame) -> None:
    for as_text in (True, False):
        columns = {**_pairs(as_text)}
        columns["unique_id_r"] = [None, *columns["unique_id_r"][1:]]
        with pytest.raises(pw.errors.InputError, match="1 of 200 pairs have no item in column"):
            pw.sweep({"item 1": 0, 1: 1}, frame(columns))
