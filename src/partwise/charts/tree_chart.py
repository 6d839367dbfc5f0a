"""A cluster tree: levels from top to bottom, and where the items of each cluster go."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from partwise.base import InputError
from partwise.charts.figure import (
    CONTENT_WIDTH,
    Figure,
    Spec,
    at,
    layer,
    layered,
    measure,
    paint,
    pixels,
    words,
)
from partwise.charts.grid import key_of_colours
from partwise.charts.theme import RAMP, SERIES, colour, on_ramp, ramp_step
from partwise.charts.tree_keys import (
    NOTE_SIZE,
    key_of_lines,
    key_of_sizes,
    line_colour,
    opacity_of,
)
from partwise.charts.tree_layout import place_nodes
from partwise.charts.wording import (
    clean,
    number,
    percent,
    plural,
    shorten,
    shorten_all,
    text_width,
)

_LONGEST_LEVEL, _LEVEL_SIZE = 24, 12
_WIDEST_GAP, _SMALLEST, _LARGEST, _HEAD = 76.0, 8.5, 24.0, 7.0


@dataclass(frozen=True)
class TreeCluster:
    """A cluster of a level of the tree."""

    level: int
    label: str
    size: int
    shade: float | None = None  # a number to colour it by, instead of its level
    detail: str = ""  # further words about it


@dataclass(frozen=True)
class TreeFlow:
    """Items that a cluster and one of the next level share."""

    parent: int  # numbers of the two
    child: int
    count: int
    is_main: bool = True  # whether the parent is that of most of the child's items


def cluster_tree(
    levels: Mapping[str, int],
    clusters: Sequence[TreeCluster],
    streams: Sequence[TreeFlow],
    *,
    shade: str = "",
    title: str = "How clusters split from level to level",
) -> Figure:
    """Draw a tree of clusters as clustree does; levels come with their numbers of clusters.

    Examples
    --------
    >>> levels = {"coarse": 1, "fine": 2}
    >>> clusters = [TreeCluster(0, "a", 5), TreeCluster(1, "b", 3), TreeCluster(1, "c", 2)]
    >>> cluster_tree(levels, clusters, [TreeFlow(0, 1, 3), TreeFlow(0, 2, 2)]).title
    'How clusters split from level to level'
    """
    if not clusters:
        raise InputError("a chart of a cluster tree needs at least one cluster")
    names = list(levels)
    frame = _Frame.fitting(names, clusters, streams)
    height = frame.y(len(levels) - 1) + frame.largest
    below = height + 54
    most = max((stream.count for stream in streams), default=0)
    lines = [_line(names, clusters, stream, most, frame) for stream in streams]
    lines.sort(key=lambda line: float(line["opacity"]))  # the strongest on top
    top = max((cluster.shade or 0.0 for cluster in clusters), default=0.0)
    dots = [_dot(names, i, cluster, frame, top) for i, cluster in enumerate(clusters)]
    layers = [
        *_lines(lines),
        _dots(dots),
        *_labels(clusters, dots, frame),
        *_level_names(levels, frame),
        *(key_of_lines(most, below) if most else ()),
        *key_of_sizes(frame.most, frame.radius, below),
        *(key_of_colours(shade, top, below + 36, lambda x: number(x, 2)) if shade else ()),
    ]
    coloured = f"by {shade} (darker is higher)" if shade else "by level"
    description = (
        f"{plural(len(levels), 'level')} from top to bottom. A dot is a cluster; its area is the "
        f"number of its items, and it is coloured {coloured}. A line shows the items that a "
        "cluster shares with one of the next level. It is darker for more items, and fainter for a "
        "smaller share of the cluster below. A cluster with several strong lines from above has "
        "several parents."
    )
    return Figure(layered(layers, frame.width, height), title, description)


@dataclass(frozen=True)
class _Frame:
    """Places and radii in pixels."""

    places: Mapping[int, float]
    gap: float
    step: float
    left: float
    width: float
    largest: float  # radius of the largest cluster
    most: int  # its items

    @classmethod
    def fitting(
        cls, levels: Sequence[str], clusters: Sequence[TreeCluster], streams: Sequence[TreeFlow]
    ) -> _Frame:
        by_level: list[list[int]] = [[] for _ in levels]
        for i, cluster in enumerate(clusters):
            by_level[cluster.level].append(i)
        links = [(s.parent, s.child, s.count) for s in streams]
        main = [(s.parent, s.child, s.count) for s in streams if s.is_main]
        places = place_nodes(by_level, links, main)
        span = max(places.values())
        names = shorten_all(levels, _LONGEST_LEVEL)
        room = CONTENT_WIDTH - max(70.0, *(text_width(name, _LEVEL_SIZE) for name in names)) - 40
        longest = max(text_width(clean(cluster.label), _LEVEL_SIZE) for cluster in clusters)
        wanted = _WIDEST_GAP if longest < 2 * _SMALLEST else min(longest, 110) + 2 * _LARGEST
        gap = min(max(_WIDEST_GAP, wanted), room / (span + 1))
        width = max(gap * (span + 1), 430.0)
        largest = max(min(_LARGEST, 0.46 * gap), 3.0)
        step = max(2.6 * largest + 26, min(92.0, 460.0 / len(levels)))
        left = (width - gap * span) / 2
        most = max(cluster.size for cluster in clusters)
        return cls(places, gap, step, left, width, largest, most)

    def x(self, node: int) -> float:
        return self.left + self.gap * self.places[node]

    def y(self, level: int) -> float:
        return self.largest + self.step * level

    @property
    def font(self) -> float:
        """Size of the labels of clusters."""
        return 11.0 if self.gap >= 36 else 9.5

    def radius(self, size: float) -> float:
        """Return the radius of a dot: areas grow with the number of items."""
        least = min(_SMALLEST, 0.7 * self.largest) ** 2
        return math.sqrt(least + (self.largest**2 - least) * size / max(self.most, 1))


def _line(
    levels: Sequence[str],
    clusters: Sequence[TreeCluster],
    stream: TreeFlow,
    most: int,
    frame: _Frame,
) -> dict[str, Any]:
    parent, child = clusters[stream.parent], clusters[stream.child]
    x, y = frame.x(stream.parent), frame.y(parent.level)
    across, down = frame.x(stream.child) - x, frame.y(child.level) - y
    length = math.hypot(across, down)
    side, ahead = across / length, down / length
    start, end = frame.radius(parent.size), length - frame.radius(child.size) - 1.5
    share = stream.count / child.size
    tip = (
        f"{plural(stream.count, 'item')} from {_said(levels, parent)} to {_said(levels, child)}: "
        f"{percent(share)} of the latter, {percent(stream.count / parent.size)} of the former"
    )
    return {
        "x": x + side * start,
        "y": y + ahead * start,
        "x2": x + side * (end - _HEAD / 2),
        "y2": y + ahead * (end - _HEAD / 2),
        "angle": math.degrees(math.atan2(side, -ahead)),
        "colour": line_colour(stream.count, most),
        "opacity": opacity_of(share),
        "tip": tip,
    }


def _said(levels: Sequence[str], cluster: TreeCluster) -> str:
    return f"cluster {clean(cluster.label)} at {clean(levels[cluster.level])}"


def _lines(lines: Sequence[Mapping[str, Any]]) -> list[Spec]:
    opacity = measure("opacity", scale=None)
    ends = {"x2": {"field": "x2"}, "y2": {"field": "y2"}}
    head = {"shape": "triangle", "filled": True, "size": _HEAD**2, "aria": False}
    return [
        layer(
            "rule",
            lines,
            {"strokeWidth": 2.25},
            x=pixels("x"),
            y=pixels("y"),
            **ends,
            stroke=paint("colour"),
            opacity=opacity,
            description=words("tip"),
        ),
        layer(
            "point",
            lines,
            head,
            x=pixels("x2"),
            y=pixels("y2"),
            angle=measure("angle", scale=None),
            fill=paint("colour"),
            opacity=opacity,
        ),
    ]


def _dot(
    levels: Sequence[str], node: int, cluster: TreeCluster, frame: _Frame, top: float
) -> dict[str, Any]:
    """Return a dot; the darkest colour stands for the top of what they are coloured by."""
    radius = frame.radius(cluster.size)
    step = None if cluster.shade is None else ramp_step(cluster.shade / (top or 1))
    tip = f"{_said(levels, cluster)}: {plural(cluster.size, 'item')}"
    return {
        "x": frame.x(node),
        "y": frame.y(cluster.level),
        "radius": radius,
        "square": (2 * radius) ** 2,
        "colour": SERIES[cluster.level % len(SERIES)] if step is None else RAMP[step],
        "ink": colour("surface") if step is None else on_ramp(step),
        "edge": colour("surface" if step is None else "faint"),
        "tip": tip + (f"; {cluster.detail}" if cluster.detail else ""),
    }


def _dots(dots: Sequence[Mapping[str, Any]]) -> Spec:
    return layer(
        "circle",
        dots,
        {"opacity": 1, "strokeWidth": 1},
        x=pixels("x"),
        y=pixels("y"),
        size=measure("square", scale=None),
        fill=paint("colour"),
        stroke=paint("edge"),
        description=words("tip"),
    )


def _labels(
    clusters: Sequence[TreeCluster], dots: Sequence[Mapping[str, Any]], frame: _Frame
) -> list[Spec]:
    """Return labels inside of the dots where they fit, else beside them as far as there is room."""
    inside, beside = [], []
    end = {"y": math.inf, "x": math.inf, "radius": 0.0}
    ordered = sorted(
        zip(dots, clusters, strict=True), key=lambda pair: (pair[0]["y"], pair[0]["x"])
    )
    followers = [*(dot for dot, _ in ordered[1:]), end]
    for (dot, cluster), following in zip(ordered, followers, strict=True):
        label, right = clean(cluster.label), dot["x"] + dot["radius"]
        if text_width(label, frame.font) <= 2 * dot["radius"] - 2:
            inside.append({**dot, "text": label})
            continue
        is_last = following["y"] > dot["y"]
        room = frame.width + 20 if is_last else following["x"] - following["radius"]
        letters = int((room - right - 6) / text_width("o", frame.font))
        if letters > 2:
            beside.append({"x": right + 3, "y": dot["y"], "text": shorten(label, letters)})
    style = {"fontSize": frame.font, "baseline": "middle", "aria": False}
    x, y, text = pixels("x"), pixels("y"), words("text")
    right = style | {"align": "left", "color": colour("ink")}
    return [
        layer("text", inside, style, x=x, y=y, text=text, color=paint("ink")),
        layer("text", beside, right, x=x, y=y, text=text),
    ]


def _level_names(levels: Mapping[str, int], frame: _Frame) -> list[Spec]:
    names = zip(shorten_all(list(levels), _LONGEST_LEVEL), levels.values(), strict=True)
    rows = [
        {"y": frame.y(i) - 7, "low": frame.y(i) + 8, "text": name, "k": plural(k, "cluster")}
        for i, (name, k) in enumerate(names)
    ]
    style: Spec = {"align": "right", "baseline": "middle", "aria": False}
    small = style | {"fontSize": NOTE_SIZE, "color": colour("muted")}
    style |= {"fontSize": _LEVEL_SIZE}
    return [
        layer("text", rows, style, x=at(-14), y=pixels("y"), text=words("text")),
        layer("text", rows, small, x=at(-14), y=pixels("low"), text=words("k")),
    ]
