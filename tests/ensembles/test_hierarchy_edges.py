"""Hierarchies at the edges: names that files can hold, whose distances, what a cut may be."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.cluster.hierarchy import cophenet, linkage
from scipy.spatial.distance import pdist, squareform

import partwise as pw
from partwise.base.errors import AlignmentError, InputError


@pytest.mark.parametrize("name", ["", " ", "it's", "a\nb", "(x)", "[c]", "a:1", ";", "日本", '"q"'])
def test_any_name_survives_newick(name: str) -> None:
    text = pw.Hierarchy([[name, "b"], "c"]).to_newick()
    assert pw.Hierarchy(text).items == (name, "b", "c")
    assert pw.Hierarchy("\ufeff" + text).items == (name, "b", "c")


def test_names_that_are_the_same_as_text_are_not_written() -> None:
    with pytest.raises(InputError, match="same name as text"):
        pw.Hierarchy([[1, "1"], "c"]).to_newick()


def test_distances_belong_to_named_items() -> None:
    points = np.random.default_rng(5).normal(size=(7, 2))
    names, distances = list("gfedcba"), pdist(points)
    merges = linkage(points, "average")
    expected = float(cophenet(merges, distances)[0])
    tree = pw.Hierarchy(merges, items=names)
    square = pd.DataFrame(squareform(distances), names, names)
    turned = square.loc[sorted(names), sorted(names)]
    leaves = pw.Hierarchy(tree.to_newick())  # in the order of the dendrogram
    in_order = pw.Hierarchy(tree.to_newick(), items=names)
    for own, other in [
        *((tree, data) for data in (distances, square, turned, square.to_numpy())),
        *((leaves, data) for data in (square, turned)),
        *((in_order, data) for data in (distances, square, turned)),
    ]:
        assert own.cophenetic_correlation(other) == pytest.approx(expected, abs=1e-9)
    for unknown in (distances, square.to_numpy()):
        with pytest.raises(AlignmentError, match="unknown which items they"):
            leaves.cophenetic_correlation(unknown)
    with pytest.raises(AlignmentError, match="names of the distances are not the names"):
        tree.cophenetic_correlation(square.rename(columns=str.upper))
    with pytest.raises(InputError, match="symmetric"):
        tree.cophenetic_correlation(np.arange(49.0).reshape(7, 7))


@pytest.mark.parametrize(
    "cut", [{"clusters": "2"}, {"clusters": 0}, {"clusters": 5}, {"height": "1"}, {"height": [1]}]
)
def test_what_no_cut_can_be(cut: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="not "):
        pw.Hierarchy([["a", "b"], ["c", "d"]]).cut(**cut)


@pytest.mark.parametrize("clusters", [3, [], ["2"], [2.5]])
def test_what_numbers_of_clusters_cannot_be(clusters: Any) -> None:
    tree = pw.Hierarchy([[["a", "b"], "c"], "d"])
    with pytest.raises(InputError, match="one or more whole numbers"):
        tree.bk_curve(tree, clusters=clusters)


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [([0, 1, 2, 3], None), (None, [0, 1, 2, 3]), ([0, 1, 2], [0, 1, 3]), ([0, 1, 2], [5, 6, 7])],
)
def test_items_known_by_position_are_never_taken_for_others(
    mine: list[int] | None, theirs: list[int] | None, named: bool
) -> None:
    merges = linkage(np.random.default_rng(0).normal(size=(8, 2)))
    whole = pw.Hierarchy(merges, items="abcdefgh" if named else None)
    first = whole if mine is None else whole.restrict([whole.items[i] for i in mine])
    other = pw.Hierarchy(merges)
    second = other if theirs is None else other.restrict(theirs)
    for compare in (first.cophenetic_correlation, first.bakers_gamma, first.bk_curve):
        with pytest.raises(AlignmentError, match="hierarchies have different items"):
            compare(second)
    if mine is not None:
        assert first.cophenetic_correlation(other.restrict(mine)) == pytest.approx(1)


def test_one_item_agrees_with_itself() -> None:
    one = pw.Hierarchy(["a"])
    assert one.cophenetic_correlation(one) == one.bakers_gamma(one) == 1
    assert one.bakers_gamma(one, coefficient="spearman") == 1
    assert np.isnan(pw.Hierarchy("a;", items=["a"]).cophenetic_correlation(np.zeros((1, 1))))


@pytest.mark.parametrize("order", [[0, 1, 2, 3, 4, 5], [5, 2, 0, 1, 4, 3]])
@pytest.mark.parametrize("kept", [[0, 1, 2, 3, 4, 5], [1, 3, 4]])
def test_cuts_of_a_sweep_are_those_of_the_hierarchy(order: list[int], kept: list[int]) -> None:
    merges = linkage(np.array([[0.0], [1.0], [10.0], [11.5], [30.0], [33.0]]))
    tree = pw.Hierarchy(merges)
    tree = tree if len(kept) == 6 else tree.restrict(kept)
    labels = {item: f"c{item}" for item in order}  # more clusters than a part has items
    for reference in (labels, [f"c{item}" for item in range(6)]):
        swept = pw.sweep(reference, tree, "adjusted_rand", missing="drop")
        for height in tree.heights.tolist():
            cut, own = swept.at(height), tree.cut(height)
            together = {frozenset(cluster) for cluster in own.clusters()}
            assert {frozenset(cluster) for cluster in cut.clusters()} == together
            assert swept.table(height).n == len(kept)


def test_a_reference_of_many_more_clusters_than_leaves() -> None:
    reference = {name: place for place, name in enumerate("zyxwvcba")}
    tree = pw.Hierarchy([["a", "b"], "c"])
    swept = pw.sweep(reference, tree, "adjusted_rand", missing="drop")
    assert swept.to_frame("pandas")["clusters"].tolist() == [3, 2, 1]
    assert tree.best_cut(reference, missing="drop").score == 1
