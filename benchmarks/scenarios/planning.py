"""Whether a planned sample does what it was planned for, if the observed difference is true.

Each repetition draws a pilot, plans from its standard error and the true difference a sample that
distinguishes two candidates with 80 % power at 5 %, draws that sample, and tests. Another sample is
planned for an interval of some width, and drawn, to see how wide its interval is.
"""

from __future__ import annotations

from functools import partial

import numpy as np

import partwise as pw
from partwise.catalogue import Index
from partwise.comparison import Difference, Estimate
from partwise.comparison.uncertainty.api import difference, difference_of, estimates_of
from partwise.comparison.uncertainty.planning import (
    Spread,
    jackknife_error,
    too_few_to_plan,
    variance_of_paired_pairs,
    variance_of_pairs,
)
from partwise.tables import three_way
from populations import LAWS, Codes, Population, entropy_values, pair_value, shares
from scenarios import Cell, Column

TITLE = "How many labels do I need?"
COLUMNS = (Column("power 80 %", 75, 86), Column("width within 20 %", 90, 100))

LEVEL, POWER = 0.95, 0.8
NEAR, FAR = 0.04, 0.13  # differences that some hundred to some thousand items show
LARGE, WIDTH_AT = 20_000, 1500
CLUSTERS = 250
WRONG, HARD = (0.2, 0.215), (0.5, 1.5)


def cells() -> list[Cell]:
    """Make a row for each law of sizes, number of clusters and pilot; some for other indices."""
    pilots = ((10, 150), (60, 150), (60, 600), (300, 150), (300, 600), (3000, 1500))
    chosen = [("CC", k, n) for k, n in pilots]
    chosen += [("AR", 20, 600), ("BCubed", 10, 150), ("NMI", 5, 600)]
    rows = [_of_items(law, *one) for law in LAWS for one in chosen]
    rows += [_of_clusters(law) for law in ("equal", "geometric")]
    return [row for row in rows if row is not None]


def _of_items(law: str, name: str, k: int, n: int) -> Cell | None:
    index = pw.index(name)
    for seed in range(20):
        population = Population.of(k, law, seed)
        effect = _true_difference(index, population)
        if NEAR < abs(effect) < FAR:
            break
    else:
        return None
    large = population.draw(LARGE, np.random.default_rng(seed))
    known = estimates_of(pw.contingency(*large[:2]), [index], LEVEL)[index.key]
    if known.standard_error is None:
        return None
    width = Spread.of(LARGE, known.standard_error, LEVEL).width(WIDTH_AT)
    labels = {"index": index.short, "sizes": law, "clusters": str(k), "pilot": f"{n} items"}
    return Cell(labels, partial(draw_items, population, name, n, effect, width))


def _true_difference(index: Index, population: Population) -> float:
    one, two = (
        pair_value(index, joint) if index.kind == "pairs" else entropy_values(joint)[index.key]
        for joint in population.joints
    )
    return one - two


def draw_items(
    population: Population, name: str, n: int, effect: float, width: float, rng: np.random.Generator
) -> dict[str, bool | None]:
    """Draw a pilot of items, and the samples that it is enough to plan."""
    index = pw.index(name)
    counts = three_way(*population.draw(n, rng))
    held: dict[str, bool | None] = dict.fromkeys(column.name for column in COLUMNS)
    now = difference_of(counts, [index], LEVEL)[index.key]
    spread = None
    if not too_few_to_plan(index, counts.tables):
        spread = _spread(n, now, variance_of_paired_pairs(index, counts))
    size = spread and spread.size_for_power(POWER, effect)
    if size and size > n:
        later = difference(*population.draw(size, rng), [index], LEVEL)[index.key]
        held[COLUMNS[0].name] = _is_significant(later)
    one = estimates_of(counts.tables[0], [index], LEVEL)[index.key]
    spread = None
    if not too_few_to_plan(index, counts.tables[:1]):
        pairs = variance_of_pairs(index, counts.tables[0])
        spread = _spread(n, one, pairs, jackknife_error(index, counts.tables[0]))
    size = spread and spread.size_for_width(width)
    if size and size > n:
        table = pw.contingency(*population.draw(size, rng)[:2])
        final = estimates_of(table, [index], LEVEL)[index.key]
        if final.low is not None and final.high is not None:
            held[COLUMNS[1].name] = abs((final.high - final.low) / width - 1) < 0.2
    return held


def _spread(
    n: int, now: Difference | Estimate, pairs: float = 0.0, jackknife: float | None = None
) -> Spread | None:
    if now.low is None or now.high is None or now.standard_error is None:
        return None
    reach = (now.high - now.low) / (2 * now.standard_error)
    return Spread.of(n, now.standard_error, LEVEL, reach=reach, jackknife=jackknife, pairs=pairs)


def _is_significant(d: Difference) -> bool | None:
    return None if d.p_value is None else d.p_value < 1 - LEVEL


def _of_clusters(law: str) -> Cell:
    sizes = 1 + np.round(shares(400, law, np.random.default_rng(0)) * 400 * 5).astype(np.int64)
    labels = {"index": "W", "sizes": law, "clusters": "drawn", "pilot": f"{CLUSTERS} clusters"}
    return Cell(labels, partial(draw_clusters, sizes))


def draw_clusters(sizes: Codes, rng: np.random.Generator) -> dict[str, bool | None]:
    """Draw a pilot of whole clusters, and as many as it plans.

    Items split off a cluster, more often in hard ones; pairs that stay together are right.
    """
    index = pw.index("W")
    rates = (np.mean([(1 - wrong * hard) ** 2 for hard in HARD]) for wrong in WRONG)
    effect = float(next(rates) - next(rates))
    pilot = _whole_clusters(sizes, CLUSTERS, rng)
    now = difference(*pilot, [index], LEVEL, sampling="clusters")[index.key]
    spread = _spread(CLUSTERS, now)
    size = spread and spread.size_for_power(POWER, effect)
    if not size or size <= CLUSTERS:
        return {}
    sample = _whole_clusters(sizes, size, rng)
    later = difference(*sample, [index], LEVEL, sampling="clusters")[index.key]
    return {COLUMNS[0].name: _is_significant(later)}


def _whole_clusters(sizes: Codes, k: int, rng: np.random.Generator) -> tuple[Codes, Codes, Codes]:
    reference = np.repeat(np.arange(k), rng.choice(sizes, k))
    hard = rng.choice(HARD, k)[reference]
    alone = k + np.arange(len(reference))
    first, second = (
        np.where(rng.random(len(reference)) < wrong * hard, alone, reference) for wrong in WRONG
    )
    return reference, first, second
