"""What a cluster tree is made of: a record for each cluster, and for each two that share items."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A cluster of one level.

    Parameters
    ----------
    level : str
        The name of the clustering.
    cluster : hashable
        The label of the cluster.
    size : int
        How many items it has.
    sc3_stability : float
        How well it lasts over all other levels, from 0 to 1: the stability index of SC3 (Kiselev et
        al. 2017), which is 1 for a cluster that is the same at every level.
    jaccard : float
        Its Jaccard similarity with the most similar cluster of the level above, and of the level
        below: their mean, 1 for a cluster that both have.
    branch : str
        Its name in :attr:`ClusterTree.relabelled`, which follows main parents.
    """

    level: str
    cluster: Hashable
    size: int
    sc3_stability: float
    jaccard: float
    branch: str


@dataclass(frozen=True, slots=True)
class TreeEdge:
    """Two clusters of neighbouring levels that share items.

    Parameters
    ----------
    from_level, from_cluster, to_level, to_cluster
        The parent and the child.
    count : int
        How many items they share.
    in_proportion : float
        Which part of the child comes from this parent: count / size of the child.
    out_proportion : float
        Which part of the parent goes to this child: count / size of the parent.
    is_main_parent : bool
        Whether this parent gives the child most items; each child has one main parent. If several
        parents give as many, it is the smallest of them, and then the first by its label.
    """

    from_level: str
    from_cluster: Hashable
    to_level: str
    to_cluster: Hashable
    count: int
    in_proportion: float
    out_proportion: float
    is_main_parent: bool
