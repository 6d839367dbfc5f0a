"""Many clusterings of the same items: sweeps, hierarchies, trees, stability, consensus; studies."""

from partwise.comparison import Rule
from partwise.ensembles.co_associations import CoAssociation, co_association
from partwise.ensembles.consensus_clustering import Consensus, consensus
from partwise.ensembles.hierarchies.cut_curve import CutCurve
from partwise.ensembles.hierarchies.hierarchy import Hierarchy
from partwise.ensembles.landscapes import Landscape, Scaling, landscape
from partwise.ensembles.stability_curves import Stability, StabilityPoint, stability
from partwise.ensembles.study_collection import study
from partwise.ensembles.study_result import Study
from partwise.ensembles.sweeps.best_threshold import BestThreshold
from partwise.ensembles.sweeps.neighbours import NeighbourSweep, Stretch
from partwise.ensembles.sweeps.sweep_result import Sweep
from partwise.ensembles.sweeps.sweeping import sweep

__all__ = [
    "BestThreshold",
from partwise.ensembles.trees import ClusterTree, TreeEdge, TreeNode, tree

__all__ = [
    "ClusterTree",
    "CoAssociation",
    "Consensus",
    "CutCurve",
    "Hierarchy",
    "Landscape",
    "NeighbourSweep",
    "Rule",
    "Scaling",
    "Stability",
    "StabilityPoint",
    "Stretch",
    "Study",
    "Sweep",
    "TreeEdge",
    "TreeNode",
    "co_association",
    "consensus",
    "landscape",
    "stability",
    "study",
    "sweep",
    "tree",
]


def __dir__() -> list[str]:
    return sorted(__all__)
