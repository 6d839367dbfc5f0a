"""How the lines of a cluster tree look, and the keys below it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from partwise.charts.figure import Spec, layer, measure, paint, pixels, words
from partwise.charts.grid import caption
from partwise.charts.theme import RAMP, colour
from partwise.charts.wording import compact, percent, text_width

NOTE_SIZE = 10.5
LINES = RAMP[3:]
"""Colours of lines by their counts; lighter ones would not be seen."""

_FAINTEST = 0.15


def line_colour(count: int, most: int) -> str:
    """Return the colour of a line: steps are squares, as most counts are small ones."""
    return LINES[min(len(LINES) - 1, math.ceil(len(LINES) * math.sqrt(count / most)) - 1)]


def opacity_of(share: float) -> float:
    """Return how strong a line is that stands for this share of the cluster below."""
    return round(_FAINTEST + (1 - _FAINTEST) * share, 3)


def key_of_lines(most: int, top: float) -> list[Spec]:
    """Return what the colour and the faintness of lines stand for, so many pixels from the top."""
    rows: list[dict[str, Any]] = [
        {
            "x": 38 * i,
            "x2": 38 * i + 34,
            "text": compact(math.floor(most * ((i + 1) / len(LINES)) ** 2)),
            "colour": line,
            "opacity": 1.0,
        }
        for i, line in enumerate(LINES)
    ]
    rows += [
        {
            "x": 180 + 42 * i,
            "x2": 180 + 42 * i + 36,
            "text": percent(share),
            "colour": LINES[-1],
            "opacity": opacity_of(share),
        }
        for i, share in enumerate((0.1, 0.5, 1.0))
    ]
    rows = [{**row, "y": top, "middle": (row["x"] + row["x2"]) / 2, "low": top + 8} for row in rows]
    channels = {
        "x": pixels("x"),
        "y": pixels("y"),
        "x2": {"field": "x2"},
        "stroke": paint("colour"),
        "opacity": measure("opacity", scale=None),
    }
    return [
        layer("rule", rows, {"strokeWidth": 4, "aria": False}, **channels),
        _small(rows, "middle", "low"),
        caption("items shared, up to", 0, top - 20),
        caption("share of the cluster below", 180, top - 20),
    ]


def key_of_sizes(most: int, radius_of: Callable[[int], float], top: float) -> list[Spec]:
    """Return dots with their numbers of items, so many pixels from the top."""
    sizes = sorted({_rounded(most * share) for share in (0.05, 0.4)})
    rows: list[dict[str, Any]] = []
    x = 350.0
    for size in sizes:
        radius = radius_of(size)
        text = compact(size)
        rows.append({"x": x + radius, "y": top, "square": (2 * radius) ** 2, "text": text})
        rows[-1]["after"] = x + 2 * radius + 4
        x += 2 * radius + text_width(text, NOTE_SIZE) + 14
    style: Spec = {"opacity": 1, "fill": colour("faint"), "aria": False}
    square = measure("square", scale=None)
    return [
        layer("circle", rows, style, x=pixels("x"), y=pixels("y"), size=square),
        _small(rows, "after", "y", align="left", baseline="middle"),
        caption("items in the cluster", 350, top - 20),
    ]


def _rounded(value: float) -> int:
    """Return a whole number of at least 1 with one digit that is not zero."""
    unit = int(10 ** math.floor(math.log10(max(value, 1))))
    return max(1, round(value / unit)) * unit


def _small(rows: Sequence[Mapping[str, Any]], x: str, y: str, **style: Any) -> Spec:
    muted = {
        "baseline": "top",
        "fontSize": NOTE_SIZE,
        "color": colour("muted"),
        "aria": False,
        **style,
    }
    return layer("text", rows, muted, x=pixels(x), y=pixels(y), text=words("text"))
