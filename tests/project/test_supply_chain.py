"""What partwise depends on is listed: licences, pins with hashes."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def needed() -> set[str]:
    """Return the names of all dependencies and of those of extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    parts = [project["dependencies"], *project["optional-dependencies"].values()]
    lines = [line for part in parts for line in part]
    names = {re.split(r"[\[<>=; ]", line, maxsplit=1)[0].lower() for line in lines}
    return names - {"partwise"}


def test_every_dependency_is_listed_with_a_licence() -> None:
    page = (ROOT / "LICENSES-DEPENDENCIES.md").read_text("utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    licences = {name: licence for name, _, licence in rows}
    assert needed() <= set(licences)
    assert "not stated" not in licences.values()


def test_every_pin_of_the_lock_has_a_hash() -> None:
    first, *pins = (ROOT / "requirements" / "ci.lock").read_text("utf-8").splitlines()
    assert first.startswith("# For Python 3.11 on Linux x86_64 only")
    assert all(re.fullmatch(r"[a-z0-9-]+==\S+ --hash=sha256:[0-9a-f]{64}", pin) for pin in pins)
    run = [sys.executable, str(ROOT / "docs" / "make_supply_chain.py"), "needed"]
    wanted = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    names = {re.split(r"[<>=]", line, maxsplit=1)[0].lower() for line in wanted}
    assert names <= {pin.partition("==")[0] for pin in pins}
