"""Counts that 32 bits, floats or 64 bits do not hold."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
import pytest

from every_engine.cases import Frame, same_summary
from every_engine.engines import Engine
from partwise.base.errors import InputError
from partwise.engines.engine_tables import sizes_of_triples, table_of_cells
from partwise.tables.contingency_table import Contingency

A = [1, 1, 2, 2, 3]
B = ["x", "y", "x", "y", "y"]
COUNTS = {
    "32 bits": [2**31, 2**31 + 1, 2**32 - 1, 2**31, 5],
    "floats": [2**53 + 1, 2**53 + 1, 2**60 + 1, 1, 2**53 + 1],
    "nearly 64 bits": [2**62, 2**61, 2**60, 2**60 - 4, 3],
}


def _cells(frame: Frame, counts: list[int], a: list[Any] = A, b: list[Any] = B) -> Any:
    return nw.from_native(frame({"a": a, "b": b, "count": counts}))


@pytest.mark.parametrize("counts", COUNTS.values(), ids=COUNTS.keys())
def test_large_counts(frame: Frame, counts: list[int]) -> None:
    expected = Contingency.from_cells(A, B, counts)
    assert table_of_cells(_cells(frame, counts)) == expected
    same_summary(table_of_cells(_cells(frame, counts), 0), expected)


def test_sums_beyond_64_bits(frame: Frame) -> None:
    counts = [2**62] * 5
    table = table_of_cells(_cells(frame, counts))
    assert isinstance(table, Contingency)
    assert table == Contingency.from_cells(A, B, counts)
    assert table.n == 5 * 2**62
    for many in (counts, [2**62, 2**61, 2**60, 2**60 - 5, 5]):
        with pytest.raises(InputError, match=f"there are {sum(many)} items"):
            table_of_cells(_cells(frame, many), 0)


def test_many_lone_items_are_not_spread(frame: Frame) -> None:
    cells = _cells(frame, [2**40, 2**41, 2**53 + 1, 7], [None, 1, None, 1], ["x", "x", None, None])
    summary = table_of_cells(cells)
    assert not isinstance(summary, Contingency)
    blocks = sorted(zip(*(np.asarray(each).tolist() for each in summary.blocks), strict=True))
    column = 2**40 + 2**41
    row = 2**41 + 7
    assert blocks == [
        (1, 1, 1, 2**53 + 1),
        (1, 1, column, 2**40),
        (1, row, 1, 7),
        (2**41, row, column, 1),
    ]
    assert summary.row_histogram.sizes.tolist() == [1, row]
    assert summary.row_histogram.counts.tolist() == [2**40 + 2**53 + 1, 1]
    assert summary.row_maxima == 2**41 + 2**40 + 2**53 + 1
    assert summary.column_maxima == 2**41 + 2**53 + 1 + 7


def test_large_triples(frame: Frame, engine: Engine) -> None:
    columns = {"a": [1, 1, 1], "b": [1, 1, 2], "c": [1, 2, 2], "count": [2**60, 2**60 + 1, 5]}
    found = sizes_of_triples(nw.from_native(frame(columns)))
    whole, ab, ac = 2**61 + 6, 2**61 + 1, 2**60 + 6
    assert sorted(zip(*(array.tolist() for array in found), strict=True)) == sorted(
        [
            (2**60, ab, whole, ab, 2**60, 2**60, 2**60),
            (2**60 + 1, ab, whole, ab, ac, ac, 2**60 + 1),
            (5, 5, whole, 5, ac, ac, 5),
        ]
    )
    columns["count"] = [2**62, 2**62, 5]
    with pytest.raises(InputError, match=f"there are {2**63 + 5} items"):
        sizes_of_triples(nw.from_native(frame(columns)))
