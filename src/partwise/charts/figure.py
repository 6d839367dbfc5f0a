"""A chart with its title and its description in words, and the words that charts are built of."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import altair as alt


CONTENT_WIDTH = 940
"""Pixels that a chart may take in width."""

Spec: TypeAlias = dict[str, Any]
"""A part of a chart as Vega-Lite has it; built directly, for Altair takes longer than drawing."""


@dataclass(frozen=True)
class Figure:
    """A chart with what names it and what it says to those who do not see it.

    Parameters
    ----------
    spec : dict
        The drawing as Vega-Lite has it, without its title.
    title : str
        What the chart shows; drawn above the chart in a file of its own.
    description : str
        How to read it, for screen readers and as a caption.
    """

    spec: Spec
    title: str
    description: str

    def chart(self) -> alt.TopLevelMixin:
        """Return the drawing as an Altair chart, checked against its schema."""
        import altair as alt

        return alt.Chart.from_dict(self.spec)


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


def pixels(field: str) -> Spec:
    """Return a channel of places in pixels."""
    return measure(field, scale=None, axis=None)


def words(field: str) -> Spec:
    """Return a channel of texts or names."""
    return {"field": field, "type": "nominal"}


def paint(field: str) -> Spec:
    """Return a channel of colours that the rows hold."""
    return {"field": field, "type": "nominal", "scale": None}


def at(value: float) -> Spec:
    """Return a channel that is the same for all rows, in pixels."""
    return {"value": value}


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
