"""Engines are started once, when they are first used."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from every_route.checking import ROUTES
from every_route.stored import ENGINES_IN_USE

SPARK = {route.key: route.key.partition(",")[0] for route in ROUTES if "spark" in route.key}


@pytest.fixture(scope="session", autouse=True)
def engines_stopped() -> Iterator[None]:
    yield
    ENGINES_IN_USE.stack.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of Spark: ``make test`` runs those of each session in one process."""
    for item in items:
        callspec = getattr(item, "callspec", None)
        session = SPARK.get(callspec.params.get("key")) if callspec else None
        if session:
            item.add_marker(pytest.mark.spark)
            item.add_marker(pytest.mark.xdist_group(session))
