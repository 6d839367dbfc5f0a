"""``partwise plan``: what it prints, writes and refuses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import partwise as pw
from support.commands import Run, Write, as_json

COMMAND = ("plan",)


@pytest.fixture(scope="module")
def labels() -> dict[str, dict[str, int]]:
    rng = np.random.default_rng(0)
    reference = rng.integers(0, 6, 300)
    columns = {"gold": reference}
    for name, right in (("near", 0.82), ("far", 0.77)):
        columns[name] = np.where(rng.random(300) < right, reference, rng.integers(0, 6, 300))
    return {name: {f"item {i}": int(x) for i, x in enumerate(c)} for name, c in columns.items()}


@pytest.fixture
def files(write: Write, labels: dict[str, dict[str, int]]) -> list[str]:
    return [write(f"{name}.csv", column) for name, column in labels.items()]


@pytest.fixture
def comparison(labels: dict[str, dict[str, int]]) -> pw.Comparison:
    return pw.compare(labels["gold"], {"near": labels["near"], "far": labels["far"]}, ["CC"])


def test_it_says_what_the_library_plans(
    run: Run, files: list[str], comparison: pw.Comparison
) -> None:
    assert as_json(run(*files, "--format", "json")) == comparison.plan().to_dict()
    narrow = run(*files, "--width", "0.05", "--level", "0.9", "--format", "json")
    assert as_json(narrow) == comparison.plan(width=0.05, level=0.9).to_dict()
    table = run(*files, "--power", "0.9").out
    assert " ".join(table.split()).startswith(comparison.plan(power=0.9).text)
    frame = pl.read_csv(run(*files, "--format", "csv").out.encode())
    assert frame.equals(comparison.plan().to_frame("polars"))


def test_what_cannot_be_planned_is_said(run: Run, files: list[str]) -> None:
    result = run(*files, "--index", "f_measure")
    assert result.code == 0
    refused = "No number of items can be planned: the index takes the largest cell"
    assert result.out.startswith(refused)
    alone = run(*files[:2])
    assert alone.code == 1
    assert "there is only one candidate, so there is nothing to distinguish it from" in alone.err
    assert "--width 0.05" in alone.err


def test_one_plan_at_a_time(run: Run, files: list[str]) -> None:
    result = run(*files, "--power", "0.9", "--width", "0.1")
    assert result.code == 2
    assert "--power and --width cannot be combined" in result.err
    assert run(*files, "--power", "2").code == 2


def test_the_curve_is_written(run: Run, files: list[str], tmp_path: Path) -> None:
    result = run(*files, "--charts", str(tmp_path / "charts"))
    assert result.code == 0
    assert sorted(path.name for path in (tmp_path / "charts").iterdir()) == ["plan.png", "plan.svg"]
    assert "the chart is in" in result.err
