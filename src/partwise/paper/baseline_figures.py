"""The paper's two figures of what random clusterings score, for every index of its tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from partwise.paper.artifact import Artifact, Beside, Cell, Context, Drawing, Experiment, cell
from partwise.paper.requirement_marks import GENERAL, PAIR_COUNTING

if TYPE_CHECKING:
    from partwise.chance import BiasCurve, BiasPoint


NAMES = {**GENERAL.names, **PAIR_COUNTING.names}
"""The indices of the paper's two tables of requirements, by the names it uses."""

LEVEL = (
    *(key for table in (GENERAL, PAIR_COUNTING) for key in table.marks
      if table.has(key, "constant_baseline")),
    "correlation_distance",
)  # fmt: skip
"""D.4: "all unbiased indices have a constant baseline", and CD's "can be considered constant"."""

DIRECTIONS = {"nmi_arithmetic": "rises", "rand": "rises", "jaccard": "falls", "vi": "falls"}
"""D.4: "some indices (e.g., NMI and Rand) have a clear increasing baseline while others (e.g.,
Jaccard and VI) have a decreasing baseline"."""

_REFERENCE = {"items": "924", "clusters": "431", "clusters of one item": "305"}
_SAMPLES, _FEW = 200, 40
_SURELY = 1e-4  # the level at which a curve is told from a level line
_NOISE = 5  # standard errors by which two means may differ by chance, the farthest of many


def run(context: Context) -> Artifact:
    """Draw both figures, and tell where each baseline goes."""
    from partwise.chance import PAPER_REFERENCE_SIZES, equal_clusters_curve, one_large_cluster_curve

    samples = _FEW if context.quick else _SAMPLES
    first, second = (
        curve(list(NAMES), samples=samples, seed=context.seed, progress=context.progress)
        for curve in (equal_clusters_curve, one_large_cluster_curve)
    )
    sizes = PAPER_REFERENCE_SIZES
    ours = (sum(sizes), len(sizes), sizes.count(1))
    reference = Beside(
        "The reference",
        tuple(_REFERENCE),
        (
            (
                "news articles",
                tuple(
                    cell(str(mine), paper)
                    for mine, paper in zip(ours, _REFERENCE.values(), strict=True)
                ),
            ),
        ),
    )
    return EXPERIMENT.artifact(
        [reference, _directions(first, second)], [_drawn(first, 3), _drawn(second, 4)]
    )


def direction(points: Sequence[BiasPoint]) -> str:
    """Tell whether a curve is level, rises, falls, or does both.

    A curve is level unless a χ² test of equal means says otherwise.
    """
    from scipy.stats import chi2

    weights = [1 / max(each.standard_error, 1e-15) ** 2 for each in points]
    middle = math.fsum(w * each.mean for w, each in zip(weights, points, strict=True))
    middle /= math.fsum(weights)
    square = math.fsum(
        w * (each.mean - middle) ** 2 for w, each in zip(weights, points, strict=True)
    )
    if chi2.sf(square, len(points) - 1) > _SURELY:
        return "level"
    steps = [
        (after.mean - before.mean)
        / max(math.hypot(before.standard_error, after.standard_error), 1e-15)
        for before, after in combinations(points, 2)
    ]
    if min(steps) < -_NOISE and max(steps) > _NOISE:
        return "rises and falls"
    return "rises" if max(steps) > -min(steps) else "falls"


def _directions(first: BiasCurve, second: BiasCurve) -> Beside:
    rows = []
    for key, name in NAMES.items():
        to_many, to_equal = direction(first.points[key]), direction(second.points[key])
        stated = "level" if key in LEVEL else DIRECTIONS.get(key)
        changes = "level" if key in LEVEL else "changes"
        same = (to_equal == "level") == (key in LEVEL)
        rows.append((name, (cell(to_many, stated), Cell(to_equal, changes, same))))
    columns = ("with the number of clusters", "with the size of small clusters")
    note = (
        "The mean score of random clusterings. Of the first figure the paper states directions "
        "for some indices only; of the second, that biases are clearly visible."
    )
    return Beside("Where the baseline goes", columns, tuple(rows), (note,), "index")


def _drawn(curve: BiasCurve, number: int) -> Drawing:
    figure = curve.figure(f"Figure {number}: {curve.title.lower()}")
    level = [NAMES[each.key] for each in curve.indices if direction(curve[each]) == "level"]
    told = f" Level here: {', '.join(level)}." if level else ""
    return Drawing(f"figure_{number}", figure, figure.description + told)


EXPERIMENT = Experiment(
    "baseline_figures",
    "What random clusterings score",
    "Figures 3 and 4, Appendix D.4",
    run,
)
