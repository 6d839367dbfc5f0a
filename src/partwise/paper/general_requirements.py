"""The paper's table of requirements for general indices, decided anew."""

from __future__ import annotations

from partwise.paper.artifact import Artifact, Context, Experiment
from partwise.paper.requirement_marks import GENERAL
from partwise.paper.requirements import requirements

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
