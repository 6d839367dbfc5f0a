"""Every member of a weighted table, against sums of fractions over items and pairs of items."""

from __future__ import annotations

import pickle
from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from mpmath import mp, mpf

import partwise as pw
from partwise.errors import InputError
from partwise.tables.weights import exact_weights, multiplicities


def drawn(random: Random) -> tuple[list[int], list[int], list[Fraction]]:
    n = random.randint(1, 8)
    a, b = ([random.randrange(3) for _ in range(n)] for _ in "ab")
    return a, b, [Fraction(random.randint(1, 9), random.choice((1, 2, 3, 8))) for _ in range(n)]


def sums(keys: Any, weights: list[Fraction]) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = defaultdict(Fraction)
    for key, weight in zip(keys, weights, strict=True):
        found[key] += weight
    return found


@pytest.mark.parametrize("seed", range(30))
def test_members_of_weighted_tables_are_sums_of_weights(seed: int) -> None:
    a, b, weights = drawn(Random(seed))  # noqa: S311
    made: Any = pw.contingency(a, b, weights=weights, weighting="importance")
    rows, columns = sums(a, weights), sums(b, weights)
    cells = sums(zip(a, b, strict=True), weights)
    for table, one, other, of_cells in (
        (made, rows, columns, cells),
        (made.T, columns, rows, {(j, i): cell for (i, j), cell in cells.items()}),
        (pickle.loads(pickle.dumps(made)), rows, columns, cells),  # noqa: S301
    ):
        assert (table.n, table.item_count) == (sum(weights), len(a))
        assert (table.k_a, table.k_b, table.n_cells) == (len(one), len(other), len(of_cells))
        names = table.row_labels, table.column_labels
        assert dict(zip(names[0], table.row_sizes.tolist(), strict=True)) == {
            key: float(size) for key, size in one.items()
        }
        assert dict(zip(names[1], table.column_sizes.tolist(), strict=True)) == {
            key: float(size) for key, size in other.items()
        }
        places = zip(*(axis.tolist() for axis in table.places), strict=True)
        exact = {
            (names[0][i], names[1][j]): (cell, row, column)
            for (i, j), cell, row, column in zip(places, *table.blocks[:3], strict=True)
        }
        assert exact == {(i, j): (cell, one[i], other[j]) for (i, j), cell in of_cells.items()}
        dense = table.to_dense()
        assert all(
            dense[names[0].index(i), names[1].index(j)] == float(cell)
            for (i, j), cell in of_cells.items()
        )
        assert dense.sum() == pytest.approx(float(sum(weights)))
        assert table.row_maxima == sum(
            max(cell for (i, _), cell in of_cells.items() if i == row) for row in one
        )
        assert table.column_maxima == sum(
            max(cell for (_, j), cell in of_cells.items() if j == column) for column in other
        )
        ordered = (sorted(sizes.values(), reverse=True) for sizes in (one, other))
        assert table.size_overlap == sum(map(min, zip(*ordered, strict=False)), Fraction(0))
        assert table.same_clusters == sum(
            cell == one[i] == other[j] for (i, j), cell in of_cells.items()
        )
        histograms = (table.row_histogram, table.column_histogram, table.cell_histogram)
        for histogram, sizes in zip(histograms, (one, other, of_cells), strict=True):
            assert sorted(histogram.expanded().tolist()) == sorted(sizes.values())


@pytest.mark.parametrize("seed", range(10))
def test_pairs_and_entropies_of_weighted_tables(seed: int) -> None:
    a, b, weights = drawn(Random(seed))  # noqa: S311
    table: Any = pw.contingency(a, b, weights=weights, weighting="importance")
    pairs: dict[tuple[bool, bool], Fraction] = defaultdict(Fraction)
    for x, y in combinations(range(len(a)), 2):
        pairs[a[x] == a[y], b[x] == b[y]] += weights[x] * weights[y]
    order = [(True, True), (True, False), (False, True), (False, False)]
    assert tuple(table.pair_counts) == tuple(pairs[key] for key in order)
    with mp.workdps(50):
        n = sum(weights)
        for name, sizes in (
            ("entropy_a", sums(a, weights)),
            ("entropy_b", sums(b, weights)),
            ("entropy_joint", sums(zip(a, b, strict=True), weights)),
        ):
            shares = [mpf(size.numerator) / size.denominator for size in sizes.values()]
            total = mpf(n.numerator) / n.denominator
            expected = mp.fsum(-share / total * mp.log(share / total) for share in shares)
            assert abs(mpf(getattr(table.information, name)) - expected) < mpf(10) ** -27


def test_floats_are_whole_multiples_of_the_largest_power_of_two() -> None:
    random = Random(4)  # noqa: S311
    for _ in range(50):
        weights = [random.random() * 2.0 ** random.randint(-60, 60) for _ in range(3)]
        weights += [0.0, 3.0]
        units, unit = exact_weights(np.array(weights))
        whole = [int(number) for number in units.tolist()]
        assert [unit * number for number in whole] == [*map(Fraction, weights)]
        assert any(number % 2 for number in whole)
        assert (units.dtype == np.int64) == (sum(whole) < 2**63)
    units, unit = exact_weights([4.0, 8.0])
    assert units.tolist() == [1, 2]
    assert unit == Fraction(4)


@pytest.mark.parametrize(
    ("weights", "kind"), [([2**62, 2**62 - 1], np.int64), ([2**62] * 2, object)]
)
def test_weights_stay_whole_beyond_63_bits(weights: list[int], kind: type) -> None:
    units, unit = exact_weights(weights)
    assert units.dtype == kind
    assert [unit * int(number) for number in units.tolist()] == weights
    table = pw.contingency([0, 0], [0, 1], weights=weights)
    assert table.n == sum(weights)
    assert multiplicities(weights).tolist() == weights


def test_weights_that_are_all_zero_or_no_numbers_are_refused() -> None:
    for weights in ([0.0, 0.0], [0, 0], [Fraction(0)]):
        with pytest.raises(InputError, match="all weights are zero"):
            exact_weights(weights)
    assert exact_weights([]).units.tolist() == []
    for bad, message in (
        (float("nan"), "not finite"), (float("inf"), "not finite"), (-1, "is negative"),
        (True, "not a number"), ("1", "not a number"), (-0.5, "is negative"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=f"at position 1 is.*{message.removeprefix('is ')}"):
            exact_weights([1, bad])
