"""An index of two hierarchies at each number of clusters, with its values under chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from partwise.base import InputError
from partwise.charts.figure import (
    Figure,
    Spec,
    better,
    domain_of,
    layer,
    layered,
    measure,
    own_scale,
    words,
)
from partwise.charts.theme import colour
from partwise.charts.wording import clean, count, number, percent, shorten

_WIDTH, _HEIGHT, _LOGARITHMIC_FROM, _MOST_DOTS = 640.0, 300.0, 200, 60


class CutPoint(NamedTuple):
    """The index at one number of clusters; the other numbers are NaN if there is no null band."""

    clusters: int
    value: float
    expected: float
    low: float
    high: float


def cut_curve(
    rows: Sequence[CutPoint],
    *,
    index: str,
    level: float,
    lower_is_better: bool = False,
    title: str = "How alike are two hierarchies?",
) -> Figure:
    """Draw the index as a line over the number of clusters, and the null band behind it.

    Examples
    --------
    >>> cut_curve([CutPoint(2, 0.9, 0.5, 0.4, 0.6)], index="FM", level=0.95).title
    'How alike are two hierarchies?'
    """
    if not rows:
        raise InputError("a curve over cuts needs at least one number of clusters")
    drawn = [row._asdict() for row in rows]
    banded = [row for row in drawn if math.isfinite(row["expected"])]
    ends = domain_of(value for row in rows for value in row[1:])
    y_axis = {"title": f"{shorten(index, 30)} ({better(lower_is_better)})", "tickCount": 5}
    y = measure("value", scale=own_scale(ends), axis=y_axis)
    x = _x_channel(rows[0].clusters, rows[-1].clusters)
    band: Spec = {"color": colour("band"), "opacity": 1, "aria": False}
    dashed: Spec = {"stroke": colour("muted"), "strokeDash": [4, 4], "aria": False}
    line: Spec = {"stroke": colour("accent"), "strokeWidth": 2, "aria": False}
    dot: Spec = {"size": 36, "opacity": 1, "fill": colour("accent")}
    layers = []
    if banded:
        low, expected = (y | {"field": field} for field in ("low", "expected"))
        layers += [
            layer("area", banded, band, x=x, y=low, y2={"field": "high"}),
            layer("line", banded, dashed, x=x, y=expected),
        ]
    layers.append(layer("line", drawn, line, x=x, y=y))
    if len(rows) <= _MOST_DOTS:
        marked = _marked(rows, index)
        layers.append(layer("circle", marked, dot, x=x, y=y, description=words("tip")))
    description = (
        f"{clean(index)} of two hierarchies that are cut into the same number of clusters, from "
        f"{rows[0].clusters} to {count(rows[-1].clusters)}."
    )
    if banded:
        description += (
            " The dashed line is its mean if the items of one hierarchy are shuffled. The band "
            f"would contain {percent(level)} of the values if these were normally distributed."
        )
    return Figure(layered(layers, _WIDTH, _HEIGHT), title, description)


def _x_channel(first: int, last: int) -> Spec:
    scale: Spec = own_scale([first, max(last, first + 1)])
    axis: Spec = {"title": "clusters", "titleAnchor": "start", "grid": False, "format": "~s"}
    if last - first < 12:
        axis["values"] = list(range(first, last + 1))
    if last >= _LOGARITHMIC_FROM:
        scale["type"] = "log"
        sizes = (digit * 10**power for power in range(9) for digit in (1, 2, 5))
        axis["values"] = [size for size in sizes if first <= size <= last]
    return measure("clusters", scale=scale, axis=axis)


def _marked(rows: Sequence[CutPoint], index: str) -> list[dict[str, float | str]]:
    """Return the points, with what they say."""
    marks: list[dict[str, float | str]] = []
    for row in rows:
        tip = f"{count(row.clusters)} clusters: {number(row.value, 4)} by {clean(index)}"
        if math.isfinite(row.expected):
            tip += f", {number(row.expected, 4)} expected of shuffled items"
        marks.append({"clusters": row.clusters, "value": row.value, "tip": tip})
    return marks
