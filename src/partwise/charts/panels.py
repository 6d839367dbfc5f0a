"""Small multiples: a panel for each index, a row for each candidate, names on the left."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from partwise.charts.figure import (
    CONTENT_WIDTH,
    Spec,
    at,
    beside,
    layer,
    layered,
    measure,
    own_scale,
    paint,
    words,
)
from partwise.charts.theme import colour
from partwise.charts.wording import decimals, number, shorten, shorten_all, text_width

_LONGEST_NAME = 26
_NAME_SIZE = 12
_VALUE_SPACE = 46
_GUTTER = 26
_NARROWEST, _WIDEST = 84, 340


@dataclass(frozen=True)
class Panel:
    """One index."""

    title: str
    note: str  # stands below the title
    values: Sequence[dict[str, Any]]  # row, value and tip of each candidate, and whether it is best
    layers: Sequence[Spec]  # what is drawn for them


@dataclass(frozen=True)
class Rows:
    """The candidates from top to bottom."""

    names: Sequence[str]
    emphasised: frozenset[int] = frozenset()  # positions of those whose names are bold

    @property
    def step(self) -> int:
        """Pixels from row to row."""
        return 26 if len(self.names) <= 12 else 20

    @property
    def y(self) -> Spec:
        """The encoding of a row's position."""
        ends = [len(self.names) - 0.5, -0.5]
        return measure("row", scale=own_scale(ends), axis=None)

    @property
    def space(self) -> int:
        """Pixels that the names take."""
        shown = shorten_all(self.names, _LONGEST_NAME)
        return round(max((text_width(name, _NAME_SIZE) for name in shown), default=0)) + 16

    def labels(self) -> list[Spec]:
        """Return the names, right-aligned at the left of a panel, the emphasised ones bold."""
        return [self._texts(False), self._texts(True)] if self.emphasised else [self._texts(False)]

    def _texts(self, bold: bool) -> Spec:
        rows = [
            {"row": i, "name": name}
            for i, name in enumerate(shorten_all(self.names, _LONGEST_NAME))
            if (i in self.emphasised) == bold
        ]
        style = {
            "align": "right",
            "baseline": "middle",
            "fontSize": _NAME_SIZE,
            "fontWeight": 600 if bold else 400,
            "aria": False,
        }
        return layer("text", rows, style, y=self.y, x=at(-12), text=words("name"))


def in_order(names: Iterable[str]) -> list[str]:
    """Return distinct names in the order of their first appearance."""
    return list(dict.fromkeys(names))


def value_on(domain: Sequence[float], field: str) -> Spec:
    """Return the position of a value on the axis of a panel."""
    axis = {"tickCount": 3, "title": None, "labelFlush": True, "labelOverlap": True}
    return measure(field, scale=own_scale(domain), axis=axis)


def _drawn(panel: Panel, rows: Rows, width: float, *, named: bool) -> Spec:
    """Return one panel: names and lines of the rows, the layers, and the values at its right."""
    lines = [{"row": i} for i in range(len(rows.names))]
    line = {"color": colour("grid"), "strokeWidth": 1, "aria": False}
    ruler = layer("rule", lines, line, y=rows.y, x=at(0), x2=at(width))
    room = width + _VALUE_SPACE
    heading = shorten(panel.title, round(room / 8))
    layers = [*rows.labels(), ruler] if named else [ruler]
    return layered(
        [*layers, *panel.layers, *_numbers(panel, rows, room)],
        width,
        rows.step * len(rows.names),
        title={"text": heading, "subtitle": panel.note, "limit": 0.87 * room},
    )


def _numbers(panel: Panel, rows: Rows, right: float) -> list[Spec]:
    """Return the values as text; those that have no dot are described here."""
    places = decimals(row["value"] for row in panel.values)
    texts: dict[bool, list[dict[str, Any]]] = {True: [], False: []}
    for row in panel.values:
        texts[math.isfinite(row["value"])].append(
            {
                "row": row["row"],
                "tip": row["tip"],
                "text": number(row["value"], places),
                "colour": colour("ink" if row.get("best") else "muted"),
            }
        )
    style = {"align": "right", "baseline": "middle", "fontSize": 11}
    return [
        layer(
            "text",
            values,
            style | {"aria": not finite},
            y=rows.y,
            x=at(right),
            text=words("text"),
            color=paint("colour"),
            description=words("tip"),
        )
        for finite, values in texts.items()
        if values
    ]


def small_multiples(panels: Sequence[Panel], rows: Rows) -> Spec:
    """Return the panels side by side, on as many lines as they need."""
    room = CONTENT_WIDTH - rows.space
    cost = _VALUE_SPACE + _GUTTER
    most = max(1, (room + _GUTTER) // (_NARROWEST + cost))
    lines = math.ceil(len(panels) / most)
    columns = math.ceil(len(panels) / lines)
    width = min(_WIDEST, (room + _GUTTER) / columns - cost)
    drawn = [
        _drawn(panel, rows, width, named=place % columns == 0) for place, panel in enumerate(panels)
    ]
    return beside(drawn, columns, cost, 26)
