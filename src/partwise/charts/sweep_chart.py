"""Scores along a sweep: a curve for each index over thresholds, resolutions or names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from partwise.base import InputError, ci_text
from partwise.charts.figure import (
    Figure,
    Spec,
    at,
    better,
    domain_of,
    layer,
    layered,
    measure,
    own_scale,
    paint,
    pixels,
    words,
)
from partwise.charts.sweep_axis import WIDTH, SweepAxis, Values
from partwise.charts.sweep_panels import NOTHING_SHADED, Frame, Shading, count_panel, curve
from partwise.charts.theme import SERIES, colour
from partwise.charts.wording import clean, number, shorten

_HEIGHT, _LOW_HEIGHT = 270, 130
_LABEL_GAP = 15.0
_DASHES = ([6, 3], [2, 3])


@dataclass(frozen=True, eq=False)
class SweepLine:
    """The scores of one index along a sweep; NaN where it is undefined."""

    name: str
    values: Values
    lower_is_better: bool = False
    best: int | None = None  # the place of its best value, which is marked
    low: float | None = None  # the confidence interval of the best value
    high: float | None = None
    is_minor: bool = False  # drawn in grey, as precision and recall beside an index

    @property
    def is_bounded(self) -> bool:
        """Whether the best value has an interval."""
        return math.isfinite(math.nan if self.low is None else self.low) and math.isfinite(
            math.nan if self.high is None else self.high
        )


class _Stroke(NamedTuple):
    """How a line is drawn: in its colour, through the points at these places."""

    line: SweepLine
    tint: str
    drawn: Sequence[int]

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the largest value, both of which are drawn; 0 and 1 if there is none."""
        heights = [float(self.line.values[place]) for place in self.drawn]
        return min(heights, default=0.0), max(heights, default=1.0)

    @property
    def kind(self) -> tuple[bool, bool]:
        """What lines in one panel share: the direction, and whether values stay within 1."""
        return self.line.lower_is_better, max(map(abs, self.ends)) > 1 + 1e-9

    def words(self, axis: SweepAxis) -> str:
        """Return what the line says, in words: its ends."""
        ends = dict.fromkeys([*self.drawn[:1], *self.drawn[-1:]])
        said = "; ".join(f"{number(self.line.values[i])} at {axis.word(i)}" for i in ends)
        return f"{clean(self.line.name)}: {said or 'undefined'}"


@dataclass(frozen=True)
class _Panel:
    """Lines that share a scale."""

    strokes: Sequence[_Stroke]

    @property
    def from_behind(self) -> list[_Stroke]:
        """The lines, the first one last so that none covers it."""
        strokes = list(self.strokes)[::-1]
        return sorted(strokes, key=lambda stroke: not stroke.line.is_minor)

    @cached_property
    def domain(self) -> tuple[float, float]:
        """The ends of the axis: from 0 to 1 if that is where the values are."""
        ends = [stroke.ends for stroke in self.strokes]
        low, high = min(end[0] for end in ends), max(end[1] for end in ends)
        if low < 0.5 < high <= 1 + 1e-9:
            return min(0.0, 1.1 * low), 1.02
        return domain_of([low, high])


def sweep_curves(
    axis: SweepAxis,
    lines: Sequence[SweepLine],
    *,
    clusters: Values = (),
    shading: Shading = NOTHING_SHADED,
    level: float = 0.95,
    about: str = "",
    heading: tuple[str, str] | None = None,
    title: str = "Scores along the sweep",
) -> Figure:
    """Draw a curve for each index, the best value of each marked, and the number of clusters below.

    Indices share a panel if both their range and the direction in which they are better are alike.
    `heading` is what stands above a panel: what is drawn, and in which direction it is better.
    `about` says in a sentence what the curves are.

    Examples
    --------
    >>> axis = SweepAxis([0.1, 0.5, 0.9])
    >>> sweep_curves(axis, [SweepLine("ARI", [0.2, 0.8, 0.5], best=1)], clusters=[1, 4, 9]).title
    'Scores along the sweep'
    """
    if not lines or not len(axis.values):
        raise InputError("a sweep needs at least one index and one value to be drawn")
    first = next((line for line in lines if line.best is not None), None)
    shading = shading.on(axis)
    frame = Frame(axis, shading, None if first is None else first.best)
    panels = _panels(axis, lines)
    last = len(panels) if len(clusters) else len(panels) - 1
    drawn = [
        _score_panel(frame, panel, heading, level, is_first=i == 0, is_last=i == last)
        for i, panel in enumerate(panels)
    ]
    if len(clusters):
        drawn.append(count_panel(frame, clusters, "clusters", "cluster", is_last=True))
    parts = [about or f"One curve per index over the {clean(axis.name)}."]
    if first is not None and first.best is not None:
        best = f"{number(first.values[first.best])} at {axis.word(first.best)}"
        parts.append(f"Large dots mark the best values; the best {clean(first.name)} is {best}.")
    if any(line.is_minor for line in lines):
        parts.append("Precision and recall of pairs are dashed.")
    parts += [shading.words] if shading.words else []
    if len(clusters):
        parts.append("Below is the number of clusters, on a logarithmic scale.")
    return Figure(frame.stacked(drawn), title, " ".join(parts))


