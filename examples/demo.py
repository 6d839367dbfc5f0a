"""Compare the candidates in examples/digits with the true digits, and write the report.

Run with ``make demo``. Each candidate was made by another algorithm; see examples/README.md.
"""

from __future__ import annotations

import sys
from pathlib import Path

from partwise.cli import main

DIGITS = Path(__file__).parent / "digits" / "all.csv"
SHORTLIST = ("CC", "S&S", "AMI", "CD", "AR", "NMI", "VI", "R", "J", "W", "FMeasure", "BCubed")


def demo(report: Path) -> int:
    """Run ``partwise compare``, as one would type it."""
    arguments = ["compare", str(DIGITS), "--reference", "reference", "--noise", "singletons"]
    for short in SHORTLIST:
        arguments += ["--index", short]
    return main([*arguments, "--report", str(report)])


if __name__ == "__main__":
    sys.exit(demo(Path(sys.argv[1] if len(sys.argv) > 1 else "report.html")))
