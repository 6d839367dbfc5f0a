"""What the simulations of ``coverage.py`` are made of: cells of a table, and what counts as held.

A scenario is a module of this folder with a ``TITLE``, ``COLUMNS`` and ``cells()``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

Draw: TypeAlias = Callable[[np.random.Generator], Mapping[str, bool | None]]
"""One repetition: column → whether it held, None where the interval or verdict was refused."""


@dataclass(frozen=True)
class Column:
    """What is counted, and between which percentages its share should be."""

    name: str
    low: float
    high: float


@dataclass(frozen=True)
class Cell:
    """One row of the printed table: what is simulated, in words, and how."""

    labels: Mapping[str, str]
    draw: Draw
