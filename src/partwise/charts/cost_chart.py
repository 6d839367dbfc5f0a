"""The most costly splits and merges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from partwise.base import InputError
from partwise.charts.figure import (
    CONTENT_WIDTH,
    Figure,
    Spec,
    at,
    layer,
    layered,
    measure,
    own_scale,
    paint,
    words,
)
from partwise.charts.theme import colour
from partwise.charts.wording import clean, number, shorten, text_width

_COLOURS: Final = {"split": "series-1", "merge": "series-2"}
_LONGEST, _SIZE, _STEP = 48, 12, 28
_VALUE_SPACE, _KIND_SPACE = 70, 58


@dataclass(frozen=True)
class Cost:
    """One error of a candidate."""

    kind: Literal["split", "merge"]
    what: str  # which clusters, for example "8 into 3 and 11"
    cost: float  # what repairing it would gain in the chosen index
    detail: str = ""  # further words for the description of the bar


def costs(
    rows: Sequence[Cost], *, index: str, title: str = "The most costly splits and merges"
) -> Figure:
    """Draw a bar for each error, in the order given; its kind is written beside it.

    Examples
    --------
    >>> costs([Cost("split", "8 into 3 and 11", 0.021)], index="CC").title
    'The most costly splits and merges'
    """
    if not rows:
        raise InputError("a chart of costs needs at least one split or merge")
    marks = _marks(rows, index)
    names = max(text_width(mark["what"], _SIZE) for mark in marks) + 18
    width = max(200, min(560, CONTENT_WIDTH - names - _KIND_SPACE - _VALUE_SPACE))
    ends = [row.cost for row in rows if math.isfinite(row.cost)]
    domain = [min([0.0, *ends]), max([0.0, *ends]) or (0.0 if min([0.0, *ends]) else 1.0)]
    chart = layered(_layers(marks, domain, names, index), width, _STEP * len(rows))
    description = (
        f"One bar per split or merge, most costly first: how much undoing it improves "
        f"{clean(index)}. The parts of a split are first taken out of clusters that they share "
        "with others; only joining them counts as its cost."
    )
    return Figure(chart, title, description)


def _layers(marks: list[Spec], domain: list[float], names: float, index: str) -> list[Spec]:
    """Return the bars, and their kinds, names and values; names take so many pixels."""
    y = measure("row", scale=own_scale([len(marks) - 0.5, -0.5]), axis=None)
    scale: Spec = {"domain": domain, "nice": False, "padding": 0}
    axis = {
        "title": f"cost in {shorten(index, 40)}",
        "titleAnchor": "start",
        "tickCount": 4,
        "labelFlush": True,
        "labelOverlap": True,
    }
    text: Spec = {"align": "left", "baseline": "middle", "aria": False, "fontSize": _SIZE}
    bold, small = text | {"fontWeight": 600}, text | {"fontSize": 11, "dx": 6}
    end = measure("end", scale=scale)
    length: Spec = {"x": measure("cost", scale=scale, axis=axis), "x2": {"datum": 0}}
    bar: Spec = {"height": _STEP - 11, "cornerRadius": 2}
    tint, kinds = paint("colour"), at(-names - _KIND_SPACE)
    return [
        layer("bar", marks, bar, y=y, **length, fill=tint, description=words("tip")),
        layer("text", marks, bold, y=y, x=kinds, text=words("kind"), color=tint),
        layer("text", marks, text, y=y, x=at(-names), text=words("what")),
        layer("text", marks, small, y=y, x=end, text=words("text")),
    ]


def _marks(rows: Sequence[Cost], index: str) -> list[Spec]:
    largest = max((abs(row.cost) for row in rows if math.isfinite(row.cost)), default=0)
    places = max(3, min(8, 2 - math.floor(math.log10(largest)))) if largest else 3
    return [
        {
            "row": i,
            "kind": row.kind,
            "what": shorten(row.what, _LONGEST),
            "cost": row.cost if math.isfinite(row.cost) else 0,
            "end": max(row.cost, 0) if math.isfinite(row.cost) else 0,
            "text": number(row.cost, places),
            "colour": colour(_COLOURS[row.kind]),
            "tip": f"{row.kind}: {clean(row.what)}, costs {number(row.cost, places)} in "
            f"{clean(index)}" + (f"; {clean(row.detail)}" if row.detail else ""),
        }
        for i, row in enumerate(rows)
    ]
