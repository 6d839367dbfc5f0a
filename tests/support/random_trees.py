"""Random hierarchies with ties and nodes of several children, and their nodes as sets of items."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

import partwise as pw


@dataclass(frozen=True)
class KnownTree:
    """A hierarchy in Newick format, and each inner node as (its items, its height)."""

    newick: str
    items: tuple[str, ...]
    nodes: tuple[tuple[frozenset[str], int], ...]

    @property
    def hierarchy(self) -> pw.Hierarchy:
        return pw.Hierarchy(self.newick)

    def meeting(self, first: str, second: str) -> tuple[frozenset[str], int]:
        """Return the lowest node that has both."""
        above = [node for node in self.nodes if first in node[0] and second in node[0]]
        return min(above, key=lambda node: len(node[0]))

    def heights(self) -> np.ndarray:
        """Return the height at which each two items meet, in the order of `combinations`."""
        return np.array([self.meeting(*pair)[1] for pair in combinations(self.items, 2)])

    def cut(self, height: float) -> pw.Clustering:
        """Return the clustering of the largest nodes that are not above a height."""
        low = [items for items, level in self.nodes if level <= height]
        largest = [items for items in low if not any(items < other for other in low)]
        alone = set(self.items).difference(*largest)
        return pw.Clustering.from_clusters([*map(sorted, largest), *([item] for item in alone)])


def random_tree(n: int, seed: int, most_children: int = 4) -> KnownTree:
    """Join random groups until one is left; each node is as high as the last, or higher."""
    rng = np.random.default_rng(seed)
    items = tuple(f"i{place}" for place in range(n))
    groups = [(item, frozenset([item]), 0) for item in rng.permutation(items).tolist()]
    nodes, height = [], 1
    while len(groups) > 1:
        count = min(len(groups), int(rng.integers(2, most_children + 1)))
        chosen = sorted(rng.choice(len(groups), count, replace=False).tolist(), reverse=True)
        parts = [groups.pop(place) for place in chosen]
        height = max(height + int(rng.integers(0, 2)), *(level + 1 for _, _, level in parts))
        text = ",".join(f"{name}:{height - level}" for name, _, level in parts)
        whole = frozenset[str]().union(*(inside for _, inside, _ in parts))
        groups.append((f"({text})", whole, height))
        nodes.append((whole, height))
    return KnownTree(f"{groups[0][0]};", items, tuple(nodes))
