"""The table of engines in the docs names what the tests run on."""

from __future__ import annotations

from pathlib import Path

from every_engine.engines import ENGINES
from every_engine.table import engines_table


def test_the_table_has_a_row_for_each_engine() -> None:
    lines = engines_table().splitlines()
    assert len(lines) == 2 + len(ENGINES)
    assert len({line.count(" | ") for line in lines}) == 1
    assert all(
        engine.label in line for engine, line in zip(ENGINES.values(), lines[2:], strict=True)
    )
    page = (Path(__file__).parents[2] / "docs" / "big-data.md").read_text(encoding="utf-8")
    assert engines_table() in page, "run make docs"
