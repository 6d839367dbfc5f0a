"""Clusters over snapshots: a column for each snapshot, and ribbons of items between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from partwise.base import InputError
from partwise.charts.figure import (
    CONTENT_WIDTH,
    Figure,
    Spec,
    at,
    edges,
    layer,
    layered,
    paint,
    pixels,
    words,
)
from partwise.charts.theme import SERIES, colour
from partwise.charts.wording import clean, compact, plural, shorten, shorten_all, text_width

_HEIGHT, _NODE, _GAP = 380.0, 14.0, 9.0
_WIDEST_STEP, _EDGE = 170.0, 40.0
_CURVE = 14  # straight pieces of a ribbon
_LEAST = 0.2  # pixels of a ribbon that can be seen
_LEAST_LABELLED = 8.0  # pixels of a cluster that has room for its name


@dataclass(frozen=True)
class Stage:
    """A cluster of one snapshot."""

    name: str  # the same for the same cluster over time
    size: int
    about: str  # what it is, where it came from and what became of it
    born: bool = False
    ended: bool = False
    other: bool = False  # whether it stands for all clusters that are not drawn


@dataclass(frozen=True)
class Stream:
    """Items that go from a cluster to one of the next snapshot."""

    source: str
    target: str
    items: int


@dataclass(frozen=True)
class _Box:
    """Where a cluster is drawn: its top, its height, and its left edge."""

    x: float
    y: float
    height: float


def alluvial(
    snapshots: Sequence[str],
    stages: Sequence[Sequence[Stage]],
    streams: Sequence[Sequence[Stream]],
    *,
    order: Sequence[str],
    title: str = "Clusters over time",
) -> Figure:
    """Draw the clusters of each snapshot as bars, and the items that two of them share as ribbons.

    ``order`` names all clusters from top to bottom; the same name has the same colour throughout.

    Examples
    --------
    >>> stages = [[Stage("1", 4, "4 items")], [Stage("1", 3, "3 items"), Stage("2", 1, "1 item")]]
    >>> streams = [[Stream("1", "1", 3), Stream("1", "2", 1)]]
    >>> alluvial(["mon", "tue"], stages, streams, order=["1", "2"]).title
    'Clusters over time'
    """
    if len(snapshots) < 2 or not any(stages):
        raise InputError("a chart of clusters over time needs at least two snapshots with clusters")
    step = min(_WIDEST_STEP, (CONTENT_WIDTH - 2 * _EDGE - _NODE) / (len(snapshots) - 1))
    places = {name: place for place, name in enumerate(order)}
    scale, gap = _scale(stages)
    boxes = [
        _column(column, places, place * step, scale, gap) for place, column in enumerate(stages)
    ]
    tints = _tints(stages)
    has_grey = colour("faint") in tints.values()
    width = step * (len(snapshots) - 1) + _NODE
    layers = [
        *_ribbons(streams, boxes, places, tints, scale),
        *_bars(stages, boxes, tints),
        *_names(stages, boxes, step),
        *_captions(snapshots, stages, step),
    ]
    description = (
        "Each column is a snapshot and each bar a cluster, whose height is its number of items. "
        + ("The largest persistent ids" if has_grey else "All persistent ids")
        + " have colours of their own"
        + ("; the others are grey" if has_grey else "")
        + ". Ribbons lead from the old cluster of the items to their new one. The rest of a bar "
        "shows items that enter or leave. + marks a cluster that is born, × one that ends."
    )
    return Figure(layered(layers, width, _HEIGHT), title, description)


def _scale(stages: Sequence[Sequence[Stage]]) -> tuple[float, float]:
    """Return pixels for each item and between clusters, such that the fullest column fits."""
    most = max(len(column) for column in stages)
    gap = min(_GAP, 0.4 * _HEIGHT / max(most, 1))
    items = max(sum(stage.size for stage in column) for column in stages)
    return (_HEIGHT - gap * (most - 1)) / max(items, 1), gap


def _column(
    column: Sequence[Stage], places: Mapping[str, int], x: float, scale: float, gap: float
) -> dict[str, _Box]:
    """Return where the clusters of a snapshot are, one below the other around the middle."""
    ordered = sorted(column, key=lambda stage: places[stage.name])
    total = scale * sum(stage.size for stage in ordered) + gap * (len(ordered) - 1)
    boxes, y = {}, (_HEIGHT - total) / 2
    for stage in ordered:
        boxes[stage.name] = _Box(x, y, scale * stage.size)
        y += scale * stage.size + gap
    return boxes


def _tints(stages: Sequence[Sequence[Stage]]) -> dict[str, str]:
    """Return a colour for each of the largest clusters, and grey for the others."""
    totals: Counter[str] = Counter()
    for column in stages:
        for stage in column:
            totals[stage.name] += 0 if stage.other else stage.size
    largest = [name for name, _ in totals.most_common(len(SERIES))]
    ordered = [name for name in totals if name in largest and totals[name]]
    return dict.fromkeys(totals, colour("faint")) | dict(zip(ordered, SERIES, strict=False))


def _ribbons(
    streams: Sequence[Sequence[Stream]],
    boxes: Sequence[Mapping[str, _Box]],
    places: Mapping[str, int],
    tints: Mapping[str, str],
    scale: float,
) -> list[Spec]:
    marks: list[dict[str, Any]] = []
    for stage, step in enumerate(streams):
        left, right = dict.fromkeys(boxes[stage], 0.0), dict.fromkeys(boxes[stage + 1], 0.0)
        ordered = sorted(step, key=lambda s: (places[s.source], places[s.target]))
        for stream in ordered:
            source, target = boxes[stage][stream.source], boxes[stage + 1][stream.target]
            height = scale * stream.items
            start, end = source.y + left[stream.source], target.y + right[stream.target]
            left[stream.source] += height
            right[stream.target] += height
            if height >= _LEAST:
                about = {
                    "ribbon": f"{stage} {places[stream.source]} {places[stream.target]}",
                    "colour": tints[stream.source],
                    "tip": f"{plural(stream.items, 'item')} from {clean(stream.source)} to "
                    f"{clean(stream.target)}",
                }
                curve = _curve(source.x + _NODE, target.x, start, end)
                marks += [{"x": x, "y": y, "y2": y + height, **about} for x, y in curve]
    style: Spec = {"opacity": 0.42, "line": False}
    return [
        layer(
            "area",
            marks,
            style,
            x=pixels("x"),
            y=pixels("y"),
            y2={"field": "y2"},
            fill=paint("colour"),
            detail=words("ribbon"),
            description=words("tip"),
        )
    ]


def _curve(x: float, x2: float, y: float, y2: float) -> list[tuple[float, float]]:
    """Return points of a line that leaves and arrives level."""
    shares = [i / _CURVE for i in range(_CURVE + 1)]
    return [(x + (x2 - x) * t, y + (y2 - y) * t * t * (3 - 2 * t)) for t in shares]


def _bars(
    stages: Sequence[Sequence[Stage]],
    boxes: Sequence[Mapping[str, _Box]],
    tints: Mapping[str, str],
) -> list[Spec]:
    marks = []
    for column, places in zip(stages, boxes, strict=True):
        for stage in column:
            box = places[stage.name]
            ends = {"x": box.x, "x2": box.x + _NODE, "y": box.y, "y2": box.y + max(box.height, 1)}
            marks.append(ends | {"colour": tints[stage.name], "tip": clean(stage.about)})
    style: Spec = {"opacity": 1}
    return [layer("rect", marks, style, **edges(), fill=paint("colour"), description=words("tip"))]


def _names(
    stages: Sequence[Sequence[Stage]], boxes: Sequence[Mapping[str, _Box]], step: float
) -> list[Spec]:
    """Return the names of clusters beside their bars, and the marks of births and ends."""
    names: list[dict[str, Any]] = []
    signs: list[dict[str, Any]] = []
    seen: set[str] = set()
    for column, places in zip(stages, boxes, strict=True):
        for stage in column:
            box = places[stage.name]
            y = box.y + max(box.height, 1) / 2
            has_room = box.height >= _LEAST_LABELLED
            fits = text_width(shorten(stage.name, 8), 11) + 10 < step - _NODE
            if has_room and (fits or stage.name not in seen):
                names.append({"x": box.x + _NODE + 4, "y": y, "text": stage.name})
                seen.add(stage.name)
            if stage.born:
                signs.append({"x": box.x - 6, "y": y, "text": "+"})
            if stage.ended:
                x = box.x + _NODE + (7 if not has_room else 20)
                signs.append({"x": x, "y": y, "text": "×"})
    for mark, short in zip(names, shorten_all([mark["text"] for mark in names], 8), strict=True):
        mark["text"] = short
    text: Spec = {"align": "left", "baseline": "middle", "fontSize": 11, "aria": False}
    sign: Spec = text | {"align": "center", "fontSize": 13, "color": colour("muted")}
    return [
        layer("text", marks, style, x=pixels("x"), y=pixels("y"), text=words("text"))
        for marks, style in ((names, text), (signs, sign))
    ]


def _captions(
    snapshots: Sequence[str], stages: Sequence[Sequence[Stage]], step: float
) -> list[Spec]:
    """Return the names of snapshots below their columns, as many as there is room for."""
    short = shorten_all(snapshots, 18)
    widest = max(text_width(name, 12) for name in short)
    every = max(1, -(-int(widest + 12) // max(int(step), 1)))
    marks = [
        {
            "x": place * step + _NODE / 2,
            "name": name,
            "items": compact(sum(stage.size for stage in column)),
        }
        for place, (name, column) in enumerate(zip(short, stages, strict=True))
        if place % every == 0
    ]
    text: Spec = {"align": "center", "baseline": "top", "fontSize": 12, "aria": False}
    muted = text | {"color": colour("muted"), "fontSize": 11}
    edge = [{"text": "items"}]
    right = muted | {"align": "right"}
    low = at(_HEIGHT + 28)
    return [
        layer("text", marks, text, x=pixels("x"), y=at(_HEIGHT + 12), text=words("name")),
        layer("text", marks, muted, x=pixels("x"), y=low, text=words("items")),
        layer("text", edge, right, x=at(-14), y=low, text=words("text")),
    ]
