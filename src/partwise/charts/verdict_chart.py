"""Which of some indices meet which requirements: a grid of marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from partwise.base import InputError
from partwise.charts.figure import Figure, layer, layered, paint, pixels, words
from partwise.charts.grid import Side, column_names, row_names
from partwise.charts.theme import colour
from partwise.charts.wording import clean, shorten, shorten_all, text_width

_TONES: Final = {"yes": "series-3", "no": "series-2", "unknown": "muted", "none": "faint"}
_LONGEST_NAME, _SIZE, _HEIGHT = 30, 12, 24
_WIDTHS = (40, 110)


@dataclass(frozen=True)
class Judgement:
    """One cell: its short text, whether the requirement is met, and what is said about it."""

    text: str
    tone: Literal["yes", "no", "unknown", "none"]
    tip: str


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
    >>> rows = {"rand": [Judgement("✓", "yes", "symmetric: proved")]}
    >>> verdicts(rows, ["Symmetry"], title="Properties", description="Marks.").title
    'Properties'
    """
    if not rows or not columns:
        raise InputError("a chart of verdicts needs an index and a property at least")
    names = shorten_all(list(rows), _LONGEST_NAME)
    heads = [shorten(column, _LONGEST_NAME) for column in columns]
    widest = max(text_width(cell.text, _SIZE) for cells in rows.values() for cell in cells) + 16
    fitting = Side.fitting(names, len(heads), _WIDTHS, _HEIGHT).width
    side = Side(max(min(fitting, 72), widest), _HEIGHT)
    marks: list[dict[str, Any]] = [
        {
            "x": (j + 0.5) * side.width,
            "y": (i + 0.5) * side.height,
            "text": cell.text,
            "colour": colour(_TONES[cell.tone]),
            "tone": cell.tone,
            "tip": f"{clean(name)}, {clean(columns[j])}: {clean(cell.tip)}",
        }
        for i, (name, cells) in enumerate(rows.items())
        for j, cell in enumerate(cells)
    ]
    width, height = len(heads) * side.width, len(names) * side.height
    lines = [{"x": 0, "x2": width, "y": (i + 1) * side.height} for i in range(len(names) - 1)]
    rule = {"stroke": colour("grid"), "strokeWidth": 1, "aria": False}
    text = {"fontSize": _SIZE, "fontWeight": 600, "baseline": "middle", "align": "center"}
    place = {"x": pixels("x"), "y": pixels("y")}
    layers = [
        layer("rule", lines, rule, **place, x2={"field": "x2"}),
        layer(
            "text",
            marks,
            text,
            **place,
            text=words("text"),
            color=paint("colour"),
            description=words("tip"),
        ),
        row_names(names, side),
        column_names(heads, side, [0.0] * len(heads)),
    ]
    return Figure(layered(layers, width, height), title, description)
