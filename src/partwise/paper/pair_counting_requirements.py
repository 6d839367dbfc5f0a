"""The paper's table of requirements for pair-counting indices, decided anew."""

from __future__ import annotations

from partwise.paper.artifact import Artifact, Context, Experiment
from partwise.paper.requirement_marks import PAIR_COUNTING
from partwise.paper.requirements import requirements

_REMARKS = (
    (
        "The constant baselines of CC and S&S hold with a convention for trivial candidates, where "
        "they are 0/0 (erratum 5)."
    ),
    (
        "The asymptotic baseline of S&S is as the definition has it; values need not converge "
        "to it (erratum 3)."
    ),
)


def run(context: Context) -> Artifact:
    """Decide each property of each index."""
    table, differing = requirements(PAIR_COUNTING, EXPERIMENT.title, context)
    return EXPERIMENT.artifact([table], notes=[*differing, *_REMARKS])


EXPERIMENT = Experiment(
    "pair_counting_requirements", "Requirements for pair-counting indices", "Table 4", run
)
