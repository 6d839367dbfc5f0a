"""What random clusterings score: the paper's two figures, and its tests for a constant baseline."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from partwise.chance import PAPER_ITEMS, BaselineTest
from partwise.paper.artifact import (
    Artifact,
    Beside,
    ComparedCell,
    Context,
    Drawing,
    Experiment,
    cell,
)
from partwise.paper.requirements import GENERAL, PAIR_COUNTING

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
_FIGURE_SAMPLES, _QUICK_FIGURE_SAMPLES = 200, 40
_SURELY = 1e-4  # the level at which a curve is told from a level line
_NOISE = 5  # standard errors by which two means may differ by chance, the farthest of many


def _run_figures(context: Context) -> Artifact:
    """Draw both figures, and tell where each baseline goes."""
    from partwise.chance import PAPER_REFERENCE_SIZES, equal_clusters_curve, one_large_cluster_curve

    samples = _QUICK_FIGURE_SAMPLES if context.quick else _FIGURE_SAMPLES
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
    return BASELINE_FIGURES.artifact(
        [reference, _directions(first, second)], [_drawn(first, 3), _drawn(second, 4)]
    )


def direction(points: Sequence[BiasPoint]) -> str:
    """Tell whether a curve is level, rises, falls, or does both.

    A curve is level unless a χ² test of equal means says otherwise.
    """
    from scipy.stats import chi2

    weights = [1 / max(point.standard_error, 1e-15) ** 2 for point in points]
    middle = math.fsum(w * point.mean for w, point in zip(weights, points, strict=True))
    middle /= math.fsum(weights)
    square = math.fsum(
        w * (point.mean - middle) ** 2 for w, point in zip(weights, points, strict=True)
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
        rows.append((name, (cell(to_many, stated), ComparedCell(to_equal, changes, same))))
    columns = ("with the number of clusters", "with the size of small clusters")
    note = (
        "How the mean score of random clusterings changes. For the first figure, the paper states "
        "the direction for some indices only. For the second, it says that biases are clearly "
        "visible."
    )
    return Beside("How the baseline changes", columns, tuple(rows), (note,), "index")


def _drawn(curve: BiasCurve, number: int) -> Drawing:
    figure = curve.plot(f"Figure {number}: {curve.title.lower()}")
    level = [NAMES[index.key] for index in curve.indices if direction(curve[index]) == "level"]
    note = f" Constant here: {', '.join(level)}." if level else ""
    return Drawing(f"figure_{number}", figure, figure.description + note)


BASELINE_FIGURES = Experiment(
    "baseline_figures",
    "What random clusterings score",
    "Figures 3 and 4, Appendix D.4",
    _run_figures,
)


_TEST_SAMPLES, _QUICK_TEST_SAMPLES = 500, 100
_STATED = (
    "The paper says that the results agree with Tables 3 and 4 except for Correlation Distance, "
    "which is so close to a constant baseline that the tests cannot detect the difference."
)
_SELECTION = (
    "The paper prints no results of this test. An index with a constant baseline may still have "
    "a selection bias, as AMI does (Romano et al. 2014): the scores of one kind of candidate vary "
    "more than those of another."
)


def _run_tests(context: Context) -> Artifact:
    """Run both tests."""
    from partwise.chance import constant_baseline_test, selection_bias_test

    items = PAPER_ITEMS[1::4] if context.quick else PAPER_ITEMS
    samples = _QUICK_TEST_SAMPLES if context.quick else _TEST_SAMPLES
    means, wins = (
        test(list(NAMES), n=items, samples=samples, seed=context.seed, progress=context.progress)
        for test in (constant_baseline_test, selection_bias_test)
    )
    return STATISTICAL_TESTS.artifact([_means(means), _wins(wins)])


def _means(test: BaselineTest) -> Beside:
    rows = tuple(
        (name, (cell(_outcome(test, key), _stated(key)), ComparedCell(_p(test[key].p_value))))
        for key, name in NAMES.items()
    )
    title = "Is the baseline constant? (analysis of variance)"
    return Beside(title, ("constant baseline", "p"), rows, (_STATED, _how(test)), "index")


def _wins(test: BaselineTest) -> Beside:
    rows = tuple(
        (name, (ComparedCell(_outcome(test, key)), ComparedCell(_p(test[key].p_value))))
        for key, name in NAMES.items()
    )
    title = "Is every candidate as likely to win? (χ² test)"
    return Beside(title, ("no selection bias", "p"), rows, (_SELECTION, _how(test)), "index")


def _stated(key: str) -> str:
    return "not rejected" if key in LEVEL else "rejected"


def _outcome(test: BaselineTest, key: str) -> str:
    return "rejected" if key in test.rejected else "not rejected"


def _p(value: float) -> str:
    return "< 0.0001" if value < 1e-4 else f"{value:.4f}"


def _how(test: BaselineTest) -> str:
    first, last = test.items[0], test.items[-1]
    return (
        f"{test.samples} random candidates of each kind ({', '.join(test.candidates)} clusters) "
        f"for each of {len(test.items)} numbers of items from {first} to {last}. Fisher's method "
        f"combines all p-values. Rejected if p < {test.alpha:g}, which happens by chance in 1 of "
        f"{round(1 / test.alpha)} tests of a constant baseline."
    )


STATISTICAL_TESTS = Experiment(
    "statistical_tests", "Statistical tests for constant baseline", "Appendix D.3", _run_tests
)
