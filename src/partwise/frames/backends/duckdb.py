"""DuckDB: relations of one connection."""

from __future__ import annotations

from uuid import uuid4

import narwhals as nw

from partwise.frames.backends.plain import Backend
from partwise.frames.labels import Frame

__all__ = ["DuckDB"]

_OURS = "partwise_"


class DuckDB(Backend):
    """A relation of DuckDB."""

    lazy = True

    def __init__(self) -> None:
        super().__init__("duckdb")

    def keep(self, frame: Frame) -> Frame:
        """Compute a frame now and hold it in a temporary table of its connection."""
        relation = nw.to_native(frame)
        name = f"{_OURS}{uuid4().hex}"
        relation.query("given", f"CREATE TEMP TABLE {name} AS SELECT * FROM given")
        return nw.from_native(relation.query("given", f"SELECT * FROM {name}").set_alias(name))

    def forget(self, frame: Frame) -> None:
        """Drop the temporary table."""
        relation = nw.to_native(frame)
        relation.query("given", f"DROP TABLE {relation.alias}")
