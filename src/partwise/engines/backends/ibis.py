"""Ibis: a query of some database."""

from __future__ import annotations

from uuid import uuid4

import narwhals as nw

from partwise.engines.backends.plain import Backend
from partwise.engines.label_columns import Frame


class Ibis(Backend):
    """A table of Ibis."""

    lazy = True

    def __init__(self) -> None:
        super().__init__("ibis")

    def keep(self, frame: Frame) -> Frame:
        """Compute a frame now and hold it in a temporary table of the database.

        Not with Ibis' own cache: with SQLGlot 30.18 it fails to drop its tables.
        """
        query = nw.to_native(frame)
        name = f"partwise_{uuid4().hex}"
        kept: Frame = nw.from_native(query.get_backend().create_table(name, query, temp=True))
        return kept

    def forget(self, frame: Frame) -> None:
        """Drop the temporary table; its name is our own and needs no quotes."""
        table = nw.to_native(frame)
        table.get_backend().raw_sql(f"DROP TABLE {table.get_name()}")
