"""One fixture runs every test of this folder on every engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from every_engine.engines import ENGINES, Columns, Engine, MakeFrame, arrow_table


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of Spark: ``make test`` runs those of each session in one process."""
    for item in items:
        callspec = getattr(item, "callspec", None)
        key = callspec.params.get("started") if callspec else None
        if key in ENGINES and ENGINES[key].is_spark:
            item.add_marker(pytest.mark.spark)
            item.add_marker(pytest.mark.xdist_group(key))


@pytest.fixture(scope="session", params=list(ENGINES))
def started(request: pytest.FixtureRequest) -> Iterator[tuple[Engine, MakeFrame]]:
    engine = ENGINES[request.param]
    with engine.start() as make:
        yield engine, make


@pytest.fixture
def engine(started: tuple[Engine, MakeFrame]) -> Engine:
    return started[0]


@pytest.fixture
def frame(started: tuple[Engine, MakeFrame]) -> Callable[[Columns], Any]:
    """Turn columns of Python lists into a native frame."""
    return lambda columns: started[1](arrow_table(columns))
