"""A plugin of pytest: scikit-learn's own tests get our functions in place of scikit-learn's.

``python -m pytest -p drop_in --pyargs sklearn.metrics.cluster.tests.test_supervised`` imports the
installed test module after the names it imports have been replaced, and writes what came of each
test, and which names of the module are ours, to the file that DROP_IN_RESULT names.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
import sklearn.metrics.cluster
import sklearn.metrics.cluster._supervised

import partwise.sklearn as ours

NAMES = (*ours.__all__, "_entropy")
outcomes: dict[str, str] = {}
calls: Counter[str] = Counter()
replaced: dict[str, list[str]] = {}


def counted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same function, which notes in which test it was called."""

    @wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        calls[os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]] += 1
        return function(*args, **options)

    return call


OURS = {name: counted(getattr(ours, name)) for name in NAMES}


def pytest_configure() -> None:
    """Replace the names, in the process of which this is a plugin and not where it is imported."""
    for module in (sklearn.metrics.cluster, sklearn.metrics.cluster._supervised):
        for name in NAMES:
            if hasattr(module, name):
                setattr(module, name, OURS[name])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        module = item.getparent(pytest.Module).obj  # type: ignore[union-attr]
        held = (name for name in NAMES if getattr(module, name, None) is OURS[name])
        replaced[module.__name__.rpartition(".")[2]] = sorted(held)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" or report.outcome != "passed":
        outcomes[report.nodeid] = report.outcome


def pytest_sessionfinish() -> None:
    tests = {
        test.rpartition("/")[2]: {"outcome": outcome, "calls": calls[test]}
        for test, outcome in outcomes.items()
    }
    found = {"tests": tests, "replaced": replaced}
    Path(os.environ["DROP_IN_RESULT"]).write_text(json.dumps(found), encoding="utf-8")
