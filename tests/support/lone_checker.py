"""The checker in an empty folder, run by a Python that sees nothing but its standard library.

``make check-certificates`` runs this file, with any Python, and without partwise.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHECKER = Path(__file__).parents[2] / "src" / "partwise" / "properties" / "checker"


def checked_alone(*files: Path | str) -> subprocess.CompletedProcess[str]:
    """Copy the checker to an empty folder, and let it check files there."""
    with tempfile.TemporaryDirectory() as folder:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKER, Path(folder) / "checker", ignore=ignored)
        paths = [str(Path(file).resolve()) for file in files]
        return subprocess.run(
            [sys.executable, "-S", "-E", "-s", "-m", "checker", *paths],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )


def main() -> int:
    """Check the files that are named, and say how many certificates there are, and the time."""
    start = time.perf_counter()
    process = checked_alone(*sys.argv[1:])
    seconds = time.perf_counter() - start
    lines = process.stdout.splitlines()
    verified = [line for line in lines if line.startswith("verified")]
    for line in (*(line for line in lines if line not in set(verified)), process.stderr):
        sys.stdout.write(f"{line}\n" if line else "")
    sys.stdout.write(f"{len(verified)} of {len(lines)} certificates verified in {seconds:.1f} s\n")
    return process.returncode


if __name__ == "__main__":
    sys.exit(main())
