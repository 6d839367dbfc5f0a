"""Many clusterings of the same items: landscape, consensus, stability and trees; and studies."""

from partwise.comparison import Rule
from partwise.ensembles.co_associations import CoAssociation, co_association
from partwise.ensembles.consensus_clustering import Consensus, consensus
from partwise.ensembles.landscapes import Landscape, Scaling, landscape
from partwise.ensembles.stability_curves import Stability, StabilityPoint, stability
from partwise.ensembles.study_collection import study
from partwise.ensembles.study_result import Study
from partwise.ensembles.trees import ClusterTree, TreeEdge, TreeNode, tree

__all__ = [
    "ClusterTree",
    "CoAssociation",
    "Consensus",
    "Landscape",
    "Rule",
    "Scaling",
    "Stability",
    "StabilityPoint",
    "Study",
    "TreeEdge",
    "TreeNode",
    "co_association",
    "consensus",
    "landscape",
    "stability",
    "study",
    "tree",
]


def __dir__() -> list[str]:
    return sorted(__all__)
