"""Names of clusters and items after each operation, records, and objects told by their form."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise import Clustering, Cover, Memberships
from partwise.clusterings import (
    Factorized,
    Items,
    Policies,
    Step,
    align,
    as_clustering,
    improvement_path,
    in_both,
    is_consistent_improvement,
    is_field_object,
    is_list_of_labels,
    is_noise,
    on_all_items,
    perfect_merges,
    perfect_splits,
)
from partwise.clusterings.alignment import matched_items
from partwise.clusterings.field_objects import field_labels, graph_names
from partwise.clusterings.grouped_items import labels_of_clusters, labels_of_pairs
from partwise.errors import AlignmentError, InputError, NothingLeftError

LABELS = st.lists(st.sampled_from("abc"), min_size=1, max_size=7)


def _first_seen(labels: list[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(labels))


@given(LABELS, st.data())
def test_clusters_keep_their_labels_in_every_part(labels: list[str], data: st.DataObject) -> None:
    n = len(labels)
    whole = Clustering(labels)
    assert whole.cluster_labels == _first_seen(labels)
    counts = [f"{count} {word}{'s' * (count != 1)}"
              for count, word in ((n, "item"), (len({*labels}), "cluster"))]  # fmt: skip
    assert repr(whole) == f"<Clustering of {counts[0]} into {counts[1]}>"
    places = sorted(data.draw(st.sets(st.sampled_from(range(n)))))
    part = whole.restrict(places[::-1])
    assert part.cluster_labels == _first_seen([labels[i] for i in places])
    assert part.labels == tuple(labels[i] for i in places)
    assert (part.items, part.total) == (tuple(places), n)
    assert part.dropped == tuple(i for i in range(n) if i not in places)
    assert part.sizes.sum() == len(part.codes) == len(places)
    others = data.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    met = whole.meet(Clustering(others))
    assert met.labels == tuple(zip(labels, others, strict=True))
    joined = whole.join(Clustering(others))
    assert joined.cluster_labels == tuple(range(joined.k))
    named = whole.regroup(np.array(others), (f"new {i}" for i in range(len({*others}))))
    assert named.cluster_labels == tuple(f"new {i}" for i in range(named.k))


@pytest.mark.parametrize("index", [
    (pd.RangeIndex(3), (0, 1, 2)), (pd.RangeIndex(1, 4), (1, 2, 3)),
    (pd.RangeIndex(0, 6, 2), (0, 2, 4)), (pd.RangeIndex(2, -1, -1), (2, 1, 0)),
    (pd.Index([0, 1, 2]), (0, 1, 2)), (pd.Index(list("abc")), ("a", "b", "c")),
])  # fmt: skip
def test_an_index_names_the_items(index: tuple[Any, tuple[Any, ...]]) -> None:
    own, names = index
    clustering = Clustering(pd.Series([7, 8, 7], index=own))
    assert (clustering.items, clustering.has_names) == (names, True)
    assert clustering.item_set.ordered
    given_names = Clustering(pd.Series([7, 8, 7], index=own), items="xyz")
    assert given_names.items == ("x", "y", "z")


def test_policies_reach_clusterings_that_exist() -> None:
    known = Clustering([0, -1, 0, -1])
    assert as_clustering(known) is known
    assert as_clustering(known, Policies(missing="drop")) is known
    assert as_clustering(known, Policies(noise="cluster")) == known
    assert as_clustering(known, Policies(noise="drop")).n == 2
    assert as_clustering(known, Policies(noise="singletons", noise_label=0)).k == 3
    assert as_clustering([0, None], Policies(missing="drop")).n == 1
    assert Clustering(known, items="abcd").items == tuple("abcd")
    named = Clustering([0, 1], items="ab")
    assert Clustering(named).items == ("a", "b")


# --- records


RECORDS: list[tuple[Any, str]] = [
    (Items(3, positions=np.array([0, 2])), "total"),
    (Policies(weights=np.array([1, 2])), "noise"),
    (Step("split", ((0,), (1,)), Clustering([0, 1])), "kind"),
]


@pytest.mark.parametrize(("record", "name"), RECORDS, ids=lambda x: type(x).__name__)
def test_records_cannot_be_changed(record: Any, name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(record, name, None)
    assert not hasattr(record, "__dict__")
    assert hash(record) == hash(record)


def test_steps_are_equal_by_what_they_do() -> None:
    a = Clustering([0, 0, 1, 1])
    path = improvement_path(a, Clustering([0, 1, 1, 2]), a)
    assert path == improvement_path(a, Clustering([0, 1, 1, 2]), a)
    assert len({*path}) == 3


# --- items of two clusterings


NOBODY = (Clustering({"a": 0}), Clustering({"b": 0}))


def test_no_items_are_left() -> None:
    for mine, theirs in (NOBODY, NOBODY[::-1]):
        with pytest.raises(
            AlignmentError, match=r"have 1 and 1 items .*\('?has|no items"
        ) as caught:
            align(mine, theirs, "drop")
        assert not isinstance(caught.value, NothingLeftError)
    gone, here = Clustering([None, 0], missing="drop"), Clustering([0, None], missing="drop")
    nothing = Clustering([None, None], missing="drop")
    for pair in ((gone, here), (here, gone), (nothing, Clustering([0, 1])),
                 (Clustering([0, 1]), nothing)):  # fmt: skip
        with pytest.raises(NothingLeftError, match="have 2 and 2 items and share none"):
            align(*pair)
    with pytest.raises(NothingLeftError, match="reference has none, the candidate 0, 1"):
        align(nothing, Clustering([0, 1]))
    empty = Clustering({})
    assert [side.n for side in align(empty, Clustering({}))] == [0, 0]
    with pytest.raises(AlignmentError, match="have 0 and 1 items"):
        align(empty, Clustering({"a": 1}), "drop")
    found = align(empty, Clustering({"a": 1}), "singletons")
    assert [side.labels for side in found][1] == (1,)
    assert [(side.n, side.k, side.items) for side in found] == [(1, 1, ("a",))] * 2


def test_names_of_matched_items() -> None:
    bare, named = Items(2), Items(2, names=("x", "y"), keyed=True)
    for mine, theirs in ((bare, named), (named, bare)):
        assert matched_items(mine, theirs, "raise")[2].ids() == ("x", "y")
        assert matched_items(mine, theirs, "raise")[2].keyed
    union = matched_items(
        Items(2, names=("b", "a"), dropped=("gone",), keyed=True),
        Items(2, names=("a", "c"), dropped=("away",), keyed=True),
        "singletons",
    )
    assert [part.tolist() for part in union[:2]] == [[0, 1, -1], [-1, 0, 1]]
    assert (union[2].ids(), union[2].dropped) == (("b", "a", "c"), ("gone", "away"))
    assert (union[2].keyed, union[2].total) == (True, 3)


SIDES = st.dictionaries(st.sampled_from("uvwxyz"), st.integers(0, 2), min_size=1)


@given(st.lists(SIDES, min_size=1, max_size=4))
def test_codes_on_all_items(sides: list[dict[str, int]]) -> None:
    items, codes = on_all_items({str(i): Clustering(side) for i, side in enumerate(sides)})
    assert items == _first_seen([item for side in sides for item in side])
    for side, own in zip(sides, codes.values(), strict=True):
        number = {label: code for code, label in enumerate(_first_seen([*side.values()]))}
        assert own.tolist() == [number[side[item]] if item in side else -1 for item in items]
    one, other = next(iter(codes.values())), [*codes.values()][-1]
    kept = [i for i, item in enumerate(items) if item in sides[0] and item in sides[-1]]
    assert [part.tolist() for part in in_both(one, other)] == [
        one[kept].tolist(), other[kept].tolist()
    ]  # fmt: skip


def test_ids_beside_positions() -> None:
    bare, named = Clustering([0, 1, 1]), Clustering({"x": 0, "y": 1, "z": 1})
    places = Clustering({2: 1, 0: 0, 1: 1})
    part = Clustering([0, None, 1], missing="drop")
    assert on_all_items({"a": bare, "b": places})[1]["b"].tolist() == [1, 0, 0]
    assert on_all_items({"a": bare, "b": part})[1]["b"].tolist() == [0, -1, 1]
    fewer = Clustering({2: 1, 0: None, 1: 1}, missing="drop")
    assert on_all_items({"a": bare, "b": fewer})[1]["b"].tolist() == [-1, 0, 0]
    for several in ({"bare": bare, "named": named}, {"named": named, "bare": bare}):
        with pytest.raises(
            AlignmentError, match="'named' has item ids but clustering 'bare' has none"
        ):
            on_all_items(several)
    with pytest.raises(AlignmentError, match="'a' has 3 items and clustering 'b' has 2"):
        on_all_items({"a": bare, "b": Clustering([0, 1])})
    assert on_all_items({"named": named, "more": Clustering({"q": 0})})[0] == ("x", "y", "z", "q")


def test_splits_and_merges_of_items_in_another_order() -> None:
    reference = Clustering({"p": 0, "q": 0, "r": 1})
    whole = Clustering({"r": 5, "q": 5, "p": 5})
    assert [{*map(frozenset, made.clusters())} for made in perfect_splits(reference, whole)] == [
        {frozenset("pq"), frozenset("r")}
    ]
    apart = Clustering({"r": 5, "q": 6, "p": 7})
    assert [{*map(frozenset, made.clusters())} for made in perfect_merges(reference, apart)] == [
        {frozenset("pq"), frozenset("r")}
    ]


# --- forms


@pytest.mark.parametrize("first", [1, "a", 0.5, True])
def test_lists_that_are_labels_at_a_glance(first: Any) -> None:
    assert is_list_of_labels([first, None])
    for other in ((first,), np.array([first]), {first}, [], [None, first], [np.int64(1)], [{1}]):
        assert not is_list_of_labels(other)
    read = field_labels([first, {1}])
    assert (read.labels, read.items) == ([first, {1}], None)


F4 = np.float32
SCORED: dict[str, tuple[Any, dict[Any, Any] | None]] = {
    "clusters": ([((1, 2), (0.9, 0.9)), ((3,), (1.0,))], {1: 0, 2: 0, 3: 1}),
    "arrays": ([(np.array([1, 2]), np.array([0.9, 0.9], F4))], {1: 0, 2: 0}),
    "links": ([((1, 2), 0.9), ((2, 3), F4(0.5))], {1: 0, 2: 0, 3: 0}),
    "a tuple": ((((1, 2), 0.9),), {1: 0, 2: 0}),
    "scores that are whole": ([((1, 2), (1, 1))], None),
    "some whole scores": ([((1, 2), (0.5, 1))], None),
    "a score of 1": ([((1, 2), 1)], None),
    "three ids and a score": ([((1, 2, 3), 0.5)], None),
    "one id and a score": ([((1,), 0.5)], None),
    "scores too few": ([((1, 2), (0.5,))], None),
    "scores too many": ([((1,), (0.5, 0.5))], None),
    "no ids": ([((), ())], None),
    "text": ([("ab", 0.5)], None),
    "a list of ids": ([([1, 2], 0.5)], None),
    "a third entry": ([((1, 2), 0.5, 7)], None),
    "one entry": ([((1, 2),)], None),
    "both kinds": ([((1, 2), 0.9), ((1, 2), (0.9, 0.9))], None),
    "one that is not": ([((1, 2), 0.9), 5], None),
    "a set": ({((1, 2), 0.9)}, None),
}


@pytest.mark.parametrize("name", SCORED)
def test_scored_clusters_and_links_are_told_by_their_form(name: str) -> None:
    data, labels = SCORED[name]
    assert is_field_object(data) == (labels is not None)
    assert field_labels(data).labels == (data if labels is None else labels)


def test_sets_of_items_are_told_from_other_lists() -> None:
    for sets in ([{1}, {2}], ({1}, frozenset({2})), {frozenset({1})}, [{1: 0}.keys()]):
        assert is_field_object(sets)
    others: list[Any] = [[], (), set(), [{1}, [2]], [[1]], [{1: 2}], "ab", {"a": {1}}]
    for other in others:
        assert not is_field_object(other)


def test_indices_of_pairs() -> None:
    pairs = pd.MultiIndex.from_tuples([(1, 2), (3, 4)])
    triples = pd.MultiIndex.from_tuples([(1, 2, 3)])
    assert is_field_object(pairs)
    assert not is_field_object(triples)
    assert not is_field_object(pd.Index([1, 2]))
    assert field_labels(pairs).labels == {1: 0, 2: 0, 3: 1, 4: 1}


@pytest.mark.parametrize(
    "several", [{"a": [0, 1], "b": [1, 0]}, {"a": np.zeros(2)}, {"a": [0], "b": np.zeros(1)}]
)
def test_several_clusterings_by_name(several: Any) -> None:
    said = f"^one clustering is needed, but this is a mapping with {len(several)} names"
    with pytest.raises(InputError, match=said):
        field_labels(several)
    assert field_labels({}).labels == {}
    assert field_labels({**several, "c": 1}).labels.keys() == {*several, "c"}


class Vertices(dict[str, list[Any]]):
    """The vertices of igraph, by attribute."""

    def attributes(self) -> list[str]:
        return list(self)


class Graph:
    """A graph of igraph."""

    def __init__(self, **vertices: list[Any]) -> None:
        self.vs = Vertices(vertices)


class Found:
    """A clustering of vertices."""

    def __init__(self, graph: Any) -> None:
        self.graph = graph


def test_names_of_vertices() -> None:
    one, two = list("ab"), list("cd")
    assert graph_names(Found(Graph(name=one))) == one
    assert graph_names(Found(Graph(_nx_name=two))) == two
    assert graph_names(Found(Graph(_nx_name=two, name=one))) == one
    for nameless in (Found(Graph(colour=one)), Found(Graph()), Found(None), object()):
        assert graph_names(nameless) is None


CLUSTERS: dict[str, tuple[Any, dict[Hashable, Hashable]]] = {
    "lists": ([[1, 2], [3]], {1: 0, 2: 0, 3: 1}),
    "names": ({"x": {1}, "y": (2,)}, {1: "x", 2: "y"}),
    "iterators": (iter([iter([1])]), {1: 0}),
    "none": ([], {}),
}


@pytest.mark.parametrize("name", CLUSTERS)
def test_labels_of_clusters(name: str) -> None:
    clusters, expected = CLUSTERS[name]
    assert labels_of_clusters(clusters) == expected


@pytest.mark.parametrize(
    ("make", "message", "is_cover"),
    [
        (lambda: labels_of_clusters("ab"), "clusters must be a list of lists of items", False),
        (lambda: labels_of_clusters(b"ab"), "clusters must be a list of lists of items", False),
        (lambda: labels_of_clusters(5), "clusters must be a list of lists .* not 5", False),
        (lambda: labels_of_clusters(["ab"]), "cluster 0 must be a list of items, not 'ab'", False),
        (lambda: labels_of_clusters([[1], b"a"]), "cluster 1 must be a list of items", False),
        (lambda: labels_of_clusters({"x": 5}), "cluster 'x' must be a list of items, not 5", False),
        (lambda: labels_of_clusters([[1, 1]]), "item 1 of cluster 0 is named twice;", False),
        (lambda: labels_of_clusters([[1], [1]]), "item 1 of cluster 1 is in cluster 0 too;", True),
        (lambda: labels_of_pairs([(1, 2), (1, 9)], [1, 2]), "pair 1 names 9, which is not", False),
    ],
)
def test_clusters_and_pairs_that_are_refused(
    make: Callable[[], object], message: str, is_cover: bool
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        make()
    assert ("pw.Cover" in str(caught.value)) == is_cover


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=8))
def test_labels_of_pairs_are_components_in_order_of_appearance(
    pairs: list[tuple[int, int]],
) -> None:
    group: dict[int, set[int]] = {}
    for one, other in pairs:
        merged = group.get(one, {one}) | group.get(other, {other})
        group.update(dict.fromkeys(merged, merged))
    order = _first_seen([item for pair in pairs for item in pair])
    number: dict[frozenset[int], int] = {}
    expected = {item: number.setdefault(frozenset(group[item]), len(number)) for item in order}
    found = labels_of_pairs(pairs)
    assert found == expected
    assert tuple(found) == order
    assert tuple(labels_of_pairs(pairs, range(6, -1, -1))) == tuple(range(6, -1, -1))


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Clustering([0]) == Clustering([0, 1]),
        lambda: Clustering({"a": 0}) == Clustering({"b": 0}),
        lambda: Cover([{0}]) == Cover([{0}, {0}]),
        lambda: Memberships([[1.0]]) == Memberships([[1.0], [1.0]]),
        lambda: is_consistent_improvement(*[Clustering([0, 1])] * 3),
        lambda: is_noise(1, True),
        lambda: is_field_object([]),
        lambda: is_field_object("labels"),
    ],
)
def test_a_question_is_answered_with_false(ask: Callable[[], object]) -> None:
    assert ask() is False


def test_codes_that_are_numbered_already_keep_only_their_labels() -> None:
    made = Clustering.from_codes(Factorized(np.array([0, 1, 0]), ["a", "b", "c"]), Items(3))
    assert (made.cluster_labels, made.k) == (("a", "b"), 2)
    jumbled = Clustering.from_codes(Factorized(np.array([2, -1, 0, 2]), ["a", "b", "c"]), Items(4))
    assert (jumbled.cluster_labels, jumbled.items) == (("c", "a"), (0, 2, 3))
    assert jumbled.sizes.tolist() == [2, 1]
    assert jumbled.sizes.dtype == jumbled.codes.dtype == np.int64
