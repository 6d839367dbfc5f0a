"""The database for files: memory, tables that go again, interrupts, and what a kill leaves."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import narwhals as nw
import numpy as np
import pyarrow as pa
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.engines import duck, memory
from partwise.engines.backends.duckdb import DuckDB
from partwise.engines.loading import clusterings
from partwise.engines.memory import footprint, parse_size
from partwise.engines.readers import relation_of
from partwise.engines.reading import read
from partwise.engines.sources import find_files, watched_files
from support.label_tables import WRITERS, write_csv


@pytest.fixture(autouse=True)
def _limits() -> Iterator[None]:
    yield
    duck.database().execute("RESET memory_limit")
    duck._LIMITED.clear()


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ("2GB", 2 * 10**9),
        ("512MB", 512 * 10**6),
        ("1.5GiB", 3 * 2**29),
        (" 3 gb ", 3 * 10**9),
        ("100k", 100_000),
        ("7", 7),
        (1, 1),
        ("0.002K", 2),
        (12345, 12345),
        (".5T", 5 * 10**11),
    ],
)
def test_sizes(size: Any, expected: int) -> None:
    assert parse_size(size) == expected


@pytest.mark.parametrize(("unit", "power"), [("K", 1), ("M", 2), ("G", 3), ("T", 4)])
def test_sizes_of_every_unit(unit: str, power: int) -> None:
    """Those with an i are powers of 1024."""
    for written in (f"3{unit}", f"3 {unit}B", f"3{unit.lower()}b"):
        assert parse_size(written) == 3 * 1000**power
    assert parse_size(f"3{unit}iB") == parse_size(f"3 {unit.lower()}i") == 3 * 1024**power


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        (1, "1MB"),
        (1_499_999, "1MB"),
        (1_600_000, "2MB"),
        (999_000_000, "999MB"),
        (10**9, "1.0GB"),
        (12_340_000_000, "12.3GB"),
    ],
)
def test_sizes_as_people_write_them(size: int, shown: str) -> None:
    assert memory.shown_size(size) == shown


@pytest.mark.parametrize("size", ["", "GB", "2 XB", "-1GB", "1e9", "80%", 0, -5, 1.5, True, None])
def test_no_sizes(size: Any) -> None:
    with pytest.raises(InputError, match=r"write 2GB, 512MB, 1.5GiB or bytes"):
        parse_size(size)


def test_duckdb_gets_what_the_process_leaves(tmp_path: Path) -> None:
    path = write_csv({"item": ["a"], "label": ["1"]}, tmp_path)
    read(path, memory="8GB")
    shown = duck.database().sql("SELECT current_setting('memory_limit')").fetchall()[0][0]
    assert footprint() > 10**7
    assert parse_size(shown.replace(" ", "")) < 0.85 * (8 * 10**9 - 10**7)
    with pytest.raises(
        InputError, match=r"a memory limit of 1MB is too small: .* allow [\d.]+[MG]B or more"
    ):
        read(path, memory="1MB")


def test_the_footprint_is_what_is_in_memory_now() -> None:
    """Some address space is reserved and never used."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    assert 10**7 < footprint() <= 1.01 * most
    block = np.ones(10**7)
    more = footprint()
    del block
    assert more - footprint() > 7 * 10**7


