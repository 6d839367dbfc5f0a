"""A pytest plugin for emulated processors: few examples, and a limit to the time of each test.

A test that reaches the limit counts as failed, in the words "out of time".
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import NoReturn

import pytest
from hypothesis import settings

EXAMPLES = int(os.environ.get("PARTWISE_EXAMPLES", "3"))
SECONDS = int(os.environ.get("PARTWISE_SECONDS", "60"))

_SETTINGS = "_hypothesis_internal_use_settings"


class OutOfTimeError(BaseException):
    """No Exception, which a test might expect or Hypothesis might shrink."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Limit the examples of every Hypothesis test, also where it asks for more."""
    for item in items:
        function = getattr(item, "obj", None)
        function = getattr(function, "__func__", function)
        if getattr(function, "is_hypothesis_test", False):
            now = getattr(function, _SETTINGS, None) or settings()
            fewer = settings(now, max_examples=min(EXAMPLES, now.max_examples), deadline=None)
            setattr(function, _SETTINGS, fewer)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Have an alarm stop the test."""
    before = signal.signal(signal.SIGALRM, _stop)
    signal.alarm(SECONDS)
    try:
        yield
    except OutOfTimeError:
        pytest.fail(f"out of time after {SECONDS} seconds", pytrace=False)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _stop(*_: object) -> NoReturn:
    raise OutOfTimeError
