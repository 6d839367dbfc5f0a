"""The paper's tables and figures, made again and put beside the published ones."""

from partwise.experiments.artifact import (
    Artifact,
    Beside,
    Cell,
    Context,
    Drawing,
    Experiment,
)
from partwise.experiments.running import Part, Reproduction, reproduce

__all__ = [
    "Artifact",
    "Beside",
    "Cell",
    "Context",
    "Drawing",
    "Experiment",
    "Part",
    "Reproduction",
    "reproduce",
]
