"""Curves of the scores of random clusterings, with bands that contain most of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from partwise.charts.figure import (
    CONTENT_WIDTH,
    Figure,
    Spec,
    beside,
    better,
    domain_of,
    layer,
    layered,
    measure,
    own_scale,
    words,
)
from partwise.charts.theme import colour
from partwise.charts.wording import clean, count, decimals, number, percent, shorten

_COLUMNS, _HEIGHT, _AXIS_SPACE, _WIDEST = 4, 120, 48, 300.0
_LOGARITHMIC_FROM = 40  # times the least, above which the axis is logarithmic
_LABEL_SPACE = 46  # pixels from one label of the axis to the next


class CurvePoint(NamedTuple):
    """The mean score of random candidates of one kind, and the band that holds most scores."""

    x: int
    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Curve:
    """What random candidates score by one index, in the order of x."""

    index: str
    points: Sequence[CurvePoint]
    lower_is_better: bool = False


def bias_curves(
    curves: Sequence[Curve],
    *,
    x: str,
    samples: int,
    share: float,
    about: str,
    title: str = "What would a random clustering score here?",
) -> Figure:
    """Draw a panel for each index: means as a line, and the band that holds most scores.

    Random candidates differ in `x`; `about` says what is random, against which reference. The bands
    hold this `share` of so many `samples` at each x.

    Examples
    --------
    >>> curve = Curve("CC", [CurvePoint(2, 0.0, -0.1, 0.1), CurvePoint(3, 0.0, -0.1, 0.1)])
    >>> bias_curves([curve], x="clusters", samples=9, share=0.9, about="Equal sizes").title
    'What would a random clustering score here?'
    """
    lines = math.ceil(len(curves) / _COLUMNS)
    columns = math.ceil(len(curves) / lines)
    width = min(_WIDEST, CONTENT_WIDTH / columns - _AXIS_SPACE)
    shared = domain_of(value for curve in curves if _is_bounded(curve) for value in _values(curve))
    panels = [
        _panel(
            curve,
            _x_channel(curve.points, x, width, last=place >= columns * (lines - 1)),
            shared if _is_bounded(curve) else domain_of(_values(curve)),
            width,
            _tip(curve, x, share),
        )
        for place, curve in enumerate(curves)
    ]
    description = (
        f"{about}. One panel per index: the line is the mean over {count(samples)} random "
        f"clusterings, and the band contains {percent(share)} of them. Where the line is not "
        "horizontal, the index favours some cluster sizes by chance alone. Indices with values "
        "between -1 and 1 share one scale."
    )
    return Figure(beside(panels, columns, _AXIS_SPACE, 24), title, description)


def _values(curve: Curve) -> list[float]:
    values = (value for point in curve.points for value in (point.mean, point.low, point.high))
    return [value for value in values if math.isfinite(value)]


def _is_bounded(curve: Curve) -> bool:
    """Whether the values fit a scale that indices share; variation of information may not."""
    return all(-1 <= value <= 1 for value in _values(curve))


def _panel(curve: Curve, x: Spec, ends: tuple[float, float], width: float, tip: str) -> Spec:
    drawn = [point._asdict() for point in curve.points if math.isfinite(point.mean)]
    y_axis = {"title": None, "tickCount": 4, "labelOverlap": True, "labelBound": True}
    y = {field: measure(field, scale=own_scale(ends), axis=y_axis) for field in ("mean", "low")}
    described = [row | {"tip": tip} for row in drawn[:1]] + drawn[1:]
    band: Spec = {"color": colour("band"), "opacity": 1, "aria": False}
    line: Spec = {"stroke": colour("accent"), "strokeWidth": 2}
    layers = [
        layer("area", drawn, band, x=x, y=y["low"], y2={"field": "high"}),
        layer("line", described, line, x=x, y=y["mean"], description=words("tip")),
    ]
    if len(drawn) == 1:
        dot: Spec = {"size": 40, "opacity": 1, "fill": colour("accent"), "aria": False}
        layers.append(layer("circle", drawn, dot, x=x, y=y["mean"]))
    room = width + _AXIS_SPACE / 2
    heading = shorten(curve.index, round(room / 8))
    title = {"text": heading, "subtitle": better(curve.lower_is_better), "limit": room}
    return layered(layers, width, _HEIGHT, title=title)


def _x_channel(points: Sequence[CurvePoint], name: str, width: float, *, last: bool) -> Spec:
    ends = points[0].x, points[-1].x
    axis: Spec = {
        "title": name if last else None,
        "titleAnchor": "start",
        "labelOverlap": True,
        "grid": False,
        "format": "~s",
        "tickCount": max(2, round(width / _LABEL_SPACE)),
    }
    scale: Spec = {"domain": list(ends), "nice": False, "zero": False}
    if ends[1] > _LOGARITHMIC_FROM * ends[0]:
        scale["type"] = "log"
        axis["values"] = _powers(*ends, most=round(width / _LABEL_SPACE))
    return measure("x", scale=scale, axis=axis)


def _powers(first: int, last: int, most: int) -> list[int]:
    """Return powers of two or ten between the ends: not more than there is space for."""
    for base in (2, 4, 10, 100, 1000):
        powers = [base**i for i in range(64) if first <= base**i <= last]
        if len(powers) <= max(2, most):
            break
    return powers


def _tip(curve: Curve, x_name: str, share: float) -> str:
    """Return what the line says, in words: its ends."""
    defined = [point for point in curve.points if math.isfinite(point.mean)]
    if not defined:
        return f"{clean(curve.index)}: undefined"
    places = decimals(point.mean for point in defined)
    ends = [defined[0], defined[-1]] if len(defined) > 1 else defined
    said = (
        f"{number(point.mean, places)} ({percent(share)} from {number(point.low, places)} to "
        f"{number(point.high, places)}) at {clean(x_name)} = {count(point.x)}"
        for point in ends
    )
    return f"{clean(curve.index)}: {'; '.join(said)}"
