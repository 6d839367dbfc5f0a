"""Which of some indices meet which requirements: a grid of marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from partwise.base import InputError
from partwise.charts.figure import Figure, Spec, layer, layered, paint, pixels, words
from partwise.charts.grid import Side, column_names, row_names
from partwise.charts.theme import colour
from partwise.charts.wording import clean, shorten, shorten_all, text_width

_TONES: Final = {"yes": "series-3", "no": "series-2", "unknown": "muted", "none": "faint"}
_LONGEST_NAME, _SMALL, _HEIGHT = 30, 11, 24
_WIDTHS = (40, 110)
_TICK = "M-0.9,0.05L-0.3,0.7L0.95,-0.8L0.75,-0.95L-0.32,0.3L-0.7,-0.15Z"
_CROSS = (
    "M-0.8,-0.65L-0.65,-0.8L0,-0.15L0.65,-0.8L0.8,-0.65L0.15,0"
    "L0.8,0.65L0.65,0.8L0,0.15L-0.65,0.8L-0.8,0.65L-0.15,0Z"
)
_SHAPES: Final = {"yes": _TICK, "no": _CROSS}
_LETTERS: Final = {"unknown": "?", "none": "–"}


@dataclass(frozen=True)
class Judgement:
    """One cell: whether a requirement is met, what is said about it, and a word beside the mark."""

    tone: Literal["yes", "no", "unknown", "none"]
    tip: str
    text: str = ""


def verdicts(
    rows: Mapping[str, Sequence[Judgement]],
    columns: Sequence[str],
    *,
    title: str,
    description: str,
) -> Figure:
    """Draw a row for each index and a column for each property.

    Examples
    --------
    >>> rows = {"rand": [Judgement("yes", "proved")]}
    >>> verdicts(rows, ["Symmetry"], title="Properties", description="Marks.").title
    'Properties'
    """
    if not rows or not columns:
        raise InputError("a chart of verdicts needs at least one index and one property")
    names = shorten_all(list(rows), _LONGEST_NAME)
    heads = [shorten(column, _LONGEST_NAME) for column in columns]
    widest = max(text_width(cell.text, _SMALL) for cells in rows.values() for cell in cells) + 34
    fitting = Side.fitting(names, len(heads), _WIDTHS, _HEIGHT).width
    side = Side(max(min(fitting, 72), widest), _HEIGHT)
    marks = [
        _mark(name, columns[j], cell, ((j + 0.5) * side.width, (i + 0.5) * side.height))
        for i, (name, cells) in enumerate(rows.items())
        for j, cell in enumerate(cells)
    ]
    width, height = len(heads) * side.width, len(names) * side.height
    lines = [{"x": 0, "x2": width, "y": (i + 1) * side.height} for i in range(len(names) - 1)]
    rule: Spec = {"stroke": colour("grid"), "strokeWidth": 1, "aria": False}
    y = pixels("y")
    layers = [
        layer("rule", lines, rule, x=pixels("x"), x2={"field": "x2"}, y=y),
        *_marked(marks),
        row_names(names, side),
        column_names(heads, side, [0.0] * len(heads)),
    ]
    return Figure(layered(layers, width, height), title, description)


def _mark(name: str, column: str, cell: Judgement, place: tuple[float, float]) -> dict[str, Any]:
    """Return a mark with the word beside it, both together in the middle of the cell."""
    beside = text_width(cell.text, _SMALL) + 5 if cell.text else 0
    x = place[0] - beside / 2
    return {
        "x": x,
        "y": place[1],
        "words_x": x + 10,
        "tone": cell.tone,
        "shape": _SHAPES.get(cell.tone, ""),
        "letter": _LETTERS.get(cell.tone, ""),
        "text": cell.text,
        "colour": colour(_TONES[cell.tone]),
        "tip": f"{clean(name)}, {clean(column)}: {clean(cell.tip)}",
    }


def _marked(marks: list[dict[str, Any]]) -> list[Spec]:
    """Return the ticks and crosses, the letters, and the words beside them."""
    shapes = [mark for mark in marks if mark["shape"]]
    letters = [mark for mark in marks if mark["letter"]]
    noted = [mark for mark in marks if mark["text"]]
    place = {"x": pixels("x"), "y": pixels("y"), "description": words("tip")}
    drawn: Spec = {"filled": True, "opacity": 1, "size": 100}
    bold: Spec = {"fontSize": 13, "fontWeight": 600, "baseline": "middle", "align": "center"}
    small: Spec = {"fontSize": _SMALL, "baseline": "middle", "align": "left", "aria": False}
    tint, shape = paint("colour"), {"field": "shape", "type": "nominal", "scale": None}
    beside = {"x": pixels("words_x"), "y": pixels("y")}
    return [
        layer("point", shapes, drawn, **place, shape=shape, color=tint),
        layer("text", letters, bold, **place, text=words("letter"), color=tint),
        layer("text", noted, small, **beside, text=words("text"), color=tint),
    ]
