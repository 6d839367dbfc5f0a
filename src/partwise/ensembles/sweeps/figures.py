"""A sweep → its charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from partwise.base import percent
from partwise.catalogue import Index
from partwise.charts import (
    Figure,
    Shading,
    SweepAxis,
    SweepLine,
    cut,
    precision_recall_curve,
    sweep_curves,
    sweep_sizes,
)
from partwise.ensembles.sweeps.best_threshold import BestThreshold
from partwise.ensembles.sweeps.families import Family, LabelFamily
from partwise.ensembles.sweeps.neighbours import NeighbourSweep
from partwise.ensembles.sweeps.sweep_result import Sweep

_MINOR = ("precision", "recall")
_MOST_STRETCHES = 3
MOST_INDICES = 6
"""How many indices one picture shows."""


def axis_of(family: Family, thresholds: NDArray[np.float64], x: str | None = None) -> SweepAxis:
    """Return the axis of thresholds, or of names if these tell no numbers; `x` is what they are.

    Examples
    --------
    >>> import partwise as pw
    >>> result = pw.sweep([0, 0, 1], {"leiden_0.5": [0, 0, 0], "leiden_1.0": [0, 0, 1]}, "ARI")
    >>> axis_of(result.family, result.thresholds).name
    'resolution'
    """
    if not isinstance(family, LabelFamily):
        return SweepAxis(
            thresholds, x or family.noun, "before" if family.merges.is_score else "after"
        )
    if family.are_counted:
        return SweepAxis([str(name) for name in family.names], x or family.noun)
    noun = family.stem if family.stem and family.noun == "value" else family.noun
    return SweepAxis(thresholds, x or noun)


def curve_figure(
    sweep: Sweep,
    bests: Mapping[str, BestThreshold],
    indices: Sequence[Index],
    x: str | None = None,
) -> Figure:
    """Draw the curves, the best threshold of each index, and the plateau of the first one."""
    chosen, note = cut(indices, "indices", MOST_INDICES)
    axis = axis_of(sweep.family, sweep.thresholds, x)
    lines = [_line(sweep, index, bests.get(index.key)) for index in chosen]
    lines += [SweepLine(name, getattr(sweep, name), is_minor=True) for name in _MINOR]
    first = bests.get(chosen[0].key)
    figure = sweep_curves(
        axis,
        lines,
        clusters=sweep.clusters,
        shading=plateau_of(sweep, first),
        level=level_of(first),
    )
    return figure.noted(note)


def has_pairs(sweep: Sweep) -> bool:
    """Tell whether precision and recall are both defined at some threshold."""
    return bool((np.isfinite(sweep.precision) & np.isfinite(sweep.recall)).any())


def precision_recall_figure(sweep: Sweep, x: str | None = None) -> Figure:
    """Draw precision against recall of pairs."""
    axis = axis_of(sweep.family, sweep.thresholds, x)
    return precision_recall_curve(axis, sweep.precision, sweep.recall)


def size_figure(sweep: Sweep, best: BestThreshold | None, x: str | None = None) -> Figure:
    """Draw the number of clusters and the size of the largest."""
    axis = axis_of(sweep.family, sweep.thresholds, x)
    marked = None if best is None else place_of(sweep, best.threshold)
    shading = plateau_of(sweep, best)
    return sweep_sizes(axis, sweep.clusters, sweep.largest, marked=marked, shading=shading)


def place_of(sweep: Sweep, threshold: float) -> int:
    """Return where a threshold is in the sweep."""
    return int(np.flatnonzero(sweep.thresholds == threshold)[0])


def level_of(best: BestThreshold | None) -> float:
    """Return the level of the interval of a best threshold."""
    return 0.95 if best is None or best.estimate is None else best.estimate.level


def plateau_of(sweep: Sweep, best: BestThreshold | None) -> Shading:
    """Return what to shade: stretches of compared thresholds that cannot be distinguished.

    A stretch of merges goes on to the next threshold, as long as the clustering stays the same.
    """
    if best is None:
        return Shading((), "")
    inside = frozenset(best.plateau)
    runs = [[*run] for is_in, run in groupby(best.compared, inside.__contains__) if is_in]
    meaning = f"cannot be distinguished from the best by {best.index.short}"
    stretches = [(run[0], _last_of_step(sweep, run[-1])) for run in runs]
    return Shading(stretches, f"{meaning} ({percent(level_of(best))} confidence)")


def _last_of_step(sweep: Sweep, threshold: float) -> float:
    """Return up to where the clustering at a threshold stays the same."""
    place = place_of(sweep, threshold)
    if isinstance(sweep.family, LabelFamily) or place + 1 == len(sweep):
        return threshold
    return float(sweep.thresholds[place + 1])


def neighbour_figure(sweep: NeighbourSweep, x: str | None = None) -> Figure:
    """Draw how similar the clustering at each threshold is to the next one."""
    axis = replace(axis_of(sweep.family, sweep.thresholds, x), steps=None)
    index, better = sweep.index, "lower" if sweep.index.direction == "distance" else "higher"
    line = SweepLine(index.short, sweep.similarity, index.direction == "distance")
    return sweep_curves(
        axis,
        [line],
        clusters=sweep.clusters,
        shading=steady_stretches(sweep),
        heading=("similarity of neighbours", f"{better} is more similar"),
        about=f"Similarity ({index.label}) of the clusterings at each {axis.name} and the next.",
        title="Where the clustering stops changing",
    )


def neighbour_size_figure(sweep: NeighbourSweep, x: str | None = None) -> Figure:
    """Draw the number of clusters and the size of the largest, with the steady stretches."""
    axis = axis_of(sweep.family, sweep.thresholds, x)
    return sweep_sizes(axis, sweep.clusters, sweep.largest, shading=steady_stretches(sweep))


def steady_stretches(sweep: NeighbourSweep) -> Shading:
    """Return the stretches to shade: the widest ones."""
    stretches = [(stretch.start, stretch.end) for stretch in sweep.stretches[:_MOST_STRETCHES]]
    within = f"{sweep.index.short} within {sweep.tolerance:g} of {float(sweep.index.best):g}"
    return Shading(stretches, f"the clustering hardly changes ({within})")


def _line(sweep: Sweep, index: Index, best: BestThreshold | None) -> SweepLine:
    lower = index.direction == "distance"
    line = SweepLine(index.short, sweep.scores[index.key], lower)
    if best is None:
        return line
    place = place_of(sweep, best.threshold)
    return SweepLine(line.name, line.values, lower, place, best.low, best.high)
