"""The decision figure, drawn: questions down the left, where each answer leads on the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any

from partwise.charts.figure import (
    CONTENT_WIDTH,
    Figure,
    Spec,
    edges,
    layer,
    layered,
    measure,
    pixels,
    words,
)
from partwise.charts.theme import colour

_QUESTION_WIDTH, _LEAF_LEFT = 400, 514
_LINE, _MARGIN, _GAP, _PER_LETTER = 16, 12, 24, 5.8
_SMALL, _LARGE = 11.5, 13


@dataclass(frozen=True)
class Choice:
    """A question and where each answer leads; without answers, what to choose."""

    heading: str
    why: str
    answers: Mapping[str, Choice] = field(default_factory=dict)


@dataclass(frozen=True)
class _Box:
    """A box: where it is, its heading, and the text below."""

    left: float
    top: float
    width: float
    heading: str
    lines: Sequence[str]
    leaf: bool

    @property
    def height(self) -> float:
        return 2 * _MARGIN + _LINE * (len(self.lines) + 1.1)

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def middle(self) -> float:
        return self.top + self.height / 2

    @property
    def row(self) -> dict[str, Any]:
        """Its outline, and what it says."""
        said = f"{self.heading} {' '.join(self.lines)}"
        edges = {"x": self.left, "x2": self.left + self.width, "y": self.top, "y2": self.bottom}
        return {**edges, "tip": said}


@dataclass(frozen=True)
class _Arrow:
    """A line with corners, and the answer that it stands for."""

    corners: Sequence[tuple[float, float]]
    answer: str


def decision_tree(first: Choice, title: str = "Which index?") -> Figure:
    """Draw questions, each with the answers that end there and one that leads to the next.

    Examples
    --------
    >>> ends = {"yes": Choice("CD", "a metric"), "no": Choice("CC  or  S&S", "equally good")}
    >>> decision_tree(Choice("Do you need a distance?", "To bound errors.", ends)).title
    'Which index?'
    """
    boxes: list[_Box] = []
    arrows: list[_Arrow] = []
    height = _place(first, 0, boxes, arrows)
    description = (
        "The questions are on the left, from top to bottom. Each answer leads along its arrow to "
        "the next question, or to the indices to choose from on the right."
    )
    layers = [
        _outlines([box for box in boxes if not box.leaf], "ramp-0", "band"),
        _outlines([box for box in boxes if box.leaf], "ramp-1", "accent"),
        *_texts(boxes),
        *_lines(arrows),
    ]
    return Figure(layered(layers, CONTENT_WIDTH, height), title, description)


def _place(at: Choice, top: float, boxes: list[_Box], arrows: list[_Arrow]) -> float:
    """Add a question and all that follows from it; return where that ends."""
    asked = _box(0, top, _QUESTION_WIDTH, at.heading, at.why, leaf=False)
    boxes.append(asked)
    ends = [(answer, then) for answer, then in at.answers.items() if not then.answers]
    below = top
    for answer, end in ends:
        room = CONTENT_WIDTH - _LEAF_LEFT
        drawn = _box(_LEAF_LEFT, below, room, end.heading, end.why, leaf=True)
        boxes.append(drawn)
        edge, turn = _QUESTION_WIDTH, _QUESTION_WIDTH + 30
        start, stop = asked.middle, drawn.middle
        if len(ends) == 1:
            start = stop = (max(asked.top, drawn.top) + min(asked.bottom, drawn.bottom)) / 2
        path = [(edge, start), (turn, start), (turn, stop), (_LEAF_LEFT, stop)]
        arrows.append(_Arrow(path, answer))
        below = drawn.bottom + _GAP
    end_of_all = max(asked.bottom, below - _GAP)
    for answer, then in at.answers.items():
        if then.answers:
            next_top = end_of_all + _GAP + _LINE
            centre = 40.0
            arrows.append(_Arrow([(centre, asked.bottom), (centre, next_top)], answer))
            end_of_all = _place(then, next_top, boxes, arrows)
    return end_of_all


def _box(left: float, top: float, width: float, heading: str, why: str, *, leaf: bool) -> _Box:
    lines = wrap(why, round((width - 2 * _MARGIN) / _PER_LETTER))
    return _Box(left, top, width, heading, lines, leaf)


def _outlines(boxes: Sequence[_Box], fill: str, stroke: str) -> Spec:
    style = {"fill": colour(fill), "stroke": colour(stroke), "cornerRadius": 8, "opacity": 1}
    return layer("rect", [box.row for box in boxes], style, **edges(), description=words("tip"))


def _texts(boxes: Sequence[_Box]) -> list[Spec]:
    heads = [
        {"x": box.left + _MARGIN, "y": box.top + _MARGIN + _LINE / 2, "text": box.heading}
        for box in boxes
    ]
    rest = [
        {"x": box.left + _MARGIN, "y": box.top + _MARGIN + _LINE * (place + 1.8), "text": line}
        for box in boxes
        for place, line in enumerate(box.lines)
    ]
    bold = {"fontSize": _LARGE, "fontWeight": 600, "color": colour("ink")}
    plain = {"fontSize": _SMALL, "color": colour("muted")}
    return [_text(heads, bold), _text(rest, plain)]


def _text(rows: Sequence[dict[str, Any]], style: Spec) -> Spec:
    left = {"align": "left", "baseline": "middle", "aria": False, "limit": 0, **style}
    return layer("text", rows, left, x=pixels("x"), y=pixels("y"), text=words("text"))


def _lines(arrows: Sequence[_Arrow]) -> list[Spec]:
    rows = [
        {"x": x, "y": y, "order": order, "arrow": str(place)}
        for place, arrow in enumerate(arrows)
        for order, (x, y) in enumerate(arrow.corners)
    ]
    line = {"stroke": colour("faint"), "strokeWidth": 1.5, "aria": False}
    x, y = pixels("x"), pixels("y")
    drawn = layer("line", rows, line, x=x, y=y, detail=words("arrow"), order=measure("order"))
    heads = [_head(arrow) for arrow in arrows]
    tip = {"fill": colour("faint"), "filled": True, "size": 70, "opacity": 1, "aria": False}
    style = {**tip, "shape": "triangle"}
    points = layer("point", heads, style, x=x, y=y, angle=measure("angle", scale=None))
    bold = {"fontSize": 12, "fontWeight": 600, "color": colour("accent")}
    return [drawn, points, _text([_answer(arrow) for arrow in arrows], bold)]


def _head(arrow: _Arrow) -> dict[str, Any]:
    (x, _), (end_x, end_y) = arrow.corners[-2:]
    if end_x > x:
        return {"x": end_x - 4, "y": end_y, "angle": 90}
    return {"x": end_x, "y": end_y - 4, "angle": 180}


def _answer(arrow: _Arrow) -> dict[str, Any]:
    (x, y), (end_x, end_y) = arrow.corners[-2:]
    if end_x > x:
        return {"x": x + 8, "y": end_y - 9, "text": arrow.answer}
    return {"x": end_x + 9, "y": (y + end_y) / 2 - 2, "text": arrow.answer}
