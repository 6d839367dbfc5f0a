"""The DuckDB database in which files are read."""

from __future__ import annotations

import atexit
import secrets
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import narwhals as nw

from partwise.base import InputError, require, tracked
from partwise.engines.duck_errors import explained
from partwise.engines.memory import footprint, free_memory, parse_size, shown_size
from partwise.engines.scratch import scratch
from partwise.engines.sources import check_unchanged

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = require("duckdb")

Relation: TypeAlias = duckdb.DuckDBPyRelation
T = TypeVar("T")

_YET_TO_COME = 80_000_000  # libraries that are loaded later, and results
_LEAST = 64_000_000  # with less, DuckDB cannot even sort
_USED = 0.85  # of what is left: DuckDB does not count all that it takes
_QUIET_SECONDS = 1.0
_ORDER = threading.Lock()
_LIMITED = threading.Event()


def _spill() -> Path:
    return scratch() / "spill"


@cache
def database() -> duckdb.DuckDBPyConnection:
    """Return the database of this process, made when it is first needed.

    It lives in memory and spills into a private folder that is removed when the process ends,
    however it ends. Nothing is ever downloaded: no extension is installed.
    """
    settings: dict[str, str | bool | int | float | list[str]] = {
        "temp_directory": str(_spill()),
        "autoinstall_known_extensions": "false",
    }
    connection = duckdb.connect(":memory:", config=settings)
    for setting in ("enable_progress_bar = true", "enable_progress_bar_print = false"):
        connection.execute(f"SET {setting}")
    connection.execute("SET progress_bar_time = 0")
    atexit.register(connection.close)
    atexit.register(_forget_last_error)
    return connection


def _forget_last_error() -> None:
    """Let go of the error that ends the process: its frames hold relations.

    DuckDB's bindings list on standard error what is alive after the interpreter's end.
    """
    for last in ("last_exc", "last_value", "last_traceback"):
        if hasattr(sys, last):
            delattr(sys, last)


@contextmanager
def errors_explained() -> Iterator[None]:
    """Turn DuckDB's errors into ours, and first of all say if a file has changed.

    Queries can fail when they are made, too: DuckDB looks at the files to find their columns.
    """
    try:
        yield
    except duckdb.Error as error:
        check_unchanged()
        raise explained(error) from None


@errors_explained()
def limit_memory(memory: str | int, beside: int = 0) -> None:
    """Bound the memory of the process: DuckDB gets what is left of it and spills the rest to disk.

    What the process takes now without DuckDB (Python, libraries, data in memory) and 80 MB for
    what it loads later are subtracted from ``memory``, and 15 % of the rest is held back, since
    DuckDB does not count all that it takes. Labels come into memory, and cells out of DuckDB, only
    if there is room for them. The limit holds for everything that is read from files from now on.
    So many bytes ``beside`` DuckDB are left for what is computed from its results.
    """
    size = parse_size(memory)
    require("pyarrow")  # results come out through it: it is part of what we take
    held = database().sql("FROM duckdb_memory()").aggregate("sum(memory_usage_bytes)").fetchall()
    others = max(0, footprint() - int(held[0][0] or 0)) + _YET_TO_COME
    needed = f"this process takes {shown_size(others)} without any data"
    if beside:
        needed += f", random candidates take {shown_size(beside)}"
    others += beside
    allowed = int((size - others) * _USED)
    if allowed < _LEAST:
        least = shown_size(int(1.1 * (others + _LEAST / _USED)))
        raise InputError(
            f"a memory limit of {shown_size(size)} is too small: {needed} and DuckDB needs "
            f"{shown_size(_LEAST)}",
            remedy=f"allow {least} or more",
        )
    database().execute(f"SET memory_limit = {text(f'{allowed}B')}")
    _LIMITED.set()


@errors_explained()
def memory_left() -> int:
    """Return how many bytes data may take in memory: half of what DuckDB may, or what is free."""
    if not _LIMITED.is_set():
        return free_memory() // 2
    limit = database().sql("SELECT current_setting('memory_limit')").fetchall()
    return parse_size(str(limit[0][0])) // 2


@contextmanager
def in_any_order() -> Iterator[None]:
    """Let rows come in any order if memory is limited: keeping their order takes more of it."""
    if not _LIMITED.is_set():
        yield
        return
    with _ORDER:
        database().execute("SET preserve_insertion_order = false")
        try:
            yield
        finally:
            database().execute("SET preserve_insertion_order = true")


@errors_explained()
def is_ours(relation: Relation) -> bool:
    """Whether a relation belongs to the database of this process, not to one of the user's."""
    if database.cache_info().currsize == 0:
        return False
    folder = duckdb.FunctionExpression(
        "current_setting", duckdb.ConstantExpression("temp_directory")
    )
    count = duckdb.FunctionExpression("count")  # gives a row where the relation has none
    rows = relation.limit(0).aggregate([folder, count]).fetchall()
    return bool(rows[0][0] == str(_spill()))


@errors_explained()
def as_relation(frame: nw.DataFrame[Any] | nw.LazyFrame[Any]) -> Relation:
    """Return a frame as a relation of the database of this process."""
    native = frame.to_native()
    if isinstance(native, Relation) and is_ours(native):
        return native
    eager = frame.collect("pyarrow") if isinstance(frame, nw.LazyFrame) else frame
    return database().from_arrow(eager.to_arrow())


def run(work: Callable[[], T], what: str = "reading") -> T:
    """Run a query of the process's database, with a progress bar on terminals.

    It runs in a thread of its own so that Ctrl-C can interrupt it. Errors of DuckDB become ours.
    """
    with errors_explained():
        result = _run(work, what)
    check_unchanged()
    return result


def _run(work: Callable[[], T], what: str) -> T:
    if threading.current_thread() is not threading.main_thread():
        return work()
    with ThreadPoolExecutor(1, "partwise-query") as pool:
        future = pool.submit(work)
        try:
            wait([future], _QUIET_SECONDS)
            if not future.done():
                for _ in tracked(_percents(future), 100, what):
                    pass
        except BaseException:
            while not future.done():  # a query that has not begun misses an interrupt
                database().interrupt()
                wait([future], 0.05)
            raise
        return future.result()


def _percents(future: Future[T]) -> Iterator[int]:
    """Iterate over the percents of a query as they get done."""
    done = 0
    while not future.done():
        wait([future], 0.1)
        now = min(99, int(database().query_progress()))
        yield from range(done, now)
        done = max(done, now)
    yield from range(done, 100)


def name(identifier: str) -> str:
    """Quote a name of a table or column for SQL.

    Examples
    --------
    >>> print(name('6" or more'))
    "6"" or more"
    """
    return f'"{_whole(identifier).replace(chr(34), chr(34) * 2)}"'


def unique_name() -> str:
    """Return a name that nobody else has."""
    return f"partwise_{secrets.token_hex(8)}"


def text(value: str) -> str:
    """Quote a text for SQL.

    Examples
    --------
    >>> print(text("it's"))
    'it''s'
    """
    return f"'{_whole(value).replace(chr(39), chr(39) * 2)}'"


def texts(values: Iterable[str | Path]) -> str:
    """Quote a list of texts for SQL.

    Examples
    --------
    >>> print(texts(["a", "b"]))
    ['a', 'b']
    """
    return f"[{', '.join(text(str(value)) for value in values)}]"


def _whole(value: str) -> str:
    if "\0" in value:
        raise InputError(f"the name {value!r} has a null character, which SQL does not allow")
    return value
