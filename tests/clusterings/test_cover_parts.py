"""Covers against brute force, their parts, and the forms that are easily mistaken."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Hashable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.sparse import coo_array

from partwise import Clustering, Cover
from partwise.clusterings import Items, align_covers, as_cover
from partwise.errors import AlignmentError, InputError, MissingLabelError, NothingLeftError

NAMES = tuple("uvwxyz")
CLUSTERS = st.lists(st.lists(st.sampled_from(NAMES), max_size=5), max_size=5)


def listed(cover: Cover) -> list[frozenset[Hashable]]:
    return [frozenset(part) for part in cover.clusters()]


@given(CLUSTERS)
def test_parts_of_a_cover_against_sets(clusters: list[list[str]]) -> None:
    cover = Cover.from_clusters(clusters, NAMES)
    kept = [i for i, part in enumerate(clusters) if part]
    sets = [frozenset(clusters[i]) for i in kept]
    assert listed(cover) == sets
    assert (cover.n, cover.k, len(cover)) == (6, len(sets), 6)
    assert cover.cluster_labels == tuple(kept)
    assert cover.items == NAMES
    assert cover.sizes.tolist() == [len(part) for part in sets]
    counts = [sum(name in part for part in sets) for name in NAMES]
    assert cover.memberships.tolist() == counts
    assert cover.matrix.toarray().tolist() == [
        [int(name in part) for part in sets] for name in NAMES
    ]
    assert cover.is_partition == (set(counts) == {1})
    several, nowhere = sum(count > 1 for count in counts), counts.count(0)
    ends = [f"{count} {word}{'s' * (count != 1)}" for count, word in
            ((6, "item"), (len(sets), "cluster"), (several, "item"))]  # fmt: skip
    assert (
        repr(cover) == f"<Cover of {ends[0]} by {ends[1]}: {ends[2]} in several, {nowhere} in none>"
    )
    assert cover.offsets.tolist() == [0, *np.cumsum([len(part) for part in sets]).tolist()]
    assert [NAMES[i] for i in cover.members.tolist()] == [x for part in sets for x in sorted(part)]
    for array in (cover.members, cover.offsets, cover.memberships):
        assert array.dtype == np.int64
        assert not array.flags.writeable
    twin = pickle.loads(pickle.dumps(cover))  # noqa: S301
    assert (twin, twin.cluster_labels, twin.items) == (cover, cover.cluster_labels, cover.items)


@given(CLUSTERS, CLUSTERS, st.permutations(NAMES))
def test_covers_are_equal_where_their_sets_are(
    one: list[list[str]], other: list[list[str]], order: list[str]
) -> None:
    def sets(clusters: list[list[str]]) -> list[list[str]]:
        return sorted(sorted({*part}) for part in clusters if part)

    a, b = Cover.from_clusters(one, NAMES), Cover.from_clusters(other, order)
    assert (a == b) == (sets(one) == sets(other))
    moved = Cover.from_clusters([part[::-1] for part in one[::-1]], order)
    assert a == moved
    assert hash(a) == hash(moved)
    assert a != one
    assert a != Cover.from_clusters(one, (*NAMES, "more"))


def test_same_sizes_do_not_make_covers_equal() -> None:
    assert Cover([{0, 1}, {2}]) != Cover([{0}, {1, 2}])
    assert Cover([{0, 1}, {2, 3}]) != Cover([{0, 2}, {1, 3}])
    assert Cover([{0}], items=[0, 1]) != Cover([{0}], items=[0, 2])
    assert Cover([{0, 1}]) != Cover([{0, 1}, {0}])


@given(CLUSTERS, st.sampled_from(["raise", "drop", "singletons"]))
def test_covers_become_clusterings_if_no_item_is_in_several(
    clusters: list[list[str]], missing: Any
) -> None:
    cover = Cover.from_clusters(clusters, NAMES)
    sets = [(i, {*part}) for i, part in enumerate(clusters) if part]
    counts = {name: sum(name in part for _, part in sets) for name in NAMES}
    several = [name for name in NAMES if counts[name] > 1]
    nowhere = [name for name in NAMES if counts[name] == 0]
    if several or (nowhere and missing == "raise"):
        error = InputError if several else MissingLabelError
        bad, where = (several, "several clusters") if several else (nowhere, "no cluster")
        verb = "1 item of this cover is" if len(bad) == 1 else f"{len(bad)} items of this cover are"
        with pytest.raises(error, match=f"^{verb} in {where}") as caught:
            cover.to_clustering(missing=missing)
        assert (caught.value.count, caught.value.examples) == (len(bad), tuple(bad[:3]))
        return
    found = cover.to_clustering(missing=missing)
    label_of = {name: i for i, part in sets for name in part}
    labels = dict(zip(found.items, found.labels, strict=True))
    assert {name: labels[name] for name in label_of} == label_of
    assert found.items == (NAMES if missing != "drop" else tuple(n for n in NAMES if counts[n]))
    assert found.k == len(sets) + (len(nowhere) if missing == "singletons" else 0)
    assert found.dropped == (tuple(nowhere) if missing == "drop" else ())


@given(CLUSTERS, CLUSTERS, st.sampled_from(["drop", "singletons"]))
def test_covers_of_different_items_against_sets(
    one: list[list[str]], other: list[list[str]], missing: Any
) -> None:
    sides = [[{*part} for part in side if part] for side in (one, other)]
    covers = [Cover.from_clusters(side) for side in sides]
    items = [set().union(*side) for side in sides]
    chosen = items[0] & items[1] if missing == "drop" else items[0] | items[1]
    if not chosen:
        if items[0] or items[1]:
            with pytest.raises(AlignmentError, match="no items are left"):
                align_covers(covers[0], covers[1], missing)
        return
    found = align_covers(covers[0], covers[1], missing)
    assert found[0].items == found[1].items
    for cover, side, own in zip(found, sides, items, strict=True):
        expected = [part & chosen for part in side if part & chosen]
        lone = [{item} for item in chosen - own]
        assert Counter(listed(cover)) == Counter(map(frozenset, [*expected, *lone]))
        assert set(cover.items) == chosen
        for label, part in zip(cover.cluster_labels, cover.clusters(), strict=True):
            assert label in chosen if set(part) in lone and label in NAMES else type(label) is int


def test_items_that_are_left_to_be_compared() -> None:
    a, b = Cover([{"x"}]), Cover([{"y"}])
    with pytest.raises(AlignmentError) as unlike:
        align_covers(a, b)
    words = unlike.value.for_command_line({})
    assert "name all items for both: on a row with an empty cluster" in words
    assert "; or pass --missing drop to compare the items they share, or --missing sing" in words
    for missing, said in (("raise", "pw.Cover"), ("drop", "no items are left")):
        with pytest.raises(AlignmentError, match=said) as caught:
            align_covers(a, b, missing)  # type: ignore[arg-type]
        assert not isinstance(caught.value, NothingLeftError)
    positions = [Cover(np.array([[1], [1]])), Cover(np.array([[1]]))]
    with pytest.raises(AlignmentError, match="same length") as caught:
        align_covers(positions[0], positions[1])
    assert "no cluster" not in str(caught.value)
    mapping = Cover({"x": 1, "y": 2})
    with pytest.raises(AlignmentError, match="no particular order") as caught:
        align_covers(positions[0], mapping)
    assert "no cluster" not in str(caught.value)


def test_a_cover_over_other_items() -> None:
    cover = Cover([{"b", "a"}, {"b"}], items="abc")
    more = Cover(cover, items="cxba")
    assert more.items == tuple("cxba")
    assert listed(more) == [{"a", "b"}, {"b"}]
    fewer = Cover(cover, items="ba")  # c is in no cluster
    assert fewer.items == ("b", "a")
    assert listed(fewer) == [{"a", "b"}, {"b"}]
    with pytest.raises(InputError, match=r"not in items= \('a'\)"):
        Cover(cover, items="bc")
    assert as_cover(cover) is cover
    assert as_cover(cover, "abc") is not cover
    assert as_cover(cover, "cba").items == tuple("cba")
    assert as_cover([0, 0, 1]) == Cover([{0, 1}, {2}])


def _graph(nodes: Any) -> Any:
    return SimpleNamespace(nodes=nodes)


# The clusters and the items, in the order of the items if it means something.
READ: dict[str, tuple[Callable[[], Cover], list[set[Any]], list[Any]]] = {
    "single labels": (lambda: Cover({"a": 1, "b": 1, "c": 2}), [{"a", "b"}, {"c"}], [*"abc"]),
    "no label": (
        lambda: Cover({"a": None, "b": [], "c": float("nan"), "d": [1, None]}),
        [{"d"}], ["a", "b", "c", "d"],
    ),
    "arrays of labels": (
        lambda: Cover({"a": np.array([1, 2]), "b": pd.Series([2, 3])}),
        [{"a"}, {"a", "b"}, {"b"}], ["a", "b"],
    ),
    "labels of tuples of items": (
        lambda: Cover({(1, 2): "x", (3, 4): {"x", "y"}}), [{(1, 2), (3, 4)}, {(3, 4)}],
        [(1, 2), (3, 4)],
    ),
    "mapping with items": (
        lambda: Cover({"a": 1}, items=["b", "a"]), [{"a"}], ["b", "a"],
    ),
    "labels with gaps": (lambda: Cover([7, None, 7, 8]), [{0, 2}, {3}], [0, 1, 2, 3]),
    "named labels with gaps": (
        lambda: Cover([7, None, 7], items="abc"), [{"a", "c"}], ["a", "b", "c"],
    ),
    "named labels": (lambda: Cover([7, 8, 7], items="abc"), [{"a", "c"}, {"b"}], ["a", "b", "c"]),
    "a clustering": (
        lambda: Cover(Clustering([7, 8, 7], items="abc")), [{"a", "c"}, {"b"}], ["a", "b", "c"],
    ),
    "a clustering with items": (
        lambda: Cover(Clustering([7, 8, 7], items="abc"), items="cbad"),
        [{"a", "c"}, {"b"}], ["c", "b", "a", "d"],
    ),
    "a series": (
        lambda: Cover(pd.Series([7, 8], index=["a", "b"])), [{"a"}, {"b"}], ["a", "b"],
    ),
    "nothing": (lambda: Cover([]), [], []),
    "no clusters": (lambda: Cover([], items="ab"), [], ["a", "b"]),
    "cdlib": (
        lambda: Cover(SimpleNamespace(communities=[["a"], ["a", "b"]], graph=_graph("cab"))),
        [{"a"}, {"a", "b"}], ["c", "a", "b"],
    ),
    "cdlib without a graph": (
        lambda: Cover(SimpleNamespace(communities=[["a"], ["a", "b"]], graph=None)),
        [{"a"}, {"a", "b"}], ["a", "b"],
    ),
    "cdlib with items": (
        lambda: Cover(
            SimpleNamespace(communities=[["a"]], graph=_graph("cab")), items=["a", "x"]
        ),
        [{"a"}], ["a", "x"],
    ),
    "igraph": (
        lambda: Cover(SimpleNamespace(membership=[[0], [0, 1], []])), [{0, 1}, {1}], [0, 1, 2],
    ),
    "igraph, some alone": (
        lambda: Cover(SimpleNamespace(membership=[0, (0, 1), 1])), [{0, 1}, {1, 2}], [0, 1, 2],
    ),
    "igraph, all alone": (
        lambda: Cover(SimpleNamespace(membership=[5, 6, 5])), [{0, 2}, {1}], [0, 1, 2],
    ),
    "igraph, all alone, with items": (
        lambda: Cover(SimpleNamespace(membership=[5, 6, 5]), items="abc"),
        [{"a", "c"}, {"b"}], ["a", "b", "c"],
    ),
    "a sparse matrix with zeros": (
        lambda: Cover(coo_array(([1, 0, 1.0], ([0, 1, 2], [0, 0, 1])), shape=(3, 3))),
        [{0}, {2}], [0, 1, 2],
    ),
    "rows of different lengths": (lambda: Cover([[0, 1], [1]]), [{0, 1}, {1}], [0, 1]),
    "lists of other numbers": (lambda: Cover([[0, 2], [2, 2]]), [{0, 2}, {2}], [0, 2]),
    "lists of 0 and 1, each once": (lambda: Cover([[0, 1], [1, 0]]), [{0, 1}, {0, 1}], [0, 1]),
    "sets and lists": (lambda: Cover([{0, 1}, [1, 1]]), [{0, 1}, {1}], [0, 1]),
    "text of 0 and 1": (lambda: Cover([["0", "0"], ["1", "0"]]), [{"0"}, {"0", "1"}], ["0", "1"]),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_forms(name: str) -> None:
    make, clusters, items = READ[name]
    cover = make()
    assert listed(cover) == clusters
    assert list(cover.items) == items


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Cover("x" * 30), f"not text: '{'x' * 20}';"),
        (lambda: Cover([[1, 1], [0, 1]]), "may be a matrix or a list of clusters"),
        (lambda: Cover([(1.0, 0.0, 0.0)]), "may be a matrix"),
        (lambda: Cover([np.array([True, True])]), "may be a matrix"),
        (lambda: Cover(np.array([[1, 0], [0, 2]])), "row 1, column 1 has 2;"),
        (lambda: Cover(np.array([[1, 0], [-1, 3]])), "row 1, column 0 has -1;"),
        (lambda: Cover(coo_array(np.array([[1, 0], [0, 0.5]]))), "row 1, column 1 has 0.5"),
        (lambda: Cover(np.array([[1, np.nan]])), "row 0, column 1 has nan"),
        (lambda: Cover([["a"], "b"]), "one|list"),
        (lambda: Cover.from_clusters([b"ab"]), "cluster 0 must be a list of items, not b'ab'"),
        (lambda: Cover.from_clusters({"x": 5}), "cluster 'x' must be a list of items, not 5"),
        (lambda: Cover.from_clusters([["a"], ["z"]], "ab"), r"not in items= \('z'\)"),
        (lambda: Cover({"a": [[1]]}), r"item 'a' has \[1\] among its labels"),
        (lambda: Cover({"a": {}}), r"item 'a' has \{\} among its labels"),
    ],
)
def test_forms_that_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()


def test_rows_without_an_item_are_counted() -> None:
    with pytest.raises(InputError, match="rows have no item") as caught:
        Cover.from_rows([None, "a", None, None, None], [1, 1, 1, None, 2])
    assert (caught.value.count, caught.value.examples) == (4, (0, 2, 3))
    assert caught.value.what == "rows"
    for items, clusters, said in (
        (2, 1, "2 items but 1 cluster;"),
        (1, 2, "1 item but 2 clusters;"),
    ):
        with pytest.raises(InputError, match=said):
            Cover.from_rows(range(items), range(clusters))


def test_items_of_rows() -> None:
    rows = ["b", "a", "b", "c"], [1, 1, 2, None]
    cover = Cover.from_rows(*rows)
    assert cover.items == ("b", "a", "c")
    assert listed(cover) == [{"a", "b"}, {"b"}]
    assert cover.cluster_labels == (1, 2)
    wider = Cover.from_rows(*rows, universe="abcd")
    assert wider.items == tuple("abcd")
    assert not cover.item_set.ordered
    assert not cover.item_set.untyped
    typed = Cover.from_rows(["1", "2"], [0, 0], universe=[2, 1, 3], untyped=True)
    assert typed.items == (2, 1, 3)
    assert listed(typed) == [{1, 2}]
    assert Cover.from_rows(["1"], [0], untyped=True).item_set.untyped


def test_items_of_matrices_are_positions_and_those_of_sets_are_names() -> None:
    assert not Cover(np.eye(2)).item_set.keyed
    assert Cover(np.eye(2), items="ab").item_set.keyed
    sets = Cover([{0, 1}]).item_set
    assert (sets.keyed, sets.ordered) == (True, False)
    assert Cover.from_clusters([[0, 1]], [0, 1]).item_set.ordered
    mapping = Cover({"a": 1}).item_set
    assert (mapping.keyed, mapping.ordered) == (True, False)
    assert not Cover(SimpleNamespace(membership=[[0], [1, 0]])).item_set.keyed
    assert not Cover([0, None]).item_set.keyed
    assert Cover([0, None], items="ab").item_set.keyed


class Label:
    """A label that can become an array, and has no dimensions."""

    def __array__(self) -> NDArray[Any]:
        return np.array("x")


def test_a_label_that_can_become_an_array_is_one_label() -> None:
    label = Label()
    cover = Cover({"a": label, "b": [label, "y"]})
    assert listed(cover) == [{"a", "b"}, {"b"}]


def test_places_of_items() -> None:
    """Items that are dropped, moved and absent, by hand."""
    cover = Cover([{"a", "b"}, {"b", "c"}], items="abcd")
    items = Items(4, names=("c", "new", "a", "newer"), keyed=True)
    placed = cover.placed(np.array([2, -1, 0, -1]), items)
    assert listed(placed) == [{"a"}, {"c"}, {"new"}, {"newer"}]
    assert placed.cluster_labels == (0, 1, "new", "newer")
    last = cover.placed(np.array([3]), Items(1, names=("d",), keyed=True))
    assert (last.k, last.items) == (0, ("d",))
