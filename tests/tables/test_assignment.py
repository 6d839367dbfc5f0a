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
from partwise.tables import assignment, best_cells
from partwise.tables.assignment import _unclear_cells, _whole_numbers
from partwise.tables.cells import Cells


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
@pytest.mark.parametrize("cells", [1000, 6000, 20_000])  # the last one starts with an auction
def test_prices_prove_a_large_matching(cells: int, largest: int) -> None:
    """By duality: the prices pay for every cell, and cost no more than the matching gains."""
    k = 2000
    rows, columns = sparse_table(k, cells, largest)
    gains = np.random.default_rng(2).integers(1, largest, len(rows), endpoint=True)
    reports: list[int] = []
    partner, row_prices, column_prices = kernels.best_assignment(
        rows, columns, gains, k, k, reports.append
    )
    assert len(reports) < cells // 100  # now and then, of those that are left
    assert reports or cells < 20_000 or largest == 1  # which are soon matched
    assert all(0 < left <= 2 * k for left in reports)
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


def refused_work(matrix: list[list[int]]) -> int:
    """Return the smallest limit under which a matching is not refused."""
    cells = np.array(matrix)
    rows, columns = np.nonzero(cells)
    limit = 0
    while True:
        try:
            chosen = best_cells(rows, columns, cells[rows, columns], limit)
        except pw.errors.InputError:
            limit += 1
        else:
            exact = [Fraction(gain) for gain in cells[rows, columns].tolist()]
            best = largest_sum(rows, columns, exact)
            assert sum(exact[k] for k in chosen.tolist()) == best
            return limit


@pytest.mark.parametrize(
    ("matrix", "work"),
    [
        ([[9]], 0),
        ([[9, 1], [1, 9]], 0),
        ([[9, 1, 1], [1, 5, 4], [1, 4, 5]], 2 * 4),  # one clear cell; a tangle of two and two
        ([[1, 1, 9], [5, 4, 1], [4, 5, 1]], 2 * 4),
        ([[5, 4, 0, 0], [4, 5, 0, 0], [0, 0, 5, 4], [0, 0, 4, 5]], 2 * 4),  # two tangles
        ([[5, 4], [4, 5]], 2 * 4),
        ([[8, 4], [4, 5]], 0),  # 8 is no less than 4 and 4 together
        ([[7, 4], [4, 5]], 2 * 4),
        ([[0, 3, 3], [3, 0, 3], [3, 3, 0]], 3 * 6),
        ([[5, 4, 4], [4, 5, 4]], 2 * 6),
        ([[9, 3, 0], [3, 5, 2], [0, 2, 3]], 0),  # clear one after the other
        ([[1, 1, 1]] * 3, 3 * 9),
        ([[4, 4, 4]], 0),  # of equals, the first
        ([[0, 0, 0], [0, 5, 4], [0, 4, 5]], 2 * 4),
    ],
)
def test_work_is_that_of_the_largest_tangle_without_what_is_clear(
    matrix: list[list[int]], work: int
) -> None:
    assert refused_work(matrix) == work


def test_what_is_refused_is_counted_in_the_message() -> None:
    cells = np.array([[9, 1, 1], [1, 5, 4], [1, 4, 5]])
    rows, columns = np.nonzero(cells)
    with pytest.raises(
        pw.errors.InputError,
        match="2 clusters of one side are connected through 4 cells, and the product 8 exceeds",
    ):
        best_cells(rows, columns, cells.ravel(), limit=7)


def test_clear_cells_leave_a_matching_that_is_as_good() -> None:
    """What is left, matched by brute force, and the clear cells gain what all cells do."""
    rng = np.random.default_rng(8)
    for case in range(300):
        height, width = rng.integers(1, 5, 2)
        matrix = rng.integers(0, [4, 12][case % 2], (height, width))
        rows, columns = np.nonzero(matrix)
        if not len(rows):
            continue
        counts = matrix[rows, columns]
        left = _unclear_cells(Cells(rows, columns, counts))
        every = largest_sum(rows, columns, [*map(Fraction, counts.tolist())])
        rest = Fraction(0)
        if len(left):
            rest = largest_sum(rows[left], columns[left], [*map(Fraction, counts[left].tolist())])
        is_settled = ~np.isin(rows, rows[left]) & ~np.isin(columns, columns[left])
        settled = np.flatnonzero(is_settled)
        clear = Fraction(0)
        if len(settled):
            clear = largest_sum(
                rows[settled], columns[settled], [*map(Fraction, counts[settled].tolist())]
            )
        assert clear + rest == every


def test_whole_numbers_keep_the_weights_as_far_as_they_say() -> None:
    kinds: list[tuple[NDArray[Any], bool]] = [
        (np.array([3, 2**60]), False),
        (np.array([3, 2**60 + 1]), True),
        (np.array([0.5, 0.75]), False),
        (np.array([1.0, 2.0**-70]), True),
        (np.array([Fraction(1, 3), Fraction(1, 2)], object), False),
        (np.array([Fraction(1, 2**60), Fraction(1, 3)], object), True),
        (np.array([Fraction(1, 2**60), Fraction(1, 2)], object), False),
        (np.array([10**30, 10**30 + 1], object), True),
        (np.array([Fraction(2**60), Fraction(1)], object), False),
    ]
    for weights, is_rounded in kinds:
        gains, says_rounded = _whole_numbers(weights)
        exact = [Fraction(weight) for weight in weights.tolist()]
        assert says_rounded == is_rounded, weights
        assert 0 <= min(gains.tolist()) <= max(gains.tolist()) <= 2**60
        scale = max(gains.tolist()) / max(exact)
        errors = [abs(g - scale * w) for g, w in zip(gains.tolist(), exact, strict=True)]
        assert is_rounded == any(errors), weights
        assert max(errors) <= 2, weights
    with pytest.raises(ArithmeticError, match="not numbers"):
        _whole_numbers(np.array([1.0, np.inf]))
    gains, is_rounded = _whole_numbers(np.zeros(0))
    assert (len(gains), is_rounded) == (0, False)


def test_floats_of_many_clusters_are_matched_to_the_last_place() -> None:
    """Of 3,000 pairs the rounding to 60 bits shows in the sum: the tangles are matched exactly."""
    rng = np.random.default_rng(3)
    k = 3000
    rows = np.repeat(np.arange(k), 2)
    columns = rows ^ np.tile([0, 1], k)  # pairs of rows and columns, two matchings each
    weights = 2.0**-30 + rng.integers(0, 8, 2 * k) * 2.0**-63
    weights[0] = 1.0
    chosen = best_cells(rows, columns, weights)
    exact = [Fraction(weight) for weight in weights.tolist()]
    best = Fraction(0)
    for first in range(0, 2 * k, 4):
        straight, crossed = exact[first] + exact[first + 2], exact[first + 1] + exact[first + 3]
        best += max(straight, crossed)
    found = sum((exact[k] for k in chosen.tolist()), Fraction(0))
    assert abs(found - best) <= best * Fraction(1, 2**53)


def test_progress_is_reported_for_each_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []
    monkeypatch.setattr(assignment, "tracked", lambda every, *_: map(steps.append, every))
    report = assignment._progress()
    for left in (3, 2, 2, 0):
        report(left)
    assert steps == [0, 1, 2]
