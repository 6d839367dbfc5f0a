"""Dendrograms of items: one alone, or two that face each other with a line for each item."""

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
    layer,
    layered,
    paint,
    pixels,
    words,
)
from partwise.charts.theme import SERIES, colour
from partwise.charts.wording import (
    clean,
    count,
    number,
    plural,
    shorten,
    shorten_all,
    text_width,
)

_LONGEST_NAME, _SIZE, _TREE_WIDTH, _BETWEEN = 24, 11, 240.0, 150.0
_TOP, _BOTTOM = 26.0, 44.0
_TALLEST_STEP, _LEAST_STEP, _MOST_HEIGHT = 22.0, 11.0, 1000.0


@dataclass(frozen=True)
class Branching:
    """A tree to draw: a height for each inner node, after its children, the root last.

    Leaves are 0 … n − 1 and stand in ``order`` from top to bottom; row i is node n + i.
    """

    name: str
    order: Sequence[int]
    rows: Sequence[Sequence[int]]
    heights: Sequence[float]


@dataclass(frozen=True)
class _Side:
    """Where a tree is drawn: leaves at one edge, the root at the other, in pixels."""

    leaves: float
    root: float

    def place(self, height: float, highest: float) -> float:
        return self.leaves + (self.root - self.leaves) * height / highest


@dataclass(frozen=True)
class _Rows:
    """The rows in which the leaves stand, in pixels from the top."""

    n: int
    top: float

    @property
    def step(self) -> float:
        return max(_LEAST_STEP, min(_TALLEST_STEP, _MOST_HEIGHT / self.n))

    @property
    def bottom(self) -> float:
        return self.top + self.step * self.n

    def y(self, place: int) -> float:
        return self.top + self.step * (place + 0.5)


def dendrogram_of_items(
    tree: Branching, names: Sequence[str], *, title: str = "Dendrogram"
) -> Figure:
    """Draw one tree, its root on the left and the items on the right.

    Examples
    --------
    >>> tree = Branching("", [0, 1], [[0, 1]], [1.0])
    >>> dendrogram_of_items(tree, ["a", "b"]).title
    'Dendrogram'
    """
    rows, short = _Rows(len(names), 0), shorten_all(names, _LONGEST_NAME)
    width = 2 * _TREE_WIDTH
    side = _Side(width, 0)
    texts = _texts(tree.order, short, rows, width + 8)
    layers = [
        *_tree_layers(tree, side, rows, "accent"),
        _text_layer(texts, "left"),
        *_axis(side, _highest(tree), rows.bottom),
    ]
    description = (
        f"{plural(len(names), 'item')} on the right. A vertical line joins groups of items; its "
        "place on the axis is their height."
    )
    total = width + 8 + max(text_width(name, _SIZE) for name in short)
    return Figure(layered(layers, total, rows.bottom + _BOTTOM), title, description)


def tanglegram(
    left: Branching,
    right: Branching,
    names: Sequence[str],
    *,
    groups: Sequence[int] | None = None,
    crossings: int | None = None,
    title: str = "Two hierarchies face to face",
) -> Figure:
    """Draw two trees that face each other, with a line between the two places of each item.

    ``groups`` are the numbers of clusters by which lines are coloured, and ``crossings`` says how
    many of the lines cross.

    Examples
    --------
    >>> tree = Branching("average", [0, 1], [[0, 1]], [1.0])
    >>> tanglegram(tree, tree, ["a", "b"]).title
    'Two hierarchies face to face'
    """
    if len(names) < 2:
        raise InputError("a tanglegram needs at least two items")
    rows, short = _Rows(len(names), _TOP), shorten_all(names, _LONGEST_NAME)
    space = 0.85 * max(text_width(name, _SIZE) for name in short) + 16
    tree_width = min(_TREE_WIDTH, (CONTENT_WIDTH - _BETWEEN - 2 * space) / 2)
    start, stop = tree_width + space, tree_width + space + _BETWEEN
    sides = _Side(tree_width, 0), _Side(stop + space, stop + space + tree_width)
    lines = _lines(left, right, names, groups, rows, (start, stop))
    style: Spec = {"strokeWidth": 1.5, "opacity": 0.75}
    ends = {"x2": {"field": "x2"}, "y2": {"field": "y2"}}
    layers = [
        layer("rule", lines, style, x=pixels("x"), y=pixels("y"), **ends, color=paint("colour"),
              description=words("tip")),
        *_tree_layers(left, sides[0], rows, "ink"),
        *_tree_layers(right, sides[1], rows, "ink"),
        _text_layer(_texts(left.order, short, rows, tree_width + 6), "left"),
        _text_layer(_texts(right.order, short, rows, stop + space - 6), "right"),
        _heads([(left.name, 0.0, "left"), (right.name, stop + space + tree_width, "right")]),
        *_axis(sides[0], _highest(left), rows.bottom),
        *_axis(sides[1], _highest(right), rows.bottom),
    ]  # fmt: skip
    crossed = "" if crossings is None else f" Remaining crossings: {count(crossings)}."
    coloured = " Lines of the same colour belong to one cluster of the left tree." if groups else ""
    description = (
        f"Two dendrograms of the same {plural(len(names), 'item')}: {clean(left.name)} on the "
        f"left, {clean(right.name)} on the right. A line joins the two places of each item. "
        f"Branches are rotated so that few lines cross.{crossed}{coloured}"
    )
    width = stop + space + tree_width
    return Figure(layered(layers, width, rows.bottom + _BOTTOM), title, description)


