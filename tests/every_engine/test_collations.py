"""Text is compared by its spelling, whatever collation the engine compares it under."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

import partwise as pw
from every_engine.cases import Frame, labels_of
from every_engine.engines import Engine
from partwise.base.errors import InputError
from partwise.clusterings import Policies
from partwise.engines.item_join import join

IDS = ["x", "X", "é", "e", "E", "ü"]
GOLD = ["a", "A", "á", "a", "b", "B"]
MINE = ["p", "p", "P", "q", "q", "Q"]


def _expected() -> tuple[float, float]:
    scores = pw.scores(GOLD, MINE, ["rand", "vi"])
    return float(scores["rand"]), float(scores["vi"])


def _scored(left: Any, right: Any, max_cells: int) -> tuple[float, float]:
    scores = pw.scores(
        pw.read(left, item_column="id"),
        pw.read(right, item_column="id"),
        ["rand", "vi"],
        max_cells=max_cells,
    )
    return float(scores["rand"]), float(scores["vi"])


@pytest.fixture(params=["NOCASE", "NOACCENT", "NOCASE.NOACCENT"])
def collation(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        yield opened


def _fill(execute: Any, kind: str) -> None:
    for name, labels in (("gold", GOLD), ("mine", MINE)):
        execute(f"CREATE TABLE {name} (id {kind}, label {kind})")
        rows = ", ".join(f"('{item}', '{label}')" for item, label in zip(IDS, labels, strict=True))
        execute(f"INSERT INTO {name} VALUES {rows}")  # noqa: S608 - all of it is ours


@pytest.mark.parametrize("max_cells", [100, 0])
def test_columns_of_duckdb(
    connection: duckdb.DuckDBPyConnection, collation: str, max_cells: int
) -> None:
    _fill(connection.execute, f"VARCHAR COLLATE {collation}")
    found = _scored(connection.table("gold"), connection.table("mine"), max_cells)
    assert found == pytest.approx(_expected(), rel=1e-14)


@pytest.mark.parametrize("kind", ["VARCHAR", "ENUM"])
def test_default_collation_of_duckdb(
    connection: duckdb.DuckDBPyConnection, collation: str, kind: str
) -> None:
    if kind == "ENUM":
        words = ", ".join(repr(word) for word in sorted({*IDS, *GOLD, *MINE}))
        connection.execute(f"CREATE TYPE words AS ENUM ({words})")
    _fill(connection.execute, "words" if kind == "ENUM" else kind)
    connection.execute(f"SET default_collation = '{collation}'")
    found = _scored(connection.table("gold"), connection.table("mine"), 0)
    assert found == pytest.approx(_expected(), rel=1e-14)


def test_noise_and_missing_items_under_a_collation(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    _fill(connection.execute, "VARCHAR COLLATE NOCASE")
    connection.execute("DELETE FROM mine WHERE id COLLATE C = 'x'")
    labels = {
        name: labels_of(connection.table(name), "label", item="id") for name in ("gold", "mine")
    }
    joined = join(labels, Policies("drop", "A", "drop"))
    assert (joined.n, joined.sides["gold"].noise) == (4, 1)
    joined.forget()


def test_ibis(collation: str) -> None:
    import ibis

    connection = ibis.duckdb.connect()
    _fill(connection.raw_sql, f"VARCHAR COLLATE {collation}")
    tables = connection.table("gold"), connection.table("mine")
    for max_cells in (100, 0):
        assert _scored(*tables, max_cells) == pytest.approx(_expected(), rel=1e-14)
    connection.raw_sql(f"SET default_collation = '{collation}'")
    with pytest.raises(InputError, match=f"under the collation '{collation}'"):
        _scored(*tables, 100)


def test_spark(frame: Frame, engine: Engine) -> None:
    if not engine.is_spark:
        pytest.skip("collations of Spark")
    kind = "STRING COLLATE UTF8_LCASE"
    frames = [
        frame({"id": IDS, "label": labels}).selectExpr(
            f"CAST(id AS {kind}) AS id", f"CAST(label AS {kind}) AS label"
        )
        for labels in (GOLD, MINE)
    ]
    assert frames[0].select("label").distinct().count() < len(set(GOLD))
    for max_cells in (100, 0):
        assert _scored(frames[0], frames[1], max_cells) == pytest.approx(_expected(), rel=1e-14)
