"""What pair-counting indices say of random candidates, over m_A/N and m_B/N."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import numpy as np

from partwise.base import InputError
from partwise.catalogue import Index
from partwise.chance import BiasSurface, bias_surface
from partwise.charts.figure import Figure, Spec, at, beside, layer, layered, measure, paint, words
from partwise.charts.grid import caption
from partwise.charts.panels import own_scale
from partwise.charts.theme import RAMP, colour, on_ramp
from partwise.charts.wording import clean, number, percent, shorten

_STEPS = 48
_MIDDLE = (0.05, 0.95)
_SIDE = 192
_COLUMNS = 4
_ARROWS_ALONG = range(6, _STEPS, 12)
_ARROWS = {1: "→", -1: "←", 0: "·"}
_BIASES = {
    "none": "no bias",
    "dec": "PairDec bias",
    "inc": "PairInc bias",
    "both": "PairDec and PairInc bias",
}


def bias_surfaces(
    indices: Sequence[Index],
    *,
    n: int = 100,
    title: str = "What indices say of random candidates",
) -> Figure:
    """Draw the surface V^(s) of pair-counting indices, a panel for each.

    Examples
    --------
    >>> import partwise as pw
    >>> bias_surfaces([pw.index("jaccard")]).title
    'What indices say of random candidates'
    """
    if not indices:
        raise InputError("a chart of biases needs at least one index")
    surfaces = [bias_surface(index, n=n, steps=_STEPS) for index in indices]
    panels = [
        _panel(surface, first=place % _COLUMNS == 0) for place, surface in enumerate(surfaces)
    ]
    chart = {"vconcat": [_key(), beside(panels, _COLUMNS, 36, 40)], "spacing": 34}
    description = (
        "A panel for each index: how much alike it calls a reference and a random candidate, the "
        "darker the more, by the shares of all pairs of items that are together in the candidate "
        "(to the right) and in the reference (upwards). Arrows point to the side that is favoured: "
        "right, candidates with more pairs together (PairDec bias); left, with fewer (PairInc). "
        "Below its name, the values of an index for the lightest and the darkest colour."
    )
    return Figure(chart, title, description)


def _panel(surface: BiasSurface, *, first: bool) -> Spec:
    low, high = _ends(surface)
    steps = _colour_steps(surface, low, high)
    axis = {"values": [0, 0.5, 1], "format": ".1~f", "grid": False, "labelFlush": True}
    x = {"scale": own_scale([0, 1]), "axis": axis | {"title": "together in candidate, m_B / N"}}
    y = {
        "scale": own_scale([0, 1]),
        "axis": axis | {"title": "in reference, m_A / N" if first else None, "labels": first},
    }
    corners = {
        "x": measure("x", **x),
        "x2": {"field": "x2"},
        "y": measure("y", **y),
        "y2": {"field": "y2"},
    }
    whole = [{"x": 0, "x2": 1, "y": 0, "y2": 1, "tip": _told(surface)}]
    outline = {
        "fill": colour("surface"),
        "fillOpacity": 0,
        "stroke": colour("band"),
        "strokeWidth": 1,
    }
    arrows = {"fontSize": 13, "baseline": "middle", "align": "center", "aria": False}
    layers = [
        layer("rect", _runs(steps), {"aria": False}, **corners, fill=paint("colour")),
        layer(
            "text",
            _arrow_marks(surface, steps),
            arrows,
            x=measure("x", **x),
            y=measure("y", **y),
            text=words("arrow"),
            color=paint("ink"),
        ),
        layer("rect", whole, outline, **corners, description=words("tip")),
    ]
    lightest, darkest = (f"{end:.2g}".replace("-", "−") for end in (low, high))
    note = f"{_BIASES[surface.bias]}; {lightest} to {darkest}"
    heading = {"text": shorten(surface.index.label, 24), "subtitle": note}
    return layered(layers, _SIDE, _SIDE, title=heading)


def _ends(surface: BiasSurface) -> tuple[float, float]:
    """Return what the lightest and the darkest colour stand for: the ends of the index's range.

    An index without bounds has the middle of its surface, for few corners are far from the rest.
    """
    low, high = map(float, surface.index.range)
    if not (math.isfinite(low) and math.isfinite(high)):
        finite = surface.values[np.isfinite(surface.values)]
        low, high = np.quantile(finite, _MIDDLE).tolist() if len(finite) else (0.0, 1.0)
    return (low, high) if surface.index.direction == "similarity" else (high, low)


def _colour_steps(surface: BiasSurface, low: float, high: float) -> list[list[int | None]]:
    """Return the step of the ramp of each cell, None where there is no value."""
    width = high - low

    def step(value: float) -> int | None:
        if math.isnan(value):
            return None
        share = (value - low) / width if abs(width) > 1e-12 else 0.5
        return max(0, min(len(RAMP) - 1, math.floor(share * len(RAMP) + 1e-9)))

    return [[step(value) for value in row] for row in surface.values.tolist()]


def _runs(steps: list[list[int | None]]) -> list[dict[str, Any]]:
    """Join cells of one colour that stand side by side, so that there are few marks."""
    marks = []
    for row, line in enumerate(steps):
        start = 0
        for step, run in groupby(line):
            end = start + len(list(run))
            if step is not None:
                edges = {"x": start, "x2": end, "y": row, "y2": row + 1}
                placed = {name: place / _STEPS for name, place in edges.items()}
                marks.append(placed | {"colour": RAMP[step]})
            start = end
    return marks


def _arrow_marks(surface: BiasSurface, steps: list[list[int | None]]) -> list[dict[str, Any]]:
    marks = []
    for row in _ARROWS_ALONG:
        for column in _ARROWS_ALONG:
            step = steps[row][column]
            if step is not None:
                sign = int(surface.direction[row, column])
                place = {"x": column / _STEPS, "y": row / _STEPS}
                marks.append(place | {"arrow": _ARROWS[sign], "ink": on_ramp(step)})
    return marks


def _told(surface: BiasSurface) -> str:
    finite = surface.values[np.isfinite(surface.values)]
    between = (
        f"{number(float(finite.min()))} to {number(float(finite.max()))}"
        if len(finite)
        else "undefined"
    )
    parts = surface.parts()
    return (
        f"{clean(surface.index.label)}, {_BIASES[surface.bias]}: "
        f"random candidates score {between}; those with more pairs together are favoured on "
        f"{percent(parts['dec'])} of the square, those with fewer on {percent(parts['inc'])}"
    )


def _key() -> Spec:
    """Return the ramp, from what an index calls unlike to what it calls alike."""
    width = 34
    marks = [{"x": i * width, "x2": (i + 1) * width, "colour": c} for i, c in enumerate(RAMP)]
    scale = {"domain": [0, len(RAMP) * width], "nice": False}
    edge = {"stroke": colour("band"), "strokeWidth": 0.5, "aria": False}
    squares = layer(
        "rect",
        marks,
        edge,
        x=measure("x", scale=scale, axis=None),
        x2={"field": "x2"},
        y=at(0),
        y2=at(11),
        fill=paint("colour"),
    )
    told = [caption("unlike", 0, 25), caption("alike", len(RAMP) * width, 25, "right")]
    return layered([squares, *told], len(RAMP) * width, 11)
