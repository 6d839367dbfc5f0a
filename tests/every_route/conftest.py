"""Engines are started once, when they are first used."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from every_route.checking import ROUTES
from every_route.stored import ENGINES_IN_USE

SPARK = [route.key for route in ROUTES if "spark" in route.key]


@pytest.fixture(scope="session", autouse=True)
def engines_stopped() -> Iterator[None]:
    yield
    ENGINES_IN_USE.stack.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of Spark: ``make test`` runs them in one process, with one session."""
    for item in items:
        callspec = getattr(item, "callspec", None)
        if callspec and callspec.params.get("key") in SPARK:
            item.add_marker(pytest.mark.spark)
