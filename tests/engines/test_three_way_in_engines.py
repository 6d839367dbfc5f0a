"""Three clusterings counted in an engine, against items counted one by one."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest

import partwise as pw
from partwise.clusterings import Policies
from partwise.engines import read_clusterings, three_way_of
from partwise.tables import ThreeWayCounts, three_way


def counted_in_engine(a: list[int], b: list[int], c: list[int]) -> ThreeWayCounts:
    table = pa.table({"id": range(len(a)), "a": a, "b": b, "c": c})
    labels = pw.read(duckdb.connect().from_arrow(table))
    inputs = read_clusterings(labels["a"], {"b": labels["b"], "c": labels["c"]}, Policies())
    sides: Any = (inputs.reference, inputs.candidates["b"], inputs.candidates["c"])
    return three_way_of(sides, (inputs.table("b"), inputs.table("c")))


def random_labels(seed: int, items: int = 60) -> tuple[list[int], list[int], list[int]]:
    """Clusters of unequal sizes, so that no two roles of sizes can be mixed up unseen."""
    draw = random.Random(seed)  # noqa: S311 - no secrets
    a, b, c = ([int(k * draw.random() ** 2) for _ in range(items)] for k in (3 + seed % 3, 5, 8))
    return a, b, c


@pytest.mark.parametrize("seed", range(4))
def test_items_by_the_sizes_of_their_clusters(seed: int) -> None:
    a, b, c = random_labels(seed)
    found = counted_in_engine(a, b, c)
    n_ab, n_ac = Counter(zip(a, b, strict=True)), Counter(zip(a, c, strict=True))
    size_a, size_b, size_c = Counter(a), Counter(b), Counter(c)
    expected = Counter(
        ((n_ab[i, j], size_a[i], size_b[j]), (n_ac[i, k], size_a[i], size_c[k]))
        for i, j, k in zip(a, b, c, strict=True)
    )
    kinds = [
        list(zip(*(sizes.tolist() for sizes in table.blocks[:3]), strict=True))
        for table in found.tables
    ]
    groups: Counter[Any] = Counter()
    for count, first, second in zip(found.counts, *found.cells, strict=True):
        groups[kinds[0][first], kinds[1][second]] += int(count)
    assert groups == expected
    assert not found.same


@pytest.mark.parametrize("seed", range(4))
def test_both_tables_are_those_of_each_candidate(seed: int) -> None:
    a, b, c = random_labels(seed)
    found = counted_in_engine(a, b, c)
    for table, candidate in zip(found.tables, (b, c), strict=True):
        cells = Counter(zip(a, candidate, strict=True))
        rows, columns = Counter(a), Counter(candidate)
        alike = Counter((count, rows[i], columns[j]) for (i, j), count in cells.items())
        blocks = zip(*(np.asarray(part).tolist() for part in table.blocks), strict=True)
        assert {(cell, row, column): times for cell, row, column, times in blocks} == alike
        assert dict(table.row_histogram.counted) == Counter(rows.values())
        assert dict(table.column_histogram.counted) == Counter(columns.values())
        assert table.row_maxima == sum(max(cells[i, j] for j in columns) for i in rows)
        assert table.column_maxima == sum(max(cells[i, j] for i in rows) for j in columns)
        assert table.n == len(a)
        assert all(np.asarray(part).dtype == np.int64 for part in table.blocks)


@pytest.mark.parametrize(
    ("a", "b", "c", "same"),
    [
        ([0, 0, 1, 1], [0, 0, 0, 1], [7, 7, 7, 5], True),
        ([0, 0, 1, 1], [0, 0, 0, 1], [0, 1, 1, 1], False),
        ([0, 0, 0, 0], [0, 0, 1, 2], [0, 0, 0, 1], False),
        ([0, 1, 2, 2], [0, 0, 1, 2], [0, 1, 1, 2], False),  # of equal cells in other clusters
        ([0, 0, 0, 0], [0, 0, 1, 1], [0, 1, 0, 1], False),  # of equal sizes everywhere
    ],
)
def test_clusterings_that_are_the_same(
    a: list[int], b: list[int], c: list[int], same: bool
) -> None:
    assert counted_in_engine(a, b, c).same is same


@pytest.mark.parametrize("a", [[0, 0, 0, 0], [0, 0, 1, 1]])
def test_memory_and_engines_agree_on_which_candidates_are_the_same(a: list[int]) -> None:
    labels = ([0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 0], [0, 0, 0, 1], [0, 1, 2, 2])
    for b, c in product(labels, repeat=2):
        assert counted_in_engine(a, b, c).same is three_way(*map(np.array, (a, b, c))).same, (b, c)
