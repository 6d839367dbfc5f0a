"""What the tests of every index share: the catalogue, and tables to try it on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

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
Rows = tuple[tuple[int, ...], ...]


def name(index: pw.Index) -> str:
    return index.key


@cache
def all_tables(n: int) -> tuple[pw.Contingency, ...]:
    """Every cross-tabulation of two partitions of n items, up to the order of its lines."""
    return tuple(pw.contingency(a, b) for a, b in pairs_up_to_order(n))


@cache
def pairs_up_to_order(n: int) -> tuple[tuple[Labels, Labels], ...]:
    """Two partitions for every cross-tabulation, up to the order of its rows and columns.

    No index sees that order (test_invariance.py), and no table is missing: for each set of sizes
    one reference is enough, and what is put in the same order is the same table.
    """
    references = {tuple(sorted(Counter(a).values())): a for a in set_partitions(n)}.values()
    pairs: dict[Rows, tuple[Labels, Labels]] = {}
    for a, b in product(references, set_partitions(n)):
        counts = Counter(zip(a, b, strict=True))
        rows = [tuple(counts[i, j] for j in range(max(b) + 1)) for i in range(max(a) + 1)]
        pairs.setdefault(in_order(rows), (a, b))
    return tuple(pairs.values())


def in_order(rows: Iterable[tuple[int, ...]]) -> Rows:
    """Sort rows and columns in turn; most tables that differ by their order alone become equal."""
    rows = sorted(rows, key=sorted)
    for _ in range(3):
        columns = sorted(zip(*rows, strict=True))
        rows = sorted(zip(*columns, strict=True))
    return tuple(rows)


def all_pairs(n: int) -> Iterator[tuple[Labels, Labels]]:
    partitions = list(set_partitions(n))
    return ((a, b) for a in partitions for b in partitions)


def close(found: float, expected: float, digits: float = 1e-15) -> bool:
    """Whether two values agree to a relative error of ``digits``; NaN agrees with NaN."""
    if math.isnan(expected) or math.isinf(expected):
        return found == expected or (math.isnan(found) and math.isnan(expected))
    return abs(found - expected) <= digits * abs(expected)
