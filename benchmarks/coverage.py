"""How often intervals, p-values and best sets hold, in populations of which everything is known.

``python benchmarks/coverage.py [scenario …] --samples 2000 --seed 0 --workers 16`` prints one
Markdown table a scenario (a module of ``benchmarks/scenarios``; all of them unless named): the
share of what was given that held, in percent, and how often it was given where that is not always.
A share counts as missed, and is marked with ✗, when its 99.9 % binomial interval lies outside the
target; where fewer than 200 were given it is in brackets and not judged.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from types import ModuleType

import numpy as np

from partwise.base.display import Table
from partwise.base.progress import tracked
from scenarios import Cell, Column

SCENARIOS = sorted(
    path.stem
    for path in (Path(__file__).parent / "scenarios").glob("*.py")
    if path.stem != "__init__"
)
FEWEST = 200  # given intervals that a share is judged by
SURE = 0.999
AT_ONCE = 50  # repetitions that a worker does at a time


@dataclass
class Tally:
    """How often something was asked for, given, and held."""

    asked: int = 0
    given: int = 0
    held: int = 0

    def add(self, other: Tally) -> None:
        """Add the counts of other repetitions."""
        self.asked += other.asked
        self.given += other.given
        self.held += other.held

    def is_missed(self, column: Column) -> bool:
        """Tell whether the share is outside its target, beyond what the repetitions leave open."""
        if self.given < FEWEST:
            return False
        low, high = self._binomial()
        return 100 * high < column.low or 100 * low > column.high

    def _binomial(self) -> tuple[float, float]:
        """Return the interval of Clopper and Pearson for the share."""
        from scipy.stats import beta

        tail, missed = (1 - SURE) / 2, self.given - self.held
        low = beta.ppf(tail, self.held, missed + 1) if self.held else 0.0
        high = beta.ppf(1 - tail, self.held + 1, missed) if missed else 1.0
        return float(low), float(high)

    def text(self, column: Column) -> str:
        """Return the share that held, and the share that was given."""
        if not self.asked:
            return ""
        if not self.given:
            return "refused"
        share = f"{100 * self.held / self.given:.1f}"
        if self.given < FEWEST:
            share = f"[{share}]"
        given = 100 * self.given / self.asked
        often = (
            "" if given == 100 else f" ({given:.0f} % given)" if given >= 0.5 else " (rarely given)"
        )
        return f"{share}{often}{' ✗' if self.is_missed(column) else ''}"


def repeated(scenario: str, place: int, seeds: range) -> dict[str, Tally]:
    """Repeat one cell, each time with a generator of its own."""
    cell = _cells(scenario)[place]
    tallies: dict[str, Tally] = {}
    for seed in seeds:
        for name, held in cell.draw(np.random.default_rng([place, seed])).items():
            counted = Tally(1, int(held is not None), int(bool(held)))
            tallies.setdefault(name, Tally()).add(counted)
    return tallies


def simulate(scenario: str, samples: int, seed: int, workers: int) -> Table:
    """Repeat all cells of a scenario; return the table."""
    module = _module(scenario)
    cells = _cells(scenario)
    chunks = [
        (place, range(start, min(start + AT_ONCE, seed + samples)))
        for place in range(len(cells))
        for start in range(seed, seed + samples, AT_ONCE)
    ]
    tallies: list[dict[str, Tally]] = [{} for _ in cells]
    for (place, _), counted in zip(
        chunks, tracked(_done(scenario, chunks, workers), len(chunks), f"{scenario} "), strict=True
    ):
        for name, tally in counted.items():
            tallies[place].setdefault(name, Tally()).add(tally)
    names = list(dict.fromkeys(label for cell in cells for label in cell.labels))
    columns: tuple[Column, ...] = module.COLUMNS
    rows = [
        [cell.labels.get(name, "") for name in names]
        + [counted.get(column.name, Tally()).text(column) for column in columns]
        for cell, counted in zip(cells, tallies, strict=True)
    ]
    return Table([*names, *(_heading(column) for column in columns)], rows)


def _done(
    scenario: str, chunks: list[tuple[int, range]], workers: int
) -> Iterator[dict[str, Tally]]:
    repeat = partial(repeated, scenario)
    if workers == 1:
        yield from map(repeat, *zip(*chunks, strict=True))
        return
    with ProcessPoolExecutor(workers, get_context("fork")) as pool:
        yield from pool.map(repeat, *zip(*chunks, strict=True))


def _heading(column: Column) -> str:
    return f"{column.name} ({column.low:g} to {column.high:g})"


@cache
def _cells(scenario: str) -> list[Cell]:
    """Return the cells; processes that are forked later have them already."""
    return list(_module(scenario).cells())


def _module(scenario: str) -> ModuleType:
    return import_module(f"scenarios.{scenario}")


def main() -> None:
    """Print the tables of the scenarios that were named."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("scenarios", nargs="*", metavar="scenario", help=", ".join(SCENARIOS))
    parser.add_argument("--samples", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    unknown = sorted(set(options.scenarios) - set(SCENARIOS))
    if unknown:
        parser.error(f"there is no scenario {unknown[0]!r}; there are {', '.join(SCENARIOS)}")
    for scenario in options.scenarios or SCENARIOS:
        start = time.perf_counter()
        table = simulate(scenario, options.samples, options.seed, options.workers)
        print(f"### {_module(scenario).TITLE}\n\n{table.to_markdown()}\n", flush=True)
        print(f"{scenario}: {time.perf_counter() - start:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
