"""Hierarchies: every source gives the same tree, and cuts are what they are by definition."""

from __future__ import annotations

import html
import pickle
from typing import Any

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage
from sklearn.cluster import AgglomerativeClustering

import partwise as pw
from partwise.errors import AlignmentError, InputError
from support.random_trees import random_tree

METHODS = ["single", "complete", "average", "ward", "centroid", "median"]


def points(n: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n, 3))


# --- sources


@pytest.mark.parametrize("method", METHODS)
def test_cuts_of_a_linkage_matrix_are_those_of_scipy(method: str) -> None:
    matrix = linkage(points(40), method)
    tree = pw.Hierarchy(matrix)
    for height in [0, *matrix[:, 2], matrix[:, 2].max() + 1]:
        expected = pw.Clustering(fcluster(matrix, height, "distance"))
        assert tree.cut(height) == expected
    for clusters in tree.cluster_counts.tolist():
        assert tree.cut(clusters=clusters).k == clusters


@pytest.mark.parametrize("method", ["single", "complete", "average", "ward"])
def test_a_linkage_matrix_comes_back_as_it_was(method: str) -> None:
    matrix = linkage(points(30), method)
    assert np.array_equal(pw.Hierarchy(matrix).to_linkage(), matrix)


def test_an_inversion_is_raised_to_the_height_below_it() -> None:
    matrix = np.array([[0, 1, 2.0, 2], [2, 3, 1.0, 3]])
    assert pw.Hierarchy(matrix).heights.tolist() == [2, 2]
    assert pw.Hierarchy(matrix).cluster_counts.tolist() == [3, 1]


@pytest.mark.parametrize("clusters", [1, 2, 5, 20])
def test_an_estimator_is_cut_as_it_cuts_itself(clusters: int) -> None:
    data = points(40)
    model = AgglomerativeClustering(n_clusters=clusters, compute_full_tree=True).fit(data)
    full = AgglomerativeClustering(n_clusters=None, distance_threshold=0).fit(data)
    expected = pw.Clustering(model.labels_)
    for source in (model, model.children_, full):
        assert pw.Hierarchy(source).cut(clusters=clusters) == expected
    assert pw.Hierarchy(full).heights.tolist() == sorted(full.distances_)
    assert pw.Hierarchy(model).heights.tolist() == list(range(1, 40))


def test_nested_lists_newick_and_linkage_are_the_same_tree() -> None:
    nested = pw.Hierarchy([[["a", "b"], "c"], ("d", "e")])
    same = [
        pw.Hierarchy("(((a,b),c),(d,e));"),
        pw.Hierarchy("(((a:1,b:1):1,c:2):1,(d:1,e:1):2);"),
        pw.Hierarchy(" ( ( (a,b) inner , 'c' ) , [a [nested] comment] (d,e)99 )root;\n"),
        pw.Hierarchy([[[[["a"], "b"]], "c"], ("d", "e")]),  # lists of one change nothing
        pw.Hierarchy(nested.to_newick()),
    ]
    for other in same[:2] + same[4:]:
        assert other.to_newick() == nested.to_newick()
    for other in [*same, pw.Hierarchy(nested.to_linkage(), items="abcde")]:
        for height in (0, 1, 2, 3):
            assert other.cut(height) == nested.cut(height)


@pytest.mark.parametrize("seed", range(12))
def test_cuts_of_any_tree_are_its_largest_nodes(seed: int) -> None:
    known = random_tree(2 + seed * 3, seed)
    tree = known.hierarchy
    for height in {0, *(level for _, level in known.nodes)}:
        assert tree.cut(height) == known.cut(height)
    assert sorted(set(tree.heights)) == sorted({level for _, level in known.nodes})
    assert pw.Hierarchy(tree.to_newick()).to_newick() == tree.to_newick()


@pytest.mark.parametrize(
    "name", ["two words", "it's", "a,b", "(x)", "a:b", "[c]", "ü_1", "''", ";"]
)
def test_names_survive_newick(name: str) -> None:
    tree = pw.Hierarchy([[name, "other"], "third"])
    assert pw.Hierarchy(tree.to_newick()).items == (name, "other", "third")


def test_heights_in_newick_are_the_longest_ways_down() -> None:
    tree = pw.Hierarchy("((a:1,b:5):1,c:0.5);")
    assert tree.heights.tolist() == [5, 6]


