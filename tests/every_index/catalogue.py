"""What the tests of every index share: the catalogue, and tables to try it on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cache

import partwise as pw
from support.oracle import set_partitions

CATALOGUE: tuple[pw.Index, ...] = tuple(each for each in pw.indices("all") if each.builtin)
# No best value that all identical clusterings share: test statistics, and raw information.
STATISTICS = frozenset({"smi", "lerman"})
NOT_CONSTANT = STATISTICS | {"russell_rao", "fager_mcgowan", "baulieu_2", "mi", "rmi"}
ALWAYS_DEFINED = frozenset({"vi", "mi", "split_join"})  # they never divide by zero
PAIRS = tuple(each for each in CATALOGUE if each.kind == "pairs")
TABLES = tuple(each for each in CATALOGUE if each.kind == "table")

Labels = tuple[int, ...]


def name(index: pw.Index) -> str:
    return index.key


@cache
def all_tables(n: int) -> tuple[pw.Contingency, ...]:
    """One table for each distinct cross-tabulation of two partitions of n items."""
    found: dict[frozenset[tuple[Hashable, int]], tuple[Labels, Labels]] = {}
    for a, b in all_pairs(n):
        found.setdefault(frozenset(Counter(zip(a, b, strict=True)).items()), (a, b))
    return tuple(pw.contingency(a, b) for a, b in found.values())


def all_pairs(n: int) -> Iterator[tuple[Labels, Labels]]:
    partitions = list(set_partitions(n))
    return ((a, b) for a in partitions for b in partitions)


def close(found: float, expected: float, digits: float = 1e-15) -> bool:
    """Whether two values agree to a relative error of ``digits``; NaN agrees with NaN."""
    if math.isnan(expected) or math.isinf(expected):
        return found == expected or (math.isnan(found) and math.isnan(expected))
    return abs(found - expected) <= digits * abs(expected)
