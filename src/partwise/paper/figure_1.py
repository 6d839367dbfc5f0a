"""Figure 1: a simple triplet about which half of the indices disagree with the other half."""

from __future__ import annotations

from partwise.paper.artifact import Artifact, Beside, ComparedCell, Context, Drawing, Experiment
from partwise.paper.published import FIGURE_1
from partwise.properties import Triplet, draw


def run(context: Context) -> Artifact:
    """Draw the triplet, and compare its captions with what is computed."""
    del context  # it takes a moment, and nothing is random
    triplet, printed = FIGURE_1.triplet(), FIGURE_1.favours()
    rows = tuple(
        (
            said.index.short,
            (
                ComparedCell(
                    said.favours, printed[said.index.key], said.favours == printed[said.index.key]
                ),
                ComparedCell(f"{said.left:.4f}"),
                ComparedCell(f"{said.right:.4f}"),
            ),
        )
        for said in triplet.opinions
    )
    table = Beside("Which candidate an index favours", ("favours", "left", "right"), rows)
    figure = draw([triplet], EXPERIMENT.title)
    return EXPERIMENT.artifact([table], [Drawing("triplet", figure, caption(triplet))])


def caption(triplet: Triplet) -> str:
    """Say who favours which candidate.

    Examples
    --------
    >>> caption(FIGURE_1.triplet())[:55]
    'Left: FNMI, R, AR, J, D, W, FMeasure, BCubed. Right: NM'
    """
    return f"Left: {triplet.names('left')}. Right: {triplet.names('right')}."


EXPERIMENT = Experiment("figure_1", "Inconsistency of indices: one triplet", "Figure 1", run)
