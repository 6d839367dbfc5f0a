"""How often intervals hold the value of the population: the tables of ``docs/uncertainty.md``.

``python benchmarks/coverage.py [samples] [seed]`` draws that many samples of each population (2000
unless told), and prints Markdown. From 2000 samples a coverage of 95 % is known to within ±1 % (two
standard errors), from the 1000 samples of whole clusters to within ±1.4 %.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

import partwise as pw
from partwise.base.display import Table
from partwise.base.progress import tracked
from partwise.catalogue.index_record import Index
from partwise.comparison.uncertainty.api import difference, estimate
from partwise.comparison.uncertainty.estimates import Difference, Estimate
from populations import Codes, Population, clustered, entropy_values, pair_value, plug_in_interval

PAIRS = ("CC", "S&S", "AR", "J", "R")
OTHERS = ("NMI", "VI", "AMI", "BCubed")
BY_CLUSTERS = ("W", "CC", "S&S", "AR", "J", "R")
LEVEL = 0.95


class Tally:
    """How many intervals were given, and how many of those hold the true value."""

    def __init__(self) -> None:
        self.asked = self.given = self.held = 0

    def add(self, low: float | None, high: float | None, true: float) -> None:
        """Count one interval."""
        self.asked += 1
        if low is not None and high is not None:
            self.given += 1
            self.held += low <= true <= high

    def __str__(self) -> str:
        if not self.given:
            return "none"
        share = self.given / self.asked
        percent = f"{100 * share:.0f}" if share >= 0.005 else "under 1"
        often = "" if share == 1 else f" ({percent} % given)"
        return f"{100 * self.held / self.given:.1f}{often}"


def add_all(
    tallies: Mapping[str, Tally],
    found: Mapping[str, Estimate] | Mapping[str, Difference],
    true: Mapping[str, float],
) -> None:
    """Count the intervals of all indices."""
    for key, tally in tallies.items():
        tally.add(found[key].low, found[key].high, true[key])


def less(one: Mapping[str, float], two: Mapping[str, float]) -> dict[str, float]:
    """Subtract value by value."""
    return {key: one[key] - two[key] for key in one}


def named(names: Iterable[str]) -> list[Index]:
    """Find indices."""
    return [pw.index(name) for name in names]


def of_items(samples: int, seed: int) -> Table:
    """Coverage of pair-counting indices, for items drawn independently."""
    rows: list[list[Any]] = []
    indices = named(PAIRS)
    for shape in ("even", "uneven", "skewed"):
        for k in (20, 100, 400):
            population = Population.of(k, shape, seed)
            one, two = (
                {index.key: pair_value(index, joint) for index in indices}
                for joint in population.joints
            )
            scores, differences = ({index.key: Tally() for index in indices} for _ in range(2))
            rng = np.random.default_rng([seed, k])
            for _ in tracked(range(samples), samples, f"{shape}, {k} clusters "):
                reference, first, second = population.draw(2000, rng)
                found = estimate(pw.contingency(reference, first), indices, LEVEL)
                add_all(scores, found, one)
                paired = difference(reference, first, second, indices, LEVEL)
                add_all(differences, paired, less(one, two))
            for what, tallies in (("score", scores), ("difference", differences)):
                rows.append([shape, k, what, *map(str, tallies.values())])
    return Table(["cluster sizes", "clusters", "interval of", *PAIRS], rows)


def of_entropies(samples: int, seed: int) -> Table:
    """Coverage of entropies and BCubed: as if they held, and as they are printed."""
    rows: list[list[Any]] = []
    indices = named(OTHERS)
    for k, n in ((5, 2000), (10, 2000), (20, 2000), (20, 8000), (100, 2000), (100, 40_000)):
        population = Population.of(k, "uneven", seed)
        one, two = (entropy_values(joint) for joint in population.joints)
        naive, scores, differences = ({index.key: Tally() for index in indices} for _ in range(3))
        rng = np.random.default_rng([seed, k, n])
        for _ in tracked(range(samples), samples, f"{k} clusters, {n} items "):
            reference, first, second = population.draw(n, rng)
            table = pw.contingency(reference, first)
            for index in indices:
                naive[index.key].add(*plug_in_interval(index, table), one[index.key])
            add_all(scores, estimate(table, indices, LEVEL), one)
            paired = difference(reference, first, second, indices, LEVEL)
            add_all(differences, paired, less(one, two))
        for what, tallies in (
            ("score, naive", naive),
            ("score", scores),
            ("difference", differences),
        ):
            rows.append([k, n, what, *map(str, tallies.values())])
    return Table(["clusters", "items", "interval of", *OTHERS], rows)


def of_clusters(samples: int, seed: int) -> Table:
    """Coverage for samples of whole reference clusters."""
    rows: list[list[Any]] = []
    indices = named(BY_CLUSTERS)
    for shape in ("even", "uneven"):
        for whole, k in ((1000, 50), (1000, 200), (1000, 400), (3000, 1500)):
            columns = clustered(whole, shape, np.random.default_rng(seed))
            one, two = (
                {i.key: float(i.evaluate(pw.contingency(columns[0], c)).value) for i in indices}
                for c in columns[1:]
            )
            scores, differences = ({index.key: Tally() for index in indices} for _ in range(2))
            rng = np.random.default_rng([seed, whole, k])
            for _ in tracked(range(samples), samples, f"{shape}, {k} of {whole} clusters "):
                sample = drawn_clusters(columns, k, whole, rng)
                table = pw.contingency(*sample[:2])
                found = estimate(table, indices, LEVEL, sampling="clusters", clusters=whole)
                add_all(scores, found, one)
                paired = difference(*sample, indices, LEVEL, sampling="clusters", clusters=whole)
                add_all(differences, paired, less(one, two))
            for what, tallies in (("score", scores), ("difference", differences)):
                rows.append([shape, f"{k} of {whole}", what, *map(str, tallies.values())])
    return Table(["cluster sizes", "clusters drawn", "interval of", *BY_CLUSTERS], rows)


def drawn_clusters(
    columns: tuple[Codes, Codes, Codes], k: int, whole: int, rng: np.random.Generator
) -> tuple[Codes, Codes, Codes]:
    """Draw k whole clusters of the reference."""
    is_drawn = np.zeros(whole, bool)
    is_drawn[rng.choice(whole, k, replace=False)] = True
    picked = is_drawn[columns[0]]
    reference, first, second = (column[picked] for column in columns)
    return reference, first, second


def main() -> None:
    """Print all tables."""
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for title, simulate, draws in (
        ("Pair-counting indices, 2000 items drawn independently", of_items, samples),
        ("Entropies and BCubed, items drawn independently", of_entropies, samples),
        ("Whole reference clusters drawn", of_clusters, samples // 2),
    ):
        print(f"### {title}\n\n{simulate(draws, seed).to_markdown()}\n", flush=True)


if __name__ == "__main__":
    main()
