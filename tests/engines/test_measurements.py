"""Columns of times, durations and fractions are refused by name, wherever they are."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import partwise as pw
from partwise.errors import InputError

N = 40
GOLD = [i % 4 for i in range(N)]
START = datetime(2026, 1, 1)
KINDS: dict[str, Callable[[int], Any]] = {
    "floats": lambda i: i + 0.5,
    "timestamps": lambda i: START + timedelta(hours=i),
    "dates": lambda i: date(2026, 1, 1) + timedelta(i),
    "times": lambda i: time(i // 60, i % 60),
    "durations": lambda i: timedelta(seconds=i),
    "decimals": lambda i: Decimal(i) + Decimal("0.25"),
}


def _parquet(table: pa.Table, folder: Path) -> str:
    path = folder / "labels.parquet"
    pq.write_table(table, path)
    return str(path)


def _csv(table: pa.Table, folder: Path) -> str:
    path = folder / "labels.csv"
    table.to_pandas().to_csv(path, index=False)
    return str(path)


PLACES: dict[str, Callable[[pa.Table, Path], Any]] = {
    "pandas": lambda table, _: table.to_pandas().drop(columns="id"),
    "Arrow": lambda table, _: table,
    "Polars": lambda table, _: pl.from_arrow(table),
    "lazy Polars": lambda table, _: pl.from_arrow(table).lazy(),
    "DuckDB": lambda table, _: duckdb.from_arrow(table),
    "a Parquet file": _parquet,
    "a CSV file": _csv,
}


def labels(values: list[Any]) -> pa.Table:
    return pa.table({"id": range(N), "gold": GOLD, "mine": GOLD, "seen": values})


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_column_of_measurements_is_no_candidate(kind: str, place: str, tmp_path: Path) -> None:
    if (kind, place) == ("durations", "a Parquet file"):
        pytest.skip("DuckDB reads durations in Parquet as integers")
    table = labels([KINDS[kind](i) for i in range(N)])
    with pytest.raises(InputError, match=r"seen.*: .*leave this column out"):
        pw.compare("gold", PLACES[place](table, tmp_path), "ARI")


@pytest.mark.parametrize("write", [_parquet, _csv])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "durations"])
def test_nor_is_it_loaded_as_a_clustering(
    kind: str, write: Callable[[pa.Table, Path], str], tmp_path: Path
) -> None:
    path = write(labels([KINDS[kind](i) for i in range(N)]), tmp_path)
    assert pw.read(path, label_column="mine").to_clustering().k == 4
    with pytest.raises(InputError, match=r"column 'seen': .*leave this column out"):
        pw.read(path, label_column="seen").to_clustering()


@pytest.mark.parametrize("place", PLACES)
def test_few_dates_name_clusters(place: str, tmp_path: Path) -> None:
    days = PLACES[place](labels([date(2026, 1, 1 + i % 4) for i in range(N)]), tmp_path)
    assert pw.compare("gold", days, "ARI").scores["seen"]["ari"] == 1


@pytest.mark.parametrize("kind", KINDS)
def test_measurements_in_lists_arrays_and_series(kind: str) -> None:
    values = [KINDS[kind](i) for i in range(N)]
    for candidate in (values, np.array(values), pd.Series(values)):
        with pytest.raises(InputError, match=r"seen: .*leave this column out"):
            pw.compare(GOLD, {"seen": candidate}, "ARI")


def test_what_may_be_clusters_stays() -> None:
    for values in (
        list(range(N)),
        [f"2026-01-01 {i}" for i in range(N)],  # the remedy: text is a name
        [Decimal(i) for i in range(N)],
        [*([None] * (N - 9)), *(date(2026, 1, 1 + i) for i in range(9))],  # too few to tell
    ):
        scores = pw.compare(GOLD, {"seen": values}, "ARI", missing="drop")
        assert list(scores.candidates) == ["seen"]


def test_a_file_read_without_duckdb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _csv(labels([START + timedelta(hours=i) for i in range(N)]), tmp_path)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(InputError, match=r"labels\.csv, column 'seen'.*40 of 40 labels"):
        pw.compare("gold", path, "ARI")
