"""Cluster sizes of the reference and of each candidate."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from partwise.base import InputError
from partwise.charts.figure import (
    CONTENT_WIDTH,
    Figure,
    Spec,
    at,
    beside,
    layer,
    layered,
    measure,
    paint,
    pixels,
    words,
)
from partwise.charts.theme import colour
from partwise.charts.wording import clean, count, plural, shorten

_COLUMNS, _HEIGHT, _GUTTER, _AXIS_SPACE = 4, 110, 26, 44
_MOST_STEPS = 120


@dataclass(frozen=True)
class Sizes:
    """How many clusters a clustering has of each size."""

    name: str
    clusters: Mapping[int, int]  # size → number of clusters of that size

    @property
    def items(self) -> int:
        """All items."""
        return sum(size * clusters for size, clusters in self.clusters.items())

    def middle(self) -> int:
        """Return the size up to which clusters hold half of the items."""
        seen, items = 0, self.items
        for size in sorted(self.clusters):
            seen += size * self.clusters[size]
            if 2 * seen >= items:
                return size
        raise InputError(f"{self.name!r} has no clusters, so there are no sizes to draw")

    def words(self) -> str:
        """Return the distribution in a sentence."""
        least, most = min(self.clusters), max(self.clusters)
        span = count(least) if least == most else f"{count(least)} to {count(most)}"
        return (
            f"{clean(self.name)}: {plural(sum(self.clusters.values()), 'cluster')} of {span} "
            f"items; half of the items are in clusters of at most {count(self.middle())}"
        )


def sizes(reference: Sizes, candidates: Sequence[Sizes], *, title: str = "Cluster sizes") -> Figure:
    """Draw, for each candidate, the share of items in clusters up to each size.

    The line of the reference is repeated in every panel: a candidate whose line runs to the left
    of it has smaller clusters.

    Examples
    --------
    >>> sizes(Sizes("gold", {10: 3}), [Sizes("A1", {5: 6})]).title
    'Cluster sizes'
    """
    if not candidates:
        raise InputError("a chart of sizes needs at least one candidate")
    everything = [reference, *candidates]
    middles = [one.middle() for one in everything]  # refuses what is empty before any drawing
    span = _span(everything)
    columns = math.ceil(len(candidates) / math.ceil(len(candidates) / _COLUMNS))
    width = min(300.0, (CONTENT_WIDTH - _AXIS_SPACE + _GUTTER) / columns - _GUTTER)
    panels = [
        _panel(
            reference,
            one,
            span,
            width,
            first=i % columns == 0,
            last=i + columns >= len(candidates),
        )
        for i, one in enumerate(candidates)
    ]
    grid = beside(panels, columns, _GUTTER, 20)
    lines = grid.get("vconcat", [grid])
    chart = {"vconcat": [*lines, _key(reference)], "spacing": 20}
    description = (
        "One panel per candidate: the share of items that are in clusters up to the size on the "
        "logarithmic axis, in blue for the candidate and in grey for the reference. Where the blue "
        "line is to the left of the grey one, the candidate's clusters are smaller. Half of the "
        f"reference's items are in clusters of at most {count(middles[0])}."
    )
    return Figure(chart, title, description)


def _span(everything: Sequence[Sizes]) -> tuple[float, float]:
    """Return the ends of the axis: round numbers around all sizes."""
    least = min(min(one.clusters) for one in everything)
    most = max(max(one.clusters) for one in everything)
    return max([x for x in _round_numbers(least) if x <= least]), most * 1.15


def _round_numbers(most: float, digits: Sequence[int] = (1, 2, 5)) -> list[int]:
    powers = range(math.floor(math.log10(most)) + 1)
    return [digit * 10**power for power in powers for digit in digits]


def _key(reference: Sizes) -> Spec:
    """Return what the two colours mean, and what the axis counts."""
    texts = ["candidate", f"reference ({plural(sum(reference.clusters.values()), 'cluster')})"]
    marks = [
        {"x": 100 * i, "x2": 100 * i + 22, "text": text, "colour": colour(name), "words": x}
        for i, (text, name, x) in enumerate(zip(texts, ("accent", "faint"), (30, 130), strict=True))
    ]
    line = {"strokeWidth": 2.4, "aria": False}
    text = {"align": "left", "baseline": "middle", "fontSize": 11, "aria": False}
    text["color"] = colour("muted")
    ends = {"x": pixels("x"), "x2": {"field": "x2"}}
    layers = [
        layer("rule", marks, line, y=at(0), **ends, color=paint("colour")),
        layer("text", marks, text, y=at(0), x=pixels("words"), text=words("text")),
    ]
    return layered(layers, 300, 6)


def _panel(
    reference: Sizes,
    one: Sizes,
    span: tuple[float, float],
    width: float,
    *,
    first: bool,
    last: bool,
) -> Spec:
    decades = math.log10(span[1] / span[0])
    ticks = _round_numbers(span[1], (1, 2, 5) if decades < 2.2 else (1,))
    x_axis = {
        "title": "cluster size" if last else None,
        "titleAnchor": "start",
        "values": [tick for tick in ticks if span[0] <= tick <= span[1]],
        "format": "~s",
        "labelOverlap": True,
    }
    y_axis = {"title": None, "values": [0, 0.5, 1], "format": "%", "labels": first}
    x = measure("size", scale={"type": "log", "domain": list(span), "nice": False}, axis=x_axis)
    y = measure("share", scale={"domain": [0, 1.07], "nice": False}, axis=y_axis)

    def line(of: Sizes, name: str, thickness: float) -> Spec:
        style = {"interpolate": "step-after", "stroke": colour(name), "strokeWidth": thickness}
        return layer("line", _steps(of, span), style, x=x, y=y, description=words("tip"))

    clusters = plural(sum(one.clusters.values()), "cluster")
    name = shorten(one.name, round(width / 8))
    title = {"text": name, "subtitle": clusters, "limit": 0.87 * width}
    both = (line(reference, "faint", 2), line(one, "accent", 2.2))
    return layered(both, width, _HEIGHT, title=title)


def _steps(of: Sizes, span: tuple[float, float]) -> list[dict[str, Any]]:
    """Return the corners of the line, thinned where they would lie on each other."""
    tip, items, seen = of.words(), of.items, 0
    corners: list[tuple[float, float]] = [(span[0], 0.0)]
    for size in sorted(of.clusters):
        seen += size * of.clusters[size]
        corners.append((size, seen / items))
    gap = math.log(span[1] / span[0]) / _MOST_STEPS
    kept: dict[int, tuple[float, float]] = {}
    for corner in corners[1:]:
        kept[round(math.log(corner[0]) / gap)] = corner
    ends = [corners[0], *kept.values(), (span[1], 1.0)]
    return [{"size": size, "share": share, "tip": tip} for size, share in ends]
