"""Irrational values are compared at 60 digits, as ``definitions`` asks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from mpmath import mp


@pytest.fixture(autouse=True)
def _digits() -> Iterator[None]:
    with mp.workdps(60):
        yield
