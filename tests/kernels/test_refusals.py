"""What kernels take at the very edge, what they refuse beyond it, and products that cancel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from partwise import kernels
from partwise.kernels import MovingTable, MovingTables, Program, _kernels, sweep_merges

ONE, TWO = np.ones(1), np.ones(2)
KEY = [1, 2, 3, 4]


def codes(*numbers: int) -> Any:
    return np.array(numbers, np.int32)


def assigned(rows: Any, columns: Any, gains: Any, size: int = 2) -> Any:
    return kernels.best_assignment(rows, columns, np.array(gains), size, size, lambda _: None)


def sampled(
    rows: Any, columns: Any, samples: int = 1, threads: int = 1, method: str = "draws"
) -> Any:
    one, other = (np.array(side, np.int64) for side in (rows, columns))
    return _kernels.sample_cells(one, other, samples, KEY, threads, method)


def variance_of_same(*sizes: float) -> float:
    """Of two items, with both sides of the same sizes, one cluster each."""
    side = np.array(sizes), np.ones(len(sizes))
    return kernels.variance_of_mutual_information(2.0, *side, *side)


def changed(items: int, *, before: int = 0) -> MovingTable:
    table = MovingTable()
    table.change(3, 4, before)
    table.change(3, 4, items)
    return table


def swept(rows: Any, left: Any, right: Any, ends: Any) -> Any:
    return sweep_merges(codes(*rows), codes(*left), codes(*right), np.array(ends), True, True)


TAKEN: list[Callable[[], Any]] = [
    lambda: assigned(codes(0, 1), codes(1, 0), [0, 2**60]),
    lambda: kernels.enumerate_tables(1),
    lambda: kernels.enumerate_moves(1),
    lambda: sampled([2**63 - 1], [2**62, 2**62 - 1]),
    lambda: sampled([1], [1], samples=0),
    lambda: changed(2**31 - 1),
    lambda: changed(-5, before=5),
    lambda: swept([0, -1, 1], [2], [0], [0, 0, 1, 1]),
    lambda: swept([0, 0, 0], [], [], [0]),
    lambda: swept([2, 1, 0], [], [], []),
    lambda: kernels.cell_positions(np.array([0, 1]), codes(0), np.array([0]), np.array([0]), 1),
    lambda: kernels.factorize_arrow(np.array([0, 3]), np.zeros(3, np.uint8), None, 1),
    lambda: kernels.factorize_arrow(np.array([1, 1]), np.zeros(3, np.uint8), None, 1),
    lambda: kernels.size_log_sum(np.zeros(0), np.zeros(0)),
    lambda: variance_of_same(2.0),
    lambda: variance_of_same(0.0, 2.0),
    lambda: Program([("member", 20, 0)], [], []),
    lambda: Program([("constant", 0, 0)], [], [(1.0, 0.0, 0.0)]).value([], []),
    lambda: MovingTables(np.zeros((1, 1), np.int32), np.ones(1, np.int64), codes(0)),
]


@pytest.mark.parametrize("call", TAKEN, ids=range(len(TAKEN)))
def test_what_lies_at_the_edge_is_taken(call: Callable[[], Any]) -> None:
    assert call() is not None


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: assigned(codes(0, 1), codes(1, 0), [0, 2**60 + 1]), "between 0 and 2"),
    (lambda: assigned(codes(0, 1), codes(1, 0), [-1, 1]), "between 0 and 2"),
    (lambda: assigned(codes(0, 2), codes(1, 0), [1, 1]), "outside"),
    (lambda: assigned(codes(0, 1), codes(2, 0), [1, 1]), "outside"),
    (lambda: assigned(codes(-1, 1), codes(1, 0), [1, 1]), "outside"),
    (lambda: assigned(codes(0, 1), codes(0), [1, 1]), "same length"),
    (lambda: assigned(codes(0), codes(0, 1), [1, 1]), "same length"),
    (lambda: assigned(codes(0, 1), codes(0, 1), [1]), "same length"),
    (lambda: _kernels.count_cells(np.zeros(3, int), np.zeros(2, int), 1), "same length"),
    (lambda: _kernels.square_sums(np.zeros(3, int), np.zeros(2, int), 1), "same length"),
    (lambda: kernels.enumerate_tables(0), "items must be"),
    (lambda: kernels.enumerate_tables(13), "items must be"),
    (lambda: kernels.enumerate_moves(0), "items must be"),
    (lambda: sampled([2, 0], [2]), "positive"),
    (lambda: sampled([2], [3, -1]), "positive"),
    (lambda: sampled([2**63 - 1, 1], [2**63 - 1, 1]), "less than 2"),
    (lambda: sampled([2], [3]), "same sum"),
    (lambda: sampled([2], [2], samples=-1), "negative"),
    (lambda: sampled([2], [2], threads=0), "threads"),
    (lambda: sampled([2], [2], method="luck"), "no such method: luck"),
    (lambda: sampled([2**32], [2**32], method="permutation"), "too many items to permute"),
    (lambda: changed(2**31), "too many items"),
    (lambda: changed(1, before=2**31 - 1), "too many items"),
    (lambda: changed(-6, before=5), "fewer items"),
    (lambda: MovingTable().change(-1, 0, 1), "negative"),
    (lambda: MovingTable().change(0, -1, 1), "negative"),
    (lambda: MovingTable().change(-1, 0, 0), "negative"),
    (lambda: MovingTable().change(0, -1, 0), "negative"),
    (lambda: MovingTable().change_many(codes(0, 1), codes(0), 1), "as many"),
    (lambda: changed(2).move(3, 4, 5, 3), "fewer items"),
    (lambda: changed(2).move(3, 4, 5, -1), "negative"),
    (lambda: changed(2).move(3, 4, -1, 1), "negative"),
    (lambda: changed(2).merge(4, 5), "no such column"),
    (lambda: changed(2).merge(-1, 4), "no such column"),
    (lambda: swept([0, 0, 0], [3], [0], [0, 1]), "items must be"),
    (lambda: swept([0, 0, 0], [0], [3], [0, 1]), "items must be"),
    (lambda: swept([0, 0, 0], [-1], [0], [0, 1]), "items must be"),
    (lambda: swept([0, 0, 3], [], [], [0]), "row codes"),
    (lambda: swept([0, 0, -2], [], [], [0]), "row codes"),
    (lambda: swept([0, 0, 0], [1, 2], [0], [0]), "as many"),
    (lambda: swept([0, 0, 0], [1], [0], [1, 0]), "must not decrease"),
    (lambda: swept([0, 0, 0], [1], [0], [-1, 0]), "must not decrease"),
    (lambda: swept([0, 0, 0], [1], [0], [0, 2]), "nor exceed"),
    (lambda: kernels.size_log_sum(ONE, TWO), "same length"),
    (lambda: kernels.difference_of_products(ONE, TWO, ONE, ONE), "all four"),
    (lambda: kernels.difference_of_products(ONE, ONE, TWO, ONE), "all four"),
    (lambda: kernels.difference_of_products(ONE, ONE, ONE, TWO), "all four"),
    (lambda: kernels.factorize_arrow(np.array([0, 4]), np.zeros(3, np.uint8), None, 1), "starts"),
    (lambda: variance_of_same(2.5), "0 and n"),
    (lambda: variance_of_same(-1.0), "0 and n"),
    (lambda: variance_of_same(1.0, 1.0), "dist"),
    (lambda: Program([("member", 65536, 0)], [], []), "too long|not there"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "problem"), REFUSED, ids=range(len(REFUSED)))
def test_what_lies_beyond_is_refused(call: Callable[[], Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        call()


def test_items_outside_both_vectors_of_positions_are_refused() -> None:
    first, columns = np.array([0, 1, 2]), codes(0, 1)
    with pytest.raises(ValueError, match="same length"):
        kernels.cell_positions(first, columns, np.array([0, 1]), np.array([0]), 1)


# What moving tables list


@pytest.mark.parametrize("seed", range(6))
def test_a_moving_table_lists_its_cells_counts_and_squares(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table, cells = MovingTable(), Counter[tuple[int, int]]()
    for _ in range(300):
        row, column = int(rng.integers(30)), int(rng.integers(4))
        items = int(rng.integers(-cells[row, column], 4))
        table.change(row, column, items)
        cells[row, column] += items
    kept = {cell: many for cell, many in cells.items() if many}
    found = zip(*(side.tolist() for side in table.cells()), strict=True)
    assert {(row, column): many for row, column, many in found} == kept
    for row in range(31):
        for column in range(5):
            assert table.count(row, column) == cells[row, column]
    sides = [Counter[int](), Counter[int]()]
    for cell, many in kept.items():
        for side, code in zip(sides, cell, strict=True):
            side[code] += many
    sums = table.sums()
    assert (sums["items"], sums["rows"], sums["columns"]) == (
        sum(kept.values()), len(sides[0]), len(sides[1])
    )  # fmt: skip
    squares = [
        sum(x * x for x in counts)
        for counts in (kept.values(), sides[0].values(), sides[1].values())
    ]
    assert table.squares() == (sums["items"], *squares)
    assert [dict(Counter(side.values())) for side in sides] == list(map(dict, table.histograms()))


# Products


def test_differences_of_products_keep_their_digits() -> None:
    """Within two units of the last place of the difference, which may be all that cancels."""
    rng = np.random.default_rng(5)
    a, b = (rng.integers(1, 2**52, 2000).astype(float) for _ in range(2))
    c = a + rng.integers(-3, 4, 2000).astype(float)
    d = b + rng.integers(-3, 4, 2000).astype(float)
    scale = np.exp2(rng.integers(-30, 30, 2000))
    a, c = a * scale, c * scale
    found = kernels.difference_of_products(a, b, c, d)
    for number, *factors in zip(
        found.tolist(), a.tolist(), b.tolist(), c.tolist(), d.tolist(), strict=True
    ):
        w, x, y, z = map(Fraction, factors)
        exact = w * x - y * z
        room = abs(exact) * Fraction(1, 2**50) + abs(w * x) * Fraction(1, 2**103)
        assert abs(Fraction(number) - exact) <= room, factors
