"""How much memory there is, and which labels are loaded because they fit into it."""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from partwise.clusterings import Clustering, Policies
from partwise.engines import memory
from partwise.engines.placing import in_one_place, items_of
from partwise.engines.reading import read
from partwise.errors import InputError
from support.label_tables import write_csv

PAGE = os.sysconf("SC_PAGE_SIZE")
COLUMNS = {"id": ["a", "b", "c"], "label": ["x", "y", "x"]}


def _system_says(path: Path, text: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if text is not None:
        path.write_text(text)
    monkeypatch.setattr(memory, "Path", lambda _: path)


def test_pages_of_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second number is of those in memory, the first of those that have an address."""
    _system_says(tmp_path / "statm", "900 300 50 1 0 200 0\n", monkeypatch)
    assert memory.footprint() == 300 * PAGE


@pytest.mark.parametrize(("platform", "unit"), [("darwin", 1), ("linux", 1024), ("freebsd", 1024)])
@pytest.mark.parametrize("text", [None, "no number at all"])
def test_the_most_that_the_process_took(
    platform: str, unit: int, text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _system_says(tmp_path / "statm", text, monkeypatch)
    most = SimpleNamespace(ru_maxrss=1234)
    monkeypatch.setattr(resource, "getrusage", lambda _: most)
    monkeypatch.setattr(sys, "platform", platform)
    assert memory.footprint() == 1234 * unit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MemTotal:  99 kB\nMemFree:  1 kB\nMemAvailable:   12 kB\n", 12 * 1024),
        ("MemTotal:  99 kB\nMemFree:  1 kB\n", None),
        ("MemAvailable: many kB\n", None),
        ("nothing is told", None),
        (None, None),
    ],
)
def test_memory_to_spare(
    text: str | None, expected: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it, if the system does not say."""
    _system_says(tmp_path / "meminfo", text, monkeypatch)
    everything = PAGE * os.sysconf("SC_PHYS_PAGES")
    assert memory.free_memory() == (everything if expected is None else expected)


@pytest.mark.parametrize(("left", "fits"), [(3 * 200, False), (3 * 200 + 1, True)])
def test_files_are_loaded_if_they_fit(
    left: int, fits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 200 bytes for each item."""
    monkeypatch.setattr("partwise.engines.duck.memory_left", lambda: left)
    labels = read(write_csv(COLUMNS, tmp_path))
    other = {"a": 0, "b": 0, "c": 1}
    placed = in_one_place({"a": labels, "b": other}, Policies())
    assert isinstance(placed["a"], Clustering) is fits
    if fits:
        assert items_of(labels, "this", Policies()) == Clustering([0, 1, 0], items="abc")
        return
    with pytest.raises(InputError, match=r"t\.csv.*this needs every item in memory, but"):
        items_of(labels, "this", Policies())


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_frames_in_memory_always_fit(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("partwise.engines.duck.memory_left", lambda: 0)
    found = items_of(read(make(COLUMNS)), "this", Policies())
    assert found == Clustering([0, 1, 0], items="abc")


@pytest.mark.parametrize(
    "frame",
    [pl.LazyFrame(COLUMNS), duckdb.connect().from_arrow(pa.table(COLUMNS))],
    ids=["lazy", "relation"],
)
def test_queries_of_users_are_not_run_unasked(frame: Any) -> None:
    with pytest.raises(InputError, match=r"the frame.*this needs every item in memory"):
        items_of(read(frame), "this", Policies())
    other = {"a": 0, "b": 0, "c": 1}
    placed = in_one_place({"a": read(frame), "b": other}, Policies())
    assert not isinstance(placed["a"], Clustering)
    assert items_of(other, "this", Policies()) is other


@pytest.mark.parametrize("beside", ["itself", "a copy", "a frame"])
@pytest.mark.parametrize("has_ids", [True, False])
def test_rows_of_files_without_ids_have_an_order_in_memory_alone(
    beside: str, has_ids: bool, tmp_path: Path
) -> None:
    columns = COLUMNS if has_ids else {"label": COLUMNS["label"]}
    labels = read(write_csv(columns, tmp_path))
    others = {
        "itself": labels,
        "a copy": read(write_csv(columns, tmp_path, "copy.csv")),
        "a frame": pa.table(columns),
    }
    placed = in_one_place({"a": labels, "b": others[beside]}, Policies())
    are_loaded = [isinstance(place, Clustering) for place in placed.values()]
    assert are_loaded == [not has_ids and beside != "itself"] * 2
