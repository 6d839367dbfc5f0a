"""Compare six clusterings of handwritten digits with the true digits, and write the report.

Run it with ``make demo``. Each candidate comes from another algorithm; see examples/README.md.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from textwrap import fill

import partwise as pw
from partwise.cli import main

SHORTLIST = ("CC", "S&S", "AMI", "CD", "AR", "NMI", "VI", "R", "J", "W", "FMeasure", "BCubed")
_ADVICE = (
    "So use ARI if each digit should be one cluster. If it does little harm to split a digit into "
    "two clusters, use AMI, which is NMI adjusted for chance."
)


def story() -> str:
    """Tell why two well-known indices prefer different clusterings."""
    digits = pw.read(pw.datasets.digits())
    candidates = {name: digits[name] for name in ("kmeans_10", "kmeans_20")}
    comparison = pw.compare(digits["reference"], candidates, ["ARI", "NMI"])
    parts = [
        "Two clusterings of 1797 handwritten digits, by k-means. Which one is better?",
        str(comparison),
        *(fill(str(finding), 100) for finding in comparison.explanation.findings),
        fill(_ADVICE, 100),
        "All six clusterings of the digits, by twelve indices:",
    ]
    return "\n\n".join(parts)


def demo(report: Path) -> int:
    """Tell the story, and run ``partwise compare`` as you would type it."""
    print(story(), end="\n\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        table, *_ = pw.datasets.write("digits", folder)
        arguments = ["compare", str(table), "--reference", "reference", "--noise", "singletons"]
        for short in SHORTLIST:
            arguments += ["--index", short]
        return main([*arguments, "--report", str(report)])


if __name__ == "__main__":
    sys.exit(demo(Path(sys.argv[1] if len(sys.argv) > 1 else "report.html")))
