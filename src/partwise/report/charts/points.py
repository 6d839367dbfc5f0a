"""Clusterings as points of a map, with their names beside them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from partwise.errors import InputError
from partwise.report.figure import Figure, Spec, layer, layered, pixels, words
from partwise.report.theme import colour
from partwise.report.wording import clean, number, percent, plural, shorten_all, text_width

__all__ = ["points"]

_LONGEST_NAME, _SIZE, _DOT = 24, 12, 90
_WIDTH, _HEIGHT, _MARGIN = 620.0, 460.0, 26.0
_LINE, _RADIUS, _GAP = 15.0, 6.0, 9.0
_MOST_NAMED = 60


@dataclass(frozen=True)
class _Box:
    """A rectangle that is taken."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: _Box) -> float:
        """Return the area that both take."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, across) * max(0.0, down)


def points(
    coordinates: Sequence[Sequence[float]],
    names: Sequence[str],
    *,
    index: str,
    shown: float,
    marked: Collection[str] = (),
    title: str = "A map of the clusterings",
) -> Figure:
    """Draw a point for each clustering; both axes have the same scale.

    Parameters
    ----------
    coordinates : sequence of (x, y)
        Where the clusterings are.
    names : sequence of str
        The clusterings.
    index : str
        By which distances are measured, as it is to be read.
    shown : float
        The share that two axes show.
    marked : collection of str
        Names to mark: the medoid.
    title : str
        Names the chart.

    Returns
    -------
    Figure
        One described point for each clustering.

    Examples
    --------
    >>> points([(0, 0), (1, 0)], ["A1", "A2"], index="CD", shown=1.0).title
    'A map of the clusterings'
    """
    if not names:
        raise InputError("a map needs at least one clustering, and got none")
    spots, scale = _placed(coordinates)
    rows = [_row(name, spot, name in marked) for name, spot in zip(names, spots, strict=True)]
    ordinary = [row for row in rows if not row["marked"]]
    special = [row for row in rows if row["marked"]]
    x, y = pixels("x"), pixels("y")
    dot: Spec = {"size": _DOT, "opacity": 1, "fill": colour("accent")}
    mark = dot | {"fill": colour("series-2")}
    tip = words("tip")
    layers = [
        *_frame(),
        *_ruler(scale),
        layer("circle", ordinary, dot, x=x, y=y, description=tip),
        layer("circle", special, mark, x=x, y=y, description=tip),
        *_named(rows, names),
    ]
    which = ", ".join(clean(name) for name in names if name in marked)
    description = (
        f"A point for each of {plural(len(names), 'clustering')}, placed by classical scaling: the "
        f"nearer two are by {clean(index)}, the nearer their points, as far as a plane can show "
        f"it ({percent(shown)})." + (f" The other colour marks the medoid, {which}." if which else "")
    )
    return Figure(layered(layers, _WIDTH, _HEIGHT), title, description)


def _placed(coordinates: Sequence[Sequence[float]]) -> tuple[list[tuple[float, float]], float]:
    """Return places in pixels, and how many pixels a unit of distance takes."""
    xs, ys = ([float(point[axis]) for point in coordinates] for axis in (0, 1))
    spans = max(xs) - min(xs), max(ys) - min(ys)
    name_space = 90.0
    scales = [
        room / span
        for room, span in zip(
            (_WIDTH - 2 * name_space, _HEIGHT - 2 * _MARGIN - 30), spans, strict=True
        )
        if span > 0
    ]
    scale = min(scales, default=0.0)
    middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return [
        (_WIDTH / 2 + (x - middle[0]) * scale, _HEIGHT / 2 - 10 - (y - middle[1]) * scale)
        for x, y in zip(xs, ys, strict=True)
    ], scale


def _row(name: str, spot: tuple[float, float], marked: bool) -> dict[str, Any]:
    told = f"{clean(name)}, the medoid" if marked else clean(name)
    return {"x": spot[0], "y": spot[1], "tip": told, "marked": marked}


def _frame() -> list[Spec]:
    style: Spec = {"fill": None, "stroke": colour("grid"), "strokeWidth": 1, "aria": False}
    ends = {"x2": {"field": "x2"}, "y2": {"field": "y2"}}
    corners = [{"x": 0, "x2": _WIDTH, "y": 0, "y2": _HEIGHT}]
    return [layer("rect", corners, style, x=pixels("x"), y=pixels("y"), **ends)]


def _ruler(scale: float) -> list[Spec]:
    """Return a line that tells how long a distance is."""
    if scale <= 0:
        return []
    lengths = [base * 10.0**power for power in range(-6, 4) for base in (1, 2, 5)]
    length = next((each for each in reversed(lengths) if each * scale <= 160), lengths[0])
    left, y = 14.0, _HEIGHT - 16
    line: Spec = {"stroke": colour("faint"), "strokeWidth": 2, "aria": False}
    text: Spec = {"align": "left", "baseline": "middle", "fontSize": 11, "aria": False}
    digits = max(0, -int(f"{length:e}".partition("e")[2]))
    said = [{"x": left + length * scale + 8, "y": y, "text": number(length, digits)}]
    return [
        layer(
            "rule",
            [{"x": left, "x2": left + length * scale, "y": y}],
            line,
            x=pixels("x"),
            x2={"field": "x2"},
            y=pixels("y"),
        ),
        layer(
            "text",
            said,
            text | {"color": colour("muted")},
            x=pixels("x"),
            y=pixels("y"),
            text=words("text"),
        ),
    ]


def _named(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> list[Spec]:
    """Return names where they cover least: beside, above or below their points.

    Names for which there is no space are joined with their point by a line.
    """
    if len(names) > _MOST_NAMED:
        return []
    taken = [_around(row["x"], row["y"]) for row in rows]
    texts, lines = [], []
    for row, short in zip(rows, shorten_all(names, _LONGEST_NAME), strict=True):
        width = text_width(short, _SIZE)
        best = min(_spots(row, width), key=lambda spot: _cost(spot, taken, row))
        taken.append(best)
        middle = (best.top + best.bottom) / 2
        texts.append({"x": (best.left + best.right) / 2, "y": middle, "name": short})
        near = min(max(row["x"], best.left), best.right), min(max(row["y"], best.top), best.bottom)
        if abs(near[0] - row["x"]) + abs(near[1] - row["y"]) > 2 * _GAP:
            lines.append({"x": row["x"], "y": row["y"], "x2": near[0], "y2": near[1]})
    style: Spec = {"align": "center", "baseline": "middle", "fontSize": _SIZE, "aria": False}
    lead: Spec = {"stroke": colour("faint"), "strokeWidth": 1, "aria": False}
    ends = {"x2": {"field": "x2"}, "y2": {"field": "y2"}}
    x, y = pixels("x"), pixels("y")
    return [
        layer("rule", lines, lead, x=x, y=y, **ends),
        layer("text", texts, style, x=x, y=y, text=words("name")),
    ]


def _around(x: float, y: float) -> _Box:
    return _Box(x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS)


def _spots(row: dict[str, Any], width: float) -> list[_Box]:
    """Return where the name of a point may stand, the best place first."""
    x, y, found = row["x"], row["y"], []
    for away in range(5):
        rise = away * _LINE
        for sign in (-1, 1) if away else (1,):
            centre = y + sign * rise
            for left in (x + _GAP, x - _GAP - width):
                found.append(_Box(left, centre - _LINE / 2, left + width, centre + _LINE / 2))
        for centre in (y - _GAP - _LINE / 2 - rise, y + _GAP + _LINE / 2 + rise):
            left = x - width / 2
            found.append(_Box(left, centre - _LINE / 2, left + width, centre + _LINE / 2))
    return found


def _cost(spot: _Box, taken: Sequence[_Box], row: dict[str, Any]) -> float:
    """Return how bad a place is: what it covers, what lies outside, and how far away it is."""
    own = _around(row["x"], row["y"])
    covered = sum(spot.overlap(box) for box in taken if box != own)
    inside = _Box(2, 2, _WIDTH - 2, _HEIGHT - 26)
    area = (spot.right - spot.left) * (spot.bottom - spot.top)
    outside = area - spot.overlap(inside)
    return 10 * covered + 10 * outside + abs((spot.top + spot.bottom) / 2 - row["y"])
