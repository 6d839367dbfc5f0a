"""Scores are the same whether cells or only histograms leave the engine; or the note says why."""

from __future__ import annotations

import numpy as np
import pytest

import partwise as pw
from every_engine.cases import Frame
from every_engine.engines import Engine

FAMILIES = ("paper", "own", "entropy", "matching", "element", "pairs_beyond")
KEYS = list(dict.fromkeys(index.key for family in FAMILIES for index in pw.indices(family)))
MATCHING = {"accuracy", "normalised_accuracy", "pair_sets_index"}
"""What docs/big-data.md says of max_cells=."""


def _columns(seed: int) -> dict[str, list[int]]:
    rng = np.random.default_rng(seed)
    gold = rng.integers(0, 8, 400)
    noisy = [np.where(rng.random(400) < share, rng.integers(0, 9, 400), gold) for share in (0.2, 1)]
    return {name: labels.tolist() for name, labels in zip("gab", (gold, *noisy), strict=True)}


def test_scores(frame: Frame, engine: Engine) -> None:
    if engine.is_spark:
        pytest.skip("the table is made as by other engines")
    table = frame(_columns(1))
    whole, few = (pw.scores("g", table, KEYS, max_cells=limit) for limit in (10**6, 0))
    for name in "ab":
        differing = {
            key
            for key, value in whole[name].items()
            if few[name][key] != pytest.approx(value, rel=2e-15, abs=1e-15, nan_ok=True)
        }
        assert differing == (MATCHING if engine.lazy else set())
        for key in differing:
            assert "one to one" in few[name].notes[key]
            assert "max_cells=" in few[name].notes[key]


def test_standard_errors_and_intervals(frame: Frame, engine: Engine) -> None:
    if engine.is_spark:
        pytest.skip("the table is made as by other engines")
    table = frame(_columns(2))
    whole, few = (pw.compare("g", table, KEYS, max_cells=limit).estimates() for limit in (10**6, 0))
    for name in "ab":
        for key, estimate in whole[name].items():
            other = few[name][key]
            if key in {*MATCHING, "bcubed"} and engine.lazy:
                assert "cells" in str(other.note)
                continue
            assert estimate.note == other.note
            for field in ("value", "standard_error", "low", "high"):
                expected, found = getattr(estimate, field), getattr(other, field)
                assert (expected is None) == (found is None)
                if expected is None:
                    continue
                # Without cells, pairs are weighed to first order, and the ends differ a little.
                near = 1e-15
                if field in ("low", "high") and engine.lazy and estimate.standard_error:
                    near = 0.25 * estimate.standard_error
                assert found == pytest.approx(expected, rel=1e-12, abs=near, nan_ok=True)
