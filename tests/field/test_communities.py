"""Communities of graphs: NetworkX, igraph, leidenalg, cdlib."""

from __future__ import annotations

from typing import Any

import pytest

import partwise as pw
from partwise.errors import InputError
from support.field import check_missing_items, check_same_numbers

pytestmark = pytest.mark.filterwarnings("ignore")  # of other libraries


@pytest.fixture(scope="module")
def graph() -> Any:
    nx = pytest.importorskip("networkx", reason="NetworkX is not installed")
    return nx.karate_club_graph()


@pytest.fixture
def club(graph: Any) -> dict[Any, str]:
    return {node: data["club"] for node, data in graph.nodes(data=True)}


def _labels(communities: Any) -> dict[Any, int]:
    return {node: i for i, members in enumerate(communities) for node in members}


@pytest.mark.parametrize(
    "algorithm",
    [
        "louvain_communities",
        "greedy_modularity_communities",
        "label_propagation_communities",
        "asyn_lpa_communities",
    ],
)
def test_networkx(graph: Any, club: dict[Any, str], algorithm: str) -> None:
    import networkx as nx

    communities = getattr(nx.community, algorithm)(graph)
    found = list(communities)
    plain = _labels(found)
    for thing in (found, tuple(found), {frozenset(members) for members in found}):
        check_same_numbers(club, thing, plain)
        check_missing_items(club, thing, plain)
    assert pw.score(club, iter(found), "ARI") == pw.score(club, plain, "ARI")
    assert pw.score(club, dict(enumerate(found)).values(), "CC") == pw.score(club, plain, "CC")
    assert pw.compare(club, found).names == ("candidate",)
    assert pw.compare(club, [found, found[::-1]]).names == (0, 1)
    in_order = [plain[node] for node in range(len(plain))]  # its nodes are 0, 1, 2, …
    assert pw.score(in_order, found, "VI") == 0


def test_each_level_of_networkx_is_a_candidate(graph: Any, club: dict[Any, str]) -> None:
    import networkx as nx

    levels = list(nx.community.girvan_newman(graph))
    compared = pw.compare(club, nx.community.girvan_newman(graph), ["ARI"])
    expected = [pw.score(club, _labels(level), "ARI") for level in levels]
    assert [compared.scores[name]["ARI"] for name in compared.names] == expected


def test_a_graph_beside_its_communities(graph: Any) -> None:
    import networkx as nx

    communities = nx.community.louvain_communities(graph, seed=1)
    plain = _labels(communities)
    expected = pw.graphs.score(graph, plain, "CC", threshold=0)
    assert pw.graphs.score(graph, communities, "CC", threshold=0) == expected


def test_igraph(graph: Any, club: dict[Any, str]) -> None:
    ig = pytest.importorskip("igraph", reason="igraph is not installed")
    network = ig.Graph(n=graph.number_of_nodes(), edges=list(graph.edges))
    partition = network.community_multilevel()
    truth = [club[node] for node in range(network.vcount())]
    check_same_numbers(truth, partition, list(partition.membership))
    with pytest.raises(InputError, match=r"VertexDendrogram.*as_clustering\(\)"):
        pw.score(truth, network.community_fastgreedy(), "ARI")
    with pytest.raises(InputError, match=r"VertexCover has vertices in several.*omega"):
        pw.score(truth, ig.VertexCover(network, [[0, 1], [1, 2]]), "ARI")


@pytest.mark.parametrize("attribute", ["name", "_nx_name"])
def test_igraph_knows_vertices_by_name(graph: Any, club: dict[Any, str], attribute: str) -> None:
    ig = pytest.importorskip("igraph", reason="igraph is not installed")
    network = ig.Graph.from_networkx(graph)
    if attribute == "name":
        network.vs["name"] = [f"member {node}" for node in graph.nodes]
    partition = network.community_multilevel()
    plain = dict(zip(network.vs[attribute], partition.membership, strict=True))
    truth = dict(zip(network.vs[attribute], map(club.get, graph.nodes), strict=True))
    check_same_numbers(dict(reversed(truth.items())), partition, plain)
    check_missing_items(truth, partition, plain)


def test_leidenalg(graph: Any, club: dict[Any, str]) -> None:
    ig = pytest.importorskip("igraph", reason="igraph is not installed")
    leidenalg = pytest.importorskip("leidenalg", reason="leidenalg is not installed")
    network = ig.Graph(n=graph.number_of_nodes(), edges=list(graph.edges))
    partition = leidenalg.find_partition(network, leidenalg.ModularityVertexPartition, seed=1)
    truth = [club[node] for node in range(network.vcount())]
    check_same_numbers(truth, partition, list(partition.membership))
    refined = leidenalg.find_partition(
        network, leidenalg.CPMVertexPartition, resolution_parameter=0.2, seed=1
    )
    compared = pw.compare(truth, {"modularity": partition, "CPM": refined}, ["ARI"])
    assert compared.scores["CPM"]["ARI"] == pw.score(truth, list(refined.membership), "ARI")


def test_cdlib(graph: Any, club: dict[Any, str]) -> None:
    algorithms = pytest.importorskip("cdlib.algorithms", reason="cdlib is not installed")
    found = algorithms.louvain(graph)
    check_same_numbers(club, found, _labels(found.communities))
    check_missing_items(club, found, _labels(found.communities))
    with pytest.raises(InputError, match=r"NodeClustering has overlapping communities.*omega"):
        pw.score(club, algorithms.kclique(graph, k=3), "ARI")


@pytest.mark.parametrize("seed", range(5))
def test_graph_aware_measures_of_poulin_and_theberge(seed: int) -> None:
    """Adjusted Rand, Rand, Jaccard, Dice and Fowlkes & Mallows over the edges of a graph."""
    pytest.importorskip("partition_igraph", reason="partition-igraph is not installed")
    ig = pytest.importorskip("igraph", reason="igraph is not installed")
    nx = pytest.importorskip("networkx")
    plain = nx.planted_partition_graph(5, 12, 0.5, 0.1, seed=seed)
    graph = ig.Graph(n=60, edges=list(plain.edges()))
    truth = {node: node // 12 for node in range(60)}
    found = _labels(nx.community.louvain_communities(plain, seed=seed, resolution=2))
    published = {
        "adjusted_rand": graph.gam(truth, found),
        "rand": graph.gam(truth, found, adjusted=False),
        "jaccard": graph.gam(truth, found, method="jaccard", adjusted=False),
        "dice": graph.gam(truth, found, method="mn", adjusted=False),
        "fowlkes_mallows": graph.gam(truth, found, method="gmn", adjusted=False),
    }
    scores = pw.graphs.scores(truth, found, list(published), pairs=plain)
    estimates = pw.estimate(truth, found, list(published), pairs=list(plain.edges()))
    for key, value in published.items():
        assert scores[key] == pytest.approx(value, abs=1e-12)
        assert estimates["candidate"][key].value == scores[key]
