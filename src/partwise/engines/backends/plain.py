"""An engine that needs no code of its own: Polars."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import narwhals as nw

from partwise.engines.label_columns import Frame


class Backend:
    """An engine: how it renames, holds and hands out frames."""

    ignores_case = False
    """Whether it takes names that differ only in case for the same."""

    def column_names(self, frame: Frame) -> list[str]:
        """Return the names of the columns, also where two are equal."""
        return [str(name) for name in frame.collect_schema().names()]

    def take(self, frame: Frame, columns: Mapping[str, str]) -> Frame:
        """Choose columns, given as new name → name, with text to be compared by its bytes.

        They are taken by their place: engines read more into names such as ``*``, ``^x$`` or a.b.
        """
        places = self._places(frame, columns)
        return frame.select(nw.nth(place).alias(new) for new, place in places.items())

    def _places(self, frame: Frame, columns: Mapping[str, str]) -> dict[str, int]:
        names = self.column_names(frame)
        return {new: names.index(old) for new, old in columns.items()}

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


class HeldFrame:
    """A frame that its engine holds until ``release()``, or until nothing refers to this object."""

    def __init__(self, backend: Backend, frame: Frame) -> None:
        self.frame = frame
        self.release = weakref.finalize(self, _let_go, backend, frame)
        self.release.atexit = False  # sessions end with the process


def _let_go(backend: Backend, frame: Frame) -> None:
    with suppress(Exception):  # the session may have ended: what it held went with it
        backend.forget(frame)
