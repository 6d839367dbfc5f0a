"""Items: their names, what is left of them, and which of two lists are the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.clusterings.items import (
    Items,
    MissingPolicy,
    alike,
    as_text,
    checked_pair,
    cluster_members,
    correspond,
    item_pairs,
    named_items,
)
from partwise.errors import AlignmentError, InputError

NAN = float("nan")


@given(st.integers(1, 7), st.booleans(), st.data())
def test_taking_items_twice_keeps_their_places(n: int, named: bool, data: st.DataObject) -> None:
    """By lists: what is taken, in its order, and what was left out, the earlier first."""
    own: list[Hashable] = [f"item {i}" for i in range(n)] if named else [*range(n)]
    items = Items(n, names=tuple(own) if named else None, keyed=named)
    places, dropped = [*range(n)], list[Hashable]()
    for _ in range(2):
        chosen = data.draw(st.lists(st.sampled_from(range(len(places))), unique=True))
        dropped += [own[place] for i, place in enumerate(places) if i not in chosen]
        places = [places[i] for i in chosen]
        items = items.take(np.array(chosen, np.int64))
        assert items.ids() == tuple(own[place] for place in places)
        assert items.where().tolist() == places
        assert items.dropped == tuple(dropped)
        assert (len(items), items.total, items.keyed) == (len(places), n, named)
        assert not items.is_whole
        assert items.positions is not None
        assert not items.positions.flags.writeable
        if not places:
            return


def test_items_without_names_are_whole() -> None:
    assert Items(3).is_whole
    assert Items(3).where().tolist() == [0, 1, 2]
    assert len(Items(3)) == 3
    assert not Items(3, names=tuple("abc")).is_whole
    assert not Items(3, positions=np.array([0, 1])).is_whole
    assert len(Items(3, positions=np.array([0, 1]))) == 2
    assert len(Items(3, names=("a",))) == 1


TEXTS: list[tuple[Hashable, str]] = [
    (7, "7"), (7.0, "7"), (np.float32(7), "7"), (np.int8(7), "7"), (-0.0, "0"), (1e20, str(10**20)),
    (7.5, "7.5"), ("7", "7"), ("7.0", "7.0"), (True, "True"), ((1, 2), "(1, 2)"),
    (float("inf"), "inf"), (NAN, "nan"),
]  # fmt: skip


@pytest.mark.parametrize(("item", "text"), TEXTS, ids=repr)
def test_ids_as_text(item: Hashable, text: str) -> None:
    assert as_text(item) == text


def test_names_are_written_as_text_where_one_source_is_a_text_file() -> None:
    file = Items(2, names=("7", "8"), dropped=("9",), keyed=True, untyped=True)
    memory = Items(2, names=(8, 7.0), dropped=(9,), keyed=True)
    for first, second in ((file, memory), (memory, file)):
        found = {side.untyped: side for side in alike(first, second)}
        assert (found[True].names, found[True].dropped) == (("7", "8"), ("9",))
        assert (found[False].names, found[False].dropped) == (("8", "7"), ("9",))
        assert (alike(first, second)[0] is first) == (first is file)
        assert (alike(first, second)[1] is second) == (second is file)
    for first, second in ((file, file), (memory, memory), (file, Items(2)), (Items(2), file)):
        assert alike(first, second)[0] is first
        assert alike(first, second)[1] is second
    nameless = Items(2, keyed=True)
    assert nameless.as_text() is nameless
    positions = Items(2, names=(0, 1))
    assert positions.as_text() is positions


@pytest.mark.parametrize(
    ("names", "dropped"), [((1, "1"), ()), ((1,), ("1",)), ((), (1.0, "1")), ((2, 1, "2"), (3,))]
)
def test_ids_that_are_the_same_as_text_are_refused(names: Any, dropped: Any) -> None:
    with pytest.raises(InputError, match="the same when written as text"):
        Items(len(names), names=names, dropped=dropped, keyed=True).as_text()


def test_names_in_any_iterable() -> None:
    assert named_items(iter("abc"), 3).names == ("a", "b", "c")
    assert named_items("abc", None).total == 3
    assert named_items([(1, 2), 3, "3"], 3).names == ((1, 2), 3, "3")
    assert named_items("abc", 3).ordered
    assert named_items("abc", 3).keyed
    assert not named_items("abc", 3, ordered=False).ordered


@pytest.mark.parametrize(
    ("names", "n", "message"),
    [
        (5, 1, "items must be a list of names, not int"),
        ("abc", 2, "there are 2 labels but 3 items"),
        (["a", [1], {}], 3, r"item \[1\] is a list .*\(position 1\)"),
        (["a", None, "b", NAN], 4, "no name other than None at positions 1, 3; name"),
        ([None, "a"], 2, "no name other than None at positions 0; name"),
        ("abcbacb", 7, "named twice: 'b', 'a', 'c'; each"),
        ([1, 1.0, "x", "x", True], 5, "named twice: 1.0, 'x'; each"),
    ],
)
def test_names_that_are_refused(names: Any, n: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        named_items(names, n)


# --- which items are the same


def _brute_force(a: Items, b: Items, missing: MissingPolicy) -> list[tuple[object, object]] | None:
    """Return pairs of a place in each, by the words of the policy; None where it is an error."""
    gone = {*a.dropped, *b.dropped}
    mine = [name for name in a.ids() if name not in gone]
    theirs = [name for name in b.ids() if name not in gone]
    places = [{name: i for i, name in enumerate(side.ids())} for side in (a, b)]
    if missing == "raise" and set(mine) != set(theirs):
        return None
    both = [name for name in mine if name in theirs]
    union = [*mine, *(name for name in theirs if name not in mine)]
    chosen = union if missing == "singletons" else both
    return [
        (places[0][name] if name in mine else -1, places[1][name] if name in theirs else -1)
        for name in chosen
    ]


SIDES = [
    Items(len(names), names=tuple(names), dropped=tuple(dropped), keyed=True)
    for names, dropped in (
        ("abc", ""), ("cab", ""), ("ab", "c"), ("ba", "d"), ("abd", ""), ("bcd", "a"), ("ca", "bd"),
        ("d", "e"), ("", "abc"),
    )
]  # fmt: skip


@pytest.mark.parametrize("missing", ["raise", "drop", "singletons"])
def test_names_correspond_by_the_words_of_the_policy(missing: MissingPolicy) -> None:
    for a, b in product(SIDES, repeat=2):
        expected = _brute_force(a, b, missing)
        if expected is None:
            with pytest.raises(AlignmentError, match="do not have the same items"):
                correspond(a, b, missing)
            continue
        found = correspond(a, b, missing)
        assert list(zip(*(side.tolist() for side in found), strict=True)) == expected


@given(st.integers(0, 6), st.data())
def test_positions_correspond(n: int, data: st.DataObject) -> None:
    chosen = [data.draw(st.sets(st.sampled_from(range(n)))) if n else set() for _ in range(2)]
    one, other = (Items(n).take(np.array(sorted(own), np.int64)) for own in chosen)
    shared = sorted(set.intersection(*map(set, chosen)))
    found = correspond(one, other)
    assert one.where()[found[0]].tolist() == other.where()[found[1]].tolist() == shared


def test_names_that_are_positions() -> None:
    """A mapping from 0, 1, 2, … meets labels in a list, whatever its order."""
    mapping = Items(3, names=(2, 0, 1), keyed=True, ordered=False)
    fewer = Items(3, names=(2, 0), dropped=(1,), keyed=True, ordered=False)
    series = Items(3, names=(2, 0, 1), keyed=True)
    bare = Items(3)
    assert [side.tolist() for side in correspond(mapping, bare)] == [[0, 1, 2], [2, 0, 1]]
    assert [side.tolist() for side in correspond(bare, mapping)] == [[0, 1, 2], [1, 2, 0]]
    assert [side.tolist() for side in correspond(bare, fewer)] == [[0, 2], [1, 0]]
    # The order of a series means something: its index is not taken for positions.
    assert [side.tolist() for side in correspond(series, bare)] == [[0, 1, 2], [0, 1, 2]]
    for names, total in (((1, 2, 3), 3), (("0", "1", "2"), 3)):
        other = Items(total, names=names, keyed=True, ordered=False)
        for a, b in ((other, bare), (bare, other)):
            with pytest.raises(AlignmentError, match="no particular order"):
                correspond(a, b)
    with pytest.raises(AlignmentError, match="has 3 items and the candidate has 4"):
        correspond(mapping, Items(4))
    with pytest.raises(AlignmentError, match="has 4 items and the candidate has 3"):
        correspond(Items(4), mapping)


@pytest.mark.parametrize(
    ("mine", "theirs", "said"),
    [
        ((1, 2), ("1", "2"), r"numbers in the reference \(1, 2\), text in the candidate \('1'"),
        (("1",), (1.5,), "text in the reference .* numbers in the candidate"),
        (((1,),), ("1",), "tuple in the reference .* text in the candidate"),
        ((1, (1,)), ("1",), "numbers and tuple in the reference"),
    ],
)
def test_ids_of_different_types_do_not_become_singletons(mine: Any, theirs: Any, said: str) -> None:
    one, other = (Items(len(names), names=names, keyed=True) for names in (mine, theirs))
    with pytest.raises(AlignmentError, match=f"ids have different types: .*{said}"):
        correspond(one, other, "singletons")
    one, other = (
        Items(len(names) + 1, names=(*names, "x"), keyed=True) for names in (mine, theirs)
    )
    assert len(correspond(one, other, "singletons")[0]) == len(mine) + len(theirs) + 1


def test_different_ids_of_one_type_become_singletons() -> None:
    for mine, theirs in (("ab", "cd"), ((1, 2), (3.0, 4)), ((1, "a"), ("b", "c"))):
        one, other = (Items(2, names=tuple(names), keyed=True) for names in (mine, theirs))
        found = correspond(one, other, "singletons")
        assert [own.tolist() for own in found] == [[0, 1, -1, -1], [-1, -1, 0, 1]]
    nobody = Items(0, names=(), keyed=True)
    found = correspond(nobody, Items(1, names=("a",), keyed=True), "singletons")
    assert [own.tolist() for own in found] == [[-1], [0]]


# --- pairs and clusters


class Frame:
    """What gives its rows by a method, as data frames do."""

    def __init__(self, rows: Any) -> None:
        self.rows = np.asarray(rows)

    def to_numpy(self) -> np.ndarray[Any, Any]:
        return self.rows


PAIRS = [[1, 2], [2, 3]]


@pytest.mark.parametrize(
    "pairs",
    [
        PAIRS, np.array(PAIRS), tuple(map(tuple, PAIRS)), iter(PAIRS), Frame(PAIRS),
        pd.DataFrame(PAIRS), pl.DataFrame(PAIRS, orient="row"), map(np.array, PAIRS),
        pd.MultiIndex.from_tuples(PAIRS),
    ],
    ids=lambda pairs: type(pairs).__name__,
)  # fmt: skip
def test_pairs_in_any_form(pairs: Any) -> None:
    found = [list(checked_pair(pair, i)) for i, pair in enumerate(item_pairs(pairs))]
    assert found == PAIRS
    assert all(type(item) is int for pair in found for item in pair)


def _generator() -> Iterator[list[int]]:
    yield [1, 2, 3]


@pytest.mark.parametrize(
    ("pairs", "message", "is_judged"),
    [
        (np.zeros((2, 3)), r"two columns, but the array has shape \(2, 3\)", True),
        (np.zeros((2, 1)), r"shape \(2, 1\)", False),
        (np.zeros(4), r"shape \(4,\)", False),
        (np.zeros((1, 2, 3)), r"shape \(1, 2, 3\)", False),
        (np.zeros((1, 3, 2)), r"shape \(1, 3, 2\)", False),
        (pd.DataFrame([[1, 2, 3]]), r"shape \(1, 3\)", True),
        ("ab", "pairs must be a list of pairs of items, not str", False),
        (b"ab", "not bytes", False),
        (5, "not int", False),
        ([[1, 2], [1, 2, 0.5]], r"pair 1 must be two items, not \[1, 2, 0.5\]", True),
        (_generator(), "pair 0 must be two items", True),
        ([[1]], r"pair 0 must be two items, not \[1\]", False),
        ([np.arange(3)], r"pair 0 must be two items, not \[0, 1, 2\]", True),
        (["ab"], "pair 0 must be two items, not 'ab'", False),
        (["abc"], "pair 0 must be two items, not 'abc'", False),
        ([b"ab"], "pair 0 must be two items", False),
        ([{1, 2}], "pair 0 must be two items", False),
        ([5], "pair 0 must be two items, not 5", False),
        ([(1, 2), (1, None)], r"pair 1 has a missing item \(None\); leave it out", False),
        ([(NAN, 1)], r"pair 0 has a missing item \(nan\)", False),
        ([(1, [2])], r"pair 0 names \[2\], which cannot name an item", False),
    ],
)
def test_pairs_that_are_refused(pairs: Any, message: str, is_judged: bool) -> None:
    with pytest.raises(InputError, match=message) as caught:
        [checked_pair(pair, i) for i, pair in enumerate(item_pairs(pairs))]
    assert ("if only some pairs were judged" in str(caught.value)) == is_judged


def test_members_of_a_cluster() -> None:
    assert cluster_members("x", iter([1, 1, 2])) == [1, 1, 2]
    for members, message in (
        ([], "cluster 'x' is empty; leave it out"),
        ([1, None], r"cluster 'x' has a missing item \(None\)"),
        ([1, [2]], r"cluster 'x' names \[2\], which cannot name an item"),
    ):
        with pytest.raises(InputError, match=message):
            cluster_members("x", members)
