"""Precision against recall along a sweep, with the values that lead there."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.charts.figure import Figure, Spec, layer, layered, measure, own_scale, words
from partwise.charts.sweep_axis import SweepAxis, Values, number_word, thinned
from partwise.charts.theme import colour
from partwise.charts.wording import clean, number, shorten

_SIDE = 400
_ROOM = 0.02
_APART = 40.0  # pixels from one labelled point to the next, at least
_ROOM_BELOW = 16.0  # pixels, for the label of a point
_EQUAL_F1 = (0.2, 0.4, 0.6, 0.8)


def precision_recall_curve(
    axis: SweepAxis,
    precision: Values,
    recall: Values,
    *,
    title: str = "Precision and recall of pairs",
) -> Figure:
    """Draw precision against recall, some values of the sweep, and where F1 is best.

    Examples
    --------
    >>> axis = SweepAxis([0.1, 0.5, 0.9])
    >>> precision_recall_curve(axis, [0.2, 0.8, 1.0], [1.0, 0.9, 0.4]).title
    'Precision and recall of pairs'
    """
    points = np.column_stack([recall, precision]).astype(float)
    known = np.flatnonzero(np.isfinite(points).all(axis=1))
    if not len(known):
        raise InputError("there is nothing to draw: precision and recall are undefined everywhere")
    f1 = _f1(points)
    best = int(known[np.argmax(f1[known])])
    known = known[np.argsort(axis.places[known], kind="stable")]
    x, y = (_share(field) for field in ("recall", "precision"))
    drawn = known[np.sort(thinned(points[known, 0], points[known, 1], _SIDE))]
    return Figure(
        layered(_layers(axis, points, drawn, best, float(f1[best]), x, y), _SIDE, _SIDE),
        title,
        f"The curve shows the precision and the recall of pairs at each {clean(axis.name)}; some "
        f"values are written next to it. The large dot marks the best F1, the harmonic mean of "
        f"both: {number(float(f1[best]))} at {axis.word(best)}. F1 is constant along each thin "
        "line.",
    )


def _f1(points: NDArray[np.float64]) -> NDArray[np.float64]:
    total = points.sum(axis=1)
    f1 = np.zeros(len(points))
    np.divide(2 * points.prod(axis=1), total, out=f1, where=total > 0)
    return f1


def _layers(
    axis: SweepAxis,
    points: NDArray[np.float64],
    drawn: NDArray[np.intp],
    best: int,
    f1: float,
    x: Spec,
    y: Spec,
) -> list[Spec]:
    rows = [_row(points, i) | {"order": order} for order, i in enumerate(drawn.tolist())]
    labelled = _labelled(axis, points, drawn, best)
    said = f"best F1 {number(f1)} at {shorten(axis.word(best), 20)}"
    marked = _row(points, best) | {"text": said, "tip": f"{said}: {_said(points, best)}"}
    line: Spec = {"stroke": colour("accent"), "strokeWidth": 2.2, "strokeJoin": "round"}
    line["aria"] = False
    dot: Spec = {"size": 34, "opacity": 1, "fill": colour("accent")}
    star: Spec = {"size": 110, "opacity": 1, "fill": colour("series-2")}
    text: Spec = {"align": "right", "baseline": "top", "dx": -6, "dy": 3, "fontSize": 11}
    text |= {"color": colour("muted"), "aria": False}
    strong = text | {"color": colour("series-2"), "fontSize": 12, "fontWeight": 600, "dy": 20}
    tip = words("tip")
    return [
        *_equal_f1(x, y),
        layer("line", rows, line, x=x, y=y, order=measure("order")),
        layer("circle", labelled, dot, x=x, y=y, description=tip),
        layer("text", labelled, text, x=x, y=y, text=words("text")),
        layer("circle", [marked], star, x=x, y=y, description=tip),
        layer("text", [marked], strong, x=x, y=y, text=words("text")),
    ]


def _row(points: NDArray[np.float64], place: int) -> dict[str, Any]:
    return {"recall": float(points[place, 0]), "precision": float(points[place, 1])}


def _said(points: NDArray[np.float64], place: int) -> str:
    recall, precision = points[place].tolist()
    return f"precision {number(precision)}, recall {number(recall)}"


def _labelled(
    axis: SweepAxis, points: NDArray[np.float64], drawn: NDArray[np.intp], best: int
) -> list[dict[str, Any]]:
    """Return the points whose values are written: those that are far enough from each other."""
    taken, rows = [points[best]], []
    for text, place in _candidates(axis, drawn):
        has_room = _SIDE * points[place, 1] > _ROOM_BELOW
        if has_room and min(_SIDE * math.dist(points[place], o) for o in taken) >= _APART:
            taken.append(points[place])
            tip = f"{clean(axis.name)} {text}: {_said(points, place)}"
            rows.append(_row(points, place) | {"text": shorten(text, 20), "tip": tip})
    return rows


def _candidates(axis: SweepAxis, drawn: NDArray[np.intp]) -> list[tuple[str, int]]:
    """Return what may be labelled: each point if they are few, else round numbers."""
    if axis.has_dots or not axis.is_numeric:
        return [(axis.word(i), i) for i in drawn.tolist()]
    places = axis.places
    inside = np.flatnonzero(np.isfinite(places))
    order = inside[np.argsort(places[inside], kind="stable")]
    low, high = axis.ends
    step = 10.0 ** math.floor(math.log10(high - low)) / (10 if high - low < 2 else 2)
    ticks = step * np.arange(math.ceil(low / step), math.floor(high / step) + 1)
    if axis.steps == "after":
        spots = np.searchsorted(places[order], ticks + 1e-12, "right") - 1
    else:
        spots = np.searchsorted(places[order], ticks - 1e-12)
    spots = spots.clip(0, len(order) - 1)
    return [(number_word(t), int(order[i])) for t, i in zip(ticks.tolist(), spots, strict=True)]


def _equal_f1(x: Spec, y: Spec) -> list[Spec]:
    """Return thin lines along which F1 is the same, each with its value."""
    line: Spec = {"stroke": colour("grid"), "strokeWidth": 1.2, "aria": False}
    text: Spec = {"align": "left", "baseline": "bottom", "dy": -3, "fontSize": 10, "aria": False}
    text["color"] = colour("faint")
    layers = []
    for f1 in _EQUAL_F1:
        ratios = ((2 - f1) / f1) ** np.linspace(
            -1, 1, 41
        )  # (2 precision − F1)(2 recall − F1) = F1²
        rows = [
            {"recall": f1 * (1 + ratio) / 2, "precision": f1 * (1 + 1 / ratio) / 2}
            for ratio in ratios.tolist()
        ]
        layers.append(layer("line", rows, line, x=x, y=y))
        end = rows[-1] | {"text": f"F1 {f1}"}
        layers.append(layer("text", [end], text | {"dx": 6}, x=x, y=y, text=words("text")))
    return layers


def _share(field: str) -> Spec:
    axis: Spec = {"title": f"{field} of pairs", "tickCount": 6, "format": "~g"}
    return measure(field, scale=own_scale([0, 1 + _ROOM]), axis=axis)
