"""What pair-counting indices say about random candidates, over m_A/N and m_B/N."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.charts.figure import (
    Figure,
    Spec,
    at,
    beside,
    layer,
    layered,
    measure,
    own_scale,
    paint,
    words,
)
from partwise.charts.grid import caption
from partwise.charts.theme import RAMP, colour, on_ramp
from partwise.charts.wording import clean, number, percent, shorten

_MIDDLE = (0.05, 0.95)
_SIDE = 192
_COLUMNS = 4
_ARROWS_ALONG = 4
_ARROWS = {1: "→", -1: "←", 0: "·"}
_BIASES = {  # whether agreement rises somewhere, and falls, with the pairs of the candidate
    (False, False): "no bias",
    (True, False): "PairDec bias",
    (False, True): "PairInc bias",
    (True, True): "PairDec and PairInc bias",
}


@dataclass(frozen=True, eq=False)
class Surface:
    """What an index says about random candidates.

    Its values have a row for each m_A/N and a column for each m_B/N, and are NaN where it is
    undefined; agreement rises (1), falls (−1) or stays (0) from a column to the next.
    """

    index: str
    values: NDArray[np.float64]
    direction: NDArray[np.int8]
    range: tuple[float, float]  # infinite where the index has no bounds
    lower_is_better: bool = False

    @property
    def bias(self) -> str:
        """Which biases it shows."""
        rises, falls = bool((self.direction > 0).any()), bool((self.direction < 0).any())
        return _BIASES[rises, falls]


def bias_surfaces(
    surfaces: Sequence[Surface], *, title: str = "What indices say about random candidates"
) -> Figure:
    """Draw the surface V^(s) of pair-counting indices, a panel for each.

    Examples
    --------
    >>> values = np.linspace(0, 1, 16).reshape(4, 4)
    >>> bias_surfaces([Surface("J", values, np.ones((4, 3), np.int8), (0, 1))]).title
    'What indices say about random candidates'
    """
    if not surfaces:
        raise InputError("a chart of biases needs at least one index")
    panels = [
        _panel(surface, first=place % _COLUMNS == 0) for place, surface in enumerate(surfaces)
    ]
    chart = {"vconcat": [_key(), beside(panels, _COLUMNS, 36, 40)], "spacing": 34}
    description = (
        "One panel per index. A darker colour means that a random candidate is rated as more "
        "similar to the reference. The axes are the shares of all pairs of items that are together "
        "in the candidate (to the right) and in the reference (upwards). Arrows point to the side "
        "that is favoured: to the right, candidates with more pairs together (PairDec bias); to "
        "the left, with fewer (PairInc bias). The values of the lightest and the darkest colour "
        "are below the name of the index."
    )
    return Figure(chart, title, description)


def _panel(surface: Surface, *, first: bool) -> Spec:
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
    whole = [{"x": 0, "x2": 1, "y": 0, "y2": 1, "tip": _tip(surface)}]
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
    note = f"{surface.bias}; {lightest} to {darkest}"
    heading = {"text": shorten(surface.index, 24), "subtitle": note}
    return layered(layers, _SIDE, _SIDE, title=heading)


def _ends(surface: Surface) -> tuple[float, float]:
    """Return what the lightest and the darkest colour stand for: the ends of the index's range.

    An index without bounds has the middle of its surface, for few corners are far from the rest.
    """
    low, high = surface.range
    if not (math.isfinite(low) and math.isfinite(high)):
        finite = surface.values[np.isfinite(surface.values)]
        low, high = np.quantile(finite, _MIDDLE).tolist() if len(finite) else (0.0, 1.0)
    return (high, low) if surface.lower_is_better else (low, high)


def _colour_steps(surface: Surface, low: float, high: float) -> list[list[int | None]]:
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
                placed = {name: place / len(steps) for name, place in edges.items()}
                marks.append(placed | {"colour": RAMP[step]})
            start = end
    return marks


def _arrow_marks(surface: Surface, steps: list[list[int | None]]) -> list[dict[str, Any]]:
    marks = []
    every = max(1, len(steps) // _ARROWS_ALONG)
    along = range(every // 2, len(steps) - 1, every)
    for row in along:
        for column in along:
            step = steps[row][column]
            if step is not None:
                sign = int(surface.direction[row, column])
                place = {"x": column / len(steps), "y": row / len(steps)}
                marks.append(place | {"arrow": _ARROWS[sign], "ink": on_ramp(step)})
    return marks


def _tip(surface: Surface) -> str:
    finite = surface.values[np.isfinite(surface.values)]
    between = (
        f"{number(float(finite.min()))} to {number(float(finite.max()))}"
        if len(finite)
        else "undefined"
    )
    more, fewer = (float(np.mean(surface.direction == sign)) for sign in (1, -1))
    return (
        f"{clean(surface.index)}, {surface.bias}: "
        f"random candidates score {between}; those with more pairs together are favoured in "
        f"{percent(more)} of the square, those with fewer in {percent(fewer)}"
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
    ends = [caption("unlike", 0, 25), caption("alike", len(RAMP) * width, 25, "right")]
    return layered([squares, *ends], len(RAMP) * width, 11)
