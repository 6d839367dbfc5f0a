# ruff: noqa: T201 (a script that prints)
"""Build the wheel twice from one source distribution, in different folders: ``make reproducible``.

Prints both digests; 1 if they differ. Arguments are settings for the build, as pip takes them.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
SDIST = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
MOMENT = "1700000000"


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def built(folder: Path, settings: list[str]) -> Path:
    """Return a wheel that was built from a source distribution of its own, below this folder."""
    sdist, wheels, unpacked = folder / "sdist", folder / "wheels", folder / "unpacked"
    unpacked.mkdir(parents=True)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": MOMENT, "TMPDIR": str(unpacked)}
    subprocess.run([sys.executable, "-c", SDIST, sdist], cwd=ROOT, env=environment, check=True)
    (source,) = sdist.iterdir()
    print(digest(source), source.name, flush=True)
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    options = ["--no-cache-dir", "--no-index", *settings, "--wheel-dir", wheels, source]
    subprocess.run([*pip, *options], cwd=folder, env=environment, check=True)
    (wheel,) = wheels.iterdir()
    print(digest(wheel), wheel.name, flush=True)
    return wheel


def main() -> int:
    """Build twice and compare."""
    settings = [f"--config-settings={setting}" for setting in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder:
        digests = {digest(built(Path(folder) / name, settings)) for name in ("one", "another_one")}
    print("the same bits" if len(digests) == 1 else "the wheels differ")
    return 0 if len(digests) == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
