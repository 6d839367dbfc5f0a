"""What ``pip install partwise`` adds where scikit-learn is installed: on disk, and to download.

    python benchmarks/install_size.py [wheel]

Builds a wheel if none is named, and needs the package index. Fails if it adds more than promised.
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST_ON_DISK = 30_000_000
MOST_TO_DOWNLOAD = 10_000_000
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]


def pip(*arguments: str | Path) -> str:
    """Run pip."""
    command = [*PIP, *map(str, arguments)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def build(folder: Path) -> Path:
    """Build the wheel as users get it."""
    pip("wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    (wheel,) = folder.glob("partwise-*.whl")
    return wheel


def bytes_in(folder: Path) -> int:
    """Add up the sizes of files."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def measured(wheel: Path, folder: Path) -> tuple[int, dict[str, int]]:
    """Install into an environment with scikit-learn; return bytes on disk, and of each download."""
    venv.create(folder / "env", with_pip=False)
    python = folder / "env" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    place = {"base": str(folder / "env"), "platbase": str(folder / "env")}
    site = Path(sysconfig.get_path("purelib", vars=place))
    into = ("--python", python, "install", "--quiet")
    pip(*into, "scikit-learn")
    before = bytes_in(site)
    pip(*into, "--dry-run", "--report", folder / "report.json", wheel)
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    new = [entry["metadata"] for entry in report["install"]]
    others = [f"{m['name']}=={m['version']}" for m in new if m["name"] != "partwise"]
    pip("download", "--quiet", "--no-deps", "--dest", folder / "wheels", *others)
    pip(*into, wheel)
    files = [wheel, *sorted((folder / "wheels").iterdir())]
    return bytes_in(site) - before, {file.name: file.stat().st_size for file in files}


def main(named: str | None) -> int:
    """Print what was measured; return 1 if it is too much."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        wheel = Path(named) if named else build(folder)
        on_disk, downloads = measured(wheel, folder)
    for name, size in downloads.items():
        print(f"{size / 1e6:8.2f} MB  {name}")
    total = sum(downloads.values())
    print(f"{total / 1e6:8.2f} MB to download (at most {MOST_TO_DOWNLOAD / 1e6:.0f})")
    print(f"{on_disk / 1e6:8.2f} MB on disk (at most {MOST_ON_DISK / 1e6:.0f})")
    return int(total > MOST_TO_DOWNLOAD or on_disk > MOST_ON_DISK)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
