"""An engine that needs no code of its own: Polars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import narwhals as nw

from partwise.engines.label_columns import Frame


class Backend:
    """An engine: how it renames, holds and hands out frames.

    Parameters
    ----------
    name : str
        Name of the library.
    """

    lazy = False
    """Whether its frames are always queries, and never data in this process."""

    def __init__(self, name: str) -> None:
        self.name = name

    def take(self, frame: Frame, columns: Mapping[str, str]) -> Frame:
        """Choose columns, given as new name → name, whatever their names are."""
        return frame.select(nw.col(old).alias(new) for new, old in columns.items())

    def steady(self, frame: Frame) -> Frame:
        """Give columns types that keep their values when a null comes among them."""
        return frame

    def kinds(self, frame: Frame, column: str) -> dict[str, Any]:  # noqa: ARG002
        """Return the kinds of values in a column without a type, each with an example."""
        return {"Python objects": None}

    def most_cells(self, frame: Frame) -> int:  # noqa: ARG002
        """Return how many cells there is room for in memory."""
        return 2**62

    def keep(self, frame: Frame) -> Frame:
        """Compute a frame now and hold it in the engine."""
        return frame.collect() if isinstance(frame, nw.LazyFrame) else frame

    def forget(self, frame: Frame) -> None:
        """Let go of a frame that was kept."""

    def collect(self, frame: Frame) -> nw.DataFrame[Any]:
        """Bring a small frame out of the engine."""
        return frame.collect() if isinstance(frame, nw.LazyFrame) else frame
