"""Many clusterings of the same items: landscape, consensus, stability, hierarchies; and studies."""

from partwise.comparison import Rule
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
    "consensus",
    "landscape",
    "stability",
    "study",
    "sweep",
]


def __dir__() -> list[str]:
    return sorted(__all__)
