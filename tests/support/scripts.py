"""Scripts that tests run in a folder of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

__all__ = ["needs_fork", "told"]

_TESTS = Path(__file__).resolve().parents[1]
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants are tried in forks")


def told(folder: Path, script: str) -> str:
    """Run a script in a folder with a module and its tests; return what it prints."""
    found = subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(_TESTS), str(folder)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout
