"""Print the lowest versions that pyproject.toml allows, for pip: ``make test-lowest``."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

EXTRAS = ("files", "frames", "proofs", "report", "sklearn")


def lowest() -> list[str]:
    """Return the core dependencies and those of the extras, each pinned to its lowest version."""
    text = Path(__file__).parents[1].joinpath("pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *(line for extra in EXTRAS for line in extras[extra])]
    return sorted({line.replace(">=", "==") for line in needed})


if __name__ == "__main__":
    sys.stdout.write("\n".join(lowest()) + "\n")
