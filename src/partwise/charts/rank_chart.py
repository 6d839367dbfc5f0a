"""Ranks by index: a line for each candidate, from index to index."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
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
    words,
)
from partwise.charts.panels import in_order
from partwise.charts.theme import SERIES, colour
from partwise.charts.wording import clean, shorten, shorten_all, text_width

_LONGEST_NAME, _SIZE = 18, 12
_NUMBER_SPACE = 34
_LEADERS = 5


@dataclass(frozen=True)
class Rank:
    """The rank of a candidate by one index, from 1 for the best; NaN where it is undefined.

    Equal ranks are ties, of whatever kind (1, 1, 3 or 1.5, 1.5, 3).
    """

    candidate: str
    index: str
    rank: float


@dataclass(frozen=True)
class _Board:
    """Where each candidate stands by each index: slots are distinct even where ranks are tied."""

    names: Sequence[str]
    indices: Sequence[str]
    rank: Mapping[tuple[int, int], float]
    slot: Mapping[tuple[int, int], int]

    @property
    def undefined(self) -> bool:
        """Whether some rank is missing."""
        return any(math.isinf(rank) for rank in self.rank.values())

    def tied(self, candidate: int, index: int) -> bool:
        """Return whether another candidate has the same rank."""
        mine = self.rank[candidate, index]
        return sum(self.rank[other, index] == mine for other in range(len(self.names))) > 1


def ranks(
    rows: Sequence[Rank],
    *,
    emphasised: Collection[str] = (),
    of: int | None = None,
    title: str = "Ranks by index",
) -> Figure:
    """Draw a bump chart: indices from left to right, the best candidate on top.

    Indices are drawn in the order of their first appearance. Tied candidates stand below each other
    in the slots that they share, joined by a bar. With more than eight candidates only those that
    are emphasised have a colour, or the five with the best mean rank. Ranks are `of` so many, if
    that is not the number of candidates drawn.

    Examples
    --------
    >>> ranks([Rank("A1", "CC", 2), Rank("A2", "CC", 1)]).title
    'Ranks by index'
    """
    if not rows:
        raise InputError("a chart of ranks needs at least one rank")
    board = _board(rows)
    colours = _colours(board, emphasised)
    k, n = len(board.indices), len(board.names)
    names = max(text_width(name, _SIZE) for name in shorten_all(board.names, _LONGEST_NAME))
    room = CONTENT_WIDTH - 2 * (names + _NUMBER_SPACE + 12)
    step = min(130.0, room / max(1, k - 1))
    width, height = max(1.0, step * (k - 1)), (34 if n <= 8 else 24) * n
    x = _x(board, step)
    y = measure("slot", scale={"domain": [n + 0.5, 0.5], "nice": False, "zero": False}, axis=None)
    dots = _dots(board, colours, of or n)
    layers = [
        _ties(board, x, y, step),
        *_lines(dots, x, y),
        *_points(dots, x, y, step),
        *_ends(board, colours, y, width),
    ]
    description = (
        "Each line follows a candidate from index to index, with rank 1 at the top. A bar joins "
        "candidates that an index ranks equal. Lines that cross show where two indices disagree."
        + (" A circle is empty if the index is undefined." if board.undefined else "")
    )
    return Figure(layered(layers, width, height), title, description)


def _board(rows: Sequence[Rank]) -> _Board:
    names = in_order(row.candidate for row in rows)
    indices = in_order(row.index for row in rows)
    where = {name: i for i, name in enumerate(names)}, {name: i for i, name in enumerate(indices)}
    rank = dict.fromkeys(((i, j) for i in range(len(names)) for j in range(len(indices))), math.nan)
    rank.update({(where[0][row.candidate], where[1][row.index]): row.rank for row in rows})
    for place, value in rank.items():
        rank[place] = math.inf if math.isnan(value) else value
    before = [
        float(sum(min(rank[i, j], len(names)) for j in range(len(indices))))
        for i in range(len(names))
    ]
    slot: dict[tuple[int, int], int] = {}
    for j in range(len(indices)):
        order = sorted(range(len(names)), key=lambda i: (rank[i, j], before[i], i))
        for position, i in enumerate(order, start=1):
            slot[i, j] = position
            before[i] = position
    return _Board(names, indices, rank, slot)


def _colours(board: _Board, emphasised: Collection[str]) -> list[str]:
    """Return the colour of each candidate; grey for those that step back."""
    n, k = len(board.names), len(board.indices)
    means = [sum(min(board.rank[i, j], n) for j in range(k)) for i in range(n)]
    chosen = sorted(range(n), key=lambda i: (means[i], i))
    if n > len(SERIES):
        named = [i for i in chosen if board.names[i] in emphasised]
        chosen = named[: len(SERIES)] or chosen[:_LEADERS]
    tints = dict(zip(chosen, SERIES, strict=False))
    return [tints.get(i, colour("faint")) for i in range(n)]


def _x(board: _Board, step: float) -> Spec:
    k = len(board.indices)
    widest = max(text_width(clean(name), 11) for name in board.indices)
    turned = widest > step - 6 and k > 1
    # Indices are positions here: a name of an index is a text of the axis, never an expression.
    axis = {
        "orient": "top",
        "values": list(range(k)),
        "title": None,
        "grid": True,
        "labelExpr": f"{json.dumps([shorten(name, 20) for name in board.indices])}[datum.value]",
        "labelAngle": -60 if turned else 0,
        "labelAlign": "left" if turned else "center",
        "labelBaseline": "middle" if turned else "bottom",
        "labelFontSize": 11,
        "labelLimit": 180,
        "labelOverlap": False,
        "labelPadding": 12,
    }
    ends = [0, k - 1] if k > 1 else [-0.5, 0.5]
    return measure("index", scale={"domain": ends, "nice": False, "zero": False}, axis=axis)


def _dots(board: _Board, colours: Sequence[str], n: int) -> list[dict[str, Any]]:
    dots = []
    for (i, j), slot in board.slot.items():
        rank = board.rank[i, j]
        undefined = math.isinf(rank)
        word = "undefined" if undefined else f"rank {rank:g} of {n}"
        tie = ", tied" if not undefined and board.tied(i, j) else ""
        name = clean(board.names[i])
        dots.append(
            {
                "candidate": i,
                "index": j,
                "slot": slot,
                "colour": colours[i],
                "line": colour("band") if colours[i] == colour("faint") else colours[i],
                "back": colours[i] == colour("faint"),
                "fill": colour("surface") if undefined else colours[i],
                "text": "" if undefined else f"{rank:g}",
                "size": 10 if len(f"{rank:g}") < 3 else 8,
                "tip": f"{name}: {word} by {clean(board.indices[j])}{tie}",
                "name": name,
            }
        )
    return dots


def _ties(board: _Board, x: Spec, y: Spec, step: float) -> Spec:
    bars = []
    for j in range(len(board.indices)):
        slots: dict[float, list[int]] = {}
        for i in range(len(board.names)):
            slots.setdefault(board.rank[i, j], []).append(board.slot[i, j])
        bars += [
            {"index": j, "slot": min(shared), "last": max(shared)}
            for rank, shared in slots.items()
            if len(shared) > 1 and math.isfinite(rank)
        ]
    style = {
        "color": colour("band"),
        "strokeWidth": _size(step)[0] * 2 + 7,
        "strokeCap": "round",
        "aria": False,
    }
    return layer("rule", bars, style, x=x, y=y, y2={"field": "last"})


def _lines(dots: list[dict[str, Any]], x: Spec, y: Spec) -> list[Spec]:
    """Return the lines, those that step back first."""
    return [
        layer(
            "line",
            [dot for dot in dots if dot["back"] == back],
            {
                "strokeWidth": 1.2 if back else 2.6,
                "interpolate": "monotone",
                "strokeJoin": "round",
            },
            x=x,
            y=y,
            detail=words("candidate"),
            stroke=paint("line"),
            description=words("name"),
            order=measure("index"),
        )
        for back in (True, False)
        if any(dot["back"] == back for dot in dots)
    ]


def _size(step: float) -> tuple[float, bool]:
    """Return the radius of dots, and whether a rank can be written on them."""
    return (9, True) if step >= 30 else (3.4, False)


def _points(dots: list[dict[str, Any]], x: Spec, y: Spec, step: float) -> list[Spec]:
    radius, written = _size(step)
    layers = []
    for back in (True, False):
        some = [dot for dot in dots if dot["back"] == back]
        if some:
            size = math.pi * (radius if not back else 2.4) ** 2
            layers.append(
                layer(
                    "circle",
                    some,
                    {"opacity": 1, "size": size, "strokeWidth": 1.4},
                    x=x,
                    y=y,
                    fill=paint("fill"),
                    stroke=paint("colour"),
                    description=words("tip"),
                )
            )
            if written and not back:
                text = {"color": colour("surface"), "baseline": "middle", "fontWeight": 600}
                layers.append(
                    layer(
                        "text",
                        some,
                        text | {"aria": False},
                        x=x,
                        y=y,
                        text=words("text"),
                        size=measure("size", scale=None),
                    )
                )
    return layers


def _ends(board: _Board, colours: Sequence[str], y: Spec, width: float) -> list[Spec]:
    """Return the names at both ends."""
    layers = []
    names = shorten_all(board.names, _LONGEST_NAME)
    last = len(board.indices) - 1
    for end, place, align in ((0, -18, "right"), (last, width + 18, "left")):
        for back in (True, False):
            texts = [
                {
                    "slot": board.slot[i, end],
                    "name": name,
                    "colour": colour("muted") if back else colours[i],
                }
                for i, name in enumerate(names)
                if (colours[i] == colour("faint")) == back
            ]
            style = {
                "align": align,
                "baseline": "middle",
                "fontSize": 11 if back else _SIZE,
                "fontWeight": 400 if back else 600,
                "aria": False,
            }
            layers.append(
                layer(
                    "text",
                    texts,
                    style,
                    x=at(place),
                    y=y,
                    text=words("name"),
                    color=paint("colour"),
                )
            )
    return layers
