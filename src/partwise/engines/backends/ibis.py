"""Ibis: a query of some database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import narwhals as nw

from partwise.base import InputError, require
from partwise.engines.backends.plain import Backend
from partwise.engines.label_columns import Frame

ibis = require("ibis")


@ibis.udf.scalar.builtin(name="encode")  # type: ignore[untyped-decorator]
def _encode(text: str) -> bytes: ...  # type: ignore[empty-body]


@ibis.udf.scalar.builtin(name="decode")  # type: ignore[untyped-decorator]
def _decode(data: bytes) -> str: ...  # type: ignore[empty-body]


def _check_default_collation(backend: Any) -> None:
    collation = backend.raw_sql("SELECT current_setting('default_collation')").fetchall()[0][0]
    if collation:
        raise InputError(
            f"this database compares text under the collation {collation!r}, but labels must be "
            "compared letter by letter",
            remedy="SET default_collation = '' in DuckDB, or pass a relation of DuckDB",
        )


class Ibis(Backend):
    """A table of Ibis."""

    ignores_case = True

    def take(self, frame: Frame, columns: Mapping[str, str]) -> Frame:
        """Choose columns; text of DuckDB is compared by its bytes, whatever its collation."""
        query = nw.to_native(frame)
        if query.get_backend().name != "duckdb":
            return super().take(frame, columns)
        _check_default_collation(query.get_backend())
        chosen = {new: query[old] for new, old in columns.items()}
        chosen = {
            new: _decode(_encode(column)) if column.type().is_string() else column
            for new, column in chosen.items()
        }
        taken: Frame = nw.from_native(query.select(**chosen))
        return taken

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
