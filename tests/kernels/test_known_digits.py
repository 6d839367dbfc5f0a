"""How many digits of a table's numbers are known: what they differ by from nearby constants."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from mpmath import mp, mpf

import partwise as pw
from partwise.kernels import Program, _kernels, score_cells


@pytest.fixture(autouse=True)
def _precise() -> Iterator[None]:
    with mp.workdps(60):
        yield


def equal_clusters(many: int, size: int, others: int) -> np.ndarray[Any, Any]:
    """Spread the items of many clusters of one size over others, in turn."""
    matrix = np.zeros((many, others), int)
    np.add.at(matrix, (np.repeat(np.arange(many), size), np.arange(many * size) % others), 1)
    return matrix


RNG = np.random.default_rng(7)
TABLES = {
    "pairs": equal_clusters(40, 2, 40),
    "many of one size": equal_clusters(100, 7, 50),
    "any": RNG.integers(0, 30, (5, 7)),
    "sparse": np.maximum(RNG.integers(-2, 2, (30, 20)), np.eye(30, 20, dtype=int)),
    "beyond the tables": np.array([[5000, 1], [1, 4], [3, 2]]),
}


def log_sum(sizes: list[int]) -> mpf:
    return mp.fsum(size * mp.log(size) for size in sizes if size > 1)


def expected_log_sum(n: int, rows: list[int], columns: list[int]) -> mpf:
    """E Σ n_ij ln n_ij over all tables of these sizes, by the hypergeometric law."""
    total = mpf(0)
    for (a, many_a), (b, many_b) in product(Counter(rows).items(), Counter(columns).items()):
        ways = math.comb(n, b)
        for x in range(max(2, a + b - n), min(a, b) + 1):
            chance = mpf(math.comb(a, x) * math.comb(n - a, b - x)) / ways
            total += many_a * many_b * chance * x * mp.log(x)
    return total


def numbers(table: pw.Contingency) -> dict[str, mpf]:
    n, rows, columns = int(table.n), table.row_sizes.tolist(), table.column_sizes.tolist()
    cells = table.cells.counts.tolist()
    whole, of_rows, of_columns = (log_sum(sizes) for sizes in ([n], rows, columns))
    factorials = [mp.fsum(mp.loggamma(s + 1) for s in side) for side in ([n], cells, rows, columns)]
    return {
        "entropy_a": (whole - of_rows) / n,
        "entropy_b": (whole - of_columns) / n,
        "entropy_joint": (whole - log_sum(cells)) / n,
        "mutual_information": (whole + log_sum(cells) - of_rows - of_columns) / n,
        "expected_mutual_information": (
            whole + expected_log_sum(n, rows, columns) - of_rows - of_columns
        )
        / n,
        "arrangement_information": (factorials[0] + factorials[1] - factorials[2] - factorials[3])
        / n,
    }


def nearby(value: mpf, shift: int) -> tuple[float, float, float]:
    """Return a sum of two floats that differs from a value in a certain bit."""
    close = value * (1 + mpf(2) ** -shift)
    return float(close), float(close - mpf(float(close))), 0.0


@pytest.mark.parametrize("name", TABLES)
def test_digits_are_known_or_not_given(name: str) -> None:
    """A difference from a constant is rounded once, or not decided: so are those in late bits."""
    table = pw.Contingency.from_matrix(TABLES[name])
    sides = *table.cells, table.row_sizes, table.column_sizes
    for member, value in numbers(table).items():
        place, decided = _kernels.MEMBERS.index(member), []
        for shift in range(4, 100, 4):
            constant = nearby(value, shift)
            steps = [("member", place, 0), ("constant", 0, 0), ("subtract", 0, 1)]
            [found] = score_cells(*sides, [Program(steps, [], [constant])])
            exact = value - mpf(constant[0]) - mpf(constant[1])
            assert math.isnan(found) or found == float(exact), (member, shift)
            decided.append(not math.isnan(found))
        assert decided == sorted(decided, reverse=True)
        assert decided[1], member
        assert not decided[-1], member


@pytest.mark.parametrize("bits", [24, 26, 27, 28, 31])
def test_counts_of_pairs_are_exact_beyond_floats(bits: int) -> None:
    """All digits of counts on both sides of 2^53, less what differs from them by a few pairs."""
    rng = np.random.default_rng(bits)
    for _ in range(20):
        table = pw.Contingency.from_matrix(rng.integers(2 ** (bits - 3), 2 ** (bits - 2), (2, 2)))
        sides = *table.cells, table.row_sizes, table.column_sizes
        for member, count in zip(("n11", "n10", "n01", "n00"), table.pair_counts, strict=True):
            place, other = _kernels.MEMBERS.index(member), int(count) - 3
            high = float(other)
            constant = (high, float(other - int(high)), 0.0)
            steps = [("member", place, 0), ("constant", 0, 0), ("subtract", 0, 1)]
            assert score_cells(*sides, [Program(steps, [], [constant])]) == [3.0], member
