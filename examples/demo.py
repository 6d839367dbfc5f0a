"""Compare six clusterings of handwritten digits with the true digits, and write the report.

Run with ``make demo``. Each candidate was made by another algorithm; see examples/README.md.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import partwise as pw
from partwise.cli import main

SHORTLIST = ("CC", "S&S", "AMI", "CD", "AR", "NMI", "VI", "R", "J", "W", "FMeasure", "BCubed")


def demo(report: Path) -> int:
    """Run ``partwise compare``, as one would type it."""
    with tempfile.TemporaryDirectory() as folder:
        table, *_ = pw.datasets.write("digits", folder)
        arguments = ["compare", str(table), "--reference", "reference", "--noise", "singletons"]
        for short in SHORTLIST:
            arguments += ["--index", short]
        return main([*arguments, "--report", str(report)])


if __name__ == "__main__":
    sys.exit(demo(Path(sys.argv[1] if len(sys.argv) > 1 else "report.html")))
