"""Many clusterings of the same items: sweeps, hierarchies, stability, consensus, studies."""

from partwise.comparison import Rule
from partwise.ensembles.co_associations import CoAssociation, co_association
from partwise.ensembles.consensus_clustering import Consensus, consensus
from partwise.ensembles.consistent_items import ItemConsistency, item_consistency
from partwise.ensembles.hierarchies.cut_curve import CutCurve
from partwise.ensembles.hierarchies.hierarchy import Hierarchy
from partwise.ensembles.landscapes import Landscape, Scaling, landscape
from partwise.ensembles.stability_curves import Stability, StabilityPoint, stability
from partwise.ensembles.stable_clusters import (
    ClusterRecovery,
    ClusterStability,
    cluster_stability,
)
from partwise.ensembles.study_collection import study
from partwise.ensembles.study_result import Study
from partwise.ensembles.sweeps.best_threshold import BestThreshold
from partwise.ensembles.sweeps.neighbours import NeighbourSweep, Stretch
from partwise.ensembles.sweeps.sweep_result import Sweep
from partwise.ensembles.sweeps.sweeping import sweep
from partwise.ensembles.tracking.snapshots import track
from partwise.ensembles.tracking.tracked import Event, TrackedCluster, Tracking, Transition
from partwise.ensembles.trees.cluster_tree import ClusterTree, tree
from partwise.ensembles.trees.records import TreeEdge, TreeNode

__all__ = [
    "BestThreshold",
    "ClusterRecovery",
    "ClusterStability",
    "ClusterTree",
    "CoAssociation",
    "Consensus",
    "CutCurve",
    "Event",
    "Hierarchy",
    "ItemConsistency",
    "Landscape",
    "NeighbourSweep",
    "Rule",
    "Scaling",
    "Stability",
    "StabilityPoint",
    "Stretch",
    "Study",
    "Sweep",
    "TrackedCluster",
    "Tracking",
    "Transition",
    "TreeEdge",
    "TreeNode",
    "cluster_stability",
    "co_association",
    "consensus",
    "item_consistency",
    "landscape",
    "stability",
    "study",
    "sweep",
    "track",
    "tree",
]


def __dir__() -> list[str]:
    return sorted(__all__)
