"""Objects of other libraries, told by their attributes; tests/field has the libraries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

import partwise as pw
from partwise.clusterings import is_field_object
from partwise.errors import InputError
from support.field import check_missing_items, check_same_numbers

TRUTH = {"a": 0, "b": 0, "c": 1, "d": -1, "e": 2}
PLAIN = {"a": 0, "b": 0, "c": 0, "d": 1, "e": 1}
CLUSTERS = [["c", "a", "b"], ["e", "d"]]


class Vertices:
    """The vertices of igraph."""

    def __init__(self, **attributes: list[Any]) -> None:
        self._attributes = attributes

    def attributes(self) -> list[str]:
        return list(self._attributes)

    def __getitem__(self, name: str) -> list[Any]:
        return self._attributes[name]


class Network:
    """A graph of igraph."""

    def __init__(self, **attributes: list[Any]) -> None:
        self.vs = Vertices(**attributes)


class VertexClustering:
    """A partition of igraph or leidenalg."""

    def __init__(self, membership: list[Any], **attributes: list[Any]) -> None:
        self._membership = membership
        self.graph = Network(**attributes)

    @property
    def membership(self) -> list[Any]:
        return self._membership[:]


class NodeClustering:
    """Communities of cdlib."""

    def __init__(self, communities: list[list[Any]], overlap: bool = False) -> None:
        self.communities = communities
        self.overlap = overlap


class Model:
    """An estimator of scikit-learn."""

    def fit(self, X: Any) -> Model:
        self.labels_ = np.asarray(X)
        return self


class Dendrogram:
    """A hierarchy of igraph."""

    def as_clustering(self) -> VertexClustering:
        return VertexClustering([0])


SCORES = np.array([0.9, 0.8, 0.9], np.float32)
MANY_PAIRS = np.array(
    [(("a", "b"), 0.9), (("c", "b"), 0.7), (("d", "e"), 0.6)],
    dtype=[("pairs", "U1", 2), ("score", "f4")],
)
NAMED: dict[str, Callable[[], Any]] = {
    "sets": lambda: [set(members) for members in CLUSTERS],
    "frozen sets": lambda: tuple(frozenset(members) for members in CLUSTERS),
    "a set of sets": lambda: {frozenset(members) for members in CLUSTERS},
    "keys": lambda: [dict.fromkeys(members).keys() for members in CLUSTERS],
    "communities": lambda: NodeClustering(CLUSTERS),
    "vertices with names": lambda: VertexClustering(list(PLAIN.values()), name=list(PLAIN)),
    "vertices of NetworkX": lambda: VertexClustering(list(PLAIN.values()), _nx_name=list(PLAIN)),
    "scored clusters": lambda: [(tuple("cab"), SCORES), (tuple("ed"), (0.7, 0.7))],
    "links": lambda: [(("a", "b"), 0.9), (("b", "c"), np.float32(0.7)), (("d", "e"), 0.6)],
    "rows of links": lambda: list(MANY_PAIRS),
    "pairs": lambda: pd.MultiIndex.from_tuples([("a", "b"), ("c", "b"), ("d", "e")]),
}


@pytest.mark.parametrize("name", NAMED)
def test_items_have_names(name: str) -> None:
    thing = NAMED[name]()
    assert is_field_object(thing)
    assert pw.Clustering(thing) == pw.Clustering(PLAIN)
    check_same_numbers(TRUTH, thing, PLAIN)
    check_missing_items(TRUTH, thing, PLAIN)
    assert pw.compare(TRUTH, thing).names == ("candidate",)
    assert pw.compare(TRUTH, [thing, PLAIN]).names == (0, 1)
    assert (
        pw.estimate({"a": 0, "b": 0}, thing, ["R"], design="random clusters")["candidate"][
            "rand"
        ].value
        == 1
    )
    assert pw.chance.expected(TRUTH, thing, "rand") == pw.chance.expected(TRUTH, PLAIN, "rand")
    distances = pw.ensembles.landscape([thing, TRUTH]).distances
    np.testing.assert_array_equal(distances, pw.ensembles.landscape([PLAIN, TRUTH]).distances)
    if not isinstance(thing, VertexClustering):  # whose vertices come in an order
        with pytest.raises(pw.errors.AlignmentError, match="in no particular order"):
            pw.score([0, 0, 1, 1, 2], thing, "ARI")


@pytest.mark.parametrize(
    "thing", [VertexClustering([0, 0, 0, -1, 1]), Model().fit([0, 0, 0, -1, 1])]
)
def test_items_are_in_order(thing: Any) -> None:
    truth, plain = list(TRUTH.values()), [0, 0, 0, -1, 1]
    check_same_numbers(truth, thing, plain)
    assert pw.compare(truth, {"one": thing, "other": thing}).names == ("one", "other")
    with pytest.raises(pw.errors.AlignmentError, match="in no particular order"):
        pw.score(TRUTH, thing, "ARI")


def test_nodes_that_are_numbers_are_positions() -> None:
    assert pw.score([5, 5, 6], [{2}, {1, 0}], "rand") == 1
    assert pw.score(pw.Clustering([5, 5, 6]), VertexClustering([1, 1, 0]), "rand") == 1


def test_iterators_are_read_once() -> None:
    def communities() -> Any:
        return (set(members) for members in CLUSTERS)

    expected = pw.score(TRUTH, PLAIN, "CC")
    assert pw.score(TRUTH, communities(), "CC") == expected
    assert pw.scores(TRUTH, communities(), ["CC"])["CC"] == expected
    assert pw.compare(TRUTH, {"a": communities()}, ["CC"]).scores["a"]["CC"] == expected
    assert pw.pairwise([communities(), TRUTH], "CC")[0, 1] == expected
    levels = ([{"a", "b"}, set("cde")], [set("ab"), set("c"), set("de")])
    assert pw.compare(TRUTH, iter(levels), ["CC"]).names == (0, 1)
    assert pw.score(TRUTH, dict(enumerate(map(set, CLUSTERS))).values(), "CC") == expected


class TwoReadings(Model):
    """A model that has communities as well."""

    communities = CLUSTERS


REFUSED: dict[str, tuple[Any, str]] = {
    "not fitted": (Model(), r"this Model has no labels_; fit it first: model\.fit\(X\)"),
    "a class": (Model, "Model is a class, not a fitted model"),
    "two readings": (
        TwoReadings().fit([0]),
        r"TwoReadings has \.communities and \.labels_, .*pass one of these attributes",
    ),
    "overlap": (NodeClustering([["a"], ["a"]], overlap=True), "overlapping communities.*omega"),
    "hidden overlap": (NodeClustering([["a"], ["a"]]), "clusters overlap: item 'a'.*omega"),
    "cover": (VertexClustering([[0], [0, 1]]), "VertexClustering has vertices in several.*omega"),
    "hierarchy": (Dendrogram(), r"cut it: dendrogram\.as_clustering\(\)"),
    "names twice": (VertexClustering([0, 1], name=["x", "x"]), "named twice: 'x'"),
    "an empty community": ([{1}, set()], "cluster 1 is empty"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    thing, message = REFUSED[name]
    with pytest.raises(InputError, match=message):
        pw.Clustering(thing)
    with pytest.raises(InputError, match=message):
        pw.score([0, 1], thing, "ARI")
    with pytest.raises(InputError, match=f"^mine: .*{message.lstrip('^')}"):
        pw.compare([0, 1], {"mine": thing, "other": [0, 1]})


@pytest.mark.parametrize(
    "labels",
    [
        {"labels_": 0, "membership": 0, "fit": 1},
        pd.Series([0, 0, 1], index=["labels_", "membership", "communities"]),
        [(1, 2), (1, 2), (3, 4)],
        [((1, 2), 3), ((1, 2), 3), ((1, 2), 4)],
        [("a", 0.5), ("a", 0.5), ("b", 0.5)],
        ["labels_", "labels_", "membership"],
    ],
)
def test_labels_stay_labels(labels: Any) -> None:
    assert not is_field_object(labels)
    assert pw.Clustering(labels).codes.tolist() == [0, 0, 1]


def test_frames_and_clusterings_stay_what_they_are() -> None:
    frame = pd.DataFrame({"labels_": [0, 0, 1], "membership": [0, 1, 1]})
    for thing in (frame, frame["labels_"], pw.Clustering([0]), pw.read(frame), np.zeros(3), "fit"):
        assert not is_field_object(thing)
    assert pw.compare("labels_", frame, ["CC"]).names == ("membership",)


@pytest.mark.parametrize("labels", [[0, 1, 1], np.array([0, 1, 1])])
def test_several_clusterings_by_name_are_not_one(labels: Any) -> None:
    several = {"mine": labels, "yours": labels}
    for ask in (pw.score, pw.chance.expected):
        with pytest.raises(
            InputError, match=r"\('mine', 'yours'\); pass several .* pw\.scores or pw\.compare"
        ):
            ask([0, 0, 1], several, "rand")


def test_a_class_is_no_fitted_model() -> None:
    class Means:
        def fit(self, data: object) -> None: ...

    with pytest.raises(InputError, match=r"Means is a class, .*: Means\(\)\.fit\(X\)"):
        pw.score([0, 0, 1], Means, "rand")
