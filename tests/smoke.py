"""What an installed wheel must do, with nothing but its dependencies: ``python smoke.py``."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import numpy as np

import partwise as pw


def check_values() -> None:
    """One of the six pairs of items is together on one side only: the Rand index is 5/6."""
    a, b = [0, 0, 1, 1], [0, 0, 1, 2]
    rand = float(pw.score(a, b, "rand"))
    if not np.isclose(rand, 5 / 6):
        raise SystemExit(f"the Rand index should be 5/6, not {rand}")
    rows, columns = np.array([3, 3], np.int64), np.array([2, 4], np.int64)
    drawn = pw.kernels.sample_sums(rows, columns, 100, (1, 2, 3, 4), 2, "draws")
    if len(drawn[0]) != 100:
        raise SystemExit("the sampler should have drawn 100 tables")


def check_command() -> None:
    """The command that was installed beside this Python."""
    command = shutil.which("partwise", path=sysconfig.get_path("scripts"))
    if command is None:
        raise SystemExit("there is no command partwise beside this Python")
    with tempfile.TemporaryDirectory() as folder:
        reference, candidate = Path(folder, "reference.csv"), Path(folder, "candidate.csv")
        reference.write_text("item,label\na,0\nb,0\nc,1\n")
        candidate.write_text("item,label\na,0\nb,1\nc,1\n")
        for arguments in (["--version"], ["score", str(reference), str(candidate)]):
            subprocess.run([command, *arguments], check=True)


if __name__ == "__main__":
    check_values()
    check_command()
    sys.stdout.write(f"partwise {pw.__version__} works on Python {sys.version.split()[0]}\n")
