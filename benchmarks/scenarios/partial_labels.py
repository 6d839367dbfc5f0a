"""Partial labels: scores of all items from items, clusters, or clusters of items drawn at random.

Populations have 2000 reference clusters with equal, geometric or power-law sizes. Candidates lose
single items, split some clusters in two and merge some with another one. Each repetition draws
labels, checks them against their own design, and estimates the scores of the whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base.errors import InputError
from partwise.catalogue import as_indices
from partwise.comparison.uncertainty.api import estimates_of
from partwise.comparison.uncertainty.cluster_designs import ClusterDesign, Design, Whole
from partwise.comparison.uncertainty.design_checks import check_clusters, check_items
from partwise.comparison.uncertainty.estimates import Difference, Estimate
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.comparison.uncertainty.labelled_items import of_finite_whole
from partwise.comparison.uncertainty.partial_truth import difference_clusters, estimate_clusters
from partwise.tables import Contingency, SizeHistogram
from partwise.tables.contingency_table import counted
from scenarios import Cell, Column

Codes = NDArray[np.int64]

TITLE = "Partial labels"
NAMES = {
    "wallace_1": "recall",
    "wallace_2": "precision",
    "dice": "F",
    "correlation": "CC",
    "sokal_sneath_1": "S&S",
    "adjusted_rand": "ARI",
    "jaccard": "Jaccard",
    "bcubed_recall": "BCubed recall",
    "bcubed_precision": "BCubed precision",
    "bcubed": "BCubed F",
    "cluster_recall": "cluster recall",
    "cluster_precision": "cluster precision",
    "cluster_f1": "cluster F",
}
GAP = "difference of CC"
REFUSED = "labels refused"
COLUMNS = (
    *(Column(name, 93, 97.5) for name in NAMES.values()),
    Column(GAP, 93, 97.5),
    Column(REFUSED, 0, 0.5),
)
SIZES = ("equal", "geometric", "power law 1.6", "power law 2", "power law 2.5")
CLUSTERS, LARGEST = 2000, 1000
ERRORS = ((0.05, 0.15, 0.1), (0.07, 0.2, 0.05))  # items lost, clusters split, clusters merged


class Population(NamedTuple):
    """Reference and candidate clusters of all items, sorted by reference cluster."""

    reference: Codes
    candidates: tuple[Codes, Codes]
    tables: tuple[Contingency, Contingency]
    starts: Codes

    def truth(self, candidate: int, items: Codes, whole: Whole) -> PartialTruth:
        """Label these items."""
        table = self.tables[candidate]
        part = counted(self.reference[items], self.candidates[candidate][items])
        sizes = table.column_sizes[np.array(part.column_labels)]
        known = table.column_sizes if whole == "all" else sizes
        return PartialTruth(part, sizes, SizeHistogram.of(known))

    def items_of(self, clusters: Codes) -> Codes:
        """Return the items of reference clusters."""
        return np.concatenate([np.arange(self.starts[c], self.starts[c + 1]) for c in clusters])


@lru_cache
def population(sizes: str) -> Population:
    """Make a population."""
    rng = np.random.default_rng(17)
    a = cluster_sizes(sizes, rng)
    reference = np.repeat(np.arange(CLUSTERS), a)
    candidates = [errors(reference, rng, *rates) for rates in ERRORS]
    first, second = (np.unique(codes, return_inverse=True)[1] for codes in candidates)
    tables = counted(reference, first), counted(reference, second)
    return Population(reference, (first, second), tables, np.r_[0, np.cumsum(a)])


def cluster_sizes(sizes: str, rng: np.random.Generator) -> Codes:
    """Draw sizes of reference clusters."""
    if sizes == "equal":
        return np.full(CLUSTERS, 5)
    if sizes == "geometric":
        return rng.geometric(0.2, CLUSTERS)
    possible = np.arange(1, LARGEST + 1)
    shares = possible ** -float(sizes.split()[-1])
    return rng.choice(possible, CLUSTERS, p=shares / shares.sum())


def errors(
    reference: Codes, rng: np.random.Generator, lost: float, split: float, merged: float
) -> Codes:
    """Cluster with errors: items alone, clusters in two halves, clusters with the next one."""
    n = len(reference)
    target = np.arange(CLUSTERS)
    chosen = rng.choice(CLUSTERS - 1, int(CLUSTERS * merged), replace=False)
    target[chosen] = chosen + 1
    is_split = rng.random(CLUSTERS) < split
    half = is_split[reference] & (rng.random(n) < 0.5)
    is_lost = rng.random(n) < lost
    return np.where(is_lost, 2 * CLUSTERS + np.arange(n), 2 * target[reference] + half)


def of_items(rng: np.random.Generator, *, sizes: str, number: int) -> dict[str, bool | None]:
    """Label random items."""
    whole = population(sizes)
    n = len(whole.reference)
    items = np.sort(rng.choice(n, number, replace=False))
    truth = whole.truth(0, items, "all")
    estimates = {
        key: of_finite_whole(e, number / n)
        for key, e in estimates_of(truth.table, as_indices(list(NAMES))).items()
    }
    return {
        **_held(estimates, sizes),
        GAP: None,
        REFUSED: _is_refused(partial(check_items, truth)),
    }


def of_clusters(
    rng: np.random.Generator, *, sizes: str, number: int, design: Design | None, part: Whole
) -> dict[str, bool | None]:
    """Label whole clusters."""
    whole = population(sizes)
    a = np.diff(whole.starts)
    if design == "random clusters":
        chosen = np.sort(rng.choice(CLUSTERS, number, replace=False))
        drawn = ClusterDesign(design, part, clusters=None if part == "all" else CLUSTERS)
    elif design == "clusters of random items":
        items = rng.integers(0, len(whole.reference), number)
        chosen, times = np.unique(whole.reference[items], return_counts=True)
        drawn = ClusterDesign(design, part, draws=times)
    else:
        probability = np.minimum(1, number * np.sqrt(a) / np.sqrt(a).sum())
        chosen = np.flatnonzero(rng.random(CLUSTERS) < probability)
        weights = dict(zip(chosen.tolist(), (1 / probability[chosen]).tolist(), strict=True))
        drawn = ClusterDesign(None, part, sampling_weights=weights)
    items = whole.items_of(chosen)
    first, second = (whole.truth(candidate, items, part) for candidate in (0, 1))
    gap = difference_clusters(first, second, as_indices(["correlation"]), drawn)
    return {
        **_held(estimate_clusters(first, as_indices(list(NAMES)), drawn), sizes),
        GAP: _holds(
            gap["correlation"], scores(sizes, 0)["correlation"] - scores(sizes, 1)["correlation"]
        ),
        REFUSED: _is_refused(partial(check_clusters, first, drawn)),
    }


@lru_cache
def scores(sizes: str, candidate: int) -> dict[str, float]:
    """Return the scores of all items."""
    table = population(sizes).tables[candidate]
    return {index.key: float(index.evaluate(table).value) for index in as_indices(list(NAMES))}


def _held(estimates: Mapping[str, Estimate], sizes: str) -> dict[str, bool | None]:
    true = scores(sizes, 0)
    return {name: _holds(estimates[key], true[key]) for key, name in NAMES.items()}


def _holds(e: Estimate | Difference, true: float) -> bool | None:
    return None if e.low is None or e.high is None else e.low <= true <= e.high


def _is_refused(check: partial[str | None]) -> bool:
    try:
        check()
    except InputError:
        return True
    return False


def cells() -> list[Cell]:
    """Return designs, sizes, numbers labelled, and what is at hand of the candidate."""
    rows = []
    for sizes in SIZES:
        for number in (400, 1500):
            draw = partial(of_items, sizes=sizes, number=number)
            rows.append(_cell("random items", sizes, number, "all", draw))
    designs: tuple[Design | None, ...] = ("random clusters", "clusters of random items", None)
    for design in designs:
        for sizes in SIZES:
            for number in (300,) if design is None else (60, 300, 1000):
                for part in ("all", "neighbourhood"):
                    draw = partial(
                        of_clusters, sizes=sizes, number=number, design=design, part=part
                    )
                    rows.append(_cell(design or "sampling weights", sizes, number, part, draw))
    return rows


def _cell(
    design: str, sizes: str, number: int, part: str, draw: partial[dict[str, bool | None]]
) -> Cell:
    labels = {"design": design, "sizes": sizes, "labelled": str(number), "candidate": part}
    return Cell(labels, draw)
