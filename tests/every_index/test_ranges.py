"""Values stay inside the declared range, to the last digit, and identical means the best value."""

from __future__ import annotations

import numpy as np
import pytest

import partwise as pw
from every_index.catalogue import CATALOGUE, NOT_CONSTANT, name
from every_index.test_brute_force import CANCELLING

# The clusters of a table on which adjusted Fowlkes-Mallows gave 1.0000000000000002.
AN_ULP_ABOVE = (9382, 57219, 18146, 75211, 91479)


def random_counts(rng: np.random.Generator) -> list[list[int]]:
    """A table of up to 10^15 items in a cell: small and large cells, near the diagonal or not."""
    shape = rng.integers(1, 6, 2)
    cells = 10 ** rng.uniform(0, rng.choice([0.5, 3, 8, 15]), shape)
    cells *= rng.random(shape) < rng.choice([0.4, 0.9])
    cells[range(min(shape)), range(min(shape))] *= rng.choice([1, 10**6])
    return [[int(cell) for cell in row] for row in cells.tolist()]


def tables() -> list[pw.Contingency]:
    rng = np.random.default_rng(20)
    found = (random_counts(rng) for _ in range(60))
    return [pw.Contingency.from_matrix(counts) for counts in found if any(map(any, counts))]


def identical(sizes: list[int]) -> pw.Contingency:
    return pw.Contingency.from_matrix(np.diag(np.array(sizes, object)))


def identical_tables() -> list[pw.Contingency]:
    rng = np.random.default_rng(21)
    sizes = [
        [int(size) for size in 10 ** rng.uniform(0.4, most, rng.integers(2, 7))]
        for most in (1, 2, 5, 10, 15)
        for _ in range(8)
    ]
    return [identical(one) for one in ([*AN_ULP_ABOVE], *sizes)]


TABLES = tables()
IDENTICAL = identical_tables()


@pytest.mark.parametrize("index", CATALOGUE, ids=name)
def test_no_value_leaves_the_range(index: pw.Index) -> None:
    low, high = map(float, index.range)
    for table in (*TABLES, *IDENTICAL):
        value = float(index.evaluate(table, undefined="nan").value)
        assert not value < low, (table.to_dense(), value)
        assert not value > high, (table.to_dense(), value)


@pytest.mark.parametrize(
    "index", [index for index in CATALOGUE if index.key not in NOT_CONSTANT], ids=name
)
def test_identical_clusterings_have_the_best_value(index: pw.Index) -> None:
    for table in IDENTICAL:
        assert index.evaluate(table).value == index.best, table.row_sizes


@pytest.mark.parametrize("index", [i for i in CATALOGUE if i.is_rational], ids=name)
def test_floats_are_next_to_the_exact_value(index: pw.Index) -> None:
    for table in TABLES[::3]:
        exact = index.evaluate(table, exact=True, undefined="nan").value
        found = index.evaluate(table, undefined="nan").value
        if exact == exact:  # it has a value
            error = abs(found - float(exact))
            assert error <= 1e-15 * abs(float(exact)) or (index.key in CANCELLING and error < 1e-15)


def test_the_lower_end_of_fager_and_mcgowan() -> None:
    """−1/2: one pair of the reference, which none of the candidate's is."""
    index = pw.index("fager_mcgowan")
    for pairs in (1, 2, 3, 5, 7, 10**9 + 7, 2**61 - 1, 10**30 + 1):
        assert index.from_counts(0, 1, pairs, 10) == -0.5
