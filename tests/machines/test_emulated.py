"""What ``make machines-python`` says is missing, and the plugin that its tests run under."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from machines import run_python
from machines.run_python import missing
from support.alarms import needs_alarms

TESTS = """
import time
from hypothesis import given, settings, strategies as st

examples = []

@given(st.integers())
@settings(max_examples=50)
def test_few_examples(x):
    examples.append(x)

def test_after_it():
    assert 1 <= len(examples) <= 3

def test_without_end():
    try:
        time.sleep(60)
    except Exception:
        pass

def test_after_that():
    pass
"""


def test_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr("sys.version_info", (3, 11))
    monkeypatch.setattr(run_python, "BINFMT", tmp_path / "qemu-aarch64")
    assert [line.partition(":")[0] for line in missing()] == [
        "the rights of root, for chroot",
        "Python 3.12 or newer, for the stable ABI",
        "debootstrap",
        "aarch64-linux-gnu-g++",
        "QEMU for programs of aarch64 (binfmt_misc)",
    ]
    monkeypatch.undo()
    monkeypatch.setattr("os.geteuid", lambda: 0, raising=False)
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr("sys.version_info", (3, 12))
    monkeypatch.setattr(run_python, "BINFMT", tmp_path)
    assert missing() == []


@needs_alarms
def test_examples_are_few_and_tests_end(tmp_path: Path) -> None:
    """The test after one that was stopped has its own time."""
    (tmp_path / "test_those.py").write_text(TESTS, "utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parents[1]),
        "PARTWISE_EXAMPLES": "3",
        "PARTWISE_SECONDS": "4",
        "COLUMNS": "200",  # or pytest shortens what it says to the width of the terminal
    }
    command = [sys.executable, "-m", "pytest", "-p", "machines.emulated", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "-q", "test_those.py"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=50,
    )  # fmt: skip
    assert "1 failed, 3 passed" in done.stdout
    assert "FAILED test_those.py::test_without_end - Failed: out of time after 4 s" in done.stdout