def test_sums_of_branch_lengths_that_differ_by_rounding_tie() -> None:
    """0.1 + 0.2 is not 0.3 in floats."""
    tree = pw.Hierarchy("(((a:0.1,b:0.1):0.2,c:0.3):1,(d:0.3,e:0.3):1);")
    assert len(set(tree.heights.tolist())) == 3


def test_items_give_the_order_of_labels_without_names() -> None:
    labels = [0, 1, 0, 1]
    tree = pw.Hierarchy([["a", "c"], ["b", "d"]], items="abcd")
    assert tree.items == ("a", "b", "c", "d")
    assert tree.dendrogram_purity(labels) == 1
    assert tree.cut(1) == pw.Clustering(labels, items="abcd")


def test_one_item_is_a_hierarchy() -> None:
    for source in (["a"], "a;", "(a);"):
        tree = pw.Hierarchy(source)
        assert (tree.n, tree.height, tree.cut(0).k) == (1, 0, 1)
        assert tree.to_newick() == "a;"
        assert np.isnan(float(tree.dendrogram_purity({"a": 0})))
    assert pw.Hierarchy(np.zeros((0, 4))).to_linkage().shape == (0, 4)


def test_deep_trees_are_no_problem() -> None:
    nested: Any = "0"
    for name in map(str, range(1, 5000)):
        nested = [nested, name]
    tree = pw.Hierarchy(nested)
    assert tree.height == 4999
    assert pw.Hierarchy(tree.to_newick()).cut(clusters=3).sizes.tolist() == [4998, 1, 1]


def test_a_hierarchy_can_be_pickled_and_printed() -> None:
    tree = random_tree(300, 0).hierarchy
    again = pickle.loads(pickle.dumps(tree))  # noqa: S301 - our own
    assert again.to_newick() == tree.to_newick()
    assert len(repr(tree)) < 100
    assert tree._repr_html_() == f"<p>{html.escape(repr(tree))}</p>"
    assert tree.n == 300
    assert sorted(map(str, tree.order)) == sorted(map(str, tree.items))


@pytest.mark.parametrize("seed", range(8))
def test_restricting_keeps_the_heights_at_which_items_meet(seed: int) -> None:
    known = random_tree(15, seed)
    kept = list(known.items[:: 1 + seed % 3])[:8]
    part = known.hierarchy.restrict(kept)
    for height in {0, *(level for _, level in known.nodes)}:
        assert part.cut(height) == known.cut(height).restrict(kept)


