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


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


ENVIRONMENT = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}


def source_distribution(folder: Path) -> Path:
    """Return the source distribution, made in this folder."""
    subprocess.run([sys.executable, "-c", SDIST, folder], cwd=ROOT, env=ENVIRONMENT, check=True)
    (source,) = folder.iterdir()
    return source


def wheel_of(source: Path, folder: Path, settings: list[str]) -> Path:
    """Return the wheel of a source distribution that is unpacked and built below this folder."""
    folder.mkdir()
    environment = {**ENVIRONMENT, "TMPDIR": str(folder)}
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    options = [
        "--no-cache-dir",
        "--no-index",
        *settings,
        "--wheel-dir",
        str(folder / "wheels"),
        str(source),
    ]
    subprocess.run([*pip, *options], cwd=folder, env=environment, check=True)
    (wheel,) = (folder / "wheels").iterdir()
    print(digest(wheel), wheel.name, flush=True)
    return wheel


def main() -> int:
    """Build twice and compare."""
    settings = [f"--config-settings={setting}" for setting in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        source = source_distribution(folder / "sdist")
        names = ("one", "another_one")
        digests = {digest(wheel_of(source, folder / name, settings)) for name in names}
    print("the same bits" if len(digests) == 1 else "the wheels differ")
    return 0 if len(digests) == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
