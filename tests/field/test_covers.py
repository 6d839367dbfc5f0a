"""Covers: objects of cdlib and igraph, and the values of cdlib and clusim."""

from __future__ import annotations

from typing import Any

import pytest

import partwise as pw
from covers.peers import PEERS
from covers.table import with_peer
from partwise.catalogue import CoverIndex

pytestmark = pytest.mark.filterwarnings("ignore")  # of other libraries

CLUSTERS = [["ann", "bob"], ["bob", "cy"]]
NAMES = ["ann", "bob", "cy", "dee"]
COVER = pw.Cover(CLUSTERS, items=NAMES)


@pytest.fixture(scope="module")
def graph() -> Any:
    nx = pytest.importorskip("networkx", reason="NetworkX is not installed")
    path = nx.path_graph(NAMES[:3])
    path.add_node("dee")
    return path


def test_cdlib(graph: Any) -> None:
    cdlib = pytest.importorskip("cdlib", reason="cdlib is not installed")
    communities = cdlib.NodeClustering(CLUSTERS, graph, overlap=True)
    assert pw.Cover(communities) == COVER
    assert pw.score(COVER, communities, "omega") == 1


def test_igraph(graph: Any) -> None:
    ig = pytest.importorskip("igraph", reason="igraph is not installed")
    vertices = ig.VertexCover(ig.Graph.from_networkx(graph), [[0, 1], [1, 2]])
    assert pw.Cover(vertices) == COVER


def test_networkx(graph: Any) -> None:
    nx = pytest.importorskip("networkx", reason="NetworkX is not installed")
    communities = nx.community.k_clique_communities(graph, 2)
    assert pw.Cover(communities, items=graph).sizes.tolist() == [3]


@pytest.mark.parametrize(("key", "library"), PEERS)
def test_every_difference_from_a_peer_is_explained(key: str, library: str) -> None:
    pytest.importorskip(library.partition(",")[0])
    row = with_peer(CoverIndex.by_key[key], library, cases=300, seed=1)
    assert not row.unexplained
    assert row.same > 10
