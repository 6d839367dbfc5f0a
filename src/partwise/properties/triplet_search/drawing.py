"""Triplets drawn: shapes are the clusters of the reference, regions those of a candidate."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from math import ceil, sqrt
from typing import Any

from partwise.base import many
from partwise.charts import (
    SERIES,
    Figure,
    Spec,
    clean,
    colour,
    layer,
    layered,
    paint,
    pixels,
    text_width,
    words,
)
from partwise.properties.triplet_search.example import ItemLabels, Preference, Triplet

SHAPES = (
    "circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right",
    "triangle-left",
)  # fmt: skip
"""The shapes of the reference's clusters, the largest first."""

_STEP = 30.0  # pixels from item to item
_INSET = 22.0  # from the centre of an item to the edge of its region
_GAP = 14.0  # between regions
_SIDE = 372.0  # width of a candidate with its caption
_BETWEEN = 40.0
_NUMBER = 52.0  # width of the number of a row
_LINE, _SMALL = 16.0, 12.0
_AREA = {"circle": 230, "square": 215, "diamond": 235, "cross": 225}  # others: triangles
_WORDS = {"triangle-up": "triangle", "triangle-down": "turned triangle"}


@dataclass
class _Canvas:
    """Everything that is drawn, in pixels."""

    regions: list[dict[str, Any]] = field(default_factory=list)
    items: list[dict[str, Any]] = field(default_factory=list)
    texts: list[dict[str, Any]] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)


def draw(triplets: Sequence[Triplet], title: str) -> Figure:
    """Draw triplets below each other, the two candidates of each side by side.

    Parameters
    ----------
    triplets : sequence of Triplet
        What to draw.
    title : str
        What the figure shows.

    Returns
    -------
    Figure
        Each cluster of a candidate is a region. Captions say which indices favour the candidate.

    Examples
    --------
    >>> import partwise as pw
    >>> one = Triplet.of([0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 0, 0], map(pw.index, ["R", "J"]))
    >>> figure = draw([one], "Rand against Jaccard")
    >>> figure.description.partition(". ")[0]
    'Shapes and colours are the clusters of the reference, regions those of the candidates'
    """
    canvas, y = _Canvas(), 0.0
    numbered = len(triplets) > 1
    width = (_NUMBER if numbered else 0.0) + 2 * _SIDE + _BETWEEN
    for place, triplet in enumerate(triplets, start=1):
        if place > 1:
            canvas.lines.append({"x": 0.0, "x2": width, "y": y - 2 * _GAP, "y2": y - 2 * _GAP})
        y = _row(canvas, triplet, str(place) if numbered else "", y) + 4 * _GAP
    description = (
        "Shapes and colours are the clusters of the reference, regions those of the candidates. "
        "Below each candidate are the indices that favour it over the other one."
    )
    return Figure(layered(_layers(canvas), width, max(y - 4 * _GAP, 1)), title, description)


def _row(canvas: _Canvas, triplet: Triplet, number: str, top: float) -> float:
    """Draw one triplet; return where it ends."""
    start = _NUMBER if number else 0.0
    looks = _looks(triplet.reference)
    sides = [_packed(labels, triplet.reference, looks) for labels in (triplet.left, triplet.right)]
    height = max(side.height for side in sides)
    if number:
        middle = top + height / 2
        canvas.texts.append(_text(number, 0, middle, "ink", 16, bold=True))
        canvas.texts.append(_text(f"n = {triplet.n}", 0, middle + _LINE, "muted", 11))
    ends = []
    favour: tuple[Preference, ...] = ("left", "right")
    for place, (side, name) in enumerate(zip(sides, favour, strict=True)):
        x = start + place * (_SIDE + _BETWEEN)
        _place(canvas, side, name, x, top + (height - side.height) / 2)
        ends.append(_caption(canvas, triplet, name, x, top + height + 1.75 * _LINE))
    return max(ends)


def _caption(canvas: _Canvas, triplet: Triplet, side: Preference, x: float, y: float) -> float:
    names = [clean(index.short) for index in triplet.favouring(side)]
    canvas.texts.append(_text("favoured by" if names else "favoured by none", x, y, "muted", 11))
    lines = _wrapped(names)
    for i, line in enumerate(lines):
        canvas.texts.append(_text(line, x, y + (i + 1) * _LINE, "ink", _SMALL + 0.5, bold=True))
    return y + len(lines) * _LINE


def _wrapped(names: Sequence[str]) -> list[str]:
    lines: list[str] = []
    for i, name in enumerate(names):
        word = name + ("," if i < len(names) - 1 else "")
        if lines and text_width(f"{lines[-1]} {word}", _SMALL + 0.5) <= _SIDE:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _text(
    text: str, x: float, y: float, ink: str, size: float, *, bold: bool = False
) -> dict[str, Any]:
    weight = 600 if bold else 400
    return {"text": text, "x": x, "y": y, "ink": colour(ink), "size": size, "weight": weight}


@dataclass(frozen=True)
class _Look:
    """How the items of a cluster of the reference are drawn."""

    shape: str
    ink: str

    @property
    def word(self) -> str:
        return _WORDS.get(self.shape, self.shape.replace("-", " pointing "))


