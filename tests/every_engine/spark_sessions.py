"""Spark for tests: a classic session in this process, and a Connect server in one of its own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

__all__ = ["classic_session", "connect_session", "java_wanted"]

_START_SECONDS = 120
_SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",  # to compile costs more than such small frames
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.autoBroadcastJoinThreshold": "-1",
    "spark.default.parallelism": "1",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",
    "spark.driver.memory": "1g",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.log.level": "ERROR",
    "spark.ui.showConsoleProgress": "false",
}


def java_wanted() -> None:
    """Skip without Java; in CI that is a failure."""
    home = os.environ.get("JAVA_HOME")
    if shutil.which("java") or (home and Path(home, "bin", "java").exists()):
        return
    reason = "Spark needs Java 17 (Debian: openjdk-17-jre-headless), and there is no java"
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@contextmanager
def classic_session() -> Iterator[Any]:
    """Start Spark in this process."""
    from pyspark.sql import SparkSession

    with tempfile.TemporaryDirectory() as folder, _quiet():
        builder = SparkSession.builder.master("local[1]").appName("partwise")
        for key, value in {**_SETTINGS, **_folders(folder)}.items():
            builder = builder.config(key, value)
        session = builder.getOrCreate()
        try:
            yield session
        finally:
            session.stop()


@contextmanager
def connect_session() -> Iterator[Any]:
    """Start a server, and connect to it.

    The builder of Connect's own session is used: that of pyspark.sql refuses to connect where a
    classic session runs.
    """
    with tempfile.TemporaryDirectory() as folder, _quiet():
        from pyspark.sql.connect.session import SparkSession

        port = _free_port()
        log = Path(folder, "server.log")
        server = _started_server(port, folder, log)
        try:
            _wait_for(server, port, log)
            session = SparkSession.builder.remote(f"sc://127.0.0.1:{port}").getOrCreate()
            try:
                yield session
            finally:
                session.stop()
        finally:
            server.terminate()
            server.wait(_START_SECONDS)


def _started_server(port: int, folder: str, log: Path) -> subprocess.Popen[bytes]:
    import pyspark

    home = Path(pyspark.__file__).parent
    settings = {
        **_SETTINGS,
        **_folders(folder),
        "spark.connect.grpc.binding.port": str(port),
        "spark.connect.grpc.binding.address": "127.0.0.1",
    }
    options = [word for pair in settings.items() for word in ("--conf", "=".join(pair))]
    service = "org.apache.spark.sql.connect.service.SparkConnectServer"
    submit = [str(home / "bin" / "spark-submit"), "--master", "local[1]", *options]
    with log.open("wb") as output:
        return subprocess.Popen(
            [*submit, "--class", service, "spark-internal"],
            env={**os.environ, "SPARK_HOME": str(home)},
            cwd=folder,
            stdout=output,
            stderr=output,
        )


def _folders(folder: str) -> dict[str, str]:
    return {"spark.local.dir": folder, "spark.sql.warehouse.dir": str(Path(folder, "warehouse"))}


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait_for(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    tail = log.read_text(errors="replace")[-2000:]
    pytest.fail(f"the Spark Connect server did not start:\n{tail}", pytrace=False)


@contextmanager
def _quiet() -> Iterator[None]:
    """Let Spark's own warnings while it starts and stops pass."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
