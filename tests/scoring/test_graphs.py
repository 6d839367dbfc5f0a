"""Pair counts of graphs, against looking at every pair of nodes."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest
from scipy import sparse

import partwise as pw
from partwise.base.errors import AlignmentError, InputError, UndefinedValueError
from partwise.scoring.graph import Graph
from partwise.scoring.graph_pairs import graph_counts
from partwise.scoring.graph_scoring import GraphScores, graph_score, graph_scores
from support.set_partitions import set_partitions


def all_pairs(n: int) -> list[tuple[int, int]]:
    return list(combinations(range(n), 2))


def brute(a: Iterable[Iterable[Hashable]], b: Iterable[Iterable[Hashable]], n: int) -> list[int]:
    """Look at every pair."""
    in_a, in_b = ({frozenset(edge) for edge in edges} for edges in (a, b))
    counts = dict.fromkeys(product((True, False), repeat=2), 0)
    for pair in map(frozenset, all_pairs(n)):
        counts[pair in in_a, pair in in_b] += 1
    return list(counts.values())


def graphs_on(n: int) -> list[list[tuple[int, int]]]:
    pairs = all_pairs(n)
    return [
        [pair for pair, chosen in zip(pairs, bits, strict=True) if chosen]
        for bits in product((False, True), repeat=len(pairs))
    ]


def cliques(labels: Sequence[int]) -> list[tuple[int, int]]:
    return [(i, j) for i, j in all_pairs(len(labels)) if labels[i] == labels[j]]


@pytest.mark.parametrize("n", range(5))
def test_all_small_graphs(n: int) -> None:
    graphs = [(edges, Graph(edges, n=n)) for edges in graphs_on(n)]
    for (edges_a, a), (edges_b, b) in product(graphs, repeat=2):
        assert list(graph_counts(a, b)) == brute(edges_a, edges_b, n)


@pytest.mark.parametrize("n", range(5))
def test_all_small_graphs_with_all_clusterings(n: int) -> None:
    for edges, labels in product(graphs_on(n), set_partitions(n)):
        graph, clustering = Graph(edges, n=n), pw.Clustering(labels)
        expected = brute(edges, cliques(labels), n)
        assert list(graph_counts(graph, clustering)) == expected
        n11, n10, n01, n00 = expected
        assert list(graph_counts(clustering, graph)) == [n11, n01, n10, n00]


@pytest.mark.parametrize("n", range(6))
def test_a_clustering_is_a_graph_of_cliques(n: int) -> None:
    for one, other in product(set_partitions(n), repeat=2):
        expected = pw.contingency(list(one), list(other)).pair_counts
        first, second = Graph(cliques(one), n=n), Graph(cliques(other), n=n)
        assert graph_counts(first, second) == expected
        assert graph_counts(first, pw.Clustering(other)) == expected
        assert graph_counts(pw.Clustering(one), pw.Clustering(other)) == expected


@pytest.mark.parametrize("seed", range(20))
def test_random_graphs_in_every_form(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    n = chance.randrange(5, 40)
    a, b = ([p for p in all_pairs(n) if chance.random() < share] for share in (0.2, 0.5))
    names = [f"node {i}" for i in range(n)]
    shuffled = chance.sample(names, n)
    graph = networkx.Graph()
    graph.add_nodes_from(shuffled)
    graph.add_edges_from((names[j], names[i]) for i, j in b)
    forms: list[Any] = [
        graph,
        Graph([(names[i], names[j]) for i, j in b], nodes=shuffled),
        networkx.DiGraph(graph),
        networkx.MultiGraph(graph),
    ]
    expected = brute(a, b, n)
    named = Graph([(names[i], names[j]) for i, j in a], nodes=names)
    for form in forms:
        assert list(graph_counts(named, form)) == expected
    matrix = np.zeros((n, n), bool)
    matrix[tuple(zip(*(b + [(j, i) for i, j in b]), strict=True))] = True
    for make in (sparse.coo_array, sparse.csr_array, sparse.csr_matrix, sparse.lil_array):
        assert list(graph_counts(a, make(matrix))) == expected
    assert list(graph_counts(np.array(a), np.array(b), n=n)) == expected
    labels = [chance.randrange(4) for _ in range(n)]
    counts = graph_counts(graph, dict(zip(names, labels, strict=True)))
    assert list(counts) == brute(b, cliques(labels), n)


@pytest.mark.parametrize(
    "index", [i for i in pw.indices("paper") if i.kind == "pairs"], ids=lambda i: i.key
)
def test_every_pair_counting_index(index: pw.Index) -> None:
    a, b = [(0, 1), (1, 2), (2, 3)], [(0, 1), (1, 2), (0, 2), (3, 4)]
    expected = index.from_counts(*brute(a, b, 5))
    assert graph_score(a, b, index, n=5) == expected
    assert graph_scores(a, b, [index], n=5)[index.key] == expected


# What the page says


def test_friends_in_the_karate_club() -> None:
    page = (Path(__file__).parents[2] / "docs" / "graphs.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\.\.\. (\d+): ([\d ]+)$", page, re.MULTILINE)
    edges = [(int(one), int(other)) for one, others in lines for other in others.split()]
    club = networkx.relabel_nodes(networkx.karate_club_graph(), lambda node: node + 1)
    assert {frozenset(edge) for edge in edges} == {frozenset(edge) for edge in club.edges}
    assert list(graph_counts(Graph(edges, nodes=club), networkx.Graph(club.edges))) == [
        78,
        0,
        0,
        483,
    ]


def test_random_names_of_nodes_make_correlation_zero_on_average() -> None:
    a, b = [(0, 1), (1, 2), (2, 3), (0, 4)], [(0, 1), (0, 2), (0, 3)]
    found = [
        graph_counts(a, [(names[i], names[j]) for i, j in b], n=5)
        for names in permutations(range(5))
    ]
    mean = Fraction(sum(int(counts.n11) for counts in found), len(found))
    assert mean == Fraction(len(a) * len(b), 10)
    values = [
        graph_score(a, [(names[i], names[j]) for i, j in b], "CC", n=5)
        for names in permutations(range(5))
    ]
    assert math.fsum(map(float, values)) == pytest.approx(0, abs=1e-12)


# Size


def test_many_edges_of_many_nodes() -> None:
    rng = np.random.default_rng(0)
    n = 10**12
    edges = rng.integers(0, n, (100_000, 2))
    expected = {frozenset(edge) for edge in edges.tolist() if edge[0] != edge[1]}
    half = edges[::2, ::-1]
    shared = {frozenset(edge) for edge in half.tolist() if edge[0] != edge[1]}
    counts = graph_counts(edges, half, n=n)
    assert list(counts) == [
        len(shared),
        len(expected) - len(shared),
        0,
        n * (n - 1) // 2 - len(expected),
    ]


def test_more_nodes_than_pairs_fit_into_64_bits() -> None:
    n = 10**12
    a = np.array([[0, n - 1], [5, 7], [n - 2, n - 1]])
    b = np.array([[n - 1, 0], [5, 8]])
    assert list(graph_counts(a, b, n=n)) == [1, 2, 1, n * (n - 1) // 2 - 4]


def test_large_clusters_are_counted_exactly() -> None:
    n = 200_000
    labels = np.arange(n) % 2
    m = 2 * (n // 2 * (n // 2 - 1) // 2)
    counts = graph_counts([(0, 2), (0, 1)], labels)
    assert list(counts) == [1, 1, m - 1, n * (n - 1) // 2 - m - 1]


# Loops, repeated edges, directions, weights


def test_loops_join_no_pair_and_repeated_edges_count_once() -> None:
    graph = Graph([(0, 0), (0, 1), (1, 0), (0, 1)], n=3)
    assert (graph.m, graph.loops, graph.repeated) == (1, 1, 2)
    assert list(graph_counts(graph, [(0, 1)])) == [1, 0, 0, 2]
    square = sparse.coo_array(([1, 1, 1, 1], ([0, 1, 2, 0], [1, 0, 2, 1])), shape=(3, 3))
    graph = Graph(square)
    assert (graph.m, graph.loops, graph.repeated) == (1, 1, 1)


def test_directions() -> None:
    one_way = sparse.coo_array(([1, 1, 1], ([0, 1, 1], [1, 0, 2])), shape=(3, 3))
    with pytest.raises(InputError, match=r'1 edge .* has no edge back, such as 1 → 2; .*"either"'):
        Graph(one_way)
    assert Graph(one_way, directed="either").m == 2
    assert Graph(one_way, directed="both").m == 1
    assert Graph([(0, 1), (1, 0), (1, 2)], n=3).m == 2
    assert Graph([(0, 1), (1, 0), (1, 2)], n=3, directed="both").m == 1
    with pytest.raises(InputError, match="directed= must be"):
        Graph(one_way, directed="any")  # type: ignore[arg-type]


def test_directions_of_networkx() -> None:
    graph = networkx.DiGraph([("a", "b"), ("b", "a"), ("c", "b")])
    with pytest.raises(InputError, match="such as 'c' → 'b'"):
        Graph(graph)
    assert Graph(graph, directed="either").m == 2
    assert Graph(graph, directed="both").m == 1
    assert Graph(networkx.path_graph(4), directed="both").m == 3  # it has no directions


def test_weights() -> None:
    weighted = sparse.csr_array(np.array([[0, 2.5, 0], [2.5, 0, -1], [0, -1, 0]]))
    with pytest.raises(InputError, match=r"weighted \(4 weights other than 1, such as 2\.5\)"):
        Graph(weighted)
    assert Graph(weighted, threshold=0).m == 1
    assert Graph(weighted, threshold=-2).m == 2
    assert Graph(weighted, threshold=3).m == 0
    with pytest.raises(InputError, match="finite"):
        Graph(sparse.csr_array(np.array([[0, np.nan], [np.nan, 0]])), threshold=0)
    with pytest.raises(InputError, match="have no weights"):
        Graph([(0, 1)], n=2, threshold=1)
    stored_zero = sparse.coo_array(([1, 1, 0, 0], ([0, 1, 1, 2], [1, 0, 2, 1])), shape=(3, 3))
    assert Graph(stored_zero).m == 1


def test_weights_of_networkx() -> None:
    graph = networkx.MultiGraph()
    graph.add_edge("a", "b", weight=0.4)
    graph.add_edge("b", "a", weight=0.4)
    graph.add_edge("b", "c", weight=0.5)
    with pytest.raises(InputError, match="3 weights other than 1"):
        Graph(graph)
    assert Graph(graph, threshold=0.6).m == 1  # parallel edges add up to 0.8
    graph.add_edge("a", "c", weight="heavy")
    with pytest.raises(InputError, match="weight of edge 'a', 'c' is 'heavy'"):
        Graph(graph, threshold=0)


# Nodes


def test_nodes_that_one_side_lacks() -> None:
    a = Graph([("x", "y"), ("y", "z")], nodes="xyz")
    b = {"y": 0, "z": 0, "w": 0}
    with pytest.raises(AlignmentError, match=r"1 only in the reference .'x'. and 1 only"):
        graph_counts(a, b)
    assert list(graph_counts(a, b, missing="drop")) == [1, 0, 0, 0]
    # x is alone in b, w has no edges in a: pairs xy (a only), yz (both), yw and zw (b only)
    assert list(graph_counts(a, b, missing="singletons")) == [1, 1, 2, 2]
    c = Graph([("z", "w")], nodes="zw")
    assert list(graph_counts(a, c, missing="singletons")) == [0, 2, 1, 3]


@pytest.mark.parametrize("graph_first", [True, False])
def test_nodes_that_are_noise(graph_first: bool) -> None:
    """Dropped, they leave the graph as well; as singletons, they are joined to none."""
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (1, 5)]
    labels = [0, 0, -1, 1, 1, -1]
    kept = [node for node, label in enumerate(labels) if label != -1]
    left = Graph([(a, b) for a, b in edges if {a, b} <= {*kept}], nodes=kept)
    alone = {node: labels[node] for node in kept}

    def counts(clustering: Any, graph: Any = edges, **options: Any) -> Any:
        sides = (graph, clustering) if graph_first else (clustering, graph)
        return graph_counts(*sides, **options)

    for given in (labels, pw.Clustering(labels), dict(enumerate(labels))):
        assert counts(given, Graph(edges, n=6), noise="drop") == counts(alone, left)
        assert counts(given, noise="singletons") == counts([0, 0, 7, 1, 1, 8])
        assert counts(given) == counts(given, noise="cluster")
    noisy = ["x", "x", "?", "y", "y", "?"]
    assert counts(noisy, noise="singletons", noise_label="?") == counts([0, 0, 7, 1, 1, 8])
    first: Any = edges if graph_first else labels
    second: Any = labels if graph_first else edges
    scores: Any = graph_scores(first, second, ["rand"], noise="singletons")
    assert scores["rand"] == graph_score(first, second, "rand", noise="singletons")


def test_nodes_by_position() -> None:
    assert list(graph_counts(networkx.path_graph(3), [0, 0, 1])) == [1, 1, 0, 1]
    with pytest.raises(AlignmentError, match="has 3 items and the candidate has 4"):
        graph_counts(networkx.path_graph(3), [0, 0, 1, 1])
    with pytest.raises(AlignmentError, match="no particular order"):
        graph_counts(networkx.Graph([("a", "b"), ("b", "c")]), [0, 0, 1])


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: graph_counts([(0, 1)], [(1, 2)]), "pass either n="),
        (lambda: Graph([(0, 1)]), "pass either n="),
        (lambda: Graph([(0, 1)], n=2, nodes="ab"), "pass either n="),
        (lambda: Graph([(0, 2)], n=2), r"edge 0 is \(0, 2\), but the nodes are 0 to 1"),
        (lambda: Graph([(0, -1)], n=2), "the nodes are 0 to 1"),
        (lambda: Graph([("a", "b")], n=2), "pass the names of all nodes in nodes="),
        (lambda: Graph([("a", "b")], nodes="a"), "edge 0 names 'b'"),
        (lambda: Graph([(0, 1)], n=-1), "whole number of nodes"),
        (lambda: Graph(np.zeros((3, 3), int), n=3), "scipy.sparse.coo_array"),
        (lambda: Graph(np.zeros((4, 3), int), n=3), "by their weights"),
        (lambda: Graph(sparse.coo_array((2, 3))), "square"),
        (lambda: Graph(sparse.coo_array((3, 3)), n=2), "n= says 2"),
        (lambda: Graph(sparse.coo_array((3, 3)), nodes="ab"), "nodes= has 2 names"),
        (
            lambda: Graph(sparse.coo_array(np.eye(2)), threshold=np.nan),
            "threshold= must be a finite",
        ),
        (lambda: Graph(sparse.coo_array(np.eye(2)), threshold="a"), "threshold= must be a finite"),  # type: ignore[arg-type]
        (lambda: graph_counts({0: [1], 1: [0]}, [0, 0]), "mapping node → neighbours"),
        (lambda: graph_score([(0, 1)], [0, 0], "AMI"), "needs the clusters"),
        (lambda: graph_counts([(0, 1)], [0, 0], missing="none"), "missing= must be"),  # type: ignore[arg-type]
    ],
)
def test_bad_input(make: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        make()


# Undefined values


def test_complete_and_empty_graphs() -> None:
    complete, path = all_pairs(4), [(0, 1), (1, 2)]
    empty: list[tuple[int, int]] = []
    found = graph_scores(Graph(complete, n=4), Graph(path, n=4), ["CC", "R", "J"])
    assert isinstance(found, GraphScores)
    assert found["CC"] == 0
    assert "joins all pairs or none" in found.notes["correlation"]
    assert found.to_dict()["n10"] == 4
    assert graph_score(complete, empty, "CC", n=4) == -1
    assert graph_score(complete, complete, "CC", n=4) == 1
    assert np.isnan(float(graph_score(complete, path, "CC", n=4, undefined="nan")))
    with pytest.raises(UndefinedValueError, match="complete graph"):
        graph_score(complete, path, "CC", n=4, undefined="raise")


def test_several_candidates_print_side_by_side() -> None:
    found = graph_scores([(0, 1), (2, 3)], {"a": [0, 0, 1, 1], "b": [0, 1, 1, 0]}, ["J"])
    assert str(found).splitlines() == [
        "candidate       J",
        "a          1.0000",
        "b          0.0000",
        "Best first by J",
    ]


def test_several_candidates_in_every_form() -> None:
    path, star = networkx.path_graph(4), networkx.star_graph(3)
    forms = {
        "networkx": star,
        "read": Graph(star),
        "matrix": networkx.to_scipy_sparse_array(star),
        "edges": list(star.edges),
        "array": np.array(star.edges),
        "labels": [0, 0, 1, 1],
    }
    found: Any = graph_scores(path, forms, ["CC"])
    assert {name: each["correlation"] for name, each in found.items()} == {
        name: graph_score(path, each, "CC") for name, each in forms.items()
    }
    assert len({found[name]["correlation"] for name in list(forms)[:-1]}) == 1


@pytest.mark.parametrize("n", range(2, 12))
def test_pairs_restrict_counts_to_the_edges_of_a_graph(n: int) -> None:
    """By definition: each edge is in one of four kinds."""
    rng = np.random.default_rng(n)
    a, b = rng.integers(0, 3, n), rng.integers(0, 4, n)
    edges = [(i, j) for i, j in combinations(range(n), 2) if rng.random() < 0.5]
    kinds = Counter((bool(a[i] == a[j]), bool(b[i] == b[j])) for i, j in edges)
    expected = tuple(kinds[one, other] for one in (True, False) for other in (True, False))
    assert tuple(pw.graphs.counts(a, b, pairs=pw.graphs.Graph(edges, n=n))) == expected
    if edges:
        assert tuple(pw.graphs.counts(a, b, pairs=edges)) == expected
        estimates = pw.estimate(a, b, ["rand", "jaccard"], pairs=edges)["candidate"]
        agree = expected[0] + expected[3]
        assert estimates["rand"].value == agree / len(edges)
        assert estimates["rand"].low == estimates["rand"].high == estimates["rand"].value


def test_all_pairs_as_edges_give_the_usual_score() -> None:
    a, b = [0, 0, 1, 1, 2, 2], [0, 0, 0, 1, 1, 2]
    edges = list(combinations(range(6), 2))
    for index in ("ARI", "CC", "jaccard"):
        assert pw.graphs.score(a, b, index, pairs=edges) == pw.score(a, b, index)


def test_pairs_know_nodes_by_name_in_any_order() -> None:
    a, b = {"x": 0, "y": 0, "z": 1, "u": 1}, {"u": 1, "z": 0, "y": 0, "x": 0}
    edges = [("u", "z"), ("z", "y"), ("y", "x")]
    expected = pw.PairCounts(1, 1, 1, 0)
    assert pw.graphs.counts(a, b, pairs=edges) == expected
    assert pw.graphs.counts(a, b, pairs=networkx.Graph(edges)) == expected
    scores: Any = pw.graphs.scores(a, {"one": b, "two": a}, ["rand"], pairs=networkx.Graph(edges))
    assert scores["one"]["rand"] == pytest.approx(1 / 3)
    assert scores["two"]["rand"] == 1


def test_pairs_beside_graphs_and_strange_pairs_are_refused() -> None:
    square = pw.graphs.Graph([(0, 1), (1, 2)], n=3)
    with pytest.raises(InputError, match="but one side is a graph"):
        pw.graphs.counts(square, [0, 0, 1], pairs=square)
    with pytest.raises(InputError, match="pairs= must be a graph"):
        pw.graphs.counts([0, 0, 1], [0, 0, 1], pairs=[0, 1, 1])
    with pytest.raises(InputError, match="the nodes of pairs="):
        pw.graphs.counts([0, 0], [0, 1], pairs=square)
    with pytest.raises(InputError, match="edges of a graph are not a sample"):
        pw.estimate([0, 0, 1], [0, 0, 1], pairs=square, design="random pairs")
