"""What was measured before, so that a regression shows: a line a run in results/history.jsonl.

Only ratios are kept, which depend little on how fast a machine is, and they are compared with the
last run on a machine of the same kind.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import partwise as pw
from measure import Row

PATH = Path(__file__).parent / "results" / "history.jsonl"
NOISE = 1.5
"""The factor by which a ratio may become worse from one run to the next with the same code."""


def regressions(rows: list[Row], machine: str, path: Path = PATH) -> list[str]:
    """Name the rows that became worse, since the last run on such a machine, beyond noise."""
    before = _last(machine, path)
    if before is None:
        return []
    worse = []
    for row in rows:
        then = before.get(row.name)
        if not row.is_ratio or then is None:
            continue
        if (then / row.figure if row.at_least else row.figure / then) > NOISE:
            worse.append(f"{row.name}: {then:.3g} → {row.figure:.3g} {row.unit}")
    return worse


def add(rows: list[Row], machine: str, path: Path = PATH) -> None:
    """Add a line for this run."""
    line = {
        "version": pw.__version__,
        "date": _date_of_commit(),
        "machine": machine,
        "ratios": {row.name: float(f"{row.figure:.3g}") for row in rows if row.is_ratio},
    }
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _last(machine: str, path: Path) -> dict[str, float] | None:
    if not path.exists():
        return None
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    alike: list[dict[str, float]] = [line["ratios"] for line in lines if line["machine"] == machine]
    return alike[-1] if alike else None


def _date_of_commit() -> str:
    command = ["git", "log", "-1", "--format=%cs"]
    done = subprocess.run(command, cwd=PATH.parent, capture_output=True, text=True, check=True)
    return done.stdout.strip()
