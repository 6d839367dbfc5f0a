"""What each engine does in its own way; its library is imported by the file named after it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from partwise.base import InputError
from partwise.engines.backends.plain import Backend
from partwise.engines.columns import check_names
from partwise.engines.label_columns import Frame
from partwise.engines.text_files import is_text_table


@contextmanager
def one_connection() -> Iterator[None]:
    """Say it in our words if relations of different databases are joined."""
    try:
        yield
    except Exception as error:
        if "different connections" not in str(error):
            raise
        raise InputError(
            "relations of different DuckDB connections cannot be joined, and partwise reads files "
            "in its own connection; make both relations in one connection, or pass both as files"
        ) from None


def backend_of(frame: Frame) -> Backend:
    """Return the engine that holds a frame.

    Examples
    --------
    >>> import narwhals as nw, pyarrow as pa
    >>> type(backend_of(nw.from_native(pa.table({"a": [1]})))).__name__
    'Arrow'
    """
    engine = frame.implementation
    if engine.is_duckdb():
        from partwise.engines.backends.duckdb import DuckDB

        return DuckDB()
    if engine.is_spark_like():
        from partwise.engines.backends.spark import Spark

        return Spark()
    if engine.is_dask():
        from partwise.engines.backends.dask import Dask

        return Dask()
    if engine.is_ibis():
        from partwise.engines.backends.ibis import Ibis

        return Ibis()
    if engine.is_pandas_like():
        from partwise.engines.backends.pandas_like import PandasLike

        return PandasLike()
    if engine.is_pyarrow():
        from partwise.engines.backends.arrow import Arrow

        return Arrow()
    return Backend()


def column_names(frame: Frame, source: str) -> list[str]:
    """Return the names of columns; refuse equal ones, and those an engine cannot tell apart."""
    if is_text_table(frame):
        return list(frame.columns)  # checked when the files were read
    backend = backend_of(frame)
    names = backend.column_names(frame)
    check_names(source, names, ignores_case=backend.ignores_case)
    return names
