"""One fixture runs every test of this folder on every engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from every_engine.engines import ENGINES, Columns, Engine, MakeFrame, arrow_table


def _parameters() -> list[Any]:
    return [
        pytest.param(key, id=key, marks=pytest.mark.xdist_group("spark" if e.is_spark else key))
        for key, e in ENGINES.items()
    ]


@pytest.fixture(scope="session", params=_parameters())
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
