"""Sums of products of powers that are looked up, against the powers worked out by hand."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from partwise.tables.formula_protocol import NotGivenError
from partwise.tables.kept_sums import KeptSums, Term
from partwise.tables.moving import MovingTable


class Kept(KeptSums):
    whose = "these sums"

    def __init__(self, *powers: tuple[int, int, int]) -> None:
        self.kept = {power: np.array([float(i)]) for i, power in enumerate(powers, 1)}


def test_exponents_add_up_in_products_and_subtract_in_quotients() -> None:
    t = Kept()
    assert t.cell * t.cell == Term(1, cell=2)
    assert t.cell * t.row * t.col == Term(1, 1, 1, 1)
    assert len({t.cell * t.row, t.row * t.cell, t.row}) == 2
    assert t.cell**2 * t.row**3 / t.col == Term(1, 2, 3, -1)
    assert (2 * t.cell**2 / 4) ** 2 == Term(0.25, cell=4)
    assert t.cell / (2 * t.cell**3 * t.row * t.col) == Term(0.5, -2, -1, -1)


def test_a_sum_is_looked_up_by_its_three_exponents() -> None:
    t = Kept((0, 1, 0), (0, 0, 1), (1, 0, 0), (2, -1, 0))
    sums = [t.sum(3 * term).tolist() for term in (t.row, t.col, t.cell, t.cell**2 / t.row)]
    assert sums == [[3.0], [6.0], [9.0], [12.0]]


def test_what_was_not_kept_is_named() -> None:
    t = Kept((2, 0, 0))
    with pytest.raises(NotGivenError, match=r"n_ij\^1 a_i\^2 b_j\^-1"):
        t.sum(t.cell * t.row**2 / t.col)
    with pytest.raises(NotGivenError, match="sum of a constant"):
        t.sum(1)
    with pytest.raises(NotGivenError, match="sum of sums"):
        t.cell + t.row
    with pytest.raises(TypeError):
        t.cell * "2"
    with pytest.raises(TypeError):
        t.cell / "2"


def test_all_items_of_a_row_may_leave_a_column() -> None:
    table = MovingTable([0, 0, 1], [0, 0, 0])
    table.split(0, {0: 2}, into=1)
    assert (table.pair_counts.n11, table.pair_counts.n10, table.pair_counts.n01) == (1, 0, 0)
    with pytest.raises(ValueError, match="fewer items"):
        table.split(0, {1: 2}, into=1)
    assert table.n == 3


@pytest.mark.parametrize(("logs", "quotients"), [(True, False), (False, True), (False, False)])
def test_a_moving_table_gives_what_it_keeps_and_no_more(logs: bool, quotients: bool) -> None:
    sums = MovingTable([0, 0, 1], [0, 1, 1], logs=logs, quotients=quotients).sums()
    assert ((2, -1, 0) in sums.kept, (2, 0, -1) in sums.kept) == (quotients, quotients)
    assert sums.sum(sums.cell**2).tolist() == [3.0]  # three cells of one item
    if quotients:  # 1/2 + 1/2 + 1/1, by rows and by columns
        assert sums.sum(sums.cell**2 / sums.row).tolist() == [2.0]
        assert sums.sum(sums.cell**2 / sums.col).tolist() == [2.0]
    if logs:
        assert sums.entropy_b.tolist() == pytest.approx([log(3) - 2 / 3 * log(2)])
    else:
        with pytest.raises(NotGivenError, match="entropy_b"):
            _ = sums.entropy_b
