"""Cluster trees against their definitions, counted item by item."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import partwise as pw
from partwise.base import InputError
from partwise.ensembles import ClusterTree, TreeEdge, TreeNode, tree
from partwise.ensembles.numbered_names import by_number, natural_key

Levels = dict[str, list[Any]]


def random_levels(seed: int, n: int = 40, levels: int = 4) -> Levels:
    """Clusterings that refine each other but for some items; labels are text in a random order."""
    rng = np.random.default_rng(seed)
    finest = rng.integers(0, 9, n)
    family: Levels = {}
    for i in range(levels):
        coarse = finest * (i + 2) // 9
        strays = rng.random(n) < 0.15 * rng.random()
        labels = np.where(strays, rng.permutation(coarse), coarse)
        names = rng.permutation(20)
        family[f"res_{i / 2}"] = [f"c{names[label]}" for label in labels]
    return family


def clusters_of(labels: Sequence[Hashable]) -> dict[Hashable, set[int]]:
    clusters: dict[Hashable, set[int]] = {}
    for item, label in enumerate(labels):
        clusters.setdefault(label, set()).add(item)
    return clusters


def found_nodes(result: ClusterTree) -> dict[tuple[str, Hashable], TreeNode]:
    return {(node.level, node.cluster): node for node in result.nodes}


every_seed = pytest.mark.parametrize("seed", range(12))


# Nodes and edges


@every_seed
def test_nodes_are_the_clusters(seed: int) -> None:
    family = random_levels(seed)
    sizes = {
        (level, label): len(items)
        for level, labels in family.items()
        for label, items in clusters_of(labels).items()
    }
    result = tree(family)
    assert {key: node.size for key, node in found_nodes(result).items()} == sizes
    assert len(result.nodes) == len(sizes)


@every_seed
def test_edges_count_the_items_that_two_clusters_share(seed: int) -> None:
    family = random_levels(seed)
    expected = {}
    for (upper, above), (lower, below) in pairwise(family.items()):
        for parent, its_items in clusters_of(above).items():
            for child, items in clusters_of(below).items():
                if count := len(its_items & items):
                    proportions = count / len(items), count / len(its_items)
                    expected[upper, parent, lower, child] = (count, *proportions)
    edges = {
        (e.from_level, e.from_cluster, e.to_level, e.to_cluster): (
            *(e.count, e.in_proportion, e.out_proportion),
        )
        for e in tree(family).edges
    }
    assert edges == expected


@every_seed
def test_no_item_is_lost_between_levels(seed: int) -> None:
    family = random_levels(seed)
    result = tree(family)
    out: dict[tuple[str, Hashable], int] = {}
    into: dict[tuple[str, Hashable], int] = {}
    for edge in result.edges:
        parent, child = (edge.from_level, edge.from_cluster), (edge.to_level, edge.to_cluster)
        out[parent] = out.get(parent, 0) + edge.count
        into[child] = into.get(child, 0) + edge.count
    sizes = {key: node.size for key, node in found_nodes(result).items()}
    first, last = result.levels[0], result.levels[-1]
    assert out == {key: size for key, size in sizes.items() if key[0] != last}
    assert into == {key: size for key, size in sizes.items() if key[0] != first}


@every_seed
def test_each_child_has_one_main_parent_which_gives_most(seed: int) -> None:
    result = tree(random_levels(seed))
    size = {key: node.size for key, node in found_nodes(result).items()}
    children: dict[tuple[str, Hashable], list[TreeEdge]] = {}
    for edge in result.edges:
        children.setdefault((edge.to_level, edge.to_cluster), []).append(edge)
    for edges in children.values():
        best = min(
            edges,
            key=lambda e: (
                -e.count,
                size[e.from_level, e.from_cluster],
                natural_key(e.from_cluster),
            ),
        )
        assert [edge for edge in edges if edge.is_main_parent] == [best]


def test_ties_between_parents_go_to_the_smaller_one_and_then_by_label() -> None:
    small = tree({"a": ["big"] * 3 + ["small"] * 2, "b": [0, 1, 1, 1, 1]})
    assert [e.from_cluster for e in small.edges if e.is_main_parent and e.to_cluster == 1] == [
        "small"
    ]
    alike = tree({"a": [10, 10, 9, 9], "b": ["x", "y", "x", "y"]})
    assert [e.from_cluster for e in alike.edges if e.is_main_parent] == [9, 9]


def test_the_order_of_items_does_not_matter() -> None:
    family = random_levels(3)
    order = np.random.default_rng(0).permutation(40)
    again = {level: [labels[i] for i in order] for level, labels in family.items()}
    assert tree(again).to_dict() == tree(family).to_dict()


# Stability


def sc3(family: Mapping[str, Sequence[Hashable]], level: str, cluster: set[int]) -> Fraction:
    """The sum of Kiselev et al. (2017), not yet divided by a number of levels."""
    total = Fraction(0)
    for other, labels in family.items():
        if other == level:
            continue
        shared = [items for items in clusters_of(labels).values() if items & cluster]
        for items in shared:
            total += Fraction(len(items & cluster), len(items)) / len(shared) ** 2
    return total


@every_seed
def test_stability_is_that_of_sc3(seed: int) -> None:
    family = random_levels(seed)
    m = len(family)
    for node in tree(family).nodes:
        total = sc3(family, node.level, clusters_of(family[node.level])[node.cluster])
        assert node.sc3_stability == pytest.approx(float(total / (m - 1)), rel=1e-13)
        as_in_clustree = float(total / m)
        assert node.sc3_stability * (m - 1) / m == pytest.approx(as_in_clustree, rel=1e-13)


def test_stability_worked_by_hand() -> None:
    """{1..6} falls into two halves, which give 2/4, and into three thirds, which give 3/9."""
    result = tree({1: [0] * 6, 2: [0, 0, 0, 1, 1, 1], 3: [0, 0, 1, 1, 2, 2]})
    top = result.nodes[0]
    assert top.sc3_stability == pytest.approx((1 / 2 + 1 / 3) / 2)
    assert top.jaccard == 1 / 2
    half = result.nodes[1]  # 3/6 of all; 2/2 and 1/2 in two of the thirds, divided by 4
    assert half.sc3_stability == pytest.approx((1 / 2 + (1 + 1 / 2) / 4) / 2)
    assert half.jaccard == pytest.approx((3 / 6 + 2 / 3) / 2)


@every_seed
def test_jaccard_is_with_the_most_similar_cluster_of_neighbouring_levels(seed: int) -> None:
    family = random_levels(seed)
    levels = list(family)
    for node in tree(family).nodes:
        place, cluster = levels.index(node.level), clusters_of(family[node.level])[node.cluster]
        best = [
            max(len(cluster & x) / len(cluster | x) for x in clusters_of(family[other]).values())
            for i, other in enumerate(levels)
            if abs(i - place) == 1
        ]
        assert node.jaccard == pytest.approx(np.mean(best), rel=1e-13)


def test_what_never_changes_is_wholly_stable() -> None:
    result = tree({k: [0, 0, 1, 1, 1, 2] for k in range(4)})
    assert {(node.sc3_stability, node.jaccard) for node in result.nodes} == {(1.0, 1.0)}
    assert result.is_nested
    assert not result.unstable


# Names that follow main parents


@every_seed
def test_relabelled_clusterings_are_the_same_partitions(seed: int) -> None:
    family = random_levels(seed)
    result = tree(family)
    assert list(result.relabelled) == list(family)
    for level, labels in family.items():
        assert result.relabelled[level] == pw.Clustering(labels)
        names = dict(zip(labels, result.relabelled[level].labels, strict=True))
        assert {n.cluster: n.branch for n in result.nodes if n.level == level} == names


@every_seed
def test_names_follow_main_parents(seed: int) -> None:
    result = tree(random_levels(seed, levels=6))
    nodes = found_nodes(result)
    first = result.levels[0]
    assert all(node.branch == node.cluster for node in result.nodes if node.level == first)
    met = {node.branch for node in result.nodes if node.level == first}
    for level in result.levels[1:]:
        main = [e for e in result.edges if e.to_level == level and e.is_main_parent]
        for parent in {edge.from_cluster for edge in main}:
            edges = [edge for edge in main if edge.from_cluster == parent]
            name = nodes[edges[0].from_level, parent].branch
            children = [nodes[level, edge.to_cluster] for edge in edges]
            kept = [child for child in children if child.branch == name]
            counts = {edge.to_cluster: edge.count for edge in edges}
            assert len(kept) == 1
            assert counts[kept[0].cluster] == max(counts.values())
            new = {child.branch for child in children} - {name}
            assert len(new) == len(children) - 1
            assert not new & met
            assert all(branch.startswith(f"{name}_") for branch in new)
            met |= new


def test_a_name_that_is_taken_is_not_used_again() -> None:
    result = tree({"a": ["x", "x", "x", "x_1"], "b": [0, 0, 1, 2]})
    assert result.relabelled["b"].labels == ("x", "x", "x_2", "x_1")
    mixed = tree({"a": [1, 1, "1"], "b": [1, 1, 1]})
    assert mixed.relabelled["a"].labels == ("1", "1", "1_1")


def test_a_cluster_that_is_merged_away_ends_its_name() -> None:
    result = tree([[0, 0, 0, 1, 1], [0, 0, 0, 0, 0], [0, 0, 0, 1, 1]])
    assert result.relabelled[2].labels == ("0", "0", "0", "0_1", "0_1")


# The order of levels


@pytest.mark.parametrize(
    ("names", "order"),
    [
        (["leiden_1.0", "leiden_0.2", "leiden_0.15"], ["leiden_0.15", "leiden_0.2", "leiden_1.0"]),
        (["RNA_snn_res.1", "RNA_snn_res.0.8"], ["RNA_snn_res.0.8", "RNA_snn_res.1"]),
        (["K10", "K9"], ["K9", "K10"]),
        (["1e-3", "1e-05"], ["1e-05", "1e-3"]),
        (["t=-1", "t=2", "t=-3"], ["t=-3", "t=-1", "t=2"]),
        (["louvain-0.5", "louvain-0.3"], ["louvain-0.3", "louvain-0.5"]),
        (["2024-02-01", "2024-01-31"], ["2024-01-31", "2024-02-01"]),
        (["coarse", "fine", "a"], ["coarse", "fine", "a"]),
        (["leiden_1", "louvain_0"], ["leiden_1", "louvain_0"]),
        ([0.5, 0.25, 1], [0.25, 0.5, 1]),
        ([-1, -2], [-2, -1]),
    ],
)
def test_levels_are_sorted_by_their_numbers(names: list[Any], order: list[Any]) -> None:
    family = {name: [0, 0, 1] for name in names}
    assert list(tree(family).levels) == order
    assert list(tree(family, sort=False).levels) == names
    assert list(by_number(dict.fromkeys(tree(family, sort=False).levels, 1))) == order


# What it takes


def test_frames_mappings_lists_and_files_are_read_alike(tmp_path: Path) -> None:
    family = random_levels(1)
    expected = tree(family).to_dict()
    frame = pd.DataFrame(family).astype("category")
    frame.to_csv(tmp_path / "levels.csv", index_label="item")
    shuffled = frame[["res_1.5", "res_0.0", "res_1.0", "res_0.5"]]
    same = [
        frame, shuffled, pl.DataFrame(family), str(tmp_path / "levels.csv"),
        {name: pw.Clustering(labels) for name, labels in family.items()},
    ]  # fmt: skip
    for given in same:
        assert tree(given).to_dict() == expected
    nodes = tree(list(family.values())).nodes
    assert [(n.cluster, n.size) for n in nodes] == [(n.cluster, n.size) for n in tree(family).nodes]


def test_noise_and_missing_labels() -> None:
    family = {"a": [0, 0, -1, -1, 1], "b": [0, 0, 0, -1, 1]}
    sizes = {policy: _sizes(tree(family, noise=policy)) for policy in ("cluster", "drop")}
    assert sizes == {"cluster": [2, 2, 1, 1, 3, 1], "drop": [2, 1, 2, 1]}
    lone = tree(family, noise="singletons")
    assert sorted(_sizes(lone)) == sorted([2, 1, 1, 1, 3, 1, 1])
    assert "labelled -1" in lone.notes[-1]
    gaps = {"a": [0, None, 1], "b": [0, 0, 1]}
    with pytest.raises(pw.PartwiseError, match='missing="drop"'):
        tree(gaps)
    assert _sizes(tree(gaps, missing="drop")) == [1, 1, 1, 1]


def _sizes(result: ClusterTree) -> list[int]:
    return [node.size for node in result.nodes]


@pytest.mark.parametrize("given", [{}, [], {"a": [0, 1]}])
def test_one_clustering_is_no_tree(given: Any) -> None:
    with pytest.raises(InputError, match="needs at least two clusterings, not"):
        tree(given)


# What it says


def test_the_answer_comes_first() -> None:
    nested = tree({1: [0, 0, 0, 0], 2: [0, 0, 1, 1]})
    assert repr(nested).startswith(
        "2 levels of 4 items: each level only splits clusters of the one above."
    )
    mixed = tree({"k2": [0, 0, 1, 1, 1], "k3": [0, 1, 1, 2, 2]})
    assert mixed.unstable == ("k3",)
    assert mixed.several_parents == {"k2": (), "k3": (1,)}
    assert repr(mixed).startswith("2 levels of 5 items: clusters have several parents at level k3.")
    few = tree({1: [0] * 20 + [1] * 20, 2: [0] * 21 + [1] * 19})
    assert (few.unstable, few.is_nested) == ((), False)
    assert "no cluster has several parents, but some items move." in repr(few)


def test_levels_that_get_coarser_are_pointed_out() -> None:
    heights = {0.1: [0, 1, 2, 3], 0.5: [0, 0, 1, 1]}
    assert "pass the coarsest level first" in tree(heights).notes[1]
    upright = tree(dict(reversed(heights.items())), sort=False)
    assert upright.is_nested
    assert len(upright.notes) == 1


def test_a_parent_counts_from_a_tenth_on() -> None:
    for strays, is_mixed in ((1, True), (0, False)):
        below = [0] * (9 + strays) + [1] * (10 - strays)
        result = tree({1: [0] * 9 + [1] * 10, 2: below})
        assert (result.several_parents[2] == (0,)) is is_mixed


def test_the_share_of_items_from_other_parents() -> None:
    result = tree({"a": [0, 0, 0, 1, 1, 1, 1, 1], "b": [0, 0, 1, 1, 1, 1, 1, 1]})
    (_, first), (_, second) = (row[2:4] for row in result.to_table().rows)
    assert (first, second) == (None, 1 / 8)


def test_nodes_and_edges_are_frames() -> None:
    result = tree({0.5: ["x", "x", "y"], 1.0: [1, 2, 2]})
    nodes, edges = result.to_frame(), result.to_frame(of="edges")
    assert list(nodes) == ["level", "cluster", "size", "sc3_stability", "jaccard", "branch"]
    assert nodes["level"].tolist() == [0.5, 0.5, 1.0, 1.0]
    assert list(edges) == [
        "from_level", "from_cluster", "to_level", "to_cluster",
        "count", "in_proportion", "out_proportion", "is_main_parent",
    ]  # fmt: skip
    assert edges["is_main_parent"].tolist() == [True, False, True]
    assert result.to_frame("polars", of="edges").rows()[0] == (0.5, "x", 1.0, 1, 1, 1.0, 0.5, True)
    wrong: Any = "leaves"
    with pytest.raises(InputError, match="of= must be 'nodes' or 'edges', not 'leaves'"):
        result.to_frame(of=wrong)