@pytest.mark.parametrize("beside", [0, 300_000_000])
@pytest.mark.parametrize("taken", [0, 700_000_000])
def test_a_limit_that_is_advised_is_enough_and_not_much_more_than_that(
    taken: int, beside: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DuckDB gets most of what the process leaves, and needs 64 MB."""
    monkeypatch.setattr(duck, "footprint", lambda: taken)
    others = taken + 80_000_000 + beside
    with pytest.raises(InputError, match="a memory limit of 1MB is too small") as caught:
        duck.limit_memory("1MB", beside)
    message = str(caught.value)
    assert ("random candidates take 300MB" in message) == bool(beside)
    assert f"takes {memory.shown_size(taken + 80_000_000)} without any data" in message
    advised = parse_size(message.partition("allow ")[2].partition(" ")[0])
    assert others + 64_000_000 < advised < 1.2 * (others + 80_000_000)
    with pytest.raises(InputError, match="is too small"):
        duck.limit_memory(others + 64_000_000, beside)  # some of it is held back
    duck.limit_memory(advised, beside)
    for size in (advised, 3 * advised):
        duck.limit_memory(size, beside)
        assert duck._LIMITED.is_set()
        limit = duck.database().sql("SELECT current_setting('memory_limit')").fetchall()[0][0]
        assert 0.8 < parse_size(limit) / (size - others) < 0.9
        assert duck.memory_left() == parse_size(limit) // 2


def test_memory_that_duckdb_holds_is_not_taken_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duck, "footprint", lambda: 500_000_000)

    def allowed() -> int:
        duck.limit_memory("4GB")
        return parse_size(
            duck.database().sql("SELECT current_setting('memory_limit')").fetchall()[0][0]
        )

    before = allowed()
    duck.database().execute("CREATE TEMP TABLE held AS SELECT hash(i) FROM range(20000000) t(i)")
    after = allowed()
    duck.database().execute("DROP TABLE held")
    assert after > before + 100_000_000  # of the 160 MB of the table


def test_a_system_that_does_not_tell_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Windows: no /proc, no module resource, no os.sysconf."""
    monkeypatch.setattr(memory, "Path", lambda _: Path("/nowhere/at/all"))
    monkeypatch.setitem(sys.modules, "resource", None)
    monkeypatch.delattr(os, "sysconf")
    assert 10**8 < footprint() < 10**9 < memory.free_memory()


def tables(connection: duckdb.DuckDBPyConnection) -> list[Any]:
    names = connection.sql("SELECT table_name FROM duckdb_tables()").fetchall()
    return names + connection.sql("FROM duckdb_views() WHERE NOT internal").fetchall()


@pytest.mark.parametrize("whose", ["ours", "theirs"])
@pytest.mark.parametrize("memory", [None, "8GB"])
def test_what_is_kept_is_forgotten(whose: str, memory: str | None) -> None:
    connection = duck.database() if whose == "ours" else duckdb.connect()
    if memory:
        duck.limit_memory(memory)
    before = tables(connection)
    backend = DuckDB()
    frame: Any = nw.from_native(connection.sql("SELECT i, i % 3 AS j FROM range(10) t(i)"))
    assert duck.is_ours(frame.to_native()) == (whose == "ours")
    kept = backend.keep(frame.filter(nw.col("i") > 4))
    assert len(tables(connection)) == len(before) + 1
    counted = backend.collect(kept.group_by("j").agg(n=nw.len()).sort("j"))
    assert counted["n"].to_list() == [2, 1, 2]
    backend.forget(frame)  # never kept: nothing happens
    backend.forget(kept)
    backend.forget(kept)
    assert tables(connection) == before
    other = backend.keep(frame)
    derived = other.filter(nw.col("i") > 8)
    del other
    assert backend.collect(derived)["i"].to_list() == [9]
    del derived
    assert tables(connection) == before


def test_names_of_users_are_not_touched() -> None:
    connection = duckdb.connect()
    connection.execute("CREATE TABLE t AS SELECT 42 AS x")
    backend = DuckDB()
    kept = backend.keep(nw.from_native(connection.sql("SELECT x + 1 AS y FROM t")))
    assert backend.collect(kept)["y"].to_list() == [43]
    backend.forget(kept)
    assert connection.sql("FROM t").fetchall() == [(42,)]
    assert len(tables(connection)) == 1


def test_settings_of_users_are_not_touched() -> None:
    connection = duckdb.connect()
    settings = "SELECT name, value FROM duckdb_settings() ORDER BY name"
    before = connection.sql(settings).fetchall()
    duck.limit_memory("8GB")
    backend = DuckDB()
    backend.collect(backend.keep(nw.from_native(connection.sql("SELECT 1 AS x"))))
    assert connection.sql(settings).fetchall() == before


def test_order_comes_back_after_a_table_in_any_order() -> None:
    duck.limit_memory("8GB")
    DuckDB().keep(nw.from_native(duck.database().sql("SELECT 1 AS x")))
    setting = duck.database().sql("SELECT current_setting('preserve_insertion_order')")
    assert setting.fetchall() == [(True,)]


def test_streams_without_items_stay_in_order_when_memory_is_limited(tmp_path: Path) -> None:
    labels = [(i * 7919) % 1000 for i in range(500_000)]
    path = tmp_path / "labels.arrow"
    table = pa.table({"label": labels})
    with pa.ipc.new_stream(str(path), table.schema) as stream:
        stream.write_table(table, max_chunksize=1000)
    found = clusterings(read(path, memory="8GB"))["label"]
    assert found == pw.Clustering(labels)


SLOW = "SELECT count(*) FROM range(200000) a, range(200000) b WHERE hash(a.range * b.range) % 7 = 3"


def test_ctrl_c_interrupts_a_query() -> None:
    query = duck.database().sql(SLOW)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        duck.run(query.fetchall)
    assert duck.database().sql("SELECT 1").fetchall() == [(1,)]


def test_a_bar_is_shown_on_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []

    def tracked(work: Any, total: int, what: str) -> Any:
        assert (total, what) == (100, "counting")
        for step in work:
            shown.append(step)
            yield step

    monkeypatch.setattr(duck, "tracked", tracked)
    monkeypatch.setattr(duck, "_QUIET_SECONDS", 0.01)
    query = duck.database().sql(SLOW.replace("200000", "10000"))
    assert len(duck.run(query.fetchall, "counting")) == 1
    assert shown == list(range(100))


@pytest.mark.parametrize("seconds", [0.0, 0.2])
def test_no_bar_is_shown_for_quick_queries(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise AssertionError("a bar is shown")

    monkeypatch.setattr(duck, "tracked", fail)
    assert duck.run(lambda: time.sleep(seconds) or 7) == 7  # type: ignore[func-returns-value]


def test_the_last_error_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of its parts there are."""
    interpreter = SimpleNamespace(last_exc=1, last_traceback=2, other=3)
    monkeypatch.setattr(duck, "sys", interpreter)
    duck._forget_last_error()
    duck._forget_last_error()
    assert vars(interpreter) == {"other": 3}


def test_a_file_that_changes_while_duckdb_reads_it(tmp_path: Path) -> None:
    path = write_csv({"item": ["a"], "label": ["1"]}, tmp_path)
    with watched_files():
        labels = read(path)
        path.write_text("item,label\na,1\nb,2\n")
        with pytest.raises(InputError, match=r"t\.csv: the file changed while it was read"):
            clusterings(labels)
        with pytest.raises(InputError, match=r"t\.csv: the file changed while it was read"):
            duck.run(lambda: duck.database().sql("SELECT error('other')").fetchall())


def test_errors_in_threads_are_ours(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("item,label\na,1\nb\n")
    relation = relation_of(find_files(path))
    caught: list[Exception] = []

    def work() -> None:
        try:
            duck.run(relation.fetchall)
        except InputError as error:
            caught.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert "line 3: 1 field" in str(caught[0])


CHILD = """
import sys, time
import narwhals as nw
import numpy as np
from partwise.engines import duck
from partwise.engines.reading import read
from partwise.engines.backends.duckdb import DuckDB
duck.limit_memory(duck.footprint() + 250_000_000)
rows = duck.database().sql("SELECT i, hash(i) AS h FROM range(40000000) t(i)")
print(duck.scratch(), flush=True)
if sys.argv[1] == "query":
    DuckDB().keep(nw.from_native(rows).sort("h"))
elif sys.argv[1] == "exit":
    DuckDB().keep(nw.from_native(rows.limit(3000000)))
else:
    raise RuntimeError("broken")
print("done", flush=True)
time.sleep(60 if sys.argv[1] == "query" else 0)
"""


def gone(folder: Path) -> bool:
    for _ in range(200):
        if not folder.exists():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_killed_process_leaves_no_files(tmp_path: Path, by: signal.Signals) -> None:
    """In the middle of a query that has spilled."""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, "query"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    assert child.stdout is not None
    with child.stdout:
        folder = Path(child.stdout.readline().decode().strip())
        assert folder.parent == tmp_path
        deadline = time.monotonic() + 60
        while not any(file.stat().st_size for file in folder.rglob("*.tmp")):
            assert time.monotonic() < deadline
            assert child.poll() is None
            time.sleep(0.02)
        child.send_signal(by)
        child.wait()
    assert gone(folder)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("way", ["exit", "error"])
def test_a_process_that_ends_leaves_no_files(tmp_path: Path, way: str) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", CHILD, way]
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (b"done" in done.stdout) == (way == "exit")
    assert list(tmp_path.iterdir()) == []


FEW = ("--index", "CC", "--memory", "2GB")


def test_the_command_line_is_quiet_and_clean(tmp_path: Path) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    path = WRITERS["parquet"]({"id": ["a", "b", "c"], "label": [1, 1, 2]}, tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "partwise.cli", "score", path, path, *FEW],
        capture_output=True,
        env={**os.environ, "TMPDIR": str(temporary)},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert re.search(rb"correlation .* 1 ", done.stdout)
    assert list(temporary.iterdir()) == []
