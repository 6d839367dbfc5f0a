"""p-values against chance where there is nothing but chance."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

import partwise as pw
from partwise.chance.better_than_chance import Chance
from scenarios import Cell, Column

TITLE = "Random candidates: how often p ≤ 0.05"
INDICES = ("CC", "NMI", "F-measure")
COLUMNS = tuple(Column(name, 0, 6) for name in INDICES)

_KEYS = {"CC": "correlation", "NMI": "nmi_arithmetic", "F-measure": "f_measure"}
_LEVEL = 0.05
_SAMPLES = 99  # of the F-measure, which is no function of N11 or of mutual information alone


def equal(n: int) -> list[int]:
    """Return ten clusters of about the same size."""
    return [n // 10 + (place < n % 10) for place in range(10)]


def geometric(n: int) -> list[int]:
    """Return eight clusters, each half as large as the one before."""
    sizes = np.maximum(1, np.floor(n * 0.5 ** np.arange(1, 9))).astype(int)
    sizes[0] += n - sizes.sum()
    return [int(size) for size in sizes]


def small(n: int) -> list[int]:
    """Return clusters of three items."""
    return [3] * (n // 3) + [n % 3] * (n % 3 > 0)


def power(n: int, exponent: float) -> list[int]:
    """Return sizes from a power law, none above a quarter of the items."""
    rng, sizes = np.random.default_rng(n), list[int]()
    while sum(sizes) < n:
        sizes.append(min(int(rng.zipf(exponent)), n // 4, n - sum(sizes)))
    return sizes


SIZES: dict[str, Callable[[int], list[int]]] = {
    "equal": equal,
    "geometric": geometric,
    "threes": small,
    "power law 1.6": partial(power, exponent=1.6),
    "power law 2": partial(power, exponent=2.0),
    "power law 2.5": partial(power, exponent=2.5),
}


def draw(rows: str, columns: str, n: int, rng: np.random.Generator) -> dict[str, bool | None]:
    """Draw a random candidate, and say by which indices it seems better than chance."""
    reference, candidate = (
        np.repeat(np.arange(len(sizes)), sizes) for sizes in (SIZES[rows](n), SIZES[columns](n))
    )
    table = pw.contingency(reference, rng.permutation(candidate))
    chance = Chance(table, _SAMPLES, rng)
    p_values = {name: chance.p_value(pw.index(_KEYS[name])).value for name in INDICES}
    return {name: bool(p <= _LEVEL) for name, p in p_values.items()}


def cells() -> list[Cell]:
    """Return a cell for each two laws of sizes, and each number of items."""
    pairs = [(name, name) for name in SIZES]
    pairs += [("equal", "power law 2"), ("geometric", "threes")]
    return [
        Cell(
            labels={"reference": rows, "candidate": columns, "n": str(n)},
            draw=partial(draw, rows, columns, n),
        )
        for rows, columns in pairs
        for n in (150, 400, 1500, 5000)
    ]
