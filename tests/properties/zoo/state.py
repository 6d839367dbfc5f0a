"""Functions that remember, draw, or look at the clock; and plain functions of tables."""

from __future__ import annotations

import random
import time
from functools import cache
from itertools import count
from typing import Any

import numpy as np

from partwise import Contingency, PairCounts
from properties.zoo.branches import singles
from properties.zoo.species import Broken, Formula, Species, function, pairs, rand, with_memory

NO_FUNCTION = "no function"


def counter() -> Formula:
    calls = count()

    def formula(p: PairCounts) -> Any:
        return rand(p) if next(calls) % 97 else 0

    return formula


def counter_of_traces() -> Formula:
    """Return a formula that is symmetric when it is asked for the first time."""
    calls = count()

    def formula(p: PairCounts) -> Any:
        return rand(p) if next(calls) == 0 else rand(p) - p.n10 / (3 * p.total)

    return formula


def drawn() -> Formula:
    draw = random.Random(0)  # noqa: S311

    def formula(p: PairCounts) -> Any:
        return rand(p) + draw.randrange(2)

    return formula


def remembered() -> Formula:
    """Return a formula that hashes its counts; its values are Rand's."""
    return cache(rand)


def last_seen() -> Formula:
    """Return a formula that adds what it was last asked about."""
    last = [0]

    def formula(p: PairCounts) -> Any:
        before, last[0] = last[0], p.n10
        return rand(p) + before / 1000

    return formula


def counting_tables() -> Formula:
    calls = count()

    def score(table: Contingency) -> float:
        return float(rand(table.pair_counts)) + (next(calls) % 5) / 100

    return score


def drawing_tables() -> Formula:
    draw = random.Random(1)  # noqa: S311
    return lambda table: float(rand(table.pair_counts)) + draw.random()


def tired_tables() -> Formula:
    """Return a function that changes its mind after many calls."""
    calls = count()

    def score(table: Contingency) -> float:
        p = table.pair_counts
        return float(rand(p)) if next(calls) < 400 else float(rand(p)) + p.n10

    return score


def by_the_clock(table: Contingency) -> float:
    return float(rand(table.pair_counts)) + (time.perf_counter_ns() % 1000) / 1000


def plain_function(table: Contingency) -> float:
    return float(rand(table.pair_counts))


def one_sided_function(table: Contingency) -> float:
    p = table.pair_counts
    return float((p.n11 + p.n00) / (p.total + p.n10))


def late_function(table: Contingency) -> float:
    p = table.pair_counts
    return float(rand(p)) + (table.n >= 14) * float(p.n10)


def first_row(table: Contingency) -> float:
    """Return a value that depends on which cluster comes first."""
    return float(table.row_sizes[0]) / table.n


def raising(table: Contingency) -> float:
    if table.k_a == 2:
        raise ValueError("two clusters are too few")
    return float(rand(table.pair_counts))


def no_number(table: Contingency) -> Any:
    return "a score"


NOTHING = dict.fromkeys(("symmetry", "maximal_agreement", "distance"), NO_FUNCTION)

SPECIES: list[Species] = [
    pairs("drawn_by_numpy", lambda p: rand(p) + np.random.rand() / 9, "no branch, and yet no "  # noqa: NPY002
          "function", **NOTHING),
    pairs("drawn_by_a_generator", lambda p: rand(p) + np.random.default_rng().random() / 9,
          "the same", **NOTHING),
    with_memory("pairs", "counter", counter, "0 at every 97th call", **NOTHING),
    with_memory("pairs", "counter_of_traces", counter_of_traces, "Rand at the first call, then "
                "N10/(3N) less", symmetry=NO_FUNCTION, distance=NO_FUNCTION),
    with_memory("pairs", "drawn", drawn, "0 or 1 more by chance", **NOTHING),
    with_memory("pairs", "last_seen", last_seen, "adds the N10 of the call before", **NOTHING),
    with_memory("pairs", "remembered", remembered, "Rand from a cache",
                symmetry=True, maximal_agreement=True, distance=True, monotonicity=True),
    with_memory("callable", "counting_tables", counting_tables, "one hundredth more at each call",
                **NOTHING),
    with_memory("callable", "drawing_tables", drawing_tables, "some more by chance", **NOTHING),
    with_memory("callable", "tired_tables", tired_tables, "N10 more after 400 calls", **NOTHING),
    function("by_the_clock", by_the_clock, "nanoseconds", **NOTHING),
    function("plain_function", plain_function, "Rand", symmetry=True, maximal_agreement=True,
             distance=True, monotonicity=True),
    function("one_sided_function", one_sided_function, "not symmetric", symmetry=False,
             distance=False, maximal_agreement=True),
    function("late_function", late_function, "N10 more from n = 14 on",
             symmetry=Broken(singles(14), (0,) * 14)),
    function("first_row", first_row, "the size of the first cluster", **NOTHING),
    function("raising", raising, "fails for two clusters", **NOTHING),
    function("no_number", no_number, "no number at all", **NOTHING),
]  # fmt: skip