# --- errors


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("((a,b);", r"line 1, character 7: 1 × '\)' is missing"),
        ("(a,b));", r"character 6: '\)' has no matching '\('"),
        ("(a,\n'b);", "line 2, character 1: a quoted name has no closing quote"),
        ("(a,b", r"character 5: ',' or '\)' is expected here \(at the end\)"),
        ("(a,b)", r"character 6: ';' is expected"),
        ("(a,b) c d;", "character 9: ';' is expected"),
        ("(a:x,b:1);", "character 4: a branch length"),
        ("(a:-1,b:1);", "character 4: a branch length"),
        ("(a:nan,b:1);", "character 4: a branch length"),
        ("(a:1,b);", "character 6: a branch has no length"),
        ("(a,,b);", "character 4: the name of a leaf"),
        ("(a,b);(c,d);", "character 7: text follows"),
        ("(a[x,b);", "character 3: a comment has no closing bracket"),
        ("(a]x,b);", "character 3: unexpected character"),
        ("(a,a);", "the same name"),
        ("tree.nwk", "read_text"),
        ("", "the name of a leaf"),
    ],
)
def test_newick_errors_say_where(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        pw.Hierarchy(text)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ([["a", []], "b"], r"\[0\]\[1\]: this list is empty"),
        ([["a", "b"], "a"], "the same name"),
        ([["a", None]], "no name"),
        (7, "cannot read a hierarchy from"),
        (AgglomerativeClustering(), "fit an agglomerative model"),
        (AgglomerativeClustering, "fit an agglomerative model"),
        (np.zeros((3, 5)), r"shape \(3, 5\)"),
        (np.array([["a", "b"]]), "is not a linkage matrix"),
        (np.array([[0, 1, 1, 2], [0, 2, 2, 3.0]]), "row 1 joins"),
        (np.array([[0, 1, 1, 2], [3, 4, 2, 3.0]]), "row 1 joins"),
        (np.array([[0, 0.5, 1, 2], [3, 2, 2, 3.0]]), "row 0 joins"),
        (np.array([[0, np.nan, 1, 2], [3, 2, 2, 3.0]]), "row 0 joins"),
        (np.array([[0, 1, -1, 2], [3, 2, 2, 3.0]]), "row 0 has the height"),
        (np.array([[0, 1, np.nan, 2], [3, 2, 2, 3.0]]), "row 0 has the height"),
        (np.array([[0, 1, 1, 2], [3, 2, 2, 4.0]]), "row 1 says 4.0 items"),
    ],
)
def test_other_sources_say_what_is_wrong(source: object, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        pw.Hierarchy(source)


def test_a_tree_that_stopped_early_is_refused() -> None:
    data = points(30)
    near = (np.abs(np.subtract.outer(np.arange(30), np.arange(30))) == 1).astype(int)
    model = AgglomerativeClustering(5, connectivity=near, compute_full_tree=False).fit(data)
    with pytest.raises(InputError, match="compute_full_tree=True"):
        pw.Hierarchy(model)


def test_wrong_cuts_are_refused() -> None:
    tree = pw.Hierarchy([["a", "b", "c"], "d"])
    with pytest.raises(InputError, match="cut into 2 or 4 clusters"):
        tree.cut(clusters=3)
    with pytest.raises(InputError, match="pass either height= or clusters="):
        tree.cut()
    with pytest.raises(InputError, match="pass either height= or clusters="):
        tree.cut(1, clusters=2)
    with pytest.raises(InputError, match="not nan"):
        tree.cut(float("nan"))
    with pytest.raises(InputError, match="two children"):
        tree.to_linkage()
    with pytest.raises(AlignmentError, match="'z'"):
        tree.restrict(["a", "z"])


def test_items_must_be_the_leaves() -> None:
    with pytest.raises(InputError, match=r"not leaves: 1, .*not named: 1"):
        pw.Hierarchy([["a", "b"], "c"], items="abz")
    with pytest.raises(InputError, match="3 labels but 2 items"):
        pw.Hierarchy(np.array([[0, 1, 1, 2], [3, 2, 2, 3.0]]), items="ab")


# --- sweeps


@pytest.mark.parametrize("seed", range(4))
def test_a_hierarchy_is_swept_as_its_cuts_are_scored(seed: int) -> None:
    known = random_tree(25, seed)
    labels = dict(zip(known.items, np.random.default_rng(seed).integers(0, 4, 25), strict=True))
    result = pw.sweep(labels, known.hierarchy, ["ARI", "BCubed", "AMI"])
    for place, height in enumerate(result.thresholds.tolist()):
        cut = known.cut(height)
        assert result.clusters[place] == cut.k
        for index in ("ARI", "BCubed", "AMI"):
            expected = pw.score(labels, cut, index)
            assert result.scores[index][place] == pytest.approx(expected, abs=1e-12)


def test_the_best_cut_is_the_best_of_all() -> None:
    matrix = linkage(points(40), "average")
    labels = np.random.default_rng(1).integers(0, 3, 40)
    tree = pw.Hierarchy(matrix)
    scores = {h: pw.score(labels, tree.cut(h), "ARI") for h in (-1.0, *tree.heights.tolist())}
    best = tree.best_cut(labels, "ARI")
    assert best.score == pytest.approx(max(scores.values()))
    assert pw.score(labels, tree.cut(best.threshold), "ARI") == pytest.approx(best.score)


def test_a_partly_labelled_reference_counts_what_it_has() -> None:
    known = random_tree(20, 3)
    labels = {item: place % 3 for place, item in enumerate(known.items[:12])}
    tree = known.hierarchy
    with pytest.raises(AlignmentError, match="8 only in the candidate"):
        tree.best_cut(labels)
    best = tree.best_cut(labels, "ARI", missing="drop")
    part = tree.restrict(labels)
    assert best.score == pytest.approx(part.best_cut(labels, "ARI").score)
    for ask in (tree.best_cut, tree.dendrogram_purity):
        with pytest.raises(InputError, match="the reference is None"):
            ask(None)
        with pytest.raises(InputError, match='missing="drop"'):
            ask(labels, missing="singletons")
