"""Measure partwise side by side with its peers; print, and write results/.

``make bench`` installs the peers in an environment of their own and runs this. Name groups to run
only some: ``python benchmarks/run.py threads memory``. A run of all groups writes results.json, a
chart, and a line of history.jsonl; rows that have become worse since the last line are named.
"""

from __future__ import annotations

import json
import platform
import sys
import warnings
from importlib.metadata import version
from pathlib import Path

import accuracy
import cases
import history
import many
import moving_tables
import overlapping_clusters
import partwise as pw
import plain_doubles
import text_columns
from chart import save_chart
from measure import Row, as_table
from partwise.kernels.counting import _cores
from peers import PEERS

RESULTS = Path(__file__).parent / "results"
GROUPS = (
    *(*cases.ALL, *many.ALL, *accuracy.ALL, *moving_tables.ALL, *text_columns.ALL),
    *(*overlapping_clusters.ALL, *plain_doubles.ALL),
)
TOO_MANY = (cases.peers_functions, cases.scikit_learn_names, cases.text_labels)  # for a chart


def machine() -> dict[str, str]:
    """Say where this was measured, and with which versions."""
    found = {
        "processor": _processor(),
        "cores": str(_cores()),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "partwise": pw.__version__,
    }
    packages = [peer.name.split()[0] for peer in PEERS if peer.is_installed]
    return found | {package: version(package) for package in ("numpy", *packages)}


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def main(chosen: list[str]) -> None:
    """Run the groups that were named, or all."""
    warnings.simplefilter("ignore", FutureWarning)  # of peers about one another
    rows: list[Row] = []
    charted: list[Row] = []
    for group in GROUPS:
        if chosen and group.__name__ not in chosen:
            continue
        print(f"measuring {group.__name__} …", file=sys.stderr, flush=True)
        measured = list(group())
        rows += measured
        charted += [] if group in TOO_MANY else measured
    where = machine()
    print(as_table(rows, ", ".join(f"{k} {v}" for k, v in where.items())))
    kind = f"{where['processor']}, {where['cores']} cores, {platform.system()}"
    for line in history.regressions(rows, kind):
        print(f"more than {history.NOISE} × worse than in the last run: {line}")
    if chosen:
        return
    data = {"machine": where, "rows": [row.to_dict() for row in rows]}
    unfinished = RESULTS / "results.json.tmp"
    unfinished.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    unfinished.replace(RESULTS / "results.json")
    history.add(rows, kind)
    save_chart(charted, where, RESULTS)


if __name__ == "__main__":
    main(sys.argv[1:])