def _looks(reference: ItemLabels) -> dict[Hashable, _Look]:
    """Give each cluster a look of its own, the largest first: after all shapes, other colours."""
    sizes = {label: reference.count(label) for label in dict.fromkeys(reference)}
    ordered = sorted(sizes, key=lambda label: -sizes[label])
    return {
        label: _Look(SHAPES[i % len(SHAPES)], SERIES[(i + i // len(SHAPES)) % len(SERIES)])
        for i, label in enumerate(ordered)
    }


@dataclass(frozen=True)
class _Region:
    """A cluster of a candidate: its items in a few lines, from its upper left corner."""

    looks: tuple[_Look, ...]

    @property
    def across(self) -> int:
        return ceil(sqrt(len(self.looks))) if len(self.looks) != 3 else 3

    @property
    def width(self) -> float:
        return (self.across - 1) * _STEP + 2 * _INSET

    @property
    def height(self) -> float:
        return (ceil(len(self.looks) / self.across) - 1) * _STEP + 2 * _INSET

    def places(self) -> list[tuple[float, float]]:
        """Return where the items are; a last line that is not full is centred."""
        points = []
        for i in range(len(self.looks)):
            line, place = divmod(i, self.across)
            here = min(self.across, len(self.looks) - line * self.across)
            indent = (self.across - here) * _STEP / 2
            points.append((_INSET + indent + place * _STEP, _INSET + line * _STEP))
        return points

    def said(self) -> str:
        kinds = {look: self.looks.count(look) for look in self.looks}
        inside = ", ".join(many(count, look.word) for look, count in kinds.items())
        return f"cluster of {many(len(self.looks), 'item')}: {inside}"


@dataclass(frozen=True)
class _Packed:
    """The regions of a candidate on lines, with the upper left corner of each."""

    placed: tuple[tuple[_Region, float, float], ...]
    height: float


def _packed(candidate: ItemLabels, reference: ItemLabels, looks: dict[Hashable, _Look]) -> _Packed:
    order = {label: i for i, label in enumerate(looks)}
    clusters: dict[Hashable, list[Hashable]] = {}
    for label, true in zip(candidate, reference, strict=True):
        clusters.setdefault(label, []).append(true)
    inside = [sorted(cluster, key=order.__getitem__) for cluster in clusters.values()]
    inside.sort(key=lambda cluster: (-len(cluster), [order[true] for true in cluster]))
    regions = [_Region(tuple(looks[true] for true in cluster)) for cluster in inside]
    placed: list[tuple[_Region, float, float]] = []
    y = 0.0
    shelves = _shelves(regions)
    for shelf in shelves:
        tallest, x = max(region.height for region in shelf), 0.0
        for region in shelf:
            placed.append((region, x, y + (tallest - region.height) / 2))
            x += region.width + _GAP
        y += tallest + _GAP
    return _Packed(tuple(placed), y - _GAP)


def _shelves(regions: Sequence[_Region]) -> list[list[_Region]]:
    """Put regions on as few lines as the width allows, and these about equally long."""
    fewest = _filled(regions, _SIDE)
    widths = range(0, int(_SIDE), 10)
    tries = (_filled(regions, width) for width in widths)
    return next((shelves for shelves in tries if len(shelves) == len(fewest)), fewest)


def _filled(regions: Sequence[_Region], width: float) -> list[list[_Region]]:
    shelves: list[list[_Region]] = []
    left = 0.0
    for region in regions:
        if not shelves or region.width > left:
            shelves.append([])
            left = width
        shelves[-1].append(region)
        left -= region.width + _GAP
    return shelves


def _place(canvas: _Canvas, packed: _Packed, side: str, x: float, y: float) -> None:
    for region, dx, dy in packed.placed:
        canvas.regions.append(
            {
                "x": x + dx,
                "x2": x + dx + region.width,
                "y": y + dy,
                "y2": y + dy + region.height,
                "tip": f"{side} candidate, {region.said()}",
            }
        )
        for look, (px, py) in zip(region.looks, region.places(), strict=True):
            area = _AREA.get(look.shape, 235)
            row = {"x": x + dx + px, "y": y + dy + py, "area": area}
            canvas.items.append(row | {"shape": look.shape, "ink": look.ink})


def _layers(canvas: _Canvas) -> list[Spec]:
    region = {
        "cornerRadius": _INSET,
        "fill": colour("ramp-0"),
        "stroke": colour("faint"),
        "strokeWidth": 1.5,
    }
    ends = {"x": pixels("x"), "x2": {"field": "x2"}, "y": pixels("y"), "y2": {"field": "y2"}}
    item: Spec = {"filled": True, "opacity": 1, "aria": False}
    text: Spec = {"align": "left", "baseline": "alphabetic", "aria": False}
    sized = {"field": "size", "type": "quantitative", "scale": None}
    area = {"field": "area", "type": "quantitative", "scale": None}
    shape = {"field": "shape", "type": "nominal", "scale": None}
    place = {"x": pixels("x"), "y": pixels("y")}
    layers = [
        layer("rule", canvas.lines, {"stroke": colour("grid"), "aria": False}, **ends),
        layer("rect", canvas.regions, region, **ends, description=words("tip")),
        layer("point", canvas.items, item, **place, shape=shape, size=area, color=paint("ink")),
    ]
    for weight in (400, 600):
        rows = [row for row in canvas.texts if row["weight"] == weight]
        style = text | {"fontWeight": weight}
        layers.append(
            layer("text", rows, style, **place, text=words("text"), size=sized, color=paint("ink"))
        )
    return [part for part in layers if part["data"]["values"]]
