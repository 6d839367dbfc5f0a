"""Scores of random candidates: against tables scored one by one, and exact expectations."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest

import partwise as pw
from partwise.chance import random_scores
from partwise.chance.sampling import sample_tables
from support.oracle import value as exact_value


def exact(key: str, a: tuple[int, ...], b: tuple[int, ...]) -> float:
    found = exact_value(key, a, b)
    assert found is not None
    return float(found)


SIZES = [((5, 3, 2), (4, 4, 1, 1)), ((1, 1, 1), (2, 1)), ((6,), (3, 3)), ((2, 2), (3, 1))]


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_scores_from_sums_are_those_of_the_tables(
    rows: tuple[int, ...], columns: tuple[int, ...]
) -> None:
    chosen = pw.indices("paper")
    found = random_scores(rows, columns, chosen, 20, seed=7)
    tables = sample_tables(rows, columns, 20, seed=int(np.random.default_rng(7).integers(2**63)))
    for index in chosen:
        one_by_one = [float(index.evaluate(table).value) for table in tables]
        np.testing.assert_allclose(found[index.key].values, one_by_one, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("key", ["rand", "jaccard", "correlation", "nmi_arithmetic", "bcubed"])
def test_the_mean_is_that_over_all_relabellings(key: str) -> None:
    """The exact mean, by the oracle over all orders of the candidate's labels."""
    reference, candidate = (0, 0, 0, 1, 1, 2), (0, 0, 1, 1, 1, 1)
    shuffled = set(permutations(candidate))
    mean = sum(exact(key, reference, other) for other in shuffled) / len(shuffled)
    found = random_scores((3, 2, 1), (2, 4), [pw.index(key)], 20_000, seed=3)[key]
    assert abs(found.mean - mean) < 4 * found.standard_error


def test_a_users_index_is_scored_on_tables() -> None:
    def largest_cell(table: pw.Contingency) -> float:
        return float(table.cells.counts.max() / table.n)

    mine = pw.define("largest_cell", largest_cell)
    found = random_scores((2, 2), (2, 2), [mine], 500, seed=2)["largest_cell"]
    assert set(found.values.tolist()) == {0.25, 0.5}
    assert abs(found.mean - (0.5 * 1 / 3 + 0.25 * 2 / 3)) < 4 * found.standard_error


def test_an_undefined_index_has_no_mean() -> None:
    found = random_scores((1, 1, 1), (2, 1), [pw.index("wallace_1")], 10, seed=1)["wallace_1"]
    assert math.isnan(found.mean)


def test_no_samples_are_refused() -> None:
    with pytest.raises(pw.errors.InputError, match="samples= must be at least 1"):
        random_scores((1, 1), (2,), [pw.index("rand")], 0)
