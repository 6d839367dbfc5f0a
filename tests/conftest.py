"""Settings and fixtures for all tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from support.browser import Browser
    from support.clocks import FakeClock
    from support.commands import Write
    from support.laboratory import Lab

settings.register_profile(
    "partwise",
    deadline=None,
    max_examples=60,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
)
settings.load_profile("partwise")

os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"  # JAX leaves memory of a GPU to the others


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """Let no deadline of an audit pass, however slow the machine is, unless the test moves time."""
    from support.clocks import FakeClock

    clock = FakeClock()
    monkeypatch.setattr("partwise.properties.deadline.monotonic", clock)
    return clock


@pytest.fixture(scope="session", autouse=True)
def interruptible() -> None:
    """Let signals be tried where a shell or ``nohup`` has started the tests deaf to them.

    Commands that tests start do not inherit handlers: signals end them, unless they say otherwise.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser; CI has to have one, others may do without."""
    from support.browser import find_browser, started, wanted

    with started(*wanted(find_browser), tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from support.report_pages import plain_report

    return plain_report(tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="session")
def numbers_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from support.report_pages import number_report

    return number_report(tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="session")
def hostile_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from support.report_pages import hostile_report

    return hostile_report(tmp_path_factory.mktemp("page"))


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(name: str, content: str | bytes | dict[str, str]) -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        if isinstance(content, dict):
            content = "item,label\n" + "".join(f"{i},{label}\n" for i, label in content.items())
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch) -> Lab:
    """Small experiments in place of those of the catalogue, and no data."""
    from support.laboratory import Lab

    monkeypatch.delenv("PARTWISE_DATA", raising=False)
    found = Lab()
    found.install(monkeypatch)
    return found
