"""The engines: for each how its frames are made, and what its users should know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from itertools import count
from typing import Any, TypeAlias

import pyarrow as pa

from every_engine.spark_sessions import classic_session, connect_session, java_wanted

__all__ = ["ENGINES", "Columns", "Engine", "MakeFrame", "arrow_table"]

Columns: TypeAlias = Mapping[str, Any]
MakeFrame: TypeAlias = Callable[[pa.Table], Any]


@dataclass(frozen=True)
class Engine:
    """One engine.

    Parameters
    ----------
    key : str
        Name in the tests.
    label : str
        Name in the docs.
    packages : tuple of str
        What has to be installed; the first one's version is named in the docs.
    lazy : bool
        Whether its frames are queries that run when a result is asked for.
    start : callable
        Context manager whose value makes a native frame of an Arrow table.
    kept : str
        Where what has been computed waits for the next step.
    notes : str
        What users should know.
    unsigned : bool
        Whether it has integers from 2^63 to 2^64.
    """

    key: str
    label: str
    packages: tuple[str, ...]
    lazy: bool
    start: Callable[[], Any]
    kept: str
    notes: str = ""
    unsigned: bool = True

    @property
    def slow(self) -> bool:
        """Whether even small queries take long; it is asked fewer combinations of policies."""
        return self.is_spark or self.key == "dask"

    @property
    def is_spark(self) -> bool:
        """Whether it needs Java."""
        return self.packages[0] == "pyspark"


def arrow_table(columns: Columns) -> pa.Table:
    """Turn Python lists into columns whose types are those of the values."""
    return pa.table({name: pa.array(values, _type(values)) for name, values in columns.items()})


def _type(values: Sequence[Any]) -> pa.DataType:
    found = {type(value) for value in values if value is not None}
    if found == {int}:
        most = max(value for value in values if value is not None)
        return pa.uint64() if most >= 2**63 else pa.int64()
    types = {bool: pa.bool_(), float: pa.float64(), date: pa.date32()}
    return types.get(next(iter(found), str), pa.string())


@contextmanager
def _pandas() -> Iterator[MakeFrame]:
    import pandas as pd

    def make(table: pa.Table) -> Any:
        frame = table.to_pandas()
        for name in table.column_names:  # what users have who keep large ids and nulls apart
            dtype = table[name].type
            if pa.types.is_integer(dtype) and table[name].null_count:
                nullable = "UInt64" if dtype == pa.uint64() else "Int64"
                frame[name] = pd.array(table[name].to_pylist(), dtype=nullable)
        return frame

    yield make


@contextmanager
def _pandas_on_arrow() -> Iterator[MakeFrame]:
    import pandas as pd

    yield lambda table: table.to_pandas(types_mapper=pd.ArrowDtype)


@contextmanager
def _polars() -> Iterator[MakeFrame]:
    yield _polars_frame


@contextmanager
def _polars_lazy() -> Iterator[MakeFrame]:
    yield lambda table: _polars_frame(table).lazy()


def _polars_frame(table: pa.Table) -> Any:
    import polars as pl

    frame = pl.DataFrame(pl.from_arrow(table))
    frame.columns = table.column_names  # from_arrow gives the empty name another
    return frame


@contextmanager
def _pyarrow() -> Iterator[MakeFrame]:
    yield lambda table: table


@contextmanager
def _duckdb() -> Iterator[MakeFrame]:
    import duckdb

    with duckdb.connect() as connection:
        yield connection.from_arrow


@contextmanager
def _dask() -> Iterator[MakeFrame]:
    import dask
    import dask.dataframe as dd
    import pandas as pd

    with dask.config.set(scheduler="synchronous"):
        yield lambda table: dd.from_pandas(
            table.to_pandas(types_mapper=pd.ArrowDtype), npartitions=2 if len(table) > 5 else 1
        )


@contextmanager
def _ibis() -> Iterator[MakeFrame]:
    import ibis

    connection = ibis.duckdb.connect()
    numbers = count()

    def make(table: pa.Table) -> Any:
        name = f"given_{next(numbers)}"
        connection.con.register("given", table)
        connection.raw_sql(f"CREATE TABLE {name} AS SELECT * FROM given")  # noqa: S608
        connection.con.unregister("given")
        return connection.table(name)

    yield make
    connection.disconnect()


@contextmanager
def _spark() -> Iterator[MakeFrame]:
    java_wanted()
    with classic_session() as session:
        yield session.createDataFrame


@contextmanager
def _spark_connect() -> Iterator[MakeFrame]:
    java_wanted()
    with connect_session() as session:

        def make(table: pa.Table) -> Any:
            if len(table):
                return session.createDataFrame(table)
            fields = ", ".join(f"`{name}` string" for name in table.column_names)
            return session.createDataFrame([], fields)  # it takes no Arrow table without rows

        yield make


ENGINES = {
    engine.key: engine
    for engine in (
        Engine("pandas", "pandas (NumPy types)", ("pandas",), False, _pandas, "memory"),
        Engine(
            "pandas-arrow", "pandas (Arrow types)", ("pandas", "pyarrow"), False, _pandas_on_arrow,
            "memory",
        ),
        Engine("polars", "Polars", ("polars",), False, _polars, "memory"),
        Engine(
            "polars-lazy", "Polars, lazy", ("polars",), True, _polars_lazy, "memory",
            "cells and joined columns are collected into memory",
        ),
        Engine("pyarrow", "PyArrow", ("pyarrow",), False, _pyarrow, "memory"),
        Engine(
            "duckdb", "DuckDB", ("duckdb",), True, _duckdb, "temporary table",
            "frames that are joined must be relations of one connection",
        ),
        Engine("dask", "Dask", ("dask",), True, _dask, "`persist`"),
        Engine(
            "ibis", "Ibis (on DuckDB)", ("ibis-framework",), True, _ibis, "temporary table",
            "tables that are joined must be of one backend, which must allow temporary tables",
        ),
        Engine(
            "spark", "Spark, classic", ("pyspark",), True, _spark, "`persist`", unsigned=False,
            notes="needs Java 17",
        ),
        Engine(
            "spark-connect", "Spark Connect", ("pyspark",), True, _spark_connect, "`persist`",
            unsigned=False, notes="the client needs no Java",
        ),
    )
}  # fmt: skip
