"""Frames of DuckDB: files that partwise reads, and relations of the user's own."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import narwhals as nw
import numpy as np

from partwise.base import require
from partwise.engines.backends.plain import Backend
from partwise.engines.duck import (
    Relation,
    database,
    errors_explained,
    in_any_order,
    is_ours,
    memory_left,
    name,
    run,
    unique_name,
)
from partwise.engines.label_columns import Frame

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = require("duckdb")

T = TypeVar("T")

_THIS = unique_name()
_TEXT = ("varchar", "enum")
_BYTES_OF_A_CELL = 150  # as it comes out of the engine and while the table is made
_KEPT: weakref.WeakValueDictionary[int, Relation] = weakref.WeakValueDictionary()
_DROPS: dict[int, weakref.finalize[Any, Relation]] = {}


class DuckDB(Backend):
    """Hold results in tables of DuckDB, and bring small ones out.

    Tables are temporary and have names that nobody else has. They are in the database of their
    frame, can spill to disk, and go when they are forgotten, when nothing refers to them any more,
    or with the connection.
    """

    def column_names(self, frame: Frame) -> list[str]:
        """Return the names of the columns, also where two are equal."""
        with errors_explained():  # the connection of a relation may be closed, for example
            return list(frame.to_native().columns)

    def take(self, frame: Frame, columns: Mapping[str, str]) -> Frame:
        """Choose columns by their place; text has the collation of its bytes."""
        relation: Relation = frame.to_native()
        chosen = []
        for new, place in self._places(frame, columns).items():
            column = f"#{place + 1}"
            if relation.types[place].id in _TEXT:
                column = f'CAST({column} AS VARCHAR) COLLATE "C"'
            chosen.append(f"{column} AS {name(new)}")
        return nw.from_native(relation.project(", ".join(chosen)))

    @errors_explained()
    def keep(self, frame: Frame, *, ordered: bool = False) -> Frame:
        """Compute a frame now, into a table; its rows stay in order if memory is not limited.

        Where the order of rows tells which items they are, ``ordered`` keeps it in any case.
        """
        relation: Relation = frame.to_native()
        table = name(unique_name())
        make = f"CREATE TEMP TABLE {table} AS FROM {_THIS}"
        if is_ours(relation):
            with nullcontext() if ordered else in_any_order():
                run(lambda: relation.query(_THIS, make), "computing")
            kept = database().sql(f"FROM {table}")
            drop = weakref.finalize(kept, _drop, database().execute, table)
        else:
            _run(relation, lambda: relation.query(_THIS, make), "computing")
            door: Any = relation.limit(0)  # the way into a connection that is not ours
            kept = door.query(_THIS, f"FROM {table}")
            drop = weakref.finalize(kept, _drop, partial(door.query, _THIS), table)
        _KEPT[id(kept)] = kept
        _DROPS[id(kept)] = drop
        return nw.from_native(kept)

    def most_cells(self, frame: Frame) -> int:
        """Return how many cells there is room for, if memory is limited."""
        return memory_left() // _BYTES_OF_A_CELL if is_ours(frame.to_native()) else 2**62

    def forget(self, frame: Frame) -> None:
        """Drop the table of a frame that was kept; other frames are left alone."""
        relation: Relation = frame.to_native()
        if _KEPT.pop(id(relation), None) is relation:
            _DROPS.pop(id(relation))()

    def collect(self, frame: Frame) -> nw.DataFrame[Any]:
        """Bring a small result out."""
        relation: Relation = frame.to_native()
        return nw.from_native(_run(relation, relation.to_arrow_table, "counting"), eager_only=True)


def _run(relation: Relation, work: Callable[[], T], what: str) -> T:
    """Run a query; in the user's own database, without a progress bar."""
    if is_ours(relation):
        return run(work, what)
    with errors_explained():
        return work()


def _drop(execute: Callable[[str], Any], table: str) -> None:
    with suppress(duckdb.Error):  # the connection may be closed: the table went with it
        execute(f"DROP TABLE IF EXISTS {table}")


def fetched(relation: Relation) -> dict[str, Any]:
    """Bring columns out: numbers as arrays, text as columns of pyarrow."""
    table = _run(relation, relation.to_arrow_table, "reading")
    return {column: _numbers(table[column]) for column in table.column_names}


def _numbers(column: Any) -> Any:
    pa = require("pyarrow")
    kind = column.type
    if not (pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)):
        return column
    if column.null_count == 0:
        return column.to_numpy()
    zero = pa.scalar(0).cast(kind)
    return np.ma.MaskedArray(column.fill_null(zero).to_numpy(), column.is_null().to_numpy())
