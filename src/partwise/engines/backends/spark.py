"""Spark, classic and Connect."""

from __future__ import annotations

from collections.abc import Mapping

import narwhals as nw

from partwise.engines.backends.plain import Backend
from partwise.engines.label_columns import Frame


class Spark(Backend):
    """A DataFrame of PySpark."""

    lazy = True

    def take(self, frame: Frame, columns: Mapping[str, str]) -> Frame:
        """Choose columns by their place: a name with a dot in it means a field to Spark."""
        native = nw.to_native(frame)
        places = {name: f"p{place}" for place, name in enumerate(native.columns)}
        renamed = nw.from_native(native.toDF(*places.values()))
        return super().take(renamed, {new: places[old] for new, old in columns.items()})

    def keep(self, frame: Frame) -> Frame:
        """Compute a frame now and hold it in the cluster, on disk where memory is short."""
        native = nw.to_native(frame).persist()
        native.count()
        kept: Frame = nw.from_native(native)
        return kept

    def forget(self, frame: Frame) -> None:
        """Let go of a frame that was kept."""
        nw.to_native(frame).unpersist()
