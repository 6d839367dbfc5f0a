"""What tables of weights, of shares, and without cells refuse: each member, with what to do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.base import TableError
from partwise.clusterings import Memberships
from partwise.errors import InputError, WeightsError
from partwise.tables import (
    AggregatedTable,
    MovingSums,
    expected_table,
    shown_cells,
    soft_pairs,
    soft_table,
    sweep_merges,
)
from partwise.tables.formula_protocol import FormulaTable, NotGivenError

SOFT = Memberships([[0.5, 0.5], [0, 1], [1, 0]])
EXPECTED = expected_table(SOFT, Memberships([0, 1, 1]))
WEIGHTED: Any = pw.contingency([0, 0, 1], [0, 1, 1], weights=[1, 2, 0.5], weighting="importance")
CHANCE = ("expected_mutual_information", "sd_mutual_information")
ARRANGED = ("arrangement_information", "log_table_count")


@pytest.mark.parametrize("member", [*CHANCE, *ARRANGED])
def test_information_of_shares_that_needs_whole_items_is_refused(member: str) -> None:
    with pytest.raises(TableError, match=r"random tables of whole items.*adjusted_concordance"):
        getattr(EXPECTED.information, member)


def test_chance_of_shares_is_refused() -> None:
    with pytest.raises(TableError, match=r"random tables of whole items.*adjusted_concordance"):
        _ = EXPECTED.n11_variance
    with pytest.raises(TableError, match=r"random tables of whole items.*adjusted_concordance"):
        EXPECTED.refuse_random_candidates()  # type: ignore[attr-defined]


@pytest.mark.parametrize("member", ["pair_counts", "linked_pairs"])
def test_pairs_of_shares_are_refused(member: str) -> None:
    with pytest.raises(TableError, match=r"counts pairs of items.*use fuzzy_rand"):
        getattr(EXPECTED, member)


def test_equal_clusters_of_shares_are_refused() -> None:
    with pytest.raises(TableError, match=r"same items.*\(MI\) or fuzzy_rand"):
        _ = EXPECTED.same_clusters


@pytest.mark.parametrize("member", CHANCE)
def test_information_of_weights_by_chance_is_refused(member: str) -> None:
    with pytest.raises(WeightsError, match="multiplicity"):
        getattr(WEIGHTED.information, member)


@pytest.mark.parametrize("member", ARRANGED)
def test_arrangements_of_weights_are_refused(member: str) -> None:
    with pytest.raises(WeightsError, match=r"ways in which items can be arranged.*\(MI\)"):
        getattr(WEIGHTED.information, member)


def test_chance_of_weights_is_refused() -> None:
    with pytest.raises(WeightsError, match="multiplicity"):
        _ = WEIGHTED.n11_variance
    with pytest.raises(WeightsError, match="multiplicity"):
        WEIGHTED.refuse_random_candidates()


MEMBERS = sorted(
    name
    for name in vars(FormulaTable)
    if not name.startswith("_") and name not in ("not_given", "whose", "sum", "matched")
)
FOLLOW = {"linked_pairs": "sum|cell", "mutual_information": "entropy_a"}


@pytest.mark.parametrize("member", MEMBERS)
def test_a_bare_view_refuses_every_member_by_name(member: str) -> None:
    class Bare(FormulaTable):
        whose = "a bare view"

    with pytest.raises(NotGivenError, match=FOLLOW.get(member, member)):
        getattr(Bare(), member)
    for function in ("sum", "matched"):
        with pytest.raises(NotGivenError, match=function):
            getattr(Bare(), function)(1)


OF_SUMS = {
    "row_maxima": "row_maxima",
    "column_maxima": "column_maxima",
    "same_clusters": "same_clusters",
    "entropy_a": "information",
    "entropy_b": "column_entropy",
    "entropy_joint": "joint_entropy",
    "mutual_information": "information",
}


@pytest.mark.parametrize("member", OF_SUMS)
def test_sums_that_were_not_kept_are_refused_by_name(member: str) -> None:
    sums = sweep_merges([0, 0, 1], left=[0, 1], right=[1, 2], ends=[0, 1, 2])
    getattr(sums, member)
    without = MovingSums(sums._sums | {OF_SUMS[member]: np.zeros(0)})
    with pytest.raises(NotGivenError, match=member):
        getattr(without, member)


# --- limits


def test_soft_memberships_are_compared_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    p, q = (Memberships(rng.dirichlet([1, 1], 6)) for _ in "pq")
    monkeypatch.setattr(soft_pairs, "MOST_SORTED", 6)
    monkeypatch.setattr(soft_pairs, "MOST_ROWS", 6)
    assert soft_pairs.disagreement(p, q).pairs == 15
    monkeypatch.setattr(soft_pairs, "MOST_SORTED", 5)
    with pytest.raises(TableError, match=r"6 distinct .*limited to 5;.*sampled_fuzzy_rand"):
        soft_pairs.disagreement(p, q)
    monkeypatch.setattr(soft_pairs, "MOST_ROWS", 5)
    with pytest.raises(TableError, match=r"6 distinct .*limited to 5;.*sampled_fuzzy_rand"):
        soft_pairs.observed_disagreement(p, q)


def test_a_soft_table_has_the_numbers_of_its_sides() -> None:
    table = soft_table(SOFT, Memberships([[0.2, 0.3, 0.5]] * 3))
    assert (table.n, table.item_count, table.k_a, table.k_b, table.pairs) == (3, 3, 2, 3, 3)
    assert not table.is_hard
    assert soft_table(SOFT, Memberships([0, 1, 1])).is_hard is False
    assert soft_table(Memberships([0, 1]), Memberships([0, 0])).is_hard
    one = Memberships([[0.5, 0.5]])
    assert soft_table(one, one).relation == "identical"
    assert table.relation == "ordinary"
    two = Memberships([[0.5, 0.5], [0, 1]])
    assert soft_table(two, two).relation == "ordinary"
    assert table.observed == pytest.approx(table.disagreement.observed)
    assert table.sampled(50, 1) == table.sampled(50, 1)
    assert table.sampled(50, 1) != table.sampled(50, 2)


def test_arrays_of_tables_are_copies_and_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    table: Any = pw.contingency([0, 0, 1], [0, 1, 2])
    assert np.array(table).tolist() == [[1, 1, 0], [0, 0, 1]]
    assert (
        table.__array__(copy=True).tolist() == table.__array__().tolist() == [[1, 1, 0], [0, 0, 1]]
    )
    assert np.asarray(table, np.float32).dtype == np.float32
    with pytest.raises(ValueError, match="without a copy"):
        table.__array__(copy=False)
    monkeypatch.setattr(shown_cells, "_MOST_WIDE", 6)
    assert np.array(table).shape == table.to_frame(wide=True).shape == (2, 3)
    monkeypatch.setattr(shown_cells, "_MOST_WIDE", 5)
    with pytest.raises(InputError, match=r"2 × 3 cells.*to_dense"):
        np.array(table)
    with pytest.raises(InputError, match=r"2 × 3 cells.*leave out wide=True"):
        table.to_frame(wide=True)
    assert len(table.to_frame()) == 3
    assert table.to_dense().shape == (2, 3)


def test_the_largest_clusters_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown_cells, "_MOST_ROWS", 2)
    monkeypatch.setattr(shown_cells, "_MOST_COLUMNS", 1)
    table = pw.Contingency.from_matrix([[1, 0, 0], [2, 3, 4], [0, 7, 0], [0, 0, 1]])
    shown = table.to_table()
    assert list(shown.columns) == ["reference", 1]
    assert shown.rows == [[1, 3], [2, 7]]
    assert "4 reference clusters" in str(shown.title)
    assert list(shown.notes) == [
        "Only the largest clusters are shown; 2 more rows and 2 more columns"
    ]
    monkeypatch.setattr(shown_cells, "_MOST_ROWS", 4)
    monkeypatch.setattr(shown_cells, "_MOST_COLUMNS", 3)
    assert not table.to_table().notes
    assert [row[0] for row in table.to_table().rows] == [0, 1, 2, 3]


def test_tables_without_cells_name_what_they_lack() -> None:
    table = pw.contingency([0, 0, 1], [0, 1, 1])
    sides = table.row_histogram, table.column_histogram
    bare: Any = AggregatedTable(table.blocks, *sides, table.row_maxima, table.column_maxima)
    for member in ("T", "cells", "row_labels", "column_sizes", "to_dense", "to_frame"):
        with pytest.raises(InputError, match=rf"{member}: this table has 3 cells.*max_cells="):
            getattr(bare, member)
    with pytest.raises(TableError, match=r"one to one.*3 cells.*max_cells="):
        _ = bare.places
    with pytest.raises(AttributeError, match=r"no 'n11'; it is at \.pair_counts\.n11"):
        _ = bare.n11
    with pytest.raises(AttributeError, match=r"it is at \.information\.entropy_a"):
        _ = bare.entropy_a
    with pytest.raises(AttributeError, match=r"no 'nothing'$"):
        _ = bare.nothing
    with pytest.raises(AttributeError, match="cannot be changed: n"):
        bare.n = 4


def test_labels_without_an_order_stay_in_theirs() -> None:
    table = pw.Contingency.from_matrix(
        [[1, 0, 9], [2, 3, 4], [0, 7, 0]], ["b", 2, ("c",)], [("d",), "x", 1]
    )
    shown = table.to_table()
    assert list(shown.columns) == ["reference", "('d',)", "x", 1]
    assert shown.rows == [["b", 1, 0, 9], [2, 2, 3, 4], ["('c',)", 0, 7, 0]]
