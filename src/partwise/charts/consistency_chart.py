"""How consistently replicates cluster items: a histogram, and the least consistent items."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from partwise.base import InputError
from partwise.charts.figure import (
    Figure,
    Spec,
    at,
    layer,
    layered,
    measure,
    own_scale,
    pixels,
    words,
)
from partwise.charts.theme import colour
from partwise.charts.wording import clean, number, plural, shorten_all

_WIDTH, _HEIGHT, _BINS = 520, 240, 25
_LIST_X, _LINE = _WIDTH + 60, 18


def consistency(
    values: Sequence[float],
    least: Mapping[str, float],
    *,
    title: str = "How consistently is each item clustered?",
) -> Figure:
    """Draw how many items have which consistency, and name the least consistent ones.

    Examples
    --------
    >>> consistency([0.5, 0.9, 1.0], {"x": 0.5}).title
    'How consistently is each item clustered?'
    """
    known = [value for value in values if math.isfinite(value)]
    if not known:
        raise InputError("a consistency chart needs at least one item with a value")
    mean = math.fsum(known) / len(known)
    bars = _bars(known)
    most = max(bar["count"] for bar in bars)
    x_axis = {"title": "consistency", "titleAnchor": "start", "tickCount": 6, "grid": False}
    y_axis = {"title": "items", "tickCount": 4, "format": "~s"}
    x = {name: measure(name, scale=own_scale((0, 1)), axis=x_axis) for name in ("start", "mean")}
    y = {
        name: measure(name, scale=own_scale((0, 1.06 * most)), axis=y_axis)
        for name in ("count", "zero")
    }
    bar: Spec = {"color": colour("accent"), "opacity": 1}
    upright: Spec = {"color": colour("series-2"), "strokeWidth": 1.6, "aria": False}
    label: Spec = {"color": colour("series-2"), "fontSize": 11, "aria": False, "baseline": "bottom"}
    label |= {"align": "left" if mean < 0.5 else "right", "dx": 5 if mean < 0.5 else -5}
    marks = [{"mean": mean, "text": f"mean {number(mean)}"}]
    ends = {"x2": {"field": "end"}, "y2": {"field": "zero"}}
    layers = [
        layer("rect", bars, bar, x=x["start"], y=y["count"], **ends, description=words("tip")),
        layer("rule", marks, upright, x=x["mean"], y=at(0), y2=at(_HEIGHT)),
        layer("text", marks, label, x=x["mean"], y=at(-3), text=words("text")),
        *_listed(least),
    ]
    description = (
        f"The distribution of element-centric consistency over {plural(len(known), 'item')}. It is "
        "1 for an item that all replicates put together with the same items. The line is the mean. "
        "The least consistent items are listed on the right."
    )
    return Figure(layered(layers, _WIDTH, _HEIGHT), title, description)


def _bars(values: Sequence[float]) -> list[dict[str, Any]]:
    counts = [0] * _BINS
    for value in values:
        counts[min(int(value * _BINS + 1e-9), _BINS - 1)] += 1
    gap = 0.08 / _BINS
    return [
        {
            "start": place / _BINS + gap,
            "end": (place + 1) / _BINS - gap,
            "count": count,
            "zero": 0,
            "tip": f"consistency {number(place / _BINS, 2)} to {number((place + 1) / _BINS, 2)}: "
            f"{plural(count, 'item')}",
        }
        for place, count in enumerate(counts)
        if count
    ]


def _listed(least: Mapping[str, float]) -> list[Spec]:
    """Return names and values of the least consistent items, below each other at the right."""
    short = shorten_all([clean(name) for name in least], 22)
    marks = [
        {
            "y": 6 + _LINE * (place + 1),
            "name": short[place],
            "value": number(value, 2),
            "tip": f"{clean(name)}: consistency {number(value, 3)}",
        }
        for place, (name, value) in enumerate(least.items())
    ]
    text: Spec = {"align": "left", "baseline": "middle", "fontSize": 12}
    muted = text | {"color": colour("muted"), "aria": False}
    head = muted | {"fontSize": 11}
    title, left, tip = [{"text": "least consistent"}], at(_LIST_X), words("tip")
    y, right = pixels("y"), at(_LIST_X + 42)
    return [
        layer("text", title, head, x=left, y=at(6), text=words("text")),
        layer("text", marks, muted, x=left, y=y, text=words("value")),
        layer("text", marks, text, x=right, y=y, text=words("name"), description=tip),
    ]
