"""How stable a method is at each number of clusters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from partwise.base import InputError, ci_text, confidence_interval
from partwise.charts.figure import (
    CONTENT_WIDTH,
    Figure,
    Spec,
    at,
    domain_of,
    layer,
    layered,
    measure,
    own_scale,
    words,
)
from partwise.charts.theme import colour
from partwise.charts.wording import clean, decimals, number, shorten, shorten_all

_HEIGHT, _WIDEST, _STEP = 260, 640.0, 76.0


@dataclass(frozen=True)
class Point:
    """The mean agreement of replicates with one number of clusters, and its interval."""

    name: str
    mean: float
    low: float  # NaN if there is no interval
    high: float


def stability_curve(
    rows: Sequence[Point],
    *,
    index: str,
    level: float,
    best: str | None = None,
    lower_is_better: bool = False,
    title: str = "How stable is it?",
) -> Figure:
    """Draw the means as a line with their intervals, from left to right as they are given.

    Examples
    --------
    >>> stability_curve([Point("2", 0.9, 0.8, 1.0)], index="CC", level=0.95).title
    'How stable is it?'
    """
    if not rows:
        raise InputError("a stability curve needs at least one point")
    marks = _marks(rows, index, level)
    width = min(_WIDEST, CONTENT_WIDTH - 80, max(160.0, _STEP * len(rows)))
    ends = domain_of(value for row in rows for value in (row.mean, row.low, row.high))
    better = "lower" if lower_is_better else "higher"
    axis = {"title": f"mean {shorten(index, 30)} of two replicates", "tickCount": 5}
    y = {field: measure(field, scale=own_scale(ends), axis=axis) for field in ("mean", "low")}
    x = measure("place", scale=own_scale([-0.5, len(rows) - 0.5]), axis=None)
    bounded = [mark for mark in marks if math.isfinite(mark["low"] + mark["high"])]
    pairs = list(zip(rows, marks, strict=True))
    chosen = [mark for row, mark in pairs if row.name == best]
    others = [mark for row, mark in pairs if row.name != best]
    dot: Spec = {"size": 70, "opacity": 1, "fill": colour("accent")}
    special = dot | {"fill": colour("series-2"), "size": 110}
    interval: Spec = {"color": colour("band"), "strokeWidth": 9, "aria": False}
    line: Spec = {"stroke": colour("accent"), "strokeWidth": 1.5, "aria": False}
    text: Spec = {"baseline": "top", "fontSize": 12, "aria": False}
    muted = text | {"color": colour("muted"), "fontSize": 11, "align": "left"}
    tip, said = words("tip"), words("text")
    layers = [
        layer("rule", bounded, interval, x=x, y=y["low"], y2={"field": "high"}),
        layer("line", marks, line, x=x, y=y["mean"]),
        layer("circle", others, dot, x=x, y=y["mean"], description=tip),
        layer("circle", chosen, special, x=x, y=y["mean"], description=tip),
        layer("text", _thinned(marks, width), text, x=x, y=at(_HEIGHT + 8), text=words("short")),
        layer("text", [{"text": "clusters"}], muted, x=at(0), y=at(_HEIGHT + 27), text=said),
    ]
    description = (
        f"One dot per number of clusters: the mean {clean(index)} of two replicates; {better} is "
        f"more stable. The band is the {confidence_interval(level)} of the mean."
        + (f" The other colour marks {clean(best)}." if best else "")
    )
    return Figure(layered(layers, width, _HEIGHT), title, description)


def _marks(rows: Sequence[Point], index: str, level: float) -> list[dict[str, Any]]:
    places = decimals(row.mean for row in rows)
    marks = []
    for place, (row, short) in enumerate(
        zip(rows, shorten_all([row.name for row in rows], 12), strict=True)
    ):
        tip = f"{clean(row.name)} clusters: {number(row.mean, places)} by {clean(index)}"
        if math.isfinite(row.low + row.high):
            tip += f" ({ci_text(level, row.low, row.high, partial(number, digits=places))})"
        values = {"mean": row.mean, "low": row.low, "high": row.high}
        marks.append({"place": place, "short": short, **values, "tip": tip})
    return marks


def _thinned(marks: list[dict[str, Any]], width: float) -> list[dict[str, Any]]:
    """Return as many names as there is space for."""
    return marks[:: max(1, math.ceil(len(marks) * 34 / width))]
