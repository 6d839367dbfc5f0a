"""Intervals of single scores, of items drawn one by one: many shapes, good and mediocre candidates.

Most cells of the table were chosen for being difficult: few items, few errors, one giant cluster.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

import partwise as pw
from partwise.catalogue.index_record import Index
from partwise.comparison.uncertainty.api import estimate
from populations import entropy_values, pair_value
from scenarios import Cell, Column

Matrix = NDArray[np.float64]

TITLE = "Single scores"
NAMES = (
    *("CC", "S&S", "AR", "CD", "R", "J", "W", "wallace_2", "Dice", "Yule", "goodman_kruskal"),
    *("NMI", "VI", "ami_geometric", "BCubed"),
)
COLUMNS = tuple(Column(pw.index(name).short, 93, 97.5) for name in NAMES)


def shares(sizes: str) -> Matrix:
    """Return shares of clusters: "5 equal", "30 geometric", "30 power law 2", "30 Zipf 2", "90/10".

    Sizes of a power law are its quantiles; Zipf's law is one of the ranks.
    """
    if sizes == "90/10":
        return np.array([0.9, 0.1])
    k, shape, *exponent = sizes.replace("power law", "power-law").split()
    ranks = np.arange(1.0, int(k) + 1)
    if shape == "equal":
        raw = np.ones(len(ranks))
    elif shape == "geometric":
        raw = 0.85**ranks
    else:
        power = float(exponent[0])
        raw = ranks ** (-power if shape == "Zipf" else -1 / (power - 1))
    return np.asarray(raw / raw.sum())


def law(errors: str, p: Matrix) -> Matrix:
    """Return the law of the candidate's cluster given the reference's: "10 % anywhere" and so on.

    A share of the items is in any cluster ("anywhere"), in one by its size ("by size"), in the
    next one ("merged"), or in the other part of their cluster ("split").
    """
    share, kind = float(errors.split()[0]) / 100, errors.split(" % ")[1]
    own = np.eye(len(p))
    if kind == "split":
        return np.hstack([(1 - share) * own, share * own])
    wrong = {
        "anywhere": np.full_like(own, 1 / len(p)),
        "by size": np.tile(p, (len(p), 1)),
        "merged": np.roll(own, 1, axis=1),
    }[kind]
    return (1 - share) * own + share * wrong


def true_values(joint: Matrix, indices: Iterable[Index]) -> dict[str, float]:
    """Return what the indices tend to as the sample grows."""
    others = entropy_values(joint)
    return {
        index.key: others[index.key] if index.key in others else pair_value(index, joint)
        for index in indices
    }


@cache
def _population(sizes: str, errors: str) -> tuple[Matrix, dict[str, float]]:
    p = shares(sizes)
    joint = p[:, None] * law(errors, p)
    return joint, true_values(joint, map(pw.index, NAMES))


def draw(sizes: str, errors: str, n: int, rng: np.random.Generator) -> dict[str, bool | None]:
    """Draw items and tell which intervals hold the value of the population."""
    joint, true = _population(sizes, errors)
    counts = rng.multinomial(n, joint.ravel()).reshape(joint.shape)
    indices = [pw.index(name) for name in NAMES]
    estimates = estimate(pw.Contingency.from_matrix(counts), indices)
    return {
        index.short: None
        if (e := estimates[index.key]).low is None or e.high is None
        else e.low <= true[index.key] <= e.high
        for index in indices
    }


CASES = (
    ("2 equal", "10 % anywhere", 150),
    ("2 equal", "20 % anywhere", 1000),
    ("90/10", "10 % anywhere", 300),
    ("90/10", "10 % by size", 300),
    ("90/10", "30 % by size", 300),
    ("90/10", "10 % anywhere", 2000),
    ("5 equal", "10 % anywhere", 60),
    ("5 equal", "20 % anywhere", 60),
    ("5 equal", "35 % anywhere", 60),
    ("5 equal", "5 % anywhere", 150),
    ("5 equal", "20 % split", 150),
    ("5 equal", "10 % merged", 150),
    ("5 equal", "10 % anywhere", 300),
    ("5 equal", "30 % anywhere", 300),
    ("5 equal", "5 % anywhere", 5000),
    ("30 equal", "10 % anywhere", 300),
    ("30 equal", "30 % by size", 2000),
    ("100 equal", "20 % anywhere", 400),
    ("100 equal", "10 % split", 1000),
    ("100 equal", "30 % anywhere", 5000),
    ("30 geometric", "5 % by size", 150),
    ("30 geometric", "20 % anywhere", 400),
    ("30 geometric", "40 % by size", 2000),
    ("30 power law 1.6", "10 % by size", 150),
    ("30 power law 1.6", "20 % anywhere", 1000),
    ("30 power law 2", "20 % by size", 400),
    ("100 power law 2", "10 % anywhere", 5000),
    ("100 power law 2.5", "20 % by size", 400),
    ("30 power law 2.5", "10 % merged", 2000),
    ("30 Zipf 2", "20 % by size", 400),
    ("30 Zipf 2", "20 % anywhere", 400),
    ("30 Zipf 2", "5 % split", 1000),
)


def cells() -> list[Cell]:
    """Return the rows of the table."""
    return [
        Cell({"sizes": sizes, "errors": errors, "n": str(n)}, partial(draw, sizes, errors, n))
        for sizes, errors, n in CASES
    ]
