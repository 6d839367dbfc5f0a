"""Clusterings as points of a map, with their names beside them."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from partwise.base import InputError
from partwise.charts.figure import Figure, Spec, edges, layer, layered, pixels, words
from partwise.charts.theme import colour
from partwise.charts.wording import clean, number, percent, plural, shorten_all, text_width

_LONGEST_NAME, _SIZE, _DOT = 24, 12, 90
_WIDTH, _HIGHEST, _LOWEST = 620.0, 460.0, 240.0
_NAME_SPACE, _ROOM_BELOW, _ROOM = 90.0, 20.0, 82.0
_LINE, _RADIUS, _GAP, _PER_NAME = 15.0, 6.0, 9.0, 22.0
_FARTHEST = 8  # lines that a name may stand above or below its point
_MOST_NAMED = 40

Align: TypeAlias = Literal["left", "center", "right"]


@dataclass(frozen=True)
class _Box:
    """A rectangle that is taken, and where in it a text begins."""

    left: float
    top: float
    right: float
    bottom: float
    align: Align = "center"

    @property
    def anchor(self) -> float:
        """Where the text is fixed, from the left."""
        middle = (self.left + self.right) / 2
        return {"left": self.left, "right": self.right, "center": middle}[self.align]

    def overlap(self, other: _Box) -> float:
        """Return the area that both take."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, across) * max(0.0, down)


def points(
    coordinates: Sequence[Sequence[float]],
    names: Sequence[str],
    *,
    index: str,
    shown: float,
    marked: Collection[str] = (),
    title: str = "A map of the clusterings",
) -> Figure:
    """Draw a point for each clustering; both axes have the same scale.

    Examples
    --------
    >>> points([(0, 0), (1, 0)], ["A1", "A2"], index="CD", shown=1.0).title
    'A map of the clusterings'
    """
    if not names:
        raise InputError("a map needs at least one clustering")
    spots, scale, height = _placed(coordinates)
    rows = [_row(name, spot, name in marked) for name, spot in zip(names, spots, strict=True)]
    ordinary = [row for row in rows if not row["marked"]]
    special = [row for row in rows if row["marked"]]
    x, y = pixels("x"), pixels("y")
    dot: Spec = {"size": _DOT, "opacity": 1, "fill": colour("accent")}
    mark = dot | {"fill": colour("series-2")}
    tip = words("tip")
    leads, texts = _named(rows, names, height)
    layers = [
        _frame(height),
        *_ruler(scale, height),
        *leads,
        layer("circle", ordinary, dot, x=x, y=y, description=tip),
        layer("circle", special, mark, x=x, y=y, description=tip),
        *texts,
    ]
    which = ", ".join(clean(name) for name in names if name in marked)
    description = (
        f"A map of {plural(len(names), 'clustering')} by classical multidimensional scaling: "
        f"distances between points approximate those by {clean(index)}. The plane shows "
        f"{percent(shown)} of the squared distances."
        + (f" The other colour marks the medoid, {which}." if which else "")
        + ("" if len(names) <= _MOST_NAMED else f" Names are left out above {_MOST_NAMED} points.")
    )
    return Figure(layered(layers, _WIDTH, height), title, description)


def _placed(
    coordinates: Sequence[Sequence[float]],
) -> tuple[list[tuple[float, float]], float, float]:
    """Return places in pixels, the pixels of a unit of distance, and the height of the map."""
    xs, ys = ([float(point[axis]) for point in coordinates] for axis in (0, 1))
    spans = max(xs) - min(xs), max(ys) - min(ys)
    rooms = _WIDTH - 2 * _NAME_SPACE, _HIGHEST - _ROOM
    scales = [room / span for room, span in zip(rooms, spans, strict=True) if span > 0]
    scale = min(scales, default=0.0)
    names = min(_HIGHEST, _PER_NAME * len(xs))
    height = max(_LOWEST, names, spans[1] * scale + _ROOM)
    left, top = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    spots = [
        (_WIDTH / 2 + (x - left) * scale, (height - _ROOM_BELOW) / 2 - (y - top) * scale)
        for x, y in zip(xs, ys, strict=True)
    ]
    return spots, scale, height


def _row(name: str, spot: tuple[float, float], marked: bool) -> dict[str, Any]:
    tip = f"{clean(name)}, the medoid" if marked else clean(name)
    return {"x": spot[0], "y": spot[1], "tip": tip, "marked": marked}


