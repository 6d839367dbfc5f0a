"""A chart with its title and its description in words."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeAlias

import altair as alt

__all__ = ["CONTENT_WIDTH", "Chart", "Figure", "data"]

CONTENT_WIDTH = 940
"""Pixels that a chart may take in width."""

Chart: TypeAlias = alt.Chart | alt.LayerChart | alt.HConcatChart | alt.VConcatChart


@dataclass(frozen=True)
class Figure:
    """A chart with what names it and what it says to those who do not see it.

    Parameters
    ----------
    chart : altair chart
        The drawing, without its title.
    title : str
        What the chart shows; drawn above the chart in a file of its own.
    description : str
        How to read it, for screen readers and as a caption.
    """

    chart: Chart
    title: str
    description: str


def data(rows: list[dict[str, Any]]) -> alt.Data:
    """Return rows as the inline data of a chart: as text, which is not copied with every layer."""
    return alt.Data(values=json.dumps(rows), format={"type": "json"})
