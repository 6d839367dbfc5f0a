"""Scores of a whole candidate from whole clusters of the reference: tables of the documentation.

``python benchmarks/partial_truth.py [samples] [seed]`` draws that many samples (1000 unless told)
of clusters from populations of which all is known, and prints Markdown: how often intervals hold
the score of the whole, how far scores and estimates are from it on average, and how large the
errors of several estimators are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from coverage import LEVEL, Tally, add_all, less, named
from partwise.base.display import Table
from partwise.base.progress import tracked
from partwise.comparison.uncertainty.estimates import Estimate
from partwise.comparison.uncertainty.jackknife import value_on
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.comparison.uncertainty.partial_truth import Design, difference_whole, estimate_whole
from partwise.tables.contingency_table import Contingency, counted
from partwise.tables.pairs import PairCounts
from populations import Codes, Matrix, clustered, entities

INDICES = ("W", "wallace_2", "CC", "S&S", "AR", "J")
HEADS = ("recall", "precision", "CC", "S&S", "AR", "J")
DESIGNS: tuple[Design, ...] = ("clusters", "clusters of items")
CASES = (
    ("even", 3000, 60),
    ("even", 3000, 300),
    ("uneven", 3000, 60),
    ("uneven", 3000, 300),
    ("entities", 5000, 100),
    ("entities", 5000, 300),
    ("entities", 5000, 1000),
    ("heap", 5000, 100),
    ("heap", 5000, 300),
    ("heap", 5000, 1000),
    ("rare", 5000, 300),
    ("rare", 5000, 1000),
)


class Whole(NamedTuple):
    """All items of a population, its tables, and where the items of each cluster begin."""

    columns: tuple[Codes, Codes, Codes]
    tables: tuple[Contingency, Contingency]
    starts: Codes
    sizes: Codes

    def truth(self, candidate: int, clusters: Codes) -> PartialTruth:
        """Label these clusters."""
        table = self.tables[candidate]
        items = np.concatenate(
            [np.arange(self.starts[c], self.starts[c] + self.sizes[c]) for c in clusters]
        )
        labelled = counted(self.columns[0][items], self.columns[candidate + 1][items])
        sizes = table.column_sizes[np.array(labelled.column_labels)]
        return PartialTruth(labelled, sizes, table.n, int(table.pair_counts.same_b))


@lru_cache
def population(shape: str, k: int, seed: int) -> Whole:
    """Make a population in which reference clusters and those of candidates are 0, 1, 2, …."""
    make = clustered if shape in ("even", "uneven") else entities
    reference, *others = make(k, shape, np.random.default_rng(seed))
    first, second = (np.unique(codes, return_inverse=True)[1] for codes in others)
    tables = counted(reference, first), counted(reference, second)
    sizes = tables[0].row_sizes
    return Whole((reference, first, second), tables, np.cumsum(sizes) - sizes, sizes)


def drawn(whole: Whole, design: Design, k: int, rng: np.random.Generator) -> tuple[Codes, Any]:
    """Draw clusters, or items and their clusters; return each cluster once, and how often."""
    if design == "clusters":
        return np.sort(rng.choice(len(whole.sizes), k, replace=False)), None
    return np.unique(
        whole.columns[0][rng.integers(0, len(whole.columns[0]), k)], return_counts=True
    )


def cases(
    samples: int, seed: int
) -> Iterator[tuple[list[Any], Whole, Design, Callable[[], Iterator[tuple[Codes, Any]]]]]:
    """Yield each population and design, with what draws its samples."""
    for design in DESIGNS:
        for shape, clusters, k in CASES:
            whole = population(shape, clusters, seed)

            def draws(
                whole: Whole = whole, design: Design = design, k: int = k, shape: str = shape
            ) -> Iterator[tuple[Codes, Any]]:
                rng = np.random.default_rng([seed, k])
                for _ in tracked(range(samples), samples, f"{design}, {shape}, {k} "):
                    yield drawn(whole, design, k, rng)

            yield [design, shape, f"{k} of {clusters}"], whole, design, draws


def coverage_and_bias(samples: int, seed: int) -> tuple[Table, Table]:
    """How often intervals hold, and mean errors of the naive score and of the estimate."""
    indices = named(INDICES)
    keys = [index.key for index in indices]
    held_rows: list[list[Any]] = []
    error_rows: list[list[Any]] = []
    for names, whole, design, draws in cases(samples, seed):
        one, two = (
            {index.key: float(index.evaluate(table).value) for index in indices}
            for table in whole.tables
        )
        scores, differences = ({key: Tally() for key in keys} for _ in range(2))
        errors: list[Matrix] = []
        for clusters, times in draws():
            first, second = (whole.truth(candidate, clusters) for candidate in (0, 1))
            found = estimate_whole(first, indices, LEVEL, sampling=design, draws=times)
            add_all(scores, found, one)
            paired = difference_whole(first, second, indices, LEVEL, sampling=design, draws=times)
            add_all(differences, paired, less(one, two))
            errors.append(np.array([_errors(found[key], one[key]) for key in keys]).T)
        for what, tallies in (("score", scores), ("difference", differences)):
            held_rows.append([*names, what, *map(str, tallies.values())])
        means = np.nanmean(errors, axis=0)
        for what, mean in zip(("labelled part", "estimate"), means, strict=True):
            error_rows.append([*names, what, *(f"{each:+.3f}" for each in mean)])
    heads = ["drawn", "population", "how many"]
    return (
        Table([*heads, "interval of", *HEADS], held_rows),
        Table([*heads, "mean error of", *HEADS], error_rows),
    )


def _errors(found: Estimate, true: float) -> tuple[float, float]:
    corrected = np.nan if found.corrected is None else found.corrected
    return found.value - true, corrected - true


def of_estimators(samples: int, seed: int) -> Table:
    """Root mean squared errors of estimators that use more or less of what is known."""
    rows: list[list[Any]] = []
    indices = named(INDICES)
    for names, whole, _, draws in cases(samples, seed):
        true = np.array([float(index.evaluate(whole.tables[0]).value) for index in indices])
        errors: dict[str, list[Matrix]] = {}
        for clusters, times in draws():
            truth = whole.truth(0, clusters)
            for what, (n11, same_a) in _totals(truth, times, len(whole.sizes)).items():
                same_b, n = truth.same_b, truth.n
                rest = n * (n - 1) / 2 - same_a - same_b + n11
                counts = PairCounts(
                    *(np.array([c]) for c in (n11, same_a - n11, same_b - n11, rest))
                )
                values = [float(value_on(index, counts)[0]) for index in indices]
                errors.setdefault(what, []).append(np.array(values) - true)
        for what, found in errors.items():
            root = np.sqrt(np.nanmean(np.square(found), axis=0))
            rows.append([*names, what, *(f"{each:.4f}" for each in root)])
    return Table(["drawn", "population", "how many", "estimator", *HEADS], rows)


def _totals(
    truth: PartialTruth, times: Codes | None, clusters: int
) -> dict[str, tuple[float, float]]:
    """Estimate N11 and m_A in several ways, each written out separately."""
    rows, columns, counts = truth.table.cells
    a, cells = truth.table.row_sizes.astype(float), counts.astype(float)
    x = np.bincount(rows, cells * (cells - 1) / 2)
    g = np.bincount(rows, cells * (truth.sizes[columns] - 1) / 2)
    y = np.array([x, a * (a - 1) / 2])
    w = np.ones(len(a)) if times is None else times / a  # the weights up to a factor
    found = {"to items": truth.n * (y @ w) / (a @ w)}
    if times is None:
        found["to clusters"] = clusters / len(a) * y.sum(axis=1)
    found["to pairs"] = truth.same_b * (y @ w) / (g @ w)
    z = np.array([a / truth.n, g / truth.same_b])
    found["regression"] = (np.linalg.pinv((z * w / a) @ z.T) @ (z * w / a) @ y.T).sum(axis=0)
    return {what: (float(each[0]), float(each[1])) for what, each in found.items()}


def main() -> None:
    """Print all tables."""
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    held, errors = coverage_and_bias(samples, seed)
    for title, table in (
        ("Intervals for the whole candidate", held),
        ("Mean errors", errors),
        ("Root mean squared errors of estimators", of_estimators(samples, seed)),
    ):
        print(f"### {title}\n\n{table.to_markdown()}\n", flush=True)


if __name__ == "__main__":
    main()
