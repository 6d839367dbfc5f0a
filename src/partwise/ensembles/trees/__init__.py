"""Cluster trees: how clusters split and mix from one level of an ordered family to the next.

Reading the levels in their order, the edges between neighbouring levels with main parents, the
stability of each cluster, and names that follow main parents.
"""

from partwise.ensembles.trees.cluster_tree import ClusterTree, tree
from partwise.ensembles.trees.records import TreeEdge, TreeNode

__all__ = ["ClusterTree", "TreeEdge", "TreeNode", "tree"]
