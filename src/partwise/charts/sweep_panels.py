"""What the panels of a sweep share: their axis, what is shaded and what is marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.charts.figure import Spec, at, layer, layered, log_ticks, measure, words
from partwise.charts.sweep_axis import WIDTH, SweepAxis, Values
from partwise.charts.theme import colour
from partwise.charts.wording import clean, count, plural, shorten, text_width

COUNT_HEIGHT = 80
_SPACE = 16


@dataclass(frozen=True)
class Shading:
    """Stretches of the axis that are shaded, from value to value, and what they mean.

    Where names stand on the axis, values are their positions: 0, 1, 2, ….
    """

    stretches: Sequence[tuple[float, float]]
    meaning: str

    @property
    def words(self) -> str:
        """The sentence that says what is shaded, if anything is."""
        return f"Shaded: {clean(self.meaning)}." if self.stretches else ""

    def on(self, axis: SweepAxis) -> Shading:
        """Return what of it can be seen on an axis."""
        half, (first, last) = 0.0 if axis.is_numeric else 0.5, axis.domain
        ends = ((min(two) - half, max(two) + half) for two in self.stretches)
        seen = ((max(start, first), min(end, last)) for start, end in ends)
        return replace(self, stretches=[(start, end) for start, end in seen if start < end])


NOTHING_SHADED = Shading((), "")


@dataclass(frozen=True)
class Frame:
    """The axis that panels share, with its shaded stretches and the value that is marked."""

    axis: SweepAxis
    shading: Shading = NOTHING_SHADED
    marked: int | None = None

    def backdrop(self, x: Spec, height: float) -> list[Spec]:
        """Return what is behind the lines of a panel."""
        return [*self._shaded(x, height), *self._upright(x, height)]

    def stacked(self, panels: Sequence[Spec]) -> Spec:
        """Return panels below each other, and below them what the shading means."""
        key = [_key(self.shading.meaning)] if self.shading.stretches else []
        return {"vconcat": [*panels, *key], "spacing": _SPACE}

    def heading(self) -> list[Spec]:
        """Return the marked value in words, above its line."""
        if self.marked is None:
            return []
        text = f"best {shorten(self.axis.word(self.marked), 24)}"
        half = text_width(text, 12) / 2
        spot = min(max(WIDTH * self.axis.share(self.marked), half), WIDTH - half)
        style: Spec = {"fontSize": 12, "fontWeight": 600, "baseline": "bottom", "aria": False}
        return [layer("text", [{"text": text}], style, x=at(spot), y=at(-5), text=words("text"))]

    def _shaded(self, x: Spec, height: float) -> list[Spec]:
        rows = [{"x": start, "x2": end} for start, end in self.shading.stretches]
        style: Spec = {"fill": colour("band"), "opacity": 0.5, "aria": False}
        shaded = layer("rect", rows, style, x=x, x2={"field": "x2"}, y=at(0), y2=at(height))
        return [shaded] if rows else []

    def _upright(self, x: Spec, height: float) -> list[Spec]:
        if self.marked is None:
            return []
        style: Spec = {"stroke": colour("faint"), "strokeDash": [4, 3], "aria": False}
        row = {"x": float(self.axis.places[self.marked])}
        return [layer("rule", [row], style, x=x, y=at(0), y2=at(height))]


def count_panel(
    frame: Frame,
    counts: Values,
    name: str,
    noun: str,
    *,
    height: float = COUNT_HEIGHT,
    is_last: bool,
) -> Spec:
    """Return a panel of counts on a logarithmic scale, with the count at the marked value."""
    axis, values = frame.axis, np.asarray(counts, dtype=float)
    least, most = max(1.0, float(values.min())), float(values.max())
    domain = [least if least < most / 1.5 else least / 1.5, 1.1 * max(most, 2.0)]
    ticks = log_ticks(domain[0], domain[1], most=max(2, int(height // 26)))
    scale: Spec = {"type": "log", "domain": domain, "nice": False}
    x = axis.channel(labelled=is_last)
    y = measure("y", scale=scale, axis={"title": None, "format": "~s", "values": ticks})
    rows = axis.rows(values, axis.drawn(values))
    ends = (count(int(row["y"])) for row in (rows[0], rows[-1]))
    layers = [
        *frame.backdrop(x, height),
        *curve(axis, rows, colour("ink"), f"{name}: from {' to '.join(ends)}", x, y, width=1.6),
    ]
    if frame.marked is not None:
        said = plural(int(values[frame.marked]), noun)
        is_rising = rows[-1]["y"] > rows[0]["y"]
        layers += _marked_count(frame.axis, frame.marked, said, values, is_rising, x, y)
    return layered(layers, WIDTH, height, title={"text": name})


def curve(
    axis: SweepAxis,
    rows: list[dict[str, Any]],
    tint: str,
    tip: str,
    x: Spec,
    y: Spec,
    *,
    width: float = 2.2,
    **style: Any,
) -> list[Spec]:
    """Return a line that says in words what it shows, with dots if its points are few."""
    line: Spec = {"stroke": tint, "strokeWidth": width, "strokeJoin": "round", **style}
    line["interpolate"] = axis.interpolate
    described = [row | {"tip": tip} for row in rows[:1]] + rows[1:]
    layers = [layer("line", described, line, x=x, y=y, description=words("tip"))]
    if axis.has_dots:
        dot: Spec = {"size": 12 * width, "opacity": 1, "fill": tint, "aria": False}
        layers.append(layer("circle", rows, dot, x=x, y=y))
    return layers


def _marked_count(
    axis: SweepAxis,
    marked: int,
    said: str,
    values: NDArray[np.float64],
    is_rising: bool,
    x: Spec,
    y: Spec,
) -> list[Spec]:
    """Return a dot and its words, above the line: on the left where that rises."""
    is_near_an_end = axis.share(marked) < 0.15 if is_rising else axis.share(marked) > 0.85
    is_left = is_rising != is_near_an_end
    row = {"x": float(axis.places[marked]), "y": float(values[marked]), "text": said}
    row["tip"] = f"{said} at {clean(axis.name)} {axis.word(marked)}"
    dot: Spec = {"size": 60, "opacity": 1, "fill": colour("ink")}
    text: Spec = {"align": "right" if is_left else "left", "dx": -8 if is_left else 8}
    text |= {"dy": 12 if is_near_an_end else -9, "fontSize": 11, "aria": False}
    return [
        layer("circle", [row], dot, x=x, y=y, description=words("tip")),
        layer("text", [row], text, x=x, y=y, text=words("text")),
    ]


def _key(meaning: str) -> Spec:
    box: Spec = {"fill": colour("band"), "opacity": 0.5, "aria": False}
    text: Spec = {"align": "left", "baseline": "middle", "fontSize": 11, "aria": False}
    text["color"] = colour("muted")
    layers = [
        layer("rect", [{}], box, x=at(0), x2=at(22), y=at(0), y2=at(12)),
        layer("text", [{"text": clean(meaning)}], text, x=at(30), y=at(6), text=words("text")),
    ]
    return layered(layers, WIDTH, 12)
