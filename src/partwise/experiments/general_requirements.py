"""The paper's table of requirements for general indices, decided anew."""

from __future__ import annotations

from partwise.experiments.artifact import Artifact, Context, Experiment
from partwise.experiments.requirement_marks import GENERAL
from partwise.experiments.requirements import requirements

__all__ = ["EXPERIMENT"]

_REMARKS = (
    (
        "The constant baselines of SMI and AMI hold with conventions for tables where they are 0/0 "
        "(erratum 5)."
    ),
    (
        "That AMI and SMI are not of linear complexity is said of the usual algorithms; nothing "
        "excludes faster ones (erratum 27)."
    ),
)


def run(context: Context) -> Artifact:
    """Decide each property of each index."""
    table, differing = requirements(GENERAL, EXPERIMENT.title, context)
    return EXPERIMENT.artifact([table], notes=[*differing, *_REMARKS])


EXPERIMENT = Experiment(
    "general_requirements", "Requirements for general similarity indices", "Table 3", run
)
