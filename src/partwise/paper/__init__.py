"""The paper's tables and figures, recomputed and compared with the published ones."""

from partwise.paper.artifact import Artifact, Beside, ComparedCell, Context, Drawing, Experiment
from partwise.paper.registry import chosen
from partwise.paper.running import Part, Reproduction, reproduce

__all__ = [
    "Artifact",
    "Beside",
    "ComparedCell",
    "Context",
    "Drawing",
    "Experiment",
    "Part",
    "Reproduction",
    "chosen",
    "reproduce",
]


def __dir__() -> list[str]:
    return sorted(__all__)
