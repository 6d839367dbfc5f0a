"""Optimal matchings: exact in every kind of number, proved by prices, and interruptible."""

from __future__ import annotations

import signal
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import partwise as pw
from partwise import kernels
from partwise.base import ExactReal
from partwise.tables import best_cells


def largest_sum(rows: NDArray[Any], columns: NDArray[Any], weights: list[Fraction]) -> Fraction:
    """Try every way to give each row a column, or a place of its own."""
    height, width = int(rows.max()) + 1, int(columns.max()) + 1
    matrix = [[Fraction(0)] * (width + height) for _ in range(height)]
    for i, j, weight in zip(rows.tolist(), columns.tolist(), weights, strict=True):
        matrix[i][j] = max(weight, Fraction(0))
    ways = permutations(range(width + height), height)
    return max(sum((matrix[i][j] for i, j in enumerate(way)), Fraction(0)) for way in ways)


def nearly_equal_weights(rng: np.random.Generator, many: int, kind: str) -> list[Any]:
    """Weights among which floats, or 60 bits, cannot always tell the best."""
    steps = rng.integers(-2, 3, many).tolist()
    if kind == "ints":
        return [6 * 10**7 + step for step in steps]
    if kind == "large ints":
        return [10**30 + step for step in steps]
    if kind == "floats":
        return [float(1 + step * 2.0**-52) * 2.0 ** int(rng.integers(-40, 1)) for step in steps]
    sizes = rng.integers(10**17, 10**17 + 9, many).tolist()
    return [Fraction(10**17 - 50 + step, size) for step, size in zip(steps, sizes, strict=True)]


@pytest.mark.parametrize("kind", ["ints", "large ints", "floats", "fractions"])
def test_the_sum_is_the_largest_of_all(kind: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(60):
        rows, columns = np.nonzero(rng.random(rng.integers(1, 4, 2)) < 0.8)
        if len(rows) == 0:
            continue
        values = nearly_equal_weights(rng, len(rows), kind)
        weights = np.array(values, np.float64 if kind == "floats" else object)
        chosen = best_cells(rows, columns, weights)
        assert len(set(rows[chosen])) == len(set(columns[chosen])) == len(chosen)
        exact = [Fraction(value) for value in values]
        found = sum((exact[k] for k in chosen.tolist()), Fraction(0))
        best = largest_sum(rows, columns, exact)
        assert found == best if kind != "floats" else abs(found - best) <= best * 2**-53


def test_exact_real_numbers_and_cells_that_gain_nothing() -> None:
    rows, columns = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    third = Fraction(1, 3)
    weights = np.array([ExactReal(w) for w in (1, third, 1 + third, 1 - third**40)], object)
    assert best_cells(rows, columns, weights).tolist() == [0, 3]
    assert best_cells(rows, columns, np.array([1.0, 0.0, -2.0, 0.0])).tolist() == [0]
    assert best_cells(rows[:0], columns[:0], weights[:0]).tolist() == []


def test_exact_values_of_matching_indices_are_of_the_best_matching() -> None:
    n = 6 * 10**7
    table = pw.Contingency.from_matrix([[n, n + 1], [n - 1, n]])
    straight = Fraction(n, 2 * n + 1) + Fraction(n, 2 * n - 1)
    crossed = Fraction(n + 1, 2 * n + 1) + Fraction(n - 1, 2 * n - 1)
    value = pw.index("normalised_accuracy").evaluate(table, exact=True).value
    assert value == max(straight, crossed) - 1 > 0


def sparse_table(k: int, cells: int, seed: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    rng = np.random.default_rng(seed)
    rows, columns = np.divmod(np.unique(rng.integers(0, k * k, cells)), k)
    return rows.astype(np.int32), columns.astype(np.int32)


@pytest.mark.parametrize("largest", [1, 3, 2**60])
@pytest.mark.parametrize("cells", [1000, 6000])
def test_prices_prove_a_large_matching(cells: int, largest: int) -> None:
    """By duality: the prices pay for every cell, and cost no more than the matching gains."""
    k = 2000
    rows, columns = sparse_table(k, cells, largest)
    gains = np.random.default_rng(2).integers(1, largest, len(rows), endpoint=True)
    partner, row_prices, column_prices = kernels.best_assignment(
        rows, columns, gains, k, k, lambda _: None
    )
    is_chosen = partner[rows] == columns
    assert len(set(columns[is_chosen])) == is_chosen.sum() == (partner >= 0).sum()
    assert min(row_prices.min(), column_prices.min()) >= 0
    assert (row_prices[rows] + column_prices[columns] >= gains).all()
    paid = sum(row_prices.tolist()) + sum(column_prices.tolist())
    assert paid == sum(gains[is_chosen].tolist())


def test_a_long_matching_reports_and_can_be_stopped() -> None:
    class StoppedError(Exception):
        pass

    def stop(*_: object) -> None:
        raise StoppedError

    k = 60_000
    rows, columns = sparse_table(k, 10 * k, 1)
    sizes = [np.bincount(lines, minlength=k) for lines in (rows, columns)]
    largest = np.maximum(sizes[0][rows], sizes[1][columns])
    before = signal.signal(signal.SIGINT, stop)
    try:
        with pytest.raises(StoppedError):
            kernels.best_assignment(
                rows, columns, 10**15 // largest, k, k, lambda _: signal.raise_signal(signal.SIGINT)
            )
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    ("rows", "gains", "problem"),
    [([0, 2], [1, 1], "outside"), ([0], [1, 1], "length"), ([0, 1], [1, -1], "between 0 and 2")],
)
def test_what_the_kernel_refuses(rows: list[int], gains: list[int], problem: str) -> None:
    places = np.array(rows, np.int32)
    with pytest.raises(ValueError, match=problem):
        kernels.best_assignment(places, places, np.array(gains), 2, 2, lambda _: None)
