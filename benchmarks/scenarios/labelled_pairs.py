"""Pairs that people judged: drawn alike, by score bands, from joined pairs, and through records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import partwise as pw
from partwise.comparison.uncertainty.judged_pairs import estimate_pairs
from partwise.comparison.uncertainty.pair_samples import JudgedPairs, PairDesign, PairSample
from scenarios import Cell, Column

TITLE = "Judged pairs"
KEYS = {
    "precision": "wallace_2",
    "recall": "wallace_1",
    "F": "dice",
    "J": "jaccard",
    "R": "rand",
    "ARI": "adjusted_rand",
    "CC": "correlation",
    "S&S": "sokal_sneath_1",
}
COLUMNS = tuple(Column(name, 93, 97.5) for name in KEYS)

ITEMS = 600
EDGES = (0.05, 0.2, 0.5, 0.8)  # of the score bands
OF_BANDS = np.array([0.5, 0.1, 0.15, 0.15, 0.1])  # of the judged pairs
Codes = NDArray[np.int64]
Draw: TypeAlias = Callable[[int, "Population", np.random.Generator], JudgedPairs]


@dataclass(frozen=True)
class Population:
    """All pairs of items: reference, candidate, and a score that tells matches from others."""

    reference: Codes
    candidate: Codes
    left: Codes
    right: Codes
    band: Codes
    values: dict[str, float]

    @property
    def joined(self) -> NDArray[np.bool_]:
        """Whether the candidate joins each pair."""
        return np.asarray(self.candidate[self.left] == self.candidate[self.right])

    def judged(
        self, drawn: Codes, probability: NDArray[np.float64] | None, design: PairDesign
    ) -> JudgedPairs:
        """Judge pairs that were drawn."""
        left, right = self.left[drawn], self.right[drawn]
        match = self.reference[left] == self.reference[right]
        return JudgedPairs(left, right, match, probability, design)


@lru_cache(maxsize=8)
def population(sizes: str) -> Population:
    """Make a population of which a tenth of the clusters is merged and an eighth of items moved."""
    rng = np.random.default_rng(0)
    reference = np.repeat(np.arange(ITEMS), _sizes(sizes, rng))[:ITEMS]
    k = int(reference.max()) + 1
    merged = np.arange(k)
    chosen = rng.choice(k - 1, k // 10, replace=False)
    merged[chosen] = chosen + 1
    candidate = merged[np.where(rng.random(ITEMS) < 0.12, rng.integers(0, k, ITEMS), reference)]
    left, right = np.triu_indices(ITEMS, 1)
    match, joined = (codes[left] == codes[right] for codes in (reference, candidate))
    logit = np.where(match, 2.0, -4.0) + 0.7 * joined + rng.normal(0, 1.3, len(left))
    scores = pw.scores(reference, candidate, list(KEYS.values()))
    values = {name: float(scores[key]) for name, key in KEYS.items()}
    band = np.digitize(1 / (1 + np.exp(-logit)), EDGES)
    return Population(reference, candidate, left, right, band, values)


def _sizes(sizes: str, rng: np.random.Generator) -> Codes:
    if sizes == "equal 20":
        drawn = np.full(ITEMS, 20)
    elif sizes == "geometric":
        drawn = rng.geometric(0.2, ITEMS)
    else:
        exponent = float(sizes.removeprefix("power law "))
        drawn = np.minimum(1 + np.floor(rng.pareto(exponent - 1, ITEMS)), ITEMS // 10)
    start = np.cumsum(drawn) - drawn
    return np.where(start < ITEMS, drawn, 0).astype(np.int64)


def alike(number: int, whole: Population, rng: np.random.Generator) -> JudgedPairs:
    """Draw pairs, all equally likely."""
    drawn = rng.choice(len(whole.left), number, replace=False)
    return whole.judged(drawn, None, "random pairs")


def _chances(number: int, whole: Population) -> tuple[Codes, NDArray[np.float64]]:
    size = np.bincount(whole.band, minlength=len(OF_BANDS))
    fixed = np.minimum(size, np.round(number * OF_BANDS)).astype(np.int64)
    return fixed, fixed / size


def by_bands(number: int, whole: Population, rng: np.random.Generator) -> JudgedPairs:
    """Draw each pair on its own, with the probability of its band."""
    chance = _chances(number, whole)[1][whole.band]
    drawn = np.flatnonzero(rng.random(len(chance)) < chance)
    return whole.judged(drawn, chance[drawn], "random pairs")


def of_bands(number: int, whole: Population, rng: np.random.Generator) -> JudgedPairs:
    """Draw a fixed number of pairs in each band."""
    fixed, chance = _chances(number, whole)
    drawn = np.concatenate(
        [
            rng.choice(np.flatnonzero(whole.band == band), size, replace=False)
            for band, size in enumerate(fixed.tolist())
        ]
    )
    return whole.judged(drawn, chance[whole.band[drawn]], "random pairs")


def of_joined(number: int, whole: Population, rng: np.random.Generator) -> JudgedPairs:
    """Draw pairs that the candidate joins."""
    drawn = rng.choice(np.flatnonzero(whole.joined), number, replace=False)
    return whole.judged(drawn, None, "random joined pairs")


def by_joined_bands(number: int, whole: Population, rng: np.random.Generator) -> JudgedPairs:
    """Draw each pair above the lowest band, or joined, with the probability of its band."""
    size = np.bincount(whole.band[whole.joined], minlength=len(OF_BANDS))
    chance = np.minimum(1, number * OF_BANDS / size)[whole.band]
    can = (whole.band > 0) | whole.joined
    drawn = np.flatnonzero(can & (rng.random(len(chance)) < chance))
    return whole.judged(drawn, chance[drawn], "random blocked pairs")


def among_records(number: int, whole: Population, rng: np.random.Generator) -> JudgedPairs:
    """Draw records, and judge all pairs of them."""
    records = np.zeros(ITEMS, bool)
    records[rng.choice(ITEMS, number, replace=False)] = True
    drawn = np.flatnonzero(records[whole.left] & records[whole.right])
    return whole.judged(drawn, None, "pairs of random records")


def of_records(number: int, whole: Population, rng: np.random.Generator) -> JudgedPairs:
    """Draw records, and judge their pairs with all others."""
    records = np.zeros(ITEMS, bool)
    records[rng.choice(ITEMS, number, replace=False)] = True
    drawn = np.flatnonzero(records[whole.left] | records[whole.right])
    judged = whole.judged(drawn, None, "pairs of random records")
    swap = ~records[judged.left]
    left, right = (
        np.where(swap, judged.right, judged.left),
        np.where(swap, judged.left, judged.right),
    )
    return JudgedPairs(left, right, judged.match, None, judged.design)


def draw(
    sizes: str, drawing: Draw, number: int, rng: np.random.Generator
) -> dict[str, bool | None]:
    """Judge pairs of a population; tell which intervals hold."""
    whole = population(sizes)
    sample = PairSample.of(drawing(number, whole, rng), whole.candidate)
    estimates = estimate_pairs(sample, [pw.index(key) for key in KEYS.values()])
    held: dict[str, bool | None] = {}
    for name, key in KEYS.items():
        e = estimates[key]
        held[name] = (
            None if e.low is None or e.high is None else e.low <= whole.values[name] <= e.high
        )
    return held


DESIGNS: dict[str, tuple[Draw, str, tuple[int, ...]]] = {
    "random pairs": (alike, "pairs", (200, 1000, 5000)),
    "score bands, independent": (by_bands, "pairs", (1000, 2000, 5000)),
    "score bands, fixed numbers": (of_bands, "pairs", (1000, 2000, 5000)),
    "joined pairs": (of_joined, "pairs", (200, 500)),
    "blocked pairs by bands": (by_joined_bands, "pairs", (500, 1000)),
    "all pairs of drawn records": (among_records, "records", (100, 250)),
    "pairs with drawn records": (of_records, "records", (60, 150)),
}


def cells() -> list[Cell]:
    """Return all populations and designs."""
    return [
        Cell(
            {"sizes": sizes, "design": design, "judged": f"{number} {what}"},
            partial(draw, sizes, drawing, number),
        )
        for design, (drawing, what, numbers) in DESIGNS.items()
        for number in numbers
        for sizes in ("equal 20", "geometric", "power law 1.6", "power law 2.3")
    ]
