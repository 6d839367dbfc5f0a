"""The power or interval width that samples of different sizes would give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from partwise.base import InputError
from partwise.charts.figure import (
    Figure,
    Spec,
    domain_of,
    layer,
    layered,
    log_ticks,
    measure,
    own_scale,
    words,
)
from partwise.charts.theme import colour
from partwise.charts.wording import clean, count

_WIDTH, _HEIGHT = 560, 260


class Planned(NamedTuple):
    """What a sample of one size is expected to give, and the band of what it may be."""

    size: int
    value: float
    low: float | None = None
    high: float | None = None


def planning_curve(
    rows: Sequence[Planned],
    *,
    unit: str,
    what: str,
    goal: float,
    labelled: int,
    needed: int | None,
    about: str,
    title: str = "How many labels do I need?",
) -> Figure:
    """Draw a curve over the sizes of samples, with dots at those that are labelled and needed.

    `about` says in a sentence what the curve and its band are; `goal` is drawn as a line across.

    Examples
    --------
    >>> rows = [Planned(100, 0.3), Planned(400, 0.8)]
    >>> planning_curve(rows, unit="items", what="power", goal=0.8, labelled=100, needed=400,
    ...                about="Power").title
    'How many labels do I need?'
    """
    if not rows:
        raise InputError("a curve needs at least one size")
    first, last = rows[0].size, max(rows[-1].size, rows[0].size + 1)
    axis: Spec = {"title": unit, "grid": False, "values": log_ticks(first, last), "format": "~s"}
    scale: Spec = {"type": "log", "nice": False, "domain": [first, last]}
    x = measure("size", scale=scale, axis=axis)
    ends = domain_of([goal, *(v for row in rows for v in (row.value, row.low, row.high))])
    y = measure("value", scale=own_scale(ends), axis={"title": what, "tickCount": 5})
    drawn = [row._asdict() for row in rows]
    across = [{"size": row.size, "value": goal} for row in rows]
    band: Spec = {"color": colour("band"), "opacity": 1, "aria": False, "interpolate": "monotone"}
    line: Spec = {"stroke": colour("accent"), "strokeWidth": 2, "interpolate": "monotone"}
    rule: Spec = {"stroke": colour("muted"), "strokeDash": [4, 4], "aria": False}
    dot: Spec = {"size": 80, "opacity": 1, "fill": colour("series-2")}
    side = -1 if rows[-1].value >= rows[0].value else 1  # where the line is not
    text: Spec = {"dx": 6 * side, "dy": -10, "fontSize": 12, "aria": False}
    text["align"] = "right" if side < 0 else "left"
    marked = _marked(rows, unit, what, {labelled: "labelled", needed: "needed"})
    layers = [
        layer("line", across, rule, x=x, y=y),
        layer("line", drawn, line | {"aria": False}, x=x, y=y),
        layer("circle", marked, dot, x=x, y=y, description=words("tip")),
        layer("text", marked, text, x=x, y=y, text=words("short")),
    ]
    bounded = [row for row in drawn if row["low"] is not None]
    if bounded:
        low = y | {"field": "low"}
        layers.insert(0, layer("area", bounded, band, x=x, y=low, y2={"field": "high"}))
    description = f"{clean(about)} The dashed line is the goal, {goal:g}."
    return Figure(layered(layers, _WIDTH, _HEIGHT), title, description)


def _marked(
    rows: Sequence[Planned], unit: str, what: str, roles: dict[int | None, str]
) -> list[dict[str, Any]]:
    marks = []
    for row in rows:
        role = roles.get(row.size)
        if role:
            tip = f"{count(row.size)} {unit}, {role}: {what} {row.value:.3g}"
            short = f"{count(row.size)} {role}"
            marks.append({"size": row.size, "value": row.value, "tip": tip, "short": short})
    return marks
