"""Cells of a matrix: colour by share, a text where it fits, and the key of the colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

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
from partwise.charts.theme import RAMP, colour, on_ramp, ramp_step
from partwise.charts.wording import clean, number, percent, plural, shorten, shorten_all, text_width

_TEXT_SIZE, _NAME_SIZE = 10.5, 11


@dataclass(frozen=True)
class Side:
    """The pixels of a cell."""

    width: float
    height: float


def cell(
    row: int, column: int, share: float, text: str, tip: str, *, outlined: bool = False
) -> dict[str, Any]:
    """Return a cell of the matrix, coloured by a share of the largest that the colours show."""
    step = ramp_step(share)
    return {
        "row": row,
        "column": column,
        "colour": RAMP[step],
        "ink": on_ramp(step),
        "text": text,
        "tip": tip,
        "outlined": outlined,
    }


def cells(marks: list[dict[str, Any]], side: Side) -> list[Spec]:
    """Return the rectangles, the outlines of some, and the texts that fit."""
    placed = [
        mark
        | {
            "x": mark["column"] * side.width + 0.5,
            "x2": (mark["column"] + 1) * side.width - 0.5,
            "y": mark["row"] * side.height + 0.5,
            "y2": (mark["row"] + 1) * side.height - 0.5,
            "middle": (mark["column"] + 0.5) * side.width,
            "centre": (mark["row"] + 0.5) * side.height,
        }
        for mark in marks
    ]
    edges = {"x": pixels("x"), "x2": {"field": "x2"}, "y": pixels("y"), "y2": {"field": "y2"}}
    written = [m for m in placed if text_width(m["text"], _TEXT_SIZE) <= side.width - 2]
    outlined = [mark for mark in placed if mark["outlined"]]
    outline = {"fill": None, "stroke": colour("series-2"), "strokeWidth": 2, "aria": False}
    return [
        layer("rect", placed, {}, **edges, fill=paint("colour"), description=words("tip")),
        layer("rect", outlined, outline, **edges),
        layer(
            "text",
            written,
            {"fontSize": _TEXT_SIZE, "baseline": "middle", "aria": False},
            x=pixels("middle"),
            y=pixels("centre"),
            text=words("text"),
            color=paint("ink"),
        ),
    ]


def row_names(names: Sequence[str], side: Side) -> Spec:
    """Return names at the left of the rows."""
    rows = [{"y": (i + 0.5) * side.height, "name": name} for i, name in enumerate(names)]
    style = {"align": "right", "baseline": "middle", "fontSize": _NAME_SIZE, "aria": False}
    return layer("text", rows, style, x=at(-8), y=pixels("y"), text=words("name"))


def lying(names: Sequence[str], side: Side) -> bool:
    """Return whether the names of columns fit without being turned."""
    return all(text_width(name, _NAME_SIZE) <= side.width - 2 for name in names)


def column_names(names: Sequence[str], side: Side, tops: Sequence[float]) -> Spec:
    """Return names above the columns, turned where they are too long to lie."""
    flat = lying(names, side)
    rows = [
        {"x": (i + 0.5) * side.width, "y": top - (6 if flat else 8), "name": name}
        for i, (name, top) in enumerate(zip(names, tops, strict=True))
    ]
    style = {
        "align": "center" if flat else "left",
        "baseline": "bottom" if flat else "middle",
        "angle": 0 if flat else 300,
        "fontSize": _NAME_SIZE,
        "aria": False,
    }
    return layer("text", rows, style, x=pixels("x"), y=pixels("y"), text=words("name"))


def caption(text: str, x: float, y: float, align: Literal["left", "right"] = "left") -> Spec:
    """Return words in the margin."""
    style = {
        "align": align,
        "baseline": "bottom",
        "fontSize": _NAME_SIZE,
        "color": colour("muted"),
        "aria": False,
    }
    return layer("text", [{"text": text}], style, x=at(x), y=at(y), text=words("text"))


def key_of_colours(
    title: str, largest: float, top: float, write: Callable[[float], str] = percent
) -> list[Spec]:
    """Return the ramp with the shares up to which each step goes, so many pixels from the top."""
    width, height, steps = 34, 11, len(RAMP) - 1
    top += 20
    texts = ["0", *(write(largest * i / steps) for i in range(1, steps + 1))]
    marks = [
        {
            "x": i * width + (4 if i else 0),
            "x2": (i + 1) * width + (4 if i else 0),
            "middle": width / 2 if i == 0 else (i + 1) * width + 4,
            "text": text.removesuffix(" %") if i < steps else text,
            "colour": RAMP[i],
        }
        for i, text in enumerate(texts)
    ]
    square = {"stroke": colour("band"), "strokeWidth": 0.5, "aria": False}
    share = {"baseline": "top", "fontSize": 10.5, "color": colour("muted"), "aria": False}
    return [
        layer(
            "rect",
            marks,
            square,
            x=pixels("x"),
            x2={"field": "x2"},
            y=at(top),
            y2=at(top + height),
            fill=paint("colour"),
        ),
        layer("text", marks, share, x=pixels("middle"), y=at(top + height + 4), text=words("text")),
        caption(title, 0, top - 6),
    ]


_LONGEST_NAME, _LONGEST_INDEX = 20, 40


def heat_map(
    distances: Sequence[Sequence[float]],
    names: Sequence[str],
    *,
    index: str,
    title: str = "How far the clusterings are from each other",
) -> Figure:
    """Draw a cell for each two clusterings.

    Examples
    --------
    >>> heat_map([[0, 0.5], [0.5, 0]], ["A1", "A2"], index="CD").title
    'How far the clusterings are from each other'
    """
    if not names:
        raise InputError("a matrix of distances needs at least one clustering, and got none")
    largest = max(max(row) for row in distances) or 1
    side = _side(names)
    places = 2 if largest < 10 else 0
    marks = [
        cell(i, j, value / largest, number(value, places), _tip(names[i], names[j], value, index))
        for i, row in enumerate(distances)
        for j, value in enumerate(row)
        if i != j
    ]
    short = shorten_all(names, _LONGEST_NAME)
    m = len(names)
    layers = [
        *cells(marks, side),
        row_names(short, side),
        column_names(short, side, [0] * m),
        *key_of_colours(
            f"distance by {shorten(index, _LONGEST_INDEX)}",
            largest,
            m * side.height + 14,
            lambda value: number(value, places),
        ),
    ]
    description = (
        f"A cell for each two of {plural(m, 'clustering')}: their distance by {clean(index)}, the "
        "darker the farther. Clusterings that are near each other stand side by side."
    )
    return Figure(layered(layers, m * side.width, m * side.height), title, description)


def _side(names: Sequence[str]) -> Side:
    """Return the side of a cell: as large as the page allows, within reason."""
    short = shorten_all(names, _LONGEST_NAME)
    room = CONTENT_WIDTH - max(text_width(name, 11) for name in short) - 60
    width = max(6, min(46, room // len(names)))
    return Side(width, min(width, 30))


def _tip(one: str, other: str, value: float, index: str) -> str:
    return f"{clean(one)} and {clean(other)}: {number(value, 4)} by {clean(index)}"
