"""Curves of what random clusterings score, with the bands that hold most of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from partwise.catalogue import Index
from partwise.chance import BiasCurve, BiasPoint
from partwise.charts.figure import (
    CONTENT_WIDTH,
    Figure,
    Spec,
    beside,
    layer,
    layered,
    measure,
    words,
)
from partwise.charts.panels import domain_of, own_scale
from partwise.charts.theme import colour
from partwise.charts.wording import clean, count, decimals, number, percent, plural, shorten

_COLUMNS, _HEIGHT, _AXIS_SPACE, _WIDEST = 4, 120, 48, 300.0
_LOGARITHMIC_FROM = 40  # times the least, above which the axis is logarithmic
_LABEL_SPACE = 46  # pixels from one label of the axis to the next


def bias_curves(
    curve: BiasCurve, *, title: str = "What would a random clustering score here?"
) -> Figure:
    """Draw a panel for each index: means as a line, and the band that holds most scores.

    Examples
    --------
    >>> from partwise.chance.bias_curves import equal_clusters_curve
    >>> bias_curves(equal_clusters_curve("CC", [3, 3], seed=1)).title
    'What would a random clustering score here?'
    """
    lines = math.ceil(len(curve.indices) / _COLUMNS)
    columns = math.ceil(len(curve.indices) / lines)
    width = min(_WIDEST, CONTENT_WIDTH / columns - _AXIS_SPACE)
    panels = [
        _panel(curve, index, width, last=place >= columns * (lines - 1))
        for place, index in enumerate(curve.indices)
    ]
    description = (
        f"{curve.title}, against a reference of {plural(curve.n, 'item')} in "
        f"{plural(curve.reference_clusters, 'cluster')}. A panel for each index: the line is the "
        f"mean over {count(curve.samples)} random clusterings, the band holds "
        f"{percent(curve.share)} of them. Where the line is not level, the index favours some "
        "cluster sizes by chance alone; each panel has a scale of its own."
    )
    return Figure(beside(panels, columns, _AXIS_SPACE, 24), title, description)


def _panel(curve: BiasCurve, index: Index, width: float, *, last: bool) -> Spec:
    points = curve.points[index.key]
    drawn = [_row(point) for point in points if math.isfinite(point.mean)]
    x = _x_channel(points, curve.x_name, width, last=last)
    ends = domain_of(value for each in points for value in (each.mean, each.low, each.high))
    y_axis = {"title": None, "tickCount": 4, "labelOverlap": True, "labelBound": True}
    y = {field: measure(field, scale=own_scale(ends), axis=y_axis) for field in ("mean", "low")}
    told = [row | {"tip": _tip(curve, index, points)} for row in drawn[:1]] + drawn[1:]
    band: Spec = {"color": colour("band"), "opacity": 1, "aria": False}
    line: Spec = {"stroke": colour("accent"), "strokeWidth": 2}
    layers = [
        layer("area", drawn, band, x=x, y=y["low"], y2={"field": "high"}),
        layer("line", told, line, x=x, y=y["mean"], description=words("tip")),
    ]
    if len(drawn) == 1:
        dot: Spec = {"size": 40, "opacity": 1, "fill": colour("accent"), "aria": False}
        layers.append(layer("circle", drawn, dot, x=x, y=y["mean"]))
    note = "higher is better" if index.direction == "similarity" else "lower is better"
    room = width + _AXIS_SPACE / 2
    heading = shorten(index.label, round(room / 8))
    title = {"text": heading, "subtitle": note, "limit": room}
    return layered(layers, width, _HEIGHT, title=title)


def _row(point: BiasPoint) -> dict[str, Any]:
    return {"x": point.x, "mean": point.mean, "low": point.low, "high": point.high}


def _x_channel(points: Sequence[BiasPoint], name: str, width: float, *, last: bool) -> Spec:
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
        found = [base**i for i in range(64) if first <= base**i <= last]
        if len(found) <= max(2, most):
            break
    return found


def _tip(curve: BiasCurve, index: Index, points: Sequence[BiasPoint]) -> str:
    """Return what the line says, in words: its ends."""
    defined = [point for point in points if math.isfinite(point.mean)]
    if not defined:
        return f"{clean(index.label)}: undefined"
    places = decimals(point.mean for point in defined)
    ends = [defined[0], defined[-1]] if len(defined) > 1 else defined
    said = (
        f"{number(each.mean, places)} ({percent(curve.share)} from {number(each.low, places)} to "
        f"{number(each.high, places)}) at {clean(curve.x_name)} = {count(each.x)}"
        for each in ends
    )
    return f"{clean(index.label)}: {'; '.join(said)}"
