"""A chart with its title and its description in words, and the words that charts are built of."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import altair as alt


CONTENT_WIDTH = 940
"""Pixels that a chart may take in width."""

Spec: TypeAlias = dict[str, Any]
"""A part of a chart as Vega-Lite has it; built directly, for Altair takes longer than drawing."""


@dataclass(frozen=True, repr=False)
class Figure:
    """A chart: notebooks show it, `save` writes it to a file, and `chart` is an Altair chart.

    Parameters
    ----------
    spec : dict
        The Vega-Lite specification, without a title.
    title : str
        What the chart shows; files have it above the chart.
    description : str
        How to read the chart, for screen readers and as a caption.

    Examples
    --------
    >>> import partwise as pw
    >>> figure = pw.compare([0, 0, 1, 1], {"A": [0, 0, 1, 2]}, ["CC", "VI"]).plot()
    >>> figure
    <Figure 'Scores by index'>
    >>> figure.save("scores.svg")  # doctest: +SKIP
    >>> figure.chart.properties(width=300).save("mine.json")  # doctest: +SKIP
    """

    spec: Spec
    title: str
    description: str

    def save(self, path: str | Path) -> Path:
        """Write the chart to a file, completely or not at all, and return its path.

        Parameters
        ----------
        path : str or Path
            The file. Its ending chooses the format: ``.svg``, ``.png`` (twice the size) or
            ``.html`` (a page that needs no network and no script).
        """
        from partwise.charts.render import write

        return write(self, Path(path))

    @property
    def chart(self) -> alt.TopLevelMixin:
        """The figure as an Altair chart with title and colours, which you can change or combine."""
        from partwise.charts.render import as_altair

        return as_altair(self)

    def noted(self, note: str) -> Figure:
        """Return the figure with one more sentence in its description, unless it is empty."""
        return replace(self, description=f"{self.description} {note}") if note else self

    def _repr_svg_(self) -> str:
        from partwise.charts.render import svg

        return svg(self)

    def __repr__(self) -> str:
        return f"<Figure {self.title!r}>"


def layer(mark: str, rows: Iterable[Mapping[str, Any]], style: Spec, **channels: Spec) -> Spec:
    """Return marks, one for each row; what is not finite in a row is missing.

    Examples
    --------
    >>> layer("text", [{"y": 1.5}], {"aria": False}, y=measure("y"))["mark"]
    {'type': 'text', 'aria': False}
    """
    values = [{name: _plain(value) for name, value in row.items()} for row in rows]
    return {"data": {"values": values}, "mark": {"type": mark, **style}, "encoding": channels}


def layered(layers: Sequence[Spec], width: float, height: float, **more: Any) -> Spec:
    """Return layers on top of each other."""
    return {"layer": list(layers), "width": width, "height": height, **more}


def beside(parts: Sequence[Spec], columns: int, across: float, down: float) -> Spec:
    """Return parts side by side on lines of so many, with so many pixels between them."""
    lines = [
        {"hconcat": list(parts[start : start + columns]), "spacing": across, "bounds": "flush"}
        for start in range(0, len(parts), columns)
    ]
    return {"vconcat": lines, "spacing": down} if len(lines) > 1 else lines[0]


def measure(field: str, **options: Any) -> Spec:
    """Return a channel of numbers on a scale."""
    return {"field": field, "type": "quantitative", **options}


def domain_of(values: Iterable[float | None]) -> tuple[float, float]:
    """Return the ends of an axis that holds all finite values, with some room.

    Examples
    --------
    >>> domain_of([0.0, 1.0, None, math.nan])
    (-0.06, 1.06)
    >>> domain_of([0.5]), domain_of([])
    ((0.47, 0.53), (0, 1))
    """
    finite = [value for value in values if value is not None and math.isfinite(value)]
    if not finite:
        return 0, 1
    low, high = min(finite), max(finite)
    spread = high - low
    room = 0.06 * (spread if spread > 1e-12 * abs(high) else abs(high) or 1)
    return low - room, high + room


def own_scale(domain: Sequence[float]) -> Spec:
    """Return a scale with just these ends."""
    return {"domain": list(domain), "nice": False, "zero": False, "padding": 0}


def log_ticks(first: float, last: float, most: int = 8) -> list[int]:
    """Return round numbers between the ends of a logarithmic axis, not more than fit.

    Examples
    --------
    >>> log_ticks(150, 4200), log_ticks(17, 600, most=4), log_ticks(1, 10**6, most=4)
    ([200, 500, 1000, 2000], [30, 100, 300], [1, 100, 10000, 1000000])
    """
    for leading, apart in (((1, 2, 5), 1), ((1, 3), 1), ((1,), 1), ((1,), 2), ((1,), 3)):
        ticks = [digit * 10**power for power in range(0, 16, apart) for digit in leading]
        ticks = [tick for tick in ticks if first <= tick <= last]
        if len(ticks) <= most:
            break
    return ticks


def pixels(field: str) -> Spec:
    """Return a channel of places in pixels."""
    return measure(field, scale=None, axis=None)


def edges() -> dict[str, Spec]:
    """Return the channels of rectangles, from x to x2 and from y to y2 in pixels."""
    return {"x": pixels("x"), "x2": {"field": "x2"}, "y": pixels("y"), "y2": {"field": "y2"}}


def words(field: str) -> Spec:
    """Return a channel of texts or names."""
    return {"field": field, "type": "nominal"}


def paint(field: str) -> Spec:
    """Return a channel of colours that the rows hold."""
    return {"field": field, "type": "nominal", "scale": None}


def at(value: float) -> Spec:
    """Return a channel that is the same for all rows, in pixels."""
    return {"value": value}


def better(lower: bool) -> str:
    """Return the note below the name of an index."""
    return "lower is better" if lower else "higher is better"


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
