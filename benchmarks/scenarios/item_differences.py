"""Paired differences of two candidates that make errors of the same or of different kinds.

Where nothing differs, the share of errors of the second candidate is set so that its CC is that of
the first.
"""

from __future__ import annotations

from functools import cache, partial

import numpy as np

import partwise as pw
from partwise.comparison.uncertainty.api import difference
from scenarios import Cell, Column
from scenarios.items import Matrix, law, shares, true_values

TITLE = "Paired differences"
NAMES = ("CC", "J", "W", "BCubed", "NMI")
COLUMNS = (
    *(Column(pw.index(name).short, 93, 97.5) for name in NAMES),
    Column("false positives of CC", 0, 6),
    Column("false positives of BCubed", 0, 6),
)


def alike(errors: str, kind: str, p: Matrix) -> str:
    """Return errors of another kind with the same CC."""
    index = [pw.index("CC")]
    [wanted] = true_values(p[:, None] * law(errors, p), index).values()
    low, high = 0.0, 80.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        [cc] = true_values(p[:, None] * law(f"{middle} % {kind}", p), index).values()
        low, high = (middle, high) if cc > wanted else (low, middle)
    return f"{middle} % {kind}"


@cache
def _population(sizes: str, first: str, second: str) -> tuple[Matrix, dict[str, float]]:
    p = shares(sizes)
    laws = [law(errors, p) for errors in (first, second)]
    joint = p[:, None, None] * laws[0][:, :, None] * laws[1][:, None, :]
    one, two = (true_values(p[:, None] * each, map(pw.index, NAMES)) for each in laws)
    return joint, {key: one[key] - two[key] for key in one}


def draw(
    sizes: str, first: str, second: str, n: int, rng: np.random.Generator
) -> dict[str, bool | None]:
    """Draw items and tell which intervals hold, and which p-values are below 0.05."""
    joint, true = _population(sizes, first, second)
    counts = rng.multinomial(n, joint.ravel())
    places = np.unravel_index(np.arange(joint.size), joint.shape)
    reference, one, two = (np.repeat(place, counts) for place in places)
    indices = [pw.index(name) for name in NAMES]
    differences = difference(reference, one, two, indices)
    held: dict[str, bool | None] = {}
    for index in indices:
        d, whole = differences[index.key], true[index.key]
        held[index.short] = None if d.low is None or d.high is None else d.low <= whole <= d.high
        if index.short in ("CC", "BCubed") and abs(whole) < 1e-6:
            is_positive = None if d.p_value is None else d.p_value < 0.05
            held[f"false positives of {index.short}"] = is_positive
    return held


SAME = (
    ("3 equal", "4 % anywhere", 178),
    ("5 equal", "10 % anywhere", 60),
    ("5 equal", "20 % anywhere", 150),
    ("90/10", "3 % anywhere", 300),
    ("90/10", "10 % anywhere", 300),
    ("90/10", "15 % by size", 300),
    ("10 power law 2", "10 % anywhere", 300),
    ("8 Zipf 2", "20 % by size", 1000),
    ("10 equal", "10 % anywhere", 2000),
)
OTHER_KIND = (
    ("3 equal", "4 % merged", "split", 178),
    ("5 equal", "10 % split", "anywhere", 150),
    ("5 equal", "20 % split", "merged", 150),
    ("90/10", "10 % split", "anywhere", 300),
    ("8 Zipf 2", "6 % anywhere", "split", 300),
    ("10 power law 1.6", "10 % split", "merged", 1000),
    ("10 equal", "10 % split", "anywhere", 5000),
)
DIFFERENT = (
    ("3 equal", "2 % anywhere", "8 % anywhere", 178),
    ("5 equal", "5 % split", "15 % merged", 300),
    ("90/10", "2 % anywhere", "8 % anywhere", 300),
    ("10 geometric", "10 % by size", "20 % anywhere", 1000),
)


def cells() -> list[Cell]:
    """Return the rows of the table."""
    cases = [(sizes, errors, errors, n) for sizes, errors, n in SAME]
    cases += [(s, errors, alike(errors, kind, shares(s)), n) for s, errors, kind, n in OTHER_KIND]
    return [
        Cell(
            {"sizes": sizes, "first": first, "second": _rounded(second), "n": str(n)},
            partial(draw, sizes, first, second, n),
        )
        for sizes, first, second, n in (*cases, *DIFFERENT)
    ]


def _rounded(errors: str) -> str:
    share, kind = errors.split(" % ")
    return f"{float(share):.3g} % {kind}"
