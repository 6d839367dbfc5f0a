"""Counts that no float holds: values are those of exact numbers, one by one and in arrays."""

from __future__ import annotations

import math

import numpy as np
import pytest

import partwise as pw
from every_index.catalogue import PAIRS, TABLES, name
from partwise.tables import PairCounts


def _counts(e: int) -> list[tuple[int, int, int, int]]:
    large = 10**e
    return [
        (large, 1, 2, large),
        (large, large // 3, large // 7, 2 * large),
        (3, large, large // 2, 1),
        (large, 2, 1, 3),
        (3, 1, 2, large),
    ]


@pytest.mark.parametrize("e", [100, 154, 155, 308, 309, 400])
@pytest.mark.parametrize("index", PAIRS, ids=name)
def test_values_of_pairs_without_number(index: pw.Index, e: int) -> None:
    many = _counts(e)
    together = index.from_counts(*(list(column) for column in zip(*many, strict=True)))
    for counts, in_array in zip(many, together.tolist(), strict=True):
        try:
            expected = float(index.formula(PairCounts(*counts).as_reals()))
        except OverflowError:  # of the value itself
            expected = math.inf
        found = index.from_counts(*counts)
        assert abs(found) == abs(in_array) == abs(expected), counts
        assert math.isinf(found) or found == in_array == expected, counts


@pytest.mark.parametrize("index", PAIRS, ids=name)
def test_tables_with_more_pairs_than_floats_have(index: pw.Index) -> None:
    table = pw.Contingency.from_matrix(np.array([[10**155, 1], [2, 10**155]], dtype=object))
    value = index.evaluate(table)
    assert value.value == index.from_counts(*table.pair_counts)
    assert value.value == index.values([table])[0]
    if index.is_rational:
        assert value.value == float(index.evaluate(table, exact=True).value)


@pytest.mark.parametrize("e", [40, 155, 300])
@pytest.mark.parametrize("index", TABLES, ids=name)
def test_tables_with_more_items_than_products_of_floats_have(index: pw.Index, e: int) -> None:
    table = pw.Contingency.from_matrix(np.array([[10**e, 1], [2, 10**e]], dtype=object))
    value = index.evaluate(table).value
    assert not math.isnan(value)
    if index.is_rational:
        assert value == float(index.evaluate(table, exact=True).value)
    low, high = index.range
    assert low <= value <= high
