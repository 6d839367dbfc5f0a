"""Many clusterings of the same items: how they lie to each other, their consensus, stability."""

from partwise.ensemble.consensus import Consensus, consensus
from partwise.ensemble.landscape import Landscape, landscape
from partwise.ensemble.scaling import Scaling, classical_scaling
from partwise.ensemble.stability import Stability, StabilityPoint, stability

__all__ = [
    "Consensus",
    "Landscape",
    "Scaling",
    "Stability",
    "StabilityPoint",
    "classical_scaling",
    "consensus",
    "landscape",
    "stability",
]
