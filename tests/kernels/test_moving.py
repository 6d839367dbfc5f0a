"""The moving table against its twin: the labels of all items, counted again after every move."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from partwise.kernels import MovingTable, MovingTables, sweep_merges

MOVES_OF_A_TABLE = 200

WHOLE = [
    "items",
    "rows",
    "columns",
    "same_clusters",
    "cell_squares",
    "row_squares",
    "column_squares",
    "row_maxima",
    "column_maxima",
]
ULP = 2.0**-52


class Twin:
    """A row and a column for every item."""

    def __init__(self) -> None:
        self.items: list[tuple[int, int]] = []

    def sums(self) -> dict[str, int | Fraction]:
        cells = Counter(self.items)
        rows = Counter(row for row, _ in self.items)
        columns = Counter(column for _, column in self.items)
        row_best: Counter[int] = Counter()
        column_best: Counter[int] = Counter()
        for (row, column), count in cells.items():
            row_best[row] = max(row_best[row], count)
            column_best[column] = max(column_best[column], count)
        same = sum(rows[r] == columns[c] == count for (r, c), count in cells.items())
        return {
            "items": len(self.items),
            "rows": len(rows),
            "columns": len(columns),
            "same_clusters": same,
            "cell_squares": sum(count**2 for count in cells.values()),
            "row_squares": sum(size**2 for size in rows.values()),
            "column_squares": sum(size**2 for size in columns.values()),
            "row_maxima": row_best.total(),
            "column_maxima": column_best.total(),
        }

    def histograms(self) -> tuple[Counter[int], Counter[int]]:
        """Return how many rows, and how many columns, have each size."""
        rows, columns = (Counter(item[side] for item in self.items) for side in (0, 1))
        return Counter(rows.values()), Counter(columns.values())

    def numbers(self) -> dict[str, float]:
        """Return what is rounded once: entropies, and quotients from fractions."""
        cells = Counter(self.items)
        rows = Counter(row for row, _ in self.items)
        columns = Counter(column for _, column in self.items)
        n = len(self.items)
        entropies = [
            math.fsum(-c / n * math.log(c / n) for c in counts.values())
            for counts in (rows, columns, cells)
        ]
        shares = {
            "squares_by_row": sum(Fraction(c * c, rows[i]) for (i, _), c in cells.items()),
            "squares_by_column": sum(Fraction(c * c, columns[j]) for (_, j), c in cells.items()),
        }
        names = ("row_entropy", "column_entropy", "joint_entropy")
        return {
            **dict(zip(names, entropies, strict=True)),
            "information": entropies[0] + entropies[1] - entropies[2],
            **{name: float(share) for name, share in shares.items()},
        }


def a_move(table: MovingTable, twin: Twin, rng: np.random.Generator) -> None:
    """Add, remove or move an item, or join two columns; in both."""
    items, kind = twin.items, rng.integers(10)
    if not items or kind < 3:
        cell = (int(rng.integers(9)), int(rng.integers(14)))
        table.change(*cell, 1)
        items.append(cell)
    elif kind < 5:
        row, column = items.pop(int(rng.integers(len(items))))
        table.change(row, column, -1)
    elif kind < 9:
        place, target = int(rng.integers(len(items))), int(rng.integers(14))
        row, column = items[place]
        table.move(row, column, target, 1)
        items[place] = (row, target)
    else:
        first, second = (items[int(i)][1] for i in rng.integers(len(items), size=2))
        kept = table.merge(first, second)
        twin.items = [(r, kept if c in (first, second) else c) for r, c in items]


@pytest.mark.parametrize("moves", [10_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_random_moves_leave_no_difference(moves: int) -> None:
    differences = 0
    for seed in range(moves // MOVES_OF_A_TABLE):
        rng = np.random.default_rng(seed)
        table, twin = MovingTable(), Twin()
        for _ in range(MOVES_OF_A_TABLE):
            a_move(table, twin, rng)
            sums = table.sums()
            differences += {name: sums[name] for name in WHOLE} != twin.sums()
            differences += table.histograms() != twin.histograms()
        for name, number in twin.numbers().items() if twin.items else ():
            assert sums[name] == pytest.approx(number, rel=1e-14, abs=1e-14), name
    assert differences == 0


def test_a_column_of_many_cells_is_found_again() -> None:
    """Columns of more than a few cells are indexed; they grow, shrink and merge."""
    rng = np.random.default_rng(3)
    table, twin = MovingTable(), Twin()
    for _ in range(3000):
        cell = (int(rng.integers(200)), int(rng.integers(3)))
        if rng.random() < 0.4 and cell in twin.items:
            table.change(*cell, -1)
            twin.items.remove(cell)
        else:
            table.change(*cell, 1)
            twin.items.append(cell)
    for pair in ((0, 1), (1, 2), (0, 2)):
        kept = table.merge(*pair)
        twin.items = [(r, kept if c in pair else c) for r, c in twin.items]
        sums = table.sums()
        assert {name: sums[name] for name in WHOLE} == twin.sums()


def test_a_million_moves_do_not_drift() -> None:
    rng = np.random.default_rng(7)
    n, rows, columns = 5000, 40, 60
    row = rng.integers(rows, size=n).astype(np.int32)
    column = rng.integers(columns, size=n).astype(np.int32)
    table = MovingTable()
    table.change_many(row, column, 1)
    items, targets = rng.integers(n, size=10**6), rng.integers(columns, size=10**6)
    steps = zip(items.tolist(), targets.tolist(), strict=True)
    for item, target in steps:
        table.move(int(row[item]), int(column[item]), target, 1)
        column[item] = target
    fresh = MovingTable()
    fresh.change_many(row, column, 1)
    moved, counted = table.sums(), fresh.sums()
    for name, number in counted.items():
        tolerance = 0 if name in WHOLE else ULP * abs(number)
        assert abs(moved[name] - number) <= tolerance, name


def components(n: int, pairs: NDArray[np.int32]) -> list[int]:
    label = list(range(n))
    for a, b in pairs.tolist():
        old, new = label[a], label[b]
        label = [new if x == old else x for x in label]
    return label


@pytest.mark.parametrize("seed", range(40))
def test_a_sweep_has_the_sums_of_every_state(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 40))
    rows = rng.integers(-1 if seed % 2 else 0, max(1, n // 3), n).astype(np.int32)
    pairs = rng.integers(n, size=(int(rng.integers(3 * n)), 2)).astype(np.int32)
    ends = np.unique(rng.integers(len(pairs) + 1, size=12)).astype(np.int64)
    left, right = (np.ascontiguousarray(side) for side in pairs.T)
    swept = sweep_merges(rows, left, right, ends, True, True)
    for state, end in enumerate(ends.tolist()):
        label = components(n, pairs[:end])
        twin = Twin()
        twin.items = [(r, c) for r, c in zip(rows.tolist(), label, strict=True) if r >= 0]
        sums = twin.sums()
        for name in ("items", "rows", "row_squares"):
            assert swept[name] == sums.pop(name)
        assert {name: swept[name][state] for name in sums} == sums
        sizes = Counter(column for _, column in twin.items)
        assert swept["largest"][state] == max(sizes.values(), default=0)
        for name, number in twin.numbers().items() if twin.items else ():
            value = swept[name] if name == "row_entropy" else swept[name][state]
            assert value == pytest.approx(number, rel=1e-14, abs=1e-14), name


def test_a_refused_change_leaves_the_table_as_it_was() -> None:
    table = MovingTable()
    table.change(0, 0, 2)
    before = table.sums()
    for refused in (
        lambda: table.change(0, 0, -3),
        lambda: table.change(1, 1, -1),
        lambda: table.change(-1, 0, 1),
        lambda: table.change(0, 0, 2**31),
        lambda: table.move(0, 0, -1, 1),
        lambda: table.move(0, 0, 1, 3),
        lambda: table.move(0, 0, 1, -1),
        lambda: table.move(0, 0, 0, 3),
        lambda: table.merge(0, 99),
    ):
        with pytest.raises(ValueError, match=r"."):
            refused()
        assert table.sums() == before


def pairs_together(labels: NDArray[np.int32], *others: NDArray[np.int32]) -> int:
    """Count the pairs that all put together, pair by pair."""
    items = zip(labels.tolist(), *(other.tolist() for other in others), strict=True)
    return sum(a == b for a, b in combinations(items, 2))


@pytest.mark.parametrize("seed", range(20))
def test_tables_that_move_together_know_the_pairs_after_each_move(seed: int) -> None:
    """Groups of blocks go everywhere; each pair is counted again for each place."""
    rng = np.random.default_rng(seed)
    blocks, inputs = int(rng.integers(1, 12)), int(rng.integers(1, 5))
    others = rng.integers(4, size=(blocks, inputs)).astype(np.int32)
    sizes = rng.integers(1, 4, blocks)
    start = rng.integers(3, size=blocks).astype(np.int32)
    tables, labels = MovingTables(others, sizes, start), start.copy()
    for _ in range(12):
        cluster = rng.choice(labels)
        inside = np.flatnonzero(labels == cluster)
        some = rng.choice(inside, int(rng.integers(1, len(inside) + 1)), replace=False)
        group = some.astype(np.int32)
        both, own = tables.pairs_after_move(group)
        assert len(own) == tables.clusters
        assert set(range(tables.clusters)) - set(labels.tolist())  # some cluster is empty
        for target in range(tables.clusters):
            labels[group] = target
            items = np.repeat(labels, sizes)
            assert own[target] == pairs_together(items)
            counted = [pairs_together(items, np.repeat(other, sizes)) for other in others.T]
            assert both.reshape(inputs, -1)[:, target].tolist() == counted
        tables.move(group, target)
        assert tables.labels.tolist() == labels.tolist()
        labels[group] = back = int(rng.integers(tables.clusters))
        tables.move(group, back)


def test_a_refused_move_of_blocks_changes_nothing() -> None:
    others, sizes, labels = np.zeros((3, 2), np.int32), np.ones(3, np.int64), np.arange(3)
    codes = labels.astype(np.int32)
    tables, one = MovingTables(others, sizes, codes), codes[:1]
    before = tables.pairs_after_move(one)
    for refused, problem in (
        (lambda: tables.move(codes, 0), "in one cluster"),
        (lambda: tables.move(one, 4), "no such cluster"),
        (lambda: tables.move(one, -1), "no such cluster"),
        (lambda: tables.move(one + 3, 0), "no such block"),
        (lambda: tables.pairs_after_move(one - 1), "no such block"),
        (lambda: tables.pairs_after_move(one[:0]), "no blocks"),
        (lambda: MovingTables(others, sizes, codes - 1), "negative"),
        (lambda: MovingTables(others - 1, sizes, codes), "negative"),
        (lambda: MovingTables(others, sizes[:2], codes), "for each block"),
        (lambda: MovingTables(others[:2], sizes, codes), "for each block"),
        (lambda: MovingTables(others[:, :0], sizes, codes), "for each block"),
    ):
        with pytest.raises(ValueError, match=problem):
            refused()
        for counts, known in zip(tables.pairs_after_move(one), before, strict=True):
            assert counts.tolist() == known.tolist()


def test_what_cannot_be_swept_is_refused() -> None:
    rows, ends = np.zeros(3, np.int32), np.array([0, 1])
    one, three = np.array([1], np.int32), np.array([3], np.int32)
    with pytest.raises(ValueError, match="items must be 0"):
        sweep_merges(rows, one, three, ends, True, True)
    with pytest.raises(ValueError, match="must not decrease"):
        sweep_merges(rows, one, one, ends[::-1].copy(), True, True)
    with pytest.raises(ValueError, match="nor exceed"):
        sweep_merges(rows, one, one, np.array([2]), True, True)
    with pytest.raises(ValueError, match="row codes"):
        sweep_merges(three, one[:0], one[:0], ends[:1], True, True)
