"""Faults within the process: first on PYTHONPATH, where Python imports it before anything else."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from typing import Any


class AfterImport(MetaPathFinder):
    """Call a function on a module as soon as it is imported."""

    def __init__(self, module: str, change: Callable[[Any], None]) -> None:
        self.module, self.change = module, change

    def find_spec(self, name: str, *_: Any) -> ModuleSpec | None:
        if name != self.module:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(name)
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def executed(module: Any) -> None:
            execute(module)
            self.change(module)

        spec.loader.exec_module = executed  # type: ignore[method-assign]
        return spec


def lose_connection(at: int, error: str) -> Callable[[Any], None]:
    """Let call number ``at`` of DuckDB, and every later one, raise."""

    def change(duckdb: Any) -> None:
        calls = [0]

        def failing(call: Callable[..., Any]) -> Callable[..., Any]:
            def method(*arguments: Any, **options: Any) -> Any:
                calls[0] += 1
                if calls[0] >= at:
                    raise getattr(duckdb, error)("connection lost")
                return call(*arguments, **options)

            return method

        for kind, names in (
            (duckdb.DuckDBPyConnection, ("execute", "sql", "from_arrow")),
            (duckdb.DuckDBPyRelation, ("fetchall", "to_arrow_table", "query", "fetchnumpy")),
        ):
            for name in names:
                setattr(kind, name, failing(getattr(kind, name)))

    return change


def limit_engine(size: str) -> Callable[[Any], None]:
    """Give DuckDB little memory, and no disk instead of it."""

    def change(duckdb: Any) -> None:
        connect = duckdb.connect

        def limited(*arguments: Any, **options: Any) -> Any:
            connection = connect(*arguments, **options)
            connection.execute(f"SET memory_limit = '{size}'")
            connection.execute("SET max_temp_directory_size = '0B'")
            return connection

        duckdb.connect = limited

    return change


def be_nobody() -> None:
    """Let the user have no name and no home, as in a container with a number for a user."""
    import pwd

    def unknown(number: int) -> Any:
        raise KeyError(f"getpwuid(): uid not found: {number}")

    pwd.getpwuid = unknown


def jump(seed: int) -> None:
    """Let the clock of the day jump both ways; the other one stands still, and leaps ahead."""
    draw = random.Random(seed)  # noqa: S311 - not for secrets
    day, steady, ahead = time.time, time.monotonic, [0.0]

    def jumping() -> float:
        return day() + draw.choice((0, -1e8, 1e8, -day()))

    def leaping() -> float:
        ahead[0] += draw.choice((0, 0, 0, 0.5))
        return steady() + ahead[0]

    time.time, time.monotonic = jumping, leaping


fault, *settings = os.environ.get("PARTWISE_FAULT", "none").split()
if fault == "connection":
    sys.meta_path.insert(0, AfterImport("duckdb", lose_connection(int(settings[0]), settings[1])))
elif fault == "memory":
    sys.meta_path.insert(0, AfterImport("duckdb", limit_engine(settings[0])))
elif fault == "nobody":
    be_nobody()
elif fault == "clock":
    jump(int(settings[0]))