def _frame(height: float) -> Spec:
    style: Spec = {"fill": None, "stroke": colour("grid"), "strokeWidth": 1, "aria": False}
    return layer("rect", [{"x": 0, "x2": _WIDTH, "y": 0, "y2": height}], style, **edges())


def _ruler(scale: float, height: float) -> list[Spec]:
    """Return a line that tells how long a distance is."""
    if scale <= 0:
        return []
    lengths = [base * 10.0**power for power in range(-6, 4) for base in (1, 2, 5)]
    length = next((one for one in reversed(lengths) if one * scale <= 160), lengths[0])
    left, y = 14.0, height - 16
    line: Spec = {"stroke": colour("faint"), "strokeWidth": 2, "aria": False}
    text: Spec = {"align": "left", "baseline": "middle", "fontSize": 11, "aria": False}
    text["color"] = colour("muted")
    digits = max(0, -int(f"{length:e}".partition("e")[2]))
    right = left + length * scale
    ruler, said = {"x": left, "x2": right, "y": y}, number(length, digits)
    places = {"x": pixels("x"), "y": pixels("y")}
    return [
        layer("rule", [ruler], line, **places, x2={"field": "x2"}),
        layer("text", [{"x": right + 8, "y": y, "text": said}], text, **places, text=words("text")),
    ]


def _named(
    rows: Sequence[dict[str, Any]], names: Sequence[str], height: float
) -> tuple[list[Spec], list[Spec]]:
    """Return lines that lead to names, and names where they cover least.

    Names for which there is no space beside, above or below their point are led to by a line.
    """
    if len(names) > _MOST_NAMED:
        return [], []
    taken = [_around(row["x"], row["y"]) for row in rows]
    texts: dict[Align, list[dict[str, Any]]] = {"left": [], "center": [], "right": []}
    lines = []
    for row, short in zip(rows, shorten_all(names, _LONGEST_NAME), strict=True):
        width = text_width(short, _SIZE)
        costs = [(_cost(spot, taken, row, height), spot) for spot in _spots(row, width)]
        best = min(costs, key=lambda costed: costed[0])[1]
        taken.append(best)
        middle = (best.top + best.bottom) / 2
        texts[best.align].append({"x": best.anchor, "y": middle, "name": short})
        x = best.anchor
        y = min(max(row["y"], best.top + 2), best.bottom - 2)
        if math.hypot(x - row["x"], y - row["y"]) > 1.2 * _GAP:
            lines.append({"x": row["x"], "y": row["y"], "x2": x, "y2": y})
    style: Spec = {"baseline": "middle", "fontSize": _SIZE, "aria": False}
    lead: Spec = {"stroke": colour("faint"), "strokeWidth": 1, "aria": False}
    places = {"x": pixels("x"), "y": pixels("y")}
    return [layer("rule", lines, lead, **edges())], [
        layer("text", aligned, style | {"align": align}, **places, text=words("name"))
        for align, aligned in texts.items()
    ]


def _around(x: float, y: float) -> _Box:
    return _Box(x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS)


def _spots(row: dict[str, Any], width: float) -> list[_Box]:
    """Return where the name of a point may stand, the best place first."""
    x, y, half = row["x"], row["y"], _LINE / 2
    sides = [
        box
        for away in range(_FARTHEST)
        for centre in (y - away * _LINE, y + away * _LINE)
        for box in (
            _Box(x + _GAP, centre - half, x + _GAP + width, centre + half, "left"),
            _Box(x - _GAP - width, centre - half, x - _GAP, centre + half, "right"),
        )
    ]
    far, left, right = _GAP + half, x - width / 2, x + width / 2
    return sides + [_Box(left, c - half, right, c + half) for c in (y - far, y + far)]


def _cost(spot: _Box, taken: Sequence[_Box], row: dict[str, Any], height: float) -> float:
    """Return how bad a place is: what it covers, what lies outside, and how far away it is."""
    own = _around(row["x"], row["y"])
    covered = sum(spot.overlap(box) for box in taken if box != own)
    middle = (spot.top + spot.bottom) / 2
    inside = _Box(2, 2, _WIDTH - 2, height - 26)
    area = (spot.right - spot.left) * (spot.bottom - spot.top)
    outside = area - spot.overlap(inside)
    return 10 * covered + 10 * outside + abs(middle - float(row["y"]))
