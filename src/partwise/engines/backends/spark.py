"""Spark, classic and Connect."""

from __future__ import annotations

from collections.abc import Mapping

import narwhals as nw

from partwise.engines.backends.plain import Backend
from partwise.engines.label_columns import Frame

_BYTES = "UTF8_BINARY"


class Spark(Backend):
    """A DataFrame of PySpark."""

    def column_names(self, frame: Frame) -> list[str]:
        """Return the names of the columns, also where two are equal."""
        return list(nw.to_native(frame).columns)

    def take(self, frame: Frame, columns: Mapping[str, str]) -> Frame:
        """Choose columns by their place; text has the collation of its bytes."""
        native = nw.to_native(frame)
        native = native.toDF(*(f"p{place}" for place in range(len(native.columns))))
        chosen = []
        for new, place in self._places(frame, columns).items():
            collation = getattr(native.schema.fields[place].dataType, "collation", _BYTES)
            column = f"p{place}" if collation == _BYTES else f"collate(p{place}, '{_BYTES}')"
            chosen.append(f"{column} AS {new}")
        taken: Frame = nw.from_native(native.selectExpr(*chosen))
        return taken

    def keep(self, frame: Frame) -> Frame:
        """Compute a frame now and hold it in the cluster, on disk where memory is short."""
        native = nw.to_native(frame).persist()
        native.count()
        kept: Frame = nw.from_native(native)
        return kept

    def forget(self, frame: Frame) -> None:
        """Let go of a frame that was kept."""
        nw.to_native(frame).unpersist()
