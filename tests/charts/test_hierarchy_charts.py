"""Charts of hierarchies show where items stand, and turn branches so that few lines cross."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest

import partwise as pw
from partwise.charts.cut_curve_chart import CutPoint, cut_curve
from partwise.charts.render import svg
from partwise.ensembles.hierarchies.tree_arrays import Tree
from partwise.ensembles.hierarchies.untangling import crossings, turned, untangled
from partwise.errors import InputError
from support.drawings import described, texts
from support.random_trees import random_tree


def test_a_dendrogram_has_its_items_in_order_and_a_line_for_each_node() -> None:
    tree = pw.Hierarchy([[["ann", "bob"], "cy"], ["dee", "eve", "flo"]])
    figure = tree.plot()
    names = sorted((mark for mark in texts(figure) if mark.text in tree.items), key=lambda m: m.y)
    assert [mark.text for mark in names] == list(tree.order)
    joined = [mark.label for mark in described(figure)]
    assert sorted(joined) == [
        "2 items joined at height 1.0000",
        "3 items joined at height 1.0000",
        "3 items joined at height 2.0000",
        "6 items joined at height 3.0000",
    ]


def test_a_large_dendrogram_has_clusters_as_leaves() -> None:
    tree = random_tree(400, 0).hierarchy
    figure = tree.plot()
    shown = [mark.text for mark in texts(figure) if mark.text.startswith("i")]
    assert 1 < len(shown) <= 60
    sizes = [1 + int(text.partition(" + ")[2] or 0) for text in shown]
    assert sum(sizes) == 400
    assert "clusters of 400 items" in figure.description


def test_a_tanglegram_has_a_line_between_the_places_of_each_item() -> None:
    first, second = random_tree(12, 1).hierarchy, random_tree(12, 2).hierarchy
    figure = first.plot.tanglegram(second, names=("left one", "right one"), clusters=None)
    items = [str(item) for item in first.items]
    names = [mark for mark in texts(figure) if mark.text in items]
    middle = sum(mark.x for mark in names) / len(names)
    places = []
    for side in (True, False):
        here = sorted((m for m in names if (m.x < middle) is side), key=lambda mark: mark.y)
        places.append({mark.text: place for place, mark in enumerate(here, 1)})
    assert all(set(side) == set(items) for side in places)
    lines = [mark.label for mark in described(figure) if "on the left" in mark.label]
    assert sorted(lines) == sorted(
        f"{item}: place {places[0][item]} on the left, {places[1][item]} on the right"
        for item in items
    )
    crossed = sum(
        (places[0][a] - places[0][b]) * (places[1][a] - places[1][b]) < 0
        for a, b in combinations(items, 2)
    )
    assert f"Remaining crossings: {crossed}." in figure.description
    assert {"left one", "right one"} <= {mark.text for mark in texts(figure)}


@pytest.mark.parametrize("seed", range(10))
def test_turning_branches_keeps_the_trees_and_never_adds_crossings(seed: int) -> None:
    first, second = random_tree(20, seed), random_tree(20, 50 + seed)
    one, other, matched = first.hierarchy.matched_trees(second.hierarchy)
    before = crossings(one.order.tolist(), other.order.tolist(), matched)
    layout = untangled(one, other, matched)
    assert layout.crossings <= before
    assert layout.crossings == crossings(layout.first, layout.second, matched)
    for known, order in ((first, layout.first), (second, layout.second)):
        place = {known.hierarchy.items[leaf]: i for i, leaf in enumerate(order)}
        for inside, _ in known.nodes:  # side by side
            spots = sorted(place[item] for item in inside)
            assert spots == list(range(spots[0], spots[0] + len(spots)))


def _orders(tree: Tree, node: int) -> list[list[int]]:
    """Return every order of the leaves below a node, by brute force."""
    if node < tree.n:
        return [[node]]
    below = [_orders(tree, child) for child in tree.row(node - tree.n)]
    return [
        [leaf for part in parts for leaf in part]
        for some in permutations(below)
        for parts in product(*some)
    ]


@pytest.mark.parametrize("seed", range(6))
def test_no_other_turning_of_one_binary_tree_has_fewer_crossings(seed: int) -> None:
    first, second = (random_tree(7, s, most_children=2).hierarchy for s in (seed, 90 + seed))
    tree, other, matched = first.matched_trees(second)
    fixed = other.order.tolist()
    order = turned(tree, other.places[matched])
    fewest = min(crossings(o, fixed, matched) for o in _orders(tree, tree.n + tree.nodes - 1))
    assert crossings(order, fixed, matched) == fewest


def test_the_same_tree_with_turned_branches_has_no_crossings() -> None:
    tree = pw.Hierarchy("((((a,b),c),(d,e)),((f,g),(h,(i,j))));")
    turned = pw.Hierarchy("((((j,i),h),(g,f)),((e,d),(c,(b,a))));")
    assert "Remaining crossings: 0." in tree.plot.tanglegram(turned).description


def test_names_are_data() -> None:
    bad = "<script>alert(1)</script>"
    tree = pw.Hierarchy([[bad, "b & c"], "d"])
    for figure in (tree.plot(), tree.plot.tanglegram(tree, names=(bad, "x"))):
        assert "<script" not in svg(figure)


def test_too_many_lines_are_refused() -> None:
    tree = random_tree(151, 0).hierarchy
    with pytest.raises(InputError, match=r"151 items.*150.*restrict"):
        tree.plot.tanglegram(tree)
    with pytest.raises(InputError, match="at least two items"):
        pw.Hierarchy(["a"]).plot.tanglegram(["a"])


def test_a_curve_over_cuts_has_a_dot_for_each_number_of_clusters() -> None:
    tree = pw.Hierarchy([[["a", "b"], "c"], ["d", "e"]])
    curve = tree.bk_curve([[["a", "b"], "d"], ["c", "e"]])
    labels = [mark.label for mark in described(curve.plot())]
    assert labels == [
        "2 clusters: 0.2500 by FM, 0.4000 expected of shuffled items",
        "3 clusters: 0.5000 by FM, 0.2000 expected of shuffled items",
    ]
    assert "band" in curve.plot().description
    bare = tree.bk_curve([[["a", "b"], "d"], ["c", "e"]], "jaccard").plot()
    assert "band" not in bare.description
    with pytest.raises(InputError, match="at least one"):
        cut_curve([], index="FM", level=0.9)
    long = [CutPoint(k, 1 / k, 0.0, 0.0, 0.0) for k in range(2, 500)]
    assert described(cut_curve(long, index="FM", level=0.9)) == []
