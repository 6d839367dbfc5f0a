"""Compare clusterings of many rows of Parquet under a memory limit; print times and peak memory.

    python benchmarks/out_of_core.py [--rows 100000000] [--clusters 1000000] [--folder DIR]

Each run is a process of its own, whose peak memory the system tells when it has ended. The file is
made once and kept in the folder if one is named. Beside partwise stands what DuckDB takes for the
group-by alone, under the same limit: no scores, no checks.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from partwise.base.display import Table

MAKE = """
COPY (
    SELECT
        hash(i) AS item,
        (hash(i * 3 + 1) % $clusters)::BIGINT AS gold,
        CASE WHEN hash(i * 5 + 2) % 5 > 0 THEN (hash(i * 3 + 1) % $clusters)::BIGINT // 2 * 2
             ELSE (hash(i * 7 + 3) % $clusters)::BIGINT END AS found
    FROM range($rows) t(i)
) TO $path (FORMAT parquet)
"""
"""Four fifths of the items are where they belong, but for pairs of clusters that are merged."""

OURS = """
import json, sys, time
import partwise as pw
path, memory, how = sys.argv[1:]
start = time.perf_counter()
labels = pw.read(path, label_column=["gold", "found"], memory=None if memory == "-" else memory)
scores = pw.scores(labels["gold"], labels["found"])
print(json.dumps({"seconds": time.perf_counter() - start, "n": scores.table.n,
                  "cells": scores.table.n_cells, "kind": type(scores.table).__name__,
                  "correlation": scores["correlation"], "ami": scores["ami_geometric"]}))
"""

BOTH_WAYS = """
import json, sys, time
import partwise as pw
from partwise.engines.engine_tables import engine_table
from partwise.engines.fetch import fetch_columns
from partwise.engines.item_join import join
from partwise.scoring.single import scores_of_table
path, memory, how = sys.argv[1:]
labels = pw.read(path, label_column=["gold", "found"])
joined = join({"gold": labels["gold"], "found": labels["found"]})
ways = {"memory": lambda: pw.contingency(*fetch_columns(joined)),
        "DuckDB": lambda: engine_table(joined, "gold", "found", 0)}
best = dict.fromkeys(ways, float("inf"))
for _ in range(2):
    for name, count in ways.items():
        start = time.perf_counter()
        scores_of_table(count())
        best[name] = min(best[name], time.perf_counter() - start)
print(json.dumps(best))
"""

DUCKDB = """
import json, sys, time
import duckdb
path, memory, how = sys.argv[1:]
start = time.perf_counter()
with duckdb.connect(config={} if memory == "-" else {"memory_limit": memory}) as connection:
    cells = "SELECT count(*) n FROM read_parquet($path) GROUP BY gold, found"
    query = f"SELECT count(*), sum(n) FROM ({cells})"
    found = connection.execute(query, {"path": path}).fetchone()
found = {"cells": int(found[0]), "n": int(found[1])}
print(json.dumps({"seconds": time.perf_counter() - start, **found}))
"""

MEASURED = """
import resource, subprocess, sys
done = subprocess.run([sys.executable, "-c", *sys.argv[1:]], capture_output=True, text=True)
sys.stdout.write(done.stdout); sys.stderr.write(done.stderr)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)
"""


def run(code: str, path: Path, memory: str, how: str = "") -> dict[str, Any]:
    """Run code in a process of its own; return what it printed, and its peak memory in MB."""
    command = [sys.executable, "-c", MEASURED, code, str(path), memory, how]
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return {"error": done.stderr.strip().splitlines()[-1][:120]}
    *_, printed, peak = done.stdout.splitlines()
    took = time.perf_counter() - start
    return {**json.loads(printed), "peak": int(peak) / 1024, "process": took}


def make(path: Path, rows: int, clusters: int) -> None:
    """Write the file."""
    import duckdb

    parameters = {"rows": rows, "clusters": clusters, "path": str(path)}
    with duckdb.connect() as connection:
        connection.execute(MAKE, parameters)


def line(work: str, memory: str, found: dict[str, Any]) -> list[Any]:
    """Return a line of the table."""
    if "error" in found:
        return [work, memory, "", "", "", found["error"]]
    kind = {"Contingency": "cells", "Summary": "histograms"}.get(found.get("kind", ""), "")
    seconds, peak = f"{found['seconds']:.1f}", f"{found['peak']:.0f}"
    return [work, memory, seconds, peak, f"{found['cells']:,}", kind]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=10**8)
    parser.add_argument("--clusters", type=int, default=10**6)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        path = folder / f"rows-{options.rows}-{options.clusters}.parquet"
        if not path.exists():
            print(f"making {path.name} …", file=sys.stderr, flush=True)
            make(path, options.rows, options.clusters)
        lines = []
        for memory in ("-", "2GB", "1GB"):
            told = "no limit" if memory == "-" else memory
            for work, code in (("partwise, all scores", OURS), ("DuckDB, group-by", DUCKDB)):
                print(f"measuring {work}, {told} …", file=sys.stderr, flush=True)
                lines.append(line(work, told, run(code, path, memory)))
        ways = run(BOTH_WAYS, path, "-")
        told = "no limit, after the search for duplicates, best of two: counting and scoring take"
        notes = [f"{told} {ways['memory']:.1f} s in memory, {ways['DuckDB']:.1f} s in DuckDB"]
        columns = ["work", "limit", "seconds", "peak MB", "cells", "what left the engine"]
        size = f"{path.stat().st_size / 1e6:,.0f} MB of Parquet"
        title = f"{options.rows:,} rows, {options.clusters:,} clusters a side, {size}"
        print(Table(columns, lines, title, notes))


if __name__ == "__main__":
    main()
