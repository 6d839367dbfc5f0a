"""Two clusterings are brought to the same items: by name, by position, or with a clear error.

Expected tables are worked out by hand, or by brute force over dictionaries item → label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise import Clustering, Contingency, contingency
from partwise.clusterings import Policies
from partwise.clusterings.alignment import align
from partwise.clusterings.clustering import as_clustering
from partwise.clusterings.items import MissingPolicy
from partwise.clusterings.policies import NoisePolicy
from partwise.errors import AlignmentError, InputError
from support.partitions import blocks, grouped

Cells = dict[tuple[Hashable, Hashable], int]


def cells(table: Contingency) -> Cells:
    """Return the cells by the names of their row and column."""
    rows, columns, counts = (array.tolist() for array in table.cells)
    return {
        (table.row_labels[i], table.column_labels[j]): count
        for i, j, count in zip(rows, columns, counts, strict=True)
    }


def sizes(table: Contingency) -> tuple[list[int], list[int], list[int]]:
    """Return the sorted cells and margins: all that is left when names do not matter."""
    return (
        sorted(table.cells.counts.tolist()),
        sorted(table.row_sizes.tolist()),
        sorted(table.column_sizes.tolist()),
    )


# --- pandas: by index


def test_series_are_matched_by_index() -> None:
    reference = pd.Series(["x", "x", "y", "y"], index=list("abcd"))
    candidate = pd.Series([6, 5, 6, 5], index=list("dbca"))  # a 5, b 5, c 6, d 6
    assert cells(contingency(reference, candidate)) == {("x", 5): 2, ("y", 6): 2}


def test_default_index_is_an_index_too() -> None:
    # The same labels, one series sorted: pandas itself matches these by index.
    series = pd.Series(["x", "x", "y", "y"])
    shuffled = series.iloc[[0, 2, 1, 3]]
    assert (series == shuffled.sort_index()).all()
    assert cells(contingency(series, shuffled)) == {("x", "x"): 2, ("y", "y"): 2}
    assert cells(contingency(shuffled, series)) == {("x", "x"): 2, ("y", "y"): 2}


def test_windows_of_one_series_are_not_about_the_same_items() -> None:
    series = pd.Series([0, 0, 1, 1])  # items 0, 1, 2 against items 1, 2, 3
    with pytest.raises(AlignmentError, match=r"1 only in the reference \(0\)"):
        contingency(series.iloc[:3], series.iloc[1:])
    table = contingency(series.iloc[:3], series.iloc[1:], missing="drop")  # items 1, 2
    assert cells(table) == {(0, 0): 1, (1, 1): 1}


def test_default_indices_of_different_lengths() -> None:
    long, short = pd.Series([0, 0, 1, 1]), pd.Series([0, 0, 1])
    with pytest.raises(AlignmentError, match="drop"):
        contingency(long, short)
    assert cells(contingency(long, short, missing="drop")) == {(0, 0): 2, (1, 1): 1}
    # Item 3 is a singleton of the candidate: the reference's cluster 1 is cut in two.
    assert sizes(contingency(long, short, missing="singletons")) == ([1, 1, 2], [2, 2], [1, 1, 2])


@pytest.mark.parametrize(
    "index",
    [
        pd.RangeIndex(5, 9),
        pd.RangeIndex(6, -2, -2),
        pd.Index([0.5, 1.5, 2.5, 3.5]),
        pd.CategoricalIndex(list("wxyz")),
        pd.date_range("2020-01-01", periods=4),
        pd.MultiIndex.from_product([[1, 2], ["a", "b"]]),
    ],
)
def test_any_index(index: Any) -> None:
    reference = pd.Series([0, 0, 1, 1], index=index)
    assert cells(contingency(reference, reference.iloc[[2, 0, 3, 1]])) == {(0, 0): 2, (1, 1): 2}


def test_series_against_an_array_goes_by_position() -> None:
    series = pd.Series([0, 0, 1], index=["p", "q", "r"])
    assert cells(contingency(series, np.array([7, 8, 8]))) == {(0, 7): 1, (0, 8): 1, (1, 8): 1}


@pytest.mark.parametrize("side", [0, 1])
def test_duplicates_in_the_index(side: int) -> None:
    pair = [pd.Series([0, 0, 1], index=["p", "q", "r"])] * 2
    pair[side] = pd.Series([0, 0, 1], index=["p", "q", "p"])
    with pytest.raises(InputError, match=r"named twice: 'p'.*to_numpy\(\)"):
        contingency(*pair)


# --- items without names have their position as their name


@pytest.mark.parametrize("bare", [[7, 8, 7], pd.Series([7, 8, 7])])
def test_clusters_of_positions_meet_labels(bare: object) -> None:
    # Communities as lists of node numbers, against a list of labels: 0 and 2 are together in both.
    expected = ([1, 2], [1, 2], [1, 2])
    for first in (
        Clustering.from_clusters([[0, 2], [1]]),
        Clustering.from_clusters([[1], [2, 0]]),
        Clustering.from_pairs([(2, 0)], items=[2, 1, 0]),
        Clustering({2: "x", 0: "x", 1: "y"}),
    ):
        assert sizes(contingency(first, bare)) == expected
        assert sizes(contingency(bare, first)) == expected
        assert first == Clustering(bare)


def test_restriction_does_not_move_items() -> None:
    # Items 1 and 2 of four, against the labels of all four with the others dropped.
    part = Clustering([0, 0, 1, 1]).restrict([1, 2])
    dropped = Clustering([None, 5, 6, None], missing="drop")
    assert sizes(contingency(part, dropped)) == ([1, 1], [1, 1], [1, 1])


# --- different sets of items


REFERENCE = {"a": "x", "b": "x", "c": "y", "d": "y"}
CANDIDATE = {"f": 3, "c": 2, "b": 1, "a": 1, "e": 3}


def test_different_items_are_an_error() -> None:
    with pytest.raises(AlignmentError) as caught:
        contingency(REFERENCE, CANDIDATE)
    message = str(caught.value)
    for part in ("1 only in the reference ('d')", "2 only in the candidate ('f', 'e')"):
        assert part in message
    for remedy in ('missing="drop"', 'missing="singletons"'):
        assert remedy in message


def test_many_different_items_are_counted_not_listed() -> None:
    many = {f"extra {i}": 0 for i in range(1000)}
    with pytest.raises(AlignmentError, match=r"1000 only in.* and 997 more") as caught:
        contingency(REFERENCE, {**REFERENCE, **many})
    assert len(str(caught.value)) < 400


def test_drop_compares_the_shared_items() -> None:
    table = contingency(REFERENCE, CANDIDATE, missing="drop")  # a, b and c
    assert cells(table) == {("x", 1): 2, ("y", 2): 1}


def test_singletons_complete_both_sides() -> None:
    # Reference: ab | cd | e | f. Candidate: ab | c | d | ef. Cells: ab, c, d, e, f.
    table = contingency(REFERENCE, CANDIDATE, missing="singletons")
    assert table.n == 6
    assert sizes(table) == ([1, 1, 1, 1, 2], [1, 1, 2, 2], [1, 1, 2, 2])


def test_disjoint_items() -> None:
    with pytest.raises(AlignmentError, match="no items are left to compare"):
        contingency({"a": 0}, {"b": 0}, missing="drop")
    both = contingency({"a": 0}, {"b": 0}, missing="singletons")
    assert sizes(both) == ([1, 1], [1, 1], [1, 1])


@pytest.mark.parametrize("missing", ["raise", "drop", "singletons"])
def test_unequal_lengths(missing: MissingPolicy) -> None:
    with pytest.raises(AlignmentError, match=r"has 2 items and the candidate has 3.*length.*by id"):
        contingency([0, 1], [0, 1, 2], missing=missing)
    with pytest.raises(AlignmentError, match="has 3 items and the candidate has 2"):
        contingency({"a": 0, "b": 1, "c": 1}, [0, 1], missing=missing)


# --- what a policy dropped


def test_noise_dropped_on_one_side() -> None:
    reference, candidate = [0, 0, 1, 1, 1], [5, -1, 5, 6, -1]  # items 0, 2 and 3 are left
    expected = {(0, 5): 1, (1, 5): 1, (1, 6): 1}
    assert cells(contingency(reference, Clustering(candidate, noise="drop"))) == expected
    assert cells(contingency(reference, candidate, noise="drop")) == expected
    names = "edcba"
    named = Clustering(dict(zip(names, candidate, strict=True)), noise="drop")
    by_name = dict(reversed(list(zip(names, reference, strict=True))))
    assert cells(contingency(by_name, named)) == expected
    ordered = Clustering(candidate, items=names, noise="drop")
    assert cells(contingency(reference, ordered)) == expected  # one side has no names
    with pytest.raises(AlignmentError, match=r"no particular order.*items="):
        contingency(reference, named)  # a mapping has no order to match the positions with


def test_different_items_dropped_on_both_sides() -> None:
    reference = Clustering([0, 0, None, 1, 1], missing="drop")
    candidate = Clustering([-1, 5, 5, 5, 6], noise="drop")
    assert cells(contingency(reference, candidate)) == {(0, 5): 1, (1, 5): 1, (1, 6): 1}
    a, b = align(reference, candidate)
    assert a.items == b.items == (1, 3, 4)


def test_dropped_items_are_not_a_difference() -> None:
    # "d" is noise for the reference and unknown to the candidate: nobody misses it.
    reference = Clustering({"a": 0, "b": 1, "d": -1}, noise="drop")
    candidate = Clustering({"b": 1, "a": 0})
    assert cells(contingency(reference, candidate)) == {(0, 0): 1, (1, 1): 1}
    assert contingency(reference, candidate, missing="singletons").n == 2


def test_policies_on_clusterings_that_dropped_before() -> None:
    dropped = Clustering([0, None, 1, -1], missing="drop")
    again = as_clustering(dropped, Policies(noise="drop"))
    assert (again.items, again.total, again.dropped) == ((0, 2), 4, (1, 3))
    assert cells(contingency(dropped, [0, 1, 1, 1], missing="drop")) == {
        (0, 0): 1,
        (1, 1): 1,
        (-1, 1): 1,
    }
    assert cells(contingency(dropped, [0, 1, 1, 1], noise="drop")) == {(0, 0): 1, (1, 1): 1}
    assert cells(contingency(Clustering(dropped), [0, 1, 1, 1], noise="drop")) == {
        (0, 0): 1,
        (1, 1): 1,
    }


def test_aligned_clusterings_are_about_the_same_items() -> None:
    names = Clustering([0, None, 1], items="abc", missing="drop")
    bare = Clustering([5, 6, 6])
    a, b = align(names, bare)
    assert (a.n, b.n) == (2, 2)
    assert a.meet(b).sizes.tolist() == [1, 1]
    assert cells(contingency(a, b)) == {(0, 5): 1, (1, 6): 1}


# --- against brute force


def brute_force(
    reference: Mapping[str, int | None],
    candidate: Mapping[str, int | None],
    noise: NoisePolicy | None,
    missing: MissingPolicy,
) -> Cells:
    """Label items one by one, then count: every policy spelled out."""
    sides: list[dict[str, Hashable]] = []
    gone: set[str] = set()
    for labels in (reference, candidate):
        side: dict[str, Hashable] = {}
        for item, label in labels.items():
            if (label is None and missing == "drop") or (label == -1 and noise == "drop"):
                gone.add(item)
            elif label is None or (label == -1 and noise == "singletons"):
                side[item] = f"only {item}"
            else:
                side[item] = label
        sides.append(side)
    everything = (set(sides[0]) | set(sides[1])) - gone
    if missing == "drop":
        everything = (set(sides[0]) & set(sides[1])) - gone
    pairs = [tuple(side.get(item, f"only {item}") for side in sides) for item in everything]
    return dict(Counter((one, other) for one, other in pairs))


LABELS = st.sampled_from([None, -1, 0, 1, 2])
SIDE = st.dictionaries(st.sampled_from("abcdefg"), LABELS)


@given(
    SIDE,
    SIDE,
    st.sampled_from([None, "cluster", "singletons", "drop"]),
    st.sampled_from(["drop", "singletons"]),
)
def test_named_items_against_brute_force(
    reference: dict[str, int | None],
    candidate: dict[str, int | None],
    noise: NoisePolicy | None,
    missing: MissingPolicy,
) -> None:
    expected = brute_force(reference, candidate, noise, missing)
    if not expected and (reference or candidate):
        with pytest.raises(AlignmentError, match="no items are left to compare"):
            contingency(reference, candidate, noise=noise, missing=missing)
        return
    table = contingency(reference, candidate, noise=noise, missing=missing)
    assert table.n == sum(expected.values())
    assert sizes(table)[0] == sorted(expected.values())
    for axis, margin in enumerate((table.row_sizes, table.column_sizes)):
        by_hand: Counter[Hashable] = Counter()
        for key, count in expected.items():
            by_hand[key[axis]] += count
        assert sorted(margin.tolist()) == sorted(by_hand.values())


@given(
    st.lists(st.tuples(LABELS, LABELS), max_size=9),
    st.sampled_from([None, "cluster", "singletons", "drop"]),
    st.sampled_from(["drop", "singletons"]),
)
def test_positions_against_brute_force(
    labels: list[tuple[int | None, int | None]], noise: NoisePolicy | None, missing: MissingPolicy
) -> None:
    reference, candidate = [a for a, _ in labels], [b for _, b in labels]
    named = [{str(i): label for i, label in enumerate(side)} for side in (reference, candidate)]
    expected = brute_force(named[0], named[1], noise, missing)
    if not expected and labels:
        with pytest.raises(AlignmentError, match="no items are left to compare"):
            contingency(reference, candidate, noise=noise, missing=missing)
        return
    table = contingency(reference, candidate, noise=noise, missing=missing)
    assert sizes(table)[0] == sorted(expected.values())
    assert table.n == sum(expected.values())


@given(st.data())
def test_the_order_of_named_items_does_not_matter(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 8))
    labels = st.lists(st.integers(0, 2), min_size=n, max_size=n)
    a, b = data.draw(labels), data.draw(labels)
    order = data.draw(st.permutations(range(n)))
    names = [f"item {i}" for i in range(n)]
    shuffled = pd.Series(b, index=names).iloc[order]
    table = contingency(pd.Series(a, index=names), shuffled)
    assert cells(table) == Counter(zip(a, b, strict=True))
    one, other = align(Clustering(pd.Series(a, index=names)), Clustering(shuffled))
    assert one.items == other.items == tuple(names)
    assert blocks(other) == grouped(b, names)
