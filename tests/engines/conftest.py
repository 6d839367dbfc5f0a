"""Settings for the tests of engines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import narwhals as nw
import pytest

from partwise.engines import grouped


@pytest.fixture(autouse=True)
def groups_in_an_odd_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hand out groups from the largest key down: an engine may return them in any order."""
    in_64_bits = grouped._in_64_bits

    def turned(frame: Any, columns: Sequence[str]) -> Any:
        counted = in_64_bits(frame, columns)
        types = counted.collect_schema()
        ordered = [name for name in types.names() if types[name] != nw.Object]
        return counted.sort(*ordered, descending=True)

    monkeypatch.setattr(grouped, "_in_64_bits", turned)


@pytest.fixture(params=["DuckDB", "Python"])
def by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Read text files with DuckDB, and without it."""
    if request.param == "Python":
        monkeypatch.setattr("partwise.engines.reading.is_installed", lambda _: False)
    return str(request.param)
