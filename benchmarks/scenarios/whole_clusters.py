"""Whole reference clusters, with candidates on their items alone: ``sampling="clusters"``.

The populations are those of ``populations.clustered``: clusters of 20 items each or on average.
"""

from __future__ import annotations

from functools import cache, partial

import numpy as np

import partwise as pw
from partwise.comparison.uncertainty.api import difference, estimates_of
from populations import Codes, clustered
from scenarios import Cell, Column

TITLE = "Whole reference clusters"
NAMES = ("W", "CC", "S&S", "AR", "J", "R")
SHORT = {pw.index(name).key: pw.index(name).short for name in NAMES}
COLUMNS = tuple(
    Column(f"{short}{what}", 93, 97.5) for what in ("", ", difference") for short in SHORT.values()
)


@cache
def population(sizes: str, whole: int) -> tuple[Codes, Codes, Codes]:
    """Make the reference and two candidates of all items."""
    return clustered(whole, sizes, np.random.default_rng(0))


@cache
def true_scores(sizes: str, whole: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return the scores of both candidates on all items."""
    reference, *candidates = population(sizes, whole)
    one, two = (pw.scores(reference, candidate, list(SHORT)) for candidate in candidates)
    return ({key: float(one[key]) for key in SHORT}, {key: float(two[key]) for key in SHORT})


def draw(sizes: str, whole: int, k: int, rng: np.random.Generator) -> dict[str, bool | None]:
    """Draw k of all clusters, and tell which intervals hold the value of all items."""
    is_drawn = np.zeros(whole, bool)
    is_drawn[rng.choice(whole, k, replace=False)] = True
    columns = population(sizes, whole)
    reference, first, second = (column[is_drawn[columns[0]]] for column in columns)
    indices = [pw.index(key) for key in SHORT]
    scores = estimates_of(
        pw.contingency(reference, first), indices, sampling="clusters", clusters=whole
    )
    gaps = difference(reference, first, second, indices, sampling="clusters", clusters=whole)
    one, two = true_scores(sizes, whole)
    held: dict[str, bool | None] = {}
    for key, short in SHORT.items():
        low, high = scores[key].low, scores[key].high
        held[short] = None if low is None or high is None else low <= one[key] <= high
        low, high = gaps[key].low, gaps[key].high
        gap = one[key] - two[key]
        held[f"{short}, difference"] = None if low is None or high is None else low <= gap <= high
    return held


def cells() -> list[Cell]:
    """Return both laws of sizes, and four numbers of clusters."""
    return [
        Cell({"sizes": sizes, "clusters": f"{k} of {whole}"}, partial(draw, sizes, whole, k))
        for sizes in ("even", "uneven")
        for whole, k in ((1000, 50), (1000, 200), (1000, 400), (3000, 1500))
    ]
