"""Averages of some kinds of candidates by number of items: a panel for each index."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from partwise.base import InputError
from partwise.charts.figure import (
    CONTENT_WIDTH,
    Figure,
    Spec,
    at,
    beside,
    domain_of,
    layer,
    layered,
    measure,
    own_scale,
    paint,
    pixels,
    words,
)
from partwise.charts.theme import SERIES, colour
from partwise.charts.wording import clean, count, decimals, number, shorten, text_width

_COLUMNS, _HEIGHT, _AXIS_SPACE, _WIDEST = 4, 120, 48, 300.0
_LOGARITHMIC_FROM = 40  # times the least, above which the axis is logarithmic


@dataclass(frozen=True)
class Groups:
    """What each kind of candidate averages by one index, at each number of items."""

    index: str
    note: str  # what a test says
    averages: Sequence[Sequence[float]]  # for each number of items, one for each kind
    least_spread: float = 0.0  # what the axis shows at least, so that noise looks small


def groups(
    rows: Sequence[Groups],
    kinds: Sequence[str],
    items: Sequence[int],
    *,
    fair: float | None = None,
    title: str,
    description: str,
) -> Figure:
    """Draw a panel for each index and a line for each kind of candidate.

    If averages are shares, `fair` is the one that a line shows in all panels.

    Examples
    --------
    >>> rows = [Groups("CC", "not rejected", [(0.0, 0.01), (0.0, -0.01)])]
    >>> groups(rows, ["2", "n / 2"], [50, 100], title="Is it?", description="Means.").title
    'Is it?'
    """
    if not rows:
        raise InputError("a chart of tests needs at least one index")
    lines = math.ceil(len(rows) / _COLUMNS)
    columns = math.ceil(len(rows) / lines)
    width = min(_WIDEST, CONTENT_WIDTH / columns - _AXIS_SPACE)
    panels = [
        _panel(row, kinds, items, width, fair, last=place >= columns * (lines - 1))
        for place, row in enumerate(rows)
    ]
    drawn = beside(panels, columns, _AXIS_SPACE, 24)
    return Figure({"vconcat": [_key(kinds), drawn], "spacing": 22}, title, description)


def _panel(
    row: Groups,
    kinds: Sequence[str],
    items: Sequence[int],
    width: float,
    fair: float | None,
    *,
    last: bool,
) -> Spec:
    marks = _marks(row, kinds, items)
    y_axis = {"title": None, "tickCount": 4, "labelOverlap": True, "labelBound": True}
    ends = _ends(row, marks) if fair is None else (-0.04, 1.04)
    x, y = _x_channel(items, last=last), measure("value", scale=own_scale(ends), axis=y_axis)
    tint, kind, line = paint("colour"), words("kind"), {"aria": False}
    dot: Spec = {"opacity": 1}
    thick = {"strokeWidth": measure("thickness", scale=None)}
    upright: Spec = {"color": colour("faint"), "strokeDash": [4, 3], "aria": False}
    layers = [
        layer("line", marks, line, x=x, y=y, stroke=tint, detail=kind, order=measure("n"), **thick),
        layer(
            "circle",
            marks,
            dot,
            x=x,
            y=y,
            fill=tint,
            size=measure("size", scale=None),
            description=words("tip"),
        ),
    ]
    if fair is not None:
        layers.insert(0, layer("rule", [{"value": fair}], upright, y=y))
    room = width + _AXIS_SPACE / 2
    title = {"text": shorten(row.index, round(room / 8)), "subtitle": row.note, "limit": room}
    return layered(layers, width, _HEIGHT, title=title)


def _ends(row: Groups, marks: Sequence[dict[str, Any]]) -> tuple[float, float]:
    """Return the ends of the axis: around the values, and not too near to each other."""
    low, high = domain_of(mark["value"] for mark in marks)
    missing = max(0.0, row.least_spread - (high - low)) / 2
    return low - missing, high + missing


def _marks(row: Groups, kinds: Sequence[str], items: Sequence[int]) -> list[dict[str, Any]]:
    """Return a row for each average; what is drawn first is larger, so that it is seen behind."""
    places = decimals(value for values in row.averages for value in values)
    behind = range(len(kinds) - 1, -1, -1)
    return [
        {
            "n": n,
            "value": value,
            "kind": kind,
            "colour": SERIES[place % len(SERIES)],
            "thickness": 2 + 1.2 * behind[place],
            "size": (26 if len(items) > 1 else 70) * (1 + behind[place]),
            "tip": f"{clean(row.index)}, {clean(kind)} clusters, n = {count(n)}: "
            f"{number(value, places)}",
        }
        for n, values in zip(items, row.averages, strict=True)
        for place, (kind, value) in enumerate(zip(kinds, values, strict=True))
        if math.isfinite(value)
    ]


def _x_channel(items: Sequence[int], *, last: bool) -> Spec:
    axis: Spec = {
        "title": "items" if last else None,
        "titleAnchor": "start",
        "labelOverlap": True,
        "grid": False,
        "format": "~s",
        "tickCount": 4,
    }
    ends = [min(items), max(items)] if len(items) > 1 else [items[0] - 1, items[0] + 1]
    if len(items) == 1:
        axis["values"] = list(items)
    scale: Spec = {"domain": ends, "nice": False, "zero": False}
    if ends[1] > _LOGARITHMIC_FROM * ends[0]:
        scale["type"] = "log"
    return measure("n", scale=scale, axis=axis)


def _key(kinds: Sequence[str]) -> Spec:
    """Return which colour is which kind of candidate."""
    marks: list[dict[str, Any]] = []
    x = 0.0
    for place, kind in enumerate(kinds):
        text = f"{shorten(kind, 24)} clusters"
        marks.append(
            {
                "x": x,
                "x2": x + 20,
                "text_x": x + 27,
                "text": text,
                "colour": SERIES[place % len(SERIES)],
            }
        )
        x += 27 + text_width(text, 11) + 22
    line: Spec = {"strokeWidth": 2.4, "aria": False}
    said: Spec = {"align": "left", "baseline": "middle", "fontSize": 11, "aria": False}
    said["color"] = colour("muted")
    layers = [
        layer(
            "rule", marks, line, x=pixels("x"), x2={"field": "x2"}, y=at(0), color=paint("colour")
        ),
        layer("text", marks, said, x=pixels("text_x"), y=at(0), text=words("text")),
    ]
    return layered(layers, max(x, 1), 6)
