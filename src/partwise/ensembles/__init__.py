"""Many clusterings of the same items: their landscape, consensus and stability; and studies."""

from partwise.comparison import Rule
from partwise.ensembles.consensus_clustering import Consensus, consensus
from partwise.ensembles.consistent_items import ItemConsistency, item_consistency
from partwise.ensembles.landscapes import Landscape, Scaling, landscape
from partwise.ensembles.stability_curves import Stability, StabilityPoint, stability
from partwise.ensembles.stable_clusters import (
    ClusterRecovery,
    ClusterStability,
    cluster_stability,
)
from partwise.ensembles.study_collection import study
from partwise.ensembles.study_result import Study
from partwise.ensembles.tracking.snapshots import track
from partwise.ensembles.tracking.tracked import Event, TrackedCluster, Tracking, Transition

__all__ = [
    "ClusterRecovery",
    "ClusterStability",
    "Consensus",
    "Event",
    "ItemConsistency",
    "Landscape",
    "Rule",
    "Scaling",
    "Stability",
    "StabilityPoint",
    "Study",
    "TrackedCluster",
    "Tracking",
    "Transition",
    "cluster_stability",
    "consensus",
    "item_consistency",
    "landscape",
    "stability",
    "study",
    "track",
]


def __dir__() -> list[str]:
    return sorted(__all__)