def sweep_sizes(
    axis: SweepAxis,
    clusters: Values,
    largest: Values,
    *,
    marked: int | None = None,
    shading: Shading = NOTHING_SHADED,
    title: str = "Clusters and the largest of them",
) -> Figure:
    """Draw the number of clusters and the size of the largest one, on logarithmic scales.

    Examples
    --------
    >>> sweep_sizes(SweepAxis([0.1, 0.5, 0.9]), [1, 4, 9], [9, 4, 1]).title
    'Clusters and the largest of them'
    """
    if not len(axis.values):
        raise InputError("a sweep needs at least one value to be drawn")
    shading = shading.on(axis)
    frame = Frame(axis, shading, marked)
    heights = {"height": _LOW_HEIGHT}
    panels = [
        count_panel(frame, clusters, "clusters", "cluster", **heights, is_last=False),
        count_panel(frame, largest, "largest cluster", "item", **heights, is_last=True),
    ]
    description = (
        f"The number of clusters at each {clean(axis.name)}, and the number of items in the "
        "largest one, on logarithmic scales. Where the largest cluster jumps, clusters were joined "
        "that may not belong together."
    )
    figure = Figure(frame.stacked(panels), title, description)
    best = "" if marked is None else f"The vertical line marks {axis.word(marked)}."
    return figure.noted(best).noted(shading.words)


def _panels(axis: SweepAxis, lines: Sequence[SweepLine]) -> list[_Panel]:
    """Return the panels: indices that are alike in range and direction share one."""
    series = [line for line in lines if not line.is_minor]
    strokes = [
        _Stroke(
            line,
            colour("muted") if line.is_minor else SERIES[series.index(line) % len(SERIES)],
            axis.drawn(line.values),
        )
        for line in lines
    ]
    kinds = dict.fromkeys(stroke.kind for stroke in strokes)
    return [_Panel([stroke for stroke in strokes if stroke.kind == kind]) for kind in kinds]


def _score_panel(
    frame: Frame,
    panel: _Panel,
    heading: tuple[str, str] | None,
    level: float,
    *,
    is_first: bool,
    is_last: bool,
) -> Spec:
    """Return the panel of some indices; the first one names the best value above it."""
    axis, height = frame.axis, _HEIGHT if is_first else _LOW_HEIGHT
    x = axis.channel(labelled=is_last)
    y_axis: Spec = {"title": None, "tickCount": 5 if is_first else 3, "format": "~g"}
    y = measure("y", scale=own_scale(panel.domain), axis=y_axis)
    layers = frame.backdrop(x, height)
    minor = [stroke.line for stroke in panel.strokes if stroke.line.is_minor]
    for stroke in panel.from_behind:
        style: Spec = {}
        if stroke.line.is_minor:
            style = {"width": 1.5, "strokeDash": _DASHES[minor.index(stroke.line) % 2]}
        rows = axis.rows(stroke.line.values, stroke.drawn)
        layers += curve(axis, rows, stroke.tint, stroke.words(axis), x, y, **style)
    layers += _bests(axis, panel, level, x, y)
    layers.append(_end_names(panel, height))
    if is_first:
        layers += frame.heading()
    text, note = heading or ("score", better(panel.strokes[0].line.lower_is_better))
    return layered(layers, WIDTH, height, title={"text": text, "subtitle": note})


def _bests(axis: SweepAxis, panel: _Panel, level: float, x: Spec, y: Spec) -> list[Spec]:
    """Return the best value of each index, with its confidence interval where there is one."""
    rows, bounded = [], []
    for line, tint, _ in panel.from_behind:
        if line.best is not None:
            value, spot = line.values[line.best], axis.word(line.best)
            tip = f"{clean(line.name)}: best {number(value)} at {clean(axis.name)} {spot}"
            row = {"x": float(axis.places[line.best]), "y": float(value), "colour": tint}
            if line.low is not None and line.high is not None and line.is_bounded:
                tip += f" ({ci_text(level, line.low, line.high, number)})"
                bounded.append(row | {"low": line.low, "high": line.high})
            rows.append(row | {"tip": tip})
    bar: Spec = {"strokeWidth": 2, "strokeCap": "round", "aria": False}
    dot: Spec = {"size": 95, "opacity": 1, "stroke": colour("surface"), "strokeWidth": 1.5}
    shade, low = paint("colour"), y | {"field": "low"}
    return [
        layer("rule", bounded, bar, x=x, y=low, y2={"field": "high"}, color=shade),
        layer("circle", rows, dot, x=x, y=y, fill=shade, description=words("tip")),
    ]


def _end_names(panel: _Panel, height: float) -> Spec:
    """Return the names of the lines at their right ends, none on top of another."""
    low, high = panel.domain
    names, heights = [], []
    for line, tint, drawn in panel.strokes:
        end = float(line.values[drawn[-1]]) if drawn else low
        heights.append(height * (high - end) / (high - low))
        names.append({"text": shorten(line.name, 24), "colour": tint})
    spots = apart(heights, _LABEL_GAP, height)
    placed = [{**row, "y": spot} for row, spot in zip(names, spots, strict=True)]
    style: Spec = {"align": "left", "baseline": "middle", "fontWeight": 600, "aria": False}
    places = {"x": at(WIDTH + 10), "y": pixels("y")}
    return layer("text", placed, style, **places, text=words("text"), color=paint("colour"))


def apart(spots: Sequence[float], gap: float, end: float) -> list[float]:
    """Return places near the given ones that are at least a gap from each other, up to an end.

    Examples
    --------
    >>> apart([50, 48, 10], gap=15, end=60)
    [60.0, 45.0, 10.0]
    """
    order = sorted(range(len(spots)), key=spots.__getitem__)
    placed = [float(spot) for spot in spots]
    for before, this in pairwise(order):
        placed[this] = max(placed[this], placed[before] + gap)
    limit = max(float(end), gap * (len(spots) - 1))
    for this in reversed(order):
        placed[this] = min(placed[this], limit)
        limit = placed[this] - gap
    return placed
