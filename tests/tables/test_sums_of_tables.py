"""Tables are added and subtracted by the names of their clusters, exactly, or say why not."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Hashable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import partwise as pw
from partwise import Contingency
from partwise.errors import InputError, TableError, WeightsError
from partwise.tables import AggregatedTable

ITEMS = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3), st.booleans()))


Item = tuple[int, int]
ITEMS_WITH_NOISE = st.lists(st.tuples(st.integers(-1, 1), st.integers(-1, 1)), max_size=6)


def noisy(items: list[Item]) -> Contingency:
    return pw.contingency([a for a, _ in items], [b for _, b in items], noise="singletons")


def counted(items: list[tuple[Hashable, Hashable]]) -> Contingency:
    return pw.contingency([a for a, _ in items], [b for _, b in items])


@given(ITEMS)
def test_what_is_left_is_the_table_of_the_other_items(items: list[tuple[str, int, bool]]) -> None:
    whole = counted([(a, b) for a, b, _ in items])
    part = counted([(a, b) for a, b, is_in in items if is_in])
    rest = counted([(a, b) for a, b, is_in in items if not is_in])
    assert whole - part == rest
    assert (whole - part).pair_counts == rest.pair_counts
    assert (whole - part) + part == whole
    assert (whole - part).T == whole.T - part.T
    assert pickle.loads(pickle.dumps(whole - part)) == rest  # noqa: S301
    assert (whole - whole).n == (whole - whole).k_a == 0


@given(ITEMS, ITEMS)
def test_a_table_is_never_negative(
    items: list[tuple[str, int, bool]], others: list[tuple[str, int, bool]]
) -> None:
    first, second = (Counter((a, b) for a, b, _ in group) for group in (items, others))
    tables = [counted(list(group.elements())) for group in (first, second)]
    if second <= first:
        assert tables[0] - tables[1] == counted(list((first - second).elements()))
        return
    with pytest.raises(InputError, match="has items that this one does not have") as caught:
        tables[0] - tables[1]
    lacking = {cell for cell, count in second.items() if count > first[cell]}
    assert caught.value.count == len(lacking)
    assert set(caught.value.examples) <= lacking
    assert tables[0] == counted(list(first.elements()))


def test_the_kind_and_order_of_labels_stay() -> None:
    whole = Contingency.from_cells([("x", 1), "b", 3], ["q", "p", "r"], [2, 1, 5])
    left = whole - Contingency.from_cells([3, "b"], ["r", "p"], [4, 1])
    assert type(left) is Contingency
    assert (left.row_labels, left.column_labels) == ((("x", 1), 3), ("q", "r"))
    assert left.cells.counts.tolist() == [2, 1]


@pytest.mark.parametrize("big", [2**53 + 1, 2**63 - 1, 2**63, 2**80])
def test_counts_of_any_size(big: int) -> None:
    whole = Contingency.from_cells(["a", "b"], ["x", "y"], [big, 3])
    assert whole - Contingency.from_cells(["a"], ["x"], [big - 1]) == Contingency.from_cells(
        ["a", "b"], ["x", "y"], [1, 3]
    )
    left = whole - Contingency.from_cells(["b"], ["y"], [2])
    assert left.n == big + 1
    assert (whole - Contingency.from_cells(["a"], ["x"], [big])).cells.counts.dtype == np.int64
    with pytest.raises(InputError, match=r"\('a', 'x'\)"):
        Contingency.from_cells(["a", "b"], ["x", "y"], [3, 3]) - whole


def test_noise_points_are_known_by_their_items() -> None:
    gold, labels = [-1, 0, 0, -1, 1], [5, 5, 6, 6, 6]
    whole = pw.contingency(gold, labels, noise="singletons")
    part = pw.contingency(gold[:2], labels[:2], noise="singletons")
    assert sorted((whole - part).row_sizes.tolist()) == [1, 1, 1]
    assert (whole - part).pair_counts == pw.contingency(["x", "y", "z"], [6, 6, 6]).pair_counts
    twice = part + pw.contingency(gold[:2], labels[:2], noise="singletons")
    assert (twice - part).pair_counts == part.pair_counts
    assert (twice - part - part).n == 0


@given(st.lists(ITEMS_WITH_NOISE, max_size=3))
def test_noise_points_of_several_tables_may_have_the_same_names(parts: list[list[Item]]) -> None:
    """Each part names its noise points 0, 1, 2, …, whatever the others do."""
    tables, copies = ([noisy(part) for part in parts] for _ in range(2))
    whole: Contingency = sum(tables, noisy([]))
    for place, copy in enumerate(copies):
        rest = sum(tables[:place] + tables[place + 1 :], noisy([]))
        assert (whole - copy).pair_counts == rest.pair_counts
    assert (whole - sum(copies, noisy([]))).n == 0


def test_a_table_added_to_itself_joins_no_noise_points() -> None:
    gold, labels = [-1, 0, 0, -1, 1], [5, 5, 6, -1, -1]
    table = pw.contingency(gold, labels, noise="singletons")
    for twice in (table + table, sum([table, table], noisy([]))):
        assert (
            twice.pair_counts
            == pw.scores(gold * 2, labels * 2, noise="singletons").table.pair_counts
        )
        assert twice - table == table
        assert (twice - table - table).n == 0


def test_tables_without_cells_refuse() -> None:
    table = pw.contingency([0, 0, 1], [0, 1, 1])
    sides = table.row_histogram, table.column_histogram
    bare = AggregatedTable(table.blocks, *sides, table.row_maxima, table.column_maxima)
    for first, second in ((table, bare), (bare, table), (bare, bare)):
        with pytest.raises(TableError, match=r"cells .* were not fetched.*raise max_cells="):
            first + second
        with pytest.raises(TableError, match=r"cells .* were not fetched.*raise max_cells="):
            first - second
    with pytest.raises(TypeError, match="unsupported operand"):
        bare - 1


def test_weights_of_importance_refuse() -> None:
    table = pw.contingency([0, 0, 1], [0, 1, 1])
    weighted = pw.contingency([0, 0, 1], [0, 1, 1], weights=[1, 0.5, 2], weighting="importance")
    for first, second in ((table, weighted), (weighted, table), (weighted, weighted)):
        with pytest.raises(WeightsError, match='use weighting="multiplicity"'):
            first + second
        with pytest.raises(WeightsError, match='use weighting="multiplicity"'):
            first - second


def test_other_things_cannot_be_subtracted() -> None:
    table = pw.contingency([0], [0])
    for other in (5, 0, None, "x", [1]):
        with pytest.raises(TypeError, match="unsupported operand"):
            table - other  # type: ignore[operator]
        with pytest.raises(TypeError, match="unsupported operand"):
            other - table
