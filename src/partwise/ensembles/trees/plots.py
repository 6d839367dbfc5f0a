"""The charts of a cluster tree."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, TypeAlias

from partwise.base import InputError
from partwise.charts import Figure, Pictures, Plots, TreeCluster, TreeFlow, cluster_tree, cut
from partwise.ensembles.trees.cluster_tree import NOTABLE_SHARE, ClusterTree
from partwise.ensembles.trees.records import TreeNode

Measure: TypeAlias = Literal["sc3_stability", "jaccard"]

_MOST_CLUSTERS = 40  # of a level
_SHADES: dict[Measure, str] = {
    "sc3_stability": "stability over all levels (SC3)",
    "jaccard": "best Jaccard with a cluster of the neighbouring levels",
}


class TreePlots(Plots[ClusterTree]):
    """``tree.plot()`` and ``tree.plot.stability()``, in the style of clustree.

    Examples
    --------
    >>> import partwise as pw
    >>> result = pw.ensembles.tree({"k1": [0, 0, 0, 0], "k2": [0, 0, 1, 1], "k3": [0, 1, 2, 2]})
    >>> result.plot(), result.plot.stability()
    (<Figure 'How clusters split from level to level'>, <Figure 'How stable each cluster is'>)
    """

    def tree(self, min_proportion: float = NOTABLE_SHARE) -> Figure:
        """Draw the clusters of each level, coloured by level, and where their items go.

        Parameters
        ----------
        min_proportion : float
            Leave out lines with less than this share of the cluster below. The line from the main
            parent is always drawn.
        """
        return self._drawn(min_proportion, None)

    def stability(
        self, by: Measure = "sc3_stability", min_proportion: float = NOTABLE_SHARE
    ) -> Figure:
        """Draw the tree with clusters coloured by how stable they are.

        Parameters
        ----------
        by : {"sc3_stability", "jaccard"}
            The measure of stability: over all levels (SC3), or with the neighbouring levels.
        min_proportion : float
            As in :meth:`tree`.
        """
        if by not in _SHADES:
            allowed = " or ".join(map(repr, _SHADES))
            raise InputError(f"by= must be {allowed}, not {by!r}")
        return self._drawn(min_proportion, by)

    __call__ = tree

    def _drawn(self, min_proportion: float, by: Measure | None) -> Figure:
        result = self._result
        levels, note = cut(result.levels, "levels")
        shown, left_out = _largest(result, levels)
        place: dict[tuple[str, Hashable], int] = {
            (node.level, node.cluster): i for i, node in enumerate(shown)
        }
        clusters = [_branching(node, levels, by) for node in shown]
        streams = []
        for edge in result.edges:
            parent = place.get((edge.from_level, edge.from_cluster))
            child = place.get((edge.to_level, edge.to_cluster))
            is_strong = edge.is_main_parent or edge.in_proportion >= min_proportion
            if is_strong and parent is not None and child is not None:
                streams.append(TreeFlow(parent, child, edge.count, edge.is_main_parent))
        counts = {str(level): result.clusterings[level].k for level in levels}
        more = {} if by is None else {"shade": _SHADES[by], "title": "How stable each cluster is"}
        return cluster_tree(counts, clusters, streams, **more).noted(note).noted(left_out)

    def _pictures(self) -> Pictures:
        return {"tree": self.tree, "tree-stability": self.stability}


def _largest(result: ClusterTree, levels: list[str]) -> tuple[list[TreeNode], str]:
    """Return as many clusters of each level as there is space for, and a note if not all."""
    shown: list[TreeNode] = []
    for level in levels:
        nodes = [node for node in result.nodes if node.level == level]
        largest = sorted(nodes, key=lambda node: -node.size)[:_MOST_CLUSTERS]
        shown += [node for node in nodes if node in largest]
    if len(shown) == sum(result.clusterings[level].k for level in levels):
        return shown, ""
    return shown, f"The {_MOST_CLUSTERS} largest clusters of each level are shown."


def _branching(node: TreeNode, levels: list[str], by: Measure | None) -> TreeCluster:
    detail = f"stability {node.sc3_stability:.3f}, best Jaccard {node.jaccard:.3f}"
    shade = None if by is None else float(getattr(node, by))
    return TreeCluster(levels.index(node.level), str(node.cluster), node.size, shade, detail)
