"""
Communities of a graph
======================

Modularity says how many more edges are inside communities than expected by chance. The correlation
coefficient (CC) between a graph and a clustering says the same, on a scale that does not depend on
the number of communities.
"""

import numpy as np

from partwise.graphs import Graph
from partwise.graphs import counts as graph_counts
from partwise.graphs import scores as graph_scores

# %%
# A random graph of 120 nodes in six groups: two nodes of the same group are joined with probability
# 0.4, and two nodes of different groups with probability 0.04.

rng = np.random.default_rng(2)
groups = np.repeat(np.arange(6), 20)
chance = np.where(groups[:, None] == groups, 0.4, 0.04)
edges = np.argwhere(np.triu(rng.random((120, 120)) < chance, 1))
graph = Graph(edges, n=120)
print(graph)

# %%
# Divide the graph in five ways, from one community to sixty.

candidates = {
    "one": np.zeros(120, dtype=int),
    "three": groups // 2,
    "six, planted": groups,
    "twelve": np.arange(120) // 10,
    "sixty": np.arange(120) // 2,
}
indices = ["CC", "J", "R", "W"]
found = graph_scores(graph, candidates, indices)
print(found)

# %%
# CC and Jaccard find the planted groups. The share of edges inside communities (Wallace) is highest
# if all nodes are in one community. Rand prefers tiny communities, because most pairs of nodes are
# neither joined nor in the same community.

figure = found.plot(title="How well communities fit a graph")

# %%
# Modularity with every pair equally likely to be joined is made of the same counts. CC divides it
# by the spread of the clustering.

for name, labels in candidates.items():
    p = graph_counts(graph, labels)
    print(f"{name:14}modularity {p.n11 / p.same_a - p.same_b / p.total:.3f}")
