"""Hierarchies against clusterings and each other: by definition, by peers, by published values."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest
from scipy.cluster.hierarchy import cophenet, fcluster, linkage
from scipy.spatial.distance import pdist
from scipy.stats import spearmanr
from sklearn.datasets import load_iris
from sklearn.metrics import fowlkes_mallows_score

import partwise as pw
from partwise.errors import AlignmentError, InputError
from support.random_trees import KnownTree, random_tree

# Ten rows of iris, counted from 1: what set.seed(23235); sample(1:150, 10) gives in R 3.5.
DENDEXTEND_ROWS = [23, 59, 123, 67, 97, 94, 126, 29, 109, 145]


def labels_of(known: KnownTree, seed: int, clusters: int) -> dict[str, int]:
    numbers = np.random.default_rng(seed).integers(0, clusters, len(known.items))
    return dict(zip(known.items, numbers.tolist(), strict=True))


# --- dendrogram purity


def purity_by_definition(known: KnownTree, labels: dict[str, int]) -> Fraction:
    shares = []
    for first, second in combinations(labels, 2):
        if labels[first] == labels[second]:
            below = [labels[item] for item in known.meeting(first, second)[0] if item in labels]
            shares.append(Fraction(below.count(labels[first]), len(below)))
    return sum(shares, Fraction(0)) / len(shares)


@pytest.mark.parametrize("seed", range(15))
def test_purity_is_the_mean_over_pairs(seed: int) -> None:
    known = random_tree(3 + 2 * seed, seed)
    labels = labels_of(known, seed, 1 + seed % 5)
    expected = purity_by_definition(known, labels)
    assert known.hierarchy.dendrogram_purity(labels, exact=True) == expected
    assert known.hierarchy.dendrogram_purity(labels) == pytest.approx(float(expected), rel=1e-15)


@pytest.mark.parametrize("seed", range(4))
def test_purity_of_a_partly_labelled_reference_ignores_the_rest(seed: int) -> None:
    known = random_tree(24, seed)
    labels = dict(list(labels_of(known, seed, 3).items())[::2])
    purity = known.hierarchy.dendrogram_purity(labels, exact=True, missing="drop")
    assert purity == purity_by_definition(known, labels)


def test_purity_as_higra_has_it() -> None:
    """Two trees given by parents, from test_dendrogram_purity.cpp of Higra (Perret et al.)."""
    labels = {"0": 1, "1": 1, "2": 0, "3": 1, "4": 0}
    binary = pw.Hierarchy([["2", ["0", "1"]], ["3", "4"]])  # parents 5 5 6 7 7 6 8 8 8
    assert binary.dendrogram_purity(labels) == pytest.approx(0.65)
    several = pw.Hierarchy([["0", "1", "2"], ["3", "4"]])  # parents 5 5 5 6 6 7 7 7
    assert several.dendrogram_purity(labels) == pytest.approx(0.5666666666666667)


def test_purity_of_pure_and_of_unrelated_trees() -> None:
    tree = pw.Hierarchy([[["a1", "a2"], "a3"], ["b1", "b2"], "c1"])
    by_letter = {name: str(name)[0] for name in tree.items}
    assert tree.dendrogram_purity(by_letter) == 1
    assert tree.dendrogram_purity(dict.fromkeys(tree.items, 0)) == 1
    assert math.isnan(tree.dendrogram_purity({name: name for name in tree.items}))
    star = pw.Hierarchy([list("abcdef")])
    assert star.dendrogram_purity(dict(zip("abcdef", "xxxyyz", strict=True)), exact=True) == (
        Fraction(3 * 3 + 1 * 2, 6 * 4)
    )


# --- heights at which pairs are joined


def gamma_by_definition(first: np.ndarray, second: np.ndarray) -> Fraction:
    signs = [
        int(np.sign(first[i] - first[j]) * np.sign(second[i] - second[j]))
        for i, j in combinations(range(len(first)), 2)
    ]
    same, opposite = signs.count(1), signs.count(-1)
    return Fraction(same - opposite, same + opposite)


@pytest.mark.parametrize("seed", range(12))
def test_correlations_are_over_all_pairs(seed: int) -> None:
    n = 4 + seed
    first, second = random_tree(n, seed), random_tree(n, 100 + seed)
    x, y = first.heights(), second.heights()
    tree, other = first.hierarchy, second.hierarchy
    assert tree.cophenetic_correlation(other) == pytest.approx(np.corrcoef(x, y)[0, 1], abs=1e-12)
    assert tree.bakers_gamma(other, exact=True) == gamma_by_definition(x, y)
    assert tree.bakers_gamma(other) == float(gamma_by_definition(x, y))
    spearman = spearmanr(x, y).statistic
    assert tree.bakers_gamma(other, coefficient="spearman") == pytest.approx(spearman, abs=1e-12)


@pytest.mark.parametrize("methods", [("average", "complete"), ("single", "ward")])
def test_the_cophenetic_correlation_is_that_of_scipy(methods: tuple[str, str]) -> None:
    data = np.random.default_rng(5).normal(size=(60, 4))
    first, second = (linkage(data, method) for method in methods)
    expected = np.corrcoef(cophenet(first), cophenet(second))[0, 1]
    assert pw.Hierarchy(first).cophenetic_correlation(second) == pytest.approx(expected, abs=1e-12)


def test_an_example_of_sneath_and_sokal() -> None:
    """Numerical Taxonomy (1973), figure 5-29; the help of R's ``cophenetic`` has the distances.

    By hand, average linkage joins a with b at 1, c with d at 2.6, these two at the mean of four,
    4.1, and e at 5.2.
    """
    distances = np.array([1, 3.8, 4.4, 5.1, 4, 4.2, 5, 2.6, 5.3, 5.4])
    tree = pw.Hierarchy(linkage(distances, "average"), items="abcde")
    joined = [1, 4.1, 4.1, 5.2, 4.1, 4.1, 5.2, 2.6, 5.2, 5.2]
    expected = np.corrcoef(joined, distances)[0, 1]
    square = np.zeros((5, 5))
    square[np.triu_indices(5, 1)] = distances
    for form in (distances, square + square.T):
        assert tree.cophenetic_correlation(form) == pytest.approx(expected, abs=1e-12)
    with pytest.raises(InputError, match="finite"):
        tree.cophenetic_correlation(np.full(10, np.nan))


@pytest.mark.parametrize("method", ["average", "complete", "single"])
def test_faithfulness_to_distances_is_that_of_scipy(method: str) -> None:
    distances = pdist(np.random.default_rng(7).normal(size=(40, 3)))
    matrix = linkage(distances, method)
    expected, _ = cophenet(matrix, distances)
    assert pw.Hierarchy(matrix).cophenetic_correlation(distances) == pytest.approx(expected)


def test_values_of_dendextend_for_ten_flowers() -> None:
    """test-cor_bakers_gamma.R of dendextend has 0.57 for complete and single linkage.

    Its ``cor_bakers_gamma`` is Spearman's correlation. Goodman and Kruskal's gamma, which Baker
    (1974, abstract) names, is another number.
    """
    data = load_iris().data[np.array(DENDEXTEND_ROWS) - 1]
    tree, other = (pw.Hierarchy(linkage(data, method)) for method in ("complete", "single"))
    assert round(tree.bakers_gamma(other, coefficient="spearman"), 2) == 0.57
    x, y = (cophenet(each.to_linkage()) for each in (tree, other))
    assert tree.bakers_gamma(other, exact=True) == gamma_by_definition(x, y)
    assert round(tree.bakers_gamma(other), 2) != 0.57


@pytest.mark.parametrize("coefficient", ["gamma", "spearman"])
def test_the_order_of_merging_is_all_that_gamma_sees(coefficient: str) -> None:
    tree = pw.Hierarchy("((a:1,b:1):9,(c:2,d:2):8);")
    stretched = pw.Hierarchy("((d:7,c:7):1,(b:3,a:3):5);")
    assert tree.bakers_gamma(stretched, coefficient=coefficient) == pytest.approx(1)  # type: ignore[arg-type]
    assert tree.cophenetic_correlation(stretched) < 1
    assert tree.cophenetic_correlation(tree) == pytest.approx(1)


def test_a_star_joins_all_pairs_at_once() -> None:
    star, tree = pw.Hierarchy(["a", "b", "c"]), pw.Hierarchy([["a", "b"], "c"])
    assert star.bakers_gamma(star) == star.cophenetic_correlation(star) == 1
    assert math.isnan(star.bakers_gamma(tree))
    assert math.isnan(tree.cophenetic_correlation(star))


def test_items_are_matched_by_name() -> None:
    tree = pw.Hierarchy([[["a", "b"], "c"], "d"])
    same = pw.Hierarchy(["d", ["c", ["b", "a"]]])
    assert tree.bakers_gamma(same) == 1
    with pytest.raises(AlignmentError, match=r"1 only in the first \('d'\).*first.restrict"):
        tree.bakers_gamma([["a", "b"], ["c", "e"]])
    with pytest.raises(AlignmentError, match="no particular order"):
        tree.bakers_gamma(tree.to_linkage())
    with pytest.raises(InputError, match="coefficient="):
        tree.bakers_gamma(same, coefficient="kendall")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="exact=True"):
        tree.bakers_gamma(same, coefficient="spearman", exact=True)


def test_pairs_of_too_many_items_are_refused() -> None:
    children = np.c_[np.r_[0, np.arange(30_000, 59_998)], np.arange(1, 30_000)]
    tree = pw.Hierarchy(children)
    with pytest.raises(InputError, match=r"30,000 items.*20,000.*restrict"):
        tree.bakers_gamma(tree)


# --- the index at each number of clusters


@pytest.mark.parametrize("methods", [("average", "complete"), ("single", "ward")])
def test_the_curve_is_that_of_scikit_learn(methods: tuple[str, str]) -> None:
    data = np.random.default_rng(6).normal(size=(30, 3))
    first, second = (linkage(data, method) for method in methods)
    curve = pw.Hierarchy(first).bk_curve(second)
    assert curve.clusters.tolist() == list(range(2, 30))
    for k, value in zip(curve.clusters.tolist(), curve.values.tolist(), strict=True):
        cuts = [fcluster(matrix, k, "maxclust") for matrix in (first, second)]
        assert value == pytest.approx(fowlkes_mallows_score(*cuts), abs=1e-12)


@pytest.mark.parametrize("index", ["ARI", "NMI", "jaccard", "AMI", "VI"])
def test_any_index_has_a_curve(index: str) -> None:
    first, second = random_tree(20, 1), random_tree(20, 2)
    curve = first.hierarchy.bk_curve(second.hierarchy, index)
    both = [
        {tree.cut(level).k: tree.cut(level) for _, level in tree.nodes} for tree in (first, second)
    ]
    assert curve.clusters.tolist() == sorted(set(both[0]) & set(both[1]) - {1})
    for k, value in zip(curve.clusters.tolist(), curve.values.tolist(), strict=True):
        assert value == pytest.approx(pw.score(both[0][k], both[1][k], index), abs=1e-12)


@pytest.mark.parametrize("index", ["fowlkes_mallows", "rand", "ARI", "correlation", "wallace_1"])
def test_the_null_band_is_that_of_all_shuffles(index: str) -> None:
    """Mean and standard deviation over all 720 orders of six items."""
    tree = pw.Hierarchy("(((0:1,1:1):1,2:2):3,((3:3,4:3):1,5:4):1);")
    other = pw.Hierarchy("((((0:1,2:1):1,4:2):1,1:3):2,(3:4,5:4):1);")
    curve = tree.bk_curve(other, index)
    assert curve.clusters.tolist() == [2, 3, 4, 5]
    for k, mean, sd in zip(curve.clusters.tolist(), curve.expected, curve.sd, strict=True):
        mine, theirs = (each.cut(clusters=k).codes for each in (tree, other))
        orders = map(list, permutations(range(6)))
        scores = [float(pw.score(mine, theirs[order], index)) for order in orders]
        assert mean == pytest.approx(np.mean(scores), abs=1e-12)
        assert sd == pytest.approx(np.std(scores), abs=1e-12)
    reach = 1.959963984540054 * curve.sd  # the normal quantile
    least, most = map(float, pw.index(index).range)
    assert np.allclose(curve.low, np.clip(curve.expected - reach, least, most))
    assert np.allclose(curve.high, np.clip(curve.expected + reach, least, most))


def test_values_of_dendextend_for_all_flowers() -> None:
    """test-bk_method.R of dendextend: B_k of complete and single linkage of iris, by hclust.

    There, three clusters of complete linkage against a shuffle of themselves have E(FM) = 0.37 and
    a standard deviation of 0.008.
    """
    data = load_iris().data
    tree, other = (pw.Hierarchy(linkage(data, method)) for method in ("complete", "single"))
    curve = tree.bk_curve(other, clusters=[2, 3, 4])
    assert curve.values.round(2).tolist() == [0.71, 0.81, 0.75]
    assert round(curve.values[1], 3) == 0.806
    itself = tree.bk_curve(tree, clusters=[3])
    assert (itself.values[0], round(itself.expected[0], 2)) == (1, 0.37)
    assert round(itself.sd[0], 3) == 0.008


def test_a_curve_says_what_it_leaves_out() -> None:
    n = 3000
    chain = np.c_[np.r_[0, np.arange(n, 2 * n - 2)], np.arange(1, n)]
    tree = pw.Hierarchy(chain)
    curve = tree.bk_curve(tree, "jaccard")
    assert len(curve.clusters) == 2000
    assert curve.clusters[[0, -1]].tolist() == [2, n - 1]
    assert (curve.values == 1).all()
    assert curve.skipped == 998
    assert any("998 more numbers" in note for note in curve.notes)
    assert any("no null band" in note for note in curve.notes)
    assert "expected" not in str(curve)
    assert len(repr(curve).splitlines()) < 50


def test_a_curve_leaves_as_a_frame_and_a_dictionary() -> None:
    tree = pw.Hierarchy([[["a", "b"], "c"], ["d", "e"]])
    curve = tree.bk_curve([[["a", "b"], "d"], ["c", "e"]])
    frame = curve.to_frame("polars")
    assert frame.columns == ["clusters", "fowlkes_mallows", "expected", "sd", "low", "high"]
    assert frame["clusters"].to_list() == [2, 3]
    assert curve.to_dict()["values"] == [0.25, 0.5]


def test_impossible_curves_are_refused() -> None:
    tree, star = pw.Hierarchy([["a", "b"], "c"]), pw.Hierarchy(["a", "b", "c"])
    with pytest.raises(InputError, match="no number of clusters"):
        tree.bk_curve(star)
    with pytest.raises(InputError, match=r"clusters=.*\(3\)"):
        tree.bk_curve(tree, clusters=[2, 3])
    with pytest.raises(InputError, match="level="):
        tree.bk_curve(tree, level=1)