def _highest(tree: Branching) -> float:
    return max(tree.heights, default=0.0) or 1.0


def _lines(
    left: Branching,
    right: Branching,
    names: Sequence[str],
    groups: Sequence[int] | None,
    rows: _Rows,
    ends: tuple[float, float],
) -> list[dict[str, Any]]:
    """Return the line of each item."""
    there = {leaf: place for place, leaf in enumerate(right.order)}
    numbers: dict[int, int] = {}
    lines = []
    for place, leaf in enumerate(left.order):
        shade = colour("accent")
        if groups is not None:
            shade = SERIES[numbers.setdefault(groups[leaf], len(numbers)) % len(SERIES)]
        tip = f"{clean(names[leaf])}: place {place + 1} on the left, {there[leaf] + 1} on the right"
        row = {"x": ends[0], "x2": ends[1], "y": rows.y(place), "y2": rows.y(there[leaf])}
        lines.append({**row, "colour": shade, "tip": tip})
    return lines


def _tree_layers(tree: Branching, side: _Side, rows: _Rows, shade: str) -> list[Spec]:
    """Return the upright lines that join groups, and the arms that lead to them."""
    highest, n = _highest(tree), len(tree.order)
    where = {leaf: (side.leaves, rows.y(place)) for place, leaf in enumerate(tree.order)}
    sizes = dict.fromkeys(range(n), 1)
    arms: list[dict[str, Any]] = []
    bars: list[dict[str, Any]] = []
    for node, (children, height) in enumerate(zip(tree.rows, tree.heights, strict=True), n):
        here = side.place(height, highest)
        arms += [{"x": where[child][0], "x2": here, "y": where[child][1]} for child in children]
        ends = [where[child][1] for child in children]
        sizes[node] = sum(sizes[child] for child in children)
        tip = f"{plural(sizes[node], 'item')} joined at height {number(height, 4)}"
        bars.append({"x": here, "y": min(ends), "y2": max(ends), "tip": tip})
        where[node] = (here, (min(ends) + max(ends)) / 2)
    line: Spec = {"stroke": colour(shade), "strokeWidth": 1.25, "strokeCap": "square"}
    x, y = pixels("x"), pixels("y")
    return [
        layer("rule", arms, line | {"aria": False}, x=x, x2={"field": "x2"}, y=y),
        layer("rule", bars, line, x=x, y=y, y2={"field": "y2"}, description=words("tip")),
    ]


def _texts(order: Sequence[int], short: list[str], rows: _Rows, x: float) -> list[dict[str, Any]]:
    return [{"x": x, "y": rows.y(place), "text": short[leaf]} for place, leaf in enumerate(order)]


def _text_layer(rows: list[dict[str, Any]], align: str) -> Spec:
    style: Spec = {"align": align, "baseline": "middle", "fontSize": _SIZE, "aria": False}
    return layer("text", rows, style, x=pixels("x"), y=pixels("y"), text=words("text"))


def _heads(heads: Sequence[tuple[str, float, str]]) -> Spec:
    """Return the names of the trees above them."""
    layers = []
    for name, x, align in heads:
        row = [{"x": x, "text": shorten(name, 40) if name else ""}]
        style: Spec = {"align": align, "baseline": "top", "fontSize": 12, "fontWeight": 600}
        layers.append(layer("text", row, style, x=pixels("x"), y=at(0), text=words("text")))
    return {"layer": layers}


def _axis(side: _Side, highest: float, y: float) -> list[Spec]:
    """Return an axis of heights below a tree."""
    y += 6
    low, high = sorted((side.leaves, side.root))
    rows = [{"x": side.place(tick, highest), "text": f"{tick:g}"} for tick in _ticks(highest)]
    line: Spec = {"stroke": colour("faint"), "strokeWidth": 1, "aria": False}
    text: Spec = {"baseline": "top", "fontSize": 10, "color": colour("muted"), "aria": False}
    title = [{"x": (low + high) / 2, "text": "height"}]
    x, said = pixels("x"), words("text")
    return [
        layer("rule", [{"x": low, "x2": high}], line, x=x, x2={"field": "x2"}, y=at(y)),
        layer("rule", rows, line, x=x, y=at(y), y2=at(y + 4)),
        layer("text", rows, text, x=x, y=at(y + 7), text=said),
        layer("text", title, text | {"fontSize": 11}, x=x, y=at(y + 21), text=said),
    ]


def _ticks(highest: float) -> list[float]:
    """Return round heights from 0 on, four to six of them.

    Examples
    --------
    >>> _ticks(4.06), _ticks(0.11), _ticks(3)
    ([0.0, 1.0, 2.0, 3.0, 4.0], [0.0, 0.02, 0.04, 0.06, 0.08, 0.1], [0.0, 1.0, 2.0, 3.0])
    """
    power = 10.0 ** math.floor(math.log10(highest))
    step = next(s * power for s in (0.2, 0.5, 1.0, 2.0) if highest / (s * power) < 6)
    return [round(i * step, 12) for i in range(int(highest / step + 1e-9) + 1)]
