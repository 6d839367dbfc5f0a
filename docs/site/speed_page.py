"""The page on speed, with the figures of the last whole run of the benchmark."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from partwise.base.display import Table

DOCS = Path(__file__).parents[1]
RESULTS = DOCS.parent / "benchmarks" / "results" / "results.json"
START, END = "<!-- from benchmarks/results/results.json -->\n", "<!-- /results -->"

SHOWN = (
    "numpy sums",
    "compare --report",
    "candidates ×",
    "each two of 1,000",
    "all 28 pair-counting indices",
    "AMI, n=10⁶",
    "SMI, n=10⁵",
    "p-value of ARI",
    "64-bit ids",
    "memory",
)
"""What is in the names of rows to show."""


def speed_page() -> str:
    """Return the page with the figures of the last run."""
    written = (DOCS / "speed.md").read_text(encoding="utf-8")
    head, start, rest = written.partition(START)
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    return f"{head}{start}\n{_figures(results)}\n{rest[rest.index(END) :]}"


def _figures(results: dict[str, Any]) -> str:
    rows, machine = results["rows"], results["machine"]
    missed = [row for row in rows if not row["passed"]]
    shown = [row for row in rows if row["passed"] and any(s in _name(row) for s in SHOWN)]
    reached = f"{len(rows) - len(missed)} of {len(rows)} rows reached their targets"
    where = f"{machine['cores']} cores of an {machine['processor']}"
    text = f"The last run of all groups used {where}, with Python {machine['python']}. {reached}.\n"
    text += f"Some of them (the 28 pair-counting indices are the paper's):\n\n{_table(shown)}"
    return text + (f"\nThe rows that missed their targets:\n\n{_table(missed)}" if missed else "")


def _name(row: dict[str, Any]) -> str:
    return f"{row['work']} / {row['against']}"


def _table(rows: list[dict[str, Any]]) -> str:
    lines = [
        [
            row["work"],
            row["against"],
            f"{_written(row['figure'])} {row['unit']}",
            f"{'≥' if row['at_least'] else '≤'} {_written(row['bar'])}",
            row["detail"],
        ]
        for row in rows
    ]
    columns = ["work", "compared with", "result", "target", "ours / theirs"]
    return Table(columns, lines).to_markdown() + "\n"


def _written(number: float) -> str:
    """Return a number in three digits, without an e: 3,040 or 8.51·10⁻²⁰."""
    if number >= 1000:
        return f"{float(f'{number:.3g}'):,.0f}"
    digits, _, power = f"{number:.3g}".partition("e")
    if not power:
        return digits
    exponent = str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{exponent}" if digits == "1" else f"{digits}·10{exponent}"
