"""Cells of a matrix: colour by share, a text where it fits, and the key of the colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from partwise.charts.figure import CONTENT_WIDTH, Spec, at, edges, layer, paint, pixels, words
from partwise.charts.theme import RAMP, colour, on_ramp, ramp_step
from partwise.charts.wording import percent, text_width

_TEXT_SIZE, _NAME_SIZE = 10.5, 11


@dataclass(frozen=True)
class Side:
    """The pixels of a cell."""

    width: float
    height: float

    @classmethod
    def fitting(
        cls, names: Sequence[str], columns: int, width: tuple[int, int], height: int
    ) -> Side:
        """Return a side as wide as the page allows beside names, within the bounds."""
        room = CONTENT_WIDTH - max(text_width(name, _NAME_SIZE) for name in names) - 60
        wide = max(width[0], min(width[1], room // columns))
        return cls(wide, min(wide, height))


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
    written = [m for m in placed if text_width(m["text"], _TEXT_SIZE) <= side.width - 2]
    outlined = [mark for mark in placed if mark["outlined"]]
    outline = {"fill": None, "stroke": colour("series-2"), "strokeWidth": 2, "aria": False}
    text = {"fontSize": _TEXT_SIZE, "baseline": "middle", "aria": False}
    x, y = pixels("middle"), pixels("centre")
    return [
        layer("rect", placed, {}, **edges(), fill=paint("colour"), description=words("tip")),
        layer("rect", outlined, outline, **edges()),
        layer("text", written, text, x=x, y=y, text=words("text"), color=paint("ink")),
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
    title: str,
    largest: float,
    top: float,
    write: Callable[[float], str] = percent,
    least: float = 0.0,
) -> list[Spec]:
    """Return the ramp with the values up to which each step goes, so many pixels from the top."""
    width, height, steps = 34, 11, len(RAMP) - 1
    top += 20
    first = write(least) if least else "0"
    spread = largest - least
    texts = [first, *(write(least + spread * i / steps) for i in range(1, steps + 1))]
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
    between = edges() | {"y": at(top), "y2": at(top + height)}
    return [
        layer("rect", marks, square, **between, fill=paint("colour")),
        layer("text", marks, share, x=pixels("middle"), y=at(top + height + 4), text=words("text")),
        caption(title, 0, top - 6),
    ]
