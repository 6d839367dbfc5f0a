"""Measure partwise side by side with its peers; print, and write results/ (JSON and a chart).

``make bench`` installs the peers in an environment of their own and runs this. Name groups to run
only some: ``python benchmarks/run.py threads memory``.
"""

from __future__ import annotations

import json
import platform
import sys
import warnings
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import cases
import moving_tables
import partwise as pw
import text_columns
from chart import save_chart
from measure import Row
from partwise.base.display import Table
from partwise.kernels.counting import _cores

RESULTS = Path(__file__).parent / "results"
MODULES = {"scikit-learn": "sklearn"}
PEERS = ("numpy", "scikit-learn", "pandas", "polars", "duckdb", "genieclust", "fastami", "mpmath")


def machine() -> dict[str, str]:
    """Say where this was measured, and with which versions."""
    found = {
        "processor": _processor(),
        "cores": str(_cores()),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "partwise": pw.__version__,
    }
    peers = {peer: version(peer) for peer in PEERS if find_spec(MODULES.get(peer, peer))}
    return {**found, **peers}


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def as_table(rows: list[Row], where: dict[str, str]) -> Table:
    """Return the result as a table to print."""
    lines = [
        [
            row.work,
            row.against,
            f"{row.figure:.3g} {row.unit}",
            f"{'≥' if row.at_least else '≤'} {row.bar:g}" if row.bar else "none",
            "yes" if row.passed else "NO",
            row.detail,
        ]
        for row in rows
    ]
    columns = ["work", "against", "figure", "bar", "cleared", "ours / theirs"]
    return Table(columns, lines, notes=[", ".join(f"{k} {v}" for k, v in where.items())])


def main(chosen: list[str]) -> None:
    """Run the groups that were named, or all."""
    warnings.simplefilter("ignore", FutureWarning)  # of peers about one another
    groups = [
        group
        for group in (*cases.ALL, *moving_tables.ALL, *text_columns.ALL)
        if not chosen or group.__name__ in chosen
    ]
    rows: list[Row] = []
    for group in groups:
        print(f"measuring {group.__name__} …", file=sys.stderr, flush=True)
        rows += group()
    where = machine()
    print(as_table(rows, where))
    if chosen:
        return
    RESULTS.mkdir(exist_ok=True)
    data = {"machine": where, "rows": [row.to_dict() for row in rows]}
    unfinished = RESULTS / "results.json.tmp"
    unfinished.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    unfinished.replace(RESULTS / "results.json")
    save_chart(rows, where, RESULTS)


if __name__ == "__main__":
    main(sys.argv[1:])
