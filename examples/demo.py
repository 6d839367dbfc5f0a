"""Score the candidates in examples/digits against the true digits.

Run with ``make demo``. Each candidate was made by another algorithm; see examples/README.md.
"""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

import partwise as pw
from partwise.display import Table
from partwise.frames import read_labels

DIGITS = Path(__file__).parent / "digits"
SHORTLIST = ("CC", "S&S", "AMI", "CD", "AR", "NMI", "VI", "R", "J", "FMeasure", "BCubed")


def main() -> None:
    """Print a table of scores, the best candidate of each index marked."""
    reference = read_labels(DIGITS / "reference.csv")
    files = sorted(set(DIGITS.glob("*.csv")) - {DIGITS / "reference.csv", DIGITS / "all.csv"})
    found = {
        path.stem: pw.scores(reference, read_labels(path, noise="singletons"), SHORTLIST)
        for path in files
    }
    rows = []
    for short in SHORTLIST:
        index = pw.index(short)
        values = {name: float(scores[index.key]) for name, scores in found.items()}
        best = max(values.values()) if index.direction == "similarity" else min(values.values())
        marked = [f"{v:.4f}{' ←' if v == best else ''}" for v in values.values()]
        better = "higher" if index.direction == "similarity" else "lower"
        rows.append([short, index.label, better, *marked])
    table = Table(
        ["", "index", "better", *found],
        rows,
        title=f"Candidates for {reference.n} digits in {reference.k} classes",
        notes=[
            "← the candidate that the index prefers; DBSCAN's noise counts as singletons",
            "next: .venv/bin/partwise show CC",
            "      .venv/bin/partwise score examples/digits/{reference,ward_10}.csv",
        ],
    )
    Console(width=None if Console().is_terminal else 140).print(table)


if __name__ == "__main__":
    main()
