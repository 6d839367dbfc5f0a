"""Cells of a matrix: colour by share, a text where it fits, and the key of the colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from partwise.report.figure import data
from partwise.report.theme import RAMP, colour, on_ramp, ramp_step
from partwise.report.wording import percent, text_width

__all__ = ["cell", "cells", "column_names", "key_of_colours", "row_names"]

_TEXT_SIZE = 10.5


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


def _place(axis: str, step: float) -> str:
    return f"datum.{axis} * {step} + {step / 2}"


def cells(marks: list[dict[str, Any]], step: float) -> list[alt.Chart]:
    """Return squares of so many pixels, their texts, and the outlines of some."""
    for mark in marks:
        mark["x"], mark["y"] = mark["column"] * step + 0.5, mark["row"] * step + 0.5
        mark["x2"], mark["y2"] = mark["x"] + step - 1, mark["y"] + step - 1
        mark["cx"], mark["cy"] = mark["x"] + step / 2 - 0.5, mark["y"] + step / 2 - 0.5
    edges = {
        "x": alt.X("x:Q", scale=None, axis=None),
        "x2": "x2:Q",
        "y": alt.Y("y:Q", scale=None, axis=None),
        "y2": "y2:Q",
    }
    squares = (
        alt.Chart(data(marks))
        .mark_rect()
        .encode(**edges, fill=alt.Fill("colour:N", scale=None), description="tip:N")
    )
    written = [m for m in marks if m["text"] and text_width(m["text"], _TEXT_SIZE) <= step - 2]
    texts = (
        alt.Chart(data(written))
        .mark_text(fontSize=_TEXT_SIZE, baseline="middle", aria=False)
        .encode(
            x=alt.X("cx:Q", scale=None, axis=None),
            y=alt.Y("cy:Q", scale=None, axis=None),
            text="text:N",
            color=alt.Color("ink:N", scale=None),
        )
    )
    outlines = (
        alt.Chart(data([mark for mark in marks if mark["outlined"]]))
        .mark_rect(fill=None, stroke=colour("series-2"), strokeWidth=2, aria=False)
        .encode(**edges)
    )
    return [squares, outlines, texts]


def row_names(names: Sequence[str], step: float) -> alt.Chart:
    """Return names at the left of the rows."""
    rows = [{"y": i * step + step / 2, "name": name} for i, name in enumerate(names)]
    return (
        alt.Chart(data(rows))
        .mark_text(align="right", baseline="middle", fontSize=11, aria=False)
        .encode(x=alt.value(-8), y=alt.Y("y:Q", scale=None, axis=None), text="name:N")
    )


def column_names(names: Sequence[str], step: float) -> alt.Chart:
    """Return names above the columns, upright where they are too long to lie."""
    lying = all(text_width(name, 11) <= step - 4 for name in names)
    rows = [{"x": i * step + step / 2, "name": name} for i, name in enumerate(names)]
    return (
        alt.Chart(data(rows))
        .mark_text(
            align="center" if lying else "left",
            baseline="bottom" if lying else "middle",
            angle=0 if lying else 300,
            fontSize=11,
            aria=False,
        )
        .encode(
            x=alt.X("x:Q", scale=None, axis=None),
            y=alt.value(-6 if lying else -8),
            text="name:N",
        )
    )


def key_of_colours(caption: str, largest: float, top: float) -> list[alt.Chart]:
    """Return the steps of the ramp with their shares, in a line at so many pixels from the top."""
    size, steps = 12, len(RAMP) - 1
    left = text_width(caption, 11) + 14
    texts = ["0"] + [f"≤ {percent(largest * i / steps)}" for i in range(1, steps + 1)]
    marks = []
    for i, text in enumerate(texts):
        marks.append({"x": left, "x2": left + size, "tx": left + size + 5, "text": text, "colour": RAMP[i]})
        left += size + 5 + text_width(text, 11) + 12
    base = alt.Chart(data(marks)).encode(y=alt.value(top))
    squares = base.mark_rect(stroke=colour("band"), strokeWidth=0.5, aria=False).encode(
        x=alt.X("x:Q", scale=None, axis=None),
        x2="x2:Q",
        y2=alt.value(top + size),
        fill=alt.Fill("colour:N", scale=None),
    )
    style: dict[str, Any] = {
        "align": "left", "baseline": "middle", "fontSize": 11, "aria": False,
        "color": colour("muted"), "dy": size / 2,
    }  # fmt: skip
    labels = base.mark_text(**style).encode(
        x=alt.X("tx:Q", scale=None, axis=None), text="text:N"
    )
    title = (
        alt.Chart(data([{"text": caption}]))
        .mark_text(**style)
        .encode(x=alt.value(0), y=alt.value(top), text="text:N")
    )
    return [squares, labels, title]
