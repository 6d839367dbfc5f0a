"""How things are measured: best of several rounds, in turns, in one process."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

from partwise.base.display import Table

Work = Callable[[], object]


@dataclass
class Row:
    """One line of the result: a figure, and the bar that it has to clear."""

    work: str
    against: str
    figure: float
    unit: str
    bar: float
    at_least: bool
    detail: str = ""

    def __post_init__(self) -> None:
        if not self.bar > 0:
            raise ValueError(f"{self.work}: a row without a bar promises nothing")

    @property
    def name(self) -> str:
        """What was measured, against what."""
        return f"{self.work} / {self.against}"

    @property
    def is_ratio(self) -> bool:
        """Whether two times were compared, which other machines would take in like proportion."""
        return self.unit.startswith("×")

    @property
    def passed(self) -> bool:
        """Whether the figure clears the bar."""
        return self.figure >= self.bar if self.at_least else self.figure <= self.bar

    def to_dict(self) -> dict[str, object]:
        """Return the row as plain data."""
        return {**asdict(self), "figure": float(self.figure), "passed": bool(self.passed)}


def as_table(rows: list[Row], where: str) -> Table:
    """Return the result as a table to print, with a note on where it was measured."""
    lines = [
        [
            row.work,
            row.against,
            f"{row.figure:.3g} {row.unit}",
            f"{'≥' if row.at_least else '≤'} {row.bar:g}",
            "yes" if row.passed else "NO",
            row.detail,
        ]
        for row in rows
    ]
    columns = ["work", "against", "figure", "bar", "cleared", "ours / theirs"]
    return Table(columns, lines, notes=[where])


def best_times(works: dict[str, Work], rounds: int = 5, least: float = 0.05) -> dict[str, float]:
    """Return the best time of each, measured in turns so that all see the same machine.

    Quick work is repeated for at least ``least`` seconds a round; slow work is not repeated once
    it has taken ten seconds in all.
    """
    repeats, best, spent = {}, {}, {}
    for name, work in works.items():
        start = time.perf_counter()
        work()
        best[name] = spent[name] = time.perf_counter() - start
        repeats[name] = max(1, int(least / max(best[name], 1e-7)))
    for _ in range(rounds - 1):
        for name, work in works.items():
            if spent[name] > 10:
                continue
            start = time.perf_counter()
            for _ in range(repeats[name]):
                work()
            elapsed = time.perf_counter() - start
            spent[name] += elapsed
            best[name] = min(best[name], elapsed / repeats[name])
    return best


def scaled(work: str, peer: str, works: tuple[Work, Work], part: float, bar: float) -> Row:
    """Time ours against a part of what the peer would have to do, and scale that up."""
    times = best_times(dict(zip(("ours", "theirs"), works, strict=True)), rounds=2)
    ours, theirs = times["ours"], times["theirs"] / part
    detail = f"{_times(ours, theirs)} (scaled up from {part:.2g} of it)"
    return Row(work, peer, theirs / ours, "× faster", bar, True, detail)


def faster(work: str, works: dict[str, Work], bars: dict[str, float], rounds: int = 5) -> list[Row]:
    """Time ours (the first) against each peer; the figure is peer / ours."""
    times = best_times(works, rounds)
    ours_name = next(iter(works))
    ours = times.pop(ours_name)
    return [
        Row(work, peer, taken / ours, "× faster", bars[peer], True, _times(ours, taken))
        for peer, taken in times.items()
    ]


def at_most(work: str, works: dict[str, Work], bar: float, rounds: int = 7) -> Row:
    """Time ours (the first) against one other; the figure is ours / other."""
    times = best_times(works, rounds)
    (_, ours), (name, other) = times.items()
    return Row(work, name, ours / other, "× its time", bar, False, _times(ours, other))


def _times(ours: float, other: float) -> str:
    return f"{shown(ours)} / {shown(other)}"


def shown(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def peak_memory(code: str) -> dict[str, float]:
    """Run code in a process of its own; it prints JSON with what it measured."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found
